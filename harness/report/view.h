// What reports are made from: result documents, the rows of one dataset in the order in which they
// are shown, and the words and curves that all kinds of reports share.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/result/document.h"
#include "harness/result/row.h"

namespace sudoku::report {

// What a report shows of one dataset. Refers to the result it was made of, which has to outlive it.
struct View {
  const result::RunResult& run;
  const result::DatasetRecord& dataset;
  // Fastest first; then those that gave up on puzzles, by how many and by PAR-2, those that solved
  // only a part, and voided ones last.
  std::vector<const result::Row*> rows;
  bool sweep = false;  // over thread counts: a solver has more than one row
  // What is known of a machine whose speed changed during the run (comparison.h), or empty.
  std::string machine_movement = {};
};

View view_of(const result::RunResult& run, const result::DatasetRecord& dataset);

// How many of its puzzles the row decided: how many solutions they have, or, at limit 1, one.
std::uint64_t decided(const result::Row& row);

// Whether the row left puzzles that it could not solve: its speed is that of another task.
bool is_partial(const result::Row& row);

// What stands in place of a void row's speed: "WRONG: 3 answers", "DISQUALIFIED".
std::string void_text(const result::Row& row);

// Whether the row's speed is that of solving: not of giving up on puzzles, and not void.
bool has_ranked_speed(const result::Row& row);

// What stands in place of the speed of any other row: void_text(), "solved none", or "≤ 42.3" where
// puzzles that were given up count with the time spent.
std::string text_without_speed(const result::Row& row);

// "mrv", or "mrv (2 threads)" in a sweep.
std::string label_of(const View& view, const result::Row& row);

// "1 answer", "3 answers".
std::string plural(std::uint64_t count, const std::string& noun);

// Whether so many puzzles timed out that the quantile (0..1) of the latencies falls among them.
bool is_censored(const result::Row& row, double quantile);

// ">1 s": the time after which a puzzle of the row was given up. `latency_ns` stands in without a
// limit.
std::string censored_text(const result::RunResult& run, const result::Row& row, double latency_ns);

// What a latency quantile reads: "12.3 µs", or ">1 s" when so many puzzles timed out that the
// quantile falls among them. `quantile` is in 0..1, `latency_ns` its value as recorded.
std::string quantile_text(const View& view, const result::Row& row, double quantile,
                          double latency_ns);

// The time of a slow puzzle of the row: "12.3 ms", ">1 s".
std::string slow_time(const result::RunResult& run, const result::Row& row,
                      const result::SlowPuzzle& slow);

// The complementary cumulative distribution of a row's latencies: t0, share above t0, t1, …, with
// times in ns ascending. Begins with share 1, ends with the share that was not solved. Points
// closer than `step` (decades, of time and share together) are left out.
std::vector<double> latency_curve(const result::Row& row, double step);

// A result document that a report is made of.
struct ReportInput {
  std::string file;  // as named on the command line
  result::RunResult run;
};

// A verdict on two runs, reached elsewhere, that a page shows before what it finds itself.
struct Judgement {
  struct Check {
    std::string row;
    std::string check;
    std::string verdict;  // a word
    std::string what;
    bool is_bad = false;
  };

  std::string verdict;  // a sentence
  bool is_bad = false;
  std::vector<std::string> sentences;  // what else is to be said
  std::vector<Check> checks;
};

}  // namespace sudoku::report
