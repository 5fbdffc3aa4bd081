#include "harness/measure/entrant.h"

#include "harness/measure/memory.h"

namespace sudoku {

namespace {

bool cancelled(const Budget& budget) {
  return budget.cancelled != nullptr && budget.cancelled->load(std::memory_order_relaxed);
}

}  // namespace

Entrant::Entrant(const SolverEntry& entry, Gang& gang) : entry_(entry), gang_(gang) {
  const std::uint64_t before = heap_in_use();
  for (unsigned slot = 0; slot < gang.threads(); ++slot)
    instances_.push_back(entry.create());
  const std::uint64_t after = heap_in_use();
  instance_bytes_ = after > before ? after - before : 0;
}

std::chrono::nanoseconds Entrant::solve(const Work& work, const Budget& budget) {
  return gang_.timed_for_each(work.chunks(), [&](std::size_t chunk, unsigned slot) {
    if (cancelled(budget)) return;
    const auto [first, size] = work.range(chunk);
    instances_[slot]->solve(work.puzzles.subspan(first, size), budget,
                            work.answers.subspan(first, size));
  });
}

std::chrono::nanoseconds Entrant::solve_stamped(const Work& work, const Budget& budget,
                                                const StampClock& clock,
                                                std::span<std::uint64_t> ticks) {
  const std::size_t step = info().batch > 1 ? work.chunk : 1;
  return gang_.timed_for_each(work.chunks(), [&](std::size_t chunk, unsigned slot) {
    if (cancelled(budget)) return;
    const auto [first, count] = work.range(chunk);
    Solver& solver = *instances_[slot];
    std::uint64_t start = clock.now();
    for (std::size_t i = first; i < first + count;) {
      const std::size_t size = std::min(step, first + count - i);
      solver.solve(work.puzzles.subspan(i, size), budget, work.answers.subspan(i, size));
      const std::uint64_t stop = clock.now();
      for (const std::size_t next = i + size; i < next; ++i)
        ticks[i] = stop - start;
      start = stop;
    }
  });
}

}  // namespace sudoku
