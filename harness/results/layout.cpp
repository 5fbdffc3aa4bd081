#include "harness/results/layout.h"

#include <algorithm>
#include <cstddef>

namespace sudoku {

namespace {

using OrderedJson = nlohmann::ordered_json;

std::string compact(const OrderedJson& value) {
  return value.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

bool is_series(const OrderedJson& value) {
  return value.is_array() &&
         std::ranges::all_of(value, [](const OrderedJson& item) { return item.is_primitive(); });
}

constexpr std::size_t kLine = 100;

// What fits on a line stays on one, and so do arrays of numbers, whatever their length: a block or
// a histogram is a few lines of the document and not hundreds.
void print(const OrderedJson& value, std::size_t indent, std::string& text) {
  std::string line = compact(value);
  if (indent + line.size() <= kLine || is_series(value) || value.is_primitive()) {
    text += line;
    return;
  }
  const std::string margin(indent + 1, ' ');
  text += value.is_array() ? "[" : "{";
  const char* separator = "\n";
  for (const auto& [key, item] : value.items()) {
    text += separator + margin;
    if (value.is_object()) text += compact(OrderedJson(key)) + ": ";
    print(item, indent + 1, text);
    separator = ",\n";
  }
  text += "\n" + std::string(indent, ' ') + (value.is_array() ? "]" : "}");
}

}  // namespace

std::string laid_out(const OrderedJson& document) {
  std::string text;
  print(document, 0, text);
  return text + "\n";
}

}  // namespace sudoku
