#include "harness/result/deterministic_fixture.h"

#include <map>

#include "harness/result/fields.h"
#include "harness/result/json.h"

namespace sudoku::result {

namespace {

// Counts of a two-dimensional histogram by x, summed over y.
stats::Histogram2DRecord by_x(const stats::Histogram2DRecord& cells) {
  std::map<std::uint64_t, std::uint64_t> counts;
  for (std::size_t i = 0; i < cells.count.size(); ++i)
    counts[cells.x[i]] += cells.count[i];
  stats::Histogram2DRecord sums;
  for (const auto& [x, count] : counts) {
    sums.x.push_back(x);
    sums.y.push_back(0);
    sums.count.push_back(count);
  }
  return sums;
}

// Resets record fields with one of the flags to their defaults, also in nested records.
struct Eraser {
  unsigned flags;

  template <typename T>
  void operator()(T& /*value*/) const {}

  template <HasTable Record>
  void operator()(Record& record) const {
    static const Record kNew{};
    for_each_field<Record>([&]<typename Line>(const Line& line) {
      if constexpr (kIsStored<Line>) {
        if ((line.flags & flags) != 0) record.*line.member = kNew.*line.member;
        (*this)(record.*line.member);
      }
    });
  }

  template <typename T>
  void operator()(std::optional<T>& record) const {
    if (record) (*this)(*record);
  }

  template <typename T>
  void operator()(std::vector<T>& records) const {
    for (T& record : records)
      (*this)(record);
  }
};

}  // namespace

std::string deterministic_json(RunResult run) {
  // Without latency rounds only slow solvers have times of puzzles; which ones varies by run.
  const bool knows_times = run.settings[kLatencyRounds] > 0;
  Eraser{kVaries}(run);
  for (Row& row : run.results) {
    if (row.outcomes[Outcome::timeout] > 0) Eraser{kVariesByTimeout}(row);
    row.guess_time =
        knows_times && row.guess_time ? std::optional(by_x(*row.guess_time)) : std::nullopt;
  }
  return to_json(run);
}

}  // namespace sudoku::result
