// Legs of an A/B test as processes.
#pragma once

#include <atomic>
#include <chrono>
#include <map>
#include <string>
#include <vector>

#include "harness/gate/ab_legs.h"

namespace sudoku {

// A build to be measured: a program, and what only its legs are told.
struct AbBuild {
  std::string program;
  std::vector<std::string> options;
};

struct AbPlan {
  AbBuild base;
  AbBuild fresh;
  // Behind `run`, of both builds.
  std::vector<std::string> files;
  std::vector<std::string> words;
  std::string time_budget = "2s";  // of a whole leg, per solver and dataset
  std::uint64_t seed = 1;
  std::chrono::nanoseconds max_time{0};
  std::chrono::nanoseconds leg_timeout{0};
};

class AbProcesses final : public AbLegs {
 public:
  AbProcesses(AbPlan plan, const std::atomic<bool>& cancelled);

  // The first leg of all decides which sample the others get. Throws InputError when that one,
  // of BASE, ends with a mistake of the user's.
  RunResult run_whole(AbSide side) override;

  // Solvers of a suite's own tables, and files of a build's own options, are in every leg.
  RunResult run_timed(AbSide side, std::uint64_t sample, const AbRows& rows) override;
  double share_over() const override;

  bool is_cancelled() const override { return cancelled_.load(); }

 private:
  using Clock = std::chrono::steady_clock;

  // What the legs of a build are told of what they race.
  using Race = std::vector<std::string>;

  Race whole_race(const AbBuild& build) const;
  Race race_of(const AbBuild& build, const AbRows& rows) const;
  std::vector<std::string> files_of(const AbRows& rows) const;
  const AbBuild& build_of(AbSide side) const;

  RunResult run(AbSide side, const Race& race, const std::vector<std::string>& terms);
  std::string output_of(AbSide side, const std::vector<std::string>& command);
  void plan_sample(const RunResult& whole);

  AbPlan plan_;
  const std::atomic<bool>& cancelled_;
  Clock::time_point start_ = Clock::now();
  std::string whole_sample_;                  // empty: as much as the time budget allows
  std::map<std::string, std::string> paths_;  // of datasets, by name
  bool has_begun_ = false;
};

// A leg is this program first, which sees to it that it dies with the process that started it, and
// then becomes the build's: posix_spawn() cannot ask for that.
bool is_leg(const std::vector<std::string>& command);

// Returns only when the build's program cannot be run: the exit code.
int become_leg(std::vector<std::string> command);

// Whether a program has the control solver, and so its legs can have it. Throws Interrupted.
bool has_control(const std::string& program);

}  // namespace sudoku
