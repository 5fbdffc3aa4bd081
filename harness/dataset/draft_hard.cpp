#include <optional>
#include <vector>

#include "harness/dataset/draft.h"
#include "harness/dataset/full_grid.h"
#include "harness/dataset/reduction.h"

namespace sudoku {

namespace {

// Climbs from a minimal puzzle to harder ones of the same grid: some clues come back, then all
// leave in random order as long as there is one solution; the new puzzle stays unless it is easier.
class Hard final : public Draft {
 public:
  Hard(const Random& random, const Climb& climb, const Score& score)
      : random_(random), climb_(climb), score_(score) {}

  const Grid* question() const override { return is_asking() ? &reduction_->question() : nullptr; }

  bool advance(const Answer& answer) override {
    if (!reduction_) {
      hardest_.solution = draw_full_grid(random_);
      reduce(hardest_.solution);
      return false;
    }
    reduction_->hear(answer.outcome == Outcome::unique);
    if (!reduction_->done()) return false;
    consider(reduction_->puzzle());
    if (steps_++ == climb_.steps || hardest_.score >= climb_.target) return true;
    reduce(with_more_clues(hardest_.puzzle));
    return false;
  }

  GeneratedPuzzle puzzle() const override { return hardest_; }

 private:
  bool is_asking() const { return reduction_ && !reduction_->done(); }

  void reduce(const Grid& puzzle) { reduction_.emplace(puzzle, random_order(random_), 0); }

  void consider(const Grid& puzzle) {
    if (puzzle == hardest_.puzzle) return;
    const double score = score_(puzzle);
    if (score < hardest_.score) return;
    hardest_.score = score;
    hardest_.puzzle = puzzle;
  }

  Grid with_more_clues(Grid puzzle) {
    auto more = 1 + random_.below(kMostBack);
    for (const int cell : random_order(random_)) {
      if (puzzle.cells[cell] != kBlank) continue;
      puzzle.cells[cell] = hardest_.solution.cells[cell];
      if (--more == 0) break;
    }
    return puzzle;
  }

  // Measured: more of them are as good as another minimal puzzle of the grid.
  static constexpr std::uint64_t kMostBack = 4;

  Random random_;
  Climb climb_;
  const Score& score_;
  std::optional<Reduction> reduction_;
  std::uint64_t steps_ = 0;
  GeneratedPuzzle hardest_;
};

}  // namespace

std::unique_ptr<Draft> new_hard(const Random& random, const Climb& climb, const Score& score) {
  return std::make_unique<Hard>(random, climb, score);
}

}  // namespace sudoku
