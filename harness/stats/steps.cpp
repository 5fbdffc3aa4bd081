#include "harness/stats/steps.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <set>
#include <utility>

namespace sudoku::stats {

namespace {

using Logs = std::vector<double>;

// The change of location from `before` to `after`, which have the same noise.
PairedRatio change_between(Logs before, Logs after) {
  const PairedRatio from = paired_ratio(std::move(before));
  const PairedRatio to = paired_ratio(std::move(after));
  double squares = 0;
  double shares = 0;
  for (const PairedRatio& side : {from, to}) {
    const auto size = static_cast<double>(side.pairs);
    squares += side.freedom * size * std::pow(side.standard_error, 2);
    shares += 1 / size;
  }
  const unsigned freedom = from.freedom + to.freedom;
  return {.pairs = from.pairs + to.pairs,
          .log_ratio = to.log_ratio - from.log_ratio,
          .standard_error = std::sqrt(squares / freedom * shares),
          .freedom = freedom};
}

// A run of values, from `first` to before `last`.
struct Run {
  std::size_t first = 0;
  std::size_t last = 0;
};

// Calls `with` for every run within `size` values that leaves none or at least `fewest` on each of
// its sides, but for those up to the last value, whose cut is that of another run.
void for_each_run(std::size_t size, std::size_t fewest, const auto& with) {
  for (std::size_t last = fewest; last + fewest <= size; ++last) {
    with(Run{0, last});
    for (std::size_t first = fewest; first + fewest <= last; ++first)
      with(Run{first, last});
  }
}

// A series and the places where it is cut.
class Segments {
 public:
  Segments(std::span<const double> logs, double level)
      : logs_(logs), fewest_(fewest_beside_step(logs.size())) {
    double runs = 0;
    for_each_run(logs.size(), fewest_, [&runs](const Run&) { ++runs; });
    level_ = level / runs;
    cut(0, logs.size());
  }

  // The steps that are significant between their neighbours.
  std::vector<Step> steps() {
    for (;;) {
      std::vector<Step> all = steps_at_cuts();
      const auto p_value_of = [](const Step& step) { return p_value(step.change); };
      const auto weakest = std::ranges::max_element(all, {}, p_value_of);
      if (weakest == all.end() || p_value_of(*weakest) <= level_) return all;
      cuts_.erase(weakest->first);
    }
  }

 private:
  Logs part(std::size_t from, std::size_t to) const {
    const auto values = logs_.subspan(from, to - from);
    return {values.begin(), values.end()};
  }

  // The run from `from` to before `to` that, with the mean of all other values there, explains most
  // of their squares.
  Run clearest_run(std::size_t from, std::size_t to) const {
    const Logs values_here = part(from, to);
    Logs sums(values_here.size() + 1);
    std::partial_sum(values_here.begin(), values_here.end(), sums.begin() + 1);
    const auto size = static_cast<double>(to - from);
    Run clearest;
    double most = -1;
    for_each_run(to - from, fewest_, [&](const Run& run) {
      const auto values = static_cast<double>(run.last - run.first);
      const double beyond = sums[run.last] - sums[run.first] - sums.back() * values / size;
      const double explained = beyond * beyond * (1 / values + 1 / (size - values));
      if (explained <= most) return;
      most = explained;
      clearest = {from + run.first, from + run.last};
    });
    return clearest;
  }

  // Cuts a part of the series at the ends of its clearest run if that differs from all others, and
  // its parts in turn.
  void cut(std::size_t from, std::size_t to) {
    if (to - from < 2 * fewest_) return;
    const Run run = clearest_run(from, to);
    Logs others = part(from, run.first);
    std::ranges::copy(part(run.last, to), std::back_inserter(others));
    if (p_value(change_between(others, part(run.first, run.last))) > level_) return;
    if (run.first > from) cuts_.insert(run.first);
    cuts_.insert(run.last);
    cut(from, run.first);
    cut(run.first, run.last);
    cut(run.last, to);
  }

  std::vector<Step> steps_at_cuts() const {
    std::vector<Step> steps;
    std::size_t before = 0;
    for (auto at = cuts_.begin(); at != cuts_.end(); before = *at++) {
      const std::size_t behind = std::next(at) == cuts_.end() ? logs_.size() : *std::next(at);
      const Logs left = part(before, *at);
      steps.push_back({.first = *at,
                       .before = paired_ratio(left).log_ratio,
                       .change = change_between(left, part(*at, behind))});
    }
    return steps;
  }

  std::span<const double> logs_;
  std::size_t fewest_;
  double level_ = 0;  // of each comparison
  std::set<std::size_t> cuts_;
};

}  // namespace

std::vector<Step> steps_in(std::span<const double> logs, double level) {
  return Segments(logs, level).steps();
}

}  // namespace sudoku::stats
