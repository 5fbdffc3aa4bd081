// The inbox and the outbox of a batch: puzzles from text into a state buffer, and solved states
// from a buffer back to text, in groups of as many as there are lanes.
#pragma once

#include "solvers/simd/engine.h"
#include "solvers/simd/lane_rules.h"
#include "solvers/simd/lane_state_buffer.h"

namespace sudoku::simd {
namespace {

// Converts puzzles to and from text, one per vector lane. AVX2 and AVX-512 have specialisations.
template <typename Isa>
struct Text {
  static constexpr int kLanes = Isa::kLanes;

  // Reads puzzles[i], a text of 81 characters, into column `at` + i.
  static void read(const char* const (&puzzles)[kLanes], StateBuffer& buffer, uint32_t at) {
    // kSets is indexed by a character's low four bits (14: blank): branches take twice as long.
    constexpr uint16_t kAny = kNineDigits;
    static constexpr uint16_t kSets[16] = {kAny, 1,   2,    4,    8,    16,   32,   64,
                                           128,  256, kAny, kAny, kAny, kAny, kAny, kAny};
    for (int cell = 0; cell < 81; ++cell) {
      for (int i = 0; i < kLanes; ++i)
        buffer.row[cell][at + i] = kSets[puzzles[i][cell] & 15];
    }
  }

  // Writes columns in their order: of two solutions of one puzzle, the second stays.
  static void write(const StateBuffer& buffer, uint32_t at, char* const (&solutions)[kLanes]) {
    // Bit 8 keeps `__builtin_ctz` defined in columns that hold no solution.
    for (int cell = 0; cell < 81; ++cell) {
      for (int i = 0; i < kLanes; ++i) {
        const unsigned digit = buffer.row[cell][at + i] | 0x100U;
        solutions[i][cell] = static_cast<char>('1' + __builtin_ctz(digit));
      }
    }
  }
};

// Stand-in for SliceFront (slice_front.h) where the instruction set has none: takes no puzzles.
struct NoFront {
  void clear() {}

  static bool wants(uint32_t /*puzzles*/) { return false; }

  static uint32_t take(const LanesCall& /*call*/, uint32_t /*first*/) { return 0; }

  static bool empty() { return true; }

  template <typename Isa>
  static uint32_t unload(StateBuffer& /*shelf*/, uint32_t /*column*/) {
    return 0;
  }

  template <typename Visit>
  static void for_each_left(Visit /*visit*/) {}
};

// `Front` propagates puzzles before they get lanes, if they are many; see slice_front.h.
template <typename Isa, typename Front>
class Inbox {
 public:
  void start(const LanesCall& call) {
    call_ = &call;
    front_.clear();
    unread_ = 0;
    next_ = read_ = 0;
  }

  bool empty() const { return next_ == read_ && unread_ == call_->count && front_.empty(); }

  // Calls visit(puzzle) for each puzzle that still waits for a lane.
  template <typename Visit>
  void for_each_waiting(Visit visit) const {
    for (uint32_t column = next_; column < read_; ++column)
      visit(buffer_.row[kPuzzleRow][column]);
    front_.for_each_left(visit);
    for (uint32_t puzzle = unread_; puzzle < call_->count; ++puzzle)
      visit(puzzle);
  }

  // Number of puzzles ready for vector lanes; 0 only if none is left or none of them needed a lane.
  // Text is read by groups, when needed, to stay in the nearest cache (2 % on 17-clue puzzles).
  int at_hand() {
    if (next_ == read_) next_ = read_ = 0;
    while (read_ - next_ < Isa::kLanes && read_ < StateBuffer::kStates) {
      if (!front_.empty()) {
        read_ += front_.template unload<Isa>(buffer_, read_);
      } else if (unread_ == call_->count) {
        break;
      } else if (front_.wants(call_->count - unread_)) {
        unread_ += front_.take(*call_, unread_);
      } else {
        read_group();
      }
    }
    return static_cast<int>(read_ - next_);
  }

  // Takes the next `puzzles` puzzles from the inbox and returns their columns.
  const uint16_t* take(int puzzles) {
    const uint16_t* const columns = &buffer_.row[0][next_];
    next_ += static_cast<uint32_t>(puzzles);
    return columns;
  }

 private:
  // Reads one puzzle per lane; the last puzzle is repeated if there are too few.
  void read_group() {
    const char* puzzles[Isa::kLanes] = {};
    const uint32_t last = call_->count - 1;
    for (uint32_t i = 0; i < Isa::kLanes; ++i) {
      const uint32_t puzzle = unread_ + i < last ? unread_ + i : last;
      puzzles[i] = call_->text + static_cast<size_t>(puzzle) * 81;
      buffer_.row[kPuzzleRow][read_ + i] = static_cast<uint16_t>(puzzle);
    }
    fetch_ahead();
    Text<Isa>::read(puzzles, buffer_, read_);
    const uint32_t left = call_->count - unread_;
    const uint32_t taken = left < Isa::kLanes ? left : Isa::kLanes;
    unread_ += taken;
    read_ += taken;
  }

  // Prefetches the text of the group of puzzles that begins kAhead puzzles later.
  void fetch_ahead() const {
    const size_t begin = static_cast<size_t>(unread_ + kAhead) * 81;
    const size_t end = begin + static_cast<size_t>(Isa::kLanes) * 81;
    const size_t all = static_cast<size_t>(call_->count) * 81;
    for (size_t at = begin; at < end && at < all; at += 64)
      __builtin_prefetch(call_->text + at);
  }

  static constexpr uint32_t kAhead = 64;  // prefetch distance in puzzles

  StateBuffer buffer_;
  Front front_;
  const LanesCall* call_;
  uint32_t unread_;  // first puzzle that was not read yet
  uint32_t next_;    // first column that holds a puzzle
  uint32_t read_;
};

template <typename Isa>
class Outbox {
 public:
  void start(const LanesCall& call) {
    call_ = &call;
    states_ = 0;
  }

  // Where the next solved states are to be stored, with room for one vector.
  uint16_t* column() { return &buffer_.row[0][states_]; }

  void added(int states) {
    states_ += static_cast<uint32_t>(states);
    if (states_ >= StateBuffer::kStates - StateBuffer::kSpare) print(Isa::kLanes);
  }

  void finish() { print(0); }

 private:
  // Writes solved states in groups until fewer than `keep` are left; 0 writes all.
  void print(uint32_t keep) {
    uint32_t written = 0;
    while (states_ > written && states_ - written >= keep) {
      print_group(written);
      written += Isa::kLanes;
    }
    states_ = states_ > written ? states_ - written : 0;
    if (states_ == 0) return;
    for (auto& row : buffer_.row)
      Isa::store(&row[0], Isa::load(&row[written]));
  }

  void print_group(uint32_t begin) {
    char nowhere[81] = {};
    char* solutions[Isa::kLanes] = {};
    for (uint32_t i = 0; i < Isa::kLanes; ++i) {
      const uint32_t puzzle = buffer_.row[kPuzzleRow][begin + i];
      solutions[i] =
          begin + i < states_ ? call_->solutions + puzzle * call_->solution_stride : nowhere;
    }
    Text<Isa>::write(buffer_, begin, solutions);
  }

  StateBuffer buffer_;
  const LanesCall* call_;
  uint32_t states_;
};

}  // namespace
}  // namespace sudoku::simd
