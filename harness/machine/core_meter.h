// What the processor gives a thread: the share of a physical core.
//
// A core often runs two hardware threads. The other one may work for another virtual machine, where
// nothing here shows it: the clock keeps its rate, and no time is stolen. But both share execution
// units and the first-level cache. Therefore the meter times independent additions, of which a core
// executes several per cycle, and loads that fill most of that cache. Their unit is a chain of
// additions in which each needs the result before: one per cycle, whatever the neighbour does.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "harness/base/time.h"
#include "harness/machine/stamp_clock.h"
#include "harness/parallel/thread_pool.h"

namespace sudoku::machine {

class CoreMeter {
 public:
  // Additions, or loads, per cycle: usually, and at the best moment. NaN when unknown.
  struct Speed {
    double usual = 0;
    double best = 0;
  };

  struct Reading {
    Speed additions;
    Speed loads;
  };

  // Measures for 20 ms what the core of each of the pool's threads can do at best: a neighbour
  // seldom works without a pause. The threads are bound to CPUs; of more than eight, the meter
  // reads eight. The pool outlives the meter.
  CoreMeter(parallel::ThreadPool& pool, const StampCounter& counter);

  // Whether the pool is the one whose threads are measured.
  bool measures(const parallel::ThreadPool& pool) const { return &pool == &pool_; }

  // Measures the calling thread for 0.1 ms.
  Reading read() const;

  // Share of its core that the pool's thread has now: 1, or less when another hardware thread uses
  // the core too. Of several threads, the least share: they are read one after the other, as two of
  // them may have one core. NaN when unknown. To be called between loops of the pool.
  double share();

  // The smaller one of the speeds over the best ones so far of the core.
  double share_of(const Reading& reading, std::size_t core = 0);

  // Waits until all threads have their cores to themselves, at most `patience`, or until
  // `cancelled`; reads the share at least once. Returns whether they have, as far as that is known.
  bool wait(Nanoseconds patience, const std::atomic<bool>& cancelled);

 private:
  // The best speeds of a core so far.
  struct Best {
    int cpu = -1;
    double additions = 0;  // per cycle
    double loads = 0;
  };

  double ticks_of_loads() const;
  Reading read_on(int cpu) const;

  parallel::ThreadPool& pool_;
  StampCounter counter_;
  std::vector<std::uint32_t> next_;  // a cycle through cache lines, in random order
  std::vector<Best> cores_;
};

}  // namespace sudoku::machine
