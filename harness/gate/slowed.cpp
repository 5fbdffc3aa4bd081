#include "harness/gate/slowed.h"

#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "harness/report/units.h"

namespace sudoku {

namespace {

// Times of single puzzles repeat to a few per cent.
constexpr double kSlowed = 1.05;

bool same_puzzles(const RowPair& pair) {
  return pair.base->sample_rate == pair.fresh->sample_rate &&
         pair.base->puzzles == pair.fresh->puzzles && !pair.base->slowest.empty();
}

}  // namespace

std::vector<SlowedPuzzle> slowed_puzzles(const RowPair& pair) {
  std::vector<SlowedPuzzle> slowed;
  if (!same_puzzles(pair)) return slowed;
  const std::vector<SlowPuzzle>& before = pair.base->slowest;
  for (const SlowPuzzle& now : pair.fresh->slowest) {
    const auto known = std::ranges::find(before, now.line, &SlowPuzzle::line);
    const SlowPuzzle& then = known == before.end() ? before.back() : *known;
    const SlowedPuzzle found{.puzzle = now.puzzle,
                             .line = now.line,
                             .before_ns = then.latency_ns,
                             .now_ns = now.latency_ns,
                             .at_least = known == before.end()};
    if (found.ratio() >= kSlowed) slowed.push_back(found);
  }
  std::ranges::stable_sort(slowed, std::ranges::greater(), &SlowedPuzzle::ratio);
  return slowed;
}

std::string slowed_text(const RowPair& pair) {
  constexpr std::size_t kNamed = 3;
  std::string text;
  std::vector<SlowedPuzzle> slowest = slowed_puzzles(pair);
  slowest.resize(std::min(slowest.size(), kNamed));
  for (const SlowedPuzzle& slowed : slowest) {
    text += fmt::format("{}line {} ({}{:.2f}×, {} instead of {}{})", text.empty() ? "" : "; ",
                        slowed.line, slowed.at_least ? "at least " : "", slowed.ratio(),
                        duration_text(slowed.now_ns), slowed.at_least ? "at most " : "",
                        duration_text(slowed.before_ns));
  }
  return text;
}

}  // namespace sudoku
