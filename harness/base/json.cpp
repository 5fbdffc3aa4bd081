#include "harness/base/json.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "harness/base/text.h"

namespace sudoku::base {

namespace {

// `value` as JSON with five significant digits; null if not finite. Integers get no decimal point.
Json five_digits(double value) {
  if (!std::isfinite(value)) return nullptr;
  Json number = Json::parse(fmt::format("{:.5g}", value));
  const auto rounded = number.get<double>();
  constexpr double kExactInDoubles = 0x1p53;
  if (std::fabs(rounded) >= kExactInDoubles || rounded != std::floor(rounded)) return number;
  return static_cast<std::int64_t>(rounded);
}

void prepare_for_page(Json& value) {
  if (value.is_structured()) {
    for (Json& item : value)
      prepare_for_page(item);
  } else if (value.is_number_float()) {
    value = five_digits(value.get<double>());
  } else if (value.is_string()) {
    value = clean_text(value.get_ref<const std::string&>());
  }
}

// Escapes "<", which could end the script element around the JSON, and U+2028 and U+2029, which end
// lines of scripts. In JSON all three occur only within strings, where escapes are allowed.
std::string safe_in_script(std::string_view json) {
  constexpr std::pair<std::string_view, std::string_view> kEscapes[] = {
      {"<", "\\u003c"}, {"\u2028", "\\u2028"}, {"\u2029", "\\u2029"}};
  std::string safe;
  safe.reserve(json.size());
  while (!json.empty()) {
    const auto* const escape = std::ranges::find_if(
        kEscapes, [json](const auto& candidate) { return json.starts_with(candidate.first); });
    const bool is_safe = escape == std::end(kEscapes);
    safe += is_safe ? json.substr(0, 1) : escape->second;
    json.remove_prefix(is_safe ? 1 : escape->first.size());
  }
  return safe;
}

}  // namespace

std::string json_text(const Json& value, int indent) {
  return value.dump(indent, ' ', false, Json::error_handler_t::replace);
}

std::string page_json_text(Json document) {
  prepare_for_page(document);
  return safe_in_script(json_text(document));
}

}  // namespace sudoku::base
