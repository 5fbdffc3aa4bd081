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
#pragma once

#include <vector>

namespace sudoku {

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

}  // namespace sudoku
