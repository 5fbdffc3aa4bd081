#include "harness/dataset/profile.h"

#include <cmath>
#include <iterator>

namespace sudoku {

void Distribution::add(double value) {
  ++counts_[value];
  ++count_;
}

std::uint64_t Distribution::count_of(double value) const {
  const auto found = counts_.find(value);
  return found == counts_.end() ? 0 : found->second;
}

double Distribution::mean() const {
  double sum = 0;
  for (const auto& [value, count] : counts_)
    sum += value * static_cast<double>(count);
  return sum / static_cast<double>(count_);
}

double Distribution::quantile(double share) const {
  const double wanted = share * static_cast<double>(count_);
  double behind = 0;
  auto at = counts_.begin();
  while (std::next(at) != counts_.end() && behind + static_cast<double>(at->second) < wanted) {
    behind += static_cast<double>(at->second);
    ++at;
  }
  return at->first;
}

void Profile::add(const Block& block, std::span<const Answer> answers,
                  std::span<const char> is_minimal) {
  puzzles += block.puzzles.size();
  for (std::size_t i = 0; i < block.puzzles.size(); ++i) {
    ++clues[static_cast<std::size_t>(count_clues(block.puzzles[i]))];
    const Outcome outcome = answers[i].outcome;
    ++(outcome == Outcome::unique ? proper : outcome == Outcome::none ? none : several);
    minimal += is_minimal[i] == 1 ? 1 : 0;
    guesses.add(static_cast<double>(answers[i].guesses));
  }
  for (const double rating : block.ratings) {
    if (!std::isnan(rating)) ratings.add(rating);
  }
}

}  // namespace sudoku
