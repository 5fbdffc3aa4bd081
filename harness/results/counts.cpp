#include "harness/results/counts.h"

#include <numeric>
#include <utility>
#include <vector>

namespace sudoku {

namespace {

// What is counted, and how often.
template <typename Place>
using Counts = std::vector<std::pair<Place, std::uint64_t>>;

using Cell = std::pair<std::uint64_t, std::uint64_t>;

template <typename Place>
Counts<Place> added(const Counts<Place>& a, const Counts<Place>& b) {
  Counts<Place> sum;
  sum.reserve(a.size() + b.size());
  auto left = a.begin();
  auto right = b.begin();
  while (left != a.end() && right != b.end()) {
    if (left->first == right->first) {
      sum.emplace_back(left->first, left->second + right->second);
      ++left;
      ++right;
    } else {
      sum.push_back(left->first < right->first ? *left++ : *right++);
    }
  }
  sum.insert(sum.end(), left, a.end());
  sum.insert(sum.end(), right, b.end());
  return sum;
}

void add_series(std::vector<std::uint64_t>& places, std::vector<std::uint64_t>& counts,
                std::span<const std::uint64_t> more_places,
                std::span<const std::uint64_t> more_counts) {
  Counts<std::uint64_t> ours;
  Counts<std::uint64_t> theirs;
  for (std::size_t i = 0; i < places.size(); ++i)
    ours.emplace_back(places[i], counts[i]);
  for (std::size_t i = 0; i < more_places.size(); ++i)
    theirs.emplace_back(more_places[i], more_counts[i]);
  places.clear();
  counts.clear();
  for (const auto& [place, count] : added(ours, theirs)) {
    places.push_back(place);
    counts.push_back(count);
  }
}

Counts<Cell> counts_of(const CellsRecord& record) {
  Counts<Cell> counts;
  counts.reserve(record.count.size());
  for (std::size_t i = 0; i < record.count.size(); ++i)
    counts.emplace_back(Cell(record.x[i], record.y[i]), record.count[i]);
  return counts;
}

}  // namespace

void add_counts(HistogramRecord& counts, const HistogramRecord& more) {
  add_series(counts.first_ps, counts.count, more.first_ps, more.count);
}

void add_counts(BinsRecord& counts, const BinsRecord& more) {
  add_series(counts.bin, counts.count, more.bin, more.count);
}

void add_counts(CellsRecord& counts, const CellsRecord& more) {
  const Counts<Cell> sum = added(counts_of(counts), counts_of(more));
  counts = {};
  for (const auto& [cell, count] : sum) {
    counts.x.push_back(cell.first);
    counts.y.push_back(cell.second);
    counts.count.push_back(count);
  }
}

std::uint64_t total_of(std::span<const std::uint64_t> counts) {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

}  // namespace sudoku
