#include "solvers/search.h"

namespace sudoku {

Meter Meter::of_slow_guesses(const Budget& budget) {
  Meter meter(budget);
  meter.next_look_ = 0;
  meter.guesses_per_look_ = 1;
  meter.deadline_ = std::chrono::steady_clock::now() + budget.time_limit;
  return meter;
}

bool Meter::look() {
  if (guesses_ >= budget_.guess_limit || is_cancelled(budget_)) spent_ = true;
  if (budget_.time_limit.count() > 0) {
    const auto now = std::chrono::steady_clock::now();
    // The time limit counts from the first look at the clock, microseconds after the search began.
    if (deadline_ == decltype(deadline_){}) deadline_ = now + budget_.time_limit;
    if (now >= deadline_) spent_ = true;
  }
  if (spent_) return false;
  next_look_ = std::min(budget_.guess_limit, guesses_ + guesses_per_look_);
  ++guesses_;
  return true;
}

}  // namespace sudoku
