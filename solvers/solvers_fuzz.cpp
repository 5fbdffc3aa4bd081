// Fuzz target: all solvers must agree on puzzles made of the fuzzer's bytes, proper or not.
#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "solvers/fuzz_fixture.h"
#include "solvers/roster.h"
#include "solvers/simd/isa.h"

namespace sudoku {

namespace {

constexpr Grid kSolved = {{'9', '3', '4', '8', '2', '5', '6', '1', '7', '6', '7', '2', '9', '1',
                           '4', '8', '5', '3', '5', '1', '8', '6', '3', '7', '9', '2', '4', '3',
                           '2', '5', '7', '4', '8', '1', '6', '9', '1', '5', '3', '4', '6', '9',
                           '7', '8', '2', '7', '8', '1', '2', '6', '9', '4', '3', '5', '1', '9',
                           '7', '5', '8', '2', '3', '4', '6', '8', '5', '3', '4', '7', '6', '2',
                           '9', '1', '2', '4', '6', '3', '9', '1', '5', '7', '8'}};

// Guess limit; a solver that exceeds it is not compared, as plain searches would take minutes.
constexpr std::uint64_t kMostGuesses = 3000;
// Time limit of an engine on one puzzle: to count 100 solutions may take CBC a minute.
constexpr std::chrono::nanoseconds kMostEngineTime = std::chrono::seconds(5);

// kSolved with digits relabelled, rows and columns moved in their bands and stacks, or transposed.
Grid varied(Decisions& decide) {
  const std::size_t turn = decide.below(9);
  const std::size_t rows = decide.below(3);
  const std::size_t columns = decide.below(3);
  const bool transposed = decide.below(2) == 1;
  Grid grid = kEmptyGrid;
  for (int cell = 0; cell < kCells; ++cell) {
    const auto r = static_cast<std::size_t>(row_of(cell));
    const auto c = static_cast<std::size_t>(column_of(cell));
    const std::size_t from_row = r / 3 * 3 + (r + rows) % 3;
    const std::size_t from_column = c / 3 * 3 + (c + columns) % 3;
    const std::size_t from = transposed ? 9 * from_column + from_row : 9 * from_row + from_column;
    const auto digit = static_cast<std::size_t>(kSolved.cells[from] - '1');
    grid.cells[static_cast<std::size_t>(cell)] = static_cast<char>('1' + (digit + turn) % 9);
  }
  return grid;
}

// A solved grid with about half or three quarters of its cells blanked and then up to three cells
// overwritten, so that clues may contradict each other.
Grid drawn_puzzle(Decisions& decide) {
  Grid puzzle = varied(decide);
  const std::size_t masks = 1 + decide.below(2);
  for (std::size_t mask = 0; mask < masks; ++mask) {
    for (std::size_t first = 0; first < kCells; first += 8) {
      const unsigned blanks = decide.next();
      for (std::size_t i = first; i < std::min<std::size_t>(first + 8, kCells); ++i)
        if ((blanks >> (i - first) & 1U) != 0) puzzle.cells[i] = kBlank;
    }
  }
  for (std::size_t changes = decide.below(4); changes > 0; --changes)
    puzzle.cells[decide.below(kCells)] = static_cast<char>('1' + decide.below(9));
  return puzzle;
}

struct Competitor {
  std::string name;
  SolverInfo info;
  std::unique_ptr<Solver> solver;
};

bool is_engine(const SolverInfo& info) {
  return info.name == "ilp" || info.name.starts_with("sat") || info.name.starts_with("cp");
}

// All ranked solvers; vectorised ones once for each instruction set of this machine.
std::vector<Competitor> make_competitors() {
  std::vector<Competitor> all;
  for (const SolverEntry* entry : roster()) {
    if (!entry->info.ranked) continue;
    const auto best = static_cast<std::size_t>(best_isa());
    for (std::size_t isa = entry->info.vectorised ? 0 : best; isa <= best; ++isa) {
      force_isa(static_cast<Isa>(isa));
      all.push_back({.name = std::string(entry->info.name) + " " +
                             std::string(name_of(static_cast<Isa>(isa))),
                     .info = entry->info,
                     .solver = entry->create()});
    }
  }
  // mrv_hidden comes first, because the others are compared with it.
  const auto reference =
      std::ranges::find(all, "mrv_hidden", [](const Competitor& c) { return c.info.name; });
  std::iter_swap(all.begin(), reference);
  return all;
}

[[noreturn]] void disagree(const Grid& puzzle, const Competitor& competitor, const Answer& answer,
                           const Answer& reference) {
  std::fprintf(stderr, "%s: %s says %s, %llu solutions, %s; mrv_hidden %s, %llu, %s\n",
               std::string(puzzle.text()).c_str(), competitor.name.c_str(),
               std::string(name_of(answer.outcome)).c_str(),
               static_cast<unsigned long long>(answer.solutions),
               std::string(answer.solution.text()).c_str(),
               std::string(name_of(reference.outcome)).c_str(),
               static_cast<unsigned long long>(reference.solutions),
               std::string(reference.solution.text()).c_str());
  std::abort();
}

bool is_part_of(const Grid& part, const Grid& whole) {
  return std::ranges::equal(part.cells, whole.cells,
                            [](char a, char b) { return a == kBlank || a == b; });
}

// Whether the cells filled by a solver that does not search agree with the solution.
bool filled_well(const Grid& puzzle, const Answer& answer, const Answer& reference) {
  if (!is_part_of(puzzle, answer.solution)) return false;
  return reference.solutions == 0 || is_part_of(answer.solution, reference.solution) ||
         reference.outcome != Outcome::unique;
}

bool agrees(const Grid& puzzle, const Competitor& competitor, const Answer& answer,
            const Answer& reference) {
  const SolverInfo& info = competitor.info;
  if (answer.outcome == Outcome::incomplete)
    return !info.searches && filled_well(puzzle, answer, reference);
  if ((answer.solutions == 0) != (reference.solutions == 0)) return false;
  const bool shown = answer.solution != kEmptyGrid;
  if (answer.solutions > 0 && (info.shows_solution || shown) &&
      !is_solution(puzzle, answer.solution)) {
    return false;
  }
  if (answer.outcome == Outcome::first) return true;
  if (reference.outcome == Outcome::unique && shown && answer.solution != reference.solution)
    return false;
  return answer.outcome == reference.outcome &&
         (!info.counts_solutions || answer.solutions == reference.solutions);
}

bool is_open(const Answer& answer) { return answer.outcome == Outcome::timeout; }

using Answers = std::vector<Answer>;

void compare_answers(const std::vector<Grid>& puzzles, const Competitor& competitor,
                     const Answers& answers, const Answers& reference) {
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    if (is_open(answers[i]) || is_open(reference[i])) continue;
    if (!agrees(puzzles[i], competitor, answers[i], reference[i]))
      disagree(puzzles[i], competitor, answers[i], reference[i]);
  }
}

}  // namespace

void fuzz_solvers(std::string_view bytes) {
  static const std::vector<Competitor> all = make_competitors();
  Decisions decide(bytes);
  const std::size_t limit = std::array<std::size_t, 4>{1, 2, 3, 100}.at(decide.below(4));
  const Budget budget{.solution_limit = limit, .guess_limit = kMostGuesses};
  const bool with_engines = decide.below(32) == 31;
  std::vector<Grid> puzzles(with_engines ? 1 : 1 + decide.below(20));
  for (Grid& puzzle : puzzles)
    puzzle = drawn_puzzle(decide);

  Answers reference(puzzles.size());
  for (const Competitor& competitor : all) {
    if (is_engine(competitor.info) && !with_engines) continue;
    Answers answers(puzzles.size());
    Budget allowed = budget;
    if (is_engine(competitor.info)) allowed.time_limit = kMostEngineTime;
    competitor.solver->solve(puzzles, allowed, answers);
    if (competitor.info.name == "mrv_hidden") reference = answers;
    compare_answers(puzzles, competitor, answers, reference);
  }
}

}  // namespace sudoku
