// What ranks write to each other.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/results/figure_fields.h"
#include "harness/results/record_bytes.h"

namespace sudoku {

inline constexpr int kFailureLetter = 1;  // to the leader: the sender cannot go on
inline constexpr int kClaimLetter = 2;    // to the leader: the sender wants blocks
inline constexpr int kRangeLetter = 3;    // from the leader: which; none when nothing is left
inline constexpr int kDoneLetter = 4;     // to the leader: a block is finished

struct FailureLetter {
  std::uint64_t code = 0;
  std::string message;
};

struct ClaimLetter {
  std::uint64_t dataset = 0;
};

struct RangeLetter {
  std::uint64_t first = 0;
  std::uint64_t end = 0;
};

struct DoneLetter {
  std::uint64_t dataset = 0;
  std::uint64_t puzzles = 0;  // in all rounds of all solvers
};

// From the leader to all at once.
struct NumbersLetter {
  std::vector<std::uint64_t> numbers;
};

template <typename Archive>
void fields(Archive& in, Is<NumbersLetter> auto& letter) {
  in.field("numbers", letter.numbers);
}

template <typename Archive>
void fields(Archive& in, Is<FailureLetter> auto& letter) {
  in.field("code", letter.code);
  in.field("message", letter.message);
}

template <typename Archive>
void fields(Archive& in, Is<ClaimLetter> auto& letter) {
  in.field("dataset", letter.dataset);
}

template <typename Archive>
void fields(Archive& in, Is<RangeLetter> auto& letter) {
  in.field("first", letter.first);
  in.field("end", letter.end);
}

template <typename Archive>
void fields(Archive& in, Is<DoneLetter> auto& letter) {
  in.field("dataset", letter.dataset);
  in.field("puzzles", letter.puzzles);
}

}  // namespace sudoku
