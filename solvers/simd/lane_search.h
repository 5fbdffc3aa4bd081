// The search over a batch of puzzles: rounds of propagation over all lanes, and exchanges of states
// between them.
//
// When states are stuck (their propagation has almost stopped), or many lanes are idle, all dead,
// solved and stuck states are handled in one exchange: solved states are written; a stuck lane
// continues with one answer to a branch question, and the state for the other answer goes to an
// idle lane or waits in the pool; idle lanes take such states or new puzzles.
//
// The refill balance decides whether idle lanes take waiting states or new puzzles. Each state that
// dies unsolved, while alternatives wait, should be followed by one of them. So the balance is the
// number of lanes that died minus that of states resumed; while it is positive, idle lanes take
// waiting states. That keeps the pool small (128 states on the hardest puzzles). Where most puzzles
// have several solutions, a lane whose state has died resumes one of the same puzzle instead.
#pragma once

#include <stddef.h>  // NOLINT(modernize-deprecated-headers): see engine.h
#include <stdint.h>  // NOLINT(modernize-deprecated-headers): see engine.h

#include "solvers/simd/engine.h"
#include "solvers/simd/lane_branch.h"
#include "solvers/simd/lane_moves.h"
#include "solvers/simd/lane_rules.h"
#include "solvers/simd/lane_state_buffer.h"
#include "solvers/simd/lane_text.h"
#include "solvers/simd/rectangle.h"

namespace sudoku::simd {
namespace {

// Tells puzzles with one solution, where as many states die as are branched, from others.
class DeadEnds {
 public:
  void start() { asked_ = dead_ = kMemory / 4; }

  void count(int asked, int dead) {
    asked_ += asked;
    dead_ += dead;
    if (asked_ <= kMemory) return;
    asked_ /= 2;
    dead_ /= 2;
  }

  bool are_few() const { return dead_ * 2 < asked_; }

  bool are_rare() const { return dead_ * 4 < asked_; }

 private:
  static constexpr int kMemory = 256;  // above this, asked_ (states branched) and dead_ are halved

  int asked_;
  int dead_;
};

struct Waiting {
  StateBuffer* buffer;  // null: no state waits
  uint32_t column;

  uint16_t& puzzle() const { return buffer->row[kPuzzleRow][column]; }

  uint64_t place() const { return buffer->place[column]; }
};

template <typename Isa>
[[gnu::noinline]] Waiting youngest_of(Pool& pool, uint16_t puzzle) {
  for (uint32_t i = pool.top + 1; i-- > 0;) {
    const uint16_t* const puzzles = pool.buffer[i].row[kPuzzleRow];
    for (uint32_t end = pool.used[i]; end > 0;) {
      const uint32_t begin = (end - 1) / Isa::kLanes * Isa::kLanes;
      const LaneMask used = Isa::lowest(Isa::kAllLanes, static_cast<int>(end - begin));
      const auto same = Isa::mask(Isa::equal(Isa::load(puzzles + begin), Isa::all(puzzle))) & used;
      if (same != 0) {
        const int lane = 8 * static_cast<int>(sizeof same) - 1 - __builtin_clz(same);
        return {&pool.buffer[i], begin + static_cast<uint32_t>(lane)};
      }
      end = begin;
    }
  }
  return {nullptr, 0};
}

// Whether looking for a swapped solution (see rectangle.h) pays while dead ends are few: nine in
// ten first solutions of puzzles with several solutions pass this test.
inline bool is_swap_likely(uint64_t place, uint64_t guesses) {
  const uint64_t depth = depth_of(place);
  return depth >= 3 && guesses <= 2 * depth;
}

// `Grid` is the instruction set's representation of one grid in a few vectors.
template <typename Isa, typename Grid>
[[gnu::noinline]] bool has_swapped_solution(const typename Isa::Vec* rows, int lane,
                                            const State<Grid>& puzzle) {
  alignas(64) uint16_t words[sizeof(State<Grid>) / sizeof(uint16_t)];
  const auto* const from = reinterpret_cast<const uint16_t*>(rows) + lane;
#pragma GCC unroll 81
  for (int cell = 0; cell < 81; ++cell)
    words[Grid::word_of(cell)] = from[cell * Isa::kLanes];
  State<Grid> solution;
  __builtin_memcpy(&solution, words, sizeof solution);
  return has_rectangle<Grid>(solution, puzzle);
}

// The search for the solutions of the puzzles of one LanesCall.
template <typename Isa, typename Grid, typename Front>
class Search {
  using Vec = typename Isa::Vec;

 public:
  void run(const LanesCall& call) {
    start(call);
    while (!stopped_) {
      exchange();
      if (live_ != 0) {
        propagate();
      } else if (pool_.waiting == 0 && inbox_.empty()) {
        break;
      }
    }
    if (stopped_) spend_open_puzzles();
    outbox_.finish();
  }

 private:
  static constexpr uint32_t kPeriodsPerLook = 32;
  // Least number of idle vector lanes for which propagation is interrupted to fill them.
  static constexpr int kIdleLanes = Isa::kLanes * 7 / 16;
  // With this many waiting search states no puzzle is begun, unless the solution limit is 1.
  static constexpr uint32_t kEnoughWaiting = 2048;
  // Number of waiting search states at which those of finished puzzles are first dropped.
  static constexpr uint32_t kDropAt = 1536;

  void start(const LanesCall& call) {
    call_ = &call;
    inbox_.start(call);
    outbox_.start(call);
    pool_.clear();
    for (int cell = 0; cell < 81; ++cell)
      board_.row[cell] = Isa::all(kNineDigits);
    board_.row[kPuzzleRow] = Isa::all(0);
    usable_ = Isa::kAllLanes;
    live_ = untested_ = begun_ = stuck_ = solved_ = unchanged_ = lost_ = resumed_ = 0;
    refill_balance_ = 0;
    dead_ends_.start();
    periods_ = 0;
    stopped_ = call.stop != nullptr && call.stop(call.context);
    drop_at_ = drop_after(0);
    fewest_waiting_ = call.solution_limit == 1 ? kLanesWaiting : kEnoughWaiting;
  }

  static int count(LaneMask lanes) { return __builtin_popcount(lanes); }

  static int first(LaneMask lanes) { return __builtin_ctz(lanes); }

  uint16_t* words_of_lanes() { return reinterpret_cast<uint16_t*>(board_.row); }

  // Whether a state may still matter. The solution written is the leftmost in the search tree, so
  // that it does not depend on which lane was faster. So when the solution limit is reached, states
  // to the left of the leftmost solution are still searched.
  bool is_wanted(uint32_t puzzle, uint64_t place) const {
    const LanesState state = call_->states[puzzle];
    if (state == LanesState::open) [[likely]]
      return true;
    return state == LanesState::enough && place < call_->results[puzzle].leftmost;
  }

  // Closes a puzzle: frees vector lanes it no longer needs; its waiting states are skipped later.
  void close(uint16_t puzzle, LanesState state) {
    call_->states[puzzle] = state;
    LaneMask lanes = live_ & Isa::mask(Isa::equal(board_.row[kPuzzleRow], Isa::all(puzzle)));
    for (; lanes != 0; lanes &= lanes - 1) {
      if (is_wanted(puzzle, places_[first(lanes)])) continue;
      live_ &= ~(lanes & -lanes);
      stuck_ &= ~(lanes & -lanes);
    }
  }

  // Propagates until a state is to be branched or enough lanes are idle. States to be branched
  // never wait for more, though branching many is cheaper: further rounds would change the
  // branches. So a puzzle's search tree does not depend on its neighbours or the number of lanes.
  void propagate() {
    do {
      RoundResult<Isa> round;
      const Vec lost = two_rounds<Isa>(board_, round);
      judge(round, lost);
      stopped_ = ++periods_ % kPeriodsPerLook == 0 && call_->stop != nullptr &&
                 call_->stop(call_->context);
    } while (!stopped_ && stuck_ == 0 && count(live_ & ~solved_) > Isa::kLanes - kIdleLanes);
  }

  // Finds lanes whose state is dead, solved or stuck (to be branched). A state that loses at most a
  // 64th of the candidates it can lose counts as stuck, as the last few cost as many rounds as they
  // save nodes. A puzzle's first branch waits for a round without effect: see slice_front.h.
  void judge(const RoundResult<Isa>& round, Vec lost) {
    const LaneMask dead = dead_lanes<Isa>(round) & live_;
    live_ &= ~dead;
    lose(dead);
    const Vec to_lose = round.sum - Isa::all(kSolvedSum);
    solved_ = live_ & Isa::mask(Isa::is_zero(to_lose));
    unchanged_ = Isa::mask(Isa::is_zero(lost));
    const LaneMask almost = Isa::mask(Isa::at_most(lost, to_lose >> 6)) & ~untested_;
    stuck_ = live_ & ~solved_ & (unchanged_ | almost);
    dead_ends_.count(count(stuck_), count(dead));
  }

  // Records that the states in `lanes` have died, so that waiting states take their places.
  void lose(LaneMask lanes) {
    if (is_depth_first_) {
      lost_ |= lanes;
    } else {
      refill_balance_ += count(lanes);
    }
  }

  void exchange() {
    is_depth_first_ = call_->solution_limit <= 2 && dead_ends_.are_rare();
    if (is_depth_first_) refill_balance_ = 0;
    if (solved_ != 0) collect_solutions();
    if (stuck_ != 0) ask_questions();
    if (lost_ != 0) find_resumed();
    Moves moves;
    moves.solved = solved_;
    plan(moves);
    moves.written = outbox_.column();
    move_states<Isa>(moves, board_.row);
    answer(moves, questions_, board_.row, places_, call_->results);
    outbox_.added(count(moves.solved));
    pool_.pushed(count(moves.pushed));
    live_ |= moves.fork_to | moves.buffer_to | resumed_;
    untested_ = (untested_ & ~(stuck_ | moves.fork_to | moves.buffer_to | resumed_)) | begun_;
    begun_ = 0;
    if (resumed_ != 0) resume_states();
    solved_ = stuck_ = 0;
    keep_within_memory();
  }

  // Counts the solutions in solved_, and leaves there the lanes whose solutions are to be written.
  void collect_solutions() {
    LaneMask found = solved_ & unchanged_;
    if (found != solved_) found |= solved_ & complete_lanes(board_);
    live_ &= ~solved_;
    if (is_depth_first_) lost_ |= solved_ & ~found;
    solved_ = 0;
    alignas(64) uint16_t puzzles[Isa::kLanes];
    Isa::store(puzzles, board_.row[kPuzzleRow]);
    for (LaneMask lanes = found; lanes != 0; lanes &= lanes - 1) {
      const int lane = first(lanes);
      if (is_wanted(puzzles[lane], places_[lane]) && count_solution(puzzles[lane], lane))
        solved_ |= lanes & -lanes;
    }
  }

  // Counts a lane's solution; returns true if it is the leftmost of its puzzle so far. A second
  // one found by swapping digits is counted but not written, as its place in the tree is unknown.
  bool count_solution(uint16_t puzzle, int lane) {
    LanesPuzzle& result = call_->results[puzzle];
    const bool is_leftmost = places_[lane] < result.leftmost;
    if (is_leftmost) result.leftmost = places_[lane];
    if (call_->states[puzzle] == LanesState::open) ++result.solutions;
    if (call_->solution_limit == 2 && result.solutions == 1 && finds_swapped_solution(puzzle, lane))
      ++result.solutions;
    if (result.solutions >= call_->solution_limit) {
      close(puzzle, LanesState::enough);
    } else if (is_depth_first_) {
      lost_ |= LaneMask{1} << lane;
    } else if (result.solutions == 1 && result.guesses > 0) {
      ++refill_balance_;  // a waiting state must be searched for a second solution
    }
    return is_leftmost;
  }

  bool finds_swapped_solution(uint16_t puzzle, int lane) const {
    return dead_ends_.are_few() && is_swap_likely(places_[lane], call_->results[puzzle].guesses) &&
           has_swapped_solution<Isa, Grid>(board_.row, lane,
                                           Grid::read(call_->text + size_t{puzzle} * 81));
  }

  // Finds a waiting state for each puzzle that has no state in a vector lane any more.
  //
  // In puzzles with one solution, every waiting state must be searched some time, so idle lanes
  // take any. With several solutions, most waiting states are never needed: the first path leads to
  // a solution, the next one to a second. Then a puzzle keeps to one lane and goes depth first: if
  // its state has died, or is solved and more solutions are wanted, its youngest state follows.
  void find_resumed() {
    const uint16_t* const puzzles = words_of_lanes() + kPuzzleRow * Isa::kLanes;
    for (LaneMask lanes = lost_ & usable_; lanes != 0; lanes &= lanes - 1) {
      const uint16_t puzzle = puzzles[first(lanes)];
      if (call_->results[puzzle].waiting == 0) continue;
      const LaneMask same = Isa::mask(Isa::equal(board_.row[kPuzzleRow], Isa::all(puzzle)));
      if ((same & (live_ | resumed_)) != 0) continue;
      const Waiting youngest = youngest_of<Isa>(pool_, puzzle);
      if (youngest.buffer == nullptr || !is_wanted(puzzle, youngest.place())) continue;
      resumed_ |= lanes & -lanes;
      youngest_[first(lanes)] = youngest;
    }
    lost_ = 0;
  }

  // Copies the states to be resumed to their vector lanes word by word: they are far apart.
  void resume_states() {
    for (LaneMask lanes = resumed_; lanes != 0; lanes &= lanes - 1) {
      const int lane = first(lanes);
      const Waiting& from = youngest_[lane];
      copy_state<StateBuffer::kStride, Isa::kLanes>(&from.buffer->row[0][from.column],
                                                    words_of_lanes() + lane);
      places_[lane] = from.place();
      --call_->results[from.puzzle()].waiting;
      from.puzzle() = kNoPuzzle;
    }
    pool_.trim();
    resumed_ = 0;
  }

  // Drops needless waiting search states; if too many stay, one lane goes on alone until few wait.
  void keep_within_memory() {
    if (pool_.waiting <= call_->waiting_limit / 2) usable_ = Isa::kAllLanes;
    if (pool_.waiting >= drop_at_ && usable_ == Isa::kAllLanes) {
      drop_unwanted<Isa>(
          pool_, [this](uint32_t puzzle, uint64_t place) __attribute__((always_inline)) {
            return puzzle != kNoPuzzle && is_wanted(puzzle, place);
          });
      drop_at_ = drop_after(2 * pool_.waiting);
    }
    if (pool_.waiting <= call_->waiting_limit || live_ == 0) return;
    const LaneMask alone = live_ & -live_;
    for (LaneMask parked = live_ ^ alone; parked != 0; parked &= parked - 1)
      park(first(parked));
    usable_ = live_ = alone;
  }

  uint32_t drop_after(uint32_t waiting) const {
    const uint32_t usual = waiting < kDropAt ? kDropAt : waiting;
    const uint32_t most = call_->waiting_limit + 1;
    return usual < most ? usual : most;
  }

  void park(int lane) {
    pool_.go_up(1);
    const uint32_t column = pool_.used[pool_.top];
    copy_state<Isa::kLanes, StateBuffer::kStride>(words_of_lanes() + lane,
                                                  &pool_.top_buffer().row[0][column]);
    pool_.top_buffer().place[column] = places_[lane];
    ++call_->results[pool_.top_buffer().row[kPuzzleRow][column]].waiting;
    pool_.pushed(1);
  }

  // Chooses branch questions. Every stuck state has one: if each digit had one place left in each
  // box, the last round would have solved the state or found it dead.
  void ask_questions() {
    ask<Isa>(board_, questions_);
    alignas(64) uint16_t puzzles[Isa::kLanes];
    Isa::store(puzzles, board_.row[kPuzzleRow]);
    for (LaneMask lanes = stuck_; lanes != 0; lanes &= lanes - 1) {
      const bool is_open = (stuck_ & lanes & -lanes) != 0;  // else its puzzle was just closed
      if (is_open) count_guess(puzzles[first(lanes)]);
    }
  }

  void count_guess(uint16_t puzzle) {
    LanesPuzzle& result = call_->results[puzzle];
    if (result.guesses < call_->guess_limit) {
      ++result.guesses;
      return;
    }
    result.leftmost = 0;
    close(puzzle,
          call_->states[puzzle] == LanesState::open ? LanesState::spent : LanesState::enough);
  }

  // Chooses the states that idle lanes receive.
  void plan(Moves& moves) {
    const bool only_waiting = inbox_.empty() || pool_.waiting >= fewest_waiting_;
    const LaneMask idle = usable_ & ~(live_ | resumed_);
    const int wanted = only_waiting ? count(idle) : clamped(refill_balance_, count(idle));
    const int direct = clamped(count(stuck_), wanted);
    refill_balance_ -= direct;
    moves.fork_to = Isa::lowest(idle, direct);
    moves.forked = Isa::lowest(stuck_, direct);
    moves.pushed = stuck_ & ~moves.forked;

    const LaneMask rest = idle & ~moves.fork_to;
    const int open = count(rest);
    // States chosen by find_resumed() must keep their places until move_states() has run.
    const bool may_resume = pool_.waiting > 0 && resumed_ == 0;
    if (open > 0 && may_resume && (only_waiting || refill_balance_ * 2 >= open)) {
      resume(moves, rest);
    } else if (open > 0 && !inbox_.empty()) {
      begin(moves, rest);
    }
    if (moves.pushed != 0) pool_.go_up(Isa::kLanes);
    moves.pool = &pool_.top_buffer().row[0][pool_.used[pool_.top]];
    moves.pool_places = &pool_.top_buffer().place[pool_.used[pool_.top]];
  }

  static int clamped(int value, int most) {
    if (value < 0) return 0;
    return value < most ? value : most;
  }

  void begin(Moves& moves, LaneMask idle) {
    const int taken = clamped(inbox_.at_hand(), count(idle));
    moves.buffer = inbox_.take(taken);
    moves.buffer_to = Isa::lowest(idle, taken);
    moves.columns = Isa::lowest(Isa::kAllLanes, taken);
    begun_ = moves.buffer_to;
    for (LaneMask to = moves.buffer_to; to != 0; to &= to - 1)
      places_[first(to)] = kRoot;
  }

  // Gives idle vector lanes the youngest waiting search states, except needless ones.
  void resume(Moves& moves, LaneMask idle) {
    pool_.go_down();
    const StateBuffer& buffer = pool_.top_buffer();
    const uint32_t used = pool_.used[pool_.top];
    const uint32_t begin = used - static_cast<uint32_t>(clamped(used, Isa::kLanes));
    const int wanted = count(idle);
    int taken = 0;
    uint32_t column = used;
    while (column > begin && taken < wanted) {
      --column;
      const uint16_t puzzle = buffer.row[kPuzzleRow][column];
      if (puzzle == kNoPuzzle) continue;
      --call_->results[puzzle].waiting;
      if (!is_wanted(puzzle, buffer.place[column])) continue;
      moves.columns |= LaneMask{1} << (column - begin);
      ++taken;
    }
    pool_.popped(used - column);
    refill_balance_ = pool_.waiting == 0 ? 0 : refill_balance_ - taken;
    moves.buffer = &buffer.row[0][begin];
    moves.buffer_to = Isa::lowest(idle, taken);
    LaneMask columns = moves.columns;
    for (LaneMask to = moves.buffer_to; to != 0; to &= to - 1, columns &= columns - 1) {
      const uint64_t place = buffer.place[begin + first(columns)];
      places_[first(to)] = place;
      if (place == kRoot) begun_ |= to & -to;  // the puzzle waited before its first branch
    }
  }

  // Marks puzzles that are still open when the budget ends the search.
  void spend_open_puzzles() {
    alignas(64) uint16_t puzzles[Isa::kLanes];
    Isa::store(puzzles, board_.row[kPuzzleRow]);
    for (LaneMask lanes = live_; lanes != 0; lanes &= lanes - 1)
      spend(puzzles[first(lanes)]);
    for (uint32_t puzzle = 0; puzzle < call_->count; ++puzzle)
      if (call_->results[puzzle].waiting > 0) spend(puzzle);
    inbox_.for_each_waiting([this](uint32_t puzzle) { spend(puzzle); });
  }

  void spend(uint32_t puzzle) {
    if (call_->states[puzzle] == LanesState::open) call_->states[puzzle] = LanesState::spent;
  }

  SearchStates<Isa> board_;
  Questions<Isa> questions_;
  const LanesCall* call_;
  DeadEnds dead_ends_;
  Inbox<Isa, Front> inbox_;
  Outbox<Isa> outbox_;
  Pool pool_;
  uint64_t places_[Isa::kLanes];
  // Lanes that get a waiting state of their puzzle back, and these states.
  LaneMask resumed_;
  Waiting youngest_[Isa::kLanes];
  LaneMask usable_;     // lanes that may hold search states: all, unless memory is short
  LaneMask live_;       // lanes with a search state
  LaneMask untested_;   // live lanes that have not been branched yet
  LaneMask begun_;      // lanes that are being given a new puzzle
  LaneMask stuck_;      // live lanes to be branched
  LaneMask solved_;     // lanes without open cells; after collect_solutions(): those to be written
  LaneMask unchanged_;  // lanes in which the last round removed nothing
  LaneMask lost_;       // depth first only: lanes whose search state has died, or is solved
  int refill_balance_;
  uint32_t periods_;  // pairs of propagation rounds since the call began
  uint32_t fewest_waiting_;
  uint32_t drop_at_;
  bool is_depth_first_;  // set while most current puzzles have several solutions
  bool stopped_;
};

// `Grid` represents one grid in a few vectors; `Front` propagates many puzzles before the search.
template <typename Isa, typename Grid, typename Front>
constexpr LanesEngine engine_of() {
  return {sizeof(Search<Isa, Grid, Front>), [](void* memory, const LanesCall& call) {
            static_cast<Search<Isa, Grid, Front>*>(memory)->run(call);
          }};
}

}  // namespace
}  // namespace sudoku::simd
