#include "harness/report/curve.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>

namespace sudoku {

namespace {

// Buckets of the document are log-linear, 128 to an octave; below 256 ps each value has its own.
double width_of(std::uint64_t first_ps) {
  const int shift = static_cast<int>(std::bit_width(first_ps | 255)) - 8;
  return std::ldexp(1.0, shift);
}

// Thins a curve out while it is drawn.
class Curve {
 public:
  explicit Curve(double step) : step_(step) {}

  void add(double ns, double above) {
    const double distance = std::log10(ns / last_ns_) + std::log10(last_above_ / above);
    if (!points_.empty() && above > 0 && distance < step_) return;
    keep(ns, above);
  }

  void keep(double ns, double above) {
    points_.push_back(ns);
    points_.push_back(above);
    last_ns_ = ns;
    last_above_ = above;
  }

  bool ends_at(double ns) const { return !points_.empty() && last_ns_ == ns; }

  std::vector<double> take() { return std::move(points_); }

 private:
  double step_;
  double last_ns_ = 1;
  double last_above_ = 1;
  std::vector<double> points_;
};

}  // namespace

double quantile_ns(const HistogramRecord& histogram, double q) {
  const std::uint64_t total =
      std::accumulate(histogram.count.begin(), histogram.count.end(), std::uint64_t{0});
  const double rank = std::max(1.0, std::ceil(q * static_cast<double>(total)));
  double seen = 0;
  for (std::size_t i = 0; i < histogram.count.size(); ++i) {
    seen += static_cast<double>(histogram.count[i]);
    if (seen < rank) continue;
    const double width = width_of(histogram.first_ps[i]);
    return (static_cast<double>(histogram.first_ps[i]) + (width > 1 ? width / 2 : 0)) / 1000;
  }
  return 0;
}

double p9999_ns(const LatencyRecord& latency) {
  // The middle of a bucket may lie beyond its last value.
  return std::clamp(quantile_ns(latency.histogram, 0.9999), latency.min,
                    std::max(latency.min, latency.max));
}

std::vector<double> latency_curve(const ResultRecord& row, double step) {
  const HistogramRecord& histogram = row.latency->histogram;
  const auto puzzles = static_cast<double>(row.puzzles);
  std::uint64_t left = std::accumulate(histogram.count.begin(), histogram.count.end(),
                                       std::uint64_t{0});  // in buckets not yet passed
  left -= std::min(left, row.latency->censored);
  double solved = 0;
  Curve curve(step);
  double end = 0;
  for (std::size_t i = 0; i < histogram.count.size() && left > 0; ++i) {
    const auto first = static_cast<double>(histogram.first_ps[i]);
    if (i == 0) curve.keep(first / 1000, 1);
    const std::uint64_t passed = std::min(left, histogram.count[i]);
    left -= passed;
    solved += static_cast<double>(passed);
    end = (first + width_of(histogram.first_ps[i])) / 1000;
    curve.add(end, std::max(0.0, (puzzles - solved) / puzzles));
  }
  if (end > 0 && !curve.ends_at(end)) curve.keep(end, std::max(0.0, (puzzles - solved) / puzzles));
  return curve.take();
}

}  // namespace sudoku
