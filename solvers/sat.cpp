// Satisfiability by conflict-driven clause learning, with the engine CaDiCaL.
//
// Sources: A. Biere, K. Fazekas, M. Fleury, M. Heisinger, "CaDiCaL, Kissat, Paracooba, Plingeling
// and Treengeling entering the SAT Competition 2020", 2020. The encodings: I. Lynce, J. Ouaknine,
// "Sudoku as a SAT Problem", 2006.
//
// A variable says that a cell holds a digit. The minimal encoding has a clause per cell (at least
// one digit) and one per digit and pair of cells in a house (not in both); that a cell holds only
// one digit follows by counting. The extended encoding states "at least one" and "at most one" for
// each of the 324 constraints. Choices that the clues decide are left out. A solution found becomes
// a clause that forbids it, and the search resumes with all that it has learned.
//
// The formula is built anew for each puzzle: 0.26 ms for an easy puzzle, solving included (0.9 ms
// with all clauses). Rejected: a kept formula with the clues as assumptions (0.17 ms on easy50,
// 0.57 ms on top95), as what it learned from earlier puzzles changed its guesses. The engine's
// lucky phases, restarts, rephasing, reduction and inprocessing are off: that changed times and
// conflicts by less than a tenth, and the engine then calls its terminator once per decision, which
// counts the decisions.
//
// Mean CPU time per puzzle, uniqueness proved (ms; g++ 12, Zen 4 core):
//                          easy50   top95   forum hardest
//   extended encoding       0.26     0.60       1.1
//   minimal encoding        0.42     2.3        5.8
#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include <cadical.hpp>

#include "solvers/constraints.h"
#include "solvers/search.h"

namespace sudoku {

namespace {

enum class Encoding { minimal, extended };

using Group = std::array<std::size_t, 9>;

// The choices that satisfy each constraint.
constexpr std::array<Group, kConstraints> kGroups = [] {
  std::array<Group, kConstraints> groups{};
  std::array<std::size_t, kConstraints> sizes{};
  for (int cell = 0; cell < kCells; ++cell) {
    for (int digit = 1; digit <= 9; ++digit) {
      for (const int which : constraints_of(cell, digit))
        groups[which][sizes[which]++] = choice_of(cell, digit);
    }
  }
  return groups;
}();

// The choices after the clues: each is kTrue, kFalse, or a variable, numbered from 1 without gaps.
class Choices {
 public:
  static constexpr int kFalse = 0;
  static constexpr int kTrue = -1;

  Choices(const Grid& puzzle, Encoding encoding) : encoding_(encoding) {
    meanings_.fill(kOpen);
    for_each_clue(puzzle, [this](int cell, int digit) { place(cell, digit); });
    int variables = 0;
    for (int& meaning : meanings_)
      if (meaning == kOpen) meaning = ++variables;
  }

  bool clues_fit() const { return clues_fit_; }

  int operator[](std::size_t choice) const { return meanings_[choice]; }

 private:
  static constexpr int kOpen = -2;

  void place(int cell, int digit) {
    const std::size_t placed = choice_of(cell, digit);
    clues_fit_ = clues_fit_ && meanings_[placed] == kOpen;
    const auto constraints = constraints_of(cell, digit);
    // The minimal encoding does not forbid a second digit in a filled cell: skip that constraint.
    for (std::size_t i = encoding_ == Encoding::minimal ? 1 : 0; i < constraints.size(); ++i) {
      for (const std::size_t choice : kGroups[constraints[i]])
        meanings_[choice] = kFalse;
    }
    meanings_[placed] = kTrue;
  }

  Encoding encoding_;
  std::array<int, kChoices> meanings_{};
  bool clues_fit_ = true;
};

// Called by the engine before every decision, which it counts.
struct Watch final : CaDiCaL::Terminator {
  explicit Watch(const Budget& budget) : meter(Meter::of_slow_guesses(budget)) {}

  bool terminate() override { return !meter.guess(); }

  Meter meter;
};

class Formula {
 public:
  Formula(const Choices& choices, Encoding encoding, Watch& watch) : choices_(choices) {
    configure(watch);
    for (std::size_t which = 0; which < kConstraints; ++which) {
      const bool is_cell = which < kCells;
      if (encoding == Encoding::extended || is_cell) add_at_least_one(kGroups[which]);
      if (encoding == Encoding::extended || !is_cell) add_at_most_one(kGroups[which]);
    }
  }

  // Finds the next solution. Returns false when none is left or the budget is spent.
  bool solve(Grid& solution) {
    constexpr int kSatisfiable = 10;
    if (engine_.solve() != kSatisfiable) return false;
    chosen_.clear();
    for (std::size_t choice = 0; choice < kChoices; ++choice) {
      const int meaning = choices_[choice];
      const bool is_chosen = meaning > 0 && engine_.val(meaning) > 0;
      if (is_chosen) chosen_.push_back(meaning);
      if (is_chosen || meaning == Choices::kTrue)
        solution.cells[choice / 9] = static_cast<char>('1' + choice % 9);
    }
    return true;
  }

  // Adds a clause that forbids the last solution found.
  void block() {
    for (const int variable : chosen_)
      engine_.add(-variable);
    engine_.add(0);
  }

 private:
  void configure(Watch& watch) {
    engine_.set("quiet", 1);
    engine_.configure("plain");
    for (const char* const option : {"lucky", "rephase", "reduce", "restart"})
      engine_.set(option, 0);
    engine_.set("terminateint", 0);  // makes the engine call the terminator before every decision
    engine_.connect_terminator(&watch);
  }

  void add_at_least_one(const Group& group) {
    const auto is_true = [this](std::size_t choice) { return choices_[choice] == Choices::kTrue; };
    if (std::ranges::any_of(group, is_true)) return;
    for (const std::size_t choice : group)
      if (choices_[choice] != Choices::kFalse) engine_.add(choices_[choice]);
    engine_.add(0);
  }

  void add_at_most_one(const Group& group) {
    for (std::size_t i = 1; i < group.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const int one = choices_[group[i]];
        const int other = choices_[group[j]];
        if (one <= 0 || other <= 0) continue;  // the clues decide one of the two choices
        engine_.add(-one);
        engine_.add(-other);
        engine_.add(0);
      }
    }
  }

  const Choices& choices_;
  CaDiCaL::Solver engine_;
  std::vector<int> chosen_;  // variables of the last solution found
};

template <Encoding kEncoding>
struct Satisfiability {
  static void run(const Grid& puzzle, const Budget& budget, Answer& answer) {
    Watch watch(budget);
    const Choices choices(puzzle, kEncoding);
    if (choices.clues_fit()) {
      Formula formula(choices, kEncoding, watch);
      Grid solution{};
      while (formula.solve(solution) && !note_solution(solution, budget, answer))
        formula.block();
    }
    conclude(watch.meter, budget, answer);
  }
};

template <Encoding kEncoding>
constexpr SolverEntry entry(std::string_view name, std::string_view about) {
  return {.info = {.name = name,
                   .about = about,
                   .source = "A. Biere et al., CaDiCaL, 2020; I. Lynce & J. Ouaknine, 2006",
                   .guess = "a decision of the engine: a literal assumed to be true"},
          .create = one_at_a_time<Satisfiability<kEncoding>>};
}

constexpr std::array<SolverEntry, 2> kEntries = {
    entry<Encoding::extended>(
        "sat", "CaDiCaL, extended encoding: each constraint at least and at most once"),
    entry<Encoding::minimal>(
        "sat_minimal", "CaDiCaL, minimal encoding: no empty cell, no digit twice in a house")};

}  // namespace

extern "C" [[gnu::visibility("default")]] constinit const std::span<const SolverEntry>
    sudoku_bench_entries = kEntries;

}  // namespace sudoku
