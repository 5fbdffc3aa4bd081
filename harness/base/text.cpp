#include "harness/base/text.h"

#include <array>

namespace sudoku::base {

namespace {

// Well-formed UTF-8 sequences (The Unicode Standard, table 3-7): first byte, second byte, length.
struct Sequence {
  unsigned char first;
  unsigned char last;
  unsigned char second_first;
  unsigned char second_last;
  std::size_t length;
};

constexpr std::array<Sequence, 8> kSequences = {{{0xC2, 0xDF, 0x80, 0xBF, 2},
                                                 {0xE0, 0xE0, 0xA0, 0xBF, 3},
                                                 {0xE1, 0xEC, 0x80, 0xBF, 3},
                                                 {0xED, 0xED, 0x80, 0x9F, 3},
                                                 {0xEE, 0xEF, 0x80, 0xBF, 3},
                                                 {0xF0, 0xF0, 0x90, 0xBF, 4},
                                                 {0xF1, 0xF3, 0x80, 0xBF, 4},
                                                 {0xF4, 0xF4, 0x80, 0x8F, 4}}};

bool is_between(char c, unsigned char first, unsigned char last) {
  const auto byte = static_cast<unsigned char>(c);
  return first <= byte && byte <= last;
}

// Bytes of the first character of `text`, which must not be empty; 0 if it is not UTF-8.
std::size_t character_length(std::string_view text) {
  if (is_between(text[0], 0, 0x7F)) return 1;
  for (const Sequence& sequence : kSequences) {
    if (!is_between(text[0], sequence.first, sequence.last)) continue;
    if (text.size() < sequence.length) return 0;
    if (!is_between(text[1], sequence.second_first, sequence.second_last)) return 0;
    for (std::size_t i = 2; i < sequence.length; ++i)
      if (!is_between(text[i], 0x80, 0xBF)) return 0;
    return sequence.length;
  }
  return 0;
}

}  // namespace

std::string clean_text(std::string_view text, std::size_t most) {
  std::string clean;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = character_length(text.substr(i));
    if (clean.size() + length > most) return clean + "…";
    clean += length == 0 ? "\uFFFD" : text.substr(i, length);
    i += length == 0 ? 1 : length;
  }
  return clean;
}

std::string printable(std::string_view text, std::size_t most) {
  const std::string clean = clean_text(text, most);
  std::string line;
  for (std::size_t i = 0; i < clean.size(); ++i) {
    const bool is_c1 = clean[i] == '\xC2' && is_between(clean[i + 1], 0x80, 0x9F);
    line += is_c1 || is_control(clean[i]) ? ' ' : clean[i];
    if (is_c1) ++i;
  }
  return line;
}

}  // namespace sudoku::base
