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

inline constexpr int kPairs = 32;  // pairs of states of a block: threads of a warp
inline constexpr int kBands = 3;   // warps of a block
inline constexpr int kThreads = kBands * kPairs;
inline constexpr int kStates = 2 * kPairs;

// Most states that wait on a state's stack. Each question takes away at least one placement of a
// digit in a band or stack and leaves at least one: there are 54 pairs of a digit and a band or
// stack, with six placements each. A state that is taken over has an empty stack.
inline constexpr int kMostWaiting = 54 * 5;

// 16-bit words of a waiting state: 81 sets of candidates, and padding to a multiple of 8 bytes.
inline constexpr int kWaitingWords = 84;
inline constexpr size_t kWaitingWordsOfBlock = size_t{kStates} * kMostWaiting * kWaitingWords;

inline constexpr int kInputSize = 82;  // characters of a puzzle, with its terminator
inline constexpr int kSolutionSize = 81;

// NOLINTNEXTLINE(google-runtime-int): the type that CUDA's atomic functions take
using Count = unsigned long long;

// Puzzles to be solved, by any number of blocks, and where their answers go.
struct Job {
  const char* inputs;  // puzzles of clues, kInputSize characters each
  unsigned puzzles;
  unsigned most;    // puzzles that a block begins at a time
  Count limit;      // solutions to look for
  char* solutions;  // kSolutionSize characters for each puzzle that has a solution
  Count* counts;    // solutions found, at most `limit`
  Count* guesses;
  unsigned* begun;               // number of puzzles that a block has begun
  const simd::Answers* answers;  // simd::kAnswers.about
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
  Row digits[6];  // simd::Candidates
  Row cost[6];
};

struct List {
  uint8_t state[kStates];
  int size;
};

// What a block knows of its states, and of the puzzles, which have the number of the state that
// began them.
struct BlockMemory {
  Row cell[81];
  Row way[6][simd::kConfigurations];  // placements by band and stack: even, then odd ones
  Row possible[6];                    // see simd::Tally; of each band and stack
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

  // Where a state is to be copied from: a stack, by the number of its state, and the place there.
  uint16_t source_stack[kStates];  // or kFromPuzzle
  uint16_t source_place[kStates];

  List solved;
  List stuck;
  List leaving;          // to be copied to a solution or a stack
  List coming;           // to be copied from a puzzle or a stack
  List giving;           // have a waiting state to spare
  int wanting;           // number of states that want work
  int idle;              // and of those that got none
  unsigned first_begun;  // index of the first puzzle that is given out
  bool is_exhausted;     // no puzzle is left to begin
};

inline constexpr uint16_t kFromPuzzle = 0xFFFF;

// Adds to a number that other threads add to, and returns it as it was.
template <typename Number>
SUDOKU_INLINE inline Number fetch_add(Number& number, Number more) {
#if defined(__CUDA_ARCH__)
  return atomicAdd(&number, more);
#else
  return __atomic_fetch_add(&number, more, __ATOMIC_RELAXED);
#endif
}

SUDOKU_INLINE inline int lowest_bit(unsigned bits) {
#if defined(__CUDA_ARCH__)
  return __ffs(static_cast<int>(bits)) - 1;
#else
  return __builtin_ctz(bits);
#endif
}

// Threads::run(step) calls step(thread) for all threads of the block, and waits for the last.
template <typename Threads>
class BlockSearch {
  using Isa = HalvesLogic;
  using Tally = simd::Tally<Isa>;

 public:
  // `waiting` has room for kWaitingWordsOfBlock words. Memory may have any contents.
  SUDOKU_KERNEL BlockSearch(BlockMemory& memory, uint16_t* waiting, const Job& job)
      : m_(memory), waiting_(waiting), job_(job) {}

  SUDOKU_KERNEL void run() {
    threads_.run([this](int thread) { start(thread); });
    while (true) {
      give_work();
      if (m_.idle == kStates) return;
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
      m_.is_exhausted = false;
      clear_counts();
    }
    if (thread >= kStates) return;
    m_.verdict[thread] = Verdict::idle;
    m_.bottom[thread] = m_.top[thread] = 0;
    m_.puzzle_of[thread] = static_cast<uint8_t>(thread);
    m_.is_closed[thread] = false;
  }

  SUDOKU_KERNEL void clear_counts() {
    m_.solved.size = m_.stuck.size = m_.leaving.size = m_.coming.size = m_.giving.size = 0;
    m_.wanting = m_.idle = 0;
  }

  SUDOKU_KERNEL static void add(int state, List& list) {
    list.state[fetch_add(list.size, 1)] = static_cast<uint8_t>(state);
  }

  SUDOKU_KERNEL void propagate() {
    threads_.run([this](int thread) { pass_band<false>(thread % kPairs, thread / kPairs); });
    threads_.run([this](int thread) { pass_stack<false>(thread % kPairs, thread / kPairs); });
    threads_.run([this](int thread) { pass_band<true>(thread % kPairs, thread / kPairs); });
    threads_.run([this](int thread) {
      if (thread == 0) clear_counts();
      pass_stack<true>(thread % kPairs, thread / kPairs);
    });
  }

  SUDOKU_KERNEL static Tally empty_tally() {
    return {Isa::all(0), Isa::all(0x7FFF), Isa::all(simd::kNineDigits)};
  }

  SUDOKU_KERNEL void save_tally(const Tally& tally, int pair, int band) {
    m_.possible[band].pair[pair] = tally.possible;
    m_.fewest[band].pair[pair] = tally.fewest;
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
    Tally tally = empty_tally();
    simd::narrow_band<Isa, kLast, false>(
        cell, single, tally, [this, pair, band](const auto& ways) { save_ways(ways, pair, band); });
#pragma GCC unroll 27
    for (int i = 0; i < 27; ++i)
      m_.cell[first + i].pair[pair] = cell[i];
#pragma GCC unroll 9
    for (int i = 0; i < 9; ++i)
      m_.single[9 * band + i].pair[pair] = single[i];
    if constexpr (kLast) save_tally(tally, pair, band);
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
    Tally tally = empty_tally();
    simd::narrow_stack<Isa, kLast, 3>(cell, single, tally, [this, pair, stack](const auto& ways) {
      save_ways(ways, pair, 3 + stack);
    });
#pragma GCC unroll 9
    for (int r = 0; r < 9; ++r) {
#pragma GCC unroll 3
      for (int c = 0; c < 3; ++c)
        m_.cell[first + 9 * r + c].pair[pair] = cell[3 * r + c];
    }
    if constexpr (kLast) {
      m_.lost[stack].pair[pair] = m_.sum[stack].pair[pair] - tally.sum;
      save_tally(tally, pair, 3 + stack);
    }
    m_.sum[stack].pair[pair] = tally.sum;
  }

  // Calls step(state, part) for all parts of each state of a list, a thread for each.
  template <typename Step>
  SUDOKU_KERNEL void for_each_part(const List& list, int parts, const Step& step) {
    threads_.run([&](int thread) {
      for (int i = thread; i < parts * list.size; i += kThreads)
        step(list.state[i / parts], i % parts);
    });
  }

  // Finds states that are dead, solved or stuck: see simd::Search::judge().
  SUDOKU_KERNEL void judge() {
    threads_.run([this](int thread) {
      if (thread < kStates && m_.verdict[thread] != Verdict::idle) judge(thread);
    });
    if (m_.solved.size == 0) return;
    for_each_part(m_.solved, 6, [this](int state, int band) {
      if (!is_complete(state, band)) m_.verdict[state] = Verdict::dead;
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

  // Counts and writes solutions, and branches stuck states.
  SUDOKU_KERNEL void settle() {
    if (m_.stuck.size > 0) find_questions();
    if (m_.solved.size + m_.stuck.size == 0) return;
    threads_.run([this](int thread) {
      if (thread < kStates) settle(thread);
    });
    threads_.run([this](int thread) {
      for (int i = thread / kPairs; i < m_.leaving.size; i += kBands)
        leave(m_.leaving.state[i], thread % kPairs);
    });
    if (m_.stuck.size == 0) return;
    for_each_part(m_.stuck, 2 * simd::Answers::kCells,
                  [this](int state, int i) { answer(state, i); });
  }

  SUDOKU_KERNEL void settle(int state) {
    if (m_.verdict[state] == Verdict::solved) count_solution(state);
    if (m_.verdict[state] == Verdict::stuck) ask(state);
  }

  // A thread for each stuck state and each band and stack of it: few states are stuck at a time.
  SUDOKU_KERNEL void find_questions() {
    for_each_part(m_.stuck, 6, [this](int state, int band) { count_ways(state, band); });
    for_each_part(m_.stuck, 6, [this](int state, int band) { find_candidates(state, band); });
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
    ways.template count<false>(even, odd);
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
    const simd::Candidates<Isa> candidates(ways_of(state, band), across,
                                           simd::settled_cost<Isa>(left));
    m_.choice.digits[band].state[state] = static_cast<uint16_t>(candidates.digits.bits);
    m_.choice.cost[band].state[state] = static_cast<uint16_t>(candidates.cost.bits);
  }

  SUDOKU_KERNEL void count_solution(int state) {
    const int puzzle = m_.puzzle_of[state];
    const Count before = fetch_add(m_.count[puzzle], Count{1});
    if (before == 0) add(state, m_.leaving);
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
    ++m_.top[state];
    add(state, m_.leaving);
  }

  SUDOKU_KERNEL void leave(int state, int thread) {
    if (m_.verdict[state] == Verdict::solved) {
      write_solution(state, thread);
    } else {
      push(state, thread);
    }
  }

  SUDOKU_KERNEL void write_solution(int state, int thread) {
    char* const solution = job_.solutions + size_t{m_.puzzle[m_.puzzle_of[state]]} * kSolutionSize;
    for (int cell = thread; cell < 81; cell += kPairs)
      solution[cell] = static_cast<char>('1' + lowest_bit(m_.cell[cell].state[state]));
  }

  // The words of a waiting state.
  SUDOKU_KERNEL uint16_t* waiting(int stack, int place) const {
    const size_t before = size_t{static_cast<unsigned>(stack)} * kMostWaiting;
    return &waiting_[(before + static_cast<unsigned>(place)) * kWaitingWords];
  }

  SUDOKU_KERNEL void push(int state, int thread) {
    uint16_t* const to = waiting(state, m_.top[state] - 1);
    for (int cell = thread; cell < 81; cell += kPairs)
      to[cell] = m_.cell[cell].state[state];
  }

  // Removes the digit asked about from one of the cells that the answer "yes" takes it from, in the
  // state, or of those for "no", in its waiting copy.
  SUDOKU_KERNEL void answer(int state, int i) {
    if (m_.verdict[state] != Verdict::stuck) return;
    const simd::Answers& answers = job_.answers[m_.about[state]];
    const auto rest = static_cast<uint16_t>(~m_.digit[state]);
    if (i < simd::Answers::kCells) {
      m_.cell[answers.yes[i]].state[state] &= rest;
    } else {
      waiting(state, m_.top[state] - 1)[answers.no[i - simd::Answers::kCells]] &= rest;
    }
  }

  // Gives work to states that have none.
  SUDOKU_KERNEL void give_work() {
    threads_.run([this](int thread) {
      if (thread < kStates) go_on(thread);
    });
    if (m_.wanting > 0) begin();
    threads_.run([this](int thread) {
      for (int i = thread / kPairs; i < m_.coming.size; i += kBands)
        load(m_.coming.state[i], thread % kPairs);
      if (thread == 0 && m_.wanting > 0 && m_.first_begun + taken() >= job_.puzzles)
        m_.is_exhausted = true;
    });
  }

  SUDOKU_KERNEL void begin() {
    if (!m_.is_exhausted) {
      threads_.run([this](int thread) {
        if (thread == 0) m_.first_begun = fetch_add(*job_.begun, taken());
      });
    }
    threads_.run([this](int thread) {
      if (thread < kStates && m_.verdict[thread] == Verdict::idle) begin(thread);
    });
  }

  // Number of puzzles that are taken from the job at a time.
  SUDOKU_KERNEL unsigned taken() const {
    const auto wanted = static_cast<unsigned>(m_.wanting);
    return wanted < job_.most ? wanted : job_.most;
  }

  // Lets a state that has ended be followed by the youngest one on its stack.
  SUDOKU_KERNEL void go_on(int state) {
    const int puzzle = m_.puzzle_of[state];
    const Verdict verdict = m_.verdict[state];
    const bool is_closed = m_.is_closed[puzzle];
    if (is_closed) m_.top[state] = m_.bottom[state];
    const bool has_ended = verdict == Verdict::dead || verdict == Verdict::solved;
    if (verdict == Verdict::idle) {
      m_.rank[state] = static_cast<uint8_t>(fetch_add(m_.wanting, 1));
    } else if (has_ended || is_closed) {
      if (m_.top[state] > m_.bottom[state]) {
        --m_.top[state];
        come(state, state, m_.top[state]);
      } else {
        finish(state);
        m_.rank[state] = static_cast<uint8_t>(fetch_add(m_.wanting, 1));
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
    m_.verdict[state] = Verdict::idle;
  }

  SUDOKU_KERNEL void come(int state, int stack, int place) {
    m_.source_stack[state] = static_cast<uint16_t>(stack);
    m_.source_place[state] = static_cast<uint16_t>(place);
    m_.verdict[state] = Verdict::going;
    add(state, m_.coming);
  }

  // Gives an idle state a new puzzle, or else the oldest state that waits on another one's stack.
  SUDOKU_KERNEL void begin(int state) {
    const unsigned rank = m_.rank[state];
    const bool may_begin = !m_.is_exhausted;
    const unsigned puzzle = m_.first_begun + rank;
    if (may_begin && rank < job_.most && puzzle < job_.puzzles) {
      m_.puzzle[state] = puzzle;
      m_.puzzle_of[state] = static_cast<uint8_t>(state);
      m_.count[state] = m_.guesses[state] = 0;
      m_.is_closed[state] = false;
      m_.is_untested[state] = true;
      come(state, kFromPuzzle, 0);
    } else if (!may_begin && rank < static_cast<unsigned>(m_.giving.size)) {
      const int from = m_.giving.state[rank];
      m_.puzzle_of[state] = m_.puzzle_of[from];
      m_.is_untested[state] = false;
      come(state, from, m_.bottom[from]++);
    } else {
      fetch_add(m_.idle, 1);
    }
  }

  // Reads all cells of a thread before it writes them, so that their latencies overlap.
  SUDOKU_KERNEL void load(int state, int thread) {
    constexpr int kCells = (81 + kPairs - 1) / kPairs;
    const bool is_new = m_.source_stack[state] == kFromPuzzle;
    const char* const text = job_.inputs + size_t{m_.puzzle[state]} * kInputSize;
    const uint16_t* const from =
        is_new ? nullptr : waiting(m_.source_stack[state], m_.source_place[state]);
    uint16_t digits[kCells];
#pragma GCC unroll 3
    for (int i = 0; i < kCells; ++i) {
      const int cell = thread + kPairs * i;
      if (cell < 81) digits[i] = is_new ? candidates_of(text[cell]) : from[cell];
    }
#pragma GCC unroll 3
    for (int i = 0; i < kCells; ++i) {
      const int cell = thread + kPairs * i;
      if (cell < 81) m_.cell[cell].state[state] = digits[i];
    }
  }

  SUDOKU_KERNEL static uint16_t candidates_of(char character) {
    const unsigned digit = static_cast<unsigned char>(character) - unsigned{'1'};
    return static_cast<uint16_t>(digit < 9 ? 1U << digit : unsigned{simd::kNineDigits});
  }

  BlockMemory& m_;
  uint16_t* waiting_;
  Job job_;
  Threads threads_;
};

}  // namespace
}  // namespace sudoku::gpu
