// Control solver for comparisons of builds. Its code never changes, so when its times do, the cause
// is the machine, the compiler or the flags. It fills naked singles and does not search: a process
// must not spend more time on its control than on what it measures.
//
// Frozen: do not improve this file, and include nothing that is still being improved.
#include <array>
#include <bit>

#include "solvers/solver.h"

namespace sudoku {

namespace {

class ControlFill {
 public:
  explicit ControlFill(const Grid& puzzle) : grid_(puzzle) {}

  void run(const Budget& budget, Answer& answer) {
    answer = Answer{};
    const bool is_possible = take_clues() && fill();
    answer.outcome = Outcome::none;
    if (!is_possible) return;
    answer.solution = grid_;
    answer.outcome = Outcome::incomplete;
    if (blank_count_ > 0) return;
    answer.outcome = budget.solution_limit == 1 ? Outcome::first : Outcome::unique;
    answer.solutions = 1;
  }

 private:
  static constexpr unsigned kAll = 0x1FF;

  unsigned candidates(int cell) const {
    return kAll & ~(rows_[row_of(cell)] | columns_[column_of(cell)] | boxes_[box_of(cell)]);
  }

  void put(int cell, unsigned digit) {
    rows_[row_of(cell)] |= digit;
    columns_[column_of(cell)] |= digit;
    boxes_[box_of(cell)] |= digit;
  }

  bool take_clues() {
    for (int cell = 0; cell < kCells; ++cell) {
      if (grid_.cells[cell] == kBlank) {
        blanks_[blank_count_++] = cell;
        continue;
      }
      const unsigned digit = 1U << static_cast<unsigned>(grid_.cells[cell] - '1');
      if ((candidates(cell) & digit) == 0) return false;
      put(cell, digit);
    }
    return true;
  }

  // Fills naked singles until none is left. Returns false when a cell has no candidate.
  bool fill() {
    for (int before = blank_count_ + 1; before > blank_count_;) {
      before = blank_count_;
      if (!sweep()) return false;
    }
    return true;
  }

  bool sweep() {
    int kept = 0;
    for (int i = 0; i < blank_count_; ++i) {
      const int cell = blanks_[i];
      const unsigned left = candidates(cell);
      if (left == 0) return false;
      if (std::has_single_bit(left)) {
        put(cell, left);
        grid_.cells[cell] = static_cast<char>('1' + std::countr_zero(left));
      } else {
        blanks_[kept++] = cell;
      }
    }
    blank_count_ = kept;
    return true;
  }

  Grid grid_;
  std::array<unsigned, 9> rows_{};
  std::array<unsigned, 9> columns_{};
  std::array<unsigned, 9> boxes_{};
  std::array<int, kCells> blanks_{};
  int blank_count_ = 0;
};

class Control final : public Solver {
 public:
  void solve(std::span<const Grid> puzzles, const Budget& budget,
             std::span<Answer> answers) override {
    for (std::size_t i = 0; i < puzzles.size(); ++i)
      ControlFill(puzzles[i]).run(budget, answers[i]);
  }
};

constexpr std::array<SolverEntry, 1> kEntries = {{{
    .info = {.name = "control",
             .about = "naked singles in code that never changes; shows drift between builds",
             .source = "this project",
             .guess = "none",
             .searches = false,
             .ranked = false},
    .create = []() -> std::unique_ptr<Solver> { return std::make_unique<Control>(); },
}}};

}  // namespace

std::span<const SolverEntry> control_entries() { return kEntries; }

}  // namespace sudoku
