// One solver on the puzzles of one block: warm-up, throughput rounds, latency rounds, every answer
// checked. The rounds are made one at a time, so that all solvers of a block can take turns.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "harness/base/random.h"
#include "harness/dataset/reader.h"
#include "harness/dataset/sample.h"
#include "harness/result/document.h"
#include "harness/run/plan.h"
#include "harness/run/runner.h"
#include "harness/stats/histogram.h"
#include "solvers/external/descriptor.h"

namespace sudoku::run {

// The puzzles of one block that belong to a sample.
struct Drawn {
  double rate = 1;
  std::uint64_t block = 0;        // index of the block
  std::vector<std::uint32_t> at;  // positions in the block, ascending
  // How many of the samples of half_below(rate), half of that, … each is in: they are nested.
  std::vector<unsigned> depth;
  std::vector<Grid> puzzles;   // as given
  std::vector<Grid> declared;  // kEmptyGrid: none
};

Drawn draw(const dataset::Block& block, const dataset::Sampling& sampling, double rate);

// What the system tells of a counter.
struct CounterReading {
  std::uint64_t count = 0;
  std::uint64_t enabled_ns = 0;  // it was wanted for so long,
  std::uint64_t running_ns = 0;  // and could count for so long
};

// None when the counter had to leave the processor's counters to others for a while, or never ran.
// The usual extrapolation is not made: the count is there to tell small differences.
std::optional<std::uint64_t> whole_count(const CounterReading& reading);

// Counts the instructions that solvers retire, a cost that hardly depends on what else the machine
// does. Many machines, virtual ones above all, have no counter, or do not let us use it: count() is
// empty then, which is not the same as zero.
class InstructionCounter {
 public:
  // Counts in user mode, from now on: this thread, and threads and processes started later.
  InstructionCounter();

  // Instructions since the counter was made.
  std::optional<std::uint64_t> count() const;

 private:
  Descriptor counter_;
};

struct LegTerms {
  Budget budget;
  std::chrono::nanoseconds warmup{0};
  std::chrono::nanoseconds round_floor{0};
  // Rounds beyond the first are dropped once the leg took this long; 0: never.
  std::chrono::nanoseconds allowance{0};
  std::uint64_t rounds = 1;
  std::uint64_t latency_rounds = 0;  // stamped passes of their own
  std::size_t chunk = 1;
  // Stamp the throughput rounds, on the puzzles as given: Plan::slow.
  bool stamp_rounds = false;
  // All rounds solve isomorphs, each puzzle its own; a pass before them, the puzzles as given.
  bool permute = false;
  std::uint64_t seed = 0;
  // For solvers that only count: 1 in N puzzles is solved again at limit 1, so that a solution can
  // be checked.
  std::uint64_t ask_one_in = 1;
};

struct LegRecord {
  result::BlockRecord block;
  std::vector<Answer> answers;             // of the first pass
  std::vector<std::uint64_t> hashes;       // answer_hash of each
  std::vector<std::uint64_t> ticks;        // smallest service time of each; empty without stamps
  std::map<std::size_t, Incident> faults;  // by position in the sample; wrong answers, crashes, …
  result::ConfirmedRecord confirmed;       // what the referee adds is known when it has judged
  std::uint64_t unsteady = 0;              // puzzles with other guesses in a later pass as given
  std::uint64_t solutions_asked = 0;       // puzzles that were asked for again at limit 1
  std::chrono::nanoseconds spent{0};       // on the clock and in warm-up
  std::uint64_t added_memory = 0;          // bytes, at the peak of the first pass; 0: not known
  std::optional<std::uint64_t> instructions = std::nullopt;  // of the first pass on one thread
  bool complete = false;  // false: cancelled or disqualified, only the faults count

  // What became of a puzzle in all passes together.
  Outcome outcome_at(std::size_t position) const {
    const auto fault = faults.find(position);
    return fault == faults.end() ? answers[position].outcome : fault->second.outcome;
  }
};

// Relabelled copies are made until they are this many puzzles: more than a branch predictor learns,
// few enough to stay in the cache.
inline constexpr std::size_t kMostCopied = 16384;

// Buffers and counters that all legs share.
struct LegTools {
  const StampClock& clock;
  const InstructionCounter& instructions;
  std::vector<Grid> puzzles;
  std::vector<Answer> answers;
  std::vector<std::uint64_t> ticks;
};

class Leg {
 public:
  // `all_samples` receives every stamped call. The references must outlive the leg; `drawn` is not
  // empty.
  Leg(Entrant& entrant, const Drawn& drawn, const LegTerms& terms, LegTools& tools,
      stats::Histogram& all_samples);

  // Whether there is something to measure in round `number` (from 0). A leg that has passed over a
  // round wants none after it, so that round j of two legs of a block was always made in the same
  // turn.
  bool wants(std::uint64_t number) const;

  // Warms up, then makes the throughput round and the latency round of that number.
  void take_round(std::uint64_t number);

  // What the rounds have found; asks for solutions that were only counted. Nothing may follow.
  LegRecord finish();

 private:
  using Nanoseconds = std::chrono::nanoseconds;

  struct Fault {
    std::size_t position;
    std::string_view reason;
  };

  void warm_up();
  double round();
  Nanoseconds pass_as_given(bool stamped);
  Nanoseconds pass_relabelled(std::size_t copies);
  void relabel(std::size_t copies);
  void poison(std::size_t answers);
  Nanoseconds timed(const Work& work, bool stamped);
  Nanoseconds timed_first(const Work& work, bool stamped);
  void check(const Work& work);
  std::string_view fault_at(const Work& work, std::size_t i) const;
  void keep_first_pass();
  void compare_guesses();
  void keep_ticks();
  void note_incidents();
  void collect_faults();
  void ask_for_solutions();
  std::vector<std::size_t> positions_to_ask() const;
  std::string_view fault_when_asked(std::size_t i) const;
  std::size_t copies_for(Nanoseconds last_pass) const;
  bool is_over() const;
  bool over_allowance() const;

  Entrant& entrant_;
  const Drawn& drawn_;
  LegTerms terms_;
  LegTools& tools_;
  stats::Histogram& all_samples_;
  LegRecord record_;
  std::vector<std::vector<Fault>> faults_;  // by slot
  base::Random random_;
  std::set<std::size_t> unsteady_;  // positions
  bool first_pass_done_ = false;
};

}  // namespace sudoku::run
