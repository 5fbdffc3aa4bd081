#include "harness/dataset/fields.h"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace sudoku {

namespace {

constexpr bool is_digit(char c) {
  return c >= '1' && c <= '9';
}

// The field that the line holds between two separators, without what surrounds its content.
Field trimmed(std::string_view line, std::size_t begin, std::size_t end) {
  while (begin < end && (line[begin] == ' ' || line[begin] == '\t'))
    ++begin;
  while (begin < end && (line[end - 1] == ' ' || line[end - 1] == '\t'))
    --end;
  const bool quoted = end - begin >= 2 && line[begin] == '"' && line[end - 1] == '"';
  if (quoted) return {line.substr(begin + 1, end - begin - 2), begin + 1};
  return {line.substr(begin, end - begin), begin};
}

bool separates(char c) {
  return c == ' ' || c == '\t' || c == ',' || c == ';';
}

}  // namespace

bool is_cell(char c) {
  return (c >= '0' && c <= '9') || c == '.' || c == '*' || c == '_';
}

std::vector<Field> split_fields(std::string_view line, char separator) {
  std::vector<Field> fields;
  std::size_t begin = 0;
  bool quoted = false;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] == '"') quoted = !quoted;
    if (line[at] != separator || quoted) continue;
    fields.push_back(trimmed(line, begin, at));
    begin = at + 1;
  }
  fields.push_back(trimmed(line, begin, line.size()));
  return fields;
}

std::vector<Field> split_words(std::string_view line) {
  std::vector<Field> words;
  Field word = next_word(line, 0);
  while (!word.text.empty()) {
    words.push_back(word);
    word = next_word(line, word.at + word.text.size());
  }
  return words;
}

bool looks_like_grid(std::string_view text) {
  if (text.size() < 60 || text.size() > 120) return false;
  return std::ranges::count_if(text, is_cell) * 10 >= static_cast<std::ptrdiff_t>(text.size()) * 9;
}

bool looks_like_solution(std::string_view text) {
  return looks_like_grid(text) &&
         std::ranges::count_if(text, is_digit) * 10 >= static_cast<std::ptrdiff_t>(text.size()) * 9;
}

bool is_grid_row(std::string_view text) {
  return text.size() == 9 && std::ranges::all_of(text, is_cell);
}

bool is_picture_row(std::string_view line) {
  const auto is_gap = [](char c) { return separates(c) || c == '|'; };
  const auto gaps = std::ranges::count_if(line, is_gap);
  return gaps > 0 && std::ranges::count_if(line, is_cell) == 9 &&
         line.size() == static_cast<std::size_t>(gaps) + 9;
}

bool is_rule(std::string_view line) {
  return line.find("---") != std::string_view::npos &&
         line.find_first_not_of(" \t-+|*") == std::string_view::npos;
}

std::vector<Field> split_values(std::string_view line) {
  std::vector<Field> values;
  std::size_t at = 0;
  while (at < line.size() && line[at] != '#') {
    const std::size_t begin = at;
    while (at < line.size() && !separates(line[at]) && line[at] != '#')
      ++at;
    if (at > begin) values.push_back({line.substr(begin, at - begin), begin});
    if (at < line.size() && separates(line[at])) ++at;
  }
  return values;
}

bool is_number(std::string_view text) {
  double number = 0;
  const char* end = text.data() + text.size();
  return std::from_chars(text.data(), end, number).ptr == end && !text.empty();
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower)
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower;
}

}  // namespace sudoku
