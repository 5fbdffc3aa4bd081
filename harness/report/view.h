// Input of all reports: result documents, ordered rows of a dataset, and shared texts and curves.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/result/comparison.h"
#include "harness/result/document.h"
#include "harness/result/row.h"

namespace sudoku::report {

// Rows of one dataset in display order. Refers to the result, which has to outlive it.
struct View {
  const result::RunResult& run;
  const result::DatasetRecord& dataset;
  // Fastest first; then rows that gave up on puzzles, by their share and PAR-2; then rows that did
  // less work, rows that got stuck, and rows without a speed; void rows last.
  std::vector<const result::Row*> rows;
  bool is_race = false;  // so many external solvers that all are ranked alike
  bool sweep = false;    // a solver has rows for several thread counts
  // Most solutions that a row's solver looks for, as result::solutions_sought().
  std::uint64_t most_sought = 0;
  // Sentence on a machine whose speed changed during the run (comparison.h), or empty.
  std::string machine_movement = {};
};

View view_of(const result::RunResult& run, const result::DatasetRecord& dataset);

// Whether the row's solver is the user's own: an external one, but in a race.
bool is_own(const View& view, const result::Row& row);

// Number of puzzles that a solver decided: solutions counted, or one found if only one was wanted.
std::uint64_t decided(const result::Row& row);

// Why the figures of a run are partial: it was interrupted, or a merge lacks shards. Empty for a
// complete run.
std::string why_partial(const result::RunResult& run);

// Returns whether the row's solver looks for fewer solutions than another one: it did less work,
// and its speed is not ranked.
bool does_less(const View& view, const result::Row& row);

// Text in place of a void row's speed: "WRONG: 3 answers", "DISQUALIFIED".
std::string void_text(const result::Row& row);

// Returns whether the row has a speed that may be compared with those of all other rows: it did the
// whole task on all its puzzles.
bool is_sound(const View& view, const result::Row& row);

// Text in place of the speed of a row that gave up, or is worse: void_text(), "solved none", or
// "≤ 42.3" where puzzles given up count with the time spent on them.
std::string text_without_speed(const result::Row& row);

// The row of the reference solver on as many threads as `row`; null if there is none.
const result::Row* reference_of(const View& view, const result::Row& row);

// Speed of `a` over `b`; none if they were given other puzzles.
std::optional<result::PairRatio> pair_of(const View& view, const result::Row& a,
                                         const result::Row& b);

// Least factor by which a row that gave up on puzzles is slower than its reference; NaN if it did
// not, or if the factor is unknown or no slow-down.
double least_slowdown(const View& view, const result::Row& row);

// A speed ratio for a table: "25.1× faster (24.7–25.5)", "~303× slower (unstable)".
std::string speedup_text(const result::SpeedupRecord& speedup);

// Ends of the interval of a ratio: "455× slower to 205× slower".
std::string ends_text(const base::Estimate& ratio);

// Why a ratio has no value, or no interval to rely on: "unstable: 455× slower to 205× slower".
// Empty: it has.
std::string reason_text(const result::SpeedupRecord& ratio);

// As above, of the speed of `a` over `b`, whose speeds may not be comparable at all.
std::string reason_text(const result::SpeedupRecord& ratio, const result::Row& a,
                        const result::Row& b);

// Row label: "mrv", or "mrv (2 threads)" where a solver ran with several thread counts.
std::string label_of(const View& view, const result::Row& row);

// Number of a row's puzzles whose latency is known: not those that timed out or crashed.
std::uint64_t timed_within_limit(const result::Row& row);

// Returns whether the latency quantile (0 to 1) falls among the puzzles that timed out.
bool is_censored(const result::Row& row, double quantile);

// Time limit for a puzzle of the row in seconds, as the run applied it; 0: none.
double limit_s(const result::RunResult& run, const result::Row& row);

// Time of a puzzle given up: ">1 s" from its time limit or, without a limit, from `latency_ns`.
std::string censored_text(const result::RunResult& run, const result::Row& row, double latency_ns);

// Complementary cumulative distribution of a row's latencies: t0, share above t0, t1, …, with times
// in ns ascending. Starts at share 1 and ends at the share not solved. Points closer than `step`
// (decades, of time and share together) are left out.
std::vector<double> latency_curve(const result::Row& row, double step);

struct ReportInput {
  std::string file;  // result file as named on the command line
  result::RunResult run;
};

// Label of a run: its file's name without ".json", or the path where that is ambiguous.
std::string label_of(std::span<const ReportInput> inputs, const ReportInput& input);

}  // namespace sudoku::report
