#include <algorithm>
#include <utility>

#include "harness/measure/heat.h"
#include "harness/measure/pilot.h"

namespace sudoku {

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
  const std::vector<Plan> plans = this->plans();
  for (std::size_t i = 0; i < plans.size(); ++i) {
    for (const auto& gang : track.gangs)
      add_runner(track.settings.contenders[i], plans[i], *gang);
  }
  if (track.settings.latency) convene();
  take_over(track.ledger.finished_earlier(field.number));
}

std::vector<Plan> Heat::plans() {
  std::vector<Plan> plans = track_.ledger.plans(field_.number);
  if (plans.empty()) plans = plans_by_pilot();
  track_.ledger.planned(field_.number, plans);
  for (std::size_t i = 0; i < plans.size(); ++i) {
    track_.observer.planned({.dataset = dataset_.name,
                             .solver = track_.settings.contenders[i].info.name,
                             .pilot_ns = plans[i].pilot_ns,
                             .rate = plans[i].rate,
                             .rounds = plans[i].rounds,
                             .chunk = plans[i].chunk});
  }
  return plans;
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
    pilots.back().takes_any_batch = contender.entry != nullptr;  // a command has its own
  }
  return plan_race(pilots, dataset_.puzzles, sampling_, settings);
}

void Heat::add_runner(const Contender& contender, const Plan& plan, Gang& gang) {
  auto entrant = enter(contender, gang, track_.clock, isolation(track_.settings));
  ResultRecord row = row_of(*entrant, contender, plan, track_.settings);
  row.dataset = dataset_.name;
  entrant->rest();
  Recorder recorder(*entrant, plan.nested, track_.settings, track_.clock);
  runners_.push_back(std::make_unique<Runner>(Runner{.entrant = std::move(entrant),
                                                     .plan = plan,
                                                     .row = std::move(row),
                                                     .recorder = std::move(recorder)}));
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

void Heat::take_over(HeatSums sums) {
  sums_ = std::move(sums);
  sums_.rows.resize(runners_.size());
  sums_.contests.resize(meetings_.size());
  for (std::size_t i = 0; i < runners_.size(); ++i) {
    const RowSums& row = sums_.rows[i];
    runners_[i]->spent = std::chrono::nanoseconds(row.spent_ns);
    runners_[i]->stopped = !row.complete;
  }
}

IsolationTerms Heat::isolation(const RaceSettings& settings) {
  return {.everybody = settings.isolate_all,
          .pin = settings.pin,
          .memory_limit = settings.memory_limit,
          .puzzle_timeout = settings.puzzle_timeout,
          .capacity = std::max<std::size_t>(settings.block, kMostCopied)};
}

}  // namespace sudoku
