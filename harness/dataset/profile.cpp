#include "harness/dataset/profile.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include "harness/dataset/isomorph.h"
#include "harness/stats/quantile.h"

namespace sudoku::dataset {

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
  const auto count = [](const auto& entry) { return entry.second; };
  const std::uint64_t rank = stats::nearest_rank(share, count_);
  return stats::entry_of_rank(counts_.begin(), counts_.end(), rank, count)->first;
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
  for (const double rating : block.ratings)
    if (!std::isnan(rating)) ratings.add(rating);
  for (const Pencilmarks& puzzle : block.marks)
    candidates.add(static_cast<double>(count_candidates(puzzle)));
}

namespace {

// `cells` holds a character or a set of candidates for each cell.
template <typename Cell>
std::uint64_t hash_of(const std::array<Cell, kCells>& cells) {
  std::uint64_t hash = 1;
  for (std::size_t at = 0; at < sizeof cells; at += sizeof hash) {
    std::uint64_t word = 0;
    std::memcpy(&word, reinterpret_cast<const char*>(cells.data()) + at,
                std::min(sizeof word, sizeof cells - at));
    hash = base::mix(hash ^ word);
  }
  return hash;
}

}  // namespace

void Duplicates::add(PuzzleRef puzzle) {
  const std::uint64_t hash =
      puzzle.marks == nullptr ? hash_of(puzzle.clues.cells) : hash_of(puzzle.marks->of);
  std::uint32_t& last = last_[hash >> 48];
  if (last == kNone || chunks_[last].size == kInChunk) {
    chunks_.push_back({.before = last});
    last = static_cast<std::uint32_t>(chunks_.size() - 1);
  }
  Chunk& chunk = chunks_[last];
  chunk.rests[chunk.size++] = {static_cast<std::uint16_t>(hash >> 32),
                               static_cast<std::uint16_t>(hash >> 16),
                               static_cast<std::uint16_t>(hash)};
}

std::uint64_t Duplicates::count() const {
  std::uint64_t repeated = 0;
  std::vector<Rest> rests;
  for (const std::uint32_t last : last_) {
    rests.clear();
    for (std::uint32_t i = last; i != kNone; i = chunks_[i].before) {
      const Chunk& chunk = chunks_[i];
      rests.insert(rests.end(), chunk.rests.begin(), chunk.rests.begin() + chunk.size);
    }
    std::ranges::sort(rests);
    const auto repeats = rests.end() - std::unique(rests.begin(), rests.end());
    repeated += static_cast<std::uint64_t>(repeats);
  }
  return repeated;
}

void Verification::add(const Block& block, std::span<const Answer> answers) {
  faults_.clear();
  for (std::size_t i = 0; i < block.puzzles.size(); ++i) {
    judge(answers[i], block.lines[i]);
    const Grid& declared = block.solutions[i];
    if (declared == kEmptyGrid) continue;
    ++counts_.declared;
    // A puzzle with several solutions may declare any of them.
    const bool is_right = answers[i].outcome == Outcome::unique
                              ? declared == answers[i].solution
                              : is_solution_of(block.all()[i], declared);
    if (is_right) continue;
    ++counts_.wrong;
    faults_.push_back({block.lines[i], "the declared solution is wrong"});
  }
}

void Verification::judge(const Answer& answer, std::uint64_t line) {
  ++counts_.puzzles;
  if (answer.outcome == Outcome::unique) {
    ++counts_.proper;
  } else if (answer.outcome == Outcome::none) {
    ++counts_.none;
    faults_.push_back({line, "expected one solution, found none"});
  } else {
    ++counts_.several;
    const char* more = answer.solutions == limit_ ? " or more" : "";
    faults_.push_back(
        {line, fmt::format("expected one solution, found {}{}", answer.solutions, more)});
  }
}

Rating Rater::rate(PuzzleRef puzzle, std::uint64_t index, std::span<Effort> efforts) {
  draw_isomorphs(puzzle, index);
  Rating rating;
  for (std::size_t s = 0; s < solvers_.size(); ++s) {
    efforts[s] = measure(*solvers_[s]);
    if (s == 0) rating.outcome = answers_.front().outcome;
  }
  if (rating.outcome != Outcome::unique) return rating;

  const Answer answer = solve_one(logic_, puzzle, {.cancelled = options_.cancelled});
  const bool solved = answer.outcome == Outcome::unique;
  rating.hardest = answer.hardest;
  rating.level = solved ? static_cast<int>(answer.hardest) : kLevelOfSearch;
  return rating;
}

void Rater::draw_isomorphs(PuzzleRef puzzle, std::uint64_t index) {
  isomorphs_.clear();
  if (options_.isomorphs == 0) return isomorphs_.push_back(puzzle);
  base::Random random(base::mix(options_.seed) ^ base::mix(index));
  for (std::uint64_t i = 0; i < options_.isomorphs; ++i) {
    const Isomorph isomorph = random_isomorph(random);
    isomorphs_.clues.push_back(apply(isomorph, puzzle.clues));
    if (puzzle.marks != nullptr) isomorphs_.marks.push_back(apply(isomorph, *puzzle.marks));
  }
}

// Solves all isomorphs in one call: batch solvers need batches, and reading the clock takes time.
Effort Rater::measure(Solver& solver) {
  using Clock = std::chrono::steady_clock;
  answers_.assign(isomorphs_.size(), {});
  const Budget budget = {.cancelled = options_.cancelled};
  const Clock::time_point start = Clock::now();
  solver.solve_either(isomorphs_.span(), budget, answers_);
  const std::chrono::duration<double, std::nano> spent = Clock::now() - start;

  double guesses = 0;
  for (const Answer& answer : answers_)
    guesses += static_cast<double>(answer.guesses);
  const auto size = static_cast<double>(isomorphs_.size());
  return {.guesses = guesses / size, .time_ns = spent.count() / size};
}

}  // namespace sudoku::dataset
