#include "harness/runner/worker.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <thread>
#include <type_traits>
#include <utility>

#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/base/text.h"
#include "harness/external/guarded.h"
#include "harness/machine/memory.h"
#include "harness/parallel/thread_time.h"
#include "harness/runner/command_time.h"
#include "harness/runner/valgrind_count.h"
#include "solvers/roster.h"

namespace sudoku::runner {

static_assert(std::is_trivially_copyable_v<Grid> && std::is_trivially_copyable_v<Answer>);
static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

namespace {

// Writes as much of the text as fits. Returns its end, where a NUL is.
char* put(Reason& place, std::string_view text) {
  const std::size_t size = std::min(text.size(), place.size() - 1);
  std::memcpy(place.data(), text.data(), size);
  place[size] = '\0';
  return place.data() + size;
}

// What the handler of deadly signals knows of the worker.
struct Watched {
  Reason* crash_report = nullptr;
  pid_t process = 0;
};

Watched watched;

// Sends the harness a character by write(), whatever the solver has done to stdio.
void send(char word) {
  while (write(kLineDescriptor, &word, 1) < 0 && errno == EINTR) {
  }
}

// Says in the report what a deadly signal was about.
void describe(int signal, const void* address) {
  const char* const guard = external::guard_name(address);
  const bool is_code = signal == SIGFPE || signal == SIGILL;
  const char* const place = is_code ? "at address 0x" : "touched address 0x";
  Reason& report = *watched.crash_report;
  char* const end = put(report, guard != nullptr ? guard : place);
  if (guard != nullptr) return;
  char* const most = &report.back();
  *std::to_chars(end, most, reinterpret_cast<std::uintptr_t>(address), 16).ptr = '\0';
}

extern "C" void report_signal(int signal, siginfo_t* info, void* /*context*/) {
  // Without allocation, locks, or functions that a signal handler may not call.
  if (getpid() == watched.process)  // and not that of one which the solver has forked
    describe(signal, info->si_addr);
  std::signal(signal, SIG_DFL);
  raise(signal);  // kills once this signal handler returns
}

// Makes SIGSEGV, SIGBUS, SIGILL and SIGFPE describe themselves in shared memory, which outlives the
// process, before they kill as usual.
void watch_for_deadly_signals(Reason& crash_report) {
  watched = {.crash_report = &crash_report, .process = getpid()};
  // Stack of the signal handler: the usual one may be what ran out.
  alignas(16) static std::array<char, 65536> stack;
  const stack_t alternative{.ss_sp = stack.data(), .ss_flags = 0, .ss_size = stack.size()};
  sigaltstack(&alternative, nullptr);
  struct sigaction action = {};
  action.sa_sigaction = report_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  for (const int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE})
    sigaction(signal, &action, nullptr);
}

constexpr std::size_t kMostShown = 60;

// What the solver has printed to standard output, in one line; empty: nothing. Cuts the files that
// standard output and standard error are, so that output does not pile up.
std::string printed_output() {
  std::fflush(nullptr);
  struct stat status = {};
  static_cast<void>(ftruncate(STDERR_FILENO, 0) == 0);  // it may be written to
  if (fstat(STDOUT_FILENO, &status) != 0 || status.st_size == 0) return {};
  std::array<char, 64> start{};
  const ssize_t size = pread(STDOUT_FILENO, start.data(), start.size(), 0);
  static_cast<void>(ftruncate(STDOUT_FILENO, 0) == 0);
  return fmt::format(
      "wrote {} bytes to standard output: '{}'", status.st_size,
      base::printable({start.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0))},
                      kMostShown));
}

cpu_set_t allowed_cpus() {
  cpu_set_t cpus{};
  sched_getaffinity(0, sizeof cpus, &cpus);
  return cpus;
}

// The next character from the harness, or 0 when its line is closed.
char receive() {
  char heard = 0;
  ssize_t size = 0;
  do {
    size = read(kLineDescriptor, &heard, 1);
  } while (size < 0 && errno == EINTR);
  return size == 1 ? heard : '\0';
}

void pin_to(int cpu) {
  if (cpu < 0) return;
  cpu_set_t mask;
  CPU_ZERO(&mask);
  CPU_SET(cpu, &mask);
  sched_setaffinity(0, sizeof mask, &mask);
}

// CPU time of this process's threads besides the calling one.
Nanoseconds cpu_time_of_helpers() {
  return parallel::cpu_time_of(CLOCK_PROCESS_CPUTIME_ID) -
         parallel::cpu_time_of(CLOCK_THREAD_CPUTIME_ID);
}

// Times a pass in a worker.
class PassTime {
 public:
  explicit PassTime(bool of_command) : of_command_(of_command) {
    if (of_command) command_ = use_of_descendants();
    helpers_ = cpu_time_of_helpers();
    worker_ = parallel::use_of_this_thread();
  }

  // The pass's running time, as PassResult::running; to be called right after the watch is stopped.
  std::optional<Nanoseconds> running(std::uint64_t calls, Nanoseconds copying) const {
    const Nanoseconds wall = watch.stopped() - watch.started();
    if (of_command_) {
      const parallel::ThreadUse now = parallel::use_of_this_thread();
      const auto ready =
          now.ready.value_or(Nanoseconds(0)) - worker_.ready.value_or(Nanoseconds(0));
      return running_time(
          command_, use_of_descendants(),
          {.wall = wall, .exchanges = calls, .worker = now.cpu - worker_.cpu + ready});
    }
    // The waiting of a solver's own threads is not known.
    const Nanoseconds helpers = cpu_time_of_helpers() - helpers_;
    if (static_cast<double>(helpers.count()) > kHelped * static_cast<double>(wall.count()))
      return std::nullopt;
    const auto running = watch.running();
    return running ? std::optional(std::max(*running - copying, Nanoseconds(0))) : std::nullopt;
  }

  parallel::ThreadWatch watch;

 private:
  // Share of a pass from which on CPU time of other threads is work for the solver.
  static constexpr double kHelped = 0.02;

  bool of_command_;
  FamilyUse command_;
  Nanoseconds helpers_{0};
  parallel::ThreadUse worker_;
};

class Worker {
 public:
  explicit Worker(WorkerTask task)
      : task_(std::move(task)), memory_(kMemoryDescriptor), slot_(memory_.slots[task_.slot]) {
    pin_to(task_.cpu);
  }

  int serve() {
    slot_.bare_bytes = machine::reset_peak_memory();
    watch_for_deadly_signals(slot_.crash_report);
    cpus_ = allowed_cpus();
    try {
      solver_ = make();
    } catch (const base::LoadError& error) {
      put(slot_.crash_report, error.what());
      return kCannotGoOn;
    }
    restore_process();
    slot_.startup = SteadyClock::now().time_since_epoch() - task_.launched;
    weigh_heap();
    send(kReady);
    while (receive() == kGo) {
      pass();
      weigh_heap();
      send(kDone);
    }
    return 0;
  }

 private:
  std::unique_ptr<Solver> make() {
    if (task_.solver.entry != nullptr) return task_.solver.entry->create();
    const external::ReportIncident report = [this](std::size_t position, Outcome outcome,
                                                   std::string_view reason) {
      this->report(call_.first + position, outcome, reason);
    };
    if (task_.solver.is_command()) {
      return external::make_command(*task_.solver.spec, task_.terms, report);
    }
    return external::make_plugin(*task_.solver.spec, report, &copying_);
  }

  void report(std::size_t position, Outcome outcome, std::string_view reason) {
    const bool next = slot_.reports > 0 && position == last_report_ + 1;
    in_a_row_ = next ? in_a_row_ + 1 : 1;
    last_report_ = position;
    if (in_a_row_ >= kMostInARow) {
      slot_.gives_up = true;
      memory_.request().cancelled = true;  // ends a call for many puzzles, too
    }
    if (slot_.reports < WorkerSlot::kMostReports) {
      IncidentReport& report = slot_.report[slot_.reports];
      report.position = position;
      report.outcome = outcome;
      put(report.reason, reason);
    }
    ++slot_.reports;
    command_has_ended_ = task_.solver.is_command();
    if (command_has_ended_) put(slot_.crash_report, reason);
  }

  void weigh_heap() const {
    if (!task_.solver.is_command()) slot_.heap_bytes = machine::heap_in_use();
  }

  void pass() {
    PassRequest& request = memory_.request();
    stamped_ = request.stamped;
    limit_ = request.limit_in_ticks;
    ticks_per_ns_ = request.ticks_per_ns;
    work_ = request.work;
    const std::size_t puzzles = work_.puzzles.size();
    work_.puzzles = memory_.puzzles.first(puzzles);
    work_.answers = memory_.answers.first(puzzles);
    budget_ = request.budget;
    budget_.cancelled = &request.cancelled;
    slot_.reports = 0;
    slot_.printed[0] = '\0';
    if (slot_.left.size == 0) wait_for_others(request);
    copying_ = {};
    calls_ = 0;
    PassTime time(task_.solver.is_command());
    time.watch.start();
    slot_.started = time.watch.started();
    if (slot_.left.size > 0) take(slot_.left);
    draw_chunks(request);
    time.watch.stop();
    slot_.finished = time.watch.stopped();
    slot_.copying = copying_.wall;
    slot_.running = time.running(calls_, copying_.cpu).value_or(Nanoseconds(-1));
    restore_process();
  }

  // Notes what the solver has printed, and restores the CPUs that the process may run on. That they
  // have changed is no fault: libraries for parallel computing bind their threads.
  void restore_process() {
    put(slot_.printed, printed_output());
    sched_setaffinity(0, sizeof cpus_, &cpus_);
  }

  void draw_chunks(PassRequest& request) {
    while (!request.cancelled && !slot_.gives_up) {
      const std::uint64_t chunk = request.cursor.fetch_add(1, std::memory_order_relaxed);
      if (chunk >= work_.chunks() || work_.is_over(chunk)) break;
      take(work_.range(chunk));
    }
  }

  // Waits for all workers to wake up, so that waking is not timed, but at most 5 ms.
  static void wait_for_others(PassRequest& request) {
    request.arrived.fetch_add(1);
    const auto patience = SteadyClock::now() + std::chrono::milliseconds(5);
    while (request.arrived.load() < request.workers && SteadyClock::now() < patience)
      std::this_thread::yield();
  }

  void take(Work::Range range) {
    ++slot_.taken;
    slot_.first = range.first;
    slot_.size = range.size;
    const auto begun = SteadyClock::now();
    slot_.taken_at = begun;
    if (stamped_) {
      take_stamped(range);
    } else {
      take_spans(range);
    }
    if (!called_) slot_.startup += SteadyClock::now() - begun;
    called_ = true;
    slot_.size = 0;
  }

  // Puzzles per call of the solver: a command's batch, or else the whole range.
  std::size_t step_in(Work::Range range) const {
    return task_.solver.is_command() ? std::min<std::size_t>(task_.solver.spec->batch, range.size)
                                     : range.size;
  }

  // Sets call_ to `step` puzzles of the range after another, and calls `make` for each. A worker
  // ends with its command: the harness starts another one, off the clock, for what is left.
  void call_in_steps(Work::Range range, std::size_t step, const auto& make) {
    const std::size_t end = range.first + range.size;
    for (std::size_t i = range.first; i < end && !slot_.gives_up; i += step) {
      call_ = {.first = i, .size = std::min(step, end - i)};
      ++calls_;
      make();
      if (command_has_ended_) _exit(kCannotGoOn);
    }
  }

  void take_spans(Work::Range range) {
    const std::uint64_t begun = limit_ == kUnlimited ? 0 : clock_.now();
    call_in_steps(range, step_in(range), [this] { call(this_pass(), call_); });
    if (limit_ == kUnlimited) return;
    const std::uint64_t took = clock_.now() - begun;
    if (took > limit_) memory_.ticks[range.first] = took;
  }

  void take_stamped(Work::Range range) {
    Stamps stamps{.clock = clock_, .ticks = memory_.ticks, .last = clock_.now()};
    const std::size_t step = task_.solver.info.batch > 1 ? step_in(range) : 1;
    call_in_steps(range, step, [&] {
      const Nanoseconds before = copying_.wall;
      call(this_pass(), call_);
      if (copying_.wall > before) skip(copying_.wall - before, stamps);
      stamp(call_, stamps);
    });
  }

  // Takes time off a call that is about to be stamped. The two clocks may differ a little, and the
  // rest of the call may be shorter than that.
  void skip(Nanoseconds time, Stamps& stamps) const {
    const auto ticks =
        static_cast<std::uint64_t>(static_cast<double>(time.count()) * ticks_per_ns_);
    stamps.last = std::min(stamps.last + ticks, clock_.now());
  }

  Pass this_pass() const { return {.solver = *solver_, .work = work_, .budget = budget_}; }

  WorkerTask task_;
  SharedMemory memory_;
  WorkerSlot& slot_;
  const machine::StampCounter clock_;
  std::unique_ptr<Solver> solver_;
  cpu_set_t cpus_{};  // CPUs that the process may run on
  bool stamped_ = false;
  std::uint64_t limit_ = kUnlimited;  // longest time of a chunk, in ticks of stamps
  double ticks_per_ns_ = 1;
  external::CopyingTime copying_;  // of this pass
  std::uint64_t calls_ = 0;        // of the solver, in this pass
  Work work_;
  Budget budget_;
  Work::Range call_;  // puzzles of the current call
  std::size_t last_report_ = 0;
  unsigned in_a_row_ = 0;
  bool called_ = false;
  bool command_has_ended_ = false;
};

}  // namespace

std::string text_of(const Reason& reason) {
  return base::printable({reason.data(), strnlen(reason.data(), reason.size())});
}

bool is_outcome(Outcome outcome) { return static_cast<std::size_t>(outcome) < kOutcomes; }

SharedMemory::SharedMemory(std::size_t capacity, unsigned workers)
    : descriptor_(memfd_create("sudoku-bench", MFD_CLOEXEC | MFD_ALLOW_SEALING)) {
  size_ = lay_out(capacity, workers);
  if (descriptor_ < 0 || ftruncate(descriptor_, static_cast<off_t>(size_)) != 0)
    base::throw_errno("shared memory for worker processes");
  // Seals the shared memory: a harness that touched what a solver has cut off would be killed.
  if (fcntl(descriptor_, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0)
    base::throw_errno("seals for the memory shared with worker processes");
  map();
  lay_out(capacity, workers);
  auto* const request = new (request_.data()) PassRequest;
  request->capacity = capacity;
  request->workers = workers;
  for (WorkerSlot& slot : slots)
    new (&slot) WorkerSlot;
}

SharedMemory::SharedMemory(int descriptor) : descriptor_(descriptor) {
  struct stat status = {};
  if (fstat(descriptor, &status) != 0) base::throw_errno("the worker's shared memory");
  size_ = static_cast<std::size_t>(status.st_size);
  map();
  lay_out(1, 1);
  lay_out(request().capacity, request().workers);
  // A copy of the worker that the solver forks must not answer in its place.
  madvise(memory_, size_, MADV_DONTFORK);
}

SharedMemory::~SharedMemory() {
  munmap(memory_, size_);
  close(descriptor_);
}

void SharedMemory::map() {
  void* memory = mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor_, 0);
  if (memory == MAP_FAILED) base::throw_errno("shared memory for worker processes");
  memory_ = static_cast<std::byte*>(memory);
}

std::size_t SharedMemory::lay_out(std::size_t capacity, unsigned workers) {
  std::size_t at = 0;
  const auto take = [this, &at](auto& part, std::size_t count) {
    using T = typename std::remove_reference_t<decltype(part)>::element_type;
    if (memory_ != nullptr) part = {reinterpret_cast<T*>(memory_ + at), count};
    constexpr std::size_t kLine = 64;
    at += (count * sizeof(T) + kLine - 1) / kLine * kLine;
  };
  take(request_, 1);
  take(slots, workers);
  take(puzzles, capacity);
  take(answers, capacity);
  take(ticks, capacity);
  return at;
}

// A task's arguments are kWorkerWord, its numbers in one word, and the name, library, symbol and
// command of its solver, which is built in if it has neither library nor command. Version, flags
// and thread safety are left out: a worker needs none.
std::vector<std::string> worker_words(const WorkerTask& task) {
  const external::Spec spec = task.solver.spec ? *task.solver.spec : external::Spec();
  const int fills = spec.fills_solution ? static_cast<int>(*spec.fills_solution) : -1;
  std::vector<std::string> words = {
      kWorkerWord,
      fmt::format("{} {} {} {} {} {} {:d} {} {} {} {}", task.slot, task.cpu, task.launched.count(),
                  task.terms.solution_limit, task.terms.start_limit.count(),
                  task.terms.puzzle_limit.count(), spec.takes_batches, spec.config, spec.batch,
                  static_cast<int>(spec.limit), fills),
      std::string(task.solver.info.name), spec.library, spec.symbol};
  words.insert(words.end(), spec.command.begin(), spec.command.end());
  return words;
}

WorkerTask task_from(const std::vector<std::string>& words) {
  constexpr std::size_t kCommand = 5;
  if (words.size() < kCommand) throw std::invalid_argument("a worker is started by the harness");
  WorkerTask task;
  external::Spec spec;
  spec.name = words[2];
  spec.library = words[3];
  spec.symbol = words[4];
  spec.command.assign(words.begin() + kCommand, words.end());
  std::array<Nanoseconds::rep, 3> times{};
  int limit = 0;
  int fills = 0;
  std::istringstream(words[1]) >> task.slot >> task.cpu >> times[0] >> task.terms.solution_limit >>
      times[1] >> times[2] >> spec.takes_batches >> spec.config >> spec.batch >> limit >> fills;
  task.launched = Nanoseconds(times[0]);
  task.terms.start_limit = Nanoseconds(times[1]);
  task.terms.puzzle_limit = Nanoseconds(times[2]);
  spec.limit = static_cast<external::LimitUse>(limit);
  if (fills >= 0) spec.fills_solution = fills == 1;
  if (spec.is_plugin() || !spec.command.empty()) {
    task.solver = SolverSpec(std::move(spec));
  } else if (const SolverEntry* const entry = find_solver(spec.name)) {
    task.solver = SolverSpec(*entry);
  } else {
    throw std::invalid_argument("no solver '" + spec.name + "'");
  }
  return task;
}

int serve_as_worker(const std::vector<std::string>& words) {
  try {
    const bool is_counted = words.size() > 1 && words[1] == kCountedWord;
    const int status = is_counted ? serve_counted(words) : Worker(task_from(words)).serve();
    std::fflush(nullptr);
    // _exit(), because exit() would run the exit handlers of the solver.
    _exit(status);
  } catch (const std::exception& error) {
    fmt::print(stderr, "sudoku-bench: {}\n", error.what());
    return 1;
  }
}

}  // namespace sudoku::runner
