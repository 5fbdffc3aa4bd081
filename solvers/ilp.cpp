// Integer linear programming by branch and cut, with the engine COIN-OR CBC.
//
// Sources: J. Forrest, R. Lougee-Heimer, "CBC User Guide", 2005; A. C. Bartlett, T. P. Chartier,
// A. N. Langville, T. D. Rankin, "An Integer Programming Model for the Sudoku Problem", 2008.
//
// A binary variable says that (row, column) holds a digit: 729 columns, 324 equations, clues as
// lower bounds of 1. The objective is arbitrary: weights 1 to 729 in column-major order. A solution
// found is excluded by an inequality (not all of its 81 choices again) before the next is searched.
//
// The program is built anew for each puzzle (0.06 ms). Rejected: changing the bounds of a kept
// program, which took as long if the basis was reset, twice as long if not, and made the nodes
// depend on earlier puzzles. Mean CPU ms per puzzle, uniqueness proved (g++ 12, Zen 4 core):
//                                                     easy50   top95   forum hardest
//   linear program, then branch and bound                 14      29
//   the engine's presolve first                          1.2      12         730
//   probing cuts, and no strong branching                1.1      11         200
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <memory>
#include <numeric>
#include <optional>
#include <vector>

#include <coin/CbcEventHandler.hpp>
#include <coin/CbcModel.hpp>
#include <coin/CglProbing.hpp>
#include <coin/CoinPackedMatrix.hpp>
#include <coin/OsiClpSolverInterface.hpp>
#include <coin/OsiPresolve.hpp>

#include "solvers/constraints.h"
#include "solvers/search.h"

namespace sudoku {

namespace {

constexpr int kColumns = static_cast<int>(kChoices);
constexpr double kTolerance = 1e-6;  // distance from a whole number that still counts as whole

// The column of a digit in a cell: column-major order of (row, column, digit).
constexpr int column_for(int cell, int digit) {
  return row_of(cell) + 9 * column_of(cell) + 81 * (digit - 1);
}

// The 324 equations: of the choices that satisfy a constraint, exactly one is made.
CoinPackedMatrix equations() {
  std::vector<int> rows;
  std::vector<int> columns;
  for (int cell = 0; cell < kCells; ++cell) {
    for (int digit = 1; digit <= 9; ++digit) {
      for (const int constraint : constraints_of(cell, digit)) {
        rows.push_back(constraint);
        columns.push_back(column_for(cell, digit));
      }
    }
  }
  const std::vector<double> ones(rows.size(), 1.0);
  constexpr bool kColumnOrdered = true;
  return {kColumnOrdered, rows.data(), columns.data(), ones.data(),
          static_cast<CoinBigIndex>(rows.size())};
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

struct Found {
  Grid solution = kEmptyGrid;
  // True when the linear program alone gave whole numbers, so that no branching was needed.
  bool is_integral_at_root = false;
};

// A puzzle as an integer program that excludes the solutions cut off so far.
class Program {
 public:
  template <typename Puzzle>
  explicit Program(const Puzzle& puzzle) {
    static const CoinPackedMatrix matrix = equations();
    std::array<double, kChoices> objective{};
    std::iota(objective.begin(), objective.end(), 1.0);
    const std::vector<double> ones(kColumns, 1.0);
    std::vector<double> lower(kColumns, 0.0);
    std::vector<double> upper(kColumns, 1.0);
    for_each_clue(clues_of(puzzle),
                  [&](int cell, int digit) { lower[column_for(cell, digit)] = 1; });
    for_each_excluded(puzzle, [&](int cell, int digit) { upper[column_for(cell, digit)] = 0; });
    program_.messageHandler()->setLogLevel(0);
    program_.loadProblem(matrix, lower.data(), upper.data(), objective.data(), ones.data(),
                         ones.data());
    for (int column = 0; column < kColumns; ++column)
      program_.setInteger(column);
  }

  // Finds the next solution. Returns nothing when none is left or the budget is spent.
  std::optional<Found> solve(const Budget& budget, Meter& meter) {
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
    const bool is_integral_at_root = std::all_of(values, values + smaller->getNumCols(), is_whole);
    if (!is_integral_at_root && !branch(*smaller, budget, meter)) return std::nullopt;
    presolve.postsolve();
    return Found{.solution = solution(), .is_integral_at_root = is_integral_at_root};
  }

  void cut_off(const Grid& solution) {
    std::array<int, kCells> chosen{};
    for (int cell = 0; cell < kCells; ++cell)
      chosen[cell] = column_for(cell, solution.cells[cell] - '0');
    const std::vector<double> ones(kCells, 1.0);
    program_.addRow(kCells, chosen.data(), ones.data(), -COIN_DBL_MAX, kCells - 1);
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
    Grid grid = kEmptyGrid;
    const double* const values = program_.getColSolution();
    for (int cell = 0; cell < kCells; ++cell) {
      for (int digit = 1; digit <= 9; ++digit) {
        if (values[column_for(cell, digit)] > 0.5)
          grid.cells[cell] = static_cast<char>('0' + digit);
      }
    }
    return grid;
  }

  OsiClpSolverInterface program_;
};

struct IntegerProgram {
  template <typename Puzzle>
  static void run(const Puzzle& puzzle, const Budget& budget, Answer& answer) {
    Meter meter = Meter::of_slow_guesses(budget);
    Program program(puzzle);
    while (const auto found = program.solve(budget, meter)) {
      if (answer.solutions == 0) answer.tally = found->is_integral_at_root ? 1 : 0;
      if (note_solution(found->solution, budget, answer) || !meter.guess()) break;
      program.cut_off(found->solution);
    }
    conclude(meter, budget, answer);
  }
};

constexpr std::array<SolverEntry, 1> kEntries = {{{
    .info = {.name = "ilp",
             .about = "integer program of 729 binary variables, branch and cut by COIN-OR CBC",
             .source = "Bartlett et al., An Integer Programming Model for the Sudoku Problem, 2008",
             .guess =
                 "a node with a fractional relaxation, or a solution excluded to look for another",
             .tally = "root relaxations that were integral, for the first solution",
             .pencilmarks = true},
    .create = one_at_a_time<IntegerProgram>,
}}};

}  // namespace

std::span<const SolverEntry> ilp_entries() { return kEntries; }

}  // namespace sudoku
