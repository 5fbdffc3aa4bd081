#include "harness/parallel/thread_pool.h"

#include <algorithm>
#include <atomic>
#include <fstream>
#include <mutex>
#include <numeric>
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

#include "harness/parallel/thread_time.h"

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

cpu_set_t cpus_of_this_thread() {
  cpu_set_t cpus;
  CPU_ZERO(&cpus);
  sched_getaffinity(0, sizeof cpus, &cpus);
  return cpus;
}

// The CPUs that an arena has bound the calling thread to, if it has, and those it had before.
struct Binding {
  bool is_bound = false;
  cpu_set_t cpu{};
  cpu_set_t before{};
};

thread_local Binding binding;

}  // namespace

// Binds the thread in slot i of an arena to cpus[i % size]; without `cpus`, frees threads that
// another arena has bound. TBB's own threads stay bound when they leave, as they do after every
// loop: to move them back each time would cost a wait for the CPU.
class Pinning final : public tbb::task_scheduler_observer {
 public:
  Pinning(tbb::task_arena& arena, std::vector<int> cpus)
      : tbb::task_scheduler_observer(arena), cpus_(std::move(cpus)) {
    observe(true);
  }

  ~Pinning() override { observe(false); }

  void on_scheduler_entry(bool /*is_worker*/) override {
    if (cpus_.empty()) return release();
    cpu_set_t cpu;
    CPU_ZERO(&cpu);
    CPU_SET(cpus_[own_slot() % cpus_.size()], &cpu);
    const cpu_set_t now = cpus_of_this_thread();
    if (!binding.is_bound) binding.before = now;
    binding.is_bound = true;
    binding.cpu = cpu;
    if (CPU_EQUAL(&now, &cpu)) return;
    // sched_setaffinity() fails if a control group has taken the CPU away meanwhile.
    if (sched_setaffinity(0, sizeof(cpu_set_t), &cpu) != 0) moved = true;
  }

  void on_scheduler_exit(bool is_worker) override {
    if (!cpus_.empty() && is_in_place() && !is_worker) release();
  }

  // Whether the calling thread of the arena is still pinned to its CPU; notes it in `moved` if not.
  bool is_in_place() {
    const cpu_set_t now = cpus_of_this_thread();
    const bool in_place = cpus_.empty() || CPU_EQUAL(&now, &binding.cpu);
    if (!in_place) moved = true;
    return in_place;
  }

  std::atomic<bool> moved{false};

 private:
  static void release() {
    if (std::exchange(binding.is_bound, false))
      sched_setaffinity(0, sizeof(cpu_set_t), &binding.before);
  }

  std::vector<int> cpus_;
};

namespace {

// A loop over chunks in which each thread of an arena draws one chunk after the other, timed.
class TimedLoop {
 public:
  TimedLoop(unsigned threads, std::size_t chunks, const ThreadPool::Body& body)
      : watches_(threads), chunks_(chunks), body_(body) {}

  // To be called in the arena.
  LoopTime run(Pinning& pinning) {
    if (watches_.size() > 1) {
      gather(pinning);
      begun_ = ThreadWatch::Clock::now();
      on_all_threads([this] { draw(); });
    } else {
      draw();
      begun_ = watches_.front().started();
    }
    return time();
  }

 private:
  void on_all_threads(const auto& work) const {
    tbb::task_group group;
    for (std::size_t i = 1; i < watches_.size(); ++i)
      group.run(work);
    group.run_and_wait(work);
  }

  // Waits until every thread is in the arena, but at most 5 ms on a busy machine.
  void gather(Pinning& pinning) {
    const auto patience = ThreadWatch::Clock::now() + std::chrono::milliseconds(5);
    std::atomic<unsigned> arrived{0};
    on_all_threads([&] {
      pinning.is_in_place();
      watches_[own_slot()].prepare();
      arrived.fetch_add(1);
      while (arrived.load() < watches_.size() && ThreadWatch::Clock::now() < patience)
        std::this_thread::yield();  // lets threads without a CPU of their own arrive
    });
  }

  void draw() {
    const unsigned slot = own_slot();
    watches_[slot].start();
    for (std::size_t chunk = next_++; chunk < chunks_; chunk = next_++)
      body_(chunk, slot);
    watches_[slot].stop();
  }

  LoopTime time() const {
    LoopTime time{.running = std::chrono::nanoseconds(0)};
    for (const ThreadWatch& watch : watches_) {
      time.wall = std::max<std::chrono::nanoseconds>(time.wall, watch.stopped() - begun_);
      if (!watch.running()) time.running.reset();
      if (time.running) *time.running += *watch.running();
    }
    if (time.running) *time.running /= static_cast<std::chrono::nanoseconds::rep>(watches_.size());
    return time;
  }

  std::vector<ThreadWatch> watches_;  // by slot
  std::size_t chunks_;
  const ThreadPool::Body& body_;
  std::atomic<std::size_t> next_{0};
  ThreadWatch::Clock::time_point begun_{};
};

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
    pinning = std::make_unique<Pinning>(arena, pin ? usable_cpus() : std::vector<int>());
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

bool ThreadPool::affinity_changed() const { return arena_->pinning->moved; }

LoopTime ThreadPool::timed_for_each(std::size_t chunks, const Body& body) {
  TimedLoop loop(threads_, chunks, body);
  return arena_->arena.execute([&] { return loop.run(*arena_->pinning); });
}

void ThreadPool::stay_in(const std::function<void()>& turn) { arena_->arena.execute(turn); }

namespace {

// Buffers of a pipeline. The one freed last is taken first, as it is likely to be cached.
class FreeBuffers {
 public:
  explicit FreeBuffers(std::size_t items) : free_(items) {
    std::iota(free_.rbegin(), free_.rend(), std::size_t{0});
  }

  std::size_t take() {
    const std::lock_guard lock(mutex_);
    const std::size_t item = free_.back();
    free_.pop_back();
    return item;
  }

  void give_back(std::size_t item) {
    const std::lock_guard lock(mutex_);
    free_.push_back(item);
  }

 private:
  std::mutex mutex_;
  std::vector<std::size_t> free_;
};

void run_alone(const Stages& stages) {
  while (stages.read(0)) {
    stages.work(0, 0);
    stages.write(0);
  }
}

}  // namespace

void run_pipeline(unsigned threads, std::size_t items, const Stages& stages) {
  if (threads == 1) return run_alone(stages);  // without TBB, whose start takes 1 ms
  FreeBuffers buffers(items);  // never run out: at most `items` tokens are in the pipeline
  const auto read = [&](tbb::flow_control& flow) {
    const std::size_t item = buffers.take();
    if (!stages.read(item)) flow.stop();
    return item;
  };
  const auto work = [&](std::size_t item) {
    stages.work(item, own_slot());
    return item;
  };
  const auto write = [&](std::size_t item) {
    stages.write(item);
    buffers.give_back(item);
  };

  using tbb::filter_mode;
  ThreadPool(threads, false).stay_in([&] {
    tbb::parallel_pipeline(
        items, tbb::make_filter<void, std::size_t>(filter_mode::serial_in_order, read) &
                   tbb::make_filter<std::size_t, std::size_t>(filter_mode::parallel, work) &
                   tbb::make_filter<std::size_t, void>(filter_mode::serial_in_order, write));
  });
}

}  // namespace sudoku::parallel
