#include "harness/report/outside.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "harness/report/notes.h"
#include "harness/results/example_result.h"

namespace sudoku {

namespace {

using Lines = std::vector<std::string>;

// The example with this row alone on its first dataset, and what is noted there.
Lines notes_on(const ResultRecord& row) {
  RunResult run = example_result();
  run.results = {row};
  Lines notes;
  note_outside(view_of(run, run.datasets[0]), notes);
  return notes;
}

ResultRecord plugin() {
  return example_result().results[5];
}

ResultRecord disqualified() {
  return example_result().results[6];
}

TEST(Outside, SaysNothingOfABuiltInSolver) {
  EXPECT_EQ(notes_on(example_result().results[0]), Lines{});
}

TEST(Outside, TellsOfCrashesKillsAndWhatWasAskedAgain) {
  EXPECT_EQ(
      notes_on(plugin()),
      // NOLINTNEXTLINE(bugprone-suspicious-missing-comma): one sentence
      (Lines{"rival-3 crashed on 2 puzzles, the first on line 12: died of SIGSEGV: invalid "
             "access at 0x10",
             "rival-3 timed out on 1 puzzle, the first on line 4,711: killed after 1.5 s",
             "only count above limit 1; asked again for a solution: rival-3 (2,765 of 44,242)",
             "also counted, mean per puzzle: rival-3 0.04 conflicts",
             "start-up, not part of any time above: rival-3 4.20 ms"}));
}

TEST(Outside, TellsOfADisqualification) {
  EXPECT_EQ(notes_on(disqualified()),
            (Lines{"echo crashed on 1 puzzle, the first on line 2: ended with exit status 1",
                   "echo: disqualified: 10 puzzles in a row: ended with exit status 1",
                   "start-up, not part of any time above: echo 21.0 ms"}));
}

TEST(Outside, TellsWhoDoesLessOrMore) {
  ResultRecord row = example_result().results[0];
  row.outcomes[static_cast<std::size_t>(Outcome::first)] = 3;
  EXPECT_EQ(notes_on(row), (Lines{"mrv stops at the first solution: it does less than solvers that "
                                  "prove uniqueness"}));
  row.solution_limit = 1;
  EXPECT_EQ(notes_on(row), Lines{}) << "at limit 1 all do";

  row = example_result().results[0];
  row.external = plugin().external;
  row.external->limit = "all";
  EXPECT_EQ(notes_on(row), (Lines{"mrv counts all solutions whatever the limit: it may do more "
                                  "than the others"}));
}

TEST(Outside, LeavesTimeoutsOfSolversThatGaveUpThemselvesToOthers) {
  ResultRecord row = plugin();
  row.incidents.resize(1);
  for (const std::string& note : notes_on(row))
    EXPECT_EQ(note.find("timed out"), std::string::npos) << note;
}

TEST(Outside, KeepsShortStartsToItself) {
  ResultRecord row = plugin();
  row.incidents.clear();
  row.solutions_asked = 0;
  row.tally.reset();
  row.startup_s = 0.001;
  EXPECT_EQ(notes_on(row), Lines{});
}

TEST(Outside, MarksWhoRanInWorkerProcesses) {
  RunResult run = example_result();
  run.results = {run.results[0], plugin()};
  const Lines some = notes(view_of(run, run.datasets[0]));
  EXPECT_NE(std::ranges::find(some, "† in worker processes, timed inside them: rival-3"),
            some.end());
  run.results[0].isolated = true;
  const Lines all = notes(view_of(run, run.datasets[0]));
  EXPECT_NE(std::ranges::find(all, "† in worker processes, timed inside them: all rows"),
            all.end());
}

struct OptionsCase {
  const char* name;
  ResultRecord row;
  std::string options;
};

TEST(Outside, RepeatsARowWithItsOptions) {
  ResultRecord careful = plugin();
  careful.external->library = "a,b/it's.so";
  careful.external->config = 0;
  careful.external->limit = "all";
  careful.external->fills_solution = true;
  careful.external->thread_safe = false;
  ResultRecord command = disqualified();
  command.external->command = {"python3", "my solver.py"};
  command.external->limit = "honoured";
  command.external->batch = 1;
  const OptionsCase cases[] = {
      {"built in", example_result().results[0], "--solvers mrv"},
      {"plugin", plugin(), "--solvers none --plugin build/librival.so:rival:3,name=rival-3"},
      {"all parts", careful,
       "--solvers none --plugin '\"a,b/it'\\''s.so\":rival,name=rival-3,limit=all,fills=yes,"
       "threads=unsafe'"},
      {"command", disqualified(),
       "--solvers none --exec 'name=echo,limit=first,batch=64:python3 echo.py'"},
      {"command with blanks", command,
       "--solvers none --exec 'name=echo:python3 '\\''my solver.py'\\'''"},
  };
  for (const OptionsCase& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(options_for(c.row), c.options);
  }
}

TEST(Outside, ListsWhereSolversComeFrom) {
  RunResult run = example_result();
  run.results.push_back(plugin());
  EXPECT_EQ(outside_section(run),
            "## Solvers from outside\n\n"
            "Version and flags as given by who ran them; digest and compiler as found in the "
            "file.\n\n"
            "| solver | version | flags | from | sha256 | compiler |\n"
            "|---|---|---|---|---|---|\n"
            "| rival-3 | 1.2 | -O3 -march=native | build/librival.so:rival:3 | 9f86d081884c | "
            "GCC: (Debian 12.2.0-14) 12.2.0 |\n"
            "| echo |  |  | python3 echo.py | 33ff |  |\n\n");
  run.results.resize(5);
  EXPECT_EQ(outside_section(run), "");
}

}  // namespace

}  // namespace sudoku
