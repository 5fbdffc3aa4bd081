#include "harness/cli/suite.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <glob.h>
#include <toml++/toml.h>

#include "harness/base/errors.h"
#include "harness/base/input.h"
#include "harness/base/nearest.h"
#include "harness/base/sha256.h"
#include "harness/base/text.h"
#include "harness/dataset/catalog.h"
#include "harness/options/external_description.h"
#include "harness/options/options.h"

namespace sudoku::cli {

namespace {

[[noreturn]] void reject(const std::string& path, const toml::source_region& place,
                         const std::string& message) {
  throw base::InputError("{}:{}:{}: {}", path, place.begin.line, place.begin.column, message);
}

toml::table parsed(const std::string& text, const std::string& path) {
  try {
    return toml::parse(text, path);
  } catch (const toml::parse_error& error) {
    std::string what(error.description());
    what.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(what.front())));
    reject(path, error.source(), what);
  }
}

// A key of a TOML table and its value.
using Entry = std::pair<const toml::key*, const toml::node*>;

// Entries in the order of the file, which the table itself does not keep.
std::vector<Entry> in_order(const toml::table& table) {
  std::vector<Entry> entries;
  for (const auto& [key, node] : table)
    entries.emplace_back(&key, &node);
  std::ranges::sort(entries, {}, [](const Entry& entry) { return entry.first->source().begin; });
  return entries;
}

constexpr const char* kFiles = "files";
constexpr const char* kSuite = "suite";
constexpr const char* kPatternCharacters = "*?[";

std::vector<std::string> matches_of(const std::string& pattern) {
  std::vector<std::string> paths;
  glob_t found{};
  if (::glob(pattern.c_str(), 0, nullptr, &found) == 0)
    paths.assign(found.gl_pathv, found.gl_pathv + found.gl_pathc);
  ::globfree(&found);
  return paths;
}

// Elements of an array, or the one value.
std::vector<const toml::node*> values_of(const toml::node& node) {
  const toml::array* const array = node.as_array();
  if (array == nullptr) return {&node};
  std::vector<const toml::node*> values;
  for (const toml::node& item : *array)
    values.push_back(&item);
  return values;
}

// A type of values as messages name it.
const char* name_of(options::ValueType type) {
  switch (type) {
    case options::ValueType::number:
      return "a string or a number";
    case options::ValueType::truth:
      return "a string, true or false";
    default:
      return "a string";
  }
}

// What a value of the suite that is no string is, as messages name it.
const char* name_of(const toml::node& node) {
  if (node.is_table()) return "a table";
  if (node.is_array()) return "an array";
  if (node.is_number()) return "a number";
  return node.is_boolean() ? "true or false" : "a date or a time";
}

// A value of the suite `path`, a string or of `type`, as text for the command line. A number with a
// decimal point keeps it: --sample tells 1 from 1.0.
std::string text_of(const std::string& path, const toml::key& key, const toml::node& node,
                    options::ValueType type) {
  if (const auto* const text = node.as_string()) {
    // Refuses NUL in a suite's strings: system calls would end a file name at it.
    if (text->get().find('\0') == std::string::npos) return text->get();
    reject(path, node.source(),
           fmt::format("{}: expected a string without NUL, found one with NUL", key.str()));
  }
  if (type == options::ValueType::number) {
    if (const auto* const whole = node.as_integer()) return fmt::to_string(whole->get());
    if (const auto* const number = node.as_floating_point())
      return fmt::format("{:#}", number->get());
  }
  const auto* const truth = node.as_boolean();
  if (type == options::ValueType::truth && truth != nullptr) return truth->get() ? "on" : "off";
  reject(path, node.source(),
         fmt::format("{}: expected {}, found {}", key.str(), name_of(type), name_of(node)));
}

options::Kind kind_of_table(std::string_view name) {
  return name == kPlugin ? options::Kind::plugin : options::Kind::command;
}

// Sets the options of `run` from a suite.
class Application {
 public:
  Application(const std::string& path, RunOptions& options)
      : path_(path),
        options_(options),
        of_run_(options::options_of(options)),
        folder_(std::filesystem::path(path).parent_path().string()) {}

  void apply(const toml::table& document) {
    std::vector<std::pair<std::string, const toml::table*>> externals;
    for (const auto& [key, node] : in_order(document)) {
      if (!node->is_array_of_tables()) {
        apply(*key, *node);
        continue;
      }
      for (const toml::node* const table : values_of(*node))
        externals.emplace_back(key->str(), table->as_table());
    }
    std::ranges::sort(externals, {},
                      [](const auto& named) { return named.second->source().begin; });
    for (const auto& [name, table] : externals)
      options_.suite_externals.push_back(external_of(name, *table));
  }

 private:
  [[noreturn]] void fail(const toml::source_region& place, const std::string& message) const {
    reject(path_, place, message);
  }

  void apply(const toml::key& key, const toml::node& node) {
    const std::string name(key.str());
    if (name == kFiles) return add_files(key, node);
    if (name == kPlugin || name == kExec)
      fail(key.source(), fmt::format("{0}: expected a table [[{0}]], found a value", name));
    options::Option* const option = of_run_.find("--" + name);
    if (option == nullptr || name == kSuite) {
      std::vector<std::string> names = of_run_.keys();
      names.front() = kFiles;  // FILE on the command line
      std::erase(names, kSuite);
      fail_unknown(key, names);
    }
    const std::vector<const toml::node*> values = values_of(node);
    if (values.empty())
      fail(key.source(), fmt::format("{}: expected a value, found an empty array", name));
    std::vector<std::string> texts(values.size());
    std::ranges::transform(values, texts.begin(), [&](const toml::node* value) {
      return text_of(path_, key, *value, option->type());
    });
    if (!options_.has(name))
      set(*option, fmt::format("{}", fmt::join(texts, ",")), values.front()->source());
  }

  [[noreturn]] void fail_unknown(const toml::key& key,
                                 const std::vector<std::string>& names) const {
    const std::string name(key.str());
    fail(key.source(),
         fmt::format("there is no key '{}' here{}", name, base::suggestion(name, names)));
  }

  // Sets an option of `run`, or a part of an external solver, from the text at `place`.
  void set(options::Option& option, const std::string& text,
           const toml::source_region& place) const {
    try {
      options::take_named(option.key(), [&] { option.take(text); });
    } catch (const base::UsageError& error) {
      fail(place, error.what());
    }
  }

  std::string beside_suite(const std::string& path) const {
    return (std::filesystem::path(folder_) / path).string();
  }

  // Path of the puzzle file named in a suite: one beside the suite, else a set of the catalog.
  std::string file_of(const std::string& text, const toml::source_region& place) const {
    if (text == "-") return text;
    std::string path = beside_suite(text);
    if (base::exists(path)) return path;
    try {
      return dataset::set_file(text).value_or(path);
    } catch (const base::InputError& error) {
      fail(place, error.what());
    }
  }

  // Adds puzzle files, unless the command line names some.
  void add_files(const toml::key& key, const toml::node& node) {
    const bool is_set = !options_.files.empty();
    for (const toml::node* const value : values_of(node)) {
      const std::string text = text_of(path_, key, *value, options::ValueType::text);
      if (is_set) continue;
      if (text.empty()) fail(value->source(), fmt::format("{}: {}", kFiles, options::kEmptyName));
      if (text.find_first_of(kPatternCharacters) == std::string::npos) {
        options_.files.push_back(file_of(text, value->source()));
        continue;
      }
      const bool is_here = text.starts_with('/') || folder_.empty();
      // The folder is escaped, as it is no part of the pattern.
      const auto paths = matches_of(is_here ? text : base::escaped(folder_, "*?[\\") + "/" + text);
      if (paths.empty()) {
        fail(value->source(),
             fmt::format("{}: expected existing files, found none that match '{}'", kFiles, text));
      }
      options_.files.insert(options_.files.end(), paths.begin(), paths.end());
    }
  }

  external::Spec external_of(const std::string& name, const toml::table& table) const {
    if (name != kPlugin && name != kExec) {
      fail(table.source(), fmt::format("there is no table '{}'; there are [[{}]] and [[{}]]", name,
                                       kPlugin, kExec));
    }
    const options::Kind kind = kind_of_table(name);
    external::Spec spec;
    options::OptionList parts = options::parts_of(spec, kind);
    for (const auto& [key, node] : in_order(table)) {
      options::Option* const part = parts.find(key->str());
      if (part == nullptr) fail_unknown(*key, parts.keys());
      if (part->name() == "command" && node->is_array()) {
        for (const toml::node* const word : values_of(*node))
          spec.command.push_back(text_of(path_, *key, *word, options::ValueType::text));
      } else if (node->is_array()) {
        fail(key->source(), part->name() + ": expected one value, found an array");
      } else {
        set(*part, text_of(path_, *key, *node, part->type()), node->source());
      }
    }
    try {
      options::complete_parts(spec, kind);
    } catch (const base::UsageError& error) {
      fail(table.source(), fmt::format("{}: {}", name, error.what()));
    }
    if (kind == options::Kind::plugin) spec.library = beside_suite(spec.library);
    return spec;
  }

  const std::string& path_;
  RunOptions& options_;
  options::OptionList of_run_;  // which set options_
  std::string folder_;
};

}  // namespace

void apply_suite(const std::string& path, RunOptions& options) {
  const std::string text = base::text_file(path, "a suite");
  Application(path, options).apply(parsed(text, path));
  options.suite_read = {.path = path, .sha256 = base::sha256_of(text)};
}

void check_keys_of_suite(const std::string& path,
                         const std::function<std::string(const std::string& key)>& fault_of) {
  const toml::table document = parsed(base::text_file(path, "a suite"), path);
  const auto check_type = [&](const toml::key& key, const toml::node& node,
                              const options::Option* option) {
    for (const toml::node* const value : values_of(node))
      text_of(path, key, *value, option == nullptr ? options::ValueType::text : option->type());
  };
  for (const auto& [key, node] : in_order(document)) {
    const std::string name(key->str());
    const std::string fault = fault_of(name);
    if (!fault.empty()) reject(path, key->source(), fmt::format("{}: {}", name, fault));
    if (!node->is_array_of_tables()) {
      check_type(*key, *node, options::option_named("--" + name));
      continue;
    }
    external::Spec spec;
    options::OptionList parts = options::parts_of(spec, kind_of_table(name));
    for (const toml::node* const table : values_of(*node))
      for (const auto& [part, value] : in_order(*table->as_table()))
        check_type(*part, *value, parts.find(part->str()));
  }
}

}  // namespace sudoku::cli
