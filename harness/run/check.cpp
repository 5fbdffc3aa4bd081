#include "harness/run/check.h"

#include <algorithm>

#include <fmt/format.h>

#include "harness/base/random.h"
#include "solvers/roster.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace sudoku::run {

namespace {

bool count_fits(const Answer& answer, std::uint64_t limit, const SolverInfo& info) {
  switch (answer.outcome) {
    case Outcome::unique:
      return limit > 1 && answer.solutions == 1;
    case Outcome::multiple:
      return answer.solutions > 1 && answer.solutions <= limit;
    case Outcome::first:
      return (limit == 1 || !info.proves_uniqueness) && answer.solutions == 1;
    case Outcome::none:
    case Outcome::incomplete:
      return answer.solutions == 0;
    default:
      return true;
  }
}

// Whether every filled cell of `part` holds the same digit in `whole`.
bool fits(const Grid& part, const Grid& whole) {
  for (int cell = 0; cell < kCells; ++cell)
    if (part.cells[cell] != kBlank && part.cells[cell] != whole.cells[cell]) return false;
  return true;
}

// Whether `filled` keeps the clues and repeats no digit in a house; it may also be all empty.
bool is_part_of_a_solution(const Grid& puzzle, const Grid& filled) {
  if (filled == kEmptyGrid) return true;
  if (!fits(puzzle, filled)) return false;
  std::array<unsigned, 27> seen{};
  for (int cell = 0; cell < kCells; ++cell) {
    const char digit = filled.cells[cell];
    if (digit == kBlank) continue;
    if (!is_digit(digit)) return false;
    const unsigned bit = 1U << (digit - '1');
    for (const int house : {row_of(cell), 9 + column_of(cell), 18 + box_of(cell)}) {
      if ((seen[house] & bit) != 0) return false;
      seen[house] |= bit;
    }
  }
  return true;
}

bool has_solution(Outcome outcome) {
  return outcome == Outcome::unique || outcome == Outcome::multiple || outcome == Outcome::first;
}

// Whether the answer is from a stuck solver and shows the cells that it filled.
bool shows_part(const Answer& answer) {
  return answer.outcome == Outcome::incomplete && answer.solution != kEmptyGrid;
}

// Returns why the answer is wrong if `declared` is a solution; empty when it can be right.
std::string_view contradiction(const Answer& answer, const Grid& declared) {
  if (answer.outcome == Outcome::none) return "says none, but the declared solution fits";
  const bool is_another = answer.solution != kEmptyGrid && answer.solution != declared;
  if (answer.outcome == Outcome::unique && is_another)
    return "says unique, but the declared solution fits too";
  if (shows_part(answer) && !fits(answer.solution, declared))
    return "the filled cells contradict the declared solution";
  return {};
}

// Says that a number of solutions does not fit. Only commands can show a solution alone.
std::string_view fault_of_count(const Answer& answer, const SolverInfo& info) {
  if (answer.outcome == Outcome::first && info.proves_uniqueness)
    return "a solution without the number of solutions: say limit=first, or use --solutions 1";
  return "the number of solutions does not fit the outcome and the limit";
}

// Says that a solver counted a solution, but wrote none. Above limit 1, only a plugin that was
// announced with fills=yes is asked for one and can leave it out.
std::string_view fault_of_untouched(std::uint64_t limit) {
  if (limit == 1) return "counted a solution, but wrote none: its buffer was left untouched";
  return limit == 2 ? "wrote no solution at limit 2: leave fills=yes out"
                    : "wrote no solution above limit 1: leave fills=yes out";
}

// Says that a solution is none. That of a plugin which promised nothing may be left over from a
// search.
std::string_view fault_of_broken(bool may_be_left_over) {
  return may_be_left_over ? "the solution breaks a clue or a house; if it is none, say fills=no"
                          : "the solution breaks a clue or a house";
}

// Returns why a solution, or what a stuck solver has filled, cannot be right; empty when it can.
std::string_view fault_of_cells(const Grid& puzzle, const Answer& answer, std::uint64_t limit,
                                const SolverInfo& info) {
  if (answer.outcome == Outcome::incomplete) {
    return is_part_of_a_solution(puzzle, answer.solution)
               ? std::string_view()
               : "the filled cells break a clue or a house";
  }
  if (!has_solution(answer.outcome) || is_solution(puzzle, answer.solution)) return {};
  if (answer.solution == kEmptyGrid) return fault_of_untouched(limit);
  return fault_of_broken(limit > 1 && is_unpromised(info));
}

constexpr std::array<std::string_view, 2> kReferees = {"mrv_hidden", "dlx"};

// With --verify sample, the two referee solvers check one puzzle in this many.
constexpr std::uint64_t kSampled = 16;

// Returns how an answer contradicts the decision of the referees.
std::string disagreement(const Answer& answer, const Answer& decision) {
  if (answer.outcome == decision.outcome && answer.solutions != decision.solutions) {
    return fmt::format("counts {} solutions, the referees count {}", answer.solutions,
                       decision.solutions);
  }
  return fmt::format("says {}, the referees say {}", name_of(answer.outcome),
                     name_of(decision.outcome));
}

// How much an answer says: some cells, that a solution exists, how many, or which one.
int weight_of(const Answer& answer, const SolverInfo& solver) {
  if (answer.outcome == Outcome::incomplete) return -1;
  if (answer.outcome == Outcome::first) return 0;
  if (answer.outcome == Outcome::multiple && !solver.counts_solutions) return 1;
  return answer.outcome == Outcome::unique && answer.solution == kEmptyGrid ? 1 : 2;
}

// Number of solutions up to which a solver counts.
std::uint64_t counted_by(const SolverInfo& solver) {
  return solver.counts_solutions ? kUnlimited : 2;
}

}  // namespace

bool is_unpromised(const SolverInfo& info) { return !info.shows_solution && !info.may_only_count; }

bool is_decided(Outcome outcome) { return has_solution(outcome) || outcome == Outcome::none; }

bool agree(const Answer& a, const Answer& b, std::uint64_t counted) {
  // The cells that logic alone fills are the same in every solution.
  if (shows_part(a))
    return !has_solution(b.outcome) || b.solution == kEmptyGrid || fits(a.solution, b.solution);
  if (shows_part(b)) return agree(b, a);
  if (!is_decided(a.outcome) || !is_decided(b.outcome)) return true;
  if (!has_solution(a.outcome) || !has_solution(b.outcome)) return a.outcome == b.outcome;
  const bool both_counted = a.outcome != Outcome::first && b.outcome != Outcome::first;
  if (both_counted && std::min(a.solutions, counted) != std::min(b.solutions, counted))
    return false;
  const bool is_only = a.outcome == Outcome::unique || b.outcome == Outcome::unique;
  const bool both_shown = a.solution != kEmptyGrid && b.solution != kEmptyGrid;
  return !is_only || !both_shown || a.solution == b.solution;
}

std::string_view fault_of(const Grid& puzzle, const Answer& answer, std::uint64_t solution_limit,
                          const SolverInfo& info) {
  if (answer.outcome == Outcome::unanswered) return "no answer was written";
  if (answer.outcome > Outcome::crashed) return "the outcome is not one that a solver may report";
  if (!count_fits(answer, solution_limit, info)) return fault_of_count(answer, info);
  const bool may_hide = info.may_only_count || (!info.shows_solution && solution_limit > 1);
  if (may_hide && answer.solution == kEmptyGrid) return {};
  return fault_of_cells(puzzle, answer, solution_limit, info);
}

std::string_view fault_against_declared(const Grid& puzzle, const Grid& declared,
                                        const Answer& answer) {
  // Cheapest test first: most datasets declare no solutions, and most answers are right.
  if (declared.cells[0] == kBlank) return {};
  const std::string_view reason = contradiction(answer, declared);
  return reason.empty() || !is_solution(puzzle, declared) ? std::string_view() : reason;
}

std::uint64_t answer_hash(const Grid& puzzle, const Answer& answer) {
  if (!is_decided(answer.outcome)) return 0;
  std::string text(puzzle.text());
  text += static_cast<char>(answer.outcome);
  const std::size_t size = text.size() + kCells;
  if (answer.outcome == Outcome::unique) text += answer.solution.text();
  text.resize(size);
  return XXH3_64bits(text.data(), text.size());
}

Referee::Referee(parallel::ThreadPool& pool, const Budget& budget, options::Verify verify,
                 std::uint64_t seed)
    : pool_(pool), budget_(budget), verify_(verify), seed_(seed) {
  referees_.resize(pool.threads());
  for (auto& of_slot : referees_) {
    std::ranges::transform(kReferees, of_slot.begin(),
                           [](std::string_view name) { return find_solver(name)->create(); });
  }
}

std::uint64_t Referee::judge(const dataset::Block& block,
                             const std::vector<MeasuredBlock*>& solvers) {
  opinions_.assign(block.puzzles.size(), {});
  for (const MeasuredBlock* measured : solvers)
    add(*measured);
  const std::vector<std::size_t> positions = to_decide(block);
  pool_.for_each(positions.size(), [&](std::size_t i, unsigned slot) {
    opinions_[positions[i]].decision = decide(block.puzzles[positions[i]], slot);
  });
  for (MeasuredBlock* measured : solvers)
    refute(*measured);
  return static_cast<std::uint64_t>(std::ranges::count_if(positions, [this](std::size_t position) {
    return opinions_[position].disputed && !opinions_[position].decision;
  }));
}

void Referee::add(const MeasuredBlock& measured) {
  for (std::size_t i = 0; i < measured.sample->at.size(); ++i) {
    const Answer& answer = measured.answers[i];
    if (!is_decided(answer.outcome) && !shows_part(answer)) continue;
    Opinion& opinion = opinions_[measured.sample->at[i]];
    const SolverInfo& solver = *measured.solver;
    if (opinion.best != nullptr &&
        !agree(*opinion.best, answer, std::min(counted_by(solver), opinion.counted))) {
      opinion.disputed = true;
    }
    if (knows_count(answer, solver)) opinion.count_by(solver.name);
    if (opinion.best != nullptr && weight_of(answer, solver) <= opinion.weight) continue;
    opinion.best = &answer;
    opinion.weight = weight_of(answer, solver);
    opinion.counted = counted_by(solver);
  }
}

bool Referee::knows_count(const Answer& answer, const SolverInfo& solver) const {
  if (answer.outcome == Outcome::first) return budget_.solution_limit == 1;
  if (answer.outcome == Outcome::multiple) return budget_.solution_limit <= counted_by(solver);
  return is_decided(answer.outcome);
}

std::vector<std::size_t> Referee::to_decide(const dataset::Block& block) const {
  std::vector<std::size_t> positions;
  for (std::size_t i = 0; i < opinions_.size(); ++i) {
    const bool asked = verify_ == options::Verify::all ||
                       (verify_ == options::Verify::sample &&
                        base::mix(seed_ ^ base::mix(~(block.first + i))) % kSampled == 0);
    if (opinions_[i].disputed || (opinions_[i].best != nullptr && asked)) positions.push_back(i);
  }
  return positions;
}

std::optional<Answer> Referee::decide(const Grid& puzzle, unsigned slot) {
  std::array<Answer, kReferees.size()> answers;
  for (std::size_t i = 0; i < kReferees.size(); ++i)
    answers[i] = solve_one(*referees_[slot][i], puzzle, budget_);
  const bool first_decided = is_decided(answers[0].outcome);
  if (!first_decided && !is_decided(answers[1].outcome)) return std::nullopt;
  if (!agree(answers[0], answers[1])) return std::nullopt;
  return first_decided ? answers[0] : answers[1];
}

void Referee::refute(MeasuredBlock& measured) const {
  const SolverInfo& solver = *measured.solver;
  for (std::size_t i = 0; i < measured.sample->at.size(); ++i) {
    const Opinion& opinion = opinions_[measured.sample->at[i]];
    const std::optional<Answer>& decision = opinion.decision;
    const Answer& answer = measured.answers[i];
    result::ConfirmedRecord& confirmed = measured.confirmed;
    confirmed.referees += decision && is_decided(answer.outcome) ? 1 : 0;
    confirmed.solvers += opinion.counted_by_another && knows_count(answer, solver) ? 1 : 0;
    if (!decision || agree(answer, *decision, counted_by(solver))) continue;
    if (measured.outcome_at(i) == Outcome::wrong) continue;
    measured.faults[i] = {.outcome = Outcome::wrong, .reason = disagreement(answer, *decision)};
  }
}

}  // namespace sudoku::run
