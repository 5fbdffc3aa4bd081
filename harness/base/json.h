// JSON: the only header that includes the JSON library.
#pragma once

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

namespace sudoku::base {

// Members stay in the order in which they were put.
using Json = nlohmann::ordered_json;

// What comes from outside may have any number of members: found in a sorted object, each takes
// little time.
using SortedJson = nlohmann::json;

// On one line, or with `indent` blanks for each level. NaN and infinity become null, and bytes that
// are not UTF-8 become U+FFFD.
std::string json_text(const Json& value, int indent = -1);

// On one line, safe inside a script element, with the figures as a page shows them: numbers keep
// five significant digits, and texts are cleaned (clean_text). Names of members are taken as they
// are.
std::string page_json_text(Json document);

template <typename T>
Json json_or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

// An array of what `item` makes of each value.
template <typename Values, typename Item>
Json json_list(const Values& values, const Item& item) {
  Json list = Json::array();
  for (const auto& value : values)
    list.push_back(item(value));
  return list;
}

}  // namespace sudoku::base
