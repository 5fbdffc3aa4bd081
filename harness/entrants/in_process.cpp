#include "harness/entrants/in_process.h"

#include "harness/entrants/memory.h"
#include "harness/entrants/passes.h"

namespace sudoku {

namespace {

bool cancelled(const Budget& budget) {
  return budget.cancelled != nullptr && budget.cancelled->load(std::memory_order_relaxed);
}

// A full grid: what it takes beyond building a model is next to nothing.
Grid solved() {
  Grid grid{};
  for (int cell = 0; cell < kCells; ++cell) {
    const int shift = row_of(cell) % 3 * 3 + row_of(cell) / 3;
    grid.cells[cell] = static_cast<char>('1' + (column_of(cell) + shift) % 9);
  }
  return grid;
}

void answer_once(Solver& solver) {
  const Grid grid = solved();
  Answer answer;
  solver.solve({&grid, 1}, {}, {&answer, 1});
}

}  // namespace

InProcess::InProcess(const SolverEntry& entry, Gang& gang, const StampClock& clock)
    : Entrant(entry.info, gang, clock) {
  const std::uint64_t before = heap_in_use();
  const auto begun = std::chrono::steady_clock::now();
  instances_.push_back(entry.create());
  answer_once(*instances_.front());
  startup_s_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  while (instances_.size() < gang.threads())
    instances_.push_back(entry.create());
  const std::uint64_t after = heap_in_use();
  instance_bytes_ = after > before ? after - before : 0;
}

std::chrono::nanoseconds InProcess::pass(const Work& work, const Budget& budget,
                                         std::vector<LateChunk>& late) {
  const std::uint64_t limit = limit_in_ticks(budget);
  std::vector<std::vector<LateChunk>> found(instances_.size());  // by slot
  const auto time = gang().timed_for_each(work.chunks(), [&](std::size_t chunk, unsigned slot) {
    if (cancelled(budget) || work.is_over(chunk)) return;
    const Pass pass{.solver = *instances_[slot], .work = work, .budget = budget};
    const Work::Range range = work.range(chunk);
    if (limit == kUnlimited) return call(pass, range);
    const std::uint64_t begun = clock().now();
    call(pass, range);
    const std::uint64_t took = clock().now() - begun;
    if (took > limit) found[slot].push_back({.range = range, .ticks = took});
  });
  for (const std::vector<LateChunk>& some : found)
    late.insert(late.end(), some.begin(), some.end());
  return time;
}

std::chrono::nanoseconds InProcess::pass_stamped(const Work& work, const Budget& budget,
                                                 std::span<std::uint64_t> ticks) {
  const std::size_t step = info().batch > 1 ? work.chunk : 1;
  return gang().timed_for_each(work.chunks(), [&](std::size_t chunk, unsigned slot) {
    if (cancelled(budget) || work.is_over(chunk)) return;
    const Pass pass{.solver = *instances_[slot], .work = work, .budget = budget};
    const auto [first, count] = work.range(chunk);
    Stamps stamps{.clock = clock(), .ticks = ticks, .last = clock().now()};
    for (std::size_t i = first; i < first + count; i += step) {
      call_stamped(pass, {.first = i, .size = std::min(step, first + count - i)}, stamps);
    }
  });
}

void InProcess::watch_memory() {
  reset_peak_memory_of("self");
  held_before_ = resident_memory_of("self").now;
}

std::uint64_t InProcess::added_memory() {
  const std::uint64_t peak = resident_memory_of("self").peak;
  return instance_bytes_ + (peak > held_before_ ? peak - held_before_ : 0);
}

}  // namespace sudoku
