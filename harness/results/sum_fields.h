// The names of sums, in the manner of figure_fields.h.
#pragma once

#include "harness/results/contest_fields.h"
#include "harness/results/figure_fields.h"
#include "harness/results/row_fields.h"
#include "harness/results/sums.h"

namespace sudoku {

template <typename Archive>
void fields(Archive& in, Is<TimeSums> auto& times) {
  in.field("min", times.min);
  in.field("max", times.max);
  in.field("total", times.total);
  in.field("histogram", times.histogram);
  in.field("histogram_all_samples", times.histogram_all_samples);
  in.field("par2", times.par2);
  in.field("guess_time", times.guess_time);
}

template <typename Archive>
void fields(Archive& in, Is<RowSums> auto& row) {
  in.field("puzzles", row.puzzles);
  in.outcomes("outcomes", row.outcomes);
  in.field("guesses", row.guesses);
  in.field("without_guess", row.without_guess);
  in.field("unsteady", row.unsteady);
  in.field("tally", row.tally);
  in.field("instructions", row.instructions);
  in.field("instructions_puzzles", row.instructions_puzzles);
  in.field("logic", row.logic);
  in.field("confirmed", row.confirmed);
  in.field("solutions_asked", row.solutions_asked);
  in.digest("digest", row.digest);
  in.field("peak_memory_bytes", row.peak_memory_bytes);
  in.field("blocks", row.blocks);
  in.field("subsamples", row.subsamples);
  in.field("nested", row.nested);
  in.field("times", row.times);
  in.field("slowest", row.slowest);
  in.field("wrong_answers", row.wrong_answers);
  in.field("incidents", row.incidents);
  in.field("disqualified", row.disqualified);
  in.field("complete", row.complete);
  in.field("spent_ns", row.spent_ns);
}

template <typename Archive>
void fields(Archive& in, Is<HeatSums> auto& heat) {
  in.field("blocks", heat.blocks);
  in.field("rows", heat.rows);
  in.field("contests", heat.contests);
  in.field("undecided", heat.undecided);
}

}  // namespace sudoku
