// What the result document knows of single puzzles: who was fast where. Sums and counts only, so
// that the figures of parts of a dataset add up to those of the whole. log_bins.h cuts the bins.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sudoku {

// Bins that hold something, ascending, with what they hold.
struct BinsRecord {
  std::vector<std::uint64_t> bin;
  std::vector<std::uint64_t> count;
};

// The same in two dimensions, ascending by x, then y.
struct CellsRecord {
  std::vector<std::uint64_t> x;
  std::vector<std::uint64_t> y;
  std::vector<std::uint64_t> count;
};

// One solver among the others of its field.
struct FieldEntry {
  std::string solver;
  std::uint64_t total_ps = 0;  // over the puzzles that it solved
  std::uint64_t solved = 0;    // of the field's puzzles
  std::uint64_t fastest = 0;   // nobody was faster
  std::uint64_t alone = 0;     // everybody else needed more than kClearly as long
  BinsRecord ratios;           // of its times over the best times; bin 0: not solved
};

// All solvers that met the same sample, on the puzzles that all of them met.
struct FieldRecord {
  double sample_rate = 1;
  std::uint64_t puzzles = 0;
  std::uint64_t best_total_ps = 0;  // the virtual best solver: the best time of each puzzle
  std::uint64_t unsolved = 0;       // by any of them
  std::vector<FieldEntry> entries;
};

// Two solvers on the puzzles both met.
struct DuelRecord {
  std::string a;
  std::string b;
  std::uint64_t puzzles = 0;
  std::uint64_t a_faster = 0;  // b needed more than kClearly as long, or did not solve it
  std::uint64_t b_faster = 0;
  CellsRecord cells;  // bins of a's time (x) and b's (y); bin 0: not solved
};

// Less than this between two times is not a difference but noise of the clock.
inline constexpr double kClearly = 1.1;

// The solvers of one dataset and thread count that take puzzles one at a time: only they have a
// time for each.
struct ContestRecord {
  std::string dataset;
  std::uint64_t threads = 1;
  std::vector<FieldRecord> fields;  // largest sample first
  std::vector<DuelRecord> duels;
};

}  // namespace sudoku
