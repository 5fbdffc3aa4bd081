// JSON values. This is the only header that includes the JSON library.
#pragma once

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

namespace sudoku::base {

// JSON to be written: an object keeps the order in which its members were added.
using Json = nlohmann::ordered_json;

// JSON from untrusted files: an object finds each of any number of members in logarithmic time.
using SortedJson = nlohmann::json;

// `value` as JSON on one line, or with `indent` spaces for each level. NaN and infinity become
// null; bytes that are not UTF-8 become U+FFFD.
std::string json_text(const Json& value, int indent = -1);

// JSON on one line, safe inside a script element. Numbers keep five significant digits, and texts
// are cleaned (clean_text). Names of members are not cleaned.
std::string page_json_text(Json document);

template <typename T>
Json json_or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

// A JSON array of `item(value)` for each value.
template <typename Values, typename Item>
Json json_list(const Values& values, const Item& item) {
  Json list = Json::array();
  for (const auto& value : values)
    list.push_back(item(value));
  return list;
}

}  // namespace sudoku::base
