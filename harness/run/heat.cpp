#include "harness/run/heat.h"

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
#include "harness/run/check.h"
#include "harness/run/plan.h"
#include "harness/run/recorder.h"

namespace sudoku::run {

namespace {

using Nanoseconds = std::chrono::nanoseconds;
using Seconds = std::chrono::duration<double>;

// Multiples of the time budget, for pilots that were far off: over the first, a solver's further
// rounds are dropped; over the second it takes no further blocks and its row is incomplete.
constexpr double kRoundsDropped = 1.5;
constexpr double kStopped = 3;

// One in this many solutions that were only counted is asked for, unless --verify is all.
constexpr std::uint64_t kAskOneIn = 16;

// Time limit of the referees on a puzzle, in puzzle timeouts.
constexpr int kRefereePatience = 10;

// A turn that waited for longer than this, and for most of its time, causes a warning.
constexpr Seconds kLongestPause{0.5};

// Least total of a solver's turns to judge others by: the system counts in hundredths of a second.
constexpr Seconds kShortestTurns{0.5};
constexpr double kFewestOthers = 0.25;  // CPUs used by others

}  // namespace

IsolationTerms Heat::isolation(const RaceSettings& settings) {
  return {.everybody = settings.isolate_all,
          .pin = settings.pin,
          .memory_limit = settings.memory_limit,
          .puzzle_timeout = settings.puzzle_timeout,
          .capacity = std::max<std::size_t>(settings.block, kMostCopied)};
}

Budget Heat::budget() const {
  return {.solution_limit = track_.settings.solution_limit,
          .guess_limit = kUnlimited,
          .time_limit = puzzle_limit(dataset_.puzzles, track_.settings),
          .cancelled = &track_.cancelled};
}

Heat::Heat(const Track& track, const HeatField& field)
    : track_(track),
      field_(field),
      dataset_(field.dataset),
      sampling_(track.settings.seed, track.settings.block, dataset_.puzzles),
      tools_{.clock = track.clock,
             .instructions = track.instructions,
             .puzzles = {},
             .answers = {},
             .ticks = {}} {
  DatasetStart start = track.checkpoint.start(field.number, [this] { return plans_by_pilot(); });
  report_plans(start.plans);
  for (std::size_t i = 0; i < start.plans.size(); ++i) {
    for (const auto& gang : track.gangs)
      add_runner(track.settings.contenders[i], start.plans[i], *gang);
  }
  if (track.settings.latency) convene();
  take_over(std::move(start.before));
}

std::vector<Plan> Heat::plans_by_pilot() const {
  const RaceSettings& settings = track_.settings;
  std::vector<Pilot> pilots;
  for (const Contender& contender : settings.contenders) {
    const auto entrant = enter(contender, *track_.gangs.front(), track_.clock, isolation(settings));
    const auto known = known_pilot(settings.pilots, dataset_.sha256, *entrant);
    pilots.push_back(
        known ? *known
              : run_pilot(*entrant, field_.pilots, settings.time_budget, budget(), track_.clock));
    pilots.back().takes_any_batch = contender.entry != nullptr;  // a command's is fixed
  }
  return plan_race(pilots, dataset_.puzzles, sampling_, settings);
}

void Heat::report_plans(const std::vector<Plan>& plans) const {
  for (std::size_t i = 0; i < plans.size(); ++i) {
    track_.observer.planned({.dataset = dataset_.name,
                             .solver = track_.settings.contenders[i].info.name,
                             .pilot_ns = plans[i].pilot_ns,
                             .rate = plans[i].rate,
                             .rounds = plans[i].rounds,
                             .chunk = plans[i].chunk});
  }
}

void Heat::add_runner(const Contender& contender, const Plan& plan, parallel::Gang& gang) {
  auto entrant = enter(contender, gang, track_.clock, isolation(track_.settings));
  result::Row& row = sums_.rows.emplace_back(row_of(*entrant, contender, plan, track_.settings));
  row.dataset = dataset_.name;
  entrant->rest();
  Recorder recorder(*entrant, plan, track_.settings, track_.clock);
  runners_.push_back(std::make_unique<Runner>(
      Runner{.entrant = std::move(entrant), .plan = plan, .recorder = std::move(recorder)}));
}

void Heat::convene() {
  for (const auto& gang : track_.gangs) {
    std::vector<const Runner*> runners;
    std::vector<Contest::Contestant> contestants;
    for (const auto& runner : runners_) {
      const SolverInfo& info = runner->entrant->info();
      if (info.batch > 1 || runner->entrant->gang().threads() != gang->threads()) continue;
      runners.push_back(runner.get());
      contestants.push_back({.solver = std::string(info.name), .sample_rate = runner->plan.rate});
    }
    if (runners.size() > 1) {
      meetings_.push_back({.runners = runners, .contest = Contest(std::move(contestants))});
    }
  }
}

void Heat::take_over(const result::DatasetRows& finished) {
  sums_.contests.resize(meetings_.size());
  result::merge(sums_, finished);
  for (std::size_t i = 0; i < runners_.size(); ++i) {
    const result::Row& row = sums_.rows[i];
    runners_[i]->spent = std::chrono::nanoseconds(row.spent_ns);
    runners_[i]->stopped = !row.complete;
  }
}

void Heat::run(const dataset::InputFile& file) {
  const RaceSettings& settings = track_.settings;
  dataset::PuzzleReader reader(file, {.block_size = settings.block, .strict = settings.strict});
  Budget patient = budget();
  patient.time_limit = kRefereePatience * settings.puzzle_timeout;
  Referee referee(*track_.gangs.back(), patient, settings.verify, settings.seed);
  std::uint64_t puzzles = 0;
  dataset::Block block;
  while (!track_.cancelled && reader.read(block)) {
    puzzles += block.puzzles.size();
    if (is_wanted(block)) run_block(block, referee);
  }
  if (!track_.cancelled) require_whole(file, puzzles);
}

bool Heat::is_wanted(const dataset::Block& block) const {
  const std::optional<Shard>& shard = track_.settings.shard;
  return (!shard || shard->has(block.index)) && track_.checkpoint.wants(field_.number, block.index);
}

void Heat::run_block(const dataset::Block& block, Referee& referee) {
  draw_samples(block);
  std::vector<Turn> turns = this->turns();
  take_turns(block, turns);
  for (Turn& turn : turns)
    finish(turn);
  for (const Turn& turn : turns) {
    if (!turn.leg.complete) turn.runner->recorder.add_faults(block, *turn.drawn, turn.leg);
  }
  std::erase_if(turns, [](const Turn& turn) { return !turn.leg.complete; });
  std::vector<Testimony> testimonies;
  testimonies.reserve(turns.size());
  for (Turn& turn : turns) {
    testimonies.push_back(
        {.drawn = turn.drawn, .leg = &turn.leg, .solver = turn.runner->entrant->info().name});
  }
  const std::uint64_t undecided = referee.undecided();
  referee.judge(block, testimonies);
  for (Turn& turn : turns) {
    if (turn.own) share_faults(turns, turn);
    keep(block, turn);
  }
  meet(block, turns);
  sum_up(block, referee.undecided() - undecided);
}

void Heat::draw_samples(const dataset::Block& block) {
  samples_.clear();
  for (const auto& runner : runners_) {
    const double rate = runner->plan.rate;
    if (std::ranges::find(samples_, rate, &Drawn::rate) != samples_.end()) continue;
    samples_.push_back(draw(block, sampling_, rate));
  }
}

// Schedules every solver on each of its samples of the current block.
std::vector<Heat::Turn> Heat::turns() {
  std::vector<Turn> turns;
  for (const auto& runner : runners_) {
    const Plan& plan = runner->plan;
    for (const Drawn& drawn : samples_) {
      const bool own = drawn.rate == plan.rate;
      const bool lower = std::ranges::find(plan.lower, drawn.rate) != plan.lower.end();
      if (drawn.puzzles.empty() || (!own && !lower)) continue;
      if (runner->stopped) {
        runner->recorder.mark_incomplete();
        continue;
      }
      Turn& turn = turns.emplace_back(
          Turn{.runner = runner.get(), .drawn = &drawn, .own = own, .rounds = {}, .leg = {}});
      turn.rounds = std::make_unique<Leg>(*runner->entrant, drawn, terms_of(turn), tools_,
                                          runner->recorder.all_samples());
    }
  }
  return turns;
}

LegTerms Heat::terms_of(const Turn& turn) const {
  const Plan& plan = turn.runner->plan;
  const RaceSettings& settings = track_.settings;
  const bool stamped_apart = settings.latency && turn.own && !plan.slow;
  return {.budget = budget(),
          .warmup = plan.warmup,
          .round_floor = plan.round_floor,
          .allowance = allowance(turn),
          .rounds = plan.rounds,
          .latency_rounds = stamped_apart ? kLatencyRounds : 0,
          .chunk = plan.chunk,
          .stamp_rounds = plan.slow,
          .permute = settings.permute,
          .seed = settings.seed,
          .ask_one_in = settings.verify == Verify::all ? 1 : kAskOneIn};
}

// The part of the time budget for a sample of one block, by its number of puzzles.
Nanoseconds Heat::allowance(const Turn& turn) const {
  const Nanoseconds budget = track_.settings.time_budget;
  if (budget.count() == 0) return budget;
  const double expected = static_cast<double>(dataset_.puzzles) * turn.drawn->rate *
                          static_cast<double>(1 + turn.runner->plan.lower.size());
  const double share = static_cast<double>(turn.drawn->puzzles.size()) / std::max(expected, 1.0);
  const double allowed = kRoundsDropped * share * static_cast<double>(budget.count());
  return Nanoseconds(static_cast<Nanoseconds::rep>(std::max(allowed, 1.0)));
}

// The outer loop is over rounds, each in a new random order: a disturbance hits all solvers alike.
void Heat::take_turns(const dataset::Block& block, std::vector<Turn>& turns) {
  std::vector<Turn*> order;
  order.reserve(turns.size());
  for (Turn& turn : turns)
    order.push_back(&turn);
  base::Random random(base::mix(track_.settings.seed) + block.index);
  const auto wants = [](std::uint64_t round) {
    return [round](const Turn* turn) { return turn->rounds->wants(round); };
  };
  for (std::uint64_t round = 0; std::ranges::any_of(order, wants(round)); ++round) {
    random.shuffle(std::span(order));
    for (std::size_t i = 0; i < order.size() && !track_.cancelled; ++i) {
      if (!order[i]->rounds->wants(round)) continue;
      const auto rounds = static_cast<double>(std::max(kLatencyRounds, track_.settings.rounds));
      const double in_round = static_cast<double>(i) / static_cast<double>(order.size());
      report_progress(block, *order[i], (static_cast<double>(round) + in_round) / rounds);
      take(*order[i], round);
    }
  }
}

void Heat::report_progress(const dataset::Block& block, const Turn& turn, double share) {
  const double behind =
      static_cast<double>(block.first) + static_cast<double>(block.puzzles.size()) * share;
  track_.observer.running(
      track_.checkpoint.progress({.dataset = dataset_.name,
                                  .solver = turn.runner->entrant->info().name,
                                  .share = behind / static_cast<double>(dataset_.puzzles),
                                  .puzzles = puzzles_solved_}));
}

void Heat::take(Turn& turn, std::uint64_t round) {
  Runner& runner = *turn.runner;
  const auto cpu_before = runner.entrant->cpu_time();
  const auto start = std::chrono::steady_clock::now();
  track_.noise.start();
  turn.rounds->take_round(round);
  const Seconds busy = track_.noise.stop();
  const Seconds took = std::chrono::steady_clock::now() - start;
  const Seconds own = runner.entrant->cpu_time() - cpu_before;
  runner.entrant->rest();
  runner.turns += took;
  runner.others += busy - own;
  puzzles_solved_ += turn.drawn->puzzles.size();
  if (took - own > kLongestPause && own < took / 2) {
    track_.noise.warn(
        fmt::format("{}: {} used a CPU for only {:.1f} s of a turn of {:.1f} s: it waited, or the "
                    "machine stood "
                    "still",
                    dataset_.name, runner.entrant->info().name, own.count(), took.count()));
  }
}

void Heat::finish(Turn& turn) {
  Runner& runner = *turn.runner;
  turn.leg = turn.rounds->finish();
  runner.spent += turn.leg.spent;
  runner.recorder.add_time(turn.leg.spent);
  const Nanoseconds budget = track_.settings.time_budget;
  const std::string& disqualified = runner.entrant->disqualified();
  if (!disqualified.empty() && !track_.cancelled) runner.recorder.disqualify(disqualified);
  if (!disqualified.empty()) runner.recorder.mark_incomplete();
  // A solver this far over budget only in its last block has solved its whole sample nevertheless.
  if (budget.count() > 0 && runner.spent > kStopped * budget) runner.stopped = true;
  if (!disqualified.empty()) runner.stopped = true;
}

// Adds the faults found on a solver's smaller samples to those of its own sample.
void Heat::share_faults(const std::vector<Turn>& turns, Turn& own) {
  for (const Turn& turn : turns) {
    if (turn.runner != own.runner || turn.own) continue;
    for (const auto& [position, fault] : turn.leg.faults) {
      const auto place = std::ranges::lower_bound(own.drawn->at, turn.drawn->at[position]);
      own.leg.faults.emplace(place - own.drawn->at.begin(), fault);
    }
  }
}

void Heat::keep(const dataset::Block& block, const Turn& turn) {
  Runner& runner = *turn.runner;
  if (!turn.own) {
    runner.recorder.add_lower(turn.drawn->rate, turn.leg);
    return;
  }
  runner.recorder.add(block, *turn.drawn, turn.leg);
  track_.observer.solved({.dataset = dataset_,
                          .block = block,
                          .drawn = *turn.drawn,
                          .solver = runner.entrant->info(),
                          .threads = runner.entrant->gang().threads(),
                          .leg = turn.leg,
                          .ns_per_tick = track_.clock.ns_per_tick()});
}

void Heat::meet(const dataset::Block& block, const std::vector<Turn>& turns) {
  for (Meeting& meeting : meetings_) {
    std::vector<PuzzleTimes> times(meeting.runners.size());
    for (const Turn& turn : turns) {
      const auto runner = std::ranges::find(meeting.runners, turn.runner);
      if (!turn.own || turn.leg.ticks.empty() || runner == meeting.runners.end()) continue;
      times[static_cast<std::size_t>(runner - meeting.runners.begin())] = times_of(block, turn);
    }
    meeting.contest.add_block(times);
  }
}

PuzzleTimes Heat::times_of(const dataset::Block& block, const Turn& turn) const {
  PuzzleTimes times(block.puzzles.size(), kNotMet);
  for (std::size_t i = 0; i < turn.drawn->at.size(); ++i) {
    const std::uint64_t ps = track_.clock.picoseconds(turn.leg.ticks[i]);
    times[turn.drawn->at[i]] =
        is_decided(turn.leg.outcome_at(i)) ? std::max<std::uint64_t>(ps, 1) : kNotSolved;
  }
  return times;
}

// Adds the current block to the sums; one that was broken off is not reported as finished.
void Heat::sum_up(const dataset::Block& block, std::uint64_t undecided) {
  result::DatasetRows added{
      .blocks = {block.index}, .rows = {}, .contests = {}, .undecided = undecided};
  for (std::size_t i = 0; i < runners_.size(); ++i) {
    added.rows.push_back(runners_[i]->recorder.take());
    result::leave_out_faster(added.rows.back(), sums_.rows[i]);
  }
  for (Meeting& meeting : meetings_)
    added.contests.push_back(meeting.contest.take());
  result::merge(sums_, added);
  if (!track_.cancelled) track_.checkpoint.finished(field_.number, added);
}

void Heat::require_whole(const dataset::InputFile& file, std::uint64_t puzzles) const {
  if (puzzles == dataset_.puzzles && file.unchanged()) return;
  throw base::InputError(fmt::format("{}: changed while it was read", file.name()));
}

void Heat::finish(result::RunResult& result) {
  track_.checkpoint.add_others(field_.number, sums_);
  for (std::size_t i = 0; i < runners_.size() && !track_.cancelled; ++i) {
    time_again(sums_.rows[i].slowest, *runners_[i]->entrant, budget(), track_.clock);
    runners_[i]->entrant->rest();
  }
  warn_of_others();
  warn_of_limit();
  if (sums_.undecided > 0) {
    track_.noise.warn(
        fmt::format("{}: solvers disagree on {} puzzles that the referees could not decide",
                    dataset_.name, sums_.undecided));
  }
  std::vector<result::Row>& rows = sums_.rows;
  for (std::size_t i = 0; i < runners_.size(); ++i) {
    result::Row& row = rows[i];
    if (track_.cancelled) row.complete = false;
    doubt_guesses(row);
    row.startup_s = runners_[i]->entrant->startup_s();
    result::finish(row);
  }
  for (std::size_t i = 0; i < meetings_.size(); ++i) {
    result::ContestRecord& contest = result.contests.emplace_back(std::move(sums_.contests[i]));
    settle(contest, rows);
    contest.dataset = dataset_.name;
    contest.threads = meetings_[i].runners.front()->entrant->gang().threads();
  }
  result::compare_rows(rows, result.contests, track_.settings.reference, track_.settings.seed);
  warn_of_movement(rows);
  std::ranges::move(rows, std::back_inserter(result.results));
}

void Heat::warn_of_others() const {
  std::vector<std::string> names;
  double most = 0;
  for (const auto& runner : runners_) {
    const double others = runner->others / runner->turns;
    if (runner->turns < kShortestTurns || others < kFewestOthers) continue;
    names.emplace_back(runner->entrant->info().name);
    most = std::max(most, others);
  }
  if (names.empty()) return;
  track_.noise.warn(fmt::format("{}: other processes used up to {:.1f} CPUs during the turns of {}",
                                dataset_.name, most, fmt::join(names, ", ")));
}

void Heat::warn_of_limit() const {
  const Nanoseconds limit = budget().time_limit;
  if (limit == track_.settings.puzzle_timeout) return;
  std::vector<std::string> rows;
  for (const result::Row& row : sums_.rows) {
    const std::uint64_t given_up = row.outcomes[Outcome::timeout];
    if (given_up == 0) continue;
    const bool is_sweep = track_.gangs.size() > 1;
    const std::string on = is_sweep ? fmt::format(" on {} threads", row.threads) : "";
    rows.push_back(fmt::format("{}{} {} of {}", row.solver, on, given_up, row.puzzles));
  }
  if (rows.empty()) return;
  track_.noise.warn(fmt::format(
      "{}: puzzles that took the time budget alone were given up after {}: {}", dataset_.name,
      base::seconds_text(Seconds(limit).count()), fmt::join(rows, ", ")));
}

void Heat::doubt_guesses(const result::Row& row) {
  if (row.unsteady) {
    track_.noise.warn(fmt::format(
        "{}: took other guesses in a later pass on {} of {} puzzles: its guesses cannot "
        "be compared",
        result::name_of(row), *row.unsteady, row.puzzles));
  }
  if (row.guesses == UINT64_MAX) {
    track_.noise.warn(
        fmt::format("{}: says that it took more guesses than 64 bits hold: they cannot be believed",
                    result::name_of(row)));
  }
}

void Heat::warn_of_movement(const std::vector<result::Row>& rows) const {
  std::vector<const result::Row*> all;
  all.reserve(rows.size());
  for (const result::Row& row : rows)
    all.push_back(&row);
  const std::string movement = result::machine_movement(all);
  if (!movement.empty()) track_.noise.warn(dataset_.name + ": " + movement);
}

}  // namespace sudoku::run
