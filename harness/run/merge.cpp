#include "harness/run/merge.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/base/estimate.h"
#include "harness/options/settings.h"
#include "harness/result/comparison.h"
#include "harness/result/fields.h"
#include "harness/result/rates.h"
#include "harness/result/row.h"
#include "harness/run/fingerprint.h"
#include "harness/run/puzzle_comparison.h"
#include "harness/run/run.h"
#include "harness/stats/quantile.h"

namespace sudoku::run {

namespace {

// Why two results are not of the same run; empty when they are. The settings of a run decide which
// puzzles its rows are about, in which batches, and which instructions their solvers use.
std::string difference(const result::RunResult& a, const result::RunResult& b) {
  std::string found = differences(fingerprint_of(a), fingerprint_of(b), "{} is {} and {}");
  if (!found.empty()) return found;
  const auto is_of_the_same = [](const result::Row& one, const result::Row& other) {
    return result::name_of(one) == result::name_of(other);
  };
  const bool have_same_rows = std::ranges::equal(a.results, b.results, is_of_the_same);
  return have_same_rows ? "" : "they have other rows";
}

}  // namespace

void Merge::add(result::RunResult run, const std::string& name) {
  if (!run.shards || run.shards->parts.empty())
    throw PartsError("{}: is not a shard: it was run without --shard", name);
  if (run.shards->of > options::Shard::kMostParts)
    throw PartsError("{}: has an impossible number of shards", name);
  if (!run.complete && run.shards->parts.size() == 1)
    throw PartsError("{}: is incomplete: run it again with --resume, then merge it", name);
  const bool is_first = parts_.empty();
  if (is_first) {
    first_ = name;
  } else {
    const std::string found = difference(merged_, run);
    if (!found.empty())
      throw PartsError("{} and {}: are not shards of the same run: {}", first_, name, found);
    require_new_parts(*run.shards, name);
  }
  std::erase(run.environment.warnings, part_warning(*run.shards));
  for (const std::uint64_t part : run.shards->parts)
    parts_.emplace(part, name);
  add_hosts(run);
  constexpr auto kSubject = [](const result::ComparisonRecord& comparison) {
    return std::pair(comparison.dataset, comparison.threads);
  };
  result::Matched<kSubject>()(comparisons_, std::exchange(run.comparisons, {}));
  if (is_first) {
    merged_ = std::move(run);
    return;
  }
  // Fields that cannot be added up come from the shard with the lowest number.
  if (run.shards->parts.front() < merged_.shards->parts.front()) std::swap(run, merged_);
  for (std::size_t i = 0; i < run.results.size(); ++i)
    result::merge(merged_.results[i], run.results[i]);
}

void Merge::require_new_parts(const result::ShardsRecord& shards, const std::string& name) const {
  if (merged_.shards->of != shards.of) {
    throw PartsError("{} and {}: belong to runs of {} and of {} shards", first_, name,
                     merged_.shards->of, shards.of);
  }
  for (const std::uint64_t part : shards.parts) {
    const auto known = parts_.find(part);
    if (known == parts_.end()) continue;
    throw PartsError("{} and {}: both have shard {} of {}", known->second, name, part, shards.of);
  }
}

void Merge::add_hosts(const result::RunResult& run) {
  if (run.hosts) {
    hosts_.insert(hosts_.end(), run.hosts->begin(), run.hosts->end());
    return;
  }
  hosts_.push_back(
      {.name = fmt::format("shard {} of {}", fmt::join(run.shards->parts, ", "), run.shards->of),
       .environment = run.environment,
       .started = run.started,
       .finished = run.finished});
}

std::vector<std::uint64_t> Merge::missing() const {
  std::vector<std::uint64_t> missing;
  for (std::uint64_t part = 1; part <= merged_.shards->of; ++part)
    if (!parts_.contains(part)) missing.push_back(part);
  return missing;
}

void Merge::finish_dataset(const std::string& dataset) {
  std::vector<result::Row> rows;
  for (result::Row& row : merged_.results) {
    if (row.dataset != dataset) continue;
    rows.push_back(result::finished(row));
  }
  for (result::ComparisonRecord& comparison : comparisons_) {
    if (comparison.dataset != dataset) continue;
    settle(comparison, rows);
    merged_.comparisons.push_back(std::move(comparison));
  }
  result::compare_rows(rows, merged_.comparisons, merged_.settings[result::kReference]);
  auto row = rows.begin();
  for (result::Row& target : merged_.results)
    if (target.dataset == dataset) target = std::move(*row++);
}

result::RunResult Merge::finish() {
  merged_.comparisons.clear();
  for (const result::DatasetRecord& dataset : merged_.datasets)
    finish_dataset(dataset.name);
  result::leave_out_unfounded_scaling(merged_);
  std::ranges::sort(hosts_, {}, &result::HostRecord::started);
  result::set_hosts(merged_, std::move(hosts_));
  merged_.shards->parts.clear();
  for (const auto& [part, name] : parts_)
    merged_.shards->parts.push_back(part);
  merged_.complete = missing().empty();
  if (!merged_.complete) merged_.environment.warnings.push_back(part_warning(*merged_.shards));
  return std::move(merged_);
}

namespace {

// Whether a row's answers and guesses depend on time, which decides what times out or crashes.
bool depends_on_time(const result::Row& row) {
  return row.outcomes[Outcome::timeout] > 0 || row.outcomes[Outcome::crashed] > 0 || !row.complete;
}

// One row of the result document, in the result of each process that measured it.
class ProcessRows {
 public:
  ProcessRows(const std::vector<result::RunResult>& runs, std::size_t place) {
    for (const result::RunResult& run : runs)
      rows_.push_back(&run.results[place]);
  }

  result::Row combined() const {
    result::Row row = *worst();
    row.processes = result::ProcessesRecord{times(), running_times()};
    if (result::is_void(row)) return row;
    result::set_speed_of_processes(row);
    if (row.speedup) set_ratio(*row.speedup, &result::Row::speedup);
    if (row.scaling) set_ratio(*row.scaling, &result::Row::scaling);
    for (const result::CountedEvent& event : result::kCountedEvents)
      if (const auto mean = mean_of(event)) row.*event.count = row.count_with(*mean);
    return row;
  }

  // Text such as "process 3 gave other answers than process 1"; empty when all agree.
  std::string disagreement(const char* what,
                           bool (*same)(const result::Row&, const result::Row&)) const {
    const result::Row& first = *rows_.front();
    for (std::size_t i = 1; i < rows_.size(); ++i) {
      if (depends_on_time(first) || depends_on_time(*rows_[i]) || same(first, *rows_[i])) continue;
      return fmt::format("{}: process {} {} than process 1", result::name_of(first), i + 1, what);
    }
    return "";
  }

 private:
  // The row of the first process with the worst fault: void, with crashes, or none.
  const result::Row* worst() const {
    return *std::ranges::max_element(rows_, {}, [](const result::Row* row) {
      return result::is_void(*row) ? 2 : result::has_crashed(*row) ? 1 : 0;
    });
  }

  // Time per puzzle in each process; unknown in one that solved another number of puzzles.
  std::vector<double> times() const {
    std::vector<double> times;
    for (const result::Row* row : rows_) {
      const bool comparable = row->puzzles == rows_.front()->puzzles;
      times.push_back(comparable ? row->time_per_puzzle_ns.median : base::kUnknown);
    }
    return times;
  }

  // Running time per puzzle in each process (ns), unknown as in times(); none unless it is known of
  // all others.
  std::optional<std::vector<double>> running_times() const {
    std::vector<double> times;
    for (const result::Row* row : rows_) {
      const double seconds = result::running_time_per_puzzle(row->blocks);
      const bool comparable = row->puzzles == rows_.front()->puzzles;
      if (comparable && !std::isfinite(seconds)) return std::nullopt;
      times.push_back(comparable ? 1e9 * seconds : base::kUnknown);
    }
    return times;
  }

  // Sets a row's speed-up or scaling, with its interval, to the ratio over all processes.
  void set_ratio(result::SpeedupRecord& comparison,
                 std::optional<result::SpeedupRecord> result::Row::*member) const {
    std::vector<double> ratios;
    for (const result::Row* row : rows_)
      if (row->*member) ratios.push_back((row->*member)->ratio.median);
    comparison.ratio = result::over_processes(ratios);
    if (std::isfinite(comparison.ratio.median)) comparison.reason = result::Doubt::none;
  }

  std::optional<double> mean_of(const result::CountedEvent& event) const {
    std::vector<double> means;
    for (const result::Row* row : rows_)
      if (const auto mean = row->mean_of(row->*event.count)) means.push_back(*mean);
    return means.empty() ? std::nullopt : std::optional(stats::median(std::move(means)));
  }

  std::vector<const result::Row*> rows_;
};

bool same_answers(const result::Row& a, const result::Row& b) {
  return a.solution_digest == b.solution_digest && a.outcomes == b.outcomes;
}

bool same_guesses(const result::Row& a, const result::Row& b) {
  return std::ranges::equal(a.blocks, b.blocks, {}, &result::BlockRecord::guesses,
                            &result::BlockRecord::guesses);
}

// Combines what all processes recorded about the machine.
void add_environments(result::EnvironmentRecord& all, const std::vector<result::RunResult>& runs) {
  double steal = 0;
  for (const result::RunResult& run : runs) {
    steal += run.environment.steal;
    result::add_warnings(all.warnings, run.environment.warnings);
  }
  all.steal = steal / static_cast<double>(runs.size());
}

}  // namespace

CombinedRun combine_processes(std::vector<result::RunResult> runs) {
  if (runs.size() == 1) return {.run = std::move(runs.front())};
  CombinedRun combined{.run = runs.front()};
  result::RunResult& run = combined.run;
  run.finished = runs.back().finished;
  add_environments(run.environment, runs);
  for (std::size_t place = 0; place < run.results.size(); ++place) {
    const ProcessRows rows(runs, place);
    run.results[place] = rows.combined();
    const std::string answers = rows.disagreement("gave different answers", same_answers);
    const std::string guesses = rows.disagreement("took different guesses", same_guesses);
    if (!answers.empty()) combined.same_answers = false;
    if (!answers.empty() || !guesses.empty())
      result::add_warnings(run.environment.warnings, {answers.empty() ? guesses : answers});
  }
  return combined;
}

}  // namespace sudoku::run
