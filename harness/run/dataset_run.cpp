#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/base/errors.h"
#include "harness/base/interruption.h"
#include "harness/base/units.h"
#include "harness/result/comparison.h"
#include "harness/result/rates.h"
#include "harness/run/audit.h"
#include "harness/run/check.h"
#include "harness/run/puzzle_comparison.h"
#include "harness/run/recorder.h"
#include "harness/run/run.h"
#include "harness/runner/valgrind_count.h"

namespace sudoku::run {

namespace {

// How far a solver may exceed the time budget if its pilot measurement was misleading. Beyond
// kRoundsDropped budgets it gets no further rounds in a block, beyond kStopped no further blocks.
constexpr double kRoundsDropped = 1.5;
constexpr double kStopped = 3;

// Time off the clock that every solver may take, however short the time budget is.
constexpr Nanoseconds kLeastOffClock = std::chrono::seconds(10);

// Time limit per puzzle of the referee solvers, as a multiple of the puzzle timeout.
constexpr int kRefereePatience = 10;

// A solver run on one number of threads; its result row has the same index in DatasetRun::sums_.
struct SolverState {
  std::size_t number;  // index in RunSettings::solver_specs
  std::unique_ptr<runner::Runner> runner;
  Plan plan;
  Recorder recorder;
  Nanoseconds spent{0};
  bool stopped = false;  // far over its time budget, or disqualified
  UnrecordedFaults unrecorded = {};
  std::vector<Grid> counted = {};  // puzzles solved so far, if valgrind is to count
};

// A solver with one of its samples of the current block.
struct ScheduledSolver {
  SolverState* solver;
  const dataset::Sample* sample;
  bool own;  // the solver's own sample, not that of a slower solver
  std::unique_ptr<BlockMeasurement> rounds = {};
  Nanoseconds patience{0};  // left for waiting for the core, and for turns made again
  Seconds turn_time{0};
  std::uint64_t turns = 0;
  MeasuredBlock measured = {};
};

// A solver and the reference on the smaller one of their samples of a block.
struct MeasuredRatio {
  ScheduledSolver* ours;
  ScheduledSolver* reference;
  std::uint64_t next_look;  // round before which its uncertainty is looked at
};

// One part in so many of a solver's time budget for waiting until it has its core to itself, and
// for making turns again, unless the user gives a time.
constexpr int kPatienceShare = 5;

// A wait takes one part in so many of the time that is left for it.
constexpr int kWaits = 4;

// Time of waits in succession that end without the core, after which the run stops waiting until a
// core is found free.
constexpr Nanoseconds kMostFutileWait = std::chrono::milliseconds(500);

// Rounds between two looks at a ratio's uncertainty, as a share of the rounds before.
constexpr double kBetweenLooks = 0.5;

class DatasetRun {
 public:
  // Plans the samples and makes the solvers' instances. Takes over what the journal says was
  // finished earlier.
  DatasetRun(RunContext& context, const SurveyedDataset& surveyed)
      : context_(context),
        settings_(context.settings),
        surveyed_(surveyed),
        dataset_(surveyed.record),
        sampling_(settings_.seed, settings_.block, dataset_.puzzles),
        pilots_(settings_.solver_specs.size()),
        scratch_{.clock = context.clock, .counters = context.counters} {
    const result::DatasetRows before = context.journal.take(surveyed.number);
    const std::vector<Plan> plans = plans_by_pilot(before);
    for (std::size_t i = 0; i < plans.size(); ++i) {
      const runner::SolverSpec& solver_spec = settings_.solver_specs[i];
      context.observer.planned(dataset_.name, solver_spec.info.name, plans[i]);
    }
    for (std::size_t i = 0; i < plans.size(); ++i) {
      for (const auto& pool : context.pools)
        add_solver(i, plans[i], *pool);
    }
    if (settings_.latency) set_up_comparisons();
    sums_.comparisons.resize(groups_.size());
    result::merge(sums_, before);
    for (std::size_t i = 0; i < solvers_.size(); ++i) {
      solvers_[i]->spent = Nanoseconds(sums_.rows[i].spent_ns);
      if (!sums_.rows[i].complete) solvers_[i]->stopped = true;
    }
  }

  // Reads the file again and measures all blocks of the shard that are not finished.
  void run() {
    dataset::PuzzleReader reader(surveyed_.file, settings_.reading());
    Referee referee = this->referee();
    std::uint64_t puzzles = 0;
    dataset::Block block;
    while (!context_.is_over() && reader.read(block)) {
      puzzles += block.puzzles.size();
      const bool is_ours = !settings_.shard || settings_.shard->has(block.index);
      const bool is_finished = std::ranges::binary_search(sums_.blocks, block.index);
      if (is_ours && !is_finished) run_block(block, referee);
    }
    if (context_.is_over() || (puzzles == dataset_.puzzles && surveyed_.file.unchanged())) return;
    throw base::InputError("{}: changed while it was read", surveyed_.file.name());
  }

  // Adds the dataset's rows and its puzzle comparisons to the result; nothing when a solver's file
  // changed before the first block was finished.
  void finish(result::RunResult& result) {
    if (!context_.files.changed().empty() && sums_.blocks.empty()) return;
    std::vector<result::RowSums>& sums = sums_.rows;
    measure_once_more(sums);
    warn_of_limit();
    if (sums_.undecided > 0) {
      context_.noise.warn(
          fmt::format("{}: solvers disagree on {} puzzles that the referees could not solve",
                      dataset_.name, sums_.undecided));
    }
    std::vector<result::Row> rows;
    for (std::size_t i = 0; i < solvers_.size(); ++i) {
      if (context_.is_over()) sums[i].complete = false;
      warn_of_guesses(sums[i]);
      sums[i].startup_s = solvers_[i]->runner->startup_s();
      rows.push_back(result::finished(std::move(sums[i])));
    }
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      result::ComparisonRecord& comparison =
          result.comparisons.emplace_back(std::move(sums_.comparisons[i]));
      settle(comparison, rows);
      comparison.dataset = dataset_.name;
      comparison.threads = groups_[i].front()->runner->pool().threads();
    }
    result::compare_rows(rows, result.comparisons, settings_.reference);
    std::ranges::move(rows, std::back_inserter(result.results));
  }

 private:
  Budget budget() const {
    return {.solution_limit = settings_.solution_limit,
            .guess_limit = kUnlimited,
            .time_limit = puzzle_limit(dataset_.puzzles, settings_),
            .cancelled = &context_.cancelled};
  }

  std::unique_ptr<runner::Runner> make_runner(const runner::SolverSpec& solver_spec,
                                              parallel::ThreadPool& pool) const {
    return runner::make_runner(solver_spec, pool, context_.clock, isolation_of(context_));
  }

  // Measures the rows' slowest puzzles again, and what valgrind is to count; drops what was
  // measured while a solver's file changed.
  void measure_once_more(std::vector<result::RowSums>& rows) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      SolverState& solver = *solvers_[i];
      if (!context_.is_over()) {
        if (!result::is_void(rows[i]))
          time_again(rows[i].slowest, *solver.runner, budget(), context_.clock, solver.unrecorded);
        solver.runner->release();
        solver.unrecorded.add_crash(kInStart, solver.runner->start_fault());
      }
      if (!context_.files.changed().empty()) continue;
      solver.unrecorded.charge(rows[i]);
      if (settings_.counters == options::Counters::valgrind) count_by_valgrind(solver, rows[i]);
    }
    if (context_.files.changed().empty()) return;
    for (result::RowSums& row : rows)
      row.valgrind.reset();
  }

  // Has valgrind count the instructions of a row's solver.
  void count_by_valgrind(const SolverState& solver, result::RowSums& row) const {
    // Every puzzle takes about fifty times as long as usual, a start about a second.
    constexpr int kSlowdown = 200;
    constexpr Nanoseconds kStart = std::chrono::seconds(10);
    if (row.threads > 1 || solver.counted.empty()) return;
    if (result::status_of(row) >= result::RowStatus::gave_up ||
        row.outcomes[Outcome::crashed] > 0) {
      row.valgrind = result::ValgrindCount{.absence = "not all puzzles were solved"};
      return;
    }
    const runner::CountRequest request{
        .puzzles = solver.counted,
        .solution_limit = settings_.solution_limit,
        .chunk = settings_.batch_of(settings_.solver_specs[solver.number]),
        .patience = kStart + kSlowdown * solver.spent,
        .cancelled = context_.cancelled};
    row.valgrind = runner::count_by_valgrind(settings_.solver_specs[solver.number], request);
  }

  // A solver's time per puzzle in the pilot measurement of a run before, if that is known.
  std::optional<double> known_pilot(std::size_t solver, const result::DatasetRows& before) const {
    const std::size_t row = solver * context_.pools.size();
    if (row < before.rows.size() && before.rows[row].pilot_ns) return before.rows[row].pilot_ns;
    for (const options::KnownPilot& known : settings_.pilots) {
      if (known.dataset_sha256 == dataset_.sha256 &&
          known.solver == settings_.solver_specs[solver].info.name)
        return known.ns_per_puzzle;
    }
    return std::nullopt;
  }

  PilotMeasurement pilot_of(const runner::SolverSpec& solver_spec) const {
    const std::uint64_t batch = std::min(settings_.batch_of(solver_spec), settings_.block);
    std::vector<Grid> puzzles = surveyed_.pilots;  // repeated to fill a batch
    for (std::size_t i = 0; puzzles.size() < batch; ++i)
      puzzles.push_back(surveyed_.pilots[i % surveyed_.pilots.size()]);
    const auto runner = make_runner(solver_spec, *context_.pools.front());
    return run_pilot(*runner, puzzles, settings_.time_budget, budget(), context_.clock);
  }

  // None after an interruption, which cuts pilot measurements short; those of a run before stay.
  std::vector<Plan> plans_by_pilot(const result::DatasetRows& before) {
    std::vector<Pilot> pilots;
    for (std::size_t i = 0; i < pilots_.size(); ++i) {
      const runner::SolverSpec& solver_spec = settings_.solver_specs[i];
      context_.observer.trying(dataset_.name, i + 1, pilots_.size());
      const std::optional<double> known = known_pilot(i, before);
      pilots_[i] = known ? PilotMeasurement{.ns_per_puzzle = *known} : pilot_of(solver_spec);
      const std::uint64_t batch = settings_.batch_of(solver_spec);
      pilots.push_back({.ns_per_puzzle = pilots_[i].ns_per_puzzle,
                        .batch = solver_spec.info.batch > 1 ? batch : 0});
    }
    if (before.blocks.empty() && context_.is_over()) return {};
    judge_pilots();
    return plan_run(pilots, dataset_.puzzles, sampling_, settings_);
  }

  // Compares the solvers' answers to the pilot puzzles as those to a block.
  void judge_pilots() {
    const std::vector<Grid>& puzzles = surveyed_.pilots;
    dataset::Sample sample{.at = std::vector<std::uint32_t>(puzzles.size()), .puzzles = puzzles};
    std::iota(sample.at.begin(), sample.at.end(), 0U);
    std::vector<MeasuredBlock> measured(pilots_.size());
    std::vector<MeasuredBlock*> answered;
    for (std::size_t i = 0; i < pilots_.size(); ++i) {
      measured[i].sample = &sample;
      measured[i].solver = &settings_.solver_specs[i].info;
      measured[i].answers = pilots_[i].answers;
      if (pilots_[i].answers.size() >= puzzles.size()) answered.push_back(&measured[i]);
    }
    referee().judge({.puzzles = puzzles, .solutions = {}, .lines = {}}, answered);
    for (std::size_t i = 0; i < pilots_.size(); ++i) {
      for (const auto& [position, fault] : measured[i].faults)
        pilots_[i].faults.add_wrong(kInPilot, fault.reason, puzzles[position]);
    }
  }

  Referee referee() const {
    Budget patient = budget();
    patient.time_limit = kRefereePatience * settings_.puzzle_timeout;
    return {*context_.pools.back(), patient, settings_.verify, settings_.seed};
  }

  void add_solver(std::size_t number, const Plan& plan, parallel::ThreadPool& pool) {
    const runner::SolverSpec& solver_spec = settings_.solver_specs[number];
    auto runner = make_runner(solver_spec, pool);
    result::RowSums& row = sums_.rows.emplace_back(row_of(*runner, solver_spec, plan, settings_));
    row.dataset = dataset_.name;
    UnrecordedFaults& faults = pilots_[number].faults;
    const std::string& disqualified = pilots_[number].disqualified;
    if (&pool != context_.pools.front().get()) {
      row.task = sums_.rows[sums_.rows.size() - 2].task;
    } else if (solver_spec.spec && is_audited(settings_) && disqualified.empty()) {
      // So a command need not be started again for the first limit of an audit.
      runner::IsolationOptions isolation = isolation_of(context_);
      isolation.solution_limit = 1;
      row.task = audit(*runner::make_runner(solver_spec, pool, context_.clock, isolation),
                       surveyed_.pilots, budget(), settings_.seed, faults);
    }
    runner->release();
    Recorder recorder(*runner, plan, settings_, context_.clock);
    SolverState& solver = *solvers_.emplace_back(
        std::make_unique<SolverState>(SolverState{.number = number,
                                                  .runner = std::move(runner),
                                                  .plan = plan,
                                                  .recorder = std::move(recorder),
                                                  .unrecorded = faults}));
    solver.unrecorded.add_crash(kInStart, solver.runner->start_fault());
    solver.unrecorded.charge(solver.recorder.row());
    if (!disqualified.empty()) disqualify(solver, fmt::format("{} ({})", disqualified, kInPilot));
  }

  void set_up_comparisons() {
    for (const auto& pool : context_.pools) {
      std::vector<const SolverState*> group;
      for (const auto& solver : solvers_) {
        const bool has_times = solver->runner->info().batch <= 1;
        if (has_times && solver->runner->pool().threads() == pool->threads())
          group.push_back(solver.get());
      }
      if (group.size() > 1) groups_.push_back(std::move(group));
    }
  }

  void run_block(const dataset::Block& block, Referee& referee) {
    take_samples(block);
    std::vector<ScheduledSolver> schedule = this->schedule();
    run_rounds(block, schedule);
    if (!context_.files.changed().empty()) return;
    for (ScheduledSolver& scheduled : schedule) {
      finish(scheduled);
      if (!scheduled.measured.complete)
        scheduled.solver->recorder.add_faults(block, scheduled.measured);
    }
    std::erase_if(schedule,
                  [](const ScheduledSolver& scheduled) { return !scheduled.measured.complete; });
    std::vector<MeasuredBlock*> measured(schedule.size());
    std::ranges::transform(schedule, measured.begin(),
                           [](ScheduledSolver& scheduled) { return &scheduled.measured; });
    const std::uint64_t undecided = referee.judge(block, measured);
    for (ScheduledSolver& scheduled : schedule) {
      if (scheduled.own) share_faults(schedule, scheduled);
      keep(block, scheduled);
    }
    sum_up(block, schedule, undecided);
  }

  void take_samples(const dataset::Block& block) {
    samples_.clear();
    for (const auto& solver : solvers_) {
      const double rate = solver->plan.rate;
      if (std::ranges::find(samples_, rate, &dataset::Sample::rate) != samples_.end()) continue;
      samples_.push_back(dataset::take_sample(block, sampling_, rate));
    }
  }

  // Schedules every solver on each of its samples of the current block.
  std::vector<ScheduledSolver> schedule() {
    std::vector<ScheduledSolver> schedule;
    for (const auto& solver : solvers_) {
      const Plan& plan = solver->plan;
      for (const dataset::Sample& sample : samples_) {
        const bool own = sample.rate == plan.rate;
        const bool lower = std::ranges::find(plan.lower, sample.rate) != plan.lower.end();
        if (sample.puzzles.empty() || (!own && !lower)) continue;
        if (solver->stopped) {
          solver->recorder.row().complete = false;
          continue;
        }
        ScheduledSolver& scheduled = schedule.emplace_back(
            ScheduledSolver{.solver = solver.get(), .sample = &sample, .own = own});
        if (settings_.precision > 0) scheduled.patience = budget_for(scheduled) / kPatienceShare;
        const bool stamped_apart = settings_.latency && own && !plan.slow;
        scheduled.rounds = std::make_unique<BlockMeasurement>(
            *solver->runner, sample,
            MeasureOptions{.plan = plan,
                           .settings = settings_,
                           .budget = budget(),
                           .allowance = allowance(scheduled),
                           .latency_rounds = stamped_apart ? options::kLatencyRounds : 0,
                           .meter = context_.meter_of(solver->runner->pool())},
            scratch_);
      }
    }
    return schedule;
  }

  // The part of the time budget for a sample of one block, by its number of puzzles.
  Nanoseconds budget_for(const ScheduledSolver& scheduled) const {
    const double expected = static_cast<double>(dataset_.puzzles) * scheduled.sample->rate *
                            static_cast<double>(1 + scheduled.solver->plan.lower.size());
    const double share =
        static_cast<double>(scheduled.sample->puzzles.size()) / std::max(expected, 1.0);
    return std::chrono::duration_cast<Nanoseconds>(share * settings_.time_budget);
  }

  // Time beyond which the planned rounds of a sample of one block are given up; 0: never.
  Nanoseconds allowance(const ScheduledSolver& scheduled) const {
    if (settings_.time_budget.count() == 0) return Nanoseconds(0);
    return std::chrono::duration_cast<Nanoseconds>(kRoundsDropped * budget_for(scheduled)) +
           Nanoseconds(1);
  }

  // The outer loop is over rounds, each in a new random order: a disturbance hits all solvers
  // alike.
  void run_rounds(const dataset::Block& block, std::vector<ScheduledSolver>& schedule) {
    std::vector<ScheduledSolver*> order(schedule.size());
    std::ranges::transform(schedule, order.begin(), [](ScheduledSolver& s) { return &s; });
    std::vector<MeasuredRatio> ratios = ratios_in(schedule);
    base::Random random(base::mix(settings_.seed) + block.index);
    std::uint64_t round = 0;
    const auto wants = [&round](const ScheduledSolver* s) { return s->rounds->wants(round); };
    for (;; ++round) {
      std::erase_if(ratios, [&](MeasuredRatio& ratio) { return !goes_on(ratio, round); });
      if (std::ranges::none_of(order, wants)) return;
      random.shuffle(std::span(order));
      for (std::size_t i = 0; i < order.size() && !context_.is_over(); ++i) {
        if (!wants(order[i])) continue;
        const auto rounds =
            static_cast<double>(std::max({options::kLatencyRounds, settings_.rounds, round}));
        const double in_round = static_cast<double>(i) / static_cast<double>(order.size());
        report_progress(block, *order[i], (static_cast<double>(round) + in_round) / (rounds + 1));
        run_round(*order[i], round);
      }
    }
  }

  // The ratios to the reference for which rounds beyond the planned ones may be made.
  std::vector<MeasuredRatio> ratios_in(std::vector<ScheduledSolver>& schedule) const {
    std::vector<MeasuredRatio> ratios;
    if (settings_.precision == 0 || settings_.time_budget.count() == 0) return ratios;
    for (ScheduledSolver& reference : schedule) {
      if (reference.solver->runner->info().name != settings_.reference) continue;
      for (ScheduledSolver& ours : schedule) {
        const bool is_pair = &ours != &reference && ours.sample == reference.sample &&
                             &ours.solver->runner->pool() == &reference.solver->runner->pool();
        if (!is_pair || !(ours.own || reference.own)) continue;
        ratios.push_back(
            {.ours = &ours,
             .reference = &reference,
             .next_look = std::min(ours.solver->plan.rounds, reference.solver->plan.rounds)});
      }
    }
    return ratios;
  }

  // Plans `round` for both solvers of a ratio if they have not planned it, the ratio is not known
  // well enough, and it fits their budgets. If not, there are no more rounds for it: a solver makes
  // its rounds in turn with the others, so that it cannot leave one out.
  bool goes_on(MeasuredRatio& ratio, std::uint64_t round) const {
    if (context_.is_over()) return false;
    BlockMeasurement& ours = *ratio.ours->rounds;
    BlockMeasurement& theirs = *ratio.reference->rounds;
    if (round >= ratio.next_look) {
      const std::uint64_t blocks = (dataset_.puzzles + settings_.block - 1) / settings_.block;
      const double known = result::uncertainty(ours.so_far(), theirs.so_far(), blocks);
      if (known <= std::log1p(settings_.precision)) return false;
      ratio.next_look =
          round + 1 + static_cast<std::uint64_t>(kBetweenLooks * static_cast<double>(round));
    }
    if (ours.wants(round) && theirs.wants(round)) return true;
    if (!fits_budget(*ratio.ours) || !fits_budget(*ratio.reference)) return false;
    ours.plan_round(round);
    theirs.plan_round(round);
    return ours.wants(round) && theirs.wants(round);
  }

  // Whether another turn is expected to end within the budget. Unlike the planned rounds, those
  // beyond pay for all of their time: on a busy machine it may be several times that on the clock.
  bool fits_budget(const ScheduledSolver& scheduled) const {
    if (scheduled.turns == 0) return false;
    const Seconds turn = scheduled.turn_time / static_cast<double>(scheduled.turns);
    return scheduled.turn_time + turn <= budget_for(scheduled);
  }

  void report_progress(const dataset::Block& block, const ScheduledSolver& scheduled,
                       double share) {
    const double behind =
        static_cast<double>(block.first) + static_cast<double>(block.puzzles.size()) * share;
    const result::BlockRecord& last = scheduled.rounds->so_far();
    context_.observer.running(
        {.dataset = dataset_.name,
         .solver = scheduled.solver->runner->info().name,
         .per_second = last.seconds.empty()
                           ? 1e9 / scheduled.solver->plan.pilot_ns
                           : static_cast<double>(last.puzzles) / last.seconds.back(),
         .share = behind / static_cast<double>(dataset_.puzzles)});
  }

  // A turn that other work disturbed is made again, as long as there is patience.
  void run_round(ScheduledSolver& scheduled, std::uint64_t round) {
    wait_for_core(scheduled);
    take_turn(scheduled, [&] { scheduled.rounds->take_round(round); });
    while (is_to_repeat(scheduled)) {
      wait_for_core(scheduled);
      patience_of(scheduled) -= std::chrono::round<Nanoseconds>(
          take_turn(scheduled, [&] { scheduled.rounds->repeat_round(); }));
    }
  }

  // The user gives the whole run a time; otherwise each solver has its own for each block.
  Nanoseconds& patience_of(ScheduledSolver& scheduled) {
    return settings_.wait_for_core ? context_.core_patience : scheduled.patience;
  }

  bool is_to_repeat(ScheduledSolver& scheduled) {
    const Nanoseconds patience = patience_of(scheduled);
    if (settings_.wait_for_core) return patience.count() > 0 && scheduled.rounds->is_disturbed();
    const Seconds turn = scheduled.turn_time / static_cast<double>(scheduled.turns);
    return !has_given_up() && turn <= patience && scheduled.rounds->lacked_core();
  }

  // Whether cores are waited for no longer because others never leave them.
  bool has_given_up() const {
    return !settings_.wait_for_core && context_.futile_wait >= kMostFutileWait;
  }

  void wait_for_core(ScheduledSolver& scheduled) {
    machine::CoreMeter* const meter = context_.meter_of(scheduled.solver->runner->pool());
    Nanoseconds& patience = patience_of(scheduled);
    if (meter == nullptr || patience.count() <= 0) return;
    const Nanoseconds most = has_given_up()            ? Nanoseconds(0)
                             : settings_.wait_for_core ? patience
                                                       : patience / kWaits;
    const auto start = SteadyClock::now();
    const bool is_free = meter->wait(most, context_.cancelled);
    const Nanoseconds waited = SteadyClock::now() - start;
    patience -= waited;
    scheduled.turn_time += waited;
    context_.futile_wait = is_free ? Nanoseconds(0) : context_.futile_wait + waited;
    if (!has_given_up() || std::exchange(context_.has_said_so, true)) return;
    context_.noise.warn(
        "other work did not leave the core for 0.5 s: the run no longer waits for that");
  }

  // Calls `turn` and returns how long it took.
  template <typename Turn>
  Seconds take_turn(ScheduledSolver& scheduled, const Turn& turn) {
    runner::Runner& runner = *scheduled.solver->runner;
    const auto cpu_before = runner.cpu_time();
    const auto start = SteadyClock::now();
    context_.noise.start();
    runner.take_turn(turn);
    const Seconds busy = context_.noise.stop();
    const Seconds took = SteadyClock::now() - start;
    scheduled.turn_time += took;
    ++scheduled.turns;
    const Seconds own = std::max(runner.cpu_time() - cpu_before, Nanoseconds(0));
    runner.release();
    context_.noise.add({.solver = runner.info().name, .took = took, .own = own, .busy = busy});
    return took;
  }

  void finish(ScheduledSolver& scheduled) {
    SolverState& solver = *scheduled.solver;
    scheduled.measured = scheduled.rounds->finish();
    solver.spent += scheduled.measured.spent;
    solver.recorder.row().spent_ns += static_cast<std::uint64_t>(scheduled.measured.spent.count());
    const Nanoseconds budget = settings_.time_budget;
    // A solver stopped for its time gets no further blocks; a row that misses none stays complete.
    if (budget.count() > 0 && solver.spent > kStopped * budget) solver.stopped = true;
    const std::string& disqualified = solver.runner->disqualified();
    if (!disqualified.empty()) disqualify(solver, context_.cancelled ? "" : disqualified);
  }

  // Gives a solver no further blocks. A row has no reason if that was an interruption.
  static void disqualify(SolverState& solver, const std::string& reason) {
    solver.recorder.row().disqualified = reason;
    solver.recorder.row().complete = false;
    solver.stopped = true;
  }

  // Adds the faults found on a solver's smaller samples to those of its own sample.
  static void share_faults(const std::vector<ScheduledSolver>& schedule, ScheduledSolver& own) {
    for (const ScheduledSolver& scheduled : schedule) {
      if (scheduled.solver != own.solver || scheduled.own) continue;
      for (const auto& [position, fault] : scheduled.measured.faults) {
        const auto place = std::ranges::lower_bound(own.sample->at, scheduled.sample->at[position]);
        own.measured.faults.emplace(place - own.sample->at.begin(), fault);
      }
    }
  }

  void keep(const dataset::Block& block, const ScheduledSolver& scheduled) {
    SolverState& solver = *scheduled.solver;
    if (!scheduled.own) return solver.recorder.add_lower(scheduled.measured);
    solver.recorder.add(block, scheduled.measured);
    if (settings_.counters == options::Counters::valgrind) {
      for (std::size_t i = 0; i < scheduled.sample->puzzles.size(); ++i)
        solver.counted.push_back(scheduled.sample->puzzles[i]);
    }
    context_.observer.solved({.dataset = dataset_,
                              .block = block,
                              .threads = solver.runner->pool().threads(),
                              .measured = scheduled.measured,
                              .ns_per_tick = context_.clock.ns_per_tick()});
  }

  // The solver's times on its own sample; empty when the block has none.
  PuzzleTimes times_of(const dataset::Block& block, const std::vector<ScheduledSolver>& schedule,
                       const SolverState* solver) const {
    const auto own = std::ranges::find_if(schedule, [solver](const ScheduledSolver& scheduled) {
      return scheduled.own && scheduled.solver == solver;
    });
    if (own == schedule.end() || own->measured.ticks.empty()) return {};
    PuzzleTimes times(block.puzzles.size(), kNotMet);
    for (std::size_t i = 0; i < own->sample->at.size(); ++i) {
      const std::uint64_t ps = context_.clock.picoseconds(own->measured.ticks[i]);
      times[own->sample->at[i]] =
          is_decided(own->measured.outcome_at(i)) ? std::max<std::uint64_t>(ps, 1) : kNotSolved;
    }
    return times;
  }

  // Adds the current block to the dataset's sums; a broken-off one is not reported as finished.
  void sum_up(const dataset::Block& block, const std::vector<ScheduledSolver>& schedule,
              std::uint64_t undecided) {
    result::DatasetRows added{
        .blocks = {block.index}, .rows = {}, .comparisons = {}, .undecided = undecided};
    for (std::size_t i = 0; i < solvers_.size(); ++i) {
      added.rows.push_back(solvers_[i]->recorder.take());
      result::leave_out_faster(added.rows.back(), sums_.rows[i]);
    }
    for (const std::vector<const SolverState*>& group : groups_) {
      std::vector<ComparedSolver> compared;
      compared.reserve(group.size());
      for (const SolverState* solver : group) {
        compared.push_back(
            {.name = solver->runner->info().name, .times = times_of(block, schedule, solver)});
      }
      added.comparisons.push_back(compare_times(compared));
    }
    result::merge(sums_, added);
    if (!context_.cancelled) context_.journal.finished(surveyed_.number, added);
  }

  // Warns of puzzles that were given up because one alone took the time budget.
  void warn_of_limit() const {
    const Nanoseconds limit = budget().time_limit;
    if (limit == settings_.puzzle_timeout) return;
    std::vector<std::string> rows;
    for (const result::RowSums& row : sums_.rows) {
      const std::uint64_t given_up = row.outcomes[Outcome::timeout];
      if (given_up == 0) continue;
      const bool is_sweep = context_.pools.size() > 1;
      const std::string on = is_sweep ? fmt::format(" on {} threads", row.threads) : "";
      rows.push_back(fmt::format("{}{} {} of {}", row.solver, on, given_up, row.puzzles));
    }
    if (rows.empty()) return;
    context_.noise.warn(fmt::format(
        "{}: puzzles that took the whole time budget were given up after {}: {}", dataset_.name,
        base::seconds_text(Seconds(limit).count()), fmt::join(rows, ", ")));
  }

  void warn_of_guesses(const result::RowSums& row) {
    if (row.unsteady) {
      context_.noise.warn(
          fmt::format("{}: the number of guesses differed in a later pass on {} of {} puzzles: "
                      "guesses cannot be compared",
                      result::name_of(row), *row.unsteady, row.puzzles));
    }
    if (row.has_capped_guesses()) {
      context_.noise.warn(
          fmt::format("{}: reported more guesses than fit in 64 bits: they are not plausible",
                      result::name_of(row)));
    }
  }

  RunContext& context_;
  const options::RunSettings& settings_;
  const SurveyedDataset& surveyed_;
  const result::DatasetRecord& dataset_;
  dataset::Sampling sampling_;
  std::vector<PilotMeasurement> pilots_;               // by solver; also has the audit's faults
  std::vector<std::unique_ptr<SolverState>> solvers_;  // solver by solver, threads ascending
  // Solvers whose times are compared puzzle by puzzle, a group per number of threads.
  std::vector<std::vector<const SolverState*>> groups_;
  std::vector<dataset::Sample> samples_;  // samples of the current block, one per distinct rate
  MeasureScratch scratch_;
  result::DatasetRows sums_;
};

}  // namespace

runner::IsolationOptions isolation_of(const RunContext& context) {
  const options::RunSettings& settings = context.settings;
  const auto share = std::chrono::duration_cast<Nanoseconds>(kStopped * settings.time_budget);
  return {.everybody = settings.isolate_all,
          .pin = settings.pin,
          .memory_limit = settings.memory_limit,
          .puzzle_timeout = settings.puzzle_timeout,
          .solution_limit = settings.solution_limit,
          .start_limit = settings.start_timeout,
          .capacity = std::max<std::size_t>(settings.block, kMostCopied),
          .off_clock_budget = share.count() == 0 ? share : std::max(kLeastOffClock, share),
          .cancelled = &context.cancelled};
}

void run_dataset(RunContext& context, const SurveyedDataset& dataset, result::RunResult& result) {
  context.observer.starting(dataset.record.name);
  DatasetRun run(context, dataset);
  try {
    run.run();
  } catch (const base::Interrupted&) {
    // The user interrupted the reading of a block; the blocks before it count.
  }
  run.finish(result);
}

}  // namespace sudoku::run
