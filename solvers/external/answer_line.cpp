#include "solvers/external/answer_line.h"

#include <algorithm>
#include <charconv>

#include "solvers/external/counted.h"

namespace sudoku {

namespace {

std::optional<Grid> solution_of(std::string_view text) {
  const ParsedGrid parsed = parse_grid(text);
  if (!parsed.ok || count_clues(parsed.grid) != kCells) return std::nullopt;
  return parsed.grid;
}

std::optional<std::uint64_t> count_of(std::string_view text) {
  std::uint64_t count = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, count);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return count;
}

}  // namespace

std::optional<Answer> answer_of(std::string_view line, std::uint64_t limit, LimitUse use) {
  if (line.empty()) return Answer{.outcome = Outcome::none};
  if (const auto solution = solution_of(line)) {
    return Answer{.outcome = Outcome::first, .solutions = 1, .solution = *solution};
  }
  const std::size_t space = line.find(' ');
  const auto count = count_of(line.substr(0, space));
  if (!count) return std::nullopt;
  Answer answer;
  set_count(answer, *count, limit, use);
  if (space == std::string_view::npos) {
    return limit == 1 && *count > 0 ? std::nullopt : std::optional(answer);
  }
  const auto solution = solution_of(line.substr(space + 1));
  if (!solution || *count == 0) return std::nullopt;
  answer.solution = *solution;
  return answer;
}

}  // namespace sudoku
