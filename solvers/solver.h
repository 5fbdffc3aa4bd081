// The only interface between the solvers and the code that measures them.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string_view>

#include "solvers/sudoku.h"
#include "solvers/technique.h"

namespace sudoku {

// The outcome for one puzzle. Solvers report the first six values; the harness adds the rest.
enum class Outcome : std::uint8_t {
  unique,      // exactly one solution, proved by looking for a second
  multiple,    // at least two solutions
  none,        // no solution
  first,       // one solution found, others not looked for
  incomplete,  // a solver that does not search got stuck
  timeout,     // the guess limit or the time limit was spent, or the run was cancelled
  crashed,     // the process of an isolated solver died on the puzzle
  wrong,       // the checker refused the answer
  unanswered,  // the solver never wrote the answer; the checker turns it into `wrong`
};

inline constexpr std::size_t kOutcomes = 9;

inline constexpr std::array<std::string_view, kOutcomes> kOutcomeNames = {
    "unique",  "multiple", "none",  "first",     "incomplete",
    "timeout", "crashed",  "wrong", "unanswered"};

constexpr std::string_view name_of(Outcome outcome) {
  return kOutcomeNames[static_cast<std::size_t>(outcome)];
}

struct OutcomeCounts : std::array<std::uint64_t, kOutcomes> {
  std::uint64_t& operator[](Outcome outcome) { return at(static_cast<std::size_t>(outcome)); }

  std::uint64_t operator[](Outcome outcome) const { return at(static_cast<std::size_t>(outcome)); }

  using std::array<std::uint64_t, kOutcomes>::operator[];
};

inline constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();

// Limits for the solving of one puzzle.
struct Budget {
  // Number of solutions, at least 1, at which to stop: 1 = first, 2 = prove uniqueness, N = count.
  std::uint64_t solution_limit = 2;
  std::uint64_t guess_limit = kUnlimited;
  // Time per puzzle; 0 = unlimited. A batch solver counts it from the start of solve().
  std::chrono::nanoseconds time_limit{0};
  // When the flag becomes true, unfinished puzzles end as `timeout`. Not owned; may be null.
  const std::atomic<bool>* cancelled = nullptr;
};

struct Answer {
  Outcome outcome = Outcome::unanswered;
  Technique hardest = Technique::none;  // the hardest one needed, if SolverInfo::rates
  std::uint64_t solutions = 0;          // number found, at most the solution limit
  std::uint64_t guesses = 0;            // what SolverInfo::guess says
  // The first solution found, or kEmptyGrid. For `incomplete`: the clues and the cells filled.
  Grid solution = kEmptyGrid;
};

struct SolverInfo {
  std::string_view name;          // [a-z0-9_]+
  std::string_view about;         // one line: the algorithm
  std::string_view source;        // author, title, year; or a page
  std::string_view guess;         // one line: what exactly counts as a guess
  bool proves_uniqueness = true;  // false: answers `first` at any solution limit
  bool counts_solutions = true;   // honours solution limits above 2
  bool searches = true;           // false: ends `incomplete` when its logic gets stuck
  bool rates = false;             // reports the hardest technique that a puzzle needed
  bool shows_solution = true;     // false: may show none (kEmptyGrid) at solution limits above 1
  bool may_only_count = false;    // may show none at limit 1 either
  unsigned batch = 1;             // puzzles that one call solves together
  bool vectorised = false;        // uses the instruction set that solvers/simd/isa.h chooses
  bool ranked = true;             // false: measures the harness, never appears in results
};

// A solver. Instances share no mutable state; each thread uses its own.
class Solver {
 public:
  Solver() = default;
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;
  virtual ~Solver() = default;

  // Writes the answer to puzzles[i] to answers[i]; the spans have the same length. Puzzles may
  // contradict themselves (two equal clues in a house: `none`). Does not throw.
  virtual void solve(std::span<const Grid> puzzles, const Budget& budget,
                     std::span<Answer> answers) = 0;
};

inline Answer solve_one(Solver& solver, const Grid& puzzle, const Budget& budget) {
  Answer answer;
  solver.solve({&puzzle, 1}, budget, {&answer, 1});
  return answer;
}

struct SolverEntry {
  SolverInfo info;
  std::unique_ptr<Solver> (*create)();
};

}  // namespace sudoku
