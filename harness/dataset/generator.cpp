#include "harness/dataset/generator.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <span>

#include <fmt/format.h>

#include "harness/base/random.h"
#include "harness/dataset/reduction.h"
#include "solvers/singles.h"

namespace sudoku::dataset {

namespace {

// Fills an empty grid: the most constrained cell next, its digits in random order.
class FullGridSearch {
 public:
  explicit FullGridSearch(base::Random& random) : random_(random) {}

  bool fill() {
    const int cell = most_constrained();
    if (cell < 0) return true;

    std::array<int, 9> digits{};
    std::iota(digits.begin(), digits.end(), 0);
    random_.shuffle(std::span<int>(digits));
    return std::ranges::any_of(digits, [&](int digit) { return fill_from(cell, digit); });
  }

  const Grid& grid() const { return grid_; }

 private:
  // Fills the grid with that digit in that cell, or leaves both as they were.
  bool fill_from(int cell, int digit) {
    if ((candidates(cell) >> digit & 1U) == 0) return false;
    toggle(cell, digit);
    grid_.cells[cell] = static_cast<char>('1' + digit);
    if (fill()) return true;
    grid_.cells[cell] = kBlank;
    toggle(cell, digit);
    return false;
  }

  unsigned candidates(int cell) const {
    return 0x1FFU & ~(rows_[row_of(cell)] | columns_[column_of(cell)] | boxes_[box_of(cell)]);
  }

  // The blank cell with the fewest candidates, or -1 when the grid is full.
  int most_constrained() const {
    int best = -1;
    int fewest = 10;
    for (int cell = 0; cell < kCells; ++cell) {
      const int count = std::popcount(candidates(cell));
      if (grid_.cells[cell] != kBlank || count >= fewest) continue;
      best = cell;
      fewest = count;
    }
    return best;
  }

  void toggle(int cell, int digit) {
    rows_[row_of(cell)] ^= 1U << digit;
    columns_[column_of(cell)] ^= 1U << digit;
    boxes_[box_of(cell)] ^= 1U << digit;
  }

  base::Random& random_;
  Grid grid_ = kEmptyGrid;
  std::array<unsigned, 9> rows_{};  // digits used
  std::array<unsigned, 9> columns_{};
  std::array<unsigned, 9> boxes_{};
};

// Answers the questions of a reduction until it is done.
template <typename Condition>
Grid reduced(Reduction reduction, Condition holds) {
  while (!reduction.done())
    reduction.hear(holds(reduction.question()));
  return reduction.puzzle();
}

}  // namespace

Grid Generator::full_grid() {
  FullGridSearch search(random_);
  search.fill();
  return search.grid();
}

GeneratedPuzzle Generator::easy(int clues) {
  const Grid solution = full_grid();
  const auto holds = [](const Grid& puzzle) { return try_singles(puzzle) == Singles::solved; };
  return {reduced({solution, random_order(random_), clues}, holds), solution};
}

GeneratedPuzzle Generator::minimal() {
  const Grid solution = full_grid();
  const auto holds = [this](const Grid& puzzle) { return ask(puzzle).outcome == Outcome::unique; };
  return {reduced({solution, random_order(random_), 0}, holds), solution};
}

GeneratedPuzzle Generator::hard(int candidates) {
  GeneratedPuzzle hardest = minimal();
  std::uint64_t most = ask(hardest.puzzle).guesses;
  for (int i = 1; i < candidates; ++i) {
    const GeneratedPuzzle candidate = minimal();
    const std::uint64_t guesses = ask(candidate.puzzle).guesses;
    if (guesses <= most) continue;
    most = guesses;
    hardest = candidate;
  }
  return hardest;
}

GeneratedPuzzle Generator::several() {
  GeneratedPuzzle puzzle = minimal();
  leave_clues_out(puzzle, random_);
  return puzzle;
}

GeneratedPuzzle Generator::none() {
  GeneratedPuzzle puzzle = minimal();
  while (!add_wrong_digit(puzzle, random_))
    puzzle = minimal();
  return puzzle;
}

Answer Generator::ask(const Grid& puzzle) {
  Answer answer;
  solver_.solve({&puzzle, 1}, Budget{}, {&answer, 1});
  return answer;
}

namespace {

// Each row of hard.csv is the hardest of so many.
constexpr int kHardCandidates = 50;

// 30 to 36 clues, as most collections of easy puzzles have.
GeneratedPuzzle draw_easy(Generator& generator) {
  const int clues = 30 + static_cast<int>(generator.random().below(7));
  return generator.easy(clues);
}

constexpr std::array<BundledFile, 5> kFiles = {{
    {"easy.csv", 2000, 101, draw_easy},
    {"minimal.csv", 3000, 102, [](Generator& generator) { return generator.minimal(); }},
    {"hard.csv", 1000, 103, [](Generator& generator) { return generator.hard(kHardCandidates); }},
    {"multiple.csv", 1000, 104, [](Generator& generator) { return generator.several(); }},
    {"none.csv", 1000, 105, [](Generator& generator) { return generator.none(); }},
}};

}  // namespace

std::span<const BundledFile> bundled_files() {
  return kFiles;
}

std::string bundled_row(const BundledFile& file, std::uint64_t row, Solver& solver) {
  Generator generator(solver, base::mix(base::mix(file.seed) + row));
  const GeneratedPuzzle made = file.make(generator);
  const bool solved = made.solution != kEmptyGrid;
  return fmt::format("{},{}", made.puzzle.text(), solved ? made.solution.text() : "");
}

void leave_clues_out(GeneratedPuzzle& puzzle, base::Random& random) {
  auto fewer = 1 + random.below(4);
  for (const int cell : random_order(random)) {
    if (puzzle.puzzle.cells[cell] == kBlank) continue;
    puzzle.puzzle.cells[cell] = kBlank;
    if (--fewer == 0) break;
  }
  puzzle.solution = kEmptyGrid;
}

bool add_wrong_digit(GeneratedPuzzle& puzzle, base::Random& random) {
  for (const int cell : random_order(random)) {
    if (puzzle.puzzle.cells[cell] != kBlank) continue;
    const char wrong = static_cast<char>('1' + random.below(9));
    if (wrong == puzzle.solution.cells[cell]) continue;
    puzzle.puzzle.cells[cell] = wrong;
    if (try_singles(puzzle.puzzle) == Singles::stuck) {
      puzzle.solution = kEmptyGrid;
      return true;
    }
    puzzle.puzzle.cells[cell] = kBlank;
  }
  return false;
}

}  // namespace sudoku::dataset
