#include "harness/measure/overhead.h"

#include <algorithm>
#include <cassert>
#include <vector>

#include "harness/entrants/in_process.h"
#include "solvers/roster.h"

namespace sudoku {

namespace {

constexpr std::size_t kPuzzles = 8192;
constexpr std::size_t kChunk = 512;
constexpr int kPasses = 50;

}  // namespace

OverheadRecord measure_overhead(Gang& gang, const StampClock& clock,
                                std::span<const Grid> puzzles) {
  const SolverEntry* null = find_solver("null");
  assert(null != nullptr);
  InProcess entrant(*null, gang, clock);
  std::vector<Grid> repeated(kPuzzles);
  for (std::size_t i = 0; i < kPuzzles; ++i)
    repeated[i] = puzzles[i % puzzles.size()];
  std::vector<Answer> answers(kPuzzles);
  std::vector<std::uint64_t> ticks(kPuzzles);
  const Work work{.puzzles = repeated, .answers = answers, .chunk = kChunk};

  auto spans = std::chrono::nanoseconds::max();
  auto stamped = std::chrono::nanoseconds::max();
  for (int i = 0; i < kPasses; ++i) {
    spans = std::min(spans, entrant.solve(work, {}));
    stamped = std::min(stamped, entrant.solve_stamped(work, {}, ticks));
  }
  const auto per_puzzle = [](std::chrono::nanoseconds time) {
    return static_cast<double>(time.count()) / static_cast<double>(kPuzzles);
  };
  return {.clock_ns = clock.cost_ns(),
          .null_span_ns = per_puzzle(spans),
          .null_stamped_ns = per_puzzle(stamped)};
}

}  // namespace sudoku
