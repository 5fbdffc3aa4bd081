// The control of comparisons between builds: a plain search that takes as long in one revision as
// in every other, because nobody touches it. When it gets slower or faster, the machine has, or the
// compiler and its flags.
//
// Frozen: this file includes nothing that others improve, and must not be improved itself. Depth
// first, the cell with the fewest candidates next, the first of equals, digits in order (Bitner &
// Reingold 1975, as mrv).
#include <array>
#include <bit>
#include <chrono>
#include <cstdint>
#include <utility>

#include "solvers/roster.h"

namespace sudoku {

namespace {

class ControlSearch {
 public:
  ControlSearch(const Grid& puzzle, const Budget& budget, Answer& answer)
      : grid_(puzzle), budget_(budget), answer_(answer) {}

  void run() {
    answer_ = Answer{};
    if (take_clues()) descend(0);
    if (spent_) {
      answer_.outcome = Outcome::timeout;
    } else if (answer_.solutions == 0) {
      answer_.outcome = Outcome::none;
    } else if (budget_.solution_limit == 1) {
      answer_.outcome = Outcome::first;
    } else {
      answer_.outcome = answer_.solutions == 1 ? Outcome::unique : Outcome::multiple;
    }
  }

 private:
  static constexpr unsigned kAll = 0x1FF;

  unsigned candidates(int cell) const {
    return kAll & ~(rows_[row_of(cell)] | columns_[column_of(cell)] | boxes_[box_of(cell)]);
  }

  void flip(int cell, unsigned digit) {
    rows_[row_of(cell)] ^= digit;
    columns_[column_of(cell)] ^= digit;
    boxes_[box_of(cell)] ^= digit;
  }

  bool take_clues() {
    for (int cell = 0; cell < kCells; ++cell) {
      if (grid_.cells[cell] == kBlank) {
        blanks_[blank_count_++] = cell;
        continue;
      }
      const unsigned digit = 1U << static_cast<unsigned>(grid_.cells[cell] - '1');
      if ((candidates(cell) & digit) == 0) return false;
      flip(cell, digit);
    }
    return true;
  }

  // Swaps the blank with the fewest candidates to place `depth` of the order.
  unsigned choose(int depth) {
    int best = depth;
    int fewest = 10;
    for (int i = depth; i < blank_count_ && fewest > 1; ++i) {
      const int size = std::popcount(candidates(blanks_[i]));
      if (size >= fewest) continue;
      fewest = size;
      best = i;
    }
    std::swap(blanks_[depth], blanks_[best]);
    return candidates(blanks_[depth]);
  }

  bool may_guess() {
    spent_ = answer_.guesses >= budget_.guess_limit || is_late();
    if (!spent_) ++answer_.guesses;
    return !spent_;
  }

  // The clock is looked at once every 256 guesses, and first after as many.
  bool is_late() {
    if (answer_.guesses % 256 != 255) return false;
    if (budget_.cancelled != nullptr && budget_.cancelled->load()) return true;
    if (budget_.time_limit.count() == 0) return false;
    const auto now = std::chrono::steady_clock::now();
    if (start_ == std::chrono::steady_clock::time_point{}) start_ = now;
    return now - start_ >= budget_.time_limit;
  }

  // True when the search is over: enough solutions, or the budget is spent.
  bool descend(int depth) {
    if (depth == blank_count_) {
      if (answer_.solutions == 0) answer_.solution = grid_;
      return ++answer_.solutions >= budget_.solution_limit;
    }
    unsigned left = choose(depth);
    const int cell = blanks_[depth];
    const bool is_choice = std::popcount(left) > 1;
    for (; left != 0; left &= left - 1) {
      if (is_choice && !may_guess()) return true;
      const unsigned digit = left & (~left + 1);
      grid_.cells[cell] = static_cast<char>('1' + std::countr_zero(digit));
      flip(cell, digit);
      if (descend(depth + 1)) return true;
      flip(cell, digit);
    }
    return false;
  }

  Grid grid_;
  const Budget& budget_;
  Answer& answer_;
  std::array<unsigned, 9> rows_{};
  std::array<unsigned, 9> columns_{};
  std::array<unsigned, 9> boxes_{};
  std::array<int, kCells> blanks_{};
  int blank_count_ = 0;
  bool spent_ = false;
  std::chrono::steady_clock::time_point start_{};
};

class Control final : public Solver {
 public:
  void solve(std::span<const Grid> puzzles, const Budget& budget,
             std::span<Answer> answers) override {
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      if (budget.cancelled != nullptr && budget.cancelled->load()) {
        answers[i] = Answer{};
        answers[i].outcome = Outcome::timeout;
        continue;
      }
      ControlSearch(puzzles[i], budget, answers[i]).run();
    }
  }
};

constexpr std::array<SolverEntry, 1> kEntries = {{{
    .info = {.name = "control",
             .about = "a plain search that never changes; shows drift between builds",
             .source = "Bitner & Reingold, Backtrack programming techniques, 1975",
             .guess = "a digit tried in a cell that had other candidates too",
             .ranked = false},
    .create = []() -> std::unique_ptr<Solver> { return std::make_unique<Control>(); },
}}};

}  // namespace

constinit const std::span<const SolverEntry> control_entries = kEntries;

}  // namespace sudoku
