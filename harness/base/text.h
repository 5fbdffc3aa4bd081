// Texts from strangers: any bytes, of any length.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sudoku::base {

// Of such a text, so much is passed on; the rest of it is "…".
inline constexpr std::size_t kLongestText = 1000;

// Bytes of the character that `text` (not empty) begins with; 0 when it is no UTF-8.
std::size_t character_length(std::string_view text);

// `text` with what is not UTF-8 replaced by U+FFFD, and cut after `most` bytes.
std::string clean_text(std::string_view text, std::size_t most = kLongestText);

// Such a character could move the cursor of a terminal, or end a line of a table.
inline bool is_control(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
}

// Nobody reads a longer line of a terminal.
inline constexpr std::size_t kLongestLine = 64'000;

// The same as one line that moves no cursor and is safe for any terminal: control characters, those
// of C1 (U+0080 to U+009F) too, are blanks.
std::string printable(std::string_view text, std::size_t most = kLongestText);

}  // namespace sudoku::base
