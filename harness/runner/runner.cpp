#include "harness/runner/runner.h"

#include <mutex>

#include "harness/machine/memory.h"
#include "harness/parallel/thread_time.h"
#include "solvers/search.h"

namespace sudoku::runner {

namespace {

// Positions of answers in a chunk that may exceed the time limit. Each puzzle given up took the
// whole limit; if the rest of the chunk's time is within one limit, no other answer is late.
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

// A solved grid, on which a solver does little but build its model.
Grid solved() {
  Grid grid{};
  for (int cell = 0; cell < kCells; ++cell) {
    const int shift = sudoku::row_of(cell) % 3 * 3 + sudoku::row_of(cell) / 3;
    grid.cells[cell] = static_cast<char>('1' + (column_of(cell) + shift) % 9);
  }
  return grid;
}

// A built-in solver on the harness's own threads.
class InProcessRunner final : public Runner {
 public:
  // Makes a solver for each thread of the pool. The arguments must outlive the runner.
  InProcessRunner(const SolverEntry& entry, parallel::ThreadPool& pool,
                  const machine::StampClock& clock)
      : Runner(entry.info, pool, clock) {
    const std::uint64_t before = machine::heap_in_use();
    const auto begun = SteadyClock::now();
    instances_.push_back(entry.create());
    solve_one(*instances_.front(), solved(), {});
    startup_s_ = Seconds(SteadyClock::now() - begun).count();
    while (instances_.size() < pool.threads())
      instances_.push_back(entry.create());
    const std::uint64_t after = machine::heap_in_use();
    instance_bytes_ = after > before ? after - before : 0;
  }

  void watch_memory() override { held_before_ = machine::reset_peak_memory(); }

  std::uint64_t added_memory() override {
    const std::uint64_t peak = machine::resident_memory_of("self").peak;
    return instance_bytes_ + (peak > held_before_ ? peak - held_before_ : 0);
  }

  void take_turn(const std::function<void()>& turn) override { pool().stay_in(turn); }

  double startup_s() const override { return startup_s_; }

 private:
  PassResult pass(const Work& work, const Budget& budget, std::span<std::uint64_t> ticks) override {
    PassResult result;
    std::mutex reporting;
    const std::uint64_t limit = limit_in_ticks(budget);
    const auto time = pool().timed_for_each(work.chunks(), [&](std::size_t chunk, unsigned slot) {
      if (is_cancelled(budget) || work.is_over(chunk)) return;
      const Pass pass{.solver = *instances_[slot], .work = work, .budget = budget};
      const Work::Range range = work.range(chunk);
      if (!ticks.empty()) return stamp_chunk(pass, range, ticks);
      if (limit == kUnlimited) return call(pass, range);
      const std::uint64_t begun = clock_.now();
      call(pass, range);
      const std::uint64_t took = clock_.now() - begun;
      if (took <= limit) return;
      const std::lock_guard lock(reporting);
      result.late_calls.push_back({.first = range.first, .ticks = took});
    });
    result.time = time.wall;
    result.running = time.running;
    return result;
  }

  void stamp_chunk(const Pass& pass, Work::Range range, std::span<std::uint64_t> ticks) const {
    const std::size_t step = info().batch > 1 ? range.size : 1;
    Stamps stamps{.clock = clock_, .ticks = ticks, .last = clock_.now()};
    for (std::size_t i = range.first; i < range.first + range.size; i += step) {
      call(pass, {.first = i, .size = step});
      stamp({.first = i, .size = step}, stamps);
    }
  }

  std::vector<std::unique_ptr<Solver>> instances_;  // by slot of the thread pool
  std::uint64_t instance_bytes_ = 0;
  std::uint64_t held_before_ = 0;  // bytes of the process when watch_memory() was called
  double startup_s_ = 0;
};

}  // namespace

std::optional<std::uint64_t> kept_memory(const HeldMemory& before, const HeldMemory& after) {
  constexpr std::uint64_t kHugePage = 2U << 20U;
  if (before.processes != after.processes) return std::nullopt;
  const std::uint64_t heap = after.heap - std::min(before.heap, after.heap);
  const std::uint64_t usual = before.anonymous + std::max(kHugePage, before.anonymous / 2);
  return std::max(heap, after.anonymous - std::min(usual, after.anonymous));
}

Nanoseconds Runner::cpu_time() const { return parallel::cpu_time_of(CLOCK_PROCESS_CPUTIME_ID); }

std::uint64_t Runner::limit_in_ticks(const Budget& budget) const {
  if (budget.time_limit.count() <= 0 || info_.batch > 1) return kUnlimited;
  return clock_.ticks(budget.time_limit);
}

PassResult Runner::solve(const Work& work, const Budget& budget) {
  PassResult result = pass(work, budget, {});
  if (work.until) return result;
  std::vector<std::size_t> open;
  for (const PassResult::LateCall& late : result.late_calls) {
    const Work::Range range = work.rest_of_chunk(late.first);
    const std::vector<std::size_t> some = suspects(work, range, late.ticks, limit_in_ticks(budget));
    if (range.size > 1) {
      open.insert(open.end(), some.begin(), some.end());
    } else if (!some.empty() && !result.incidents.contains(some.front())) {
      work.answers[some.front()].outcome = Outcome::timeout;
    }
  }
  if (!open.empty()) solve_again(work, budget, open, result);
  return result;
}

PassResult Runner::solve_stamped(const Work& work, const Budget& budget,
                                 std::span<std::uint64_t> ticks) {
  PassResult result = pass(work, budget, ticks);
  const std::uint64_t limit = limit_in_ticks(budget);
  for (std::size_t i = 0; i < work.puzzles.size(); ++i)
    if (ticks[i] > limit && !result.incidents.contains(i))
      work.answers[i].outcome = Outcome::timeout;
  return result;
}

void Runner::solve_again(const Work& work, const Budget& budget,
                         const std::vector<std::size_t>& positions, PassResult& result) {
  std::vector<Grid> puzzles;
  for (const std::size_t position : positions)
    puzzles.push_back(work.puzzles[position]);
  std::vector<Answer> answers(puzzles.size());
  std::vector<std::uint64_t> ticks(puzzles.size());
  const auto begun = SteadyClock::now();
  const auto alone =
      solve_stamped({.puzzles = puzzles, .answers = answers}, budget, ticks).incidents;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    if (const auto found = alone.find(i); found != alone.end()) {
      result.incidents.try_emplace(positions[i], found->second);
      work.answers[positions[i]].outcome = found->second.outcome;
    } else if (answers[i].outcome == Outcome::timeout) {
      work.answers[positions[i]].outcome = Outcome::timeout;
    }
  }
  result.off_clock += SteadyClock::now() - begun;
}

std::unique_ptr<Runner> make_runner(const SolverSpec& solver_spec, parallel::ThreadPool& pool,
                                    const machine::StampClock& clock,
                                    const IsolationOptions& options) {
  if (solver_spec.entry != nullptr && !options.everybody)
    return std::make_unique<InProcessRunner>(*solver_spec.entry, pool, clock);
  return make_isolated_runner(solver_spec, pool, clock, options);
}

}  // namespace sudoku::runner
