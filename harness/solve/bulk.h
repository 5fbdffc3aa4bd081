// Files of any size, solved from end to end, and all solutions of one puzzle.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "harness/base/output.h"
#include "harness/dataset/reader.h"
#include "harness/dataset/text_blocks.h"
#include "solvers/solver.h"

namespace sudoku::solve {

struct BulkOptions {
  const SolverEntry& solver;
  std::uint64_t solution_limit = 2;
  unsigned threads = 1;
  bool strict = false;                         // the first bad row throws InputError
  const std::atomic<bool>& cancelled;          // ends it early when true
  std::function<void(std::uint64_t)> written;  // with the bytes of input that are dealt with
};

struct BulkReport {
  std::uint64_t puzzles = 0;
  OutcomeCounts outcomes{};
  dataset::Quarantine bad;
};

// The bytes that text blocks should have at least, for a solver.
std::size_t least_block(const SolverInfo& solver);

// Writes an answer for each row of the file, in its order, below their header.
// Reading, solving and writing overlap; memory does not depend on the size of the file. Throws
// InputError, and what the sink throws.
BulkReport solve_file(dataset::TextBlockReader& reader, const BulkOptions& options,
                      base::ByteSink& sink);

inline constexpr std::string_view kAnswerColumns = "puzzle,solution,outcome,guesses\n";

// Stands for the outcome of a row that holds no puzzle.
inline constexpr std::string_view kUnreadable = "unreadable";

// Answers as rows of a CSV file.
class AnswerRows {
 public:
  // The solution is left empty when there is none to show.
  void add(const Grid& puzzle, const Answer& answer);

  // Adds a row whose other fields are empty, so that row N of the output answers row N of the
  // input.
  void add_unreadable();

  std::string_view text() const { return {buffer_.data(), size_}; }

  void clear() { size_ = 0; }

 private:
  char* room();

  std::vector<char> buffer_;  // not a std::string, which would be asked for room at every piece
  std::size_t size_ = 0;
};

// Called with each solution; false ends it.
using SolutionVisitor = std::function<bool(const Grid& solution)>;

// Visits all solutions of `puzzle` in the order of their texts, by a solver that tells only the
// first one and whether there are more: it has to prove uniqueness and to show its solution.
// Finding the next one takes at most 81 calls of the solver, with nine puzzles each. True when
// there were no more.
bool visit_solutions(Solver& solver, const Grid& puzzle, const std::atomic<bool>& cancelled,
                     const SolutionVisitor& visit);

}  // namespace sudoku::solve
