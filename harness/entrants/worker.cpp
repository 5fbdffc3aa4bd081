#include "harness/entrants/worker.h"

#include <cassert>
#include <cstdio>
#include <cstring>
#include <exception>
#include <optional>
#include <stdexcept>
#include <thread>

#include <fcntl.h>
#include <sched.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "harness/entrants/arena.h"
#include "harness/entrants/last_sign.h"
#include "harness/entrants/memory.h"
#include "harness/entrants/passes.h"
#include "harness/entrants/surroundings.h"
#include "harness/entrants/worker_task.h"

namespace sudoku {

namespace {

using SteadyClock = std::chrono::steady_clock;

void put(Reason& place, std::string_view text) {
  const std::size_t size = std::min(text.size(), kReasonSize - 1);
  std::memcpy(place.data(), text.data(), size);
  place[size] = '\0';
}

// Answers of the line to the harness go around what the solver may have done to stdio.
void say(char word) {
  while (write(kLineDescriptor, &word, 1) < 0 && errno == EINTR) {
  }
}

bool hear(char word) {
  char heard = 0;
  ssize_t size = 0;
  do {
    size = read(kLineDescriptor, &heard, 1);
  } while (size < 0 && errno == EINTR);
  return size == 1 && heard == word;
}

void pin_to(int cpu) {
  if (cpu < 0) return;
  cpu_set_t mask;
  CPU_ZERO(&mask);
  CPU_SET(cpu, &mask);
  sched_setaffinity(0, sizeof mask, &mask);
}

class Worker {
 public:
  explicit Worker(WorkerTask task)
      : task_(std::move(task)), arena_(kArenaDescriptor), post_(arena_.post(task_.slot)) {
    pin_to(task_.cpu);
  }

  int serve() {
    reset_peak_memory_of("self");
    post_.bare_bytes = resident_memory_of("self").now;
    try {
      solver_ = make();
    } catch (const ExternalError& error) {
      put(post_.last_sign, error.what());
      return kCannotGoOn;
    }
    watch_for_deadly_signals(post_.last_sign);
    surroundings_.emplace();
    post_.startup = SteadyClock::now() - task_.launched;
    say(kReady);
    while (hear(kGo)) {
      pass();
      say(kDone);
    }
    return 0;
  }

 private:
  bool is_command() const { return task_.entry == nullptr && !task_.spec.is_plugin(); }

  std::unique_ptr<Solver> make() {
    if (task_.entry != nullptr) return task_.entry->create();
    const Complain complain = [this](std::size_t position, Outcome outcome,
                                     std::string_view reason) {
      this->complain(call_.first + position, outcome, reason);
    };
    if (task_.spec.is_plugin()) return make_plugin(task_.spec, complain);
    return make_command(task_.spec, task_.patience, complain);
  }

  unsigned batch() const {
    return task_.entry != nullptr ? task_.entry->info.batch
                                  : static_cast<unsigned>(info_of(task_.spec).batch);
  }

  void complain(std::size_t position, Outcome outcome, std::string_view reason) {
    const bool next = post_.complaints > 0 && position == last_complaint_ + 1;
    in_a_row_ = next ? in_a_row_ + 1 : 1;
    last_complaint_ = position;
    if (in_a_row_ >= kMostInARow) post_.gives_up = true;
    if (post_.complaints < Post::kMostComplaints) {
      Complaint& complaint = post_.complaint[post_.complaints];
      complaint.position = position;
      complaint.outcome = outcome;
      put(complaint.reason, reason);
    }
    ++post_.complaints;
  }

  void pass() {
    Order& order = arena_.order();
    manner_ = order.manner;
    limit_ = order.limit_in_ticks;
    work_ = {.puzzles = arena_.puzzles().first(order.puzzles),
             .answers = arena_.answers().first(order.puzzles),
             .copies = order.copies,
             .chunk = order.chunk,
             .until = {}};
    if (order.has_until) work_.until = order.until;
    budget_ = {.solution_limit = order.solution_limit,
               .guess_limit = order.guess_limit,
               .time_limit = order.time_limit,
               .cancelled = &order.cancelled};
    post_.complaints = 0;
    post_.breach[0] = '\0';
    if (post_.left_over.size == 0) wait_for_others(order);
    post_.started = SteadyClock::now();
    take_left_over();
    draw_chunks(order);
    post_.finished = SteadyClock::now();
    if (!has_line()) leave();
    if (manner_ != Manner::careful) put(post_.breach, surroundings_->look());
  }

  void take_left_over() {
    if (post_.left_over.size > 0) take(post_.left_over, post_.one_by_one);
    post_.left_over = {};
    post_.one_by_one = false;
  }

  void draw_chunks(Order& order) {
    while (!order.cancelled && !post_.gives_up) {
      const std::uint64_t chunk = order.cursor.fetch_add(1, std::memory_order_relaxed);
      if (chunk >= work_.chunks() || work_.is_over(chunk)) break;
      take(work_.range(chunk), false);
    }
  }

  // Waking up must not show; but a machine that is too busy is not waited for.
  static void wait_for_others(Order& order) {
    order.arrived.fetch_add(1);
    const auto patience = SteadyClock::now() + std::chrono::milliseconds(5);
    while (order.arrived.load() < order.workers && SteadyClock::now() < patience) {
      std::this_thread::yield();
    }
  }

  void take(Work::Range range, bool one_by_one) {
    ++post_.taken;
    post_.first = range.first;
    post_.size = range.size;
    const auto begun = SteadyClock::now();
    if (manner_ == Manner::careful || one_by_one) {
      take_one_by_one(range);
    } else if (manner_ == Manner::stamped) {
      take_stamped(range);
    } else if (limit_ == kUnlimited) {
      take_spans(range);
    } else {
      take_spans_timed(range);
    }
    if (!called_) post_.startup += SteadyClock::now() - begun;
    called_ = true;
    post_.size = 0;
  }

  void take_one_by_one(Work::Range range) {
    for (std::size_t i = range.first; i < range.first + range.size && !post_.gives_up; ++i) {
      call_ = {.first = i, .size = 1};
      call(this_pass(), call_);
      if (!has_line()) {
        work_.answers[i].outcome = Outcome::unanswered;  // to tell which puzzle it was
        leave();
      }
      const std::string breach = surroundings_->look();
      if (breach.empty()) continue;
      work_.answers[i].outcome = Outcome::crashed;
      complain(i, Outcome::crashed, breach);
    }
  }

  // Whether the descriptor is still the line, and this the process that the harness has started.
  bool has_line() const { return line_ != 0 && inode_of_line() == line_ && getpid() == process_; }

  // 0 when there is none.
  static ino_t inode_of_line() {
    struct stat status {};

    return fstat(kLineDescriptor, &status) == 0 ? status.st_ino : 0;
  }

  [[noreturn]] void leave() {
    put(post_.last_sign, getpid() == process_ ? "closed the harness's descriptors"
                                              : "returned from its call in another process");
    _exit(kCannotGoOn);
  }

  // A command gets as many puzzles as it was said to want at a time.
  std::size_t step_in(Work::Range range) const {
    return is_command() ? std::min<std::size_t>(task_.spec.batch, range.size) : range.size;
  }

  void take_spans(Work::Range range) {
    const std::size_t step = step_in(range);
    const std::size_t end = range.first + range.size;
    for (std::size_t i = range.first; i < end && !post_.gives_up; i += step) {
      call_ = {.first = i, .size = std::min(step, end - i)};
      call(this_pass(), call_);
    }
  }

  void take_spans_timed(Work::Range range) {
    const std::uint64_t begun = clock_.now();
    take_spans(range);
    const std::uint64_t took = clock_.now() - begun;
    if (took > limit_) arena_.ticks()[range.first] = took;
  }

  void take_stamped(Work::Range range) {
    const std::size_t step = batch() > 1 ? step_in(range) : 1;
    const std::size_t end = range.first + range.size;
    Stamps stamps{.clock = clock_, .ticks = arena_.ticks(), .last = clock_.now()};
    for (std::size_t i = range.first; i < end && !post_.gives_up; i += step) {
      call_ = {.first = i, .size = std::min(step, end - i)};
      call_stamped(this_pass(), call_, stamps);
    }
  }

  Pass this_pass() const { return {.solver = *solver_, .work = work_, .budget = budget_}; }

  WorkerTask task_;
  Arena arena_;
  Post& post_;
  const StampCounter clock_;
  const ino_t line_ = inode_of_line();
  const pid_t process_ = getpid();
  std::unique_ptr<Solver> solver_;
  std::optional<Surroundings> surroundings_;  // as they are once the solver is made
  Manner manner_ = Manner::spans;
  std::uint64_t limit_ = kUnlimited;  // Order::limit_in_ticks
  Work work_;
  Budget budget_;
  Work::Range call_;  // the puzzles of the call that is under way
  std::size_t last_complaint_ = 0;
  unsigned in_a_row_ = 0;
  bool called_ = false;
};

}  // namespace

int serve_as_worker(const std::vector<std::string>& words) {
  try {
    Worker worker(task_from(words));
    const int status = worker.serve();
    std::fflush(nullptr);
    // Not through the exit handlers of the solver.
    _exit(status);
  } catch (const std::exception& error) {
    fmt::print(stderr, "sudoku-bench: {}\n", error.what());
    return 1;
  }
}

}  // namespace sudoku
