// What the processor gives a thread: the clock rate, and the share of a physical core.
//
// A core executes several independent additions per cycle, but only one of a chain in which each
// needs the result before. When another hardware thread works on the same core, which may belong
// to another virtual machine and be invisible here, independent additions become slower by up to a
// half, and so do solvers; the chain keeps its pace, and the clock shows nothing. The number of
// independent additions per cycle therefore tells how much of the core is left.
#pragma once

#include "harness/run/runner.h"

namespace sudoku::run {

// Clock rate in GHz, measured in 10 ms by a chain of dependent additions, one per cycle; 0 on
// processors where that is not known to hold.
double measure_pilot_ghz();

class CoreMeter {
 public:
  // Additions per cycle of the calling thread: usually, and at the best moment. NaN when unknown.
  struct Width {
    double usual = 0;
    double best = 0;
  };

  // Measures for 40 us.
  static Width measure(const StampCounter& counter);

  // Measures for 20 ms what the core can do at best: a neighbour seldom works without a pause.
  explicit CoreMeter(const StampCounter& counter);

  // Share of its core that the calling thread got in 40 us: 1, or less when other hardware threads
  // used the core too. To be called on the CPU on which the meter was made. NaN when unknown.
  double share();

  // As share(), from what was measured.
  double share_of(const Width& width);

 private:
  StampCounter counter_;
  double best_ = 0;  // additions per cycle, the most seen so far
};

}  // namespace sudoku::run
