#include "harness/report/logic_notes.h"

#include <gtest/gtest.h>

#include "harness/report/figures.h"
#include "harness/report/notes.h"
#include "harness/results/example_result.h"

namespace sudoku {

namespace {

using Lines = std::vector<std::string>;

std::uint64_t& count(ResultRecord& row, Outcome outcome) {
  return row.outcomes[static_cast<std::size_t>(outcome)];
}

// The example's first row as that of a solver that got stuck on a quarter of the puzzles.
RunResult stuck_result() {
  RunResult run = example_result();
  run.datasets.resize(1);
  run.results = {run.results[0]};
  ResultRecord& row = run.results[0];
  row.solver = "logic";
  row.puzzles = 1'000;
  row.outcomes = {};
  count(row, Outcome::unique) = 700;
  count(row, Outcome::none) = 50;
  count(row, Outcome::incomplete) = 250;
  LogicRecord& logic = row.logic.emplace();
  logic.filled = 3'000;
  logic.blanks = 12'000;
  logic.hardest[static_cast<std::size_t>(Technique::hidden_single)] = 600;
  logic.hardest[static_cast<std::size_t>(Technique::x_wing)] = 100;
  return run;
}

TEST(LogicNotes, TellTheShareSolved) {
  RunResult run = stuck_result();
  ResultRecord& row = run.results[0];
  EXPECT_EQ(solved_text(row), "75 %");
  count(row, Outcome::incomplete) = 0;
  count(row, Outcome::unique) = 950;
  EXPECT_EQ(solved_text(row), "all");
}

TEST(LogicNotes, SayWhatTheSpeedIsNot) {
  const RunResult run = stuck_result();
  Lines notes;
  note_logic(view_of(run, run.datasets[0]), notes);
  EXPECT_EQ(notes,
            (Lines{"‡ logic got stuck on 250 of 1,000 puzzles; its speed is not comparable: it "
                   "counts the time until then; there it filled 25 % of the blanks",
                   "hardest technique that logic needed: hidden single 600, x-wing 100"}));
}

TEST(LogicNotes, NameTechniquesOnceInASweep) {
  RunResult run = stuck_result();
  run.results.push_back(run.results[0]);
  run.results[1].threads = 2;
  Lines notes;
  note_logic(view_of(run, run.datasets[0]), notes);
  EXPECT_EQ(notes.size(), 3U);
}

TEST(LogicNotes, AreSilentAboutSolversThatSearch) {
  const RunResult run = example_result();
  Lines notes;
  note_logic(view_of(run, run.datasets[0]), notes);
  EXPECT_EQ(notes, Lines{});
}

TEST(FiguresTable, ShowsTheShareSolvedWhereSomeGotStuck) {
  const RunResult run = stuck_result();
  const std::string text = figures_table(view_of(run, run.datasets[0])).text(false);
  EXPECT_NE(text.find("solver  puzzles  solved"), std::string::npos) << text;
  EXPECT_NE(text.find("logic‡    1,000    75 %"), std::string::npos) << text;
}

}  // namespace

}  // namespace sudoku
