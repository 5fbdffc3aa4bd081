#include "harness/measure/recorder.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <span>
#include <utility>

#include "harness/measure/provenance.h"
#include "harness/measure/statistics.h"
#include "harness/results/log_bins.h"
#include "solvers/simd/isa.h"

namespace sudoku {

namespace {

constexpr std::size_t kListed = 10;
// More are kept than listed: timed again, some turn out to have been interrupted only.
constexpr std::size_t kKept = 3 * kListed;
constexpr int kTimesAgain = 3;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

std::size_t index_of(Outcome outcome) {
  return static_cast<std::size_t>(outcome);
}

// What PAR-2 counts as not solved.
bool is_unsolved(Outcome outcome) {
  return outcome == Outcome::timeout || outcome == Outcome::incomplete ||
         outcome == Outcome::crashed || outcome == Outcome::unsupported ||
         outcome == Outcome::wrong;
}

}  // namespace

Recorder::Recorder(const Entrant& entrant, const Contender& contender, const Plan& plan,
                   const RaceSettings& settings, const StampClock& clock)
    : settings_(settings),
      clock_(clock),
      instance_bytes_(entrant.instance_bytes()),
      one_at_a_time_(entrant.info().batch == 1),
      rates_(entrant.info().rates) {
  result_.solver = entrant.info().name;
  if (contender.spec) result_.external = provenance_of(*contender.spec);
  result_.isolated = contender.spec != nullptr || settings.isolate_all;
  result_.threads = entrant.gang().threads();
  result_.chunk = plan.chunk;
  // What a solver from outside uses is not known.
  if (contender.entry != nullptr) {
    result_.isa = entrant.info().vectorised ? name_of(chosen_isa()) : name_of(Isa::baseline);
  }
  if (!entrant.info().tally.empty()) {
    result_.tally = {.what = std::string(entrant.info().tally), .total = 0, .mean = 0};
  }
  result_.solution_limit = settings.solution_limit;
  result_.sample_rate = plan.rate;
  result_.pilot_ns = plan.pilot_ns;
  result_.rounds = plan.rounds;
  if (!entrant.info().searches) result_.logic.emplace();
  for (const double rate : plan.nested) {
    const auto guesses = one_at_a_time_ ? std::optional<std::uint64_t>(0) : std::nullopt;
    result_.nested.push_back({.rate = rate, .guesses = guesses});
  }
  for (const double rate : plan.lower) {
    result_.subsamples.push_back({.rate = rate, .puzzles = 0, .blocks = {}});
  }
}

void Recorder::add(const Block& block, const Drawn& drawn, const LegRecord& leg) {
  result_.blocks.push_back(leg.block);
  result_.puzzles += leg.block.puzzles;
  result_.guesses.total += leg.block.guesses;
  result_.solution_digest += leg.block.digest;
  result_.peak_memory_bytes =
      std::max(result_.peak_memory_bytes, instance_bytes_ + leg.memory_growth);
  result_.solutions_asked += leg.solutions_asked;
  add_faults(block, drawn, leg);
  counts_instructions_ = counts_instructions_ && leg.instructions;
  instructions_ += leg.instructions.value_or(0);
  for (std::size_t i = 0; i < drawn.puzzles.size(); ++i) {
    add_outcome(leg, i);
    add_nested(drawn, leg, i);
    if (result_.logic) add_logic(drawn.puzzles[i], leg.answers[i], leg.outcome_at(i));
    if (!leg.ticks.empty()) add_service_time(block, drawn, leg, i);
  }
}

void Recorder::add_nested(const Drawn& drawn, const LegRecord& leg, std::size_t i) {
  const std::size_t samples = std::min<std::size_t>(drawn.depth[i], result_.nested.size());
  for (NestedRecord& nested : std::span(result_.nested).first(samples)) {
    ++nested.puzzles;
    nested.digest += leg.hashes[i];
    if (nested.guesses) *nested.guesses += leg.answers[i].guesses;
  }
}

void Recorder::add_outcome(const LegRecord& leg, std::size_t i) {
  without_guess_ += leg.answers[i].guesses == 0 ? 1 : 0;
  if (result_.tally) result_.tally->total += leg.answers[i].tally;
  ++result_.outcomes[index_of(leg.outcome_at(i))];
}

void Recorder::add_logic(const Grid& puzzle, const Answer& answer, Outcome outcome) {
  LogicRecord& logic = *result_.logic;
  if (outcome == Outcome::incomplete) {
    logic.filled += static_cast<std::uint64_t>(count_clues(answer.solution) - count_clues(puzzle));
    logic.blanks += static_cast<std::uint64_t>(kCells - count_clues(puzzle));
  } else if (rates_ && answer.solutions > 0 && outcome == answer.outcome) {
    ++logic.hardest[static_cast<std::size_t>(answer.hardest)];
  }
}

void Recorder::add_faults(const Block& block, const Drawn& drawn, const LegRecord& leg) {
  for (const auto& [i, fault] : leg.faults) {
    const std::string puzzle(drawn.puzzles[i].text());
    const std::uint64_t line = block.lines[drawn.at[i]];
    if (fault.outcome != Outcome::wrong) {
      ++incidents_;
      if (result_.incidents.size() == kListed) continue;
      result_.incidents.push_back(
          {.puzzle = puzzle, .line = line, .outcome = fault.outcome, .reason = fault.reason});
    } else if (result_.wrong_answers.size() < kListed) {
      result_.wrong_answers.push_back({.puzzle = puzzle, .line = line, .reason = fault.reason});
    }
  }
}

void Recorder::add_service_time(const Block& block, const Drawn& drawn, const LegRecord& leg,
                                std::size_t i) {
  const std::uint64_t ps = clock_.picoseconds(leg.ticks[i]);
  const double ns = static_cast<double>(ps) / 1000;
  const Outcome outcome = leg.outcome_at(i);
  par2_ns_sum_ +=
      is_unsolved(outcome) ? 2 * static_cast<double>(settings_.puzzle_timeout.count()) : ns;
  if (outcome == Outcome::crashed) return;  // it has no time
  service_ns_min_ = service_times_.total() == 0 ? ns : std::min(service_ns_min_, ns);
  service_ns_max_ = std::max(service_ns_max_, ns);
  service_times_.add(ps);
  service_ns_sum_ += ns;
  if (one_at_a_time_ && !is_unsolved(outcome)) {
    const auto guesses = static_cast<double>(leg.answers[i].guesses);
    guess_time_.add(log_bin(guesses, kGuessBinsPerOctave),
                    log_bin(static_cast<double>(ps), kTimeBinsPerOctave));
  }
  keep_slow({.puzzle = {.puzzle = {},
                        .line = block.lines[drawn.at[i]],
                        .latency_ns = ns,
                        .guesses = leg.answers[i].guesses,
                        .outcome = outcome},
             .grid = drawn.puzzles[i]});
}

void Recorder::keep_slow(Candidate candidate) {
  // A batch solver's time belongs to its chunk, not to any one puzzle.
  if (!one_at_a_time_) return;
  const auto slower = [](const Candidate& a, const Candidate& b) {
    return a.puzzle.latency_ns > b.puzzle.latency_ns;
  };
  if (slowest_.size() == kKept) {
    if (!slower(candidate, slowest_.front())) return;
    std::ranges::pop_heap(slowest_, slower);
    slowest_.pop_back();
  }
  slowest_.push_back(std::move(candidate));
  std::ranges::push_heap(slowest_, slower);
}

void Recorder::add_lower(double rate, const LegRecord& leg) {
  const auto sample = std::ranges::find(result_.subsamples, rate, &SampleRecord::rate);
  sample->puzzles += leg.block.puzzles;
  sample->blocks.push_back(leg.block);
}

void Recorder::time_slowest_again(Entrant& entrant, const Budget& budget) {
  for (Candidate& candidate : slowest_) {
    for (int i = 0; i < kTimesAgain && candidate.puzzle.outcome != Outcome::timeout; ++i) {
      Answer answer;
      std::uint64_t ticks = 0;
      entrant.solve_stamped({.puzzles = {&candidate.grid, 1}, .answers = {&answer, 1}}, budget,
                            {&ticks, 1});
      if (!entrant.incidents().empty() || !entrant.disqualified().empty()) break;
      const std::uint64_t ps = clock_.picoseconds(ticks);
      candidate.puzzle.latency_ns =
          std::min(candidate.puzzle.latency_ns, static_cast<double>(ps) / 1000);
    }
  }
}

LatencyRecord Recorder::latency() const {
  // The middle of a bucket may lie beyond its last value.
  const auto ns_at = [this](double q) {
    return std::clamp(service_times_.quantile(q) / 1000, service_ns_min_, service_ns_max_);
  };
  return {.chunk = one_at_a_time_ ? 1 : result_.chunk,
          .censored = result_.outcomes[index_of(Outcome::timeout)],
          .min = service_ns_min_,
          .p50 = ns_at(0.5),
          .p90 = ns_at(0.9),
          .p99 = ns_at(0.99),
          .p999 = ns_at(0.999),
          .max = service_ns_max_,
          .mean = service_ns_sum_ / static_cast<double>(service_times_.total()),
          .histogram = service_times_.record(),
          .histogram_all_samples = all_samples_.record()};
}

// A solver that is wrong, or out of the race, gets no speed figure at all.
void Recorder::void_figures() {
  result_.puzzles_per_second = result_.time_per_puzzle_ns = {kNan, kNan, kNan};
  result_.latency.reset();
  result_.guess_time.reset();
  result_.instructions_per_puzzle.reset();
  result_.par2_s = kNan;
  slowest_.clear();
}

ResultRecord Recorder::finish(const std::string& dataset, const Entrant& entrant) {
  result_.dataset = dataset;
  result_.startup_s = entrant.startup_s();
  const auto puzzles = static_cast<double>(result_.puzzles);
  result_.guesses.mean = static_cast<double>(result_.guesses.total) / puzzles;
  result_.guesses.zero_fraction = static_cast<double>(without_guess_) / puzzles;
  if (result_.tally) result_.tally->mean = static_cast<double>(result_.tally->total) / puzzles;
  if (counts_instructions_ && result_.puzzles > 0)
    result_.instructions_per_puzzle = static_cast<double>(instructions_) / puzzles;
  const bool timed = service_times_.total() > 0;
  result_.par2_s = timed && one_at_a_time_ ? par2_ns_sum_ / puzzles / 1e9 : kNan;
  std::erase_if(result_.nested, [](const NestedRecord& nested) { return nested.puzzles == 0; });
  if (timed) result_.latency = latency();
  if (!guess_time_.empty()) result_.guess_time = guess_time_.record();
  if (result_.puzzles == 0 || result_.outcomes[index_of(Outcome::wrong)] > 0 ||
      !result_.disqualified.empty()) {
    void_figures();
  } else {
    const Estimate rate = throughput(result_.blocks, settings_.seed);
    result_.puzzles_per_second = rate;
    result_.time_per_puzzle_ns = {
        .median = 1e9 / rate.median, .low = 1e9 / rate.high, .high = 1e9 / rate.low};
  }
  list_slowest();
  return std::move(result_);
}

void Recorder::list_slowest() {
  std::ranges::sort(slowest_, std::ranges::greater(),
                    [](const Candidate& c) { return c.puzzle.latency_ns; });
  for (Candidate& candidate : slowest_) {
    if (result_.slowest.size() == kListed) break;
    candidate.puzzle.puzzle = candidate.grid.text();
    result_.slowest.push_back(candidate.puzzle);
  }
}

}  // namespace sudoku
