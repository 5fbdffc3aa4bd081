#include "harness/run/audit.h"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include "harness/base/random.h"
#include "harness/run/check.h"
#include "solvers/propagation.h"
#include "solvers/roster.h"
#include "solvers/search.h"

namespace sudoku::run {

namespace {

// Number of a dataset's puzzles of which an audit makes its own, four of each.
constexpr std::size_t kOriginals = 16;

// Time per solution limit after which an audit asks for no further puzzles, and how many it asks
// for in any case, two of each kind: on a busy machine, a slow solver would be found out in some
// runs and not in others.
constexpr std::chrono::seconds kPatience{1};
constexpr std::size_t kAskedAlways = 8;

// Guesses after which the solutions of a puzzle are no longer counted, so that the making of audit
// puzzles stays short and does not depend on the clock.
constexpr std::uint64_t kMostGuesses = 100'000;

// Random changes of a clue that are tried to leave a puzzle without a solution.
constexpr int kTries = 20;

// The cells of a puzzle's clues, in random order.
std::vector<int> clue_cells(const Grid& puzzle, base::Random& random) {
  std::vector<int> cells;
  for_each_clue(puzzle, [&cells](int cell, int /*digit*/) { cells.push_back(cell); });
  random.shuffle(std::span(cells));
  return cells;
}

// Returns a copy with two equal clues in a house, if the puzzle has such clues at all.
std::optional<AuditPuzzle> with_equal_clues(Grid puzzle, base::Random& random) {
  const std::vector<int> cells = clue_cells(puzzle, random);
  for (const int cell : cells) {
    const auto peer = std::ranges::find_if(
        cells, [cell](int other) { return !(kPeers[cell] & set_of(other)).empty(); });
    if (peer == cells.end()) continue;
    puzzle.cells[cell] = puzzle.cells[*peer];
    return AuditPuzzle{.puzzle = puzzle};
  }
  return std::nullopt;
}

class PuzzleMaker {
 public:
  explicit PuzzleMaker(std::uint64_t seed) : random_(base::mix(seed)) {}

  // Appends a puzzle and what is made of it.
  void add(const Grid& original, std::vector<AuditPuzzle>& puzzles) {
    for (const auto& made : {with_several_solutions(original), counted(original),
                             without_solution(original), with_equal_clues(original, random_)}) {
      if (made) puzzles.push_back(*made);
    }
  }

 private:
  std::optional<AuditPuzzle> counted(const Grid& puzzle) const {
    const Budget budget{.solution_limit = kAuditedSolutions, .guess_limit = kMostGuesses};
    const Answer answer = solve_one(*solver_, puzzle, budget);
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

  // Sets a random clue to a random digit.
  std::optional<AuditPuzzle> without_solution(const Grid& puzzle) {
    for (int i = 0; i < kTries; ++i) {
      Grid changed = puzzle;
      const std::vector<int> cells = clue_cells(puzzle, random_);
      if (!cells.empty()) changed.cells[cells.front()] = static_cast<char>('1' + random_.below(9));
      const auto found = counted(changed);
      if (found && found->solutions == 0) return found;
    }
    return std::nullopt;
  }

  base::Random random_;
  std::unique_ptr<Solver> solver_ = find_solver("lanes")->create();
};

using result::Task;

// Least work that a solver has shown, and the most.
class Findings {
 public:
  void add(const AuditPuzzle& asked, std::uint64_t limit, const Answer& answer) {
    const bool is_stuck = answer.outcome == Outcome::incomplete;
    if (!is_decided(answer.outcome) && !is_stuck) return;
    if (asked.solutions == 0 && answer.solutions > 0) {
      ignores_contradictions_ = true;
      if (evidence_.empty()) evidence_ = text_of(asked, limit, answer);
    } else if (asked.solutions > 0) {
      const Task shown = is_stuck ? Task::assumes_uniqueness : task_shown(asked, limit, answer);
      (shown == Task::assumes_uniqueness ? fails_some_ : finds_some_) = true;
      if (asked.solutions > 1) note(shown, asked, limit, answer);
    }
  }

  result::TaskRecord record(std::uint64_t puzzles) const {
    return {.does = std::string(name_of(task())),
            .ignores_contradictions = ignores_contradictions_,
            .puzzles = puzzles,
            .evidence = evidence_};
  }

 private:
  Task task() const {
    if (fails_some_ && !finds_some_) return Task::finds_none;
    if (least_ == Task::assumes_uniqueness) return least_;
    if (most_ == 0) return Task::unclear;
    // A solver that found two of two solutions, but was not seen to find three, proves uniqueness.
    const bool may_count = least_ == Task::counts && most_ == kAuditedSolutions;
    return may_count ? least_ : std::min(least_, Task::proves_uniqueness);
  }

  static Task task_shown(const AuditPuzzle& asked, std::uint64_t limit, const Answer& answer) {
    const bool is_wrong =
        answer.solution != kEmptyGrid && !is_solution(asked.puzzle, answer.solution);
    if (answer.solutions == 0 || is_wrong) return Task::assumes_uniqueness;
    if (limit == 1 || answer.solutions >= std::min(limit, asked.solutions)) return Task::counts;
    return answer.solutions == 1 ? Task::stops_at_first : Task::proves_uniqueness;
  }

  void note(Task task, const AuditPuzzle& asked, std::uint64_t limit, const Answer& answer) {
    if (limit > 1) most_ = std::max(most_, answer.solutions);
    if (task >= least_) return;
    least_ = task;
    evidence_ = text_of(asked, limit, answer);
  }

  static std::string text_of(const AuditPuzzle& asked, std::uint64_t limit, const Answer& answer) {
    return fmt::format("{} of {} solutions at limit {} of {}", answer.solutions,
                       std::min(limit, asked.solutions), limit, asked.puzzle.text());
  }

  Task least_ = Task::counts;
  std::uint64_t most_ = 0;   // most solutions found at limits above 1
  bool finds_some_ = false;  // found a solution where there are some
  bool fails_some_ = false;  // found none where there are some
  bool ignores_contradictions_ = false;
  std::string evidence_;
};

// Why an answer is wrong whatever the solver does when asked for several solutions; empty: it may
// be right.
std::string_view plain_fault(const AuditPuzzle& asked, const Answer& answer,
                             const SolverInfo& info) {
  if (asked.solutions != 1 || !is_decided(answer.outcome)) return {};
  if (answer.outcome == Outcome::none) return "says none, but there is a solution";
  if (answer.solutions > 1) return "counts several solutions, but there is only one";
  const Answer shown{.outcome = Outcome::first, .solutions = 1, .solution = answer.solution};
  return answer.solution == kEmptyGrid ? std::string_view()
                                       : fault_of(asked.puzzle, shown, 1, info);
}

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

bool is_audited(const options::RunSettings& settings) {
  return settings.audit && settings.verify != options::Verify::off;
}

result::TaskRecord audit(runner::Runner& runner, std::span<const Grid> puzzles,
                         const Budget& budget, std::uint64_t seed, UnrecordedFaults& faults) {
  const std::vector<AuditPuzzle> asked = audit_puzzles(puzzles, seed);
  std::vector<Grid> list;
  for (const AuditPuzzle& made : asked)
    list.push_back(made.puzzle);
  std::vector<std::vector<Answer>> answers;
  for (std::uint64_t limit = 1; limit <= kAuditedSolutions; ++limit) {
    answers.emplace_back(list.size());
    Budget limited = budget;
    limited.solution_limit = limit;
    const runner::PassResult pass = runner.solve({.puzzles = list,
                                                  .answers = answers.back(),
                                                  .chunk = runner.info().batch,
                                                  .until = SteadyClock::now() + kPatience,
                                                  .least = kAskedAlways},
                                                 limited);
    if (is_cancelled(budget)) break;
    faults.add(kInAudit, pass, list);
    for (std::size_t i = 0; i < asked.size(); ++i) {
      faults.add_wrong(kInAudit, plain_fault(asked[i], answers.back()[i], runner.info()),
                       asked[i].puzzle);
    }
  }
  if (!is_cancelled(budget)) faults.add_crash(kInAudit, runner.disqualified());
  faults.add_crash(kInStart, runner.start_fault());
  return task_of(asked, answers);
}

}  // namespace sudoku::run
