// Is it slower? The verdict on time, row by row, from a series of processes of each build, and how
// often one may look before the series is over.
//
// A change counts when it is larger than the threshold and the row's interval excludes no change,
// with all rows looked at together (Benjamini and Hochberg). "The same" is said only where a change
// of the size of the threshold would have been seen: whatever is too noisy for that is
// inconclusive, neither a pass nor a failure.
//
// The threshold grows with what a machine shows of a build against itself (an A/A test; R. Kohavi,
// D. Tang, Y. Xu, "Trustworthy Online Controlled Experiments", 2020, chapter 19): to 1.5 times that
// noise. Where this would ask for more than 8 %, nothing is decided.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "harness/stats/paired_change.h"

namespace sudoku::stats {

// Fewer processes a side give no verdict on time: two processes differ by more than two runs of
// one, and an interval from fewer pairs hangs on the shape of their noise.
inline constexpr std::size_t kProcessesNeeded = 11;

// Widest threshold that noise may ask for; who asks for a wider one gets it.
inline constexpr double kWidestThreshold = 0.08;

struct TimeRule {
  double threshold = 0.05;  // changes up to this one do not count
  double level = 0.05;      // share of false ones among the changes found
  double trim = kTrim;      // share of the pairs that is left out on each side
};

// Times of a row's two sides, one a process, paired by order.
struct TimeSeries {
  std::vector<double> base;
  std::vector<double> fresh;
  double noise = 0;  // of the same against the same: 0.02 when that differed by 2 %
  std::uint64_t seed = 1;
};

enum class TimeVerdict : std::uint8_t { same, faster, slower, inconclusive, too_few };

struct TimeJudgement {
  TimeVerdict verdict = TimeVerdict::too_few;
  std::size_t pairs = 0;
  base::Estimate ratio;  // new over base
  double level = 0.05;   // of its interval: 0.05 for one of 95 %
  double p = 1;          // of one row alone
  double noise = 0;      // as given
  double threshold = 0;  // in force: with the noise
  // Smallest slow-down that four of five such measurements would have called slower (a power of
  // 80 %), were this the only row that changed: 0.062 for 6.2 %. Infinite without two pairs.
  // (H. Bloom, "Minimum detectable effects", Evaluation Review 19, 1995.)
  double detectable = 0;
};

// Whether a change was told from chance, and at which level a change of this row would be.
struct Significance {
  bool is_reached = false;
  double level = 0.05;
};

// The judgement of one row whose significance was decided by other means, as by a sequential test.
TimeJudgement judge_time(const PairedChange& change, double noise, const TimeRule& rule,
                         const Significance& significance);

// One judgement a row, in their order. `family`: rows that share the level, where those of other
// series are among them.
std::vector<TimeJudgement> judge_times(std::span<const TimeSeries> rows, const TimeRule& rule,
                                       std::size_t family = 0);

// What a stored series says of the noise between processes of one build: how far its second half
// lies from its first, 0.02 for 2 % either way. Halves in the order of time, because drift from
// minute to minute is what the interval of a comparison cannot see; they overstate the noise of the
// whole by a factor of the root of 2, which is on the safe side. 0 without two pairs of halves.
double noise_within(std::span<const double> series);

// How often may one look before a test is over? As often as one likes, when every look spends a
// part of the level, and the parts add up to it.
//
// Source: K. Lan, D. DeMets, "Discrete Sequential Boundaries for Clinical Trials", Biometrika 70,
// 1983: of the level a, a ln(1 + (e - 1) t) may be spent by the share t of the time, which nearly
// gives the bounds of S. Pocock (Biometrika 64, 1977): about as wide at every look, so that a large
// change is found at the first one. Bounds are computed by recursive numerical integration
// (P. Armitage, C. McPherson, B. Rowe, J. R. Stat. Soc. A 132, 1969). What is spent follows the
// clock, which knows when the test ends, and the correlation of the looks follows the number of
// observations (K. Lan, D. DeMets, "Group Sequential Procedures: Calendar versus Information Time",
// Statistics in Medicine 8, 1989).
class Spending {
 public:
  // The probability that any of the looks finds a difference where there is none, both sides
  // together.
  explicit Spending(double level) : level_(level) {}

  // The level at which a look tests, both sides together: 0 where nothing can be spent yet.
  // `share` of the time that is over, up to 1, and `observations` until now grow from look to look.
  double next_look(double share, double observations);

 private:
  // The density of the sum of standard normal observations, of tests that have not stopped.
  struct Density {
    double bound = 0;  // it reaches as far on either side
    std::vector<double> values;
  };

  double leaving(double bound, double more) const;
  double bound_for(double probability, double more) const;
  Density stayed(double bound, double more) const;

  double level_;
  double spent_ = 0;
  double observations_ = 0;
  Density density_;
};

}  // namespace sudoku::stats
