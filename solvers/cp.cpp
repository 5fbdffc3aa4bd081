// Constraint programming with the engine Gecode: 81 variables with the digits as their domains, 27
// all-different constraints, and depth-first search that branches on a variable with the smallest
// domain (first fail), smallest digit first.
//
// Sources: H. Simonis, "Sudoku as a Constraint Problem", 2005; J.-C. Régin, "A Filtering Algorithm
// for Constraints of Difference in CSPs", 1994 (`cp`, domains); A. López-Ortiz et al., "A Fast and
// Simple Algorithm for Bounds Consistency of the Alldifferent Constraint", 2003 (`cp_bounds`).
// `cp_value` only removes the digit of a decided cell from its peers, which is what Gecode does
// unless it is told a level: on datasets/hard.csv it takes 265 guesses a puzzle, `cp` 8.
//
// The model is built once and copied for each puzzle; a copy remembers nothing of earlier puzzles.
// A copy takes 4 us, building takes 19 us: 38 instead of 65 us for an easy puzzle.
#include <array>
#include <memory>

#include <gecode/int.hh>
#include <gecode/search.hh>

#include "solvers/search.h"

namespace sudoku {

namespace {

// A search node with all of its variables; Gecode calls it a space.
class Model final : public Gecode::Space {
 public:
  explicit Model(Gecode::IntPropLevel level) : cells_(*this, kCells, 1, 9) {
    for (int house = 0; house < 9; ++house) {
      for (const auto house_of : {row_of, column_of, box_of}) {
        Gecode::IntVarArgs members;
        for (int cell = 0; cell < kCells; ++cell)
          if (house_of(cell) == house) members << cells_[cell];
        Gecode::distinct(*this, members, level);
      }
    }
    Gecode::branch(*this, cells_, Gecode::INT_VAR_SIZE_MIN(), Gecode::INT_VAL(count_and_choose));
  }

  Model(Model& other) : Space(other), meter_(other.meter_) { cells_.update(*this, other.cells_); }

  Gecode::Space* copy() override { return new Model(*this); }

  // Places the clues; `meter` counts every branching from then on.
  void start(const Grid& puzzle, Meter& meter) {
    meter_ = &meter;
    for_each_clue(puzzle, [&](int cell, int digit) {
      Gecode::rel(*this, cells_[cell], Gecode::IRT_EQ, digit);
    });
  }

  Grid solution() const {
    Grid grid{};
    for (int cell = 0; cell < kCells; ++cell)
      grid.cells[cell] = static_cast<char>('0' + cells_[cell].val());
    return grid;
  }

 private:
  // Counts a branching and returns the digit to try. When the budget is spent, the engine's stop
  // object (Watch) ends the search before it follows the branch.
  static int count_and_choose(const Gecode::Space& space, Gecode::IntVar cell, int /*position*/) {
    static_cast<const Model&>(space).meter_->guess();
    return cell.min();
  }

  Gecode::IntVarArray cells_;
  Meter* meter_ = nullptr;
};

// Stops the search when the budget is spent; Gecode calls stop() before every node.
class Watch final : public Gecode::Search::Stop {
 public:
  explicit Watch(const Meter& meter) : meter_(meter) {}

  bool stop(const Gecode::Search::Statistics& /*so_far*/,
            const Gecode::Search::Options& /*options*/) override {
    return meter_.spent();
  }

 private:
  const Meter& meter_;
};

template <Gecode::IntPropLevel kLevel>
class ConstraintProgram {
 public:
  // status() propagates until nothing changes; only then can Gecode copy the model.
  ConstraintProgram() { model_.status(); }

  void run(const Grid& puzzle, const Budget& budget, Answer& answer) {
    Meter meter = Meter::of_slow_guesses(budget);
    Watch watch(meter);
    Gecode::Search::Options options;
    options.stop = &watch;
    options.clone = false;  // the search takes over the root instead of copying it
    std::unique_ptr<Model> root(static_cast<Model*>(model_.clone()));
    root->start(puzzle, meter);
    Gecode::DFS<Model> search(root.release(), options);
    while (const std::unique_ptr<Model> found{search.next()}) {
      if (note_solution(found->solution(), budget, answer)) break;
    }
    conclude(meter, budget, answer);
  }

 private:
  Model model_{kLevel};
};

template <Gecode::IntPropLevel kLevel>
constexpr SolverEntry entry(std::string_view name, std::string_view about) {
  return {.info = {.name = name,
                   .about = about,
                   .source = "H. Simonis, Sudoku as a Constraint Problem, 2005; Gecode",
                   .guess = "a branch on a cell with several digits left"},
          .create = one_at_a_time<ConstraintProgram<kLevel>>};
}

constexpr std::array<SolverEntry, 3> kEntries = {
    entry<Gecode::IPL_DOM>("cp",
                           "Gecode: all-different with domain propagation, first-fail branching"),
    entry<Gecode::IPL_BND>("cp_bounds",
                           "Gecode: all-different with bounds propagation, first-fail branching"),
    entry<Gecode::IPL_VAL>(
        "cp_value",
        "Gecode: all-different with value propagation (its default), first-fail branching")};

}  // namespace

extern "C" [[gnu::visibility("default")]] constinit const std::span<const SolverEntry>
    sudoku_bench_entries = kEntries;

}  // namespace sudoku
