#include "harness/run/audit.h"

#include <algorithm>
#include <chrono>
#include <optional>

#include <fmt/format.h>

#include "harness/base/random.h"
#include "harness/run/check.h"
#include "solvers/roster.h"

namespace sudoku::run {

namespace {

// Number of a dataset's puzzles of which an audit makes its own, four of each.
constexpr std::size_t kOriginals = 16;

// Time per solution limit after which an audit asks for no further puzzles.
constexpr std::chrono::seconds kPatience{1};

// Guesses after which the solutions of a puzzle are no longer counted, so that the making of audit
// puzzles stays short and does not depend on the clock.
constexpr std::uint64_t kMostGuesses = 10'000;

// Random changes of a clue that are tried to leave a puzzle without a solution.
constexpr int kTries = 20;

std::vector<int> clue_cells(const Grid& puzzle, base::Random& random) {
  std::vector<int> cells;
  for (int cell = 0; cell < kCells; ++cell) {
    if (puzzle.cells[cell] != kBlank) cells.push_back(cell);
  }
  random.shuffle(std::span(cells));
  return cells;
}

bool are_peers(int a, int b) {
  const bool share_house =
      row_of(a) == row_of(b) || column_of(a) == column_of(b) || box_of(a) == box_of(b);
  return a != b && share_house;
}

class PuzzleMaker {
 public:
  explicit PuzzleMaker(std::uint64_t seed) : random_(base::mix(seed)) {}

  // Appends a puzzle and what is made of it.
  void add(const Grid& original, std::vector<AuditPuzzle>& puzzles) {
    add(with_several_solutions(original), puzzles);
    add(counted(original), puzzles);
    add(without_solution(original), puzzles);
    add(with_equal_clues(original), puzzles);
  }

 private:
  static void add(const std::optional<AuditPuzzle>& puzzle, std::vector<AuditPuzzle>& puzzles) {
    if (puzzle) puzzles.push_back(*puzzle);
  }

  std::optional<AuditPuzzle> counted(const Grid& puzzle) const {
    const Budget budget{.solution_limit = kAuditedSolutions, .guess_limit = kMostGuesses};
    Answer answer;
    solver_->solve({&puzzle, 1}, budget, {&answer, 1});
    if (!is_decided(answer.outcome)) return std::nullopt;
    return AuditPuzzle{.puzzle = puzzle, .solutions = answer.solutions};
  }

  std::optional<AuditPuzzle> with_several_solutions(Grid puzzle) {
    for (const int cell : clue_cells(puzzle, random_)) {
      puzzle.cells[cell] = kBlank;
      const auto found = counted(puzzle);
      if (!found || found->solutions == 0) return std::nullopt;
      if (found->solutions == kAuditedSolutions) return found;
    }
    return std::nullopt;
  }

  std::optional<AuditPuzzle> without_solution(const Grid& puzzle) {
    const std::vector<int> cells = clue_cells(puzzle, random_);
    for (int i = 0; i < kTries && !cells.empty(); ++i) {
      Grid changed = puzzle;
      const int cell = cells[random_.below(cells.size())];
      changed.cells[cell] = static_cast<char>('1' + random_.below(9));
      const auto found = counted(changed);
      if (found && found->solutions == 0) return found;
    }
    return std::nullopt;
  }

  std::optional<AuditPuzzle> with_equal_clues(Grid puzzle) {
    const std::vector<int> cells = clue_cells(puzzle, random_);
    for (const int cell : cells) {
      const auto peer =
          std::ranges::find_if(cells, [cell](int other) { return are_peers(cell, other); });
      if (peer == cells.end()) continue;
      puzzle.cells[cell] = puzzle.cells[*peer];
      return AuditPuzzle{.puzzle = puzzle, .solutions = 0};
    }
    return std::nullopt;
  }

  base::Random random_;
  std::unique_ptr<Solver> solver_ = find_solver("mrv_hidden")->create();
};

// Indices into result::kTasks.
enum Task : std::size_t { kUnclear, kAssumes, kFirst, kProves, kCounts };

// Least work that a solver has shown, and the most.
class Findings {
 public:
  void add(const AuditPuzzle& asked, std::uint64_t limit, const Answer& answer) {
    const bool is_stuck = answer.outcome == Outcome::incomplete;
    if (!is_decided(answer.outcome) && !is_stuck) return;
    if (asked.solutions == 0 && answer.solutions > 0) {
      note_contradiction(asked, limit, answer);
    } else if (asked.solutions > 1) {
      note(is_stuck ? kAssumes : task_shown(asked, limit, answer), asked, limit, answer);
    }
  }

  result::TaskRecord record(std::uint64_t puzzles) const {
    // A solver that found two of two solutions, but was not seen to find three, proves uniqueness.
    const Task task = least_ == kCounts && most_ < kAuditedSolutions ? kProves : least_;
    return {.does = std::string(result::kTasks[most_ == 0 && task != kAssumes ? kUnclear : task]),
            .ignores_contradictions = ignores_contradictions_,
            .puzzles = puzzles,
            .evidence = evidence_};
  }

 private:
  static Task task_shown(const AuditPuzzle& asked, std::uint64_t limit, const Answer& answer) {
    const bool is_wrong =
        answer.solution != kEmptyGrid && !is_solution(asked.puzzle, answer.solution);
    if (answer.solutions == 0 || is_wrong) return kAssumes;
    if (limit == 1 || answer.solutions >= std::min(limit, asked.solutions)) return kCounts;
    return answer.solutions == 1 ? kFirst : kProves;
  }

  void note(Task task, const AuditPuzzle& asked, std::uint64_t limit, const Answer& answer) {
    if (limit > 1) most_ = std::max(most_, answer.solutions);
    if (task >= least_) return;
    least_ = task;
    evidence_ = text_of(asked, limit, answer);
  }

  void note_contradiction(const AuditPuzzle& asked, std::uint64_t limit, const Answer& answer) {
    ignores_contradictions_ = true;
    if (evidence_.empty()) evidence_ = text_of(asked, limit, answer);
  }

  static std::string text_of(const AuditPuzzle& asked, std::uint64_t limit, const Answer& answer) {
    return fmt::format("{} of {} solutions at limit {} of {}", answer.solutions,
                       std::min(limit, asked.solutions), limit, asked.puzzle.text());
  }

  Task least_ = kCounts;
  std::uint64_t most_ = 0;  // most solutions found at limits above 1
  bool ignores_contradictions_ = false;
  std::string evidence_;
};

}  // namespace

std::vector<AuditPuzzle> audit_puzzles(std::span<const Grid> puzzles, std::uint64_t seed) {
  std::vector<AuditPuzzle> made;
  PuzzleMaker maker(seed);
  for (const Grid& puzzle : puzzles.first(std::min(puzzles.size(), kOriginals)))
    maker.add(puzzle, made);
  return made;
}

result::TaskRecord task_of(std::span<const AuditPuzzle> puzzles,
                           std::span<const std::vector<Answer>> answers) {
  Findings findings;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    for (std::size_t puzzle = 0; puzzle < puzzles.size(); ++puzzle)
      findings.add(puzzles[puzzle], i + 1, answers[i][puzzle]);
  }
  return findings.record(puzzles.size());
}

bool is_audited(const RunSettings& settings) {
  return settings.audit && settings.verify != Verify::off;
}

result::TaskRecord audit(Runner& runner, std::span<const Grid> puzzles, const Budget& budget,
                         std::uint64_t seed) {
  const std::vector<AuditPuzzle> asked = audit_puzzles(puzzles, seed);
  std::vector<Grid> grids;
  grids.reserve(asked.size());
  for (const AuditPuzzle& puzzle : asked)
    grids.push_back(puzzle.puzzle);
  std::vector<std::vector<Answer>> answers;
  for (std::uint64_t limit = 1; limit <= kAuditedSolutions; ++limit) {
    answers.emplace_back(grids.size());
    Budget limited = budget;
    limited.solution_limit = limit;
    runner.solve({.puzzles = grids,
                  .answers = answers.back(),
                  .chunk = runner.info().batch,
                  .until = std::chrono::steady_clock::now() + kPatience},
                 limited);
  }
  return task_of(asked, answers);
}

}  // namespace sudoku::run
