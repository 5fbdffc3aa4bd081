// A/B test of two builds: the schedule of its processes, as results/METHOD.md describes it. Each
// timed process appends its times to the rows of its side's document, and both documents are judged
// (compare/times.h).
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <vector>

#include "harness/compare/gate.h"
#include "harness/compare/slowed_puzzles.h"
#include "harness/result/document.h"
#include "harness/stats/time_verdict.h"

namespace sudoku::compare {

// Builds that an A/B test compares; each of its processes runs one and leaves a result.
enum class AbSide : std::uint8_t { base, candidate };

// Rows of a build's first process; they select the solvers and files to time later.
using AbRows = std::vector<const result::Row*>;

// An A/B test's process that ended without a result; what() names its build and how it ended.
struct ProcessFailure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Runs the processes of an A/B test. Both builds get the same puzzles.
class AbRunner {
 public:
  virtual ~AbRunner() = default;

  virtual bool has_base() const = 0;

  // Has a build solve as many puzzles as time allows, with all checks; the
  // candidate gets those of the base. Throws ProcessFailure.
  virtual result::RunResult run_whole(AbSide side) = 0;

  // Has both builds, this one first, solve the puzzles of `rows` one by one, and adds their times
  // to the row's entry. Throws ProcessFailure.
  virtual void time_puzzles(const AbRows& rows, AbSide first, std::vector<TimesOfBoth>& times) = 0;

  // Times a build on the small sample with this number. Solvers and files without a row in `rows`
  // stay out of the process. Throws ProcessFailure.
  virtual result::RunResult run_timed(AbSide side, std::uint64_t sample, const AbRows& rows) = 0;

  // Whether the time of a row of the first process counts, too, or only its answers.
  virtual bool is_timed(const result::Row& row) const = 0;

  // Has valgrind count the instructions of a build on a few puzzles of `rows`,
  // the same ones for both sides: rows with a count. Throws ProcessFailure.
  virtual result::RunResult run_counted(AbSide side, const AbRows& rows) = 0;

  // Elapsed share of the time allowed for the A/B test; may exceed 1.
  virtual double share_over() const = 0;

  // Returns whether the A/B test was interrupted; the findings so far are then final.
  virtual bool is_cancelled() const = 0;
};

struct AbSettings {
  GateSettings gate;
  bool by_valgrind = false;  // instructions are counted by run_counted()
  // The threshold is lower than in comparisons of results made apart: groups detect smaller
  // changes.
  stats::TimeRule rule = {.threshold = 0.02};
  std::uint64_t seed = 1;
  std::chrono::nanoseconds max_time = std::chrono::minutes(5);  // for the whole A/B test
};

struct AbReport {
  // The documents of both builds: results of their first processes, with the times of the others.
  result::RunResult base;
  result::RunResult candidate;
  Comparison comparison;  // refers to the results of both builds
};

// Called with the report of an A/B test whenever it has grown.
using AbObserver = std::function<void(const AbReport& report)>;

AbReport run_ab_trial(AbRunner& processes, const AbSettings& settings, const AbObserver& observer);

}  // namespace sudoku::compare
