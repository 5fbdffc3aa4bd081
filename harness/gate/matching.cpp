#include "harness/gate/matching.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace sudoku {

namespace {

const DatasetRecord& dataset_of(const RunResult& run, const ResultRecord& row) {
  return *std::ranges::find(run.datasets, row.dataset, &DatasetRecord::name);
}

// The row of `run` that ran the same on puzzles of the same content or, failing that, of that name.
const ResultRecord* partner(const RunResult& run, const ResultRecord& row,
                            const DatasetRecord& dataset) {
  const ResultRecord* namesake = nullptr;
  for (const ResultRecord& other : run.results) {
    if (other.solver != row.solver || other.threads != row.threads) continue;
    if (dataset_of(run, other).sha256 == dataset.sha256) return &other;
    if (other.dataset == row.dataset) namesake = &other;
  }
  return namesake;
}

bool is_whole(const RunResult& run) {
  return !run.shards || run.shards->parts.size() == run.shards->of;
}

// "part 2 of 3", "parts 1, 2 of 3".
std::string parts_text(const RunResult& run) {
  if (is_whole(run)) return "the whole";
  return fmt::format("part{} {} of {}", run.shards->parts.size() == 1 ? "" : "s",
                     fmt::join(run.shards->parts, ", "), run.shards->of);
}

// Parts of a race that have no block in common.
bool are_apart(const RunResult& a, const RunResult& b) {
  if (is_whole(a) || is_whole(b) || a.shards->of != b.shards->of) return false;
  return std::ranges::none_of(a.shards->parts, [&b](std::uint64_t part) {
    return std::ranges::count(b.shards->parts, part) > 0;
  });
}

void add_unfinished(const RunResult& run, const RunResult& other, const char* name,
                    std::vector<std::string>& sentences) {
  const std::string parts = parts_text(run);
  if (!is_whole(run) && (!run.complete || parts != parts_text(other))) {
    sentences.push_back(fmt::format("the {} has only {} of the race", name, parts));
  } else if (!run.complete) {
    sentences.push_back(fmt::format("the {} was interrupted", name));
  }
}

std::uint64_t whole_of(const RunResult& run, const ResultRecord& row) {
  return is_whole(run) && row.sample_rate == 1 ? dataset_of(run, row).puzzles : 0;
}

// What answers and guesses depend on; empty when it is all the same.
std::string difference(const RunResult& base, const RunResult& fresh, const RowPair& pair) {
  const std::string& sha256 = dataset_of(base, *pair.base).sha256;
  const std::string& other_sha256 = dataset_of(fresh, *pair.fresh).sha256;
  if (sha256 != other_sha256) {
    return fmt::format("another dataset (sha256 {:.12}… against {:.12}…)", sha256, other_sha256);
  }
  if (are_apart(base, fresh)) {
    return fmt::format("another part of the race ({} against {})", parts_text(base),
                       parts_text(fresh));
  }
  const auto differs = [](const char* what, std::uint64_t a, std::uint64_t b) {
    return a == b ? "" : fmt::format("another {} ({} against {})", what, a, b);
  };
  std::string text =
      differs("solution limit", pair.base->solution_limit, pair.fresh->solution_limit);
  if (text.empty()) text = differs("block size", base.settings.block, fresh.settings.block);
  const bool sampled = pair.base->sample_rate < 1 || pair.fresh->sample_rate < 1;
  if (text.empty() && sampled) {
    text = differs("seed of the sample", base.settings.seed, fresh.settings.seed);
  }
  return text;
}

}  // namespace

Matching match_rows(const RunResult& base, const RunResult& fresh) {
  Matching matching{.pairs = {},
                    .unmatched = {},
                    .unfinished = {},
                    .base_cpu = base.environment.cpu,
                    .fresh_cpu = fresh.environment.cpu};
  if (!are_apart(base, fresh)) {
    add_unfinished(base, fresh, "baseline", matching.unfinished);
    add_unfinished(fresh, base, "new result", matching.unfinished);
  }
  std::vector<const ResultRecord*> met;
  for (const ResultRecord& row : base.results) {
    RowPair pair = {&row, partner(fresh, row, dataset_of(base, row))};
    if (pair.fresh == nullptr) {
      matching.unmatched.push_back(name_of(row) + ": only in the baseline");
      continue;
    }
    met.push_back(pair.fresh);
    pair.base_whole = whole_of(base, row);
    pair.fresh_whole = whole_of(fresh, *pair.fresh);
    const std::string what = difference(base, fresh, pair);
    if (what.empty()) {
      matching.pairs.push_back(pair);
    } else {
      matching.unmatched.push_back(fmt::format("{}: {}", name_of(row), what));
    }
  }
  for (const ResultRecord& row : fresh.results) {
    if (std::ranges::find(met, &row) == met.end()) {
      matching.unmatched.push_back(name_of(row) + ": only in the new result");
    }
  }
  return matching;
}

}  // namespace sudoku
