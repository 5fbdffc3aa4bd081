#include "harness/dataset/workshop.h"

#include <utility>

namespace sudoku {

void Workshop::make(std::uint64_t first, std::span<GeneratedPuzzle> puzzles,
                    const std::atomic<bool>& cancelled) {
  open_.clear();
  for (std::size_t place = 0; place < puzzles.size(); ++place) {
    const Random random(mix(mix(recipe_.seed) + first + place));
    open_.push_back({new_draft(recipe_, random, score_), place});
  }
  while (!open_.empty() && !cancelled) {
    ask({.cancelled = &cancelled});
    advance(puzzles, cancelled);
  }
}

void Workshop::ask(const Budget& budget) {
  questions_.clear();
  for (const Open& open : open_) {
    if (const Grid* question = open.draft->question()) questions_.push_back(*question);
  }
  answers_.assign(questions_.size(), {});
  solver_.solve(questions_, budget, answers_);
}

void Workshop::advance(std::span<GeneratedPuzzle> puzzles, const std::atomic<bool>& cancelled) {
  std::size_t asked = 0;
  std::size_t kept = 0;
  for (Open& open : open_) {
    if (cancelled) return;
    const bool is_asking = open.draft->question() != nullptr;
    if (open.draft->advance(is_asking ? answers_[asked++] : Answer{})) {
      puzzles[open.place] = open.draft->puzzle();
    } else {
      std::swap(open_[kept++], open);
    }
  }
  open_.resize(kept);
}

}  // namespace sudoku
