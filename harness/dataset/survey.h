// The first of the two passes over an input: what is in the file, before anything is measured, and
// how many puzzles repeat an earlier one.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
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
  std::uint64_t declared_wrong = 0;       // of these, where it does not solve the puzzle
  std::uint64_t declared_wrong_line = 0;  // of the first of these
  int clues_min = 0;
  double clues_mean = 0;
  int clues_max = 0;
  // Up to kPilots puzzles drawn uniformly from the whole file, in random order: what a pilot
  // measurement takes its puzzles from.
  std::vector<Grid> pilots;
};

// Called now and then with the bytes read so far and in all; returning false stops the survey.
using SurveyProgress = std::function<bool(std::uint64_t read, std::uint64_t total)>;

// Throws InputError as PuzzleReader does.
Survey survey(const InputFile& file, const ReadOptions& options, std::uint64_t seed,
              const SurveyProgress& progress);

// How many puzzles of a stream repeat an earlier one.

// Compares 64-bit hashes, in less than 7 bytes of memory for each puzzle: 16 bits of a hash tell
// where its other 48 are kept. Of n puzzles, the chance that any two different ones look the same
// is below n^2 / 2^65: for 10 million, 3 in a million, and then the count is one too high.
class Duplicates {
 public:
  Duplicates() : last_(kLists, kNone) {}

  void add(const Grid& puzzle);

  // Puzzles added that are equal to one added before.
  std::uint64_t count() const;

 private:
  static constexpr std::size_t kLists = std::size_t{1} << 16;
  static constexpr std::size_t kInChunk = 24;
  static constexpr std::uint32_t kNone = UINT32_MAX;

  using Rest = std::array<std::uint16_t, 3>;  // of a hash

  // Lists grow by chunks: vectors would have room for up to twice what is in them.
  struct Chunk {
    std::uint32_t before = kNone;
    std::uint16_t size = 0;
    std::array<Rest, kInChunk> rests{};
  };

  void gather(std::uint32_t chunk, std::vector<Rest>& rests) const;

  std::deque<Chunk> chunks_;
  std::vector<std::uint32_t> last_;  // chunk of each list
};

}  // namespace sudoku::dataset
