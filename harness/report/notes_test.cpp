#include "harness/report/notes.h"

#include <algorithm>
#include <concepts>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "harness/report/columns.h"
#include "harness/result/comparison.h"
#include "harness/result/example_results_fixture.h"

namespace sudoku::report {

namespace {

using result::Row;
using result::RunResult;

// Places of the example result's rows.
constexpr std::size_t kMrv = 0;
constexpr std::size_t kSimd = 1;
constexpr std::size_t kDlx = 2;
constexpr std::size_t kNaive = 3;
constexpr std::size_t kPlugin = 5;
constexpr std::size_t kCommand = 6;
constexpr std::size_t kOneThread = 7;
constexpr std::size_t kTwoThreads = 8;

const RunResult& example() {
  static const RunResult run = result::example_result();
  return run;
}

// The example result with some of its rows.
RunResult example_with(const std::vector<std::size_t>& places) {
  RunResult run = example();
  run.results.clear();
  for (const std::size_t place : places)
    run.results.push_back(example().results[place]);
  return run;
}

View view_of_first_row(const RunResult& run) {
  return view_of(run, *std::ranges::find(run.datasets, run.results.front().dataset,
                                         &result::DatasetRecord::name));
}

// The caption of a dataset after a change of its record.
template <typename Change>
std::string captioned(Change change) {
  RunResult run = example();
  change(run.datasets[0]);
  return caption(view_of(run, run.datasets[0]));
}

TEST(Caption, TellsOfADataset) {
  EXPECT_EQ(captioned([](auto& it) {
              it.clues_min = it.clues_max = 17;
              it.bad_rows = 1;
            }),
            "44,242 puzzles, 17 clues, 1 bad row");
  const std::string small =
      " puzzles, 21–31 clues (mean 24.6), 2 bad rows; small set: speed may be overstated";
  EXPECT_EQ(captioned([](auto& it) { it.puzzles = 30; }), "30" + small);
  EXPECT_EQ(captioned([](auto& it) { it.puzzles = 29; }),
            "29" + small + ", too few puzzles to compare solvers");
}

// Notes that contain a text, in lines that begin with what kind they are, on some rows of the
// example after a change of them or of the first row. The golden reports have those on the example
// itself.
template <typename Change>
std::string said(const std::string& about, const std::vector<std::size_t>& rows, Change change) {
  RunResult run = example_with(rows);
  if constexpr (std::invocable<Change, RunResult&>) {
    change(run);
  } else {
    change(run.results.front());
  }
  std::string lines;
  for (const Note& note : notes(view_of_first_row(run))) {
    if (note.text.find(about) == std::string::npos) continue;
    lines += lines.empty() ? "" : "\n";
    lines += fmt::format("{}: {}", note.is_warning ? "warning" : "remark", note.text);
  }
  return lines;
}

const auto kAsItIs = [](RunResult&) {};

TEST(Notes, AreSilentWhenAllIsWell) { EXPECT_EQ(said("", {kMrv}, kAsItIs), ""); }

// Lets a row wait for the CPU for a share of its time.
void wait_for(Row& row, double share) {
  for (result::BlockRecord& block : row.blocks) {
    block.waited.emplace();
    for (const double seconds : block.seconds)
      block.waited->push_back(share * seconds);
  }
}

// Regression: solvers that had waited for the CPU seemed to remember puzzles.
TEST(Notes, AccuseOnlySolversThatDidNotWait) {
  constexpr const char* kRemembers =
      "warning: latencies are less than half of the time per puzzle in the quickest throughput "
      "rounds, as if the solver remembered puzzles: mrv";
  const auto quick = [](double latency, double waiting = 0) {
    return [=](Row& row) {
      row.latency->set_mean_ns(latency * row.time_per_puzzle_ns.median);
      if (waiting > 0) wait_for(row, waiting);
    };
  };
  EXPECT_EQ(said("remember", {kMrv}, quick(0.6)), "");
  EXPECT_EQ(said("remember", {kMrv}, quick(0.34)), kRemembers);
  EXPECT_EQ(said("remember", {kMrv}, quick(0.34, 0.1)), kRemembers);
  EXPECT_EQ(said("remember", {kMrv}, quick(0.34, 0.5)), "");
  // The waiting of a solver may not be known, while that of another one in the same rounds is.
  const auto beside_another = [quick](double waiting, bool is_command = false) {
    return [=](RunResult& run) {
      quick(0.1)(run.results[0]);
      run.results[1].solver = "other";
      if (is_command) run.results[1].external.emplace().command = {"other"};
      wait_for(run.results[1], waiting);
    };
  };
  EXPECT_EQ(said("remember", {kMrv, kMrv}, beside_another(0)), kRemembers);
  EXPECT_EQ(said("remember", {kMrv, kMrv}, beside_another(0.2)), "");
  EXPECT_EQ(said("remember", {kMrv, kMrv}, beside_another(0.2, true)), kRemembers)
      << "a command waits for its pipes on any machine";
}

TEST(Notes, NameTheOnlyRowThatTheyAreAbout) {
  const auto cut_short = [](Row& row) { row.complete = false; };
  EXPECT_EQ(said("cut short", {kMrv}, cut_short),
            "warning: cut short, figures cover what was measured: mrv");
}

TEST(Notes, SayWhatIsKnownOfSpeedUps) {
  const auto doubt = [](RunResult& run, result::Doubt reason) {
    for (Row& row : run.results)
      if (row.speedup) row.speedup->reason = reason;
  };
  const auto few_puzzles = [doubt](RunResult& run) {
    doubt(run, result::Doubt::few_puzzles);
    for (Row& row : run.results) {
      if (!row.speedup) continue;
      row.speedup->puzzles = 18;
      row.speedup->ratio = base::kUnknownEstimate;
    }
  };
  EXPECT_EQ(said("speed-up", {kMrv, kSimd, kDlx}, few_puzzles),
            "remark: no speed-up: they share only 18 puzzles; a comparison needs 30: simd, dlx");
  const auto reference_gave_up = [](RunResult& run) {
    run.results[0].outcomes[Outcome::timeout] = 1;
    run.results[1].speedup.reset();
  };
  EXPECT_EQ(said("speed-up", {kMrv, kSimd}, reference_gave_up),
            "remark: no speed-up: mrv gave up on puzzles: compare PAR-2 instead: simd");
}

TEST(Notes, ExplainOnlyTheColumnsThatAreThere) {
  RunResult run = example_with({kOneThread});
  run.results[0].peak_memory_bytes = 0;
  EXPECT_EQ(legend(run),
            (std::vector<std::string>{
                "puzzles/s: by wall time, median of the rounds (95 % interval)",
                "time: per puzzle, the inverse of puzzles/s", "guesses: mean per puzzle"}));
}

TEST(NotesOnExternalSolvers, TellWhoseSolutionsWereNotChecked) {
  const auto hidden = [](Row& row) { row.solutions_hidden = 2'765; };
  EXPECT_EQ(
      said("solution", {kPlugin}, hidden),
      "warning: only count: showed no solution of puzzles asked for one, so none was checked: "
      "rival-3 (2,765 of 44,242)");
  EXPECT_EQ(said("solution", {kPlugin}, kAsItIs), "");
}

TEST(NotesOnExternalSolvers, TellWhoDoesLess) {
  const std::string less = ": it does less work than solvers that ";
  const auto stops = [](std::uint64_t limit, const char* disqualified = "") {
    return [=](Row& row) {
      row.outcomes[Outcome::first] = 3;
      row.solution_limit = limit;
      row.disqualified = disqualified;
    };
  };
  EXPECT_EQ(said("", {kMrv}, stops(2)),
            "remark: mrv stops at the first solution" + less + "prove uniqueness");
  EXPECT_EQ(said("", {kMrv}, stops(1)), "") << "at limit 1 all do";
  EXPECT_EQ(said("", {kMrv}, stops(2, "it crashed")), "");

  const std::pair<const char*, std::string> tasks[] = {
      {"finds no solution", "finds no solution" + less + "find some"},
      {"assumes uniqueness", "assumes that puzzles have one solution" + less + "prove uniqueness"},
      {"stops at first", "stops at the first solution" + less + "prove uniqueness"},
      {"proves uniqueness", "stops at the second solution" + less + "count"},
  };
  for (const auto& [does, sentence] : tasks) {
    const auto at_limit_5 = [task = does](RunResult& run) {
      run.results[0].solution_limit = run.results[1].solution_limit = 5;
      run.results[1].task = {.does = task};
    };
    EXPECT_EQ(said("§", {kMrv, kPlugin}, at_limit_5), "remark: § rival-3 " + sentence);
  }
}

// What the audit of a solver says that was declared to use the limit in this way.
std::string audited(const char* declared, const result::TaskRecord& task) {
  Row row = example().results[kMrv];
  row.external.emplace().limit = declared;
  row.task = task;
  return audit_text(row);
}

TEST(NotesOnExternalSolvers, TellWhatAnAuditFoundOtherThanDeclared) {
  const std::string counts = "declared to count solutions up to the limit; ";
  EXPECT_EQ(audited("honoured", {.does = "counts"}), "");
  EXPECT_EQ(audited("honoured", {.does = "proves uniqueness", .evidence = "2 of 3 solutions"}),
            counts + "it proves uniqueness: 2 of 3 solutions");
  EXPECT_EQ(audited("honoured", {.does = "counts", .ignores_contradictions = true}),
            counts + "it counts, and finds solutions where there are none");
  EXPECT_EQ(audited("honoured", {.does = "unclear"}), "what it does is unclear");
  EXPECT_EQ(audited("two", {.does = "proves uniqueness"}), "");
  EXPECT_EQ(audited("two", {.does = "stops at first"}),
            "declared to stop at the second solution; it stops at first");
  EXPECT_EQ(audited("first", {.does = "stops at first"}), "");
  EXPECT_EQ(audited("first", {.does = "counts"}),
            "declared to stop at the first solution; it counts");
  EXPECT_EQ(audited("all", {.does = "counts"}), "");
}

struct OptionsCase {
  const char* name;
  Row row;
  std::string options;
};

TEST(RepeatCommand, HasTheOptionsOfItsRow) {
  Row careful = example().results[kPlugin];
  careful.external->library = "a,b/it's.so";
  careful.external->config = 0;
  careful.external->limit = "all";
  careful.external->fills_solution = true;
  careful.external->thread_safe = false;
  careful.external->takes_batches = true;
  careful.external->batch = 64;
  Row silent = example().results[kPlugin];
  silent.external->fills_solution = false;
  Row command = example().results[kCommand];
  command.external->command = {"python3", "my solver.py"};
  command.external->limit = "honoured";
  command.external->batch = 1;
  const OptionsCase cases[] = {
      {"built in", example().results[kMrv], "--solvers mrv"},
      {"plugin", example().results[kPlugin],
       "--solvers none --plugin build/librival.so:rival:3,name=rival-3"},
      {"no solutions", silent,
       "--solvers none --plugin build/librival.so:rival:3,name=rival-3,fills=no"},
      {"all parts", careful,
       "--solvers none --plugin "
       "'\"a,b/it'\\''s.so\":rival,name=rival-3,limit=all,batch=64,fills=yes,threads=unsafe'"},
      {"command", example().results[kCommand],
       "--solvers none --exec 'name=echo,limit=first,batch=64:python3 echo.py'"},
      {"command with blanks", command,
       "--solvers none --exec 'name=echo:python3 '\\''my solver.py'\\'''"},
  };
  for (const OptionsCase& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(repeat_command(example(), c.row, "53.."),
              "echo 53.. | sudoku-bench run - " + c.options + " --threads 1 --solutions 2");
  }
}

}  // namespace

}  // namespace sudoku::report
