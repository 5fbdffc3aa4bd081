// What solvers find out about the puzzles of a dataset, gathered a block at a time: clues, numbers
// of solutions, repeats, faults and difficulty.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "harness/base/random.h"
#include "harness/dataset/reader.h"
#include "solvers/solver.h"

namespace sudoku::dataset {

// Counts how often each value was met, exactly, so that quantiles are exact, too. Memory grows with
// the number of different values.
class Distribution {
 public:
  void add(double value);

  std::uint64_t count() const { return count_; }

  // Counts by value, the least value first.
  const std::map<double, std::uint64_t>& counts() const { return counts_; }

  std::uint64_t count_of(double value) const;

  // Both need one value at least. The quantile is the least value that at least `share` of all
  // values do not exceed.
  double mean() const;
  double quantile(double share) const;

 private:
  std::map<double, std::uint64_t> counts_;
  std::uint64_t count_ = 0;
};

struct Profile {
  std::uint64_t puzzles = 0;
  std::array<std::uint64_t, kCells + 1> clues{};  // puzzles by their number of clues
  std::uint64_t proper = 0;
  std::uint64_t several = 0;
  std::uint64_t none = 0;
  std::uint64_t minimal = 0;  // proper puzzles of which no clue can go
  Distribution guesses;
  Distribution ratings;  // of the puzzles that have one

  // `minimal` holds 1 for each minimal puzzle of the block and 0 for the others.
  void add(const Block& block, std::span<const Answer> answers, std::span<const char> minimal);
};

// Counts puzzles that repeat an earlier one. Compares 64-bit hashes, in less than 7 bytes of memory
// for each puzzle: 16 bits of a hash tell where its other 48 are kept. Of n puzzles, the chance
// that any two different ones look the same is below n^2 / 2^65: for 10 million, 3 in a million,
// and then the count is one too high.
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

  using Rest = std::array<std::uint16_t, 3>;  // the low 48 bits of a hash

  // Lists grow by chunks: vectors would have room for up to twice what is in them.
  struct Chunk {
    std::uint32_t before = kNone;
    std::uint16_t size = 0;
    std::array<Rest, kInChunk> rests{};
  };

  void gather(std::uint32_t chunk, std::vector<Rest>& rests) const;

  std::deque<Chunk> chunks_;
  std::vector<std::uint32_t> last_;  // last chunk of each list
};

// A puzzle that is not proper, or whose declared solution is wrong, and why.
struct Fault {
  std::uint64_t line = 0;
  std::string reason;
};

// Collects what is wrong with the puzzles of a dataset, once a solver has answered them.
class Verification {
 public:
  struct Counts {
    std::uint64_t puzzles = 0;
    std::uint64_t proper = 0;
    std::uint64_t several = 0;
    std::uint64_t none = 0;
    std::uint64_t declared = 0;  // declared solutions
    std::uint64_t wrong = 0;     // declared solutions that are wrong

    bool operator==(const Counts&) const = default;
  };

  // `solution_limit` is that of the answers, at least 2.
  explicit Verification(std::uint64_t solution_limit) : limit_(solution_limit) {}

  // `answers` come from a solver that proves its answers.
  void add(const Block& block, std::span<const Answer> answers);

  const Counts& counts() const { return counts_; }

  bool is_faultless() const { return counts_.proper == counts_.puzzles && counts_.wrong == 0; }

  // Faults of the last block, in its order.
  const std::vector<Fault>& faults() const { return faults_; }

 private:
  void judge(const Answer& answer, std::uint64_t line);
  void judge_declared(const Grid& puzzle, const Grid& declared, const Answer& answer,
                      std::uint64_t line);

  std::uint64_t limit_;
  Counts counts_;
  std::vector<Fault> faults_;
};

// What a solver spends on a puzzle.
struct Effort {
  double guesses = 0;  // mean over the isomorphs; the same on every machine
  double time_ns = 0;  // mean over the isomorphs, by the wall clock
};

// The level above all techniques: search is needed.
inline constexpr int kLevelOfSearch = static_cast<int>(kTechniques);

// How hard a puzzle is for people.
struct Rating {
  Outcome outcome = Outcome::unanswered;  // as the first solver found it
  Technique hardest = Technique::none;    // meaningless at kLevelOfSearch
  // 0, for a puzzle that needs no technique, to kLevelOfSearch. Null for puzzles that are not
  // proper: people cannot solve them.
  std::optional<int> level = std::nullopt;
};

struct RatingTerms {
  std::uint64_t isomorphs = 8;  // of each puzzle; 0: the puzzle as given
  std::uint64_t seed = 1;
  const std::atomic<bool>* cancelled = nullptr;
};

// Rates puzzles by the techniques that people need, and by what solvers spend on isomorphs of them.
// One per thread, for the solvers are its own.
class Rater {
 public:
  // `logic` tells the hardest technique; `solvers` search and prove uniqueness.
  Rater(Solver& logic, std::vector<Solver*> solvers, const RatingTerms& terms)
      : logic_(logic), solvers_(std::move(solvers)), terms_(terms) {}

  // `index` is the puzzle's in its dataset and, with the seed, decides which isomorphs are drawn;
  // `efforts` has a place for each solver.
  Rating rate(const Grid& puzzle, std::uint64_t index, std::span<Effort> efforts);

 private:
  void draw_isomorphs(const Grid& puzzle, std::uint64_t index);
  Effort measure(Solver& solver);

  Solver& logic_;
  std::vector<Solver*> solvers_;
  RatingTerms terms_;
  std::vector<Grid> isomorphs_;
  std::vector<Answer> answers_;
};

}  // namespace sudoku::dataset
