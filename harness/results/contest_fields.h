// The names of what is known of single puzzles, in the manner of figure_fields.h.
#pragma once

#include "harness/results/contest.h"
#include "harness/results/figure_fields.h"

namespace sudoku {

template <typename Archive>
void fields(Archive& in, Is<BinsRecord> auto& bins) {
  in.field("bin", bins.bin);
  in.field("count", bins.count);
}

template <typename Archive>
void fields(Archive& in, Is<CellsRecord> auto& cells) {
  in.field("x", cells.x);
  in.field("y", cells.y);
  in.field("count", cells.count);
}

template <typename Archive>
void fields(Archive& in, Is<FieldEntry> auto& entry) {
  in.field("solver", entry.solver);
  in.picoseconds("total_ns", entry.total_ps);
  in.field("solved", entry.solved);
  in.field("fastest", entry.fastest);
  in.field("alone", entry.alone);
  in.field("ratios", entry.ratios);
}

template <typename Archive>
void fields(Archive& in, Is<FieldRecord> auto& field) {
  in.field("sample_rate", field.sample_rate);
  in.field("puzzles", field.puzzles);
  in.picoseconds("best_total_ns", field.best_total_ps);
  in.field("unsolved", field.unsolved);
  in.field("entries", field.entries);
}

template <typename Archive>
void fields(Archive& in, Is<DuelRecord> auto& duel) {
  in.field("a", duel.a);
  in.field("b", duel.b);
  in.field("puzzles", duel.puzzles);
  in.field("a_faster", duel.a_faster);
  in.field("b_faster", duel.b_faster);
  in.field("cells", duel.cells);
}

template <typename Archive>
void fields(Archive& in, Is<ContestRecord> auto& contest) {
  in.field("dataset", contest.dataset);
  in.field("threads", contest.threads);
  in.field("fields", contest.fields);
  in.field("duels", contest.duels);
}

}  // namespace sudoku
