#include "harness/run/plan.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <utility>

#include "harness/result/comparison.h"
#include "harness/run/check.h"

namespace sudoku::run {

namespace {

// Share of the time budget that a pilot measurement may take.
constexpr double kShare = 0.1;

// A pilot shorter than this has measured cold caches and is repeated.
constexpr Nanoseconds kCold = std::chrono::milliseconds(5);

// Makes the greatest of `times` smaller and alike, until their sum is `sum` at most.
void cap(std::vector<double>& times, double sum) {
  std::ranges::sort(times);
  double below = 0;
  for (std::size_t i = 0; i < times.size(); ++i) {
    const double level = (sum - below) / static_cast<double>(times.size() - i);
    if (times[i] > level) {
      std::fill(times.begin() + static_cast<std::ptrdiff_t>(i), times.end(), level);
      return;
    }
    below += times[i];
  }
}

// Measures a solver on pilot puzzles, and checks its answers.
class PilotRun {
 public:
  PilotRun(runner::Runner& runner, std::span<const Grid> puzzles, const Budget& budget,
           const machine::StampClock& clock)
      : runner_(runner), puzzles_(puzzles), budget_(budget), clock_(clock) {
    measured_.answers.resize(puzzles.size());
  }

  // Running time of each puzzle, of a batch its mean, of as many as are solved in a running time of
  // `limit`. On a busy machine that takes several passes, and a few times as long on the clock.
  std::vector<double> times(Nanoseconds limit) {
    std::vector<double> times;
    const auto latest = SteadyClock::now() + kMostPatient * limit;
    Nanoseconds left = limit;
    do {
      const std::size_t before = times.size();
      const std::optional<Nanoseconds> running = pass(times, left);
      left -= times.size() == before ? limit : running.value_or(limit);
    } while (times.size() < puzzles_.size() && left > limit / kParts &&
             SteadyClock::now() < latest);
    return times;
  }

  // The measurement without its time.
  PilotMeasurement take() { return std::move(measured_); }

 private:
  static constexpr int kMostPatient = 5;
  static constexpr int kParts = 10;  // less than this part of the limit is not worth a pass

  // Solves puzzles behind those with times until `limit` is over, adds their times, and returns
  // the running time. Others may have had the CPU: that time, in which few puzzles were interrupted
  // for long, is taken off the longest.
  std::optional<Nanoseconds> pass(std::vector<double>& all_times, Nanoseconds limit) {
    const std::size_t first = all_times.size();
    const std::span<const Grid> puzzles = puzzles_.subspan(first);
    const bool batch = runner_.info().batch > 1;
    std::vector<Answer> answers(puzzles.size());
    std::vector<std::uint64_t> ticks(puzzles.size());
    const runner::Work work{.puzzles = puzzles,
                            .answers = answers,
                            .chunk = batch ? puzzles.size() : 1,
                            .until = SteadyClock::now() + limit};
    const runner::PassResult pass = runner_.solve_stamped(work, budget_, ticks);
    measured_.faults.add(kInPilot, pass, puzzles);
    std::vector<double> times;
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      keep(first + i, answers[i]);
      if (answers[i].outcome == Outcome::unanswered) continue;
      const double ns = static_cast<double>(ticks[i]) * clock_.ns_per_tick();
      times.push_back(batch ? ns / static_cast<double>(puzzles.size()) : ns);
    }
    if (pass.running)
      cap(times, static_cast<double>(pass.running->count()) * runner_.pool().threads());
    all_times.insert(all_times.end(), times.begin(), times.end());
    return pass.running;
  }

  // Keeps the first answer to a puzzle, and notes one that is wrong by itself.
  void keep(std::size_t position, const Answer& answer) {
    if (answer.outcome == Outcome::unanswered) return;
    measured_.faults.add_wrong(
        kInPilot, fault_of(puzzles_[position], answer, budget_.solution_limit, runner_.info()),
        puzzles_[position]);
    if (measured_.answers[position].outcome == Outcome::unanswered)
      measured_.answers[position] = answer;
  }

  runner::Runner& runner_;
  std::span<const Grid> puzzles_;
  const Budget& budget_;
  const machine::StampClock& clock_;
  PilotMeasurement measured_;
};

// Mean plus a standard error: times have a heavy tail, and underestimates cost the most.
double careful_mean(const std::vector<double>& times) {
  if (times.empty()) return 0;
  const auto count = static_cast<double>(times.size());
  const double mean = std::accumulate(times.begin(), times.end(), 0.0) / count;
  double squares = 0;
  for (const double time : times)
    squares += (time - mean) * (time - mean);
  return mean + std::sqrt(squares) / count;
}

constexpr double kSlowNs = 1e6;
// Least time of a round: in a shorter one, starting and ending would show.
constexpr double kRoundFloorNs = 20e6;
// Time (ns) of a task: so long that fetching it does not show, so short that threads end together.
constexpr double kTaskNs = 100e3;
constexpr double kLargestChunk = 512;
constexpr std::uint64_t kSlowRounds = 3;
constexpr std::uint64_t kFewestRounds = 3;
constexpr double kFewBlocks = 5;
// Puzzles of a block below which rounds are given up before puzzles. All solvers repeat the sample
// of the slowest, and the branch predictor learns it: `simd` was 1 % faster over 900 puzzles, and
// 5 % over 230, than over the whole block.
constexpr double kFewInBlock = 2048;
// Fewest tasks per thread, if there are enough puzzles.
constexpr double kTasksPerThread = 8;
// Share of the time budget that all warm-ups of a solver may take.
constexpr double kWarmupShare = 0.25;

// Whether the user has set the sample, instead of the time budget.
bool is_sampled(const options::RunSettings& settings) {
  return settings.sample_rate || settings.sample_count;
}

// Makes the plan of one solver.
class Planner {
 public:
  // `smaller`: rates of the samples of slower solvers, descending.
  Planner(const Pilot& pilot, const std::vector<double>& smaller, std::uint64_t puzzles,
          const dataset::Sampling& sampling, const options::RunSettings& settings)
      : pilot_(pilot),
        smaller_(smaller),
        puzzles_(static_cast<double>(puzzles)),
        budget_ns_(static_cast<double>(settings.time_budget.count())),
        sampling_(sampling),
        settings_(settings) {}

  Plan plan() {
    plan_.pilot_ns = pilot_.ns_per_puzzle;
    plan_.slow = pilot_.ns_per_puzzle > kSlowNs;
    plan_.rounds = plan_.slow ? std::min(settings_.rounds, kSlowRounds) : settings_.rounds;
    fit_budget();
    plan_.lower = lower_than(plan_.rate);
    plan_.chunk = chunk();
    plan_.round_floor = round_floor();
    plan_.warmup = Nanoseconds(static_cast<Nanoseconds::rep>(warmup_ns(plan_.rate)));
    return plan_;
  }

 private:
  std::vector<double> lower_than(double rate) const {
    std::vector<double> lower;
    std::ranges::copy_if(smaller_, std::back_inserter(lower), [=](double r) { return r < rate; });
    return lower;
  }

  bool is_small() const { return puzzles_ < result::kSmallSet && !is_sampled(settings_); }

  // Chooses the sample, and how many rounds of it fit in the budget.
  void fit_budget() {
    if (settings_.sample_rate) plan_.rate = *settings_.sample_rate;
    if (settings_.sample_count)
      plan_.rate = std::min(1.0, static_cast<double>(*settings_.sample_count) / puzzles_);
    if (is_sampled(settings_)) return;
    const std::uint64_t wanted = plan_.rounds;
    while (true) {
      while (is_beyond_budget() && plan_.rounds > fewest_rounds(wanted))
        --plan_.rounds;
      if (!is_beyond_budget() || !draws_enough(plan_.rate / 2)) return;
      plan_.rate /= 2;
      plan_.rounds = wanted;
    }
  }

  // Number of rounds, of `wanted`, that are kept before the sample is halved. Where that would lose
  // more precision, they are just enough for an interval; on a small set it loses even more, so
  // that one round may do.
  std::uint64_t fewest_rounds(std::uint64_t wanted) const {
    if (is_small()) return 1;
    const double half = plan_.rate / 2;
    const bool has_few_in_block = puzzles_ * half < kFewInBlock * blocks_at(half);
    // The spread of few blocks does not show the error due to sampling.
    return has_few_in_block || blocks_at(1) < kFewBlocks ? kFewestRounds : wanted;
  }

  // Whether a sample at `rate` has a puzzle; of a small set, enough puzzles to compare solvers on.
  bool draws_enough(double rate) const {
    const std::uint64_t wanted = is_small() ? result::kFewestShared : 1;
    // With 64 expected puzzles, an empty sample is as good as impossible: e^-64.
    if (wanted == 1 && puzzles_ * rate > 64) return true;
    std::uint64_t sample = 0;
    for (std::uint64_t i = 0; i < static_cast<std::uint64_t>(puzzles_) && sample < wanted; ++i)
      sample += sampling_.takes(rate, i) ? 1 : 0;
    return sample == wanted;
  }

  // Whether a solver is expected to take more than the budget, on the clock and in warm-up.
  bool is_beyond_budget() const {
    if (budget_ns_ == 0) return false;
    const double rate = plan_.rate;
    double passes = rate * static_cast<double>(plan_.rounds + latency_rounds());
    for (const double sample : lower_than(rate))
      passes += sample * static_cast<double>(plan_.rounds);
    const double warmups_ns = turns(rate) * warmup_ns(rate);
    return puzzles_ * pilot_.ns_per_puzzle * passes + warmups_ns > budget_ns_;
  }

  // Number of latency rounds; on a small set, DatasetRun::allowance drops any beyond plan.rounds.
  std::uint64_t latency_rounds() const {
    if (!settings_.latency || plan_.slow) return 0;
    return is_small() ? std::min(options::kLatencyRounds, plan_.rounds) : options::kLatencyRounds;
  }

  // Number of a solver's turns: one per round of each block of its sample and of smaller samples.
  double turns(double rate) const {
    double turns = blocks_at(rate) * static_cast<double>(std::max(plan_.rounds, latency_rounds()));
    for (const double sample : lower_than(rate))
      turns += blocks_at(sample) * static_cast<double>(plan_.rounds);
    return turns;
  }

  // Length of the warm-up before a turn, so short that all warm-ups take at most kWarmupShare.
  double warmup_ns(double rate) const {
    const auto wanted = static_cast<double>(settings_.warmup.count());
    return budget_ns_ == 0 ? wanted : std::min(wanted, kWarmupShare * budget_ns_ / turns(rate));
  }

  double blocks_at(double rate) const {
    const double blocks = std::ceil(puzzles_ / static_cast<double>(settings_.block));
    return std::max(1.0, blocks * sampling_.block_rate(rate));
  }

  std::size_t chunk() const {
    if (pilot_.batch > 0) return pilot_.batch;
    const double per_block = puzzles_ * plan_.rate / blocks_at(plan_.rate) /
                             (kTasksPerThread * settings_.threads.back());
    const double fitting = std::min({kTaskNs / pilot_.ns_per_puzzle, kLargestChunk, per_block});
    return std::bit_floor(static_cast<std::size_t>(std::max(fitting, 1.0)));
  }

  // Least time of a round, shortened so that all of them take at most half of the budget.
  Nanoseconds round_floor() const {
    const double rounds = static_cast<double>(plan_.rounds) *
                          static_cast<double>(1 + plan_.lower.size()) * blocks_at(plan_.rate);
    const double most = budget_ns_ > 0 ? budget_ns_ / 2 / rounds : kRoundFloorNs;
    return Nanoseconds(static_cast<Nanoseconds::rep>(std::min(kRoundFloorNs, most)));
  }

  const Pilot& pilot_;
  const std::vector<double>& smaller_;
  double puzzles_;
  double budget_ns_;  // 0: none
  const dataset::Sampling& sampling_;
  const options::RunSettings& settings_;
  Plan plan_;
};

}  // namespace

PilotMeasurement run_pilot(runner::Runner& runner, std::span<const Grid> pilots,
                           Nanoseconds time_budget, const Budget& budget,
                           const machine::StampClock& clock) {
  const auto limit = std::chrono::duration_cast<Nanoseconds>(kShare * time_budget);
  PilotRun pilot(runner, pilots, budget, clock);
  std::vector<double> times = pilot.times(limit);
  if (std::accumulate(times.begin(), times.end(), 0.0) < static_cast<double>(kCold.count()))
    times = pilot.times(limit);
  PilotMeasurement measured = pilot.take();
  measured.disqualified = runner.disqualified();
  measured.faults.add_crash(kInStart, runner.start_fault());
  measured.ns_per_puzzle = std::max(1.0, careful_mean(times) / runner.pool().threads());
  return measured;
}

std::vector<options::KnownPilot> pilots_of(const result::RunResult& run) {
  std::vector<options::KnownPilot> pilots;
  for (const result::Row& row : run.results) {
    const auto dataset = std::ranges::find(run.datasets, row.dataset, &result::DatasetRecord::name);
    if (row.pilot_ns && dataset != run.datasets.end())
      pilots.push_back({dataset->sha256, row.solver, *row.pilot_ns});
  }
  return pilots;
}

Nanoseconds puzzle_limit(std::uint64_t puzzles, const options::RunSettings& settings) {
  const Nanoseconds budget = is_sampled(settings) ? Nanoseconds(0) : settings.time_budget;
  return result::puzzle_limit(puzzles, settings.puzzle_timeout, budget);
}

std::vector<Plan> plan_run(const std::vector<Pilot>& pilots, std::uint64_t puzzles,
                           const dataset::Sampling& sampling,
                           const options::RunSettings& settings) {
  std::vector<std::size_t> slowest_first(pilots.size());
  std::iota(slowest_first.begin(), slowest_first.end(), std::size_t{0});
  std::ranges::sort(slowest_first, std::ranges::greater(),
                    [&pilots](std::size_t i) { return pilots[i].ns_per_puzzle; });
  std::vector<Plan> plans(pilots.size());
  std::vector<double> rates;  // sampling rates chosen so far, descending
  for (const std::size_t i : slowest_first) {
    plans[i] = Planner(pilots[i], rates, puzzles, sampling, settings).plan();
    rates.push_back(plans[i].rate);
    std::ranges::sort(rates, std::ranges::greater());
    rates.erase(std::unique(rates.begin(), rates.end()), rates.end());
  }
  return plans;
}

}  // namespace sudoku::run
