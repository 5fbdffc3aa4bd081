#include "harness/run/dataset_run.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/base/errors.h"
#include "harness/base/units.h"
#include "harness/result/comparison.h"
#include "harness/result/document.h"
#include "harness/run/audit.h"
#include "harness/run/check.h"
#include "harness/run/plan.h"
#include "harness/run/recorder.h"

namespace sudoku::run {

namespace {

using Nanoseconds = std::chrono::nanoseconds;
using Seconds = std::chrono::duration<double>;

// How far a solver may exceed the time budget if its pilot measurement was misleading. Beyond
// kRoundsDropped budgets it gets no further rounds in a block, beyond kStopped no further blocks.
constexpr double kRoundsDropped = 1.5;
constexpr double kStopped = 3;

// Unless --verify is all, a solver that only counts shows a solution to one of this many puzzles.
constexpr std::uint64_t kAskOneIn = 16;

// Time limit per puzzle of the referee solvers, as a multiple of the puzzle timeout.
constexpr int kRefereePatience = 10;

// A solver's turn that spends longer than this, and most of its time, off the CPU is warned of.
constexpr Seconds kLongestPause{0.5};

// Shorter turns show too few 10 ms ticks of CPU time to warn that other processes used CPUs.
constexpr Seconds kShortestTurns{0.5};
constexpr double kFewestOthers = 0.25;  // CPUs; less use by other processes causes no warning

// Pilot puzzles for a solver that takes `batch` puzzles per call, repeated to fill a batch.
PuzzleList repeated(const PuzzleList& pilots, std::size_t batch) {
  PuzzleList all = pilots;
  for (std::size_t i = pilots.size(); pilots.size() > 0 && i < batch; ++i)
    all.push_back(pilots.span()[i % pilots.size()]);
  return all;
}

}  // namespace

IsolationOptions DatasetRun::isolation(const RunSettings& settings) {
  return {.everybody = settings.isolate_all,
          .pin = settings.pin,
          .memory_limit = settings.memory_limit,
          .puzzle_timeout = settings.puzzle_timeout,
          .capacity = std::max<std::size_t>(settings.block, kMostCopied)};
}

Budget DatasetRun::budget() const {
  return {.solution_limit = context_.settings.solution_limit,
          .guess_limit = kUnlimited,
          .time_limit = puzzle_limit(dataset_.puzzles, context_.settings),
          .cancelled = &context_.cancelled};
}

DatasetRun::DatasetRun(const RunContext& context, const DatasetInfo& info)
    : context_(context),
      info_(info),
      dataset_(info.dataset),
      sampling_(context.settings.seed, context.settings.block, dataset_.puzzles),
      scratch_{.clock = context.clock,
               .counters = context.counters,
               .core = context.core,
               .puzzles = {},
               .answers = {},
               .ticks = {}} {
  DatasetStart start = context.checkpoint.start(info.number, [this] { return plans_by_pilot(); });
  report_plans(start.plans);
  for (std::size_t i = 0; i < start.plans.size(); ++i) {
    for (const auto& pool : context.pools)
      add_solver(context.settings.solver_specs[i], start.plans[i], *pool);
  }
  if (context.settings.latency) set_up_comparisons();
  take_over(start.before);
}

std::vector<Plan> DatasetRun::plans_by_pilot() const {
  const RunSettings& settings = context_.settings;
  std::vector<Pilot> pilots;
  for (const SolverSpec& solver_spec : settings.solver_specs) {
    const auto runner =
        enter(solver_spec, *context_.pools.front(), context_.clock, isolation(settings));
    const auto known = known_pilot(settings.pilots, dataset_.sha256, *runner);
    const std::uint64_t batch = std::min(settings.batch_of(solver_spec), settings.block);
    pilots.push_back(known ? *known
                           : run_pilot(*runner, repeated(info_.pilots, batch).span(),
                                       settings.time_budget, budget(), context_.clock));
    pilots.back().takes_any_batch = !solver_spec.is_command();
  }
  return plan_run(pilots, dataset_.puzzles, sampling_, settings);
}

void DatasetRun::report_plans(const std::vector<Plan>& plans) const {
  for (std::size_t i = 0; i < plans.size(); ++i) {
    context_.observer.planned({.dataset = dataset_.name,
                               .solver = context_.settings.solver_specs[i].info.name,
                               .pilot_ns = plans[i].pilot_ns,
                               .rate = plans[i].rate,
                               .rounds = plans[i].rounds,
                               .chunk = plans[i].chunk});
  }
}

void DatasetRun::add_solver(const SolverSpec& solver_spec, const Plan& plan,
                            parallel::ThreadPool& pool) {
  auto runner = enter(solver_spec, pool, context_.clock, isolation(context_.settings));
  result::Row& row = sums_.rows.emplace_back(row_of(*runner, solver_spec, plan, context_.settings));
  row.dataset = dataset_.name;
  const bool takes_kind = !dataset_.candidates || runner->info().pencilmarks;
  if (&pool != context_.pools.front().get()) {
    row.task = sums_.rows[sums_.rows.size() - 2].task;
  } else if (solver_spec.spec && is_audited(context_.settings) && takes_kind) {
    row.task = audit(*enter(solver_spec, pool, context_.clock, isolation(context_.settings)),
                     info_.pilots.span(), budget(), context_.settings.seed);
  }
  runner->rest();
  Recorder recorder(*runner, plan, context_.settings, context_.clock);
  solvers_.push_back(std::make_unique<SolverState>(
      SolverState{.runner = std::move(runner), .plan = plan, .recorder = std::move(recorder)}));
}

void DatasetRun::set_up_comparisons() {
  for (const auto& pool : context_.pools) {
    std::vector<const SolverState*> solvers;
    std::vector<PuzzleComparison::ComparedSolver> compared;
    for (const auto& solver : solvers_) {
      const SolverInfo& info = solver->runner->info();
      if (info.batch > 1 || solver->runner->pool().threads() != pool->threads()) continue;
      solvers.push_back(solver.get());
      compared.push_back({.solver = std::string(info.name), .sample_rate = solver->plan.rate});
    }
    if (solvers.size() > 1) {
      groups_.push_back({.solvers = solvers, .comparison = PuzzleComparison(std::move(compared))});
    }
  }
}

void DatasetRun::take_over(const result::DatasetRows& finished) {
  sums_.comparisons.resize(groups_.size());
  result::merge(sums_, finished);
  for (std::size_t i = 0; i < solvers_.size(); ++i) {
    const result::Row& row = sums_.rows[i];
    solvers_[i]->spent = std::chrono::nanoseconds(row.spent_ns);
    solvers_[i]->stopped = !row.complete;
  }
}

void DatasetRun::run(const dataset::InputFile& file) {
  const RunSettings& settings = context_.settings;
  dataset::PuzzleReader reader(
      file, {.block_size = settings.block, .strict = settings.strict, .pencilmarks = true});
  Budget patient = budget();
  patient.time_limit = kRefereePatience * settings.puzzle_timeout;
  Referee referee(*context_.pools.back(), patient, settings.verify, settings.seed);
  std::uint64_t puzzles = 0;
  dataset::Block block;
  while (!context_.cancelled && reader.read(block)) {
    puzzles += block.puzzles.size();
    if (is_wanted(block)) run_block(block, referee);
  }
  if (!context_.cancelled) require_whole(file, puzzles);
}

bool DatasetRun::is_wanted(const dataset::Block& block) const {
  const std::optional<Shard>& shard = context_.settings.shard;
  return (!shard || shard->has(block.index)) &&
         context_.checkpoint.wants(info_.number, block.index);
}

void DatasetRun::run_block(const dataset::Block& block, Referee& referee) {
  take_samples(block);
  std::vector<ScheduledSolver> schedule = this->schedule();
  run_rounds(block, schedule);
  for (ScheduledSolver& scheduled : schedule)
    finish(scheduled);
  for (const ScheduledSolver& scheduled : schedule) {
    if (!scheduled.measured.complete)
      scheduled.solver->recorder.add_faults(block, *scheduled.sample, scheduled.measured);
  }
  std::erase_if(schedule,
                [](const ScheduledSolver& scheduled) { return !scheduled.measured.complete; });
  std::vector<SolverAnswers> answers;
  answers.reserve(schedule.size());
  for (ScheduledSolver& scheduled : schedule) {
    answers.push_back({.sample = scheduled.sample,
                       .measured = &scheduled.measured,
                       .solver = scheduled.solver->runner->info().name});
  }
  const std::uint64_t undecided = referee.undecided();
  referee.judge(block, answers);
  for (ScheduledSolver& scheduled : schedule) {
    if (scheduled.own) share_faults(schedule, scheduled);
    keep(block, scheduled);
  }
  compare_times(block, schedule);
  sum_up(block, referee.undecided() - undecided);
}

void DatasetRun::take_samples(const dataset::Block& block) {
  samples_.clear();
  for (const auto& solver : solvers_) {
    const double rate = solver->plan.rate;
    if (std::ranges::find(samples_, rate, &Sample::rate) != samples_.end()) continue;
    samples_.push_back(take_sample(block, sampling_, rate));
  }
}

// Schedules every solver on each of its samples of the current block.
std::vector<DatasetRun::ScheduledSolver> DatasetRun::schedule() {
  std::vector<ScheduledSolver> schedule;
  for (const auto& solver : solvers_) {
    const Plan& plan = solver->plan;
    for (const Sample& sample : samples_) {
      const bool own = sample.rate == plan.rate;
      const bool lower = std::ranges::find(plan.lower, sample.rate) != plan.lower.end();
      if (sample.puzzles.empty() || (!own && !lower)) continue;
      if (solver->stopped) {
        solver->recorder.mark_incomplete();
        continue;
      }
      ScheduledSolver& scheduled = schedule.emplace_back(ScheduledSolver{
          .solver = solver.get(), .sample = &sample, .own = own, .rounds = {}, .measured = {}});
      scheduled.rounds = std::make_unique<BlockMeasurement>(
          *solver->runner, sample, options_of(scheduled), scratch_, solver->recorder.all_samples());
    }
  }
  return schedule;
}

MeasureOptions DatasetRun::options_of(const ScheduledSolver& scheduled) const {
  const Plan& plan = scheduled.solver->plan;
  const RunSettings& settings = context_.settings;
  const bool stamped_apart = settings.latency && scheduled.own && !plan.slow;
  return {.budget = budget(),
          .warmup = plan.warmup,
          .round_floor = plan.round_floor,
          .allowance = allowance(scheduled),
          .rounds = plan.rounds,
          .latency_rounds = stamped_apart ? kLatencyRounds : 0,
          .chunk = plan.chunk,
          .stamp_rounds = plan.slow,
          .permute = settings.permute,
          .seed = settings.seed,
          .ask_one_in = settings.verify == Verify::all ? 1 : kAskOneIn};
}

// The part of the time budget for a sample of one block, by its number of puzzles.
Nanoseconds DatasetRun::allowance(const ScheduledSolver& scheduled) const {
  const Nanoseconds budget = context_.settings.time_budget;
  if (budget.count() == 0) return budget;
  const double expected = static_cast<double>(dataset_.puzzles) * scheduled.sample->rate *
                          static_cast<double>(1 + scheduled.solver->plan.lower.size());
  const double share =
      static_cast<double>(scheduled.sample->puzzles.size()) / std::max(expected, 1.0);
  const double allowed = kRoundsDropped * share * static_cast<double>(budget.count());
  return Nanoseconds(static_cast<Nanoseconds::rep>(std::max(allowed, 1.0)));
}

// The outer loop is over rounds, each in a new random order: a disturbance hits all solvers alike.
void DatasetRun::run_rounds(const dataset::Block& block, std::vector<ScheduledSolver>& schedule) {
  std::vector<ScheduledSolver*> order;
  order.reserve(schedule.size());
  for (ScheduledSolver& scheduled : schedule)
    order.push_back(&scheduled);
  base::Random random(base::mix(context_.settings.seed) + block.index);
  const auto wants = [](std::uint64_t round) {
    return [round](const ScheduledSolver* scheduled) { return scheduled->rounds->wants(round); };
  };
  for (std::uint64_t round = 0; std::ranges::any_of(order, wants(round)); ++round) {
    random.shuffle(std::span(order));
    for (std::size_t i = 0; i < order.size() && !context_.cancelled; ++i) {
      if (!order[i]->rounds->wants(round)) continue;
      const auto rounds = static_cast<double>(std::max(kLatencyRounds, context_.settings.rounds));
      const double in_round = static_cast<double>(i) / static_cast<double>(order.size());
      report_progress(block, *order[i], (static_cast<double>(round) + in_round) / rounds);
      run_round(*order[i], round);
    }
  }
}

void DatasetRun::report_progress(const dataset::Block& block, const ScheduledSolver& scheduled,
                                 double share) {
  const double behind =
      static_cast<double>(block.first) + static_cast<double>(block.puzzles.size()) * share;
  context_.observer.running(
      context_.checkpoint.progress({.dataset = dataset_.name,
                                    .solver = scheduled.solver->runner->info().name,
                                    .share = behind / static_cast<double>(dataset_.puzzles),
                                    .puzzles = puzzles_solved_}));
}

void DatasetRun::run_round(ScheduledSolver& scheduled, std::uint64_t round) {
  SolverState& solver = *scheduled.solver;
  if (context_.core != nullptr && context_.core->measures(solver.runner->pool()))
    context_.core_patience -= context_.core->wait(context_.core_patience, context_.cancelled);
  const auto cpu_before = solver.runner->cpu_time();
  const auto start = std::chrono::steady_clock::now();
  context_.noise.start();
  scheduled.rounds->take_round(round);
  const Seconds busy = context_.noise.stop();
  const Seconds took = std::chrono::steady_clock::now() - start;
  const Seconds own = solver.runner->cpu_time() - cpu_before;
  solver.runner->rest();
  solver.turn_time += took;
  solver.others += busy - own;
  puzzles_solved_ += scheduled.sample->puzzles.size();
  if (took - own > kLongestPause && own < took / 2) {
    context_.noise.warn(
        fmt::format("{}: {} used a CPU for only {:.1f} s of a turn of {:.1f} s: it waited, or the "
                    "machine was suspended",
                    dataset_.name, solver.runner->info().name, own.count(), took.count()));
  }
}

void DatasetRun::finish(ScheduledSolver& scheduled) {
  SolverState& solver = *scheduled.solver;
  scheduled.measured = scheduled.rounds->finish();
  solver.spent += scheduled.measured.spent;
  solver.recorder.add_time(scheduled.measured.spent);
  const Nanoseconds budget = context_.settings.time_budget;
  const std::string& disqualified = solver.runner->disqualified();
  if (!disqualified.empty() && !context_.cancelled) solver.recorder.disqualify(disqualified);
  if (!disqualified.empty()) solver.recorder.mark_incomplete();
  // A solver stopped for its time gets no further blocks; a row that misses none stays complete.
  if (budget.count() > 0 && solver.spent > kStopped * budget) solver.stopped = true;
  if (!disqualified.empty()) solver.stopped = true;
}

// Adds the faults found on a solver's smaller samples to those of its own sample.
void DatasetRun::share_faults(const std::vector<ScheduledSolver>& schedule, ScheduledSolver& own) {
  for (const ScheduledSolver& scheduled : schedule) {
    if (scheduled.solver != own.solver || scheduled.own) continue;
    for (const auto& [position, fault] : scheduled.measured.faults) {
      const auto place = std::ranges::lower_bound(own.sample->at, scheduled.sample->at[position]);
      own.measured.faults.emplace(place - own.sample->at.begin(), fault);
    }
  }
}

void DatasetRun::keep(const dataset::Block& block, const ScheduledSolver& scheduled) {
  SolverState& solver = *scheduled.solver;
  if (!scheduled.own) {
    solver.recorder.add_lower(scheduled.sample->rate, scheduled.measured);
    return;
  }
  solver.recorder.add(block, *scheduled.sample, scheduled.measured);
  context_.observer.solved({.dataset = dataset_,
                            .block = block,
                            .sample = *scheduled.sample,
                            .solver = solver.runner->info(),
                            .threads = solver.runner->pool().threads(),
                            .measured = scheduled.measured,
                            .ns_per_tick = context_.clock.ns_per_tick()});
}

void DatasetRun::compare_times(const dataset::Block& block,
                               const std::vector<ScheduledSolver>& schedule) {
  for (ComparisonGroup& group : groups_) {
    std::vector<PuzzleTimes> times(group.solvers.size());
    for (const ScheduledSolver& scheduled : schedule) {
      const auto solver = std::ranges::find(group.solvers, scheduled.solver);
      if (!scheduled.own || scheduled.measured.ticks.empty() || solver == group.solvers.end())
        continue;
      times[static_cast<std::size_t>(solver - group.solvers.begin())] = times_of(block, scheduled);
    }
    group.comparison.add_block(times);
  }
}

PuzzleTimes DatasetRun::times_of(const dataset::Block& block,
                                 const ScheduledSolver& scheduled) const {
  PuzzleTimes times(block.puzzles.size(), kNotMet);
  for (std::size_t i = 0; i < scheduled.sample->at.size(); ++i) {
    const std::uint64_t ps = context_.clock.picoseconds(scheduled.measured.ticks[i]);
    times[scheduled.sample->at[i]] =
        is_decided(scheduled.measured.outcome_at(i)) ? std::max<std::uint64_t>(ps, 1) : kNotSolved;
  }
  return times;
}

// Adds the current block to the dataset's sums; a broken-off one is not reported as finished.
void DatasetRun::sum_up(const dataset::Block& block, std::uint64_t undecided) {
  result::DatasetRows added{
      .blocks = {block.index}, .rows = {}, .comparisons = {}, .undecided = undecided};
  for (std::size_t i = 0; i < solvers_.size(); ++i) {
    added.rows.push_back(solvers_[i]->recorder.take());
    result::leave_out_faster(added.rows.back(), sums_.rows[i]);
  }
  for (ComparisonGroup& group : groups_)
    added.comparisons.push_back(group.comparison.take());
  result::merge(sums_, added);
  if (!context_.cancelled) context_.checkpoint.finished(info_.number, added);
}

void DatasetRun::require_whole(const dataset::InputFile& file, std::uint64_t puzzles) const {
  if (puzzles == dataset_.puzzles && file.unchanged()) return;
  throw base::InputError(fmt::format("{}: changed while it was read", file.name()));
}

void DatasetRun::finish(result::RunResult& result) {
  context_.checkpoint.add_others(info_.number, sums_);
  for (std::size_t i = 0; i < solvers_.size() && !context_.cancelled; ++i) {
    time_again(sums_.rows[i].slowest, *solvers_[i]->runner, budget(), context_.clock);
    solvers_[i]->runner->rest();
  }
  warn_of_others();
  warn_of_limit();
  if (sums_.undecided > 0) {
    context_.noise.warn(
        fmt::format("{}: solvers disagree on {} puzzles that the referees could not solve",
                    dataset_.name, sums_.undecided));
  }
  std::vector<result::Row>& rows = sums_.rows;
  for (std::size_t i = 0; i < solvers_.size(); ++i) {
    result::Row& row = rows[i];
    if (context_.cancelled) row.complete = false;
    warn_of_guesses(row);
    row.startup_s = solvers_[i]->runner->startup_s();
    result::finish(row);
  }
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    result::ComparisonRecord& comparison =
        result.comparisons.emplace_back(std::move(sums_.comparisons[i]));
    settle(comparison, rows);
    comparison.dataset = dataset_.name;
    comparison.threads = groups_[i].solvers.front()->runner->pool().threads();
  }
  result::compare_rows(rows, result.comparisons, context_.settings.reference,
                       context_.settings.seed);
  warn_of_movement(rows);
  std::ranges::move(rows, std::back_inserter(result.results));
}

void DatasetRun::warn_of_others() const {
  std::vector<std::string> names;
  double most = 0;
  for (const auto& solver : solvers_) {
    const double others = solver->others / solver->turn_time;
    if (solver->turn_time < kShortestTurns || others < kFewestOthers) continue;
    names.emplace_back(solver->runner->info().name);
    most = std::max(most, others);
  }
  if (names.empty()) return;
  context_.noise.warn(
      fmt::format("{}: other processes used up to {:.1f} CPUs during the turns of {}",
                  dataset_.name, most, fmt::join(names, ", ")));
}

void DatasetRun::warn_of_limit() const {
  const Nanoseconds limit = budget().time_limit;
  if (limit == context_.settings.puzzle_timeout) return;
  std::vector<std::string> rows;
  for (const result::Row& row : sums_.rows) {
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

void DatasetRun::warn_of_guesses(const result::Row& row) {
  if (row.unsteady) {
    context_.noise.warn(
        fmt::format("{}: the number of guesses differed in a later pass on {} of {} puzzles: "
                    "guesses cannot be compared",
                    result::name_of(row), *row.unsteady, row.puzzles));
  }
  if (row.guesses == UINT64_MAX) {
    context_.noise.warn(
        fmt::format("{}: reported more guesses than fit in 64 bits: they are not plausible",
                    result::name_of(row)));
  }
}

void DatasetRun::warn_of_movement(const std::vector<result::Row>& rows) const {
  std::vector<const result::Row*> all;
  all.reserve(rows.size());
  for (const result::Row& row : rows)
    all.push_back(&row);
  const std::string movement = result::machine_movement(all);
  if (!movement.empty()) context_.noise.warn(dataset_.name + ": " + movement);
}

}  // namespace sudoku::run
