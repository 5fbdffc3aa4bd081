#include "harness/report/shell.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/report/outside.h"

namespace sudoku {

namespace {

bool is_plain(const std::string& word) {
  const auto plain = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("_-./:=,+@%").find(c) != std::string_view::npos;
  };
  return !word.empty() && std::ranges::all_of(word, plain);
}

std::string shell_word(const std::string& word) {
  if (is_plain(word)) return word;
  std::string quoted = "'";
  for (const char c : word)
    quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

}  // namespace

std::string shell_quoted(const std::vector<std::string>& command) {
  std::vector<std::string> words;
  std::ranges::transform(command, std::back_inserter(words), shell_word);
  return fmt::format("{}", fmt::join(words, " "));
}

std::string repeat_command(const RunResult& run, const ResultRecord& row,
                           const std::string& puzzle) {
  return fmt::format("echo {} | sudoku-bench run - {} --threads 1 --solutions {}",
                     shell_quoted({puzzle}), options_for(row), run.settings.solution_limit);
}

}  // namespace sudoku
