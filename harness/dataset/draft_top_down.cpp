#include <optional>

#include "harness/dataset/alterations.h"
#include "harness/dataset/draft.h"
#include "harness/dataset/full_grid.h"
#include "harness/dataset/reduction.h"

namespace sudoku {

namespace {

// The last touch to a reduced puzzle; false when another has to be drawn.
using LastTouch = bool (*)(GeneratedPuzzle& puzzle, Random& random);

// Clues leave a full grid in random order as long as there is one solution.
class TopDown final : public Draft {
 public:
  // 0 clues: as few as possible.
  TopDown(const Random& random, int clues, LastTouch last_touch)
      : random_(random), clues_(clues), last_touch_(last_touch) {}

  const Grid* question() const override { return is_asking() ? &reduction_->question() : nullptr; }

  bool advance(const Answer& answer) override {
    if (is_asking()) reduction_->hear(answer.outcome == Outcome::unique);
    if (!reduction_ || is_hopeless()) {
      begin();
      return false;
    }
    return reduction_->done() && complete();
  }

  GeneratedPuzzle puzzle() const override { return puzzle_; }

 private:
  bool is_asking() const { return reduction_ && !reduction_->done(); }

  bool is_hopeless() const {
    if (clues_ == 0) return false;
    return reduction_->needed() > clues_ || (reduction_->done() && reduction_->clues() > clues_);
  }

  void begin() {
    puzzle_.solution = draw_full_grid(random_);
    reduction_.emplace(puzzle_.solution, random_order(random_), clues_);
  }

  bool complete() {
    puzzle_.puzzle = reduction_->puzzle();
    if (last_touch_(puzzle_, random_)) return true;
    begin();
    return false;
  }

  Random random_;
  int clues_;
  LastTouch last_touch_;
  std::optional<Reduction> reduction_;
  GeneratedPuzzle puzzle_;
};

bool keep(GeneratedPuzzle& /*puzzle*/, Random& /*random*/) {
  return true;
}

bool make_ambiguous(GeneratedPuzzle& puzzle, Random& random) {
  leave_clues_out(puzzle, random);
  return true;
}

}  // namespace

std::unique_ptr<Draft> new_minimal(const Random& random) {
  return std::make_unique<TopDown>(random, 0, keep);
}

std::unique_ptr<Draft> new_with_clues(const Random& random, int clues) {
  return std::make_unique<TopDown>(random, clues, keep);
}

std::unique_ptr<Draft> new_several(const Random& random) {
  return std::make_unique<TopDown>(random, 0, make_ambiguous);
}

std::unique_ptr<Draft> new_none(const Random& random) {
  return std::make_unique<TopDown>(random, 0, add_wrong_digit);
}

}  // namespace sudoku
