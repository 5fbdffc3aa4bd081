// The one interface between solvers and everything that measures them.
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

#include "solvers/logic/technique.h"
#include "solvers/sudoku.h"

namespace sudoku {

// What became of one puzzle. A solver reports the first seven; the rest are the harness's.
enum class Outcome : std::uint8_t {
  unique,       // exactly one solution, proved by looking for a second
  multiple,     // at least two solutions
  none,         // no solution
  first,        // solution limit 1: one found, others not looked for
  incomplete,   // a solver that cannot search got stuck
  timeout,      // the guess limit or the time limit was spent, or the run was cancelled
  unsupported,  // the solver cannot answer this puzzle or this solution limit
  crashed,      // an isolated solver's process died on it
  wrong,        // the checker refused the answer
  unanswered,   // the solver never wrote the answer; the checker makes it `wrong`
};

inline constexpr std::size_t kOutcomes = 10;

inline constexpr std::array<std::string_view, kOutcomes> kOutcomeNames = {
    "unique",  "multiple",    "none",    "first", "incomplete",
    "timeout", "unsupported", "crashed", "wrong", "unanswered"};

constexpr std::string_view name_of(Outcome outcome) {
  return kOutcomeNames[static_cast<std::size_t>(outcome)];
}

// Puzzles by outcome.
struct OutcomeCounts : std::array<std::uint64_t, kOutcomes> {
  std::uint64_t& operator[](Outcome outcome) { return at(static_cast<std::size_t>(outcome)); }

  std::uint64_t operator[](Outcome outcome) const { return at(static_cast<std::size_t>(outcome)); }

  using std::array<std::uint64_t, kOutcomes>::operator[];
};

inline constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();

// What one puzzle may cost.
struct Budget {
  // Solutions to look for before stopping: 1 = first, 2 = prove uniqueness, N = count up to N.
  // At least 1.
  std::uint64_t solution_limit = 2;
  std::uint64_t guess_limit = kUnlimited;
  // Per puzzle; 0 = none. A batch solver counts it from the hand-over of its span.
  std::chrono::nanoseconds time_limit{0};
  // When set and true, every open puzzle ends as `timeout`. Not owned; may be null.
  const std::atomic<bool>* cancelled = nullptr;
};

struct Answer {
  Outcome outcome = Outcome::unanswered;
  Technique hardest = Technique::none;  // of a solver that rates: what a solved puzzle needed
  std::uint32_t tally = 0;              // as the solver's info defines it
  std::uint64_t solutions = 0;          // found, at most the solution limit
  std::uint64_t guesses = 0;            // as the solver's info defines them
  // The first one found; kEmptyGrid when there is none. With `incomplete` the clues and what was
  // filled before the solver got stuck.
  Grid solution = kEmptyGrid;
};

struct SolverInfo {
  std::string_view name;          // [a-z0-9_]+
  std::string_view about;         // one line: the algorithm
  std::string_view source;        // author, title, year; or a page
  std::string_view guess;         // one line: what exactly is counted
  std::string_view tally = {};    // what else is counted, in the plural; empty: nothing
  bool proves_uniqueness = true;  // false: answers `first` at any solution limit
  bool counts_solutions = true;   // honours solution limits above 2
  bool searches = true;           // false: ends `incomplete` where logic alone does not lead on
  bool rates = false;             // tells the hardest technique that a puzzle needed
  bool shows_solution = true;     // false: only counts at solution limits above 1 (kEmptyGrid)
  unsigned batch = 1;             // puzzles that one call works on together
  bool vectorised = false;        // uses the instruction set that solvers/simd/isa.h chooses
  bool ranked = true;             // false: measures the harness, never appears in results
};

// One instance per thread; instances share nothing that is written.
class Solver {
 public:
  Solver() = default;
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;
  virtual ~Solver() = default;

  // Answers puzzles[i] in answers[i]; the spans have the same length. Puzzles may contradict
  // themselves (two equal clues in a house: `none`). Does not throw.
  virtual void solve(std::span<const Grid> puzzles, const Budget& budget,
                     std::span<Answer> answers) = 0;
};

// A line of the roster: what a solver is, and how to make one.
struct SolverEntry {
  SolverInfo info;
  std::unique_ptr<Solver> (*create)();
};

}  // namespace sudoku
