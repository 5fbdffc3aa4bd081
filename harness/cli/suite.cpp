#include "harness/cli/suite.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <glob.h>
#include <toml++/toml.h>

#include "harness/base/errors.h"
#include "harness/base/input.h"
#include "harness/base/sha256.h"
#include "harness/dataset/catalog.h"
#include "solvers/nearest.h"

namespace sudoku::cli {

namespace {

SuitePlace place_of(const toml::source_region& region) {
  return {.line = region.begin.line, .column = region.begin.column};
}

SuiteValue value_of(const Suite& suite, const std::string& key, const toml::node& node) {
  SuiteValue value{.text = {}, .place = place_of(node.source())};
  if (const auto* const text = node.as_string()) {
    value.text = text->get();
    // Refuses NUL in a suite's strings: system calls would end a file name at it.
    if (value.text.find('\0') != std::string::npos) {
      reject_in_suite(suite, value.place,
                      key + ": expected a string without NUL, found one with NUL");
    }
  } else if (const auto* const whole = node.as_integer()) {
    value.text = fmt::to_string(whole->get());
  } else if (const auto* const number = node.as_floating_point()) {
    value.text = fmt::to_string(number->get());
  } else if (const auto* const truth = node.as_boolean()) {
    value.text = truth->get() ? "true" : "false";
    value.is_truth = true;
  } else {
    const char* const found = node.is_table()   ? "a table"
                              : node.is_array() ? "an array"
                                                : "a date or a time";
    reject_in_suite(
        suite, value.place,
        fmt::format("{}: expected a string, a number, true or false, found {}", key, found));
  }
  return value;
}

SuiteKey key_of(const Suite& suite, const toml::key& key, const toml::node& node) {
  SuiteKey result{.name = std::string(key.str()), .place = place_of(key.source()), .values = {}};
  if (const toml::array* const array = node.as_array()) {
    result.is_array = true;
    for (const toml::node& item : *array)
      result.values.push_back(value_of(suite, result.name, item));
  } else {
    result.values.push_back(value_of(suite, result.name, node));
  }
  return result;
}

void add_tables(const toml::key& key, const toml::array& tables, Suite& suite) {
  for (const toml::node& node : tables) {
    SuiteTable& table = suite.tables.emplace_back();
    table.name = key.str();
    table.place = place_of(node.source());
    for (const auto& [inner, value] : *node.as_table())
      table.keys.push_back(key_of(suite, inner, value));
    std::ranges::sort(table.keys, {}, &SuiteKey::place);
  }
}

void add_document(const toml::table& document, Suite& suite) {
  for (const auto& [key, node] : document) {
    const toml::array* const tables = node.as_array();
    if (tables != nullptr && !tables->empty() && tables->is_homogeneous<toml::table>()) {
      add_tables(key, *tables, suite);
    } else {
      suite.keys.push_back(key_of(suite, key, node));
    }
  }
  std::ranges::sort(suite.keys, {}, &SuiteKey::place);
  std::ranges::sort(suite.tables, {}, &SuiteTable::place);
}

constexpr const char* kFiles = "files";
constexpr const char* kPatternCharacters = "*?[";

std::vector<std::string> matches_of(const std::string& pattern) {
  std::vector<std::string> paths;
  glob_t found{};
  if (::glob(pattern.c_str(), 0, nullptr, &found) == 0)
    paths.assign(found.gl_pathv, found.gl_pathv + found.gl_pathc);
  ::globfree(&found);
  return paths;
}

// Pattern that matches only the folder with this name.
std::string escaped(const std::string& folder) {
  std::string pattern;
  for (const char c : folder) {
    if (std::string_view("*?[\\").find(c) != std::string_view::npos) pattern += '\\';
    pattern += c;
  }
  return pattern;
}

// Sets the options of `run` from a suite.
class Application {
 public:
  Application(const Suite& suite, RunOptions& options)
      : suite_(suite),
        options_(options),
        folder_(std::filesystem::path(suite.record.path).parent_path().string()) {}

  void apply() {
    for (const SuiteKey& key : suite_.keys)
      apply(key);
    for (const SuiteTable& table : suite_.tables)
      options_.suite_externals.push_back(external_of(table));
    options_.suite_read = suite_.record;
  }

 private:
  [[noreturn]] void fail(SuitePlace place, const std::string& message) const {
    reject_in_suite(suite_, place, message);
  }

  void apply(const SuiteKey& key) {
    if (key.name == kFiles) {
      if (options_.files.empty()) add_files(key);
      return;
    }
    if (key.name == kPlugin || key.name == kExec)
      fail(key.place, fmt::format("{0}: expected a table [[{0}]], found a value", key.name));
    const run::Option* const option = run::option_named("--" + key.name);
    if (option == nullptr || key.name == "suite") {
      std::vector<std::string> names;
      for (const run::Option& known : run::kOptions)
        if (known.name() != "suite") names.push_back(known.name());
      fail_unknown(key, names);
    }
    if (!options_.has(key.name)) set(*option, key);
  }

  template <typename Names>
  [[noreturn]] void fail_unknown(const SuiteKey& key, const Names& names) const {
    fail(key.place,
         fmt::format("there is no key '{}' here{}", key.name, suggestion(key.name, names)));
  }

  // Sets an option of `run` to a suite's value. A boolean becomes "on" or "off", except for a flag.
  void set(const run::Option& option, const SuiteKey& key) const {
    if (key.values.empty()) fail(key.place, key.name + ": expected a value, found an empty array");
    std::vector<std::string> texts;
    for (const SuiteValue& value : key.values) {
      const bool is_word = value.is_truth && !option.is_flag();
      texts.push_back(!is_word ? value.text : value.text == "true" ? "on" : "off");
    }
    try {
      run::set_option(option, options_, fmt::format("{}", fmt::join(texts, ",")));
    } catch (const base::UsageError& error) {
      fail(key.values.front().place, fmt::format("{}: {}", key.name, error.what()));
    }
  }

  std::string beside_suite(const std::string& path) const {
    return (std::filesystem::path(folder_) / path).string();
  }

  // Path of the puzzle file named in a suite: one beside the suite, else a set of the catalog.
  std::string file_of(const SuiteValue& value) const {
    if (value.text == "-") return value.text;
    std::string path = beside_suite(value.text);
    std::error_code ignored;
    if (std::filesystem::exists(path, ignored)) return path;
    try {
      return dataset::set_file(value.text).value_or(path);
    } catch (const base::InputError& error) {
      fail(value.place, error.what());
    }
  }

  void add_files(const SuiteKey& key) {
    for (const SuiteValue& value : key.values) {
      if (value.text.empty()) fail(value.place, fmt::format("{}: {}", key.name, run::kEmptyName));
      if (value.text.find_first_of(kPatternCharacters) == std::string::npos) {
        options_.files.push_back(file_of(value));
        continue;
      }
      const bool is_here = value.text.starts_with('/') || folder_.empty();
      const auto paths = matches_of(is_here ? value.text : escaped(folder_) + "/" + value.text);
      if (paths.empty()) {
        fail(value.place, fmt::format("{}: expected existing files, found none that match '{}'",
                                      key.name, value.text));
      }
      options_.files.insert(options_.files.end(), paths.begin(), paths.end());
    }
  }

  ExternalSpec external_of(const SuiteTable& table) const {
    if (table.name != kPlugin && table.name != kExec) {
      fail(table.place, fmt::format("there is no table '{}'; there are [[{}]] and [[{}]]",
                                    table.name, kPlugin, kExec));
    }
    const auto kind = table.name == kPlugin ? run::Kind::plugin : run::Kind::command;
    ExternalSpec spec;
    spec.batch = 0;  // 0: the value of --exec-batch
    for (const SuiteKey& key : table.keys)
      set_part_of(spec, kind, key);
    try {
      run::complete_parts(spec, kind);
    } catch (const base::UsageError& error) {
      fail(table.place, fmt::format("{}: {}", table.name, error.what()));
    }
    if (kind == run::Kind::plugin) spec.library = beside_suite(spec.library);
    return spec;
  }

  void set_part_of(ExternalSpec& spec, run::Kind kind, const SuiteKey& key) const {
    const std::vector<std::string_view> names = run::part_names(kind);
    if (std::ranges::find(names, key.name) == names.end()) fail_unknown(key, names);
    if (key.name == "command" && key.is_array) {
      for (const SuiteValue& value : key.values)
        spec.command.push_back(value.text);
      return;
    }
    if (key.values.size() != 1 || key.is_array)
      fail(key.place, key.name + ": expected one value, found an array");
    const SuiteValue& value = key.values.front();
    const char* const truth = value.text == "true" ? "yes" : "no";
    try {
      run::set_part(spec, kind, key.name, value.is_truth ? truth : value.text);
    } catch (const base::UsageError& error) {
      fail(value.place, error.what());
    }
  }

  const Suite& suite_;
  RunOptions& options_;
  std::string folder_;
};

}  // namespace

void reject_in_suite(const Suite& suite, SuitePlace place, const std::string& message) {
  throw base::InputError("{}:{}:{}: {}", suite.record.path, place.line, place.column, message);
}

Suite read_suite(const std::string& path) {
  const std::string text = base::text_file(path, "a suite");
  base::Sha256 sha256;
  sha256.add(text);
  Suite suite{.record = {.path = path, .sha256 = sha256.hex()}, .keys = {}, .tables = {}};
  try {
    add_document(toml::parse(text, path), suite);
  } catch (const toml::parse_error& error) {
    std::string what(error.description());
    what.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(what.front())));
    reject_in_suite(suite, place_of(error.source()), what);
  }
  return suite;
}

void apply_suite(const Suite& suite, RunOptions& options) {
  Application(suite, options).apply();
}

}  // namespace sudoku::cli
