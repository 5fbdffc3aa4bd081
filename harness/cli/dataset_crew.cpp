#include "harness/cli/dataset_crew.h"

#include <algorithm>

namespace sudoku {

void DatasetCrew::for_each(std::size_t puzzles, const Body& body, std::size_t chunk) {
  const std::size_t chunks = (puzzles + chunk - 1) / chunk;
  gang_.for_each(chunks, [&](std::size_t number, unsigned slot) {
    body(number * chunk, std::min(puzzles, (number + 1) * chunk), slot);
  });
}

SolvingCrew::SolvingCrew(const SolverEntry& entry, unsigned threads,
                         const std::atomic<bool>& cancelled)
    : crew_(threads), cancelled_(cancelled) {
  for (unsigned slot = 0; slot < crew_.threads(); ++slot)
    solvers_.push_back(entry.create());
}

std::span<const Answer> SolvingCrew::solve(std::span<const Grid> puzzles,
                                           std::uint64_t solution_limit) {
  answers_.assign(puzzles.size(), {});
  const Budget budget = {.solution_limit = solution_limit, .cancelled = &cancelled_};
  for_each(puzzles.size(), [&](std::size_t begin, std::size_t end, Solver& solver) {
    solver.solve(puzzles.subspan(begin, end - begin), budget,
                 std::span(answers_).subspan(begin, end - begin));
  });
  return answers_;
}

void SolvingCrew::for_each(std::size_t puzzles, const Body& body) {
  crew_.for_each(puzzles, [&](std::size_t begin, std::size_t end, unsigned slot) {
    body(begin, end, *solvers_[slot]);
  });
}

}  // namespace sudoku
