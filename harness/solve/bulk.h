// Solving of whole files of any size, and enumeration of all solutions of one puzzle.
#pragma once

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
  bool strict = false;                         // whether the first bad row throws InputError
  const std::atomic<bool>& cancelled;          // ends solve_file() early when true
  std::function<void(std::uint64_t)> written;  // called with the bytes of input that are processed
};

struct BulkReport {
  std::uint64_t puzzles = 0;
  dataset::BadRows bad;
};

// Minimum size in bytes of the blocks of text that `solver` gets in bulk solving.
std::size_t least_block(const SolverInfo& solver);

// Solves a file: writes a header and an answer per row, in order. Reading, solving and writing
// overlap; memory use does not depend on the file. Throws InputError, also at a row that puts all
// others in doubt, and what `sink` throws.
BulkReport solve_file(dataset::TextBlockReader& reader, const BulkOptions& options,
                      base::ByteSink& sink);

inline constexpr std::string_view kAnswerColumns = "puzzle,solution,outcome,guesses\n";

// Outcome in the output for a row that holds no puzzle.
inline constexpr std::string_view kUnreadable = "unreadable";

// Answers as rows of CSV text.
class AnswerRows {
 public:
  // Adds an answer; the solution field is empty when there is no solution to show.
  void add(const Grid& puzzle, const Answer& answer);

  // Adds an otherwise empty row, so that row N of the output answers row N of the input.
  void add_unreadable();

  std::string_view text() const { return {buffer_.data(), size_}; }

  void clear() { size_ = 0; }

 private:
  char* room();
  void grow();

  std::vector<char> buffer_;  // not std::string, which would check its capacity at each append
  std::size_t size_ = 0;
};

// Callback that receives each solution; it returns false to stop the enumeration.
using SolutionVisitor = std::function<bool(const Grid& solution)>;

// Visits all solutions of `puzzle` in the order of their texts. The solver only needs to find the
// first solution and prove its uniqueness: finding the next takes at most 81 calls, with nine
// puzzles each. Returns true when all were visited.
bool visit_solutions(Solver& solver, const Grid& puzzle, const std::atomic<bool>& cancelled,
                     const SolutionVisitor& visit);

}  // namespace sudoku::solve
