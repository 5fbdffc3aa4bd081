#include "harness/gate/matching.h"

#include <algorithm>

#include <fmt/format.h>

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

// What answers and guesses depend on; empty when it is all the same.
std::string difference(const RunResult& base, const RunResult& fresh, const RowPair& pair) {
  const std::string& sha256 = dataset_of(base, *pair.base).sha256;
  const std::string& other_sha256 = dataset_of(fresh, *pair.fresh).sha256;
  if (sha256 != other_sha256) {
    return fmt::format("another dataset (sha256 {:.12}… against {:.12}…)", sha256, other_sha256);
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
                    .base_cpu = base.environment.cpu,
                    .fresh_cpu = fresh.environment.cpu};
  std::vector<const ResultRecord*> met;
  for (const ResultRecord& row : base.results) {
    const RowPair pair = {&row, partner(fresh, row, dataset_of(base, row))};
    if (pair.fresh == nullptr) {
      matching.unmatched.push_back(name_of(row) + ": only in the baseline");
      continue;
    }
    met.push_back(pair.fresh);
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
