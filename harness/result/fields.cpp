#include "harness/result/fields.h"

namespace sudoku::result {

namespace {

// Adds sparse counts. `place_of(counts, i)` and `push(counts, place, count)` read and write them.
template <typename Counts, typename PlaceOf, typename Push>
void add_sparse(Counts& counts, const Counts& more, const PlaceOf& place_of, const Push& push) {
  Counts sum;
  const std::size_t ours = counts.count.size();
  const std::size_t theirs = more.count.size();
  for (std::size_t i = 0, j = 0; i < ours || j < theirs;) {
    const bool is_ours = j == theirs || (i < ours && place_of(counts, i) <= place_of(more, j));
    const bool is_theirs = i == ours || (j < theirs && place_of(more, j) <= place_of(counts, i));
    const auto place = is_ours ? place_of(counts, i) : place_of(more, j);
    std::uint64_t count = 0;
    if (is_ours) count += counts.count[i++];
    if (is_theirs) count += more.count[j++];
    push(sum, place, count);
  }
  counts = std::move(sum);
}

template <auto places, typename Counts>
void add_series(Counts& counts, const Counts& more) {
  add_sparse(
      counts, more, [](const Counts& c, std::size_t i) { return (c.*places)[i]; },
      [](Counts& c, std::uint64_t place, std::uint64_t count) {
        (c.*places).push_back(place);
        c.count.push_back(count);
      });
}

}  // namespace

void add_counts(stats::HistogramRecord& counts, const stats::HistogramRecord& more) {
  add_series<&stats::HistogramRecord::first_ps>(counts, more);
}

void add_counts(stats::Histogram1DRecord& counts, const stats::Histogram1DRecord& more) {
  add_series<&stats::Histogram1DRecord::bin>(counts, more);
}

void add_counts(stats::Histogram2DRecord& counts, const stats::Histogram2DRecord& more) {
  using Histogram2D = stats::Histogram2DRecord;
  add_sparse(
      counts, more, [](const Histogram2D& c, std::size_t i) { return std::pair(c.x[i], c.y[i]); },
      [](Histogram2D& c, const std::pair<std::uint64_t, std::uint64_t>& cell, std::uint64_t count) {
        c.x.push_back(cell.first);
        c.y.push_back(cell.second);
        c.count.push_back(count);
      });
}

}  // namespace sudoku::result
