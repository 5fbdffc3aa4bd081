#include "harness/cli/suite.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include <fmt/format.h>
#include <toml++/toml.h>

#include "harness/dataset/input_error.h"
#include "harness/dataset/sha256.h"
#include "harness/dataset/whole_file.h"

namespace sudoku {

namespace {

SuitePlace place_of(const toml::source_region& region) {
  return {.line = region.begin.line, .column = region.begin.column};
}

bool before(const SuitePlace& a, const SuitePlace& b) {
  return std::pair(a.line, a.column) < std::pair(b.line, b.column);
}

const char* kind_of(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::table:
      return "a table";
    case toml::node_type::array:
      return "an array";
    case toml::node_type::date:
    case toml::node_type::time:
    case toml::node_type::date_time:
      return "a date or a time";
    default:
      return "something else";
  }
}

class Converter {
 public:
  explicit Converter(Suite& suite) : suite_(suite) {}

  void convert(const toml::table& document) {
    for (const auto& [key, node] : document) {
      const toml::array* const tables = node.as_array();
      if (tables != nullptr && !tables->empty() && tables->is_homogeneous<toml::table>()) {
        add_tables(key, *tables);
      } else {
        suite_.keys.push_back(key_of(key, node));
      }
    }
    std::ranges::sort(suite_.keys, before, &SuiteKey::place);
    std::ranges::sort(suite_.tables, before, &SuiteTable::place);
  }

 private:
  void add_tables(const toml::key& key, const toml::array& tables) {
    for (const toml::node& node : tables) {
      SuiteTable& table = suite_.tables.emplace_back();
      table.name = key.str();
      table.place = place_of(node.source());
      for (const auto& [inner, value] : *node.as_table())
        table.keys.push_back(key_of(inner, value));
      std::ranges::sort(table.keys, before, &SuiteKey::place);
    }
  }

  SuiteKey key_of(const toml::key& key, const toml::node& node) const {
    SuiteKey result{.name = std::string(key.str()), .place = place_of(key.source()), .values = {}};
    const toml::array* const array = node.as_array();
    result.is_array = array != nullptr;
    if (array == nullptr) {
      result.values.push_back(value_of(result.name, node));
      return result;
    }
    for (const toml::node& item : *array)
      result.values.push_back(value_of(result.name, item));
    return result;
  }

  SuiteValue value_of(const std::string& key, const toml::node& node) const {
    SuiteValue value{.text = {}, .place = place_of(node.source())};
    if (const auto* const text = node.as_string()) {
      value.text = text->get();
      // The system would take what stands before it for the whole name.
      if (value.text.find('\0') != std::string::npos) {
        reject_in_suite(suite_, value.place, key + ": expected a text without NUL, found one");
      }
    } else if (const auto* const whole = node.as_integer()) {
      value.text = fmt::to_string(whole->get());
    } else if (const auto* const number = node.as_floating_point()) {
      value.text = fmt::to_string(number->get());
    } else if (const auto* const truth = node.as_boolean()) {
      value.text = truth->get() ? "true" : "false";
      value.is_truth = true;
    } else {
      reject_in_suite(suite_, value.place,
                      fmt::format("{}: expected a text, a number, true or false, found {}", key,
                                  kind_of(node)));
    }
    return value;
  }

  Suite& suite_;
};

}  // namespace

void reject_in_suite(const Suite& suite, SuitePlace place, const std::string& message) {
  throw InputError(
      fmt::format("{}:{}:{}: {}", suite.record.path, place.line, place.column, message));
}

Suite read_suite(const std::string& path) {
  const std::string text = text_file(path, "a suite");
  Sha256 sha256;
  sha256.add(text);
  Suite suite{.record = {.path = path, .sha256 = sha256.hex()}, .keys = {}, .tables = {}};
  try {
    Converter(suite).convert(toml::parse(text, path));
  } catch (const toml::parse_error& error) {
    std::string what(error.description());
    what.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(what.front())));
    reject_in_suite(suite, place_of(error.source()), what);
  }
  return suite;
}

}  // namespace sudoku
