// Where the ranks of a race come together, and how it ends when one cannot go on.
#pragma once

#include <functional>
#include <string>

#include "harness/cluster/ranks.h"

namespace sudoku {

// Ranks come to the same stages in the same order. Two things can come between: a rank is
// interrupted and leaves out all stages but the end, or it fails.
class Assembly {
 public:
  static constexpr int kEnd = 1 << 29;  // of the race; greater than all other stages

  struct Hooks {
    std::function<void()> cancel;                         // the race, in this process
    std::function<void(const std::string&)> complain;     // to the user
    std::function<void(const Letter&)> answer = nullptr;  // letters that are for the race
  };

  Assembly(Ranks& ranks, Hooks hooks);

  // Waits for all ranks. False when others have left the race: it is cancelled here, too, and this
  // stage is to be left out.
  bool meet(int stage);

  // Cancels the race here when it is so on any rank; all ask at once.
  void share_cancellation(bool cancelled);

  // The leader answers what others have asked. Not beside a timed leg.
  void serve();

  // Who answers from now on.
  void on_letter(std::function<void(const Letter&)> answer) { hooks_.answer = std::move(answer); }

  // This rank cannot go on. Ends the job with that code, and one message however many fail; returns
  // only when all ranks failed before the race began, as they do for a mistake on the command line.
  void fail(int code, const std::string& message);

  // From now on a failure ends the job at once.
  void begin() { has_begun_ = true; }

 private:
  static constexpr int kFailed = kEnd + 1;

  [[noreturn]] void end_job(int code, const std::string& message) const;

  Ranks& ranks_;
  Hooks hooks_;
  bool has_begun_ = false;
};

}  // namespace sudoku
