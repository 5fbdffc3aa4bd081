// Puzzles that became much slower from one build to the next, where the mean over a file hides it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/compare/gate.h"

namespace sudoku::compare {

struct PuzzleTime {
  std::string puzzle;
  double ns = 0;
};

// Times of a row's puzzles by their lines in its file: those answered in time, one by one.
using PuzzleTimes = std::map<std::uint64_t, PuzzleTime>;

// Times of a row's puzzles with both builds.
struct TimesOfBoth {
  PuzzleTimes base;
  PuzzleTimes candidate;
};

// Adds what `run --puzzle-csv` wrote about `rows` to their `times` with one build. Of a puzzle's
// two times, the shorter one stays: other work only makes a puzzle slower. Throws InputError.
void add_puzzle_times(const std::string& path, const std::vector<const result::Row*>& rows,
                      PuzzleTimes TimesOfBoth::*build, std::vector<TimesOfBoth>& times);

// Finding on a row from the times of all its puzzles. Puzzles that take at least twice as long are
// a slow-down if that costs more than `threshold` of the time of all puzzles. They are noted only
// if others take less than half as long and save as much. None when they are more than a twentieth
// of all, for then the mean shows it.
std::optional<CheckRecord> judge_puzzles(const TimesOfBoth& times, double threshold);

}  // namespace sudoku::compare
