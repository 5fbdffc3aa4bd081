#include "harness/run/recorder.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>

#include "harness/base/estimate.h"
#include "harness/result/sums.h"
#include "harness/run/provenance.h"
#include "harness/stats/histogram.h"
#include "harness/stats/log_bins.h"
#include "solvers/simd/isa.h"

namespace sudoku::run {

namespace {

constexpr int kTimesAgain = 3;

// What PAR-2 counts as not solved.
bool is_unsolved(Outcome outcome) {
  return outcome == Outcome::timeout || outcome == Outcome::incomplete ||
         outcome == Outcome::crashed || outcome == Outcome::unsupported ||
         outcome == Outcome::wrong;
}

double nanoseconds(std::uint64_t ps) {
  return static_cast<double>(ps) / 1000;
}

}  // namespace

result::ResultRecord row_of(const Entrant& entrant, const Contender& contender, const Plan& plan,
                            const RaceSettings& settings) {
  result::ResultRecord row;
  row.solver = entrant.info().name;
  if (contender.spec) row.external = provenance_of(*contender.spec);
  row.isolated = contender.spec != nullptr || settings.isolate_all;
  row.threads = entrant.gang().threads();
  row.chunk = plan.chunk;
  // What a solver from outside uses is not known.
  if (contender.entry != nullptr) {
    row.isa = entrant.info().vectorised ? name_of(chosen_isa()) : name_of(Isa::baseline);
  }
  if (!entrant.info().tally.empty()) {
    row.tally = {.what = std::string(entrant.info().tally), .total = 0, .mean = 0};
  }
  row.solution_limit = settings.solution_limit;
  row.sample_rate = plan.rate;
  row.pilot_ns = plan.pilot_ns;
  row.rounds = plan.rounds;
  if (!entrant.info().searches) row.logic.emplace();
  for (const double rate : plan.lower) {
    row.subsamples.push_back({.rate = rate, .puzzles = 0, .blocks = {}});
  }
  return row;
}

Recorder::Recorder(const Entrant& entrant, const std::vector<double>& nested,
                   const RaceSettings& settings, const StampClock& clock)
    : settings_(settings),
      clock_(clock),
      one_at_a_time_(entrant.info().batch == 1),
      searches_(entrant.info().searches),
      rates_(entrant.info().rates) {
  for (const double rate : nested) {
    const auto guesses = one_at_a_time_ ? std::optional<std::uint64_t>(0) : std::nullopt;
    nested_.push_back({.rate = rate, .guesses = guesses});
  }
}

void Recorder::add(const dataset::Block& block, const Drawn& drawn, const LegRecord& leg) {
  sums_.blocks.push_back(leg.block);
  sums_.puzzles += leg.block.puzzles;
  sums_.guesses = result::capped_sum(sums_.guesses, leg.block.guesses);
  sums_.unsteady += leg.unsteady;
  sums_.confirmed = leg.confirmed;
  sums_.digest += leg.block.digest;
  sums_.peak_memory_bytes = std::max(sums_.peak_memory_bytes, leg.added_memory);
  sums_.solutions_asked += leg.solutions_asked;
  add_faults(block, drawn, leg);
  if (leg.instructions) {
    sums_.instructions += *leg.instructions;
    sums_.instructions_puzzles += leg.block.puzzles;
  }
  if (sums_.nested.empty()) sums_.nested = nested_;
  for (std::size_t i = 0; i < drawn.puzzles.size(); ++i) {
    add_outcome(leg, i);
    add_nested(drawn, leg, i);
    if (!searches_) add_logic(drawn.puzzles[i], leg.answers[i], leg.outcome_at(i));
    if (!leg.ticks.empty()) add_service_time(block, drawn, leg, i);
  }
}

void Recorder::add_nested(const Drawn& drawn, const LegRecord& leg, std::size_t i) {
  const std::size_t samples = std::min<std::size_t>(drawn.depth[i], sums_.nested.size());
  for (result::NestedRecord& nested : std::span(sums_.nested).first(samples)) {
    ++nested.puzzles;
    nested.digest += leg.hashes[i];
    if (nested.guesses)
      nested.guesses = result::capped_sum(*nested.guesses, leg.answers[i].guesses);
  }
}

void Recorder::add_outcome(const LegRecord& leg, std::size_t i) {
  sums_.without_guess += leg.answers[i].guesses == 0 ? 1 : 0;
  sums_.tally += leg.answers[i].tally;
  ++sums_.outcomes[leg.outcome_at(i)];
}

void Recorder::add_logic(const Grid& puzzle, const Answer& answer, Outcome outcome) {
  result::LogicRecord& logic = sums_.logic;
  if (outcome == Outcome::incomplete) {
    logic.filled += static_cast<std::uint64_t>(count_clues(answer.solution) - count_clues(puzzle));
    logic.blanks += static_cast<std::uint64_t>(kCells - count_clues(puzzle));
  } else if (rates_ && answer.solutions > 0 && outcome == answer.outcome) {
    ++logic.hardest[static_cast<std::size_t>(answer.hardest)];
  }
}

void Recorder::add_faults(const dataset::Block& block, const Drawn& drawn, const LegRecord& leg) {
  for (const auto& [i, fault] : leg.faults) {
    const std::string puzzle(drawn.puzzles[i].text());
    const std::uint64_t line = block.lines[drawn.at[i]];
    if (fault.outcome != Outcome::wrong) {
      if (sums_.incidents.size() == result::kListed) continue;
      sums_.incidents.push_back(
          {.puzzle = puzzle, .line = line, .outcome = fault.outcome, .reason = fault.reason});
    } else if (sums_.wrong_answers.size() < result::kListed) {
      sums_.wrong_answers.push_back({.puzzle = puzzle, .line = line, .reason = fault.reason});
    }
  }
}

void Recorder::add_service_time(const dataset::Block& block, const Drawn& drawn,
                                const LegRecord& leg, std::size_t i) {
  const std::uint64_t ps = clock_.picoseconds(leg.ticks[i]);
  const Outcome outcome = leg.outcome_at(i);
  result::TimeSums& times = sums_.times;
  if (one_at_a_time_) {
    const auto limit_ps = static_cast<std::uint64_t>(settings_.puzzle_timeout.count()) * 1000;
    times.par2 = times.par2.value_or(0) + (is_unsolved(outcome) ? 2 * limit_ps : ps);
  }
  if (outcome == Outcome::crashed) return;  // it has no time
  times.min = std::min(times.min, ps);
  times.max = std::max(times.max, ps);
  times.total += ps;
  service_times_.add(ps);
  if (one_at_a_time_ && !is_unsolved(outcome)) {
    const auto guesses = static_cast<double>(leg.answers[i].guesses);
    guess_time_.add(stats::log_bin(guesses, stats::kGuessBinsPerOctave),
                    stats::log_bin(static_cast<double>(ps), stats::kTimeBinsPerOctave));
  }
  keep_slow({.puzzle = {.puzzle = {},
                        .line = block.lines[drawn.at[i]],
                        .latency_ns = nanoseconds(ps),
                        .guesses = leg.answers[i].guesses,
                        .outcome = outcome},
             .grid = drawn.puzzles[i]});
}

void Recorder::keep_slow(Candidate candidate) {
  // A batch solver's time belongs to its chunk, not to any one puzzle.
  if (!one_at_a_time_) return;
  const auto slower = [](const Candidate& a, const Candidate& b) {
    return result::is_listed_before(a.puzzle, b.puzzle);
  };
  if (slowest_.size() == result::kSlowKept) {
    if (!slower(candidate, slowest_.front())) return;
    std::ranges::pop_heap(slowest_, slower);
    slowest_.pop_back();
  }
  slowest_.push_back(std::move(candidate));
  std::ranges::push_heap(slowest_, slower);
}

void Recorder::add_lower(double rate, const LegRecord& leg) {
  sums_.subsamples.push_back({.rate = rate, .puzzles = leg.block.puzzles, .blocks = {leg.block}});
}

void Recorder::add_time(std::chrono::nanoseconds spent) {
  sums_.spent_ns += static_cast<std::uint64_t>(spent.count());
}

result::RowSums Recorder::take() {
  sums_.times.histogram = service_times_.record();
  sums_.times.histogram_all_samples = all_samples_.record();
  sums_.times.guess_time = guess_time_.record();
  service_times_.clear();
  all_samples_.clear();
  guess_time_.clear();
  for (Candidate& candidate : slowest_) {
    candidate.puzzle.puzzle = candidate.grid.text();
    sums_.slowest.push_back(std::move(candidate.puzzle));
  }
  slowest_.clear();
  std::ranges::sort(sums_.slowest, result::is_listed_before);
  std::ranges::stable_sort(sums_.wrong_answers, {}, &result::WrongAnswer::line);
  std::ranges::stable_sort(sums_.incidents, {}, &result::IncidentRecord::line);
  return std::exchange(sums_, {});
}

void time_again(std::vector<result::SlowPuzzle>& slowest, Entrant& entrant, const Budget& budget,
                const StampClock& clock) {
  for (result::SlowPuzzle& slow : slowest) {
    Grid puzzle = kEmptyGrid;
    slow.puzzle.copy(puzzle.cells.data(), kCells);
    for (int i = 0; i < kTimesAgain && slow.outcome != Outcome::timeout; ++i) {
      Answer answer;
      std::uint64_t ticks = 0;
      entrant.solve_stamped({.puzzles = {&puzzle, 1}, .answers = {&answer, 1}}, budget,
                            {&ticks, 1});
      if (!entrant.incidents().empty() || !entrant.disqualified().empty()) break;
      slow.latency_ns = std::min(slow.latency_ns, nanoseconds(clock.picoseconds(ticks)));
    }
  }
  std::ranges::sort(slowest, result::is_listed_before);
}

namespace {

void set_counts(result::ResultRecord& row, const result::RowSums& sums) {
  row.puzzles = sums.puzzles;
  row.complete = sums.complete;
  row.outcomes = sums.outcomes;
  row.peak_memory_bytes = sums.peak_memory_bytes;
  row.solution_digest = sums.digest;
  row.confirmed = sums.confirmed;
  row.solutions_asked = sums.solutions_asked;
  row.disqualified = sums.disqualified;
  row.wrong_answers = sums.wrong_answers;
  row.incidents = sums.incidents;
  const auto puzzles = static_cast<double>(sums.puzzles);
  row.guesses = {.total = sums.guesses,
                 .mean = static_cast<double>(sums.guesses) / puzzles,
                 .zero_fraction = static_cast<double>(sums.without_guess) / puzzles};
  if (sums.unsteady > 0) row.guesses.unsteady = sums.unsteady;
  if (row.logic) row.logic = sums.logic;
  if (row.tally) {
    row.tally->total = sums.tally;
    row.tally->mean = static_cast<double>(sums.tally) / puzzles;
  }
}

void set_blocks(result::ResultRecord& row, const result::RowSums& sums) {
  row.blocks = sums.blocks;
  row.nested = sums.nested;
  std::erase_if(row.nested, [](const result::NestedRecord& nested) { return nested.puzzles == 0; });
  for (result::SampleRecord& sample : row.subsamples) {
    const auto measured =
        std::ranges::find(sums.subsamples, sample.rate, &result::SampleRecord::rate);
    if (measured != sums.subsamples.end()) sample = *measured;
  }
}

result::LatencyRecord latency_of(const result::ResultRecord& row, const result::TimeSums& times) {
  stats::Histogram histogram;
  histogram.add(times.histogram);
  const auto ns = [](double ps) { return ps / 1000; };
  const auto min = static_cast<double>(times.min);
  const auto max = static_cast<double>(times.max);
  // The middle of a bucket may lie beyond its last value.
  const auto ns_at = [&](double q) {
    return ns(std::max(std::min(histogram.quantile(q), max), min));
  };
  return {.chunk = times.par2 ? 1 : row.chunk,
          .censored = row.outcomes[Outcome::timeout],
          .min = ns(min),
          .p50 = ns_at(0.5),
          .p90 = ns_at(0.9),
          .p99 = ns_at(0.99),
          .p999 = ns_at(0.999),
          .max = ns(max),
          .mean = ns(static_cast<double>(times.total) / static_cast<double>(histogram.total())),
          .histogram = times.histogram,
          .histogram_all_samples = times.histogram_all_samples};
}

void set_latency(result::ResultRecord& row, const result::RowSums& sums) {
  const result::TimeSums& times = sums.times;
  row.latency.reset();
  row.guess_time.reset();
  row.par2_s = base::kUnknown;
  if (times.histogram.count.empty()) return;
  row.latency = latency_of(row, times);
  if (times.par2) {
    row.par2_s = static_cast<double>(*times.par2) / 1e12 / static_cast<double>(sums.puzzles);
  }
  if (!times.guess_time.count.empty()) row.guess_time = times.guess_time;
}

}  // namespace

void set_figures(result::ResultRecord& row, const result::RowSums& sums) {
  set_counts(row, sums);
  set_blocks(row, sums);
  row.slowest.clear();
  row.instructions_per_puzzle.reset();
  row.puzzles_per_second = row.time_per_puzzle_ns = base::kUnknownEstimate;
  if (row.puzzles == 0 || result::is_void(row)) {
    set_latency(row, {});
    return;
  }
  if (sums.instructions_puzzles == row.puzzles) {
    row.instructions_per_puzzle =
        static_cast<double>(sums.instructions) / static_cast<double>(row.puzzles);
  }
  set_latency(row, sums);
  const std::size_t listed = std::min(sums.slowest.size(), result::kListed);
  row.slowest.assign(sums.slowest.begin(),
                     sums.slowest.begin() + static_cast<std::ptrdiff_t>(listed));
}

}  // namespace sudoku::run
