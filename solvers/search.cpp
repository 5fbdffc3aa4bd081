#include "solvers/search.h"

namespace sudoku {

bool Meter::look() {
  if (guesses_ >= budget_.guess_limit || is_cancelled(budget_)) spent_ = true;
  if (budget_.time_limit.count() > 0) {
    const auto now = std::chrono::steady_clock::now();
    // The start is not known, only that it was a few microseconds ago: see the head of the class.
    if (deadline_ == decltype(deadline_){}) deadline_ = now + budget_.time_limit;
    if (now >= deadline_) spent_ = true;
  }
  if (spent_) return false;
  next_look_ = std::min(budget_.guess_limit, guesses_ + kGuessesPerLook);
  ++guesses_;
  return true;
}

}  // namespace sudoku
