// IsolatedRunner: a solver in worker processes, one per thread. Whatever it does to its process,
// the run goes on. Workers take the times next to the calls, so isolation does not lengthen them.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <poll.h>

#include <fmt/format.h>

#include "harness/base/units.h"
#include "harness/machine/memory.h"
#include "harness/runner/runner.h"
#include "harness/runner/worker.h"
#include "harness/runner/worker_process.h"
#include "solvers/search.h"

namespace sudoku::runner {

namespace {

using namespace std::chrono_literals;

// Time between checks of workers that send nothing.
constexpr std::chrono::milliseconds kLookEvery = 20ms;

// Factor by which a reported time may exceed the elapsed time, as clock calibration is not exact.
constexpr double kTolerance = 1.01;

// Time after the puzzle timeout at which a worker that does not answer is killed: longer than the
// time after which the worker of a command ends the command (make_command).
constexpr Nanoseconds kGrace = 500ms;

std::string size_text(std::uint64_t bytes) {
  return fmt::format("{:.0f} MB", static_cast<double>(bytes) / 1e6);
}

class IsolatedRunner final : public Runner {
 public:
  // Starts the worker processes; disqualifies the solver if one fails. References must outlive it.
  IsolatedRunner(const SolverSpec& solver_spec, parallel::ThreadPool& pool,
                 const machine::StampClock& clock, const IsolationOptions& options)
      : Runner(solver_spec.info, pool, clock),
        spec_(solver_spec),
        options_(options),
        memory_(options.capacity, pool.threads()),
        workers_(pool.threads()) {
    for (unsigned number = 0; number < workers_.size(); ++number) {
      workers_[number].number = number;
      workers_[number].slot = &memory_.slots[number];
    }
    start_all(options.solution_limit);
  }

  // Bytes added by all workers and their descendants; 0, unknown, if a command has ended.
  std::uint64_t added_memory() override {
    std::uint64_t all = 0;
    for (const WorkerState& worker : workers_) {
      const auto memory = worker.process ? worker.process->memory() : std::nullopt;
      if (!memory || (spec_.is_command() && !memory->has_descendants())) return 0;
      const std::uint64_t peak = memory->process.peak;
      all += peak - std::min<std::uint64_t>(peak, worker.slot->bare_bytes);
      all += memory->descendants.peak;
    }
    return all;
  }

  std::optional<HeldMemory> held_memory() override {
    HeldMemory all;
    if (!disqualified_.empty()) return std::nullopt;
    for (const WorkerState& worker : workers_) {
      const auto memory = worker.process->memory();
      const bool is_gone = !memory || worker.process->has_ended() ||
                           (spec_.is_command() && !memory->has_descendants());
      if (is_gone) return std::nullopt;
      all.heap += worker.slot->heap_bytes;
      all.processes.insert(all.processes.end(), memory->processes.begin(), memory->processes.end());
      all.anonymous += spec_.is_command() ? memory->descendants.anonymous : memory->anonymous();
    }
    return all;
  }

  bool is_command() const override { return spec_.is_command(); }

  void release() override {
    signal_workers(SIGSTOP);
    released_ = true;
  }

  Nanoseconds cpu_time() const override {
    Nanoseconds all = Runner::cpu_time() + of_the_dead_;
    for (const WorkerState& worker : workers_)
      if (worker.process != nullptr) all += worker.process->cpu_time();
    return all;
  }

  double startup_s() const override {
    Nanoseconds longest{0};
    for (const WorkerState& worker : workers_)
      longest = std::max(longest, worker.slot->startup);
    return Seconds(longest).count();
  }

 private:
  static constexpr std::size_t kNowhere = std::numeric_limits<std::size_t>::max();

  struct WorkerState {
    unsigned number = 0;
    WorkerSlot* slot = nullptr;  // its part of the shared memory
    std::unique_ptr<WorkerProcess> process;
    bool at_work = false;
    // The puzzle that the worker is on, and since when: one that stays on it too long hangs.
    std::size_t seen_at = kNowhere;
    SteadyClock::time_point seen_since{};
    std::optional<Incident> kill_reason;  // why the harness has killed it
    unsigned in_a_row = 0;                // incidents since the last answer

    Work::Range left;  // to solve before further chunks
    SteadyClock::time_point set_off_at{};
  };

  // A pass, as far as it has come.
  struct Progress : PassResult {
    std::size_t puzzles = 0;
    std::size_t replaced = 0;  // workers
    SteadyClock::time_point given_out{};
    SteadyClock::time_point started = SteadyClock::time_point::max();
    SteadyClock::time_point finished = SteadyClock::time_point::min();
    // Sums over all workers, on the clock and off it.
    Nanoseconds worked{0};   // time until they ended or died, less copying
    Nanoseconds copying{0};  // time in which they copied batches of a plugin
  };

  // Starts the worker processes, those of a command for a solution limit.
  void start_all(std::uint64_t limit) {
    solution_limit_ = limit;
    for (WorkerState& worker : workers_)
      start(worker);
    for (WorkerState& worker : workers_)
      if (disqualified_.empty()) await(worker, spec_.is_command() ? "" : "cannot be started: ");
  }

  // Starts a command again if it was started for another solution limit. Returns the time taken.
  Nanoseconds start_for(std::uint64_t limit) {
    if (!spec_.is_command() || limit == solution_limit_ || !disqualified_.empty()) return {};
    const auto begun = SteadyClock::now();
    start_all(limit);
    return SteadyClock::now() - begun;
  }

  void start(WorkerState& worker) {
    if (worker.process) of_the_dead_ += worker.process->cpu_time();
    const std::vector<int> cpus = parallel::usable_cpus();
    const WorkerTask task{.slot = worker.number,
                          .cpu = options_.pin ? cpus[worker.number % cpus.size()] : -1,
                          .launched = SteadyClock::now().time_since_epoch(),
                          .terms = {.solution_limit = solution_limit_,
                                    .start_limit = options_.start_limit,
                                    .puzzle_limit = options_.puzzle_timeout},
                          .solver = spec_};
    worker.slot->crash_report[0] = '\0';
    worker.kill_reason.reset();
    worker.process = std::make_unique<WorkerProcess>(worker_words(task), memory_.descriptor(),
                                                     options_.memory_limit);
  }

  // Time after which a worker that is not ready is killed. That of a command ends it by itself if
  // one of its first lines takes too long, so it is killed only if it hangs, too.
  SteadyClock::time_point end_of_start() const {
    const bool is_limited = !spec_.is_command() || options_.start_limit.count() > 0;
    if (!is_limited) return SteadyClock::time_point::max();
    constexpr std::uint64_t kMostLines = 1000;
    const std::uint64_t lines = spec_.is_command() ? std::min(spec_.spec->batch, kMostLines) : 0;
    return SteadyClock::now() + options_.start_patience +
           static_cast<Nanoseconds::rep>(lines) * options_.start_limit;
  }

  // Waits until a worker that was started is ready. If it does not become ready, disqualifies the
  // solver for `failure` and its reason.
  void await(WorkerState& worker, const std::string& failure) {
    WorkerProcess& process = *worker.process;
    const auto until = end_of_start();
    bool silent = true;
    while (silent && SteadyClock::now() < until) {
      if (options_.cancelled != nullptr && *options_.cancelled) return disqualify("interrupted");
      silent = process.is_silent(std::min(kLookEvery, options_.start_patience));
      look_at_memory(worker);
    }
    if (silent) {
      process.kill();
      disqualify(
          fmt::format("{}not ready within {}, {}", failure,
                      base::seconds_text(Seconds(options_.start_patience).count()),
                      spec_.spec ? "still loading the library" : "still creating the solver"));
    } else if (process.receive() != kReady) {
      disqualify(failure + incident_of(worker).reason);
    } else if (start_fault_.empty()) {
      start_fault_ = text_of(worker.slot->printed);
    }
  }

  PassResult pass(const Work& work, const Budget& budget, std::span<std::uint64_t> ticks) override {
    const auto begun = SteadyClock::now();
    PassResult result = run(work, budget, !ticks.empty());
    // Copies the times, because a worker could still change them in the shared memory.
    const std::span<const std::uint64_t> shared = memory_.ticks.first(work.puzzles.size());
    if (ticks.empty()) {
      const std::uint64_t limit = limit_in_ticks(budget);
      for (std::size_t i = 0; i < shared.size(); ++i) {
        const std::uint64_t took = shared[i];
        if (took > limit) result.late_calls.push_back({.first = i, .ticks = took});
      }
      return result;
    }
    std::ranges::copy(shared, ticks.begin());
    refuse_impossible(ticks.first(work.puzzles.size()), SteadyClock::now() - begun);
    if (budget.time_limit.count() == 0) return result;
    // A puzzle that was given up took the limit at least, also if its call never returned.
    const std::uint64_t limit = clock_.ticks(budget.time_limit);
    for (std::size_t i = 0; i < work.answers.size(); ++i) {
      if (work.answers[i].outcome == Outcome::timeout) ticks[i] = std::max(ticks[i], limit);
    }
    return result;
  }

  // A pass: its work is handed out, and the workers are watched until each has ended its part.
  PassResult run(const Work& work, const Budget& budget, bool stamped) {
    std::ranges::fill(memory_.ticks.first(work.puzzles.size()), std::uint64_t{0});
    const Nanoseconds starting = start_for(budget.solution_limit);
    if (!disqualified_.empty()) return {};
    if (std::exchange(released_, false)) signal_workers(SIGCONT);
    Work later = work;
    if (later.until) *later.until += starting;
    pass_ = {};
    give_out(later, budget, stamped);
    supervise(budget);
    pass_.time = time_of_pass();
    pass_.running = running_in_pass(pass_.time);
    all_off_clock_ += pass_.off_clock;
    pass_.off_clock += starting;
    take_back(work, budget.solution_limit > 1 && !info().shows_solution);
    return static_cast<PassResult&&>(pass_);
  }

  // From the first start to the last end. While a worker was replaced, others may have done its
  // work: then it is the mean of the times for which they worked.
  Nanoseconds time_of_pass() const {
    const auto workers = static_cast<Nanoseconds::rep>(workers_.size());
    if (pass_.finished < pass_.started)
      return Nanoseconds(0);  // disqualified before any worker finished
    const Nanoseconds time = pass_.replaced > 0
                                 ? pass_.worked / workers
                                 : pass_.finished - pass_.started - pass_.copying / workers;
    return std::max(Nanoseconds(0), time);
  }

  void give_out(const Work& work, const Budget& budget, bool stamped) {
    pass_.puzzles = work.puzzles.size();
    std::ranges::copy(work.puzzles, memory_.puzzles.begin());
    std::ranges::copy(work.answers, memory_.answers.begin());
    PassRequest& request = memory_.request();
    request.work = work;
    request.stamped = stamped;
    request.budget = budget;
    request.limit_in_ticks = limit_in_ticks(budget);
    request.ticks_per_ns = 1 / clock_.ns_per_tick();
    request.cursor = 0;
    request.arrived = 0;
    request.cancelled = false;
    pass_.given_out = SteadyClock::now();
    for (WorkerState& worker : workers_) {
      // A worker that dies before it starts must not leave the start time of an earlier pass.
      worker.slot->started = SteadyClock::time_point::max();
      worker.at_work = true;
      worker.left = {};
      set_off(worker);
    }
  }

  // Starts a worker on the pass, first on what its dead predecessor left undone.
  static void set_off(WorkerState& worker) {
    worker.slot->left = worker.left;
    worker.slot->size = 0;
    worker.slot->taken = 0;
    worker.set_off_at = SteadyClock::now();
    worker.seen_at = kNowhere;
    worker.seen_since = worker.set_off_at;
    worker.process->send(kGo);
  }

  void supervise(const Budget& budget) {
    std::vector<pollfd> lines(workers_.size());
    while (std::ranges::any_of(workers_, &WorkerState::at_work)) {
      for (std::size_t i = 0; i < workers_.size(); ++i) {
        const int line = workers_[i].at_work ? workers_[i].process->line() : -1;
        lines[i] = {.fd = line, .events = POLLIN, .revents = 0};
      }
      poll(lines.data(), lines.size(), static_cast<int>(kLookEvery.count()));
      if (is_cancelled(budget)) disqualify("interrupted");
      for (WorkerState& worker : workers_)
        if (worker.at_work) attend_to(worker);
    }
  }

  void attend_to(WorkerState& worker) {
    const WorkerProcess& process = *worker.process;
    const bool has_ended = process.has_ended();  // before is_silent(): a worker may send, then end
    if (!process.is_silent()) {
      if (process.receive() == kDone) return finish(worker);
      replace(worker);
    } else if (has_ended) {
      replace(worker);  // a child that it has forked keeps the line open
    } else if (!worker.kill_reason) {
      // Killing a worker closes its line to the harness.
      look_at_clock(worker);
      look_at_memory(worker);
    }
  }

  // Kills a worker that holds too much memory.
  void look_at_memory(WorkerState& worker) const {
    if (worker.kill_reason || options_.memory_limit == 0) return;
    const auto memory = worker.process->memory();
    if (!memory || memory->now() <= options_.memory_limit) return;
    worker.kill_reason =
        Incident{.reason = fmt::format("used {} of memory, the limit is {}",
                                       size_text(memory->now()), size_text(options_.memory_limit))};
    worker.process->kill();
  }

  // Kills a worker that hangs. It has spent at least the time on its puzzle since it was first seen
  // there.
  void look_at_clock(WorkerState& worker) const {
    const auto now = SteadyClock::now();
    const Work::Range range = in_hand(worker);
    const std::size_t at = range.size > 0 ? first_unanswered(range) : kNowhere;
    if (at != worker.seen_at) {
      worker.seen_at = at;
      worker.seen_since = now;
    }
    const Nanoseconds seen_for = now - worker.seen_since;
    const Nanoseconds patience = options_.puzzle_timeout + kGrace;
    if (options_.puzzle_timeout.count() == 0 || seen_for <= patience) return;
    worker.kill_reason = Incident{.outcome = Outcome::timeout,
                                  .reason = external::no_answer_within(options_.puzzle_timeout)};
    worker.process->kill();
  }

  // The end of a part: its worker has finished, or has died and is replaced.
  void finish(WorkerState& worker) {
    const WorkerSlot& slot = *worker.slot;
    worker.at_work = false;
    // Copies the times, because the worker could still change them in the shared memory.
    const SteadyClock::time_point started = slot.started;
    const SteadyClock::time_point finished = slot.finished;
    const Nanoseconds copying = slot.copying;
    if (started < pass_.given_out || finished < started || SteadyClock::now() < finished ||
        copying < Nanoseconds(0) || copying > finished - started)
      return disqualify("reported impossible times");
    pass_.copying += copying;
    pass_.worked += finished - started - copying;
    if (slot.taken > 0) worker.in_a_row = 0;
    pass_.started = std::min(pass_.started, started);
    pass_.finished = std::max(pass_.finished, finished);
    take_reports(*worker.slot);
    if (slot.gives_up && disqualified_.empty()) {
      disqualify(
          fmt::format("{} puzzles in a row: {}", kMostInARow,
                      pass_.incidents.empty() ? "" : pass_.incidents.rbegin()->second.reason));
    }
    if (slot.printed[0] != '\0') charge_pass({.reason = text_of(slot.printed)});
  }

  void replace(WorkerState& worker) {
    const auto seen = SteadyClock::now();
    const WorkerSlot& slot = *worker.slot;
    const Incident incident = incident_of(worker);
    // A worker that has lost its line still ends its pass. Clamped, as below.
    const auto noticed = std::clamp<SteadyClock::time_point>(slot.finished, seen,
                                                             std::max(seen, SteadyClock::now()));
    pass_.started = std::min(pass_.started, std::max(slot.started, pass_.given_out));
    pass_.finished = std::max(pass_.finished, noticed);
    take_reports(*worker.slot);
    // Clamped, because a solver may have written to the shared memory.
    const auto since = [&worker, noticed](SteadyClock::time_point time) {
      return noticed - std::clamp(time, worker.set_off_at, std::max(worker.set_off_at, noticed));
    };
    pass_.worked += since(slot.started);
    settle_range(worker, incident, since(slot.taken_at));
    if (++pass_.replaced > 2 * (pass_.puzzles + workers_.size()))
      disqualify("died more often than once per puzzle");
    if (!disqualified_.empty()) return;
    start(worker);
    await(worker, incident.reason + " and cannot be started again: ");
    pass_.off_clock += SteadyClock::now() - noticed;
    const Nanoseconds most = options_.off_clock_budget;
    if (disqualified_.empty() && most.count() > 0 && all_off_clock_ + pass_.off_clock > most) {
      disqualify(fmt::format("{}, and so often that starting it again took more than {}",
                             incident.reason, base::seconds_text(Seconds(most).count())));
    }
    if (disqualified_.empty()) set_off(worker);
  }

  // Charges the puzzle, or the batch of a plugin, that a worker died on; its successor goes on
  // after it. The worker had held its range for the time `held`.
  void settle_range(WorkerState& worker, const Incident& incident, Nanoseconds held) {
    const WorkerSlot& slot = *worker.slot;
    const Work::Range range = in_hand(worker);
    const std::size_t end = range.first + range.size;
    const std::size_t culprit = first_unanswered(range);
    std::size_t next = end;
    bool answered_before = slot.taken > 1 || culprit > range.first;
    if (spec_.is_command() && worker.process->exit_status == kCannotGoOn) {
      // The worker has charged the last puzzle that it settled.
      answered_before = slot.taken > 1 || culprit > range.first + 1;
      next = culprit;
    } else if (culprit == end) {
      charge_pass(incident);  // every puzzle of the range is answered
      answered_before = slot.taken > 0;
    } else if (info().batch > 1 && range.size > 1) {
      lose_batch(range, incident, held);
    } else {
      pass_.incidents[culprit] = incident;
      next = culprit + 1;
    }
    count_in_a_row(worker, answered_before, incident.reason);
    if (slot.taken > 0) worker.left = {.first = next, .size = end - next};
  }

  // Charges the first unanswered puzzle of a batch, and gives up the others with it. Puzzles
  // without a time get that for which their worker was waited for.
  void lose_batch(Work::Range batch, const Incident& incident, Nanoseconds held) {
    for (std::uint64_t& ticks : memory_.ticks.subspan(batch.first, batch.size))
      if (ticks == 0) ticks = clock_.ticks(held);
    const std::size_t first = first_unanswered(batch);
    const std::size_t size = batch.first + batch.size - first;
    std::ranges::fill(memory_.answers.subspan(first, size), Answer{.outcome = incident.outcome});
    pass_.incidents[first] = {
        .outcome = incident.outcome,
        .reason = fmt::format("{} on a batch of {} puzzles", incident.reason, size)};
  }

  // What happened to a worker that has died.
  Incident incident_of(const WorkerState& worker) {
    const std::string end = worker.process->reap();
    of_the_dead_ += worker.process->cpu_time_at_end;
    if (worker.kill_reason) return *worker.kill_reason;
    const std::string sign = text_of(worker.slot->crash_report);
    if (worker.process->exit_status == kCannotGoOn)
      return {.reason = spec_.is_command() ? with_memory_limit(sign) : sign};
    return {.reason = with_memory_limit(sign.empty() ? end : fmt::format("{}: {}", end, sign))};
  }

  // Why a process died, with its memory limit: what it died of may be an allocation that failed,
  // which its peak memory does not show.
  std::string with_memory_limit(const std::string& reason) const {
    if (options_.memory_limit == 0) return reason;
    return fmt::format("{} (its memory limit is {})", reason, size_text(options_.memory_limit));
  }

  // Charges the first puzzle of the pass for what was found after many: nobody knows on which of
  // them it happened.
  void charge_pass(const Incident& incident) {
    const std::string where =
        pass_.puzzles > 1 ? fmt::format(" (in a pass of {} puzzles)", pass_.puzzles) : "";
    pass_.incidents.try_emplace(
        0, Incident{.outcome = incident.outcome, .reason = incident.reason + where});
  }

  void take_reports(WorkerSlot& slot) {
    const std::size_t count = std::min<std::size_t>(slot.reports, WorkerSlot::kMostReports);
    for (std::size_t i = 0; i < count; ++i) {
      const IncidentReport report = slot.report[i];
      if (report.position >= pass_.puzzles || !is_outcome(report.outcome)) continue;
      const std::string reason = text_of(report.reason);
      const bool has_died = report.outcome == Outcome::crashed && spec_.is_command();
      pass_.incidents[report.position] = {.outcome = report.outcome,
                                          .reason = has_died ? with_memory_limit(reason) : reason};
    }
    slot.reports = 0;
  }

  void count_in_a_row(WorkerState& worker, bool answered_before, const std::string& reason) {
    worker.in_a_row = answered_before ? 1 : worker.in_a_row + 1;
    if (worker.in_a_row >= kMostInARow)
      disqualify(fmt::format("{} puzzles in a row: {}", worker.in_a_row, reason));
  }

  // Disqualifies the solver and kills all its workers.
  void disqualify(const std::string& reason) {
    disqualified_ = reason;
    for (WorkerState& worker : workers_) {
      worker.at_work = false;
      if (worker.process) of_the_dead_ += worker.process->cpu_time();
      worker.process.reset();
    }
  }

  std::optional<Nanoseconds> running_in_pass(Nanoseconds time) const {
    if (!disqualified_.empty() || pass_.finished < pass_.started || pass_.replaced > 0)
      return std::nullopt;
    Nanoseconds all{0};
    for (const WorkerState& worker : workers_) {
      const Nanoseconds running = worker.slot->running;
      const bool starts_others = !spec_.is_command() && worker.process->has_descendants();
      if (running < Nanoseconds(0) || starts_others) return std::nullopt;
      all += std::min(running, time);
    }
    return all / static_cast<Nanoseconds::rep>(workers_.size());
  }

  // Disqualifies the solver if a puzzle took longer than the pass.
  void refuse_impossible(std::span<const std::uint64_t> ticks, Nanoseconds elapsed) {
    if (ticks.empty() || !disqualified_.empty()) return;
    const double ns = static_cast<double>(std::ranges::max(ticks)) * clock_.ns_per_tick();
    if (ns > kTolerance * static_cast<double>(elapsed.count()))
      disqualify("reported impossible times");
  }

  // Copies the answers from shared memory, into which the solver may have written anything. A
  // solver that `may_hide` its solution shows one only if it has written 81 digits: others keep
  // their search's state in the solution's place. Looked at here, off the clock.
  void take_back(const Work& work, bool may_hide) const {
    const std::span<const Answer> answers = memory_.answers.first(work.puzzles.size());
    for (std::size_t i = 0; i < answers.size(); ++i) {
      work.answers[i] = answers[i];
      if (!is_outcome(work.answers[i].outcome)) work.answers[i].outcome = Outcome::unanswered;
      Grid& solution = work.answers[i].solution;
      if (may_hide && !std::ranges::all_of(solution.cells, is_digit)) solution = kEmptyGrid;
    }
    for (const auto& [i, incident] : pass_.incidents)
      work.answers[i].outcome = incident.outcome;
  }

  void signal_workers(int signal) const {
    for (const WorkerState& worker : workers_)
      if (worker.process != nullptr) worker.process->signal_group(signal);
  }

  Work::Range in_hand(const WorkerState& worker) const {
    const std::size_t first = std::min<std::size_t>(worker.slot->first, pass_.puzzles);
    return {.first = first,
            .size = std::min<std::size_t>(worker.slot->size, pass_.puzzles - first)};
  }

  std::size_t first_unanswered(Work::Range range) const {
    const std::span<const Answer> answers = memory_.answers.subspan(range.first, range.size);
    const auto open = std::ranges::find(answers, Outcome::unanswered, &Answer::outcome);
    return range.first + static_cast<std::size_t>(open - answers.begin());
  }

  const SolverSpec& spec_;
  const IsolationOptions options_;
  SharedMemory memory_;
  std::vector<WorkerState> workers_;
  bool released_ = false;
  std::uint64_t solution_limit_ = 0;  // for which the workers were started
  Progress pass_;                     // of the current pass
  Nanoseconds all_off_clock_{0};      // time off the clock in all passes before
  Nanoseconds of_the_dead_{0};        // CPU time of workers that have died
};

}  // namespace

std::unique_ptr<Runner> make_isolated_runner(const SolverSpec& solver_spec,
                                             parallel::ThreadPool& pool,
                                             const machine::StampClock& clock,
                                             const IsolationOptions& options) {
  return std::make_unique<IsolatedRunner>(solver_spec, pool, clock, options);
}

}  // namespace sudoku::runner
