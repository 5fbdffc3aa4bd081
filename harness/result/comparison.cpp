#include "harness/result/comparison.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "harness/base/estimate.h"
#include "harness/base/units.h"
#include "harness/result/rates.h"
#include "harness/result/row.h"
#include "harness/stats/log_bins.h"
#include "harness/stats/moments.h"

namespace sudoku::result {

namespace {

// A speed ratio is called unstable if the ends of its interval differ by more than this factor.
constexpr double kWidest = 1.5;

// Log slow-down above which a round counts as slow, and share of slow rounds that a result reports.
constexpr double kMoved = 0.1;
constexpr double kMovedOften = 0.1;

// Standard deviation of the CPU time (s) that a line through pipes costs a command, between
// machines of which others have the CPUs and quiet ones: whom a write has to wake differs. A type B
// uncertainty: 0.8 µs less and 0.9 µs more were seen.
constexpr double kByPipes = 0.6e-6;

// Share of the time on the clock that others have from which on that is to be expected.
constexpr double kMuchWaited = 0.1;

// Shift by sharing from which on a ratio is marked: less is within what processes differ by.
constexpr double kMarkedShift = 0.02;

// What keeps a row's speed from being that of solving every puzzle correctly, by RowStatus.
constexpr std::string_view kFlaws[] = {
    "", "left puzzles unsolved", "gave up on puzzles: compare PAR-2 instead",
    "", "was disqualified",      "gave wrong answers"};

// Standard error of a row's log speed due to sampling; NaN without times of single puzzles.
double sampling_error(const Row& row) {
  if (row.sample_rate >= 1) return 0;
  if (!row.latency || row.latency->chunk > 1) return base::kUnknown;
  const stats::HistogramRecord& times = row.latency->histogram;
  stats::Moments moments;
  for (std::size_t i = 0; i < times.count.size(); ++i) {
    moments.add(static_cast<double>(times.first_ps[i]) / 1000 / row.latency->mean_ns(),
                static_cast<double>(times.count[i]));
  }
  return stats::error_of_mean(moments, row.sample_rate);
}

double error_of(const PairRecord& pair, double rate) {
  stats::Moments a;
  stats::Moments b;
  const stats::Histogram2DRecord& cells = pair.cells;
  for (std::size_t i = 0; i < cells.count.size(); ++i) {
    a.add(stats::middle_of_bin(cells.x[i]), static_cast<double>(cells.count[i]));
    b.add(stats::middle_of_bin(cells.y[i]), static_cast<double>(cells.count[i]));
  }
  stats::Moments difference;
  for (std::size_t i = 0; i < cells.count.size(); ++i) {
    difference.add(
        stats::middle_of_bin(cells.x[i]) / a.mean() - stats::middle_of_bin(cells.y[i]) / b.mean(),
        static_cast<double>(cells.count[i]));
  }
  return stats::error_of_mean(difference, rate);
}

// Standard error of the log ratio of two rows due to sampling; NaN without times of puzzles.
double sampling_error(const Row& a, const Row& b, std::span<const ComparisonRecord> comparisons) {
  const double rate = std::min(a.sample_rate, b.sample_rate);
  if (rate >= 1) return 0;
  if (a.solver == b.solver) return 0;  // one solver's times on other thread counts are proportional
  for (const ComparisonRecord& comparison : comparisons) {
    if (comparison.dataset != a.dataset || comparison.threads != a.threads) continue;
    for (const PairRecord& pair : comparison.pairs) {
      const bool same = pair.a == a.solver && pair.b == b.solver;
      const bool turned = pair.a == b.solver && pair.b == a.solver;
      if (same || turned) return error_of(pair, rate);
    }
  }
  return base::kUnknown;
}

// Share of its time on the clock for which the solver ran; NaN when not known.
double running_share(const Row& row) {
  double running = 0;
  double seconds = 0;
  for (const BlockRecord& block : row.blocks) {
    for (std::size_t round = 0; round < block.seconds.size(); ++round) {
      running += running_seconds(block, round);
      seconds += block.seconds[round];
    }
  }
  return running / seconds;
}

// Standard error of the log ratio of a command to another row, from what pipes cost it: where
// others have the CPUs, by another amount. The other row tells whether they have, unless it is a
// command.
double pipe_error(const Row& row, const Row& other) {
  if (!is_command(row)) return 0;
  const double seconds = running_time_per_puzzle(row.blocks);
  const double share = is_command(other) ? 0 : running_share(other);
  if (!std::isfinite(seconds) || !std::isfinite(share)) return 0;
  return std::clamp((1 - share) / kMuchWaited, 0.0, 1.0) * kByPipes / seconds;
}

// Removes a ratio over too few puzzles and sets `reason`.
void leave_out_small(SpeedupRecord& comparison) {
  if (comparison.puzzles >= kFewestShared) return;
  comparison.ratio = base::kUnknownEstimate;
  comparison.reason = Doubt::few_puzzles;
}

base::Estimate over(double dividend, const base::Estimate& estimate) {
  return {.median = dividend / estimate.median,
          .low = dividend / estimate.high,
          .high = dividend / estimate.low};
}

SpeedupRecord record_of(const Row& row, const Row& reference, std::uint64_t puzzles,
                        const base::Estimate& ratio) {
  return {.reference = reference.solver,
          .reference_threads = reference.threads,
          .sample_rate = std::min(row.sample_rate, reference.sample_rate),
          .puzzles = puzzles,
          .ratio = ratio};
}

// Speed ratio of two rows from their times per process; none if a row lacks them or samples differ.
std::optional<SpeedupRecord> over_processes_of(const Row& a, const Row& b) {
  if (!a.processes || !b.processes || a.sample_rate != b.sample_rate) return std::nullopt;
  auto [times, ratios] = times_to_compare(*a.processes, *b.processes);
  for (std::size_t i = 0; i < std::min(ratios.size(), times.size()); ++i)
    ratios[i] /= times[i];
  const base::Estimate ratio = over_processes(ratios);
  if (!std::isfinite(ratio.median)) return std::nullopt;
  return record_of(a, b, std::min(a.puzzles, b.puzzles), ratio);
}

// Speed ratio of two rows from their rounds on the smaller sample; none without shared puzzles.
std::optional<SpeedupRecord> over_rounds_of(const Row& a, const Row& b,
                                            std::span<const ComparisonRecord> comparisons) {
  const double rate = std::min(a.sample_rate, b.sample_rate);
  const auto ours = blocks_at(a, rate);
  const auto theirs = blocks_at(b, rate);
  const double error = sampling_error(a, b, comparisons);
  // Pipes cost two commands more or less at the same time.
  const double type_b = std::hypot(kBetweenProcesses, pipe_error(a, b) - pipe_error(b, a));
  SpeedupRecord pair = record_of(a, b, std::min(puzzles_of(ours), puzzles_of(theirs)),
                                 speedup(ours, theirs, error, type_b));
  if (!std::isfinite(pair.ratio.median)) return std::nullopt;
  if (const double shift = shift_by_sharing(ours, theirs); shift >= kMarkedShift)
    pair.shift_by_sharing = shift;
  if (!std::isfinite(pair.ratio.low)) {
    pair.reason = std::isfinite(error) ? Doubt::one_round : Doubt::unknown_sampling;
  } else if (pair.ratio.high > kWidest * pair.ratio.low) {
    pair.reason = Doubt::unstable;
  }
  leave_out_small(pair);
  return pair;
}

// Speed-up stored in `row`; none if it is over another row than `reference`.
std::optional<SpeedupRecord> recorded(const Row& row, const Row& reference) {
  const bool is_over = row.speedup && row.speedup->reference == reference.solver &&
                       row.speedup->reference_threads == reference.threads;
  return is_over ? row.speedup : std::nullopt;
}

std::optional<SpeedupRecord> compare(const Row& a, const Row& b,
                                     std::span<const ComparisonRecord> comparisons) {
  std::optional<SpeedupRecord> pair = recorded(a, b);
  if (!pair) {
    pair = recorded(b, a);
    if (pair) {
      pair = turned(*pair);
      pair->reference = b.solver;
      pair->reference_threads = b.threads;
    }
  }
  if (!pair) pair = over_processes_of(a, b);
  if (!pair) pair = over_rounds_of(a, b, comparisons);
  if (!pair) return std::nullopt;
  leave_out_small(*pair);
  if (!why_not_compared(a, b).empty()) pair->ratio = base::kUnknownEstimate;
  return pair;
}

std::optional<SpeedupRecord> speedup_of(const Row& row, const Row& reference,
                                        std::span<const ComparisonRecord> comparisons) {
  if (!why_not_compared(row, reference).empty()) return std::nullopt;
  return over_rounds_of(row, reference, comparisons);
}

// Timed blocks of the rows on `threads` threads that have a speed; their solvers took turns.
std::vector<std::span<const BlockRecord>> blocks_on(std::span<const Row* const> rows,
                                                    std::uint64_t threads) {
  std::vector<std::span<const BlockRecord>> blocks;
  for (const Row* row : rows) {
    if (row->threads == threads && status_of(*row) < RowStatus::unmeasured)
      blocks.emplace_back(row->blocks);
  }
  return blocks;
}

void set_speed(Row& row, std::span<const Row* const> rows) {
  if (status_of(row) >= RowStatus::unmeasured) return;
  base::Estimate rate =
      throughput(row.blocks, machine_movements(blocks_on(rows, row.threads)), sampling_error(row),
                 std::hypot(kBetweenProcesses, kBetweenHours));
  if (row.puzzles < 2) rate = base::without_interval(rate.median);
  row.puzzles_per_second = rate;
  row.time_per_puzzle_ns = over(1e9, rate);
}

// Sentence on rounds in which all rows were slower together; empty when they were few.
std::string slower_together(std::span<const Row* const> rows) {
  std::set<std::uint64_t> threads;
  for (const Row* row : rows)
    threads.insert(row->threads);
  std::size_t rounds = 0;
  std::size_t slower = 0;
  double most = 0;
  for (const std::uint64_t count : threads) {
    const auto blocks = blocks_on(rows, count);
    if (blocks.size() < 2) continue;
    for (const double movement : machine_movements(blocks)) {
      ++rounds;
      slower += movement > kMoved ? 1 : 0;
      most = std::max(most, movement);
    }
  }
  if (slower == 0 || static_cast<double>(slower) < kMovedOften * static_cast<double>(rounds))
    return "";
  return fmt::format("the machine was slower for all solvers in {} of {} rounds, by up to {}",
                     slower, rounds, base::percent_text(std::expm1(most), 0));
}

}  // namespace

std::string why_not_compared(const Row& a, const Row& b) {
  for (const Row* row : {&b, &a}) {
    const std::string_view flaw = kFlaws[static_cast<std::size_t>(status_of(*row))];
    if (!flaw.empty()) return fmt::format("{} {}", row->solver, flaw);
  }
  if (solutions_sought(a) == solutions_sought(b)) return "";
  const Row& lesser = solutions_sought(a) < solutions_sought(b) ? a : b;
  return fmt::format("{} {}", lesser.solver, shortcut_of(lesser));
}

void CoreUse::add(const Row& row) {
  for (const BlockRecord& block : row.blocks) {
    for (const double share : block.core_share.value_or(std::vector<double>())) {
      ++turns;
      shared += share < kWholeCore ? 1 : 0;
      least = std::min(least, share);
    }
  }
}

std::string CoreUse::text() const {
  if (shared == 0 || static_cast<double>(shared) < kMovedOften * static_cast<double>(turns))
    return "";
  return fmt::format(
      "other work on the same core left solvers as little as {} of it, in {} of {} turns",
      base::percent_text(least, 0), shared, turns);
}

void set_speed_of_processes(Row& row) {
  const base::Estimate time = over_processes(row.processes->time_per_puzzle_ns);
  row.time_per_puzzle_ns = time;
  row.puzzles_per_second = over(1e9, time);
}

std::string machine_movement(std::span<const Row* const> rows) {
  const std::string slower = slower_together(rows);
  CoreUse use;
  for (const Row* row : rows)
    use.add(*row);
  const std::string shared = use.text();
  return slower + (slower.empty() || shared.empty() ? "" : "; ") + shared;
}

std::vector<PairRatio> compare_pairs(std::span<const Row* const> rows,
                                     std::span<const ComparisonRecord> comparisons) {
  std::vector<PairRatio> pairs;
  for (std::size_t a = 0; a < rows.size(); ++a) {
    for (std::size_t b = a + 1; b < rows.size(); ++b) {
      if (const auto pair = compare(*rows[a], *rows[b], comparisons))
        pairs.push_back({*pair, a, b});
    }
  }
  return pairs;
}

bool has_ratio(const std::optional<SpeedupRecord>& comparison) {
  return comparison && std::isfinite(comparison->ratio.median);
}

double least_slowdown(const Row& row, const Row& reference) {
  const double rate = std::min(row.sample_rate, reference.sample_rate);
  const base::Estimate ratio =
      speedup(blocks_at(row, rate), blocks_at(reference, rate), 0, kBetweenProcesses);
  return 1 / (std::isfinite(ratio.high) ? ratio.high : ratio.median);
}

base::Estimate shown_ratio(const SpeedupRecord& comparison) {
  const base::Estimate& ratio = comparison.ratio;
  return comparison.reason == Doubt::unstable ? base::without_interval(ratio.median) : ratio;
}

SpeedupRecord turned(SpeedupRecord comparison) {
  comparison.ratio = over(1, comparison.ratio);
  return comparison;
}

void leave_out_unfounded_scaling(RunResult& run) {
  const auto cpus = static_cast<std::uint64_t>(run.environment.cores);
  for (Row& row : run.results) {
    if (!row.scaling || cpus == 0 || row.threads <= cpus) continue;
    row.scaling->ratio = base::kUnknownEstimate;
    row.scaling->reason = Doubt::few_cpus;
  }
}

void compare_rows(std::vector<Row>& rows, std::span<const ComparisonRecord> comparisons,
                  const std::string& reference) {
  std::uint64_t fewest_threads = UINT64_MAX;
  std::vector<const Row*> all;
  for (const Row& row : rows) {
    fewest_threads = std::min(fewest_threads, row.threads);
    all.push_back(&row);
  }
  for (Row& row : rows) {
    set_speed(row, all);
    for (const Row& other : rows) {
      const bool same_threads = other.threads == row.threads;
      if (other.solver == reference && same_threads && other.solver != row.solver)
        row.speedup = speedup_of(row, other, comparisons);
      const bool fewest = other.threads == fewest_threads;
      if (other.solver == row.solver && fewest && !same_threads)
        row.scaling = speedup_of(row, other, comparisons);
    }
  }
}

}  // namespace sudoku::result
