#include "harness/parallel/pipeline.h"

#include <tbb/parallel_pipeline.h>
#include <tbb/task_arena.h>

namespace sudoku {

void run_pipeline(Gang& gang, std::size_t items, const Stages& stages) {
  // Taken in turn: a token enters only when fewer than `items` are on their way, and they leave in
  // order, so the one that had this item before is gone.
  std::size_t next = 0;
  const auto read = [&](tbb::flow_control& flow) -> std::size_t {
    const std::size_t item = next;
    if (!stages.read(item)) {
      flow.stop();
      return item;
    }
    next = (next + 1) % items;
    return item;
  };
  const auto work = [&](std::size_t item) {
    stages.work(item, static_cast<unsigned>(tbb::this_task_arena::current_thread_index()));
    return item;
  };
  const auto write = [&](std::size_t item) { stages.write(item); };

  using tbb::filter_mode;
  gang.enter([&] {
    tbb::parallel_pipeline(
        items, tbb::make_filter<void, std::size_t>(filter_mode::serial_in_order, read) &
                   tbb::make_filter<std::size_t, std::size_t>(filter_mode::parallel, work) &
                   tbb::make_filter<std::size_t, void>(filter_mode::serial_in_order, write));
  });
}

}  // namespace sudoku
