// Integer linear programming by branch and cut, with the engine COIN-OR CBC.
//
// Sources: J. Forrest, R. Lougee-Heimer, "CBC User Guide", 2005; A. C. Bartlett, T. P. Chartier,
// A. N. Langville, T. D. Rankin, "An Integer Programming Model for the Sudoku Problem", 2008.
//
// A binary variable says that a cell holds a digit, where no clue excludes that; of the variables
// that satisfy a constraint, exactly one is 1. The objective is arbitrary: weights in column-major
// order. A solution found is excluded by an inequality (not all of its choices again) before the
// next is searched.
//
// The program is built anew for each puzzle. Rejected: changing the bounds of a kept program, which
// took as long if the basis was reset, twice as long if not, and made the nodes depend on earlier
// puzzles. Mean CPU ms per puzzle, uniqueness proved (g++ 12, Zen 4 core):
//                                        easy50  top95  minimal  multiple  forum hardest
//   linear program, then branch and bound    14     29
//   the engine's presolve first             1.2     12                               730
//   probing cuts, and no strong branching   1.1     14      2.2        28            180
//   variables that clues leave open alone,
//   and probing in one pass                 0.6    9.3      1.3        11            165
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <vector>

#include <coin/CbcEventHandler.hpp>
#include <coin/CbcModel.hpp>
#include <coin/CglProbing.hpp>
#include <coin/ClpSolve.hpp>
#include <coin/OsiClpSolverInterface.hpp>
#include <coin/OsiPresolve.hpp>

#include "solvers/constraints.h"
#include "solvers/search.h"

namespace sudoku {

namespace {

constexpr double kTolerance = 1e-6;  // distance from a whole number that still counts as whole

struct Choice {
  int cell = 0;
  int digit = 0;
};

using Counts = std::array<int, kConstraints>;  // a number for each constraint

// How many clues satisfy each constraint: in a puzzle without a contradiction, at most one.
Counts clues_on(const Grid& clues) {
  Counts counts{};
  for_each_clue(clues, [&](int cell, int digit) {
    for (const int constraint : constraints_of(cell, digit))
      ++counts[constraint];
  });
  return counts;
}

// The choices that the clues leave open, in column-major order of (row, column, digit).
std::vector<Choice> open_choices(const Counts& counts) {
  const auto is_open = [&](const Choice& choice) {
    return std::ranges::none_of(constraints_of(choice.cell, choice.digit),
                                [&](int constraint) { return counts[constraint] > 0; });
  };
  std::vector<Choice> choices;
  for (int i = 0; i < static_cast<int>(kChoices); ++i) {
    const Choice choice = {.cell = 9 * (i % 9) + i / 9 % 9, .digit = 1 + i / kCells};
    if (is_open(choice)) choices.push_back(choice);
  }
  return choices;
}

bool is_whole(double value) { return std::abs(value - std::round(value)) <= kTolerance; }

// Counts the nodes of a search, and stops it when the budget is spent.
class Watch final : public CbcEventHandler {
 public:
  explicit Watch(Meter& meter) : meter_(meter) {}

  CbcAction event(CbcEvent what) override {
    return what != node || meter_.guess() ? noAction : stop;
  }

  CbcEventHandler* clone() const override { return new Watch(*this); }

 private:
  Meter& meter_;
};

// A puzzle as an integer program that excludes the solutions cut off so far.
class Program {
 public:
  explicit Program(const Grid& puzzle) : clues_(puzzle) {
    const Counts counts = clues_on(clues_);
    choices_ = open_choices(counts);
    std::array<int, kConstraints> equations{};  // number of each constraint that no clue satisfies
    std::transform_exclusive_scan(counts.begin(), counts.end(), equations.begin(), 0, std::plus<>(),
                                  [](int count) { return count == 0 ? 1 : 0; });
    Counts ways = counts;  // clues and open choices that satisfy each constraint
    std::vector<int> rows;
    std::vector<CoinBigIndex> starts = {0};
    for (const Choice& choice : choices_) {
      for (const int constraint : constraints_of(choice.cell, choice.digit)) {
        rows.push_back(equations[constraint]);
        ++ways[constraint];
      }
      starts.push_back(static_cast<CoinBigIndex>(rows.size()));
    }
    is_possible_ = std::ranges::none_of(counts, [](int count) { return count > 1; }) &&
                   std::ranges::count(ways, 0) == 0;
    const auto columns = static_cast<int>(choices_.size());
    const auto row_count = static_cast<int>(std::ranges::count(counts, 0));
    const std::vector<double> ones(rows.size() + kConstraints, 1.0);
    const std::vector<double> zeros(columns, 0.0);
    std::vector<double> objective(columns);
    std::iota(objective.begin(), objective.end(), 1.0);
    program_.messageHandler()->setLogLevel(0);
    ClpSolve options;
    options.setSpecialOption(2, 1);  // no handler for SIGINT, which belongs to the program
    program_.setSolveOptions(options);
    program_.loadProblem(columns, row_count, starts.data(), rows.data(), ones.data(), zeros.data(),
                         ones.data(), objective.data(), ones.data(), ones.data());
    for (int column = 0; column < columns; ++column)
      program_.setInteger(column);
  }

  // Finds the next solution. Returns nothing when none is left or the budget is spent.
  std::optional<Grid> solve(const Budget& budget, Meter& meter) {
    if (!is_possible_) return std::nullopt;
    constexpr double kFeasible = 1e-8;
    constexpr bool kStaysIntegral = true;
    OsiPresolve presolve;
    const std::unique_ptr<OsiSolverInterface> smaller(
        presolve.presolvedModel(program_, kFeasible, kStaysIntegral));
    if (!smaller) return std::nullopt;
    smaller->messageHandler()->setLogLevel(0);
    smaller->initialSolve();
    if (!smaller->isProvenOptimal()) return std::nullopt;
    const double* const values = smaller->getColSolution();
    const bool is_integral = std::all_of(values, values + smaller->getNumCols(), is_whole);
    if (!is_integral && !branch(*smaller, budget, meter)) return std::nullopt;
    presolve.postsolve();
    return solution();
  }

  void cut_off(const Grid& solution) {
    std::vector<int> chosen;
    for (std::size_t i = 0; i < choices_.size(); ++i) {
      if (solution.cells[choices_[i].cell] == '0' + choices_[i].digit)
        chosen.push_back(static_cast<int>(i));
    }
    const auto count = static_cast<int>(chosen.size());
    const std::vector<double> ones(chosen.size(), 1.0);
    program_.addRow(count, chosen.data(), ones.data(), -COIN_DBL_MAX, count - 1);
  }

 private:
  // Branches and cuts. True when a solution is found; it is then the solution of `relaxation`.
  static bool branch(OsiSolverInterface& relaxation, const Budget& budget, Meter& meter) {
    if (!meter.guess()) return false;
    CbcModel search(relaxation);
    search.setLogLevel(0);
    search.solver()->messageHandler()->setLogLevel(0);
    search.setMaximumSolutions(1);
    search.setNumberStrong(0);
    CglProbing probing;
    probing.setUsingObjective(0);
    probing.setMaxPass(1);
    probing.setMaxPassRoot(1);
    search.addCutGenerator(&probing, 1, "probing");
    Watch watch(meter);
    search.passInEventHandler(&watch);
    if (budget.time_limit.count() > 0) {
      search.setUseElapsedTime(true);
      search.setMaximumSeconds(std::chrono::duration<double>(meter.time_left()).count());
    }
    search.branchAndBound();
    if (search.bestSolution() == nullptr) {
      constexpr int kFinished = 0;
      if (search.status() != kFinished) meter.give_up();
      return false;
    }
    for (int column = 0; column < relaxation.getNumCols(); ++column) {
      const double value = std::round(search.bestSolution()[column]);
      relaxation.setColBounds(column, value, value);
    }
    relaxation.resolve();
    return true;
  }

  Grid solution() const {
    Grid grid = clues_;
    const double* const values = program_.getColSolution();
    for (std::size_t i = 0; i < choices_.size(); ++i) {
      if (values[i] > 0.5)
        grid.cells[choices_[i].cell] = static_cast<char>('0' + choices_[i].digit);
    }
    return grid;
  }

  Grid clues_;
  bool is_possible_ = true;
  std::vector<Choice> choices_;  // of each column
  OsiClpSolverInterface program_;
};

struct IntegerProgram {
  static void run(const Grid& puzzle, const Budget& budget, Answer& answer) {
    Meter meter = Meter::of_slow_guesses(budget);
    Program program(puzzle);
    while (const auto solution = program.solve(budget, meter)) {
      if (note_solution(*solution, budget, answer) || !meter.guess()) break;
      program.cut_off(*solution);
    }
    conclude(meter, budget, answer);
  }
};

constexpr std::array<SolverEntry, 1> kEntries = {{{
    .info =
        {.name = "ilp",
         .about =
             "integer program with a binary variable per candidate, branch and cut by COIN-OR CBC",
         .source = "Bartlett et al., An Integer Programming Model for the Sudoku Problem, 2008",
         .guess =
             "a node with a fractional relaxation, or a solution excluded to look for another"},
    .create = one_at_a_time<IntegerProgram>,
}}};

}  // namespace

extern "C" [[gnu::visibility("default")]] constinit const std::span<const SolverEntry>
    sudoku_bench_entries = kEntries;

}  // namespace sudoku
