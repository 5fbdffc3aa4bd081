// Puzzles that became slower from one build to the next, where the mean over a file hides it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/compare/gate.h"

namespace sudoku::compare {

struct SlowedPuzzle {
  std::string puzzle;
  std::uint64_t line = 0;
  double before_ns = 0;
  double now_ns = 0;
  bool at_least = false;  // before_ns is an upper bound: not among the slowest then

  double ratio() const { return now_ns / before_ns; }
};

// Puzzles among the new row's ten slowest that take at least 5 % longer than before, largest ratio
// first. Empty for batch solvers and for rows over different puzzles.
std::vector<SlowedPuzzle> slowed_puzzles(const RowPair& pair);

// The three puzzles that slowed most: "line 17 (3.20×, 3.52 ms instead of 1.10 ms); …", or "".
std::string slowed_text(const RowPair& pair);

struct PuzzleTime {
  std::string puzzle;
  double ns = 0;
};

// Times of a row's puzzles by their lines in its file: those answered in time, one by one.
using PuzzleTimes = std::map<std::uint64_t, PuzzleTime>;

// Reads what `run --puzzle-csv` wrote about `rows`: an entry for each. Throws InputError.
std::vector<PuzzleTimes> read_puzzle_times(const std::string& path,
                                           const std::vector<const result::Row*>& rows);

// Puzzles that take at least twice as long as before, those that cost most first: at most 32. None
// when they are more than a twentieth of all, for then the mean shows it.
std::vector<SlowedPuzzle> suspects_among(const PuzzleTimes& base, const PuzzleTimes& candidate);

// Finding on a row from the times of all its puzzles, in one process of each build, and from those
// of its suspects when they were solved again (`again`), each under its line of the row. Puzzles
// that take twice as long again are a slow-down if that costs more than `threshold` of the time of
// all puzzles, and those that take less than half as long do not make up for it.
std::optional<CheckRecord> judge_puzzles(const PuzzleTimes& base, const PuzzleTimes& candidate,
                                         const std::vector<SlowedPuzzle>& again, double threshold);

}  // namespace sudoku::compare
