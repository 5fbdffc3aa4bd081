#include "harness/parts/merge.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/measure/comparison.h"
#include "harness/measure/contest.h"
#include "harness/measure/part_warning.h"
#include "harness/measure/row_figures.h"
#include "harness/measure/settings.h"
#include "harness/parts/identity.h"
#include "harness/results/warnings.h"
#include "solvers/roster.h"

namespace sudoku {

namespace {

// A batch solver shares its guesses out by its batches. For others a task is as large as a pilot
// measurement found good.
std::string batch_of(const ResultRecord& row) {
  const SolverEntry* const entry = find_solver(row.solver);
  const bool is_batch = entry != nullptr && entry->info.batch > 1;
  return is_batch ? fmt::format(", batches of {}", row.chunk) : "";
}

// Who a row is about.
std::string description_of(const ResultRecord& row) {
  return fmt::format("{} on {}, {} threads, {} instructions, {} of the puzzles{}", row.solver,
                     row.dataset, row.threads, row.isa.empty() ? "unknown" : row.isa,
                     row.sample_rate, batch_of(row));
}

std::string first_row_that_differs(const RunResult& a, const RunResult& b) {
  if (a.results.size() != b.results.size()) {
    return fmt::format("{} rows and {}", a.results.size(), b.results.size());
  }
  for (std::size_t i = 0; i < a.results.size(); ++i) {
    const std::string ours = description_of(a.results[i]);
    const std::string theirs = description_of(b.results[i]);
    if (ours != theirs) return fmt::format("a row of {} and one of {}", ours, theirs);
  }
  return {};
}

bool is_warning_of_part(const RunResult& run, const std::string& warning) {
  return run.shards && warning == part_warning(*run.shards);
}

}  // namespace

void Merge::add(RunResult run, const std::string& name) {
  if (!run.shards || run.shards->parts.empty()) {
    throw PartsError(fmt::format("{}: is no part of a race: it was run without --shard", name));
  }
  if (run.shards->of > Shard::kMostParts || run.shards->parts.back() > run.shards->of) {
    throw PartsError(fmt::format("{}: names a part that cannot be", name));
  }
  if (!run.complete && run.shards->parts.size() == 1) {
    throw PartsError(
        fmt::format("{}: was interrupted; run it again with --resume, then merge it", name));
  }
  if (!sources_.empty()) require_same_race(run, name);
  require_new_parts(*run.shards, name);
  std::erase_if(run.environment.warnings,
                [&run](const std::string& warning) { return is_warning_of_part(run, warning); });
  sources_.push_back({.name = name, .shards = *run.shards});
  add_hosts(run);
  add_sums(run);
  const bool is_first =
      sources_.size() == 1 || run.shards->parts.front() < merged_.shards->parts.front();
  if (is_first) merged_ = std::move(run);
}

void Merge::require_same_race(const RunResult& run, const std::string& name) const {
  std::string found = disagreement(identity_of(merged_), identity_of(run));
  if (found.empty()) found = first_row_that_differs(merged_, run);
  if (found.empty()) return;
  throw PartsError(
      fmt::format("{} and {}: are not of the same race: {}", sources_.front().name, name, found));
}

void Merge::require_new_parts(const ShardsRecord& shards, const std::string& name) const {
  for (const Source& source : sources_) {
    if (source.shards.of != shards.of) {
      throw PartsError(fmt::format("{} and {}: are of {} and of {} parts", source.name, name,
                                   source.shards.of, shards.of));
    }
    for (const std::uint64_t part : shards.parts) {
      if (std::ranges::count(source.shards.parts, part) == 0) continue;
      throw PartsError(
          fmt::format("{} and {}: both have part {} of {}", source.name, name, part, shards.of));
    }
  }
}

// Leaves the rows without what was added.
void Merge::add_sums(RunResult& run) {
  rows_.resize(run.results.size());
  for (std::size_t i = 0; i < run.results.size(); ++i) {
    ResultRecord& row = run.results[i];
    merge(rows_[i], sums_of(row));
    row.blocks.clear();
    for (SampleRecord& sample : row.subsamples)
      sample = {.rate = sample.rate, .puzzles = 0, .blocks = {}};
  }
  for (ContestRecord& contest : run.contests)
    add_contest(std::move(contest));
  run.contests.clear();
}

void Merge::add_contest(ContestRecord contest) {
  for (ContestRecord& known : contests_) {
    if (known.dataset == contest.dataset && known.threads == contest.threads) {
      return merge(known, contest);
    }
  }
  contests_.push_back(std::move(contest));
}

void Merge::add_hosts(const RunResult& run) {
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

std::vector<std::uint64_t> Merge::parts() const {
  std::vector<std::uint64_t> parts;
  for (const Source& source : sources_)
    parts.insert(parts.end(), source.shards.parts.begin(), source.shards.parts.end());
  std::ranges::sort(parts);
  return parts;
}

std::vector<std::uint64_t> Merge::missing() const {
  const std::vector<std::uint64_t> there = parts();
  std::vector<std::uint64_t> missing;
  for (std::uint64_t part = 1; part <= sources_.front().shards.of; ++part) {
    if (!std::ranges::binary_search(there, part)) missing.push_back(part);
  }
  return missing;
}

void Merge::finish_dataset(const std::string& dataset) {
  std::vector<ResultRecord> rows;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    ResultRecord& row = merged_.results[i];
    if (row.dataset != dataset) continue;
    set_figures(row, rows_[i]);
    rows.push_back(row);
  }
  for (ContestRecord& contest : contests_) {
    if (contest.dataset != dataset) continue;
    settle(contest, rows);
    merged_.contests.push_back(std::move(contest));
  }
  compare_rows(rows, merged_.contests, merged_.settings.reference, merged_.settings.seed);
  auto row = rows.begin();
  for (ResultRecord& target : merged_.results) {
    if (target.dataset == dataset) target = std::move(*row++);
  }
}

void Merge::finish_hosts() {
  std::ranges::sort(hosts_, {}, &HostRecord::started);
  merged_.started = hosts_.front().started;
  for (const HostRecord& host : hosts_) {
    merged_.finished = std::max(merged_.finished, host.finished);
    add_warnings(merged_.environment.warnings, host.environment.warnings);
  }
  merged_.hosts = std::move(hosts_);
}

RunResult Merge::finish() {
  merged_.contests.clear();
  for (const DatasetRecord& dataset : merged_.datasets)
    finish_dataset(dataset.name);
  finish_hosts();
  merged_.shards->parts = parts();
  merged_.complete = missing().empty();
  if (!merged_.complete) {
    merged_.environment.warnings.push_back(part_warning(*merged_.shards));
  }
  return std::move(merged_);
}

}  // namespace sudoku
