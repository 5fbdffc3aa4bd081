// What a report shows of one dataset, in the order it shows it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/results/result.h"
#include "harness/results/samples.h"

namespace sudoku {

// Refers to the result it was made of, which has to outlive it.
struct View {
  const RunResult& run;
  const DatasetRecord& dataset;
  // Fastest first; then those that gave up on puzzles, by how many and by PAR-2, those that solved
  // only a part, and voided ones last.
  std::vector<const ResultRecord*> rows;
  bool sweep = false;  // over thread counts: a solver has more than one row
  // What is known of a machine whose speed changed during the run (comparison.h), or empty.
  std::string machine_movement = {};
};

View view_of(const RunResult& run, const DatasetRecord& dataset);

std::uint64_t count_of(const ResultRecord& row, Outcome outcome);

// A wrong answer voids a row, and so does a disqualification: its figures are not shown.
bool is_void(const ResultRecord& row);

// It left puzzles that it could not solve: its speed is that of another task.
bool is_partial(const ResultRecord& row);

// What stands in place of a void row's speed: "WRONG: 3 answers", "DISQUALIFIED".
std::string void_text(const ResultRecord& row);

// Whether its speed is that of solving: not of giving up on puzzles, and not void.
bool has_ranked_speed(const ResultRecord& row);

// What stands in place of the speed of any other row: void_text(), "solved none", or "≤ 42.3" where
// puzzles that were given up count with the time spent.
std::string text_without_speed(const ResultRecord& row);

// "mrv", or "mrv (2 threads)" in a sweep.
std::string label_of(const View& view, const ResultRecord& row);

// "1 answer", "3 answers".
std::string plural(std::uint64_t count, const std::string& noun);

// Whether so many puzzles timed out that the quantile (0..1) of the latencies falls among them.
bool is_censored(const ResultRecord& row, double quantile);

// What a latency quantile reads: "12.3 µs", or ">1 s" when so many puzzles timed out that the
// quantile falls among them. `quantile` is in 0..1, `latency_ns` its value as recorded.
std::string quantile_text(const View& view, const ResultRecord& row, double quantile,
                          double latency_ns);

// ">1 s": the time after which a puzzle of the row was given up. `latency_ns` stands in without a
// limit.
std::string censored_text(const RunResult& run, const ResultRecord& row, double latency_ns);

}  // namespace sudoku
