#include "harness/fetch/response.h"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace sudoku {

namespace {

std::string lower_case(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return lower;
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const std::size_t begin = std::min(text.find_first_not_of(kBlanks), text.size());
  text.remove_prefix(begin);
  return text.substr(0, text.find_last_not_of(kBlanks) + 1);
}

std::optional<std::uint64_t> number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

void Response::add_line(std::string_view line) {
  if (line.starts_with("HTTP/")) {
    *this = {};
    const std::string_view rest = trimmed(line.substr(std::min(line.find(' '), line.size())));
    status_ = static_cast<int>(number(rest.substr(0, 3)).value_or(0));
    return;
  }
  const std::size_t colon = std::min(line.find(':'), line.size());
  const std::string name = lower_case(trimmed(line.substr(0, colon)));
  const std::string_view value = trimmed(line.substr(std::min(colon + 1, line.size())));
  if (name == "content-range") take_range(value);
  if (name == "content-length" && status_ != kPartialContent) total_ = number(value);
  if (name == "etag" && value.starts_with('"')) tag_ = value;
}

// "bytes 5-9/10", "bytes */10" or "bytes 5-9/*".
void Response::take_range(std::string_view value) {
  if (!value.starts_with("bytes ")) return;
  value = trimmed(value.substr(6));
  first_ = number(value.substr(0, value.find('-')));
  const std::size_t slash = value.find('/');
  total_ = slash == std::string_view::npos ? std::nullopt : number(value.substr(slash + 1));
}

}  // namespace sudoku
