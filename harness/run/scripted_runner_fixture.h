// For tests: a runner whose solver does what a script says, and that notes how it was asked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/runner/runner.h"
#include "solvers/roster.h"
#include "solvers/search.h"

namespace sudoku::run {

// The right answer.
inline Answer solved(const Grid& puzzle, const Budget& budget = {}) {
  return solve_one(*find_solver("mrv")->create(), puzzle, budget);
}

class ScriptedRunner final : public runner::Runner {
 public:
  // What the solver says of a puzzle, by its position in the call.
  using Script = std::function<Answer(const Grid& puzzle, const Budget& budget, std::size_t i)>;

  using runner::Runner::Runner;

  std::uint64_t added_memory() override { return 99; }

  double startup_s() const override { return 0; }

  std::optional<runner::HeldMemory> held_memory() override { return held; }

  void disqualify(const std::string& reason) { disqualified_ = reason; }

  void fail_to_start(const std::string& reason) { start_fault_ = reason; }

  Script script = [](const Grid& puzzle, const Budget& budget, std::size_t /*i*/) {
    return solved(puzzle, budget);
  };
  // What befalls the solver on a puzzle; nothing without a reason.
  std::function<runner::Incident(std::size_t i)> incident = [](std::size_t /*i*/) {
    return runner::Incident{};
  };
  Nanoseconds takes{std::chrono::seconds(1)};  // time of a pass
  std::optional<Nanoseconds> says_running;
  Nanoseconds off_clock_too{0};
  std::uint64_t ticks_each = 1000;  // of the puzzle that the script was called for last
  runner::HeldMemory held;

  // How many puzzles each pass had, that in progress included, and what was asked of it.
  std::vector<std::size_t> sizes;
  std::vector<std::size_t> chunks;
  std::vector<std::size_t> least;
  std::vector<bool> stamped;
  std::vector<std::uint64_t> limits;
  std::vector<Nanoseconds> time_limits;
  std::vector<Nanoseconds> time_left;  // of passes with an end

 private:
  runner::PassResult pass(const runner::Work& work, const Budget& budget,
                          std::span<std::uint64_t> ticks) override {
    runner::PassResult result{.running = says_running, .off_clock = off_clock_too};
    sizes.push_back(work.puzzles.size());
    chunks.push_back(work.chunk);
    least.push_back(work.least);
    stamped.push_back(!ticks.empty());
    limits.push_back(budget.solution_limit);
    time_limits.push_back(budget.time_limit);
    if (work.until) time_left.push_back(*work.until - SteadyClock::now());
    for (std::size_t i = 0; i < work.puzzles.size(); ++i) {
      work.answers[i] = script(work.puzzles[i], budget, i);
      if (!ticks.empty()) ticks[i] = ticks_each;
      if (const runner::Incident found = incident(i); !found.reason.empty()) {
        result.incidents[i] = found;
        work.answers[i].outcome = found.outcome;
      }
    }
    result.time = takes;  // as the script has set it
    return result;
  }
};

// What a solver does that says the same of every puzzle.
inline ScriptedRunner::Script always(const Answer& answer) {
  return [answer](const Grid&, const Budget&, std::size_t) { return answer; };
}

// What befalls the puzzle at `position` of each call.
inline auto only_at(std::size_t position, Outcome outcome, const char* reason) {
  return [=](std::size_t i) {
    return runner::Incident{.outcome = outcome, .reason = i == position ? reason : ""};
  };
}

}  // namespace sudoku::run
