// What there is to know of a dataset, gathered a block at a time: clues, faults, difficulty.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/base/random.h"
#include "harness/dataset/reader.h"
#include "solvers/solver.h"

namespace sudoku::dataset {

// How often each value was met: exact, so that quantiles are, too. Memory grows with the number of
// different values.
class Distribution {
 public:
  void add(double value);

  std::uint64_t count() const { return count_; }

  // How often each value was met, least first.
  const std::map<double, std::uint64_t>& counts() const { return counts_; }

  std::uint64_t count_of(double value) const;

  // At least one value must have been added to ask for these.
  double mean() const;
  double quantile(double share) const;  // the least value that so many are not above

 private:
  std::map<double, std::uint64_t> counts_;
  std::uint64_t count_ = 0;
};

struct Profile {
  std::uint64_t puzzles = 0;
  std::array<std::uint64_t, kCells + 1> clues{};  // puzzles with so many
  std::uint64_t proper = 0;
  std::uint64_t several = 0;
  std::uint64_t none = 0;
  std::uint64_t minimal = 0;  // of the proper ones
  Distribution guesses;
  Distribution ratings;  // of the puzzles that have one

  // `minimal` says for each puzzle 1 or 0.
  void add(const Block& block, std::span<const Answer> answers, std::span<const char> minimal);
};

// What is wrong with the puzzles of a dataset, once a solver has answered them.

struct Fault {
  std::uint64_t line = 0;
  std::string reason;
};

class Verification {
 public:
  struct Counts {
    std::uint64_t puzzles = 0;
    std::uint64_t proper = 0;
    std::uint64_t several = 0;
    std::uint64_t none = 0;
    std::uint64_t declared = 0;  // solutions
    std::uint64_t wrong = 0;     // of those

    bool operator==(const Counts&) const = default;
  };

  // `solution_limit` is what the answers were looked for with, at least 2.
  explicit Verification(std::uint64_t solution_limit) : limit_(solution_limit) {}

  // Answers come from a solver that proves what it says.
  void add(const Block& block, std::span<const Answer> answers);

  const Counts& counts() const { return counts_; }

  bool is_faultless() const { return counts_.proper == counts_.puzzles && counts_.wrong == 0; }

  // Those of the last block, in its order.
  const std::vector<Fault>& faults() const { return faults_; }

 private:
  void judge(const Answer& answer, std::uint64_t line);
  void judge_declared(const Grid& puzzle, const Grid& declared, const Answer& answer,
                      std::uint64_t line);

  std::uint64_t limit_;
  Counts counts_;
  std::vector<Fault> faults_;
};

// How hard puzzles are: for people, by the techniques they need, and for solvers, by what they
// spend on isomorphs of them.

struct Effort {
  double guesses = 0;  // mean over the isomorphs; the same on every machine
  double time_ns = 0;  // mean over the isomorphs, by the wall clock
};

// The level above all techniques: search is needed.
inline constexpr int kLevelOfSearch = static_cast<int>(kTechniques);

struct Rating {
  Outcome outcome = Outcome::unanswered;  // as the first solver found it
  Technique hardest = Technique::none;    // meaningless above kLevelOfSearch
  // 0 for none to kLevelOfSearch, of proper puzzles: others have no difficulty for people.
  std::optional<int> level = std::nullopt;
};

struct RatingTerms {
  std::uint64_t isomorphs = 8;  // 0: the puzzle as it stands
  std::uint64_t seed = 1;
  const std::atomic<bool>* cancelled = nullptr;
};

// One thread's: the solvers are its own.
class Rater {
 public:
  // `logic` tells the hardest technique; the others search and prove uniqueness.
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
