// Threads that work on the puzzles of a block together.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "harness/parallel/gang.h"
#include "solvers/solver.h"

namespace sudoku {

class DatasetCrew {
 public:
  // Called with the puzzles [begin, end) of those at hand and the slot of the thread.
  using Body = std::function<void(std::size_t begin, std::size_t end, unsigned slot)>;

  explicit DatasetCrew(unsigned threads) : gang_(threads, false) {}

  unsigned threads() const { return gang_.threads(); }

  // A thread takes `chunk` of them at a time. The usual number is enough for the widest batch
  // solver, and few enough that all threads get some of a block.
  void for_each(std::size_t puzzles, const Body& body, std::size_t chunk = kChunk);

  static constexpr std::size_t kChunk = 512;

 private:
  Gang gang_;
};

// The same, a solver for each of them.
class SolvingCrew {
 public:
  // Answers end early once `cancelled` is true.
  SolvingCrew(const SolverEntry& entry, unsigned threads, const std::atomic<bool>& cancelled);

  // The answers are valid until the next call.
  std::span<const Answer> solve(std::span<const Grid> puzzles, std::uint64_t solution_limit);

  using Body = std::function<void(std::size_t begin, std::size_t end, Solver& solver)>;

  void for_each(std::size_t puzzles, const Body& body);

 private:
  DatasetCrew crew_;
  std::vector<std::unique_ptr<Solver>> solvers_;
  const std::atomic<bool>& cancelled_;
  std::vector<Answer> answers_;
};

}  // namespace sudoku
