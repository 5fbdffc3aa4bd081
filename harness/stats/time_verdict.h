// Verdicts on the time of each row, one solver on one dataset (same, faster, slower), from a series
// of processes of each build, and a sequential test for interim looks at an unfinished series. The
// pairs are processes, never puzzles or rounds: all that a process measures depends on the same
// memory layout and the same load of the machine (T. Kalibera, R. Jones, "Rigorous Benchmarking in
// Reasonable Time", ISMM 2013).
//
// A change counts if it exceeds the threshold and is significant among all rows together (Benjamini
// and Hochberg). "The same" requires that a change as large as the threshold would have been found;
// rows too noisy for that are inconclusive, neither a pass nor a failure.
//
// The threshold is at least 1.5 times the noise that an A/A test finds (R. Kohavi, D. Tang, Y. Xu,
// "Trustworthy Online Controlled Experiments", 2020, chapter 19). More than 8 % is inconclusive.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "harness/stats/paired_ratio.h"

namespace sudoku::stats {

// Fewest processes of each build for a verdict on time: processes differ more than runs of one
// process, and with fewer pairs an interval depends on the shape of their noise.
inline constexpr std::size_t kProcessesNeeded = 11;

// Widest threshold that noise may cause, unless the rule's is wider; noisier rows are inconclusive.
inline constexpr double kWidestThreshold = 0.08;

struct TimeRule {
  std::size_t pairs = kProcessesNeeded;  // fewest that get a verdict
  double threshold = 0.05;               // changes up to this one do not count
  double level = 0.05;                   // share of false changes among those found
};

// Times to compare, one per process of each build, paired by index.
struct TimeSeries {
  std::vector<double> base;
  std::vector<double> candidate;
  double noise = 0;  // difference that an A/A test finds: 0.02 for 2 %
};

enum class TimeVerdict : std::uint8_t { same, faster, slower, inconclusive, too_few };

struct TimeJudgement {
  TimeVerdict verdict = TimeVerdict::too_few;
  std::size_t pairs = 0;
  base::Estimate ratio;  // time of candidate over base, 1.05: 5 % longer
  double level = 0.05;   // of the ratio's interval: 0.05 for 95 %
  double p = 1;          // p value, not corrected for the number of tests
  double noise = 0;      // difference that an A/A test finds: 0.02 for 2 %
  double threshold = 0;  // changes up to this one, widened for noise, do not count
  // Smallest slow-down found with a power of 80 % if no other judged time changed: 0.062 for 6.2 %.
  // Infinite with fewer than two pairs. Source: H. Bloom, "Minimum detectable effects", Evaluation
  // Review 19, 1995.
  double detectable = 0;
};

// Judges each series of times. `family`: number of series judged together, if more than `rows`.
std::vector<TimeJudgement> judge_times(std::span<const TimeSeries> rows, const TimeRule& rule,
                                       std::size_t family = 0);

// The ratio with its interval at 1 - level: infinite with one pair, NaN without pairs.
base::Estimate ratio_of(const PairedRatio& ratio, double level = 0.05);

// The largest of the p values that are significant together, -1 if none is: the expected share of
// false ones among those up to it is at most `level` (Y. Benjamini, Y. Hochberg, J. R. Stat. Soc. B
// 57, 1995).
double largest_significant(std::span<const double> p_values, double level);

// Noise between processes of one build, from a stored series: the relative difference between its
// first and second half, 0.02 for 2 %; 0 with fewer than two pairs. Halves include drift over
// minutes, which a comparison's interval misses, and safely overstate the noise by sqrt(2).
double noise_within(std::span<const double> series);

// A sequential test with any number of interim looks, each of which spends a part of the level.
//
// Source: K. Lan, D. DeMets, "Discrete Sequential Boundaries for Clinical Trials", Biometrika 70,
// 1983: after a share t of the time, a ln(1 + (e - 1) t) of the level a may be spent. This gives
// nearly the bounds of S. Pocock (Biometrika 64, 1977), about equal at all interim looks, so that
// the first finds a large change. They are computed by recursive numerical integration (P.
// Armitage, C. McPherson, B. Rowe, J. R. Stat. Soc. A 132, 1969). Spending follows the time, as the
// test's end is known; the correlation follows the number of observations (K. Lan, D. DeMets,
// "Group Sequential Procedures: Calendar versus Information Time", Statistics in Medicine 8, 1989).
class Spending {
 public:
  // `level` is the two-sided probability that any interim look finds a nonexistent difference.
  explicit Spending(double level) : level_(level) {}

  // The two-sided level of the next interim look; 0 if nothing may be spent yet. The share of the
  // time that has passed (at most 1) and the number of observations so far must increase.
  double next_look(double share, double observations);

 private:
  double integral(const auto& at) const;
  double leaving(double bound, double more) const;
  std::vector<double> stayed(double bound, double more) const;

  double level_;
  double spent_ = 0;
  double observations_ = 0;
  // Density of the sum of standard normal observations over tests that have not stopped, at grid
  // points from -bound_ to bound_; empty before the first look.
  std::vector<double> density_;
  double bound_ = 0;
};

}  // namespace sudoku::stats
