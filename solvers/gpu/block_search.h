// The search of a thread block for the solutions of its puzzles: the algorithm of `lanes`
// (solvers/simd/lane_search.h), and its rules, by 96 threads that hold 64 search states.
//
// A thread has one band of two states, then one stack: three warps share 32 pairs of states. States
// are in shared memory between steps. The block does one step after another; within a step no
// thread depends on what another one does, except through numbers that several add to (and two may
// write the same value to one place), and all threads wait for the last before the next step. So a
// processor can run the same search: each step for one thread after another.
//
// After every two rounds of propagation, states are judged: solutions are counted and written; a
// state whose propagation has almost stopped is branched, and its copy with the answer "no" waits
// on the state's own stack, in global memory; a state that has ended is followed by the youngest
// that waits on its stack, or by a new puzzle. So each puzzle is searched depth first, and its
// search depends on nothing else until no puzzle is left to begin. Then states without work take
// over the oldest waiting state of another.
#pragma once

#include <stdint.h>  // NOLINT(modernize-deprecated-headers): see solvers/simd/engine.h

#include "solvers/gpu/halves.h"
#include "solvers/simd/lane_branch.h"
#include "solvers/simd/lane_rules.h"

#if defined(__CUDACC__)
#define SUDOKU_KERNEL __host__ __device__
#else
#define SUDOKU_KERNEL
#endif

namespace sudoku::gpu {
namespace {

inline constexpr int kWarp = 32;      // threads
inline constexpr int kPairs = kWarp;  // of states
inline constexpr int kBands = 3;
inline constexpr int kThreads = kBands * kPairs;
inline constexpr int kWarps = kThreads / kWarp;
inline constexpr int kStates = 2 * kPairs;
inline constexpr int kCellsOfThread = (81 + kWarp - 1) / kWarp;  // when a warp copies a state

// Most states that wait on a state's stack. Each question takes away at least one placement of a
// digit in a band or stack and leaves at least one: there are 54 pairs of a digit and a band or
// stack, with six placements each. A state that is taken over has an empty stack.
inline constexpr int kMostWaiting = 54 * 5;

// 16-bit words of a waiting state: 81 sets of candidates, and padding to a multiple of 8 bytes.
inline constexpr int kWaitingWords = 84;
inline constexpr size_t kWaitingWordsOfBlock = size_t{kStates} * kMostWaiting * kWaitingWords;

inline constexpr int kLoadedAtOnce = 2;  // states that a warp reads before it writes them

inline constexpr int kInputSize = 82;  // characters of a puzzle, with its terminator
inline constexpr int kSolutionSize = 81;

// NOLINTNEXTLINE(google-runtime-int): the type that CUDA's atomic functions take
using Count = unsigned long long;

// The cells that lose the digit by the answers to each question (simd::kAnswers), by the thread of
// a warp that copies them: bit i for its cell i and "yes", bit kCellsOfThread + i for it and "no".
struct LostCells {
  constexpr LostCells() {
    for (int about = 0; about < 6 * simd::kConfigurationSets; ++about) {
      for (const uint8_t cell : simd::kAnswers.about[about].yes)
        of[about][cell % kWarp] |= static_cast<uint8_t>(1 << cell / kWarp);
      for (const uint8_t cell : simd::kAnswers.about[about].no)
        of[about][cell % kWarp] |= static_cast<uint8_t>(1 << (kCellsOfThread + cell / kWarp));
    }
  }

  uint8_t of[6 * simd::kConfigurationSets][kWarp] = {};
};

inline constexpr LostCells kLostCells;

// Puzzles to be solved, by any number of blocks, and where their answers go.
struct Job {
  const char* inputs;  // puzzles of clues, kInputSize characters each
  unsigned puzzles;
  unsigned most;    // puzzles that a block may take at a time
  Count limit;      // solutions to look for
  char* solutions;  // kSolutionSize characters for each puzzle that has a solution
  Count* counts;    // solutions found, at most `limit`
  Count* guesses;
  unsigned* taken;        // number of puzzles that blocks have taken
  const LostCells* lost;  // kLostCells
};

enum class Verdict : uint8_t { idle, going, dead, solved, stuck };

// A cell, or another row of numbers, of all states of a block. One word more than there are pairs:
// then neither the rows of one pair nor one row of all pairs are in the same bank of memory.
union Row {
  Halves pair[kPairs + 1];
  uint16_t state[2 * (kPairs + 1)];
};

// What each band and stack says about the question to be asked.
struct Choices {
  Row open[6];  // simd::ByWays
  Row total[6];
  Row digits[6];  // simd::BranchDigits
  Row cost[6];
};

struct List {
  uint8_t state[kStates];
  int size;
};

// States to be copied, by a warp each, and where their first cell is among the characters of all
// puzzles or solutions, or among the words of the stacks.
struct Copies {
  unsigned place[kStates];
  uint8_t state[kStates];
  int size;
};

// Consecutive puzzles.
struct Range {
  unsigned first;
  unsigned size;
};

// What a block knows of its states, and of the puzzles, which have the number of the state that
// began them.
struct BlockMemory {
  Row cell[81];
  Row way[6][simd::kConfigurations];  // placements by band and stack: even, then odd ones
  Row possible[6];                    // see simd::RoundResult; of each band and stack
  Row fewest[6];
  Row sum[3];   // of each stack
  Row lost[3];  // by how much the second round lowered the sum

  union {
    Row single[27];  // digits of the filled cells of a minicolumn, by band and column
    Choices choice;  // while questions are chosen
  };

  Verdict verdict[kStates];
  bool is_unchanged[kStates];  // whether the second round had no effect
  bool is_untested[kStates];   // whether the state has not been branched yet
  uint8_t puzzle_of[kStates];
  uint16_t bottom[kStates];  // waiting states are from here
  uint16_t top[kStates];     // to here on the state's stack
  uint16_t digit[kStates];   // of the question about a stuck state
  uint16_t about[kStates];   // index of its answers
  uint8_t rank[kStates];     // among the states that want work

  unsigned puzzle[kStates];  // index
  Count count[kStates];      // solutions found, perhaps more than the limit
  Count guesses[kStates];
  bool is_closed[kStates];  // whether the limit has been reached

  List solved;
  List stuck;
  List giving;  // have a waiting state to spare
  int wanting;  // number of states without work that found no puzzle to begin

  Copies begun;      // states that begin a puzzle
  Copies resumed;    // states that are replaced by one that waited
  Copies solutions;  // solved states, to be written
  Copies pushed;     // stuck states, to be copied to their stacks

  // Puzzles that the block has taken and not begun. It takes them ahead of time, because that takes
  // long.
  Range reserve;
  Range more;         // after those
  unsigned asking;    // number of states that have asked for a puzzle
  bool is_exhausted;  // no puzzle is left to take
};

// Adds to a number that other threads add to, and returns it as it was.
template <typename Number>
SUDOKU_INLINE inline Number fetch_add(Number& number, Number more) {
#if defined(__CUDA_ARCH__)
  return atomicAdd(&number, more);
#else
  return __atomic_fetch_add(&number, more, __ATOMIC_RELAXED);
#endif
}

// Begins to bring some characters, at most 128, closer to the block.
SUDOKU_INLINE inline void prefetch([[maybe_unused]] const char* from, [[maybe_unused]] int size) {
#if defined(__CUDA_ARCH__)
  asm volatile("prefetch.global.L2 [%0];" : : "l"(from));
  asm volatile("prefetch.global.L2 [%0];" : : "l"(from + size - 1));
#endif
}

SUDOKU_INLINE inline int highest_bit(unsigned bits) {
#if defined(__CUDA_ARCH__)
  return 31 - __clz(static_cast<int>(bits));
#else
  return 31 - __builtin_clz(bits);
#endif
}

// Threads::run(step) calls step(thread) for all threads of the block, and waits for the last.
template <typename Threads>
class BlockSearch {
  using Isa = HalvesLogic;
  using RoundResult = simd::RoundResult<Isa>;

 public:
  // `waiting` has room for kWaitingWordsOfBlock words. Memory may have any contents.
  SUDOKU_KERNEL BlockSearch(BlockMemory& memory, uint16_t* waiting, const Job& job)
      : m_(memory), waiting_(waiting), job_(job) {}

  SUDOKU_KERNEL void run() {
    threads_.run([this](int thread) { start(thread); });
    while (true) {
      hand_over();
      if (m_.wanting == kStates && m_.is_exhausted) return;
      load();
      propagate();
      judge();
      settle();
    }
  }

 private:
  SUDOKU_KERNEL void start(int thread) {
    for (Row& cell : m_.cell)
      if (thread < kPairs) cell.pair[thread] = Isa::all(simd::kNineDigits);
    if (thread == 0) {
      const unsigned size = kStates < job_.most ? kStates : job_.most;
      m_.reserve = in_job({fetch_add(*job_.taken, size), size});
      m_.more = {0, 0};
      clear_counts();
    }
    if (thread >= kStates) return;
    m_.verdict[thread] = Verdict::idle;
    m_.bottom[thread] = m_.top[thread] = 0;
    m_.puzzle_of[thread] = static_cast<uint8_t>(thread);
    m_.is_closed[thread] = false;
  }

  SUDOKU_KERNEL void clear_counts() {
    m_.solved.size = m_.stuck.size = m_.giving.size = 0;
    m_.begun.size = m_.resumed.size = m_.solutions.size = m_.pushed.size = 0;
    m_.wanting = 0;
    m_.asking = 0;
  }

  // The part of a range that has been taken in which there are puzzles. Notes if it is the last.
  SUDOKU_KERNEL Range in_job(Range range) {
    m_.is_exhausted = range.first + range.size >= job_.puzzles;
    if (range.first >= job_.puzzles) return {0, 0};
    const unsigned left = job_.puzzles - range.first;
    return {range.first, left < range.size ? left : range.size};
  }

  SUDOKU_KERNEL static void add(int state, List& list) {
    list.state[fetch_add(list.size, 1)] = static_cast<uint8_t>(state);
  }

  SUDOKU_KERNEL static void add(int state, unsigned place, Copies& copies) {
    const int i = fetch_add(copies.size, 1);
    copies.place[i] = place;
    copies.state[i] = static_cast<uint8_t>(state);
  }

  SUDOKU_KERNEL void propagate() {
    threads_.run([this](int thread) {
      const Range taken = thread == 0 ? take_ahead() : Range{0, 0};
      pass_band<false>(thread % kPairs, thread / kPairs);
      if (taken.size > 0) m_.more = in_job(taken);
    });
    threads_.run([this](int thread) { pass_stack<false>(thread % kPairs, thread / kPairs); });
    threads_.run([this](int thread) { pass_band<true>(thread % kPairs, thread / kPairs); });
    threads_.run([this](int thread) {
      if (thread == 0) clear_counts();
      pass_stack<true>(thread % kPairs, thread / kPairs);
    });
  }

  // Removes from the reserve what has been begun, and takes so many puzzles that it has half as
  // many again as were asked for. Their number is not needed before the end of a pass.
  SUDOKU_KERNEL Range take_ahead() {
    if (m_.asking < m_.reserve.size) {
      m_.reserve = {m_.reserve.first + m_.asking, m_.reserve.size - m_.asking};
    } else {
      const unsigned asking = m_.asking - m_.reserve.size;
      const unsigned begun = asking < m_.more.size ? asking : m_.more.size;
      m_.reserve = {m_.more.first + begun, m_.more.size - begun};
      m_.more.size = 0;
    }
    const unsigned wanted = m_.asking + m_.asking / 2 + 1;
    if (m_.is_exhausted || m_.more.size > 0 || wanted <= m_.reserve.size) return {0, 0};
    const unsigned missing = wanted - m_.reserve.size;
    const unsigned size = missing < job_.most ? missing : job_.most;
    return {fetch_add(*job_.taken, size), size};
  }

  SUDOKU_KERNEL static RoundResult empty_round() {
    return {Isa::all(0), Isa::all(0x7FFF), Isa::all(simd::kNineDigits)};
  }

  SUDOKU_KERNEL void save_round(const RoundResult& round, int pair, int band) {
    m_.possible[band].pair[pair] = round.possible;
    m_.fewest[band].pair[pair] = round.fewest;
  }

  SUDOKU_KERNEL void save_ways(const simd::Configurations<Isa>& ways, int pair, int band) {
#pragma GCC unroll 3
    for (int i = 0; i < 3; ++i) {
      m_.way[band][i].pair[pair] = ways.even[i];
      m_.way[band][3 + i].pair[pair] = ways.odd[i];
    }
  }

  template <bool kLast>
  SUDOKU_KERNEL void pass_band(int pair, int band) {
    const int first = 27 * band;
    Halves cell[27];
#pragma GCC unroll 27
    for (int i = 0; i < 27; ++i)
      cell[i] = m_.cell[first + i].pair[pair];
    Halves single[9];
    RoundResult round = empty_round();
    simd::narrow_band<Isa, kLast>(
        cell, single, round, [this, pair, band](const auto& ways) { save_ways(ways, pair, band); });
#pragma GCC unroll 27
    for (int i = 0; i < 27; ++i)
      m_.cell[first + i].pair[pair] = cell[i];
#pragma GCC unroll 9
    for (int i = 0; i < 9; ++i)
      m_.single[9 * band + i].pair[pair] = single[i];
    if constexpr (kLast) save_round(round, pair, band);
  }

  template <bool kLast>
  SUDOKU_KERNEL void pass_stack(int pair, int stack) {
    const int first = 3 * stack;
    Halves cell[27];
    Halves single[9];
#pragma GCC unroll 9
    for (int r = 0; r < 9; ++r) {
#pragma GCC unroll 3
      for (int c = 0; c < 3; ++c)
        cell[3 * r + c] = m_.cell[first + 9 * r + c].pair[pair];
    }
#pragma GCC unroll 3
    for (int b = 0; b < 3; ++b) {
#pragma GCC unroll 3
      for (int c = 0; c < 3; ++c)
        single[3 * b + c] = m_.single[9 * b + 3 * stack + c].pair[pair];
    }
    RoundResult round = empty_round();
    simd::narrow_stack<Isa, kLast, 3>(cell, single, round, [this, pair, stack](const auto& ways) {
      save_ways(ways, pair, 3 + stack);
    });
#pragma GCC unroll 9
    for (int r = 0; r < 9; ++r) {
#pragma GCC unroll 3
      for (int c = 0; c < 3; ++c)
        m_.cell[first + 9 * r + c].pair[pair] = cell[3 * r + c];
    }
    if constexpr (kLast) {
      m_.lost[stack].pair[pair] = m_.sum[stack].pair[pair] - round.sum;
      save_round(round, pair, 3 + stack);
    }
    m_.sum[stack].pair[pair] = round.sum;
  }

  // Finds states that are dead, solved or stuck: see simd::Search::judge().
  SUDOKU_KERNEL void judge() {
    threads_.run([this](int thread) {
      const auto number = static_cast<unsigned>(thread);
      if (number < m_.more.size)
        prefetch(job_.inputs + size_t{m_.more.first + number} * kInputSize, kInputSize);
      if (thread < kStates && m_.verdict[thread] != Verdict::idle) judge(thread);
    });
  }

  SUDOKU_KERNEL void judge(int state) {
    unsigned possible = simd::kNineDigits;
    unsigned fewest = 0x7FFF;
    for (int band = 0; band < 6; ++band) {
      possible &= m_.possible[band].state[state];
      const unsigned here = m_.fewest[band].state[state];
      fewest = here < fewest ? here : fewest;
    }
    unsigned sum = 0;
    unsigned lost = 0;
    for (int stack = 0; stack < 3; ++stack) {
      sum += m_.sum[stack].state[state];
      lost += m_.lost[stack].state[state];
    }
    m_.is_unchanged[state] = lost == 0;
    if (fewest == 0 || possible != simd::kNineDigits || sum < simd::kSolvedSum) {
      m_.verdict[state] = Verdict::dead;
    } else if (sum == simd::kSolvedSum) {
      m_.verdict[state] = Verdict::solved;
      add(state, m_.solved);
    } else if (lost == 0 || (!m_.is_untested[state] && lost <= (sum - simd::kSolvedSum) >> 6)) {
      m_.verdict[state] = Verdict::stuck;
      add(state, m_.stuck);
    } else {
      m_.verdict[state] = Verdict::going;
    }
  }

  // Whether each row and box of a band (0 to 2) has all digits, or each column of a stack (3 to 5).
  SUDOKU_KERNEL bool is_complete(int state, int band) const {
    unsigned row[3] = {};
    unsigned box[3] = {};
    unsigned column[3] = {};
    for (int r = 0; r < 3; ++r) {
      for (int k = 0; k < 3; ++k) {
        for (int c = 0; c < 3; ++c) {
          const int cell =
              band < 3 ? 27 * band + 9 * r + 3 * k + c : 27 * k + 9 * r + 3 * (band - 3) + c;
          const unsigned digits = m_.cell[cell].state[state];
          row[r] |= digits;
          box[k] |= digits;
          column[c] |= digits;
        }
      }
    }
    unsigned in_all = simd::kNineDigits;
    for (int i = 0; i < 3; ++i)
      in_all &= band < 3 ? row[i] & box[i] : column[i];
    return in_all == simd::kNineDigits;
  }

  // Counts solutions, and asks about stuck states. Few states are in these lists at a time, so they
  // are examined by a thread for each band and stack.
  SUDOKU_KERNEL void settle() {
    if (m_.solved.size + m_.stuck.size == 0) return;
    threads_.run([this](int thread) {
      for (int i = thread; i < 6 * (m_.solved.size + m_.stuck.size); i += kThreads) {
        if (i < 6 * m_.stuck.size) {
          count_ways(m_.stuck.state[i / 6], i % 6);
        } else {
          check_solution(m_.solved.state[i / 6 - m_.stuck.size], i % 6);
        }
      }
    });
    if (m_.stuck.size > 0) {
      threads_.run([this](int thread) {
        for (int i = thread; i < 6 * m_.stuck.size; i += kThreads)
          find_candidates(m_.stuck.state[i / 6], i % 6);
      });
    }
    // The last threads count solutions, so that the first can ask meanwhile.
    threads_.run([this](int thread) {
      if (thread < m_.stuck.size) ask(m_.stuck.state[thread]);
      const int i = kThreads - 1 - thread;
      if (i < m_.solved.size) count_solution(m_.solved.state[i]);
    });
  }

  SUDOKU_KERNEL void check_solution(int state, int band) {
    if (!is_complete(state, band)) m_.verdict[state] = Verdict::dead;
  }

  // Counts the placements that a state has left in a band or stack. The state is in the lower half
  // of each word of the result, and the upper half stays empty.
  SUDOKU_KERNEL simd::ByWays<Isa> ways_of(int state, int band) const {
    Halves even[3];
    Halves odd[3];
    for (int i = 0; i < 3; ++i) {
      even[i] = {m_.way[band][i].state[state]};
      odd[i] = {m_.way[band][3 + i].state[state]};
    }
    simd::ByWays<Isa> ways;
    ways.count(even, odd);
    return ways;
  }

  SUDOKU_KERNEL void count_ways(int state, int band) {
    const simd::ByWays<Isa> ways = ways_of(state, band);
    m_.choice.open[band].state[state] = static_cast<uint16_t>(ways.open.bits);
    m_.choice.total[band].state[state] = static_cast<uint16_t>(ways.total.bits);
  }

  SUDOKU_KERNEL void find_candidates(int state, int band) {
    Halves left = Isa::all(0);
    for (const Row& total : m_.choice.total)
      left += Halves{total.state[state]};
    const Row* const open = &m_.choice.open[band < 3 ? 3 : 0];
    const simd::OpenAcross<Isa> across({open[0].state[state]}, {open[1].state[state]},
                                       {open[2].state[state]});
    const simd::BranchDigits<Isa> candidates(ways_of(state, band), across,
                                             simd::settled_cost<Isa>(left));
    m_.choice.digits[band].state[state] = static_cast<uint16_t>(candidates.digits.bits);
    m_.choice.cost[band].state[state] = static_cast<uint16_t>(candidates.cost.bits);
  }

  SUDOKU_KERNEL void count_solution(int state) {
    if (m_.verdict[state] != Verdict::solved) return;
    const int puzzle = m_.puzzle_of[state];
    const Count before = fetch_add(m_.count[puzzle], Count{1});
    if (before == 0) add(state, m_.puzzle[puzzle] * kSolutionSize, m_.solutions);
    if (before + 1 >= job_.limit) m_.is_closed[puzzle] = true;
  }

  // Chooses the question about a stuck state. A state without one goes on, or is dead if
  // propagation had no effect.
  SUDOKU_KERNEL void ask(int state) {
    int best = 0;
    unsigned least = 0xFFFF;
    for (int band = 0; band < 6; ++band) {
      const unsigned cost = m_.choice.cost[band].state[state];
      if (cost >= least) continue;
      least = cost;
      best = band;
    }
    const unsigned digits = m_.choice.digits[best].state[state];
    const unsigned digit = digits & (0U - digits);
    unsigned placements = 0;
    for (int way = 0; way < simd::kConfigurations; ++way)
      if ((m_.way[best][way].state[state] & digit) != 0) placements |= 1U << way;
    m_.digit[state] = static_cast<uint16_t>(digit);
    m_.about[state] = static_cast<uint16_t>(simd::kConfigurationSets * best + placements);
    if (digit == 0) {
      m_.verdict[state] = m_.is_unchanged[state] ? Verdict::dead : Verdict::going;
      return;
    }
    m_.is_untested[state] = false;
    fetch_add(m_.guesses[m_.puzzle_of[state]], Count{1});
    add(state, waiting_place(state, m_.top[state]++), m_.pushed);
  }

  // Where a waiting state begins among the words of all.
  SUDOKU_KERNEL static unsigned waiting_place(unsigned stack, unsigned place) {
    return (stack * kMostWaiting + place) * kWaitingWords;
  }

  SUDOKU_KERNEL void write_solution(unsigned place, unsigned state, int thread) const {
    char* const to = job_.solutions + place;
#pragma GCC unroll 3
    for (int i = 0; i < kCellsOfThread; ++i) {
      const int cell = thread + kWarp * i;
      if (cell >= 81) break;
      to[cell] = static_cast<char>('1' + highest_bit(m_.cell[cell].state[state]));
    }
  }

  // Copies a state to its stack. The copy loses what the answer "no" to the question removes, and
  // the state what "yes" does.
  SUDOKU_KERNEL void push(unsigned place, unsigned state, int thread) {
    const unsigned lost = job_.lost->of[m_.about[state]][thread];
    const unsigned digit = m_.digit[state];
    uint16_t* const to = waiting_ + place;
#pragma GCC unroll 3
    for (int i = 0; i < kCellsOfThread; ++i) {
      const int cell = thread + kWarp * i;
      if (cell >= 81) break;
      uint16_t& digits = m_.cell[cell].state[state];
      const unsigned before = digits;
      const unsigned yes = (lost >> i & 1) != 0 ? before & ~digit : before;
      const unsigned no = (lost >> (kCellsOfThread + i) & 1) != 0 ? before & ~digit : before;
      digits = static_cast<uint16_t>(yes);
      to[cell] = static_cast<uint16_t>(no);
    }
  }

  // Copies what leaves its state, and gives work to states that have none.
  SUDOKU_KERNEL void hand_over() {
    threads_.run([this](int thread) {
      if (thread < kStates) go_on(thread);
      // The last warps, which have no states, come first.
      const int warp = kWarps - 1 - thread / kWarp;
      for (int i = warp; i < m_.solutions.size; i += kWarps)
        write_solution(m_.solutions.place[i], m_.solutions.state[i], thread % kWarp);
      for (int i = warp; i < m_.pushed.size; i += kWarps)
        push(m_.pushed.place[i], m_.pushed.state[i], thread % kWarp);
    });
    if (m_.wanting == 0 || m_.giving.size == 0 || !m_.is_exhausted) return;
    threads_.run([this](int thread) {
      if (thread < kStates && m_.verdict[thread] == Verdict::idle) take_over(thread);
    });
  }

  // Lets a state that has ended be followed by the youngest one on its stack, or by a new puzzle.
  SUDOKU_KERNEL void go_on(int state) {
    const Verdict verdict = m_.verdict[state];
    const bool is_closed = m_.is_closed[m_.puzzle_of[state]];
    if (is_closed) m_.top[state] = m_.bottom[state];
    if (verdict == Verdict::idle) {
      begin(state);
    } else if (verdict == Verdict::dead || verdict == Verdict::solved || is_closed) {
      if (m_.top[state] > m_.bottom[state]) {
        resume(state, state, --m_.top[state]);
      } else {
        finish(state);
        begin(state);
      }
    }
    if (m_.top[state] == m_.bottom[state]) {
      m_.top[state] = m_.bottom[state] = 0;
    } else {
      add(state, m_.giving);
    }
  }

  // Writes what is known of the puzzle of a state that stops working on it. The last one to do so
  // knows all.
  SUDOKU_KERNEL void finish(int state) {
    const int puzzle = m_.puzzle_of[state];
    const Count count = m_.count[puzzle];
    job_.counts[m_.puzzle[puzzle]] = count < job_.limit ? count : job_.limit;
    job_.guesses[m_.puzzle[puzzle]] = m_.guesses[puzzle];
  }

  SUDOKU_KERNEL void resume(int state, int stack, int place) {
    m_.verdict[state] = Verdict::going;
    add(state, waiting_place(stack, place), m_.resumed);
  }

  // Gives a state a new puzzle, if there is one.
  SUDOKU_KERNEL void begin(int state) {
    const unsigned rank = fetch_add(m_.asking, 1U);
    if (rank >= m_.reserve.size + m_.more.size) {
      m_.verdict[state] = Verdict::idle;
      m_.rank[state] = static_cast<uint8_t>(fetch_add(m_.wanting, 1));
      return;
    }
    m_.verdict[state] = Verdict::going;
    m_.puzzle[state] =
        rank < m_.reserve.size ? m_.reserve.first + rank : m_.more.first + (rank - m_.reserve.size);
    m_.puzzle_of[state] = static_cast<uint8_t>(state);
    m_.count[state] = m_.guesses[state] = 0;
    m_.is_closed[state] = false;
    m_.is_untested[state] = true;
    add(state, m_.puzzle[state] * kInputSize, m_.begun);
  }

  // Gives an idle state the oldest state that waits on another one's stack.
  SUDOKU_KERNEL void take_over(int state) {
    if (m_.rank[state] >= m_.giving.size) return;
    const int from = m_.giving.state[m_.rank[state]];
    m_.puzzle_of[state] = m_.puzzle_of[from];
    m_.is_untested[state] = false;
    resume(state, from, m_.bottom[from]++);
  }

  SUDOKU_KERNEL void load() {
    threads_.run([this](int thread) {
      load<true>(m_.begun, thread);
      load<false>(m_.resumed, thread);
    });
  }

  // Copies puzzles or waiting states to states, a few at a time: all cells of a thread are read
  // before they are written, so that their latencies overlap.
  template <bool kFromText>
  SUDOKU_KERNEL void load(const Copies& copies, int thread) {
    for (int first = thread / kWarp; first < copies.size; first += kWarps * kLoadedAtOnce) {
      unsigned read[kLoadedAtOnce][kCellsOfThread];
#pragma GCC unroll 4
      for (int j = 0; j < kLoadedAtOnce; ++j) {
        const int i = first + kWarps * j;
        if (i < copies.size) read_cells<kFromText>(copies.place[i], thread % kWarp, read[j]);
      }
#pragma GCC unroll 4
      for (int j = 0; j < kLoadedAtOnce; ++j) {
        const int i = first + kWarps * j;
        if (i < copies.size) write_cells<kFromText>(copies.state[i], thread % kWarp, read[j]);
      }
    }
  }

  template <bool kFromText>
  SUDOKU_KERNEL void read_cells(unsigned place, int thread,
                                unsigned (&read)[kCellsOfThread]) const {
    const char* const text = kFromText ? job_.inputs + place : nullptr;
    const uint16_t* const sets = kFromText ? nullptr : waiting_ + place;
#pragma GCC unroll 3
    for (int i = 0; i < kCellsOfThread; ++i) {
      const int cell = thread + kWarp * i;
      if (cell >= 81) break;
      read[i] = kFromText ? static_cast<unsigned char>(text[cell]) : sets[cell];
    }
  }

  template <bool kFromText>
  SUDOKU_KERNEL void write_cells(unsigned state, int thread,
                                 const unsigned (&read)[kCellsOfThread]) {
#pragma GCC unroll 3
    for (int i = 0; i < kCellsOfThread; ++i) {
      const int cell = thread + kWarp * i;
      if (cell >= 81) break;
      m_.cell[cell].state[state] =
          static_cast<uint16_t>(kFromText ? candidates_of(read[i]) : read[i]);
    }
  }

  SUDOKU_KERNEL static unsigned candidates_of(unsigned character) {
    const unsigned digit = character - unsigned{'1'};
    return digit < 9 ? 1U << digit : unsigned{simd::kNineDigits};
  }

  BlockMemory& m_;
  uint16_t* waiting_;
  Job job_;
  Threads threads_;
};

}  // namespace
}  // namespace sudoku::gpu
