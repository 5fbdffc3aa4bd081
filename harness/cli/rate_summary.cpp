#include "harness/cli/rate_summary.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "harness/dataset/random.h"
#include "harness/measure/rank_correlation.h"
#include "harness/report/table.h"
#include "harness/report/units.h"
#include "harness/report/utf8.h"
#include "harness/report/view.h"

namespace sudoku {

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

std::string correlation_text(double rho) {
  return std::isnan(rho) ? kUnknownText : fmt::format("{:.3f}", rho);
}

// Values that are not known go last.
std::vector<double> sorted(std::vector<double> values) {
  std::erase_if(values, [](double value) { return std::isnan(value); });
  std::ranges::sort(values);
  return values;
}

double quantile(const std::vector<double>& values, double share) {
  const double at = std::ceil(share * static_cast<double>(values.size())) - 1;
  return values[static_cast<std::size_t>(std::max(at, 0.0))];
}

}  // namespace

void RowSample::add(std::uint64_t number, std::span<const double> row) {
  const auto by_hash = [](const Kept& kept) { return kept.hash; };
  Kept kept = {.hash = mix(number), .slot = heap_.size()};
  if (heap_.size() < kCapacity) {
    numbers_.insert(numbers_.end(), row.begin(), row.end());
  } else {
    if (kept.hash >= heap_.front().hash) return;
    kept.slot = heap_.front().slot;
    std::ranges::copy(row, numbers_.begin() + static_cast<std::ptrdiff_t>(kept.slot * columns_));
    std::ranges::pop_heap(heap_, {}, by_hash);
    heap_.pop_back();
  }
  heap_.push_back(kept);
  std::ranges::push_heap(heap_, {}, by_hash);
}

std::vector<double> RowSample::column(std::size_t index) const {
  std::vector<double> values(heap_.size());
  for (std::size_t slot = 0; slot < values.size(); ++slot)
    values[slot] = numbers_[slot * columns_ + index];
  return values;
}

RateSummary::RateSummary(std::string name, const std::vector<std::string>& solvers)
    : name_(std::move(name)),
      columns_({"level", "file's rating"}),
      sample_(2 + 2 * solvers.size()),
      row_(2 + 2 * solvers.size()) {
  for (const std::string& solver : solvers) {
    columns_.push_back(solver + " guesses");
    columns_.push_back(solver + " ns");
  }
}

void RateSummary::add(std::uint64_t index, const Rating& rating, double declared,
                      std::span<const Effort> efforts) {
  ++puzzles_;
  if (rating.level) {
    ++levels_[static_cast<std::size_t>(*rating.level)];
  } else {
    ++improper_;
  }
  row_.assign({rating.level ? *rating.level : kNan, declared});
  for (const Effort& effort : efforts)
    row_.insert(row_.end(), {effort.guesses, effort.time_ns});
  sample_.add(index, row_);
}

std::string RateSummary::text() const {
  std::string text = printable(name_) + ": " + plural(puzzles_, "puzzle") + "\n\n" + levels_text() +
                     "\n" + spreads_text() + "\n" + correlations_text();
  if (sample_.size() < puzzles_) {
    text += fmt::format("  means, quantiles and correlations: of {} of the puzzles, at random\n",
                        count_text(sample_.size()));
  }
  return text;
}

std::string RateSummary::levels_text() const {
  Table table({{"level"}, {"hardest technique", Align::left}, {"puzzles"}, {"share"}});
  const auto add = [&](const std::string& level, std::string_view name, std::uint64_t count) {
    if (count == 0) return;
    const double share = static_cast<double>(count) / static_cast<double>(puzzles_);
    table.add_row({{level}, {std::string(name)}, {count_text(count)}, {percent_text(share)}});
  };
  for (int level = 0; level <= kLevelOfSearch; ++level)
    add(fmt::to_string(level), name_of_level(level), levels_[static_cast<std::size_t>(level)]);
  add(kUnknownText, "not proper", improper_);
  return table.text(false);
}

std::string RateSummary::spreads_text() const {
  Table table({{"", Align::left}, {"mean"}, {"median"}, {"p90"}, {"p99"}, {"most"}});
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const std::vector<double> values = sorted(sample_.column(i));
    if (values.empty()) continue;
    double sum = 0;
    for (const double value : values)
      sum += value;
    table.add_row({{columns_[i]},
                   {number_text(sum / static_cast<double>(values.size()))},
                   {number_text(quantile(values, 0.5))},
                   {number_text(quantile(values, 0.9))},
                   {number_text(quantile(values, 0.99))},
                   {number_text(values.back())}});
  }
  return table.text(false);
}

std::vector<std::size_t> RateSummary::varying_columns() const {
  std::vector<std::size_t> varying;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const std::vector<double> values = sorted(sample_.column(i));
    if (!values.empty() && values.front() < values.back()) varying.push_back(i);
  }
  return varying;
}

std::string RateSummary::correlations_text() const {
  const std::vector<std::size_t> shown = varying_columns();
  if (shown.size() < 2) return "";
  std::vector<Column> columns = {{"rank correlation", Align::left}};
  for (const std::size_t i : shown)
    columns.push_back({columns_[i]});
  Table table(std::move(columns));
  for (const std::size_t i : shown) {
    std::vector<Cell> cells;
    cells.push_back({columns_[i]});
    for (const std::size_t j : shown) {
      if (j >= i) break;
      cells.push_back({correlation_text(rank_correlation(sample_.column(i), sample_.column(j)))});
    }
    table.add_row(std::move(cells));
  }
  return table.text(false);
}

std::string_view name_of_level(int level) {
  return level == kLevelOfSearch ? "search" : name_of(static_cast<Technique>(level));
}

}  // namespace sudoku
