// The first of the two passes over an input: what is in the file, before anything is measured.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "harness/dataset/reader.h"
#include "solvers/sudoku.h"

namespace sudoku::dataset {

struct Survey {
  static constexpr std::size_t kPilots = 512;

  std::uint64_t puzzles = 0;
  Quarantine quarantine;
  std::string sha256;
  std::uint64_t declared = 0;             // puzzles with a declared solution
  std::uint64_t declared_wrong = 0;       // declared solutions that do not solve their puzzle
  std::uint64_t declared_wrong_line = 0;  // line of the first of these; 0: none
  int clues_min = 0;
  double clues_mean = 0;
  int clues_max = 0;
  // Up to kPilots puzzles drawn uniformly from the whole file, in random order, for a pilot
  // measurement.
  std::vector<Grid> pilots;
};

// Called now and then with the bytes read so far and in all; returning false stops the survey.
using SurveyProgress = std::function<bool(std::uint64_t read, std::uint64_t total)>;

// Throws InputError as PuzzleReader does.
Survey survey(const InputFile& file, const ReadOptions& options, std::uint64_t seed,
              const SurveyProgress& progress);

}  // namespace sudoku::dataset
