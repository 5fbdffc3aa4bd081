#include "harness/solve/answer_rows.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <limits>

namespace sudoku {

namespace {

constexpr std::size_t kMostGuesses = std::numeric_limits<std::uint64_t>::digits10 + 1;
constexpr std::size_t kMostOutcome = 16;
constexpr std::size_t kMostRow = kCells + 1 + kCells + 1 + kMostOutcome + 1 + kMostGuesses + 1;

char* put(char* at, std::string_view text) {
  // cppcheck-suppress CastIntegerToAddressAtReturn  // the end of what was copied
  return std::copy(text.begin(), text.end(), at);
}

// In a fixed size, which needs no call.
char* put(char* at, const Grid& grid) {
  std::memcpy(at, grid.cells.data(), kCells);
  return at + kCells;
}

char* put(char* at, std::uint64_t number) {
  return std::to_chars(at, at + kMostGuesses, number).ptr;
}

}  // namespace

char* AnswerRows::room() {
  if (buffer_.size() < size_ + kMostRow) buffer_.resize(2 * buffer_.size() + kMostRow);
  return buffer_.data() + size_;
}

void AnswerRows::add(const Grid& puzzle, const Answer& answer) {
  char* at = put(room(), puzzle);
  *at++ = ',';
  // A solver that got stuck shows how far it came, which is no solution.
  const bool has_solution = answer.solutions > 0 && answer.solution.cells[0] != kBlank;
  if (has_solution) at = put(at, answer.solution);
  *at++ = ',';
  at = put(at, name_of(answer.outcome));
  *at++ = ',';
  at = put(at, answer.guesses);
  *at++ = '\n';
  size_ = static_cast<std::size_t>(at - buffer_.data());
}

void AnswerRows::add_unreadable() {
  char* at = put(room(), ",,");
  at = put(at, kUnreadable);
  at = put(at, ",\n");
  size_ = static_cast<std::size_t>(at - buffer_.data());
}

}  // namespace sudoku
