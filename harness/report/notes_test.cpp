#include "harness/report/notes.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "harness/report/columns.h"
#include "harness/result/comparison.h"
#include "harness/result/example_results_fixture.h"

namespace sudoku::report {

namespace {

using Lines = std::vector<std::string>;

// Notes on a dataset of a result.
Lines notes_of(const result::RunResult& run, std::size_t dataset = 0) {
  return texts_of(notes(view_of(run, run.datasets[dataset])));
}

bool includes(const Lines& lines, const std::string& line) {
  return std::ranges::count(lines, line) == 1;
}

// The notes that contain the text.
Lines notes_with(const std::string& text, Lines notes) {
  std::erase_if(notes, [&text](const auto& note) { return note.find(text) == std::string::npos; });
  return notes;
}

// The example result with some of its rows.
result::RunResult example_with(const std::vector<std::size_t>& rows) {
  result::RunResult run = result::example_result();
  std::vector<result::Row> chosen;
  for (const std::size_t row : rows)
    chosen.push_back(run.results[row]);
  run.results = chosen;
  return run;
}

TEST(Notes, CaptionADataset) {
  const result::RunResult run = result::example_result();
  EXPECT_EQ(caption(view_of(run, run.datasets[0])),
            "44,242 puzzles, 21–31 clues (mean 24.6), 2 rows in quarantine");
  EXPECT_EQ(caption(view_of(run, run.datasets[1])),
            "95 puzzles, 17–21 clues (mean 21.0); small set: speed may be overstated");
}

TEST(Notes, CaptionOfASetTooSmallToCompareSolversOn) {
  result::RunResult run = result::example_result();
  run.datasets[1].puzzles = 29;
  EXPECT_EQ(caption(view_of(run, run.datasets[1])),
            "29 puzzles, 17–21 clues (mean 21.0); small set: speed may be overstated, too few "
            "puzzles to compare solvers");
}

TEST(Notes, CaptionOfOneKindOfPuzzle) {
  result::RunResult run = result::example_result();
  run.datasets[0] = {.name = "rated",
                     .path = "",
                     .sha256 = "",
                     .puzzles = 1'000,
                     .quarantined = 1,
                     .quarantine_first = {},
                     .clues_min = 17,
                     .clues_mean = 17,
                     .clues_max = 17};
  EXPECT_EQ(caption(view_of(run, run.datasets[0])), "1,000 puzzles, 17 clues, 1 row in quarantine");
}

TEST(Notes, CaptionPencilmarksByTheirCandidates) {
  result::RunResult run = result::example_result();
  run.datasets[0].candidates = {.min = 200, .mean = 250.5, .max = 300};
  EXPECT_EQ(caption(view_of(run, run.datasets[0])),
            "44,242 puzzles, pencilmarks, 200–300 candidates (mean 250.5), 2 rows in quarantine");
}

TEST(Notes, NameThePuzzleOfAFaultThatHasNoLine) {
  result::RunResult run = example_with({0});
  run.results[0].wrong_answers = {{.puzzle = "53..7", .line = result::kNoLine, .reason = "two"}};
  run.results[0].incidents = {
      {.puzzle = "6..1", .line = result::kNoLine, .outcome = Outcome::crashed, .reason = "late"},
      {.puzzle = "", .line = result::kNoLine, .outcome = Outcome::crashed, .reason = "at its end"}};
  EXPECT_EQ(notes_of(run),
            (Lines{"wrong: mrv: two, on 53..7", "mrv: late, on 6..1", "mrv: at its end"}));
}

TEST(Notes, AreSilentWhenAllIsWell) {
  result::RunResult run = example_with({0});
  EXPECT_EQ(notes_of(run), Lines{});
}

TEST(Notes, SayWhatLimitsTheFigures) {
  result::RunResult run = result::example_result();
  run.results.resize(5);
  EXPECT_EQ(notes_of(run),
            (Lines{"wrong: flags, line 12: a clue was changed",
                   "≤ gave up on puzzles; the time spent on them counts: naive",
                   "PAR-2, with puzzles given up at twice their limit: naive 31.0 ms",
                   "* simd: 512 puzzles per call, whose latency is from call to return",
                   "outcomes of naive: 409 unique, 3 timeout",
                   "outcomes of flags: 44,239 unique, 3 wrong",
                   "fewer than 1,000 puzzles, speed may be overstated: naive"}));
}

// A summary for a terminal has room for few remarks, and the head of a page for warnings only.
TEST(Notes, TellWhichChangeWhatAReaderConcludes) {
  using enum Note::Weight;
  result::RunResult run = result::example_result();
  run.results.resize(5);
  std::vector<Note::Weight> weights;
  for (const Note& note : notes(view_of(run, run.datasets[0])))
    weights.push_back(note.weight);
  EXPECT_EQ(weights, (std::vector{mark, mark, detail, detail, detail, detail, detail}))
      << "wrong answers and puzzles given up, but not PAR-2, a mark, outcomes, and sizes";
  run = result::example_result();
  const std::vector<Note> threads = notes(view_of(run, run.datasets[1]));
  const auto scaling = std::ranges::find_if(
      threads, [](const Note& note) { return note.text.starts_with("scaling of mrv"); });
  ASSERT_NE(scaling, threads.end());
  EXPECT_EQ(scaling->weight, figure);
}

TEST(Notes, MarkLatenciesOfASolverThatRemembers) {
  result::RunResult run = example_with({0});
  run.results[0].latency->set_mean_ns(run.results[0].time_per_puzzle_ns.median / 10);
  EXPECT_EQ(notes_of(run).front(),
            "latencies are less than half of the time per puzzle in the quickest throughput "
            "rounds, as if the solver remembered puzzles: mrv");
}

TEST(Notes, NameTheFunctionsWithMostInstructions) {
  result::RunResult run = result::example_result();
  run.results.resize(2);
  run.results[0].profile = {.puzzles = 10,
                            .instructions = 20'000,
                            .isa = "avx2",
                            .functions = {{"b", 4'000}, {"a", 11'000}, {"d", 1'000}, {"c", 2'000}}};
  run.results[1].profile = {.absence = "valgrind is not installed"};
  const Lines lines = notes_of(run);
  EXPECT_TRUE(includes(
      lines,
      "mrv: 2,000 instructions per puzzle as avx2 code, 55.0 % in a, 20.0 % in b, 10.0 % in c"));
  EXPECT_TRUE(includes(lines, "valgrind counted no instructions: valgrind is not installed: simd"));
}

bool accuses(const result::RunResult& run) {
  return !notes_with("remembered puzzles", notes_of(run)).empty();
}

// Regression: solvers that had waited for the CPU seemed to remember puzzles.
TEST(Notes, DoNotAccuseASolverThatWaited) {
  result::RunResult run = example_with({0});
  result::Row& mrv = run.results[0];
  mrv.latency->set_mean_ns(mrv.time_per_puzzle_ns.median / 3);
  EXPECT_TRUE(accuses(run));
  const auto wait_for = [&mrv](double share) {
    for (result::BlockRecord& block : mrv.blocks) {
      block.waited.emplace();
      for (const double seconds : block.seconds)
        block.waited->push_back(share * seconds);
    }
  };
  wait_for(0.1);
  EXPECT_TRUE(accuses(run));
  wait_for(0.5);
  EXPECT_FALSE(accuses(run));
}

// The waiting of a solver may not be known, while that of another one in the same rounds is.
TEST(Notes, DoNotAccuseASolverThatMayHaveWaited) {
  result::RunResult run = example_with({0, 0});
  run.results[1].solver = "other";
  run.results[0].latency->set_mean_ns(run.results[0].time_per_puzzle_ns.median / 10);
  for (result::BlockRecord& block : run.results[1].blocks)
    block.waited.emplace(block.seconds.size(), 0);
  EXPECT_TRUE(accuses(run)) << "the machine was quiet";
  for (result::BlockRecord& block : run.results[1].blocks)
    block.waited.emplace(block.seconds.size(), 0.2 * block.seconds.front());
  EXPECT_FALSE(accuses(run));
}

TEST(Notes, SayThatABusyMachineMayBeWhyPuzzlesWereGivenUp) {
  const std::string note =
      "≤ gave up on puzzles, perhaps because others had the CPU or its core in most rounds; the "
      "time spent on them counts: naive";
  result::RunResult run = example_with({3});
  run.results[0].blocks[0].waited = std::vector<double>{0, 0};
  EXPECT_FALSE(includes(notes_of(run), note));
  run.results[0].blocks[0].waited = std::vector<double>{5, 4};
  EXPECT_TRUE(includes(notes_of(run), note));
  run.results[0].external.emplace().command = {"solver"};
  EXPECT_FALSE(includes(notes_of(run), note)) << "a command waits for its pipes on any machine";
}

TEST(Notes, GiveTheIntervalsOfUnstableSpeedUpsTogether) {
  result::RunResult run = example_with({0, 1, 2});
  run.results[1].speedup->ratio = {.median = 0.003, .low = 0.0022, .high = 0.00487};
  run.results[2].speedup->ratio = {.median = 12, .low = 7.72, .high = 22.2};
  for (result::Row& row : run.results)
    if (row.speedup) row.speedup->reason = result::Doubt::unstable;
  EXPECT_EQ(notes_of(run).back(),
            "unstable: the speed-up's interval is wide: simd 455× slower to 205× slower, dlx 7.72× "
            "faster to 22.2× faster");
  run.results[2].speedup->reason = result::Doubt::one_puzzle;
  const Lines other = notes_of(run);
  EXPECT_TRUE(
      includes(other, "~ no interval of the speed-up: one puzzle does not represent others: dlx"));
}

TEST(Notes, SayWhyAScalingHasNoInterval) {
  result::RunResult run = result::example_result();
  result::SpeedupRecord& scaling = *run.results.back().scaling;
  scaling.ratio = {.median = 1.92, .low = 1.5, .high = 2.4};
  scaling.reason = result::Doubt::unstable;
  EXPECT_EQ(notes_of(run, 1)[1],
            "scaling of mrv: 2 threads against 1: ~1.92× faster (unstable: 1.50× faster to 2.40× "
            "faster)");
}

// A run whose rows have ten timed rounds, in three of which all solvers took half as long again.
TEST(Notes, TellHowTheMachineMoved) {
  result::RunResult run = example_with({0, 2});
  for (result::Row& row : run.results) {
    std::vector<double> seconds(10, 1);
    for (const std::size_t round : {2, 5, 6})
      seconds[round] = 1.5;
    row.blocks = {{.index = 0, .puzzles = row.puzzles, .seconds = seconds}};
  }
  EXPECT_TRUE(includes(notes_of(run),
                       "~ the machine was slower for all solvers in 3 of 10 rounds, by up to 50 %: "
                       "ratios are paired by round, rates are not"));
}

TEST(Notes, SayOfHowManyProcessesTheMiddlesAre) {
  result::RunResult run = example_with({0});
  run.results[0].processes = result::ProcessesRecord{.time_per_puzzle_ns = {1, 2, 3}};
  EXPECT_TRUE(includes(notes_of(run),
                       "middles of 3 processes: intervals are over processes; latencies are from "
                       "the first process"));
}

TEST(Notes, SayWhyThereIsNoInterval) {
  result::RunResult run = example_with({0, 1});
  run.results[0].puzzles_per_second = base::without_interval(92'000);
  EXPECT_TRUE(includes(notes_of(run), "no interval: the noise of a single round is unknown: mrv"));
}

TEST(Notes, SayWhyThereIsNoScaling) {
  result::RunResult run = result::example_result();
  result::SpeedupRecord& scaling = *run.results.back().scaling;
  scaling.ratio = base::kUnknownEstimate;
  scaling.reason = result::Doubt::few_cpus;
  EXPECT_TRUE(includes(notes_of(run, 1), "no scaling: more threads than CPUs: mrv (2 threads)"));
}

TEST(Notes, TellOfSweepsAndInterruptions) {
  const result::RunResult run = result::example_result();
  EXPECT_EQ(notes_of(run, 1),
            (Lines{"cut short, figures cover what was measured: mrv (2 threads)",
                   "scaling of mrv: 2 threads against 1: 1.92× faster (1.90–1.94)",
                   "outcomes: 95 multiple"}));
}

// Regression: each of twelve table rows got a note that all of its puzzles have several solutions.
TEST(Notes, SayOnceWhatSeveralRowsHaveInCommon) {
  result::RunResult run = example_with({0, 1, 2});
  for (result::Row& row : run.results) {
    row.outcomes = {};
    row.outcomes[Outcome::multiple] = row.puzzles;
  }
  run.results[2].puzzles = run.results[2].outcomes[Outcome::multiple] = 5;
  const Lines all = notes_of(run);
  EXPECT_TRUE(includes(all, "outcomes of simd, mrv, dlx: all multiple"));
  run.results[0].outcomes[Outcome::none] = 1;
  run.results[1].outcomes = run.results[0].outcomes;
  const Lines mixed = notes_of(run);
  EXPECT_TRUE(includes(mixed, "outcomes of simd, mrv: 44,242 multiple, 1 none"));
  EXPECT_TRUE(includes(mixed, "outcomes of dlx: all multiple"));
}

TEST(Notes, SayWhyThereIsNoSpeedUp) {
  result::RunResult run = example_with({0, 1, 2});
  for (result::Row& row : run.results) {
    if (!row.speedup) continue;
    row.speedup->puzzles = 18;
    row.speedup->ratio = base::kUnknownEstimate;
    row.speedup->reason = result::Doubt::few_puzzles;
  }
  EXPECT_TRUE(includes(
      notes_of(run), "no speed-up: they share only 18 puzzles; a comparison needs 30: simd, dlx"));
  run = example_with({0, 1});
  run.results[0].outcomes[Outcome::timeout] = 1;
  run.results[1].speedup.reset();
  EXPECT_TRUE(
      includes(notes_of(run), "no speed-up: mrv gave up on puzzles: compare PAR-2 instead: simd"));
}

TEST(Notes, CountThePuzzlesThatBothMet) {
  result::RunResult run = example_with({0, 1});
  run.results[1].speedup->puzzles = 412;
  EXPECT_EQ(notes_of(run).back(), "speed-up over the 412 puzzles that both were given: simd");
}

TEST(Notes, ExplainOnlyTheColumnsThatAreThere) {
  result::RunResult run = example_with({7});
  run.results[0].peak_memory_bytes = 0;
  EXPECT_EQ(legend(run),
            (Lines{"puzzles/s: by wall time, median of the rounds (95 % interval)",
                   "time: per puzzle, the inverse of puzzles/s", "guesses: mean per puzzle"}));
}

TEST(Notes, SayTheSpeedOnEachOfUnlikeProcessors) {
  result::RunResult run = result::example_result();
  run.results = {run.results[0], run.results[1]};
  const result::Row& row = run.results[0];
  const auto host = [&row](const char* cpu, double rate) {
    result::HostRecord record;
    record.environment.cpu = cpu;
    record.environment.cores = 2;
    record.rates = {{row.dataset, row.solver, row.threads, rate},
                    {"another", row.solver, row.threads, 1},
                    {row.dataset, row.solver, row.threads + 1, 1},
                    {row.dataset, "another", row.threads, 1}};
    return record;
  };
  run.hosts = {host("Xeon", 1e6), host("Zen 5", 2e6), host("Zen 5", 4e6)};
  const Lines lines = texts_of(notes(view_of(run, run.datasets[0])));
  EXPECT_EQ(std::ranges::count(lines, "on Xeon, 2 CPUs: " + row.solver + " 1.00 M/s"), 1);
  EXPECT_EQ(std::ranges::count(lines, "on Zen 5, 2 CPUs: " + row.solver + " 3.00 M/s"), 1);
}

// Notes on the example result with `row` alone on its first dataset.
Lines notes_on(const result::Row& row) {
  result::RunResult run = result::example_result();
  run.results = {row};
  return notes_of(run);
}

result::Row plugin() { return result::example_result().results[5]; }

result::Row disqualified() { return result::example_result().results[6]; }

TEST(External, SaysNothingOfABuiltInSolver) {
  EXPECT_EQ(notes_on(result::example_result().results[0]), Lines{});
}

TEST(External, TellsOfCrashesKillsAndWhatWasAskedAgain) {
  EXPECT_EQ(
      notes_on(plugin()),
      // NOLINTNEXTLINE(bugprone-suspicious-missing-comma): one sentence
      (Lines{"rival-3 crashed on 2 puzzles, the first on line 12: died of SIGSEGV: invalid "
             "access at 0x10",
             "rival-3 timed out on 1 puzzle, the first on line 4,711: no answer within 1 s",
             "show no solution above limit 1; solved again at limit 1: rival-3 (2,765 of 44,242)",
             "also counted, mean per puzzle: rival-3 2.00 conflicts",
             "start-up time, not included in any time above: rival-3 4.20 ms",
             "≤ gave up on puzzles; the time spent on them counts: rival-3",
             "PAR-2, with puzzles given up at twice their limit: rival-3 1.00 µs",
             "outcomes: 44,239 unique, 1 timeout, 2 crashed"}));
}

// Regression: of a plugin that writes a solution of some puzzles only, the note said that it shows
// none.
TEST(External, TellsOfSolutionsThatWereShownOfSomePuzzlesOnly) {
  struct SomeCase {
    const char* name;
    std::uint64_t unshown;
    Lines notes;
  };

  const SomeCase cases[] = {
      {"some",
       80,
       {"showed the solutions of some puzzles, and only counted others: rival-3 (80 of 44,242), 5 "
        "of them solved again at limit 1"}},
      {"none left out", 0, {}},
      {"all left out",
       44'239,
       {"show no solution above limit 1; solved again at limit 1: rival-3 (5 of 44,242)"}},
  };
  for (const SomeCase& c : cases) {
    SCOPED_TRACE(c.name);
    result::Row row = plugin();
    row.solutions_unshown = c.unshown;
    row.solutions_asked = 5;
    EXPECT_EQ(notes_with("at limit 1", notes_on(row)), c.notes);
  }
}

TEST(External, TellsOfSolutionsThatWereNeverShown) {
  struct HiddenCase {
    const char* name;
    std::optional<std::uint64_t> hidden;
    Lines notes;
  };

  const std::string asked = "show no solution above limit 1; solved again at limit 1: rival-3 ";
  const std::string hidden =
      "only count: showed no solution of puzzles asked for one, so none was checked: rival-3 ";
  const HiddenCase cases[] = {
      {"all shown", std::nullopt, {asked + "(2,765 of 44,242)"}},
      {"some shown", 5, {hidden + "(5 of 44,242)", asked + "(2,760 of 44,242)"}},
      {"none shown", 2'765, {hidden + "(2,765 of 44,242)"}},
  };
  for (const HiddenCase& c : cases) {
    SCOPED_TRACE(c.name);
    result::Row row = plugin();
    row.solutions_hidden = c.hidden;
    Lines found = notes_on(row);
    std::erase_if(found, [](const std::string& note) {
      return note.find("at limit 1") == std::string::npos &&
             note.find("only count") == std::string::npos;
    });
    EXPECT_EQ(found, c.notes);
  }
}

TEST(External, TellsOfADisqualification) {
  EXPECT_EQ(notes_on(disqualified()),
            (Lines{"echo crashed on 1 puzzle, the first on line 2: ended with exit status 1",
                   "echo: disqualified: 10 puzzles in a row: ended with exit status 1",
                   "start-up time, not included in any time above: echo 21.0 ms"}));
}

TEST(External, TellsWhoDoesLessOrMore) {
  result::Row row = result::example_result().results[0];
  row.outcomes[Outcome::first] = 3;
  EXPECT_EQ(notes_on(row), (Lines{"mrv stops at the first solution: it does less work than solvers "
                                  "that prove uniqueness"}));
  result::Row disqualified = row;
  disqualified.disqualified = "it crashed";
  EXPECT_EQ(notes_on(disqualified), Lines{"mrv: disqualified: it crashed"})
      << "no figures, no limit";
  row.solution_limit = 1;
  EXPECT_EQ(notes_on(row), Lines{}) << "at limit 1 all do";

  row = result::example_result().results[0];
  row.external = plugin().external;
  row.external->limit = "all";
  EXPECT_EQ(
      notes_on(row),
      (Lines{"mrv counts all solutions whatever the limit: it may do more work than the others"}));
}

TEST(External, TellsWhatTheAuditFound) {
  result::Row row = result::example_result().results[0];
  row.external = plugin().external;
  row.external->limit = "honoured";
  row.task = {.does = "counts", .puzzles = 64};
  EXPECT_EQ(notes_on(row), Lines{}) << "as declared";
  row.task = {.does = "proves uniqueness", .puzzles = 64, .evidence = "2 of 3 solutions"};
  EXPECT_EQ(notes_on(row),
            (Lines{"audit of mrv: declared to count solutions up to the limit; it proves "
                   "uniqueness: 2 of 3 solutions"}));
  row.task = {.does = "counts", .ignores_contradictions = true, .evidence = "1 of 0 solutions"};
  EXPECT_EQ(notes_on(row),
            (Lines{"audit of mrv: declared to count solutions up to the limit; it counts, and "
                   "finds solutions where there are none: 1 of 0 solutions"}));
  row.task = {.does = "unclear"};
  EXPECT_EQ(notes_on(row), (Lines{"audit of mrv: what it does is unclear"}));
}

TEST(External, TellsThatNobodyAudited) {
  const std::string note = "no audit of what external solvers do (--audit off, or --verify off)";
  result::RunResult run = example_with({0});
  run.settings.set("audit", result::SettingValue(std::string("off")));
  EXPECT_FALSE(includes(notes_of(run), note)) << "there is none";
  run.results[0].external = plugin().external;
  EXPECT_TRUE(includes(notes_of(run), note));
  run.results[0].task = {.does = "counts", .puzzles = 64};
  EXPECT_FALSE(includes(notes_of(run), note));
}

TEST(External, ComparesTheAuditWithWhatWasDeclared) {
  struct DeclaredCase {
    const char* limit;
    const char* does;
    std::string said;  // in the note; empty: none is expected
  };

  const DeclaredCase cases[] = {
      {"two", "proves uniqueness", ""},
      {"two", "stops at first", "declared to stop at the second solution; it stops at first"},
      {"two", "finds no solution", "declared to stop at the second solution; it finds no solution"},
      {"first", "stops at first", ""},
      {"first", "counts", "declared to stop at the first solution; it counts"},
      {"honoured", "proves uniqueness",
       "declared to count solutions up to the limit; it proves uniqueness"},
      {"all", "counts", ""},
  };
  for (const DeclaredCase& c : cases) {
    SCOPED_TRACE(std::string(c.limit) + ", " + c.does);
    result::Row row = result::example_result().results[0];
    row.external = plugin().external;
    row.external->limit = c.limit;
    row.task = {.does = c.does, .puzzles = 64};
    const Lines expected = c.said.empty() ? Lines{} : Lines{"audit of mrv: " + c.said};
    EXPECT_EQ(notes_with("audit of ", notes_on(row)), expected);
  }
}

TEST(External, SaysHowASolverDoesLess) {
  result::RunResult run = result::example_result();
  run.results = {run.results[0], plugin()};
  for (result::Row& row : run.results)
    row.solution_limit = 5;
  const std::pair<const char*, std::string> cases[] = {
      {"finds no solution", "finds no solution: it does less work than solvers that find some"},
      {"assumes uniqueness",
       "assumes that puzzles have one solution: it does less work than solvers that prove "
       "uniqueness"},
      {"stops at first",
       "stops at the first solution: it does less work than solvers that prove uniqueness"},
      {"proves uniqueness",
       "stops at the second solution: it does less work than solvers that count"},
  };
  for (const auto& [does, said] : cases) {
    run.results[1].task = {.does = does};
    const Lines found = notes_of(run);
    EXPECT_TRUE(includes(found, "§ rival-3 " + said)) << does;
  }
}

TEST(External, LeavesTimeoutsOfSolversThatGaveUpThemselvesToOthers) {
  result::Row row = plugin();
  row.incidents.resize(1);
  EXPECT_EQ(notes_with("timed out", notes_on(row)), Lines{});
}

TEST(External, KeepsShortStartsToItself) {
  result::Row row = plugin();
  row.incidents.clear();
  row.solutions_asked = 0;
  row.tally.reset();
  row.startup_s = 0.001;
  EXPECT_EQ(notes_with("start-up", notes_on(row)), Lines{});
}

struct OptionsCase {
  const char* name;
  result::Row row;
  std::string options;
};

TEST(External, RepeatsAPuzzleWithTheOptionsOfItsRow) {
  result::Row careful = plugin();
  careful.external->library = "a,b/it's.so";
  careful.external->config = 0;
  careful.external->limit = "all";
  careful.external->fills_solution = true;
  careful.external->thread_safe = false;
  careful.external->takes_batches = true;
  careful.external->batch = 64;
  careful.external->pencilmarks = true;
  result::Row silent = plugin();
  silent.external->fills_solution = false;
  result::Row command = disqualified();
  command.external->command = {"python3", "my solver.py"};
  command.external->limit = "honoured";
  command.external->batch = 1;
  const OptionsCase cases[] = {
      {"built in", result::example_result().results[0], "--solvers mrv"},
      {"plugin", plugin(), "--solvers none --plugin build/librival.so:rival:3,name=rival-3"},
      {"no solutions", silent,
       "--solvers none --plugin build/librival.so:rival:3,name=rival-3,fills=no"},
      {"all parts", careful,
       "--solvers none --plugin "
       "'\"a,b/it'\\''s.so\":rival,name=rival-3,limit=all,batch=64,fills=yes,"
       "pencilmarks=yes,threads=unsafe'"},
      {"command", disqualified(),
       "--solvers none --exec 'name=echo,limit=first,batch=64:python3 echo.py'"},
      {"command with blanks", command,
       "--solvers none --exec 'name=echo:python3 '\\''my solver.py'\\'''"},
  };
  const result::RunResult run = result::example_result();
  for (const OptionsCase& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(repeat_command(run, c.row, "53.."),
              "echo 53.. | sudoku-bench run - " + c.options + " --threads 1 --solutions 2");
  }
}

TEST(External, ListsWhereSolversComeFrom) {
  result::RunResult run = result::example_result();
  run.results.push_back(plugin());
  EXPECT_EQ(external_section(run),
            "## External solvers\n\nVersion and flags are as given by the user; digest and "
            "compiler were found in the file.\n\n"
            "| solver | version | flags | origin | sha256 | compiler |\n"
            "|---|---|---|---|---|---|\n"
            "| rival-3 | 1.2 | -O3 -march=native | build/librival.so:rival:3 | 9f86d081884c | "
            "GCC: (Debian 12.2.0-14) 12.2.0 |\n"
            "| echo |  |  | python3 echo.py | 33ff |  |\n\n");
  run.results.resize(5);
  EXPECT_EQ(external_section(run), "");
}

std::uint64_t& count(result::Row& row, Outcome outcome) { return row.outcomes[outcome]; }

// Example result with one row, of a solver that got stuck on a quarter of the puzzles.
result::RunResult stuck_result() {
  result::RunResult run = result::example_result();
  run.datasets.resize(1);
  run.results = {run.results[0]};
  result::Row& row = run.results[0];
  row.solver = "logic";
  row.puzzles = 1'000;
  row.outcomes = {};
  count(row, Outcome::unique) = 700;
  count(row, Outcome::none) = 50;
  count(row, Outcome::incomplete) = 250;
  result::LogicRecord& logic = row.logic.emplace();
  logic.filled = 3'000;
  logic.blanks = 12'000;
  logic.hardest[static_cast<std::size_t>(Technique::hidden_single)] = 600;
  logic.hardest[static_cast<std::size_t>(Technique::x_wing)] = 100;
  return run;
}

TEST(LogicNotes, SayWhatTheSpeedIsNot) {
  const result::RunResult run = stuck_result();
  const Lines lines = notes_of(run);
  EXPECT_EQ(lines,
            (Lines{"¶ got stuck, and the speed counts only the time until then: logic on 250 "
                   "of 1,000 puzzles (filled 25.0 % of their blanks)",
                   "outcomes: 700 unique, 50 none, 250 incomplete",
                   "hardest technique that logic needed: hidden single 600, x-wing 100"}));
}

TEST(LogicNotes, NameTechniquesOnceInASweep) {
  result::RunResult run = stuck_result();
  run.results.push_back(run.results[0]);
  run.results[1].threads = 2;
  const Lines lines = notes_of(run);
  EXPECT_EQ(lines.size(), 3U) << "rows that got stuck, outcomes, techniques";
}

TEST(LogicNotes, AreSilentAboutSolversThatSearch) {
  const Lines lines = notes_of(result::example_result());
  EXPECT_EQ(notes_with("got stuck", lines), Lines{});
  EXPECT_EQ(notes_with("hardest technique", lines), Lines{});
}

TEST(FiguresTable, ShowsTheShareSolvedWhereSomeGotStuck) {
  const result::RunResult run = stuck_result();
  const std::string text = result_table(view_of(run, run.datasets[0])).text();
  EXPECT_NE(text.find("solver  puzzles  solved"), std::string::npos) << text;
  EXPECT_NE(text.find("logic¶    1,000  75.0 %"), std::string::npos) << text;
}

std::string fact(const Facts& facts, const std::string& name) {
  const auto found = std::ranges::find(facts, name, &std::pair<std::string, std::string>::first);
  return found == facts.end() ? "" : found->second;
}

TEST(SettingsFacts, SayHowPassesDifferAndWhoIsIsolated) {
  result::SettingsRecord settings = result::example_result().settings;
  EXPECT_EQ(fact(settings_facts(settings), "repeated passes"), "digits relabelled");
  EXPECT_EQ(fact(settings_facts(settings), "in worker processes"), "external solvers");
  EXPECT_EQ(fact(settings_facts(settings), "processes"), "");
  settings.set(result::kPermute, true);
  settings.set(result::kIsolate, "all");
  settings.set(result::kProcesses, 2);
  settings.set(result::kTimeBudget, 0);
  EXPECT_EQ(fact(settings_facts(settings), "repeated passes"), "full isomorphs");
  EXPECT_EQ(fact(settings_facts(settings), "in worker processes"), "all solvers");
  EXPECT_EQ(fact(settings_facts(settings), "processes"), "2");
  EXPECT_EQ(fact(settings_facts(settings), "time budget per solver and dataset"), "none");
}

TEST(EnvironmentFacts, SayHowThreadsShareTheCores) {
  result::RunResult run = result::example_result();
  EXPECT_EQ(fact(environment_facts(run), "cores"), "2, threads pinned");
  run.environment.smt_siblings = true;
  run.environment.pinned = false;
  EXPECT_EQ(fact(environment_facts(run), "cores"),
            "2, some of them SMT siblings, threads not pinned");
  run.environment.cores = 0;
  EXPECT_EQ(fact(environment_facts(run), "cores"), "") << "unknown";
}

TEST(SettingsFacts, ListByItsNameWhatHasNoWordsOfItsOwn) {
  result::RunResult run = result::example_result();
  const std::size_t before = settings_facts(run.settings).size();
  run.settings.set("audit", result::SettingValue(std::string("off")));
  EXPECT_EQ(settings_facts(run.settings).size(), before);
  run.settings.set("new_option", result::SettingValue(std::uint64_t{7}));
  const Facts facts = settings_facts(run.settings);
  ASSERT_EQ(facts.size(), before + 1);
  EXPECT_EQ(facts.back(), (std::pair<std::string, std::string>{"new_option", "7"}));
}

}  // namespace

}  // namespace sudoku::report
