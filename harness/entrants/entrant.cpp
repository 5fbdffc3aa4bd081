#include "harness/entrants/entrant.h"

#include <ctime>
#include <utility>

namespace sudoku {

namespace {

// Whoever gave up by himself took the whole limit for it. What is left of the time of a chunk is
// that of the others: when it fits into the limit, none of them can have gone beyond.
std::vector<std::size_t> suspects(const Work& work, Work::Range chunk, std::uint64_t ticks,
                                  std::uint64_t limit) {
  std::vector<std::size_t> open;
  std::uint64_t given_up = 0;
  for (std::size_t i = chunk.first; i < chunk.first + chunk.size; ++i) {
    const Outcome outcome = work.answers[i].outcome;
    if (outcome == Outcome::timeout) ++given_up;
    if (outcome != Outcome::timeout && outcome != Outcome::unanswered) open.push_back(i);
  }
  if (ticks / (given_up + 1) <= limit) open.clear();
  return open;
}

}  // namespace

std::chrono::nanoseconds Entrant::cpu_time() const {
  timespec used{};
  if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used) != 0) return {};
  return std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec);
}

std::uint64_t Entrant::limit_in_ticks(const Budget& budget) const {
  if (budget.time_limit.count() <= 0 || info_.batch > 1) return kUnlimited;
  return static_cast<std::uint64_t>(static_cast<double>(budget.time_limit.count()) /
                                    clock_.ns_per_tick());
}

std::chrono::nanoseconds Entrant::solve(const Work& work, const Budget& budget) {
  std::vector<LateChunk> late;
  const std::chrono::nanoseconds time = pass(work, budget, late);
  if (work.until) return time;
  std::vector<std::size_t> open;
  for (const LateChunk& chunk : late) {
    const std::vector<std::size_t> some =
        suspects(work, chunk.range, chunk.ticks, limit_in_ticks(budget));
    if (chunk.range.size > 1) {
      open.insert(open.end(), some.begin(), some.end());
    } else if (!some.empty() && !incidents_.contains(some.front())) {
      work.answers[some.front()].outcome = Outcome::timeout;
    }
  }
  if (!open.empty()) solve_again(work, budget, open);
  return time;
}

std::chrono::nanoseconds Entrant::solve_stamped(const Work& work, const Budget& budget,
                                                std::span<std::uint64_t> ticks) {
  const std::chrono::nanoseconds time = pass_stamped(work, budget, ticks);
  const std::uint64_t limit = limit_in_ticks(budget);
  for (std::size_t i = 0; i < work.puzzles.size(); ++i) {
    if (ticks[i] > limit && !incidents_.contains(i)) work.answers[i].outcome = Outcome::timeout;
  }
  return time;
}

void Entrant::solve_again(const Work& work, const Budget& budget,
                          const std::vector<std::size_t>& positions) {
  std::vector<Grid> puzzles;
  for (const std::size_t position : positions)
    puzzles.push_back(work.puzzles[position]);
  std::vector<Answer> answers(puzzles.size());
  std::vector<std::uint64_t> ticks(puzzles.size());
  std::map<std::size_t, Incident> known = std::exchange(incidents_, {});
  solve_stamped({.puzzles = puzzles, .answers = answers}, budget, ticks);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    if (const auto found = incidents_.find(i); found != incidents_.end()) {
      known.try_emplace(positions[i], found->second);
      work.answers[positions[i]].outcome = found->second.outcome;
    } else if (answers[i].outcome == Outcome::timeout) {
      work.answers[positions[i]].outcome = Outcome::timeout;
    }
  }
  incidents_ = std::move(known);
}

}  // namespace sudoku
