// Handling of untrusted texts: any bytes, of any length.
#pragma once

#include <charconv>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace sudoku::base {

// Bytes of an untrusted text that are shown; the rest becomes "…".
inline constexpr std::size_t kLongestText = 1000;

// `text` with invalid UTF-8 replaced by U+FFFD, and cut after `most` bytes.
std::string clean_text(std::string_view text, std::size_t most = kLongestText);

// Parses `text`, all of it, as a decimal number without "+" or spaces.
template <typename Number>
std::optional<Number> number_in(std::string_view text) {
  Number number{};
  // cppcheck-suppress danglingTemporaryLifetime  // false: a range-for keeps its temporary
  const char* const end = text.data() + text.size();
  const std::from_chars_result read = std::from_chars(text.data(), end, number);
  if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
  return number;
}

// Whether the byte continues a character of UTF-8 that an earlier byte starts.
inline bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

// Whether the character could move a terminal's cursor or break a line of a table.
inline bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }

// Bytes of the longest line printed to a terminal.
inline constexpr std::size_t kLongestLine = 64'000;

// clean_text as one line that is safe for any terminal: control characters, those of C1 (U+0080 to
// U+009F) too, become spaces.
std::string printable(std::string_view text, std::size_t most = kLongestText);

// A command line that a shell takes apart into these words.
std::string shell_quoted(const std::vector<std::string>& words);

// `text` with a backslash before each of the characters in `special`.
std::string escaped(std::string_view text, std::string_view special);

}  // namespace sudoku::base
