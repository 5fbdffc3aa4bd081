#include "harness/result/row.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "harness/external/external.h"
#include "harness/stats/quantile.h"

namespace sudoku::result {

std::uint64_t rounded(double value) {
  // std::llround has no valid result from 2^63 on; counts stay below.
  return value > 0 && value < 0x1p63 ? static_cast<std::uint64_t>(std::llround(value)) : 0;
}

double LatencyRecord::quantile_ns(double share) const {
  const auto min = static_cast<double>(min_ps);
  const auto max = static_cast<double>(max_ps);
  if (share <= 0) return min / 1000;
  if (share >= 1) return max / 1000;
  const std::uint64_t total = total_of(histogram.count);
  if (total == 0) return base::kUnknown;
  const auto place = stats::entry_of_rank(histogram.count.begin(), histogram.count.end(),
                                          stats::nearest_rank(share, total));
  const auto first = histogram.first_ps[static_cast<std::size_t>(place - histogram.count.begin())];
  const double middle = stats::Histogram::middle_of(stats::Histogram::bucket_of(first));
  // The middle of a histogram bucket may lie outside the exact minimum and maximum.
  return std::max(std::min(middle, max), min) / 1000;
}

double LatencyRecord::mean_ns() const {
  return share_of(total_ps, total_of(histogram.count)) / 1000;
}

void LatencyRecord::set_mean_ns(double mean) {
  total_ps = rounded(mean * static_cast<double>(total_of(histogram.count)) * 1000);
}

double RowSums::par2_s() const {
  return par2_ps ? static_cast<double>(*par2_ps) / 1e12 / static_cast<double>(puzzles)
                 : base::kUnknown;
}

void RowSums::set_par2_s(double mean) {
  if (std::isfinite(mean)) par2_ps = rounded(mean * 1e9 * static_cast<double>(puzzles) * 1000);
}

RowStatus status_of(const RowSums& row) {
  if (count_wrong(row) > 0) return RowStatus::wrong;
  if (!row.disqualified.empty()) return RowStatus::disqualified;
  if (row.puzzles == 0) return RowStatus::unmeasured;
  if (row.outcomes[Outcome::timeout] > 0) return RowStatus::gave_up;
  return row.outcomes[Outcome::incomplete] > 0 ? RowStatus::partial : RowStatus::sound;
}

std::uint64_t count_wrong(const RowSums& row) {
  return std::max<std::uint64_t>(row.outcomes[Outcome::wrong], row.wrong_answers.size());
}

bool has_crashed(const RowSums& row) {
  return row.outcomes[Outcome::crashed] > 0 || unrecorded_incident(row) != nullptr;
}

const IncidentRecord* unrecorded_incident(const RowSums& row) {
  const auto found = std::ranges::find(row.incidents, kNoLine, &IncidentRecord::line);
  return found == row.incidents.end() ? nullptr : &*found;
}

std::pair<std::vector<double>, std::vector<double>> times_to_compare(const ProcessesRecord& a,
                                                                     const ProcessesRecord& b) {
  if (a.running_ns && b.running_ns) return {*a.running_ns, *b.running_ns};
  return {a.time_per_puzzle_ns, b.time_per_puzzle_ns};
}

bool is_command(const RowSums& row) { return row.external && !row.external->command.empty(); }

namespace {

bool is_task(const RowSums& row, Task task) { return row.task && row.task->does == name_of(task); }

}  // namespace

std::uint64_t solutions_sought(const RowSums& row) {
  std::uint64_t most = row.solution_limit;
  const bool is_said_to_stop =
      row.external && row.external->limit == name_of(external::LimitUse::two);
  if (is_said_to_stop || is_task(row, Task::proves_uniqueness))
    most = std::min<std::uint64_t>(most, 2);
  if (row.outcomes[Outcome::first] > 0 || is_task(row, Task::stops_at_first) ||
      is_task(row, Task::assumes_uniqueness)) {
    most = std::min<std::uint64_t>(most, 1);
  }
  return is_task(row, Task::finds_none) ? 0 : most;
}

std::string_view shortcut_of(const RowSums& row) {
  if (is_task(row, Task::finds_none)) return "finds no solution";
  if (is_task(row, Task::assumes_uniqueness)) return "assumes that puzzles have one solution";
  return solutions_sought(row) == 1 ? "stops at the first solution"
                                    : "stops at the second solution";
}

std::string name_of(const RowSums& row) {
  const std::string threads = row.threads == 1 ? "" : fmt::format(" ({} threads)", row.threads);
  return fmt::format("{} on {}{}", row.solver, row.dataset, threads);
}

Row finished(RowSums sums) {
  Row row;
  static_cast<RowSums&>(row) = std::move(sums);
  const auto has_no_line = [](const auto& fault) { return fault.line == kNoLine; };
  if (row.outcomes[Outcome::wrong] > 0) std::erase_if(row.wrong_answers, has_no_line);
  if (row.outcomes[Outcome::crashed] > 0) std::erase_if(row.incidents, has_no_line);
  if (status_of(row) >= RowStatus::unmeasured) {
    row.latency.reset();
    row.par2_ps.reset();
    for (const CountedEvent& event : kCountedEvents)
      row.*event.count = {};
    row.slowest.clear();
  }
  if (row.slowest.size() > kListed) row.slowest.resize(kListed);
  if (row.latency) row.latency->censored = row.outcomes[Outcome::timeout];
  return row;
}

void leave_out_faster(RowSums& more, const RowSums& row) {
  if (row.slowest.size() < kSlowKept) return;
  std::erase_if(more.slowest, [&row](const SlowPuzzle& puzzle) {
    return is_listed_before(row.slowest.back(), puzzle);
  });
}

std::uint64_t total_of(std::span<const std::uint64_t> counts) {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

std::uint64_t puzzles_of(std::span<const BlockRecord> blocks) {
  return std::transform_reduce(blocks.begin(), blocks.end(), std::uint64_t{0}, std::plus<>(),
                               std::mem_fn(&BlockRecord::puzzles));
}

std::span<const BlockRecord> blocks_at(const RowSums& row, double rate) {
  if (row.sample_rate == rate) return row.blocks;
  const auto sample = std::ranges::find(row.subsamples, rate, &SampleRecord::rate);
  if (sample == row.subsamples.end()) return {};
  return sample->blocks;
}

}  // namespace sudoku::result
