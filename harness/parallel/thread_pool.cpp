#include "harness/parallel/thread_pool.h"

#include <algorithm>
#include <atomic>
#include <fstream>
#include <string>
#include <thread>
#include <utility>

#include <sched.h>

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_pipeline.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>
#include <tbb/task_scheduler_observer.h>

namespace sudoku::parallel {

namespace {

// The lowest-numbered CPU on the physical core of `cpu`; `cpu` itself if that is unknown.
int first_sibling(int cpu) {
  std::ifstream file("/sys/devices/system/cpu/cpu" + std::to_string(cpu) +
                     "/topology/thread_siblings_list");
  int sibling = cpu;
  return file >> sibling ? sibling : cpu;
}

// Slot of the calling thread in its arena.
unsigned own_slot() { return static_cast<unsigned>(tbb::this_task_arena::current_thread_index()); }

// simple_partitioner makes each chunk a task, whatever the number of threads.
void loop(std::size_t chunks, const ThreadPool::Body& body) {
  tbb::parallel_for(
      std::size_t{0}, chunks, [&body](std::size_t chunk) { body(chunk, own_slot()); },
      tbb::simple_partitioner());
}

// CPUs of the calling thread, while it is in an arena that pins it and before that.
thread_local cpu_set_t own_cpu{};
thread_local cpu_set_t previous_cpus{};

// Pins the thread in slot i of an arena to cpus[i % size] until the thread leaves the arena.
class Pinning final : public tbb::task_scheduler_observer {
 public:
  Pinning(tbb::task_arena& arena, std::vector<int> cpus)
      : tbb::task_scheduler_observer(arena), cpus_(std::move(cpus)) {
    observe(true);
  }

  ~Pinning() override { observe(false); }

  void on_scheduler_entry(bool /*is_worker*/) override {
    sched_getaffinity(0, sizeof(cpu_set_t), &previous_cpus);
    CPU_ZERO(&own_cpu);
    CPU_SET(cpus_[own_slot() % cpus_.size()], &own_cpu);
    // sched_setaffinity() fails if a control group has taken the CPU away meanwhile.
    if (sched_setaffinity(0, sizeof(cpu_set_t), &own_cpu) != 0) moved = true;
  }

  void on_scheduler_exit(bool /*is_worker*/) override {
    if (is_in_place()) sched_setaffinity(0, sizeof(cpu_set_t), &previous_cpus);
  }

  // Whether the calling thread of the arena is still pinned to its CPU; notes it in `moved` if not.
  bool is_in_place() {
    cpu_set_t now;
    sched_getaffinity(0, sizeof now, &now);
    const bool in_place = CPU_EQUAL(&now, &own_cpu);
    if (!in_place) moved = true;
    return in_place;
  }

  std::atomic<bool> moved{false};

 private:
  std::vector<int> cpus_;
};

// Waits until every thread is in the arena, but at most 5 ms on a busy machine.
void gather(unsigned threads, Pinning* pinning) {
  std::atomic<unsigned> arrived{0};
  const auto patience = std::chrono::steady_clock::now() + std::chrono::milliseconds(5);
  const auto wait_for_all = [&] {
    if (pinning != nullptr) pinning->is_in_place();
    arrived.fetch_add(1);
    while (arrived.load() < threads && std::chrono::steady_clock::now() < patience) {
      std::this_thread::yield();  // lets threads without a CPU of their own arrive
    }
  };
  tbb::task_group group;
  for (unsigned i = 1; i < threads; ++i)
    group.run(wait_for_all);
  group.run_and_wait(wait_for_all);
}

}  // namespace

std::vector<int> usable_cpus() {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  if (sched_getaffinity(0, sizeof mask, &mask) != 0) return {0};
  std::vector<int> cpus;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
    if (CPU_ISSET(cpu, &mask)) cpus.push_back(cpu);
  std::vector<bool> taken(CPU_SETSIZE, false);
  // Not std::ranges::stable_partition, whose result clang 14 cannot compile.
  std::stable_partition(cpus.begin(), cpus.end(), [&taken](int cpu) {
    const auto core = static_cast<std::size_t>(first_sibling(cpu));
    const bool is_first = !taken[core];
    taken[core] = true;
    return is_first;
  });
  return cpus;
}

struct ThreadPool::Arena {
  Arena(unsigned threads, bool pin) : arena(static_cast<int>(threads)) {
    // Raises TBB's limit on threads, which TBB reads when the first arena starts.
    static const tbb::global_control allowance(tbb::global_control::max_allowed_parallelism,
                                               kMaxThreads);
    arena.initialize();
    if (pin) pinning = std::make_unique<Pinning>(arena, usable_cpus());
  }

  tbb::task_arena arena;
  std::unique_ptr<Pinning> pinning;
};

ThreadPool::ThreadPool(unsigned threads, bool pin)
    : threads_(threads), arena_(std::make_unique<Arena>(threads, pin)) {}

ThreadPool::~ThreadPool() = default;

void ThreadPool::for_each(std::size_t chunks, const Body& body) {
  arena_->arena.execute([&] { loop(chunks, body); });
}

bool ThreadPool::affinity_changed() const {
  return arena_->pinning != nullptr && arena_->pinning->moved;
}

std::chrono::nanoseconds ThreadPool::timed_for_each(std::size_t chunks, const Body& body) {
  std::chrono::nanoseconds elapsed{};
  arena_->arena.execute([&] {
    if (threads_ > 1) gather(threads_, arena_->pinning.get());
    const auto start = std::chrono::steady_clock::now();
    loop(chunks, body);
    elapsed = std::chrono::steady_clock::now() - start;
  });
  return elapsed;
}

void ThreadPool::run_pipeline(std::size_t items, const Stages& stages) {
  // Buffers are used cyclically. At most `items` tokens are in the pipeline, and they leave it in
  // order, so the token that used a buffer before has left.
  std::size_t next = 0;
  const auto read = [&](tbb::flow_control& flow) {
    const std::size_t item = std::exchange(next, (next + 1) % items);
    if (!stages.read(item)) flow.stop();
    return item;
  };
  const auto work = [&](std::size_t item) {
    stages.work(item, own_slot());
    return item;
  };

  using tbb::filter_mode;
  arena_->arena.execute([&] {
    tbb::parallel_pipeline(
        items, tbb::make_filter<void, std::size_t>(filter_mode::serial_in_order, read) &
                   tbb::make_filter<std::size_t, std::size_t>(filter_mode::parallel, work) &
                   tbb::make_filter<std::size_t, void>(filter_mode::serial_in_order, stages.write));
  });
}

}  // namespace sudoku::parallel
