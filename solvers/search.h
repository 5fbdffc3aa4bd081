// Shared by all searching solvers: keeping to the budget, and deriving the outcome of a search.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <span>

#include "solvers/solver.h"

namespace sudoku {

inline bool is_cancelled(const Budget& budget) {
  return budget.cancelled != nullptr && budget.cancelled->load(std::memory_order_relaxed);
}

// Counts the guesses of one puzzle against its budget. Reads the clock once in kGuessesPerLook
// guesses, so that easy puzzles never pay for it: a time limit may be exceeded by twice as many.
class Meter {
 public:
  static constexpr std::uint64_t kGuessesPerLook = 256;

  explicit Meter(const Budget& budget)
      : budget_(budget), next_look_(std::min(budget.guess_limit, kGuessesPerLook)) {}

  // A meter that reads the clock at every guess, for slow guesses; the time limit counts from now.
  static Meter of_slow_guesses(const Budget& budget);

  // Counts one guess. False: the budget is spent; the solver must unwind and answer `timeout`.
  bool guess() {
    if (guesses_ < next_look_) [[likely]] {
      ++guesses_;
      return true;
    }
    return look();
  }

  // Marks the budget as spent, for a solver whose engine stopped for that reason.
  void give_up() { spent_ = true; }

  std::uint64_t guesses() const { return guesses_; }

  // Time left until the time limit. Only for meters of slow guesses, with a time limit.
  std::chrono::nanoseconds time_left() const {
    return deadline_ - std::chrono::steady_clock::now();
  }

  bool spent() const { return spent_; }

 private:
  bool look();

  const Budget& budget_;
  std::uint64_t guesses_ = 0;
  std::uint64_t next_look_;
  std::uint64_t guesses_per_look_ = kGuessesPerLook;
  std::chrono::steady_clock::time_point deadline_{};
  bool spent_ = false;
};

// The outcome of a complete search that stopped at the solution limit or ran out of alternatives.
constexpr Outcome outcome_of(std::uint64_t solutions, std::uint64_t solution_limit) {
  if (solutions == 0) return Outcome::none;
  if (solution_limit == 1) return Outcome::first;
  return solutions == 1 ? Outcome::unique : Outcome::multiple;
}

// Adds a solution to the answer. Returns true when the solution limit is reached.
inline bool note_solution(const Grid& solution, const Budget& budget, Answer& answer) {
  if (answer.solutions == 0) answer.solution = solution;
  return ++answer.solutions >= budget.solution_limit;
}

// Completes the answer of a search that has ended for any reason.
inline void conclude(const Meter& meter, const Budget& budget, Answer& answer) {
  answer.guesses = meter.guesses();
  answer.outcome =
      meter.spent() ? Outcome::timeout : outcome_of(answer.solutions, budget.solution_limit);
}

// Completes the answer of a solver that does not search; its solution is the grid that was filled.
inline void conclude_logic(bool is_possible, bool is_full, const Budget& budget, Answer& answer) {
  if (!is_possible) {
    answer.solution = kEmptyGrid;
    answer.outcome = Outcome::none;
  } else if (!is_full) {
    answer.outcome = Outcome::incomplete;
  } else {
    answer.solutions = 1;
    answer.outcome = outcome_of(1, budget.solution_limit);
  }
}

// A solver that takes one puzzle at a time. Search has `void run(puzzle, budget, answer)`, which
// gets a cleared answer. A template, not a virtual call per puzzle, so that small solvers inline
// into the loop.
template <typename Search>
class OneAtATime final : public Solver {
 public:
  void solve(std::span<const Grid> puzzles, const Budget& budget, std::span<Answer> answers) final {
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      answers[i] = Answer{};
      if (is_cancelled(budget)) {
        answers[i].outcome = Outcome::timeout;
      } else {
        search_.run(puzzles[i], budget, answers[i]);
      }
    }
  }

 private:
  Search search_;
};

template <typename Search>
std::unique_ptr<Solver> one_at_a_time() {
  return std::make_unique<OneAtATime<Search>>();
}

// Base class of searches that are constructed anew for each puzzle.
class PuzzleSearch {
 public:
  PuzzleSearch(const Grid& clues, const Budget& budget, Answer& answer)
      : grid_(clues), budget_(budget), meter_(budget), answer_(answer) {}

 protected:
  // Adds the grid to the answer as a solution. Returns true when the solution limit is reached.
  bool note() { return note_solution(grid_, budget_, answer_); }

  void conclude() { sudoku::conclude(meter_, budget_, answer_); }

  Grid grid_;
  const Budget& budget_;
  Meter meter_;
  Answer& answer_;
};

// Adapts a PuzzleSearch with `void run()` to one_at_a_time.
template <typename Search>
struct MadeAnew {
  static void run(const Grid& puzzle, const Budget& budget, Answer& answer) {
    Search(puzzle, budget, answer).run();
  }
};

}  // namespace sudoku
