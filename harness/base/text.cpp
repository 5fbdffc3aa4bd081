#include "harness/base/text.h"

#include <algorithm>
#include <cctype>
#include <iterator>

#include <fmt/format.h>

#include "harness/base/json.h"

namespace sudoku::base {

namespace {

std::string shell_word(const std::string& word) {
  const auto is_plain = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("_-./:=,+@%").find(c) != std::string_view::npos;
  };
  if (!word.empty() && std::ranges::all_of(word, is_plain)) return word;
  std::string quoted = "'";
  for (const char c : word)
    quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

}  // namespace

std::string clean_text(std::string_view text, std::size_t most) {
  // The JSON library replaces what is not UTF-8.
  std::string clean = Json::parse(json_text(std::string(text)));
  if (clean.size() <= most) return clean;
  while (continues_character(clean[most]))
    --most;
  return clean.substr(0, most) + "…";
}

std::string printable(std::string_view text, std::size_t most) {
  const std::string clean = clean_text(text, most);
  std::string line;
  for (std::size_t i = 0; i < clean.size(); ++i) {
    const bool is_c1 = clean[i] == '\xC2' && static_cast<unsigned char>(clean[i + 1]) < 0xA0;
    line += is_c1 || is_control(clean[i]) ? ' ' : clean[i];
    if (is_c1) ++i;
  }
  return line;
}

std::string escaped(std::string_view text, std::string_view special) {
  std::string safe;
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos) safe += '\\';
    safe += c;
  }
  return safe;
}

std::string shell_quoted(const std::vector<std::string>& words) {
  std::vector<std::string> safe;
  std::ranges::transform(words, std::back_inserter(safe), shell_word);
  return fmt::format("{}", fmt::join(safe, " "));
}

}  // namespace sudoku::base
