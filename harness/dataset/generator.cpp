#include "harness/dataset/generator.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "harness/base/random.h"
#include "harness/dataset/full_grid.h"
#include "harness/dataset/reduction.h"
#include "solvers/singles.h"

namespace sudoku::dataset {

// Builder of one puzzle. It does not call a solver but asks for the answers to puzzles, so that
// those of many builders can be solved as a batch. The puzzle depends only on the builder's random
// numbers and on the answers.
class PuzzleBuilder {
 public:
  explicit PuzzleBuilder(const base::Random& random) : random_(random) {}

  PuzzleBuilder(const PuzzleBuilder&) = delete;
  PuzzleBuilder& operator=(const PuzzleBuilder&) = delete;
  virtual ~PuzzleBuilder() = default;

  // The puzzle to solve next, for the answer that advance() needs; unset: it needs none.
  std::optional<Grid> question() const {
    return is_asking() ? std::optional(reduction_->question()) : std::nullopt;
  }

  // Does one step of building, given the answer to question(). Returns true after the last step.
  virtual bool advance(const Answer& answer) = 0;

  const GeneratedPuzzle& puzzle() const { return puzzle_; }

 protected:
  bool is_asking() const { return reduction_ && !reduction_->done(); }

  // Begins to remove clues in random order while there is only one solution.
  void reduce(const Grid& puzzle, int fewest) {
    reduction_.emplace(puzzle, random_order(random_), fewest);
  }

  base::Random random_;
  GeneratedPuzzle puzzle_;
  std::optional<Reduction> reduction_;
};

namespace {

class FullGrid final : public PuzzleBuilder {
 public:
  using PuzzleBuilder::PuzzleBuilder;

  bool advance(const Answer& /*answer*/) override {
    puzzle_.solution = draw_full_grid(random_);
    puzzle_.puzzle = puzzle_.solution;
    return true;
  }
};

// Last step of generating a puzzle: may change it; returns false to discard it.
using LastChange = bool (*)(GeneratedPuzzle& puzzle, base::Random& random);

// Copies one to four random cells of `from`, of those that differ in `to`.
void copy_few(const Grid& from, Grid& to, base::Random& random) {
  auto left = 1 + random.below(4);
  for (const int cell : random_order(random)) {
    if (to.cells[cell] == from.cells[cell]) continue;
    to.cells[cell] = from.cells[cell];
    if (--left == 0) break;
  }
}

// Removes clues of a minimal puzzle, so that it has several solutions.
bool leave_clues_out(GeneratedPuzzle& puzzle, base::Random& random) {
  copy_few(kEmptyGrid, puzzle.puzzle, random);
  puzzle.solution = kEmptyGrid;
  return true;
}

// Adds the first wrong digit, in random order, that neither clues nor singles refute, so that only
// a search shows that there is no solution. Returns false, changing nothing, without such a digit.
bool add_wrong_digit(GeneratedPuzzle& puzzle, base::Random& random) {
  for (const int cell : random_order(random)) {
    if (puzzle.puzzle.cells[cell] != kBlank) continue;
    const char wrong = static_cast<char>('1' + random.below(9));
    if (wrong == puzzle.solution.cells[cell]) continue;
    puzzle.puzzle.cells[cell] = wrong;
    if (try_singles(puzzle.puzzle) == Outcome::incomplete) {
      puzzle.solution = kEmptyGrid;
      return true;
    }
    puzzle.puzzle.cells[cell] = kBlank;
  }
  return false;
}

// Removes clues of a full grid.
class TopDown final : public PuzzleBuilder {
 public:
  // `clues` is the number of clues to leave; 0: as few as possible. `last_change` may be null.
  TopDown(const base::Random& random, int clues, LastChange last_change = nullptr)
      : PuzzleBuilder(random), clues_(clues), last_change_(last_change) {}

  bool advance(const Answer& answer) override {
    if (is_asking()) reduction_->receive(answer.outcome == Outcome::unique);
    if (reduction_ && !is_hopeless()) {
      if (!reduction_->done()) return false;
      puzzle_.puzzle = reduction_->puzzle();
      if (last_change_ == nullptr || last_change_(puzzle_, random_)) return true;
    }
    puzzle_.solution = draw_full_grid(random_);
    reduce(puzzle_.solution, clues_);
    return false;
  }

 private:
  bool is_hopeless() const {
    if (clues_ == 0) return false;
    return reduction_->needed() > clues_ || (reduction_->done() && reduction_->clues() > clues_);
  }

  int clues_;
  LastChange last_change_;
};

// Hill climbing from a minimal puzzle to harder ones of the same grid: adds some clues, then
// removes clues; keeps the result in puzzle_ unless it is easier.
class Hard final : public PuzzleBuilder {
 public:
  Hard(const base::Random& random, std::uint64_t steps, Solver& scorer)
      : PuzzleBuilder(random), steps_left_(steps), scorer_(scorer) {}

  bool advance(const Answer& answer) override {
    if (!reduction_) {
      puzzle_.solution = draw_full_grid(random_);
      reduce(puzzle_.solution, 0);
      return false;
    }
    reduction_->receive(answer.outcome == Outcome::unique);
    if (!reduction_->done()) return false;
    consider(reduction_->puzzle());
    if (steps_left_-- == 0) return true;
    // Measured: more than four clues added give results as easy as any minimal puzzle.
    Grid with_more_clues = puzzle_.puzzle;
    copy_few(puzzle_.solution, with_more_clues, random_);
    reduce(with_more_clues, 0);
    return false;
  }

 private:
  void consider(const Grid& puzzle) {
    if (puzzle == puzzle_.puzzle) return;
    const std::uint64_t guesses = solve_one(scorer_, puzzle, {}).guesses;
    if (guesses < guesses_) return;
    guesses_ = guesses;
    puzzle_.puzzle = puzzle;
  }

  std::uint64_t steps_left_;
  Solver& scorer_;
  std::uint64_t guesses_ = 0;  // those that puzzle_ needs
};

// Removes clues of a full grid in random order while singles solve the puzzle.
class Easy final : public PuzzleBuilder {
 public:
  explicit Easy(const base::Random& random)
      : PuzzleBuilder(random), clues_(30 + static_cast<int>(random_.below(7))) {}

  bool advance(const Answer& /*answer*/) override {
    puzzle_.solution = draw_full_grid(random_);
    Reduction reduction(puzzle_.solution, random_order(random_), clues_);
    while (!reduction.done() && reduction.needed() <= clues_)
      reduction.receive(try_singles(reduction.question()) == Outcome::unique);
    puzzle_.puzzle = reduction.puzzle();
    return reduction.clues() == clues_;
  }

 private:
  int clues_;
};

std::unique_ptr<PuzzleBuilder> new_builder(const GeneratorOptions& options,
                                           const base::Random& random, Solver& scorer) {
  switch (options.kind) {
    case PuzzleKind::full:
      return std::make_unique<FullGrid>(random);
    case PuzzleKind::minimal:
      return std::make_unique<TopDown>(random, 0);
    case PuzzleKind::clues:
      return std::make_unique<TopDown>(random, options.clues);
    case PuzzleKind::easy:
      return std::make_unique<Easy>(random);
    case PuzzleKind::hard:
      return std::make_unique<Hard>(random, options.steps, scorer);
    case PuzzleKind::several:
      return std::make_unique<TopDown>(random, 0, leave_clues_out);
    case PuzzleKind::none:
      break;
  }
  return std::make_unique<TopDown>(random, 0, add_wrong_digit);
}

}  // namespace

BatchGenerator::BatchGenerator(const GeneratorOptions& options, Solver& solver, Solver& scorer)
    : options_(options), solver_(solver), scorer_(scorer) {}

BatchGenerator::~BatchGenerator() = default;

void BatchGenerator::make(std::uint64_t first, std::span<GeneratedPuzzle> puzzles,
                          const std::atomic<bool>& cancelled) {
  open_.clear();
  for (std::size_t place = 0; place < puzzles.size(); ++place) {
    const base::Random random(base::mix(base::mix(options_.seed) + first + place));
    open_.push_back({new_builder(options_, random, scorer_), place});
  }
  while (!open_.empty() && !cancelled) {
    questions_.clear();
    for (const Open& open : open_)
      if (const auto question = open.builder->question()) questions_.push_back(*question);
    answers_.assign(questions_.size(), {});
    solver_.solve(questions_, {.cancelled = &cancelled}, answers_);
    advance(puzzles, cancelled);
  }
}

void BatchGenerator::advance(std::span<GeneratedPuzzle> puzzles,
                             const std::atomic<bool>& cancelled) {
  std::size_t asked = 0;
  std::size_t kept = 0;
  for (Open& open : open_) {
    if (cancelled) return;
    const bool is_asking = open.builder->question().has_value();
    if (open.builder->advance(is_asking ? answers_[asked++] : Answer{})) {
      puzzles[open.place] = open.builder->puzzle();
    } else {
      std::swap(open_[kept++], open);
    }
  }
  open_.resize(kept);
}

}  // namespace sudoku::dataset
