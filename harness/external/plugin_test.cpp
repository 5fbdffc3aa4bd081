// Tests of plugin solvers: batches, agreement with our own solvers, and what is wrong with a
// library. run/external_run_test tells what their faults cost.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "harness/base/errors.h"
#include "harness/base/process_fixture.h"
#include "harness/base/texts_fixture.h"
#include "harness/external/external_fixture.h"
#include "harness/external/faulty_plugin.h"
#include "harness/external/guarded.h"

namespace sudoku::external {
namespace {

Spec plugin(const std::string& library, const std::string& symbol, std::uint32_t config = 0) {
  Spec spec = plugin_spec(library, symbol, config);
  spec.fills_solution = true;
  return spec;
}

Spec batch_plugin(const std::string& library, const std::string& symbol, std::uint64_t batch) {
  return in_batches(plugin(library, symbol), batch);
}

TEST(Plugin, TellsHowLongBatchesWereCopied) {
  CopyingTime copying;
  const auto solver = make_plugin(batch_plugin(PLUGIN_EXAMPLE_C, "solve_many", 100), {}, &copying);
  const std::vector<Grid> puzzles = bundled("easy", 100);
  const auto begun = std::chrono::steady_clock::now();
  solve_all(*solver, puzzles, {});
  EXPECT_GT(copying.cpu.count(), 0);
  EXPECT_LE(copying.cpu, copying.wall);
  EXPECT_LT(copying.wall, std::chrono::steady_clock::now() - begun);
}

TEST(Plugin, ExamplesAgreeWithMrvHidden) {
  const std::vector<Spec> examples = {plugin(PLUGIN_EXAMPLE_C, "solve_bitmasks"),
                                      batch_plugin(PLUGIN_EXAMPLE_C, "solve_many", 7),
                                      plugin(PLUGIN_EXAMPLE_CPP, "solve_candidates"),
                                      batch_plugin(PLUGIN_EXAMPLE_CPP, "solve_batch", 100)};

  for (const Spec& example : examples) {
    SCOPED_TRACE(example.symbol);
    ReportedIncidents reported;
    const auto solver = make_plugin(example, into(reported));
    expect_solver_to_agree(*solver, 60);
    EXPECT_EQ(text_of(reported), "");
  }
}

TEST(Plugin, AnswersAsItsSolverInBatchesOfAnySize) {
  const auto itself = find_solver("mrv_hidden")->create();
  std::vector<Spec> specs = {plugin(PLUGIN_FAULTY, "sudoku_mrv_hidden")};
  for (const std::uint64_t batch : {1, 64, 4096})
    specs.push_back(batch_plugin(PLUGIN_FAULTY, "sudoku_faulty_batch", batch));
  for (const Spec& spec : specs) {
    ReportedIncidents reported;
    const auto solver = make_plugin(spec, into(reported));
    for (const std::string& name : kBundled) {
      SCOPED_TRACE(name);
      const std::vector<Grid> puzzles = bundled(name, 200);
      const std::vector<Answer> answers = solve_all(*solver, puzzles, {});
      const std::vector<Answer> expected = solve_all(*itself, puzzles, {});
      for (std::size_t i = 0; i < answers.size(); ++i) {
        EXPECT_EQ(answers[i].outcome, expected[i].outcome);
        EXPECT_EQ(answers[i].guesses, expected[i].guesses);
        EXPECT_EQ(answers[i].solution, expected[i].solution);
      }
    }
    EXPECT_EQ(text_of(reported), "");
  }
}

// Answers of the faulty plugin, which takes all puzzles in one batch.
std::vector<Answer> answers_of_batch(std::uint32_t config, const std::vector<Grid>& puzzles,
                                     ReportedIncidents& reported, const Budget& budget = {},
                                     bool fills_solution = true) {
  Spec spec = batch_plugin(PLUGIN_FAULTY, "sudoku_faulty_batch", puzzles.size());
  spec.config = config;
  spec.fills_solution = fills_solution;
  return solve_all(*make_plugin(spec, into(reported)), puzzles, budget);
}

TEST(BatchPlugin, ShowsSolutionsWhenAskedForOneOrAnnouncedAsFillingThem) {
  const std::vector<Grid> puzzles = bundled("easy", 50);
  for (const std::uint64_t limit : {1, 2}) {
    for (const bool fills : {false, true}) {
      ReportedIncidents reported;
      const auto answers = answers_of_batch(0, puzzles, reported, {.solution_limit = limit}, fills);
      for (std::size_t i = 0; i < puzzles.size(); ++i) {
        const bool shown = is_solution(puzzles[i], answers[i].solution);
        EXPECT_EQ(shown, limit == 1 || fills);
        EXPECT_EQ(answers[i].solution == kEmptyGrid, !shown);
      }
    }
  }
}

// Counts and guesses take eight bytes a puzzle: they fill more than a page from 512 puzzles on.
TEST(BatchPlugin, TakesThousandsOfPuzzlesAtOnce) {
  const std::vector<Grid> easy = bundled("easy", 100);
  std::vector<Grid> puzzles;
  for (int copy = 0; copy < 20; ++copy)
    puzzles.insert(puzzles.end(), easy.begin(), easy.end());
  ReportedIncidents reported;
  for (const Answer& answer : answers_of_batch(0, puzzles, reported))
    EXPECT_EQ(name_of(answer.outcome), name_of(Outcome::unique));
  EXPECT_EQ(text_of(reported), "");
}

TEST(BatchPlugin, PaysForAnsweringFewerOrMoreThanItWasAsked) {
  const std::vector<Grid> puzzles = bundled("easy", 100);
  for (const auto& [fault, number, answered] : {std::tuple(PluginFault::answers_few, 3U, 97U),
                                                std::tuple(PluginFault::answers_many, 0U, 101U)}) {
    ReportedIncidents expected;
    for (std::size_t i = answered % 101; i < puzzles.size(); ++i) {
      expected.push_back({i, Outcome::crashed,
                          "answered " + std::to_string(answered) + " puzzles of a batch of 100"});
    }
    ReportedIncidents reported;
    const auto answers = answers_of_batch(config_of(fault, number), puzzles, reported);
    EXPECT_EQ(reported, expected);
    for (std::size_t i = 0; i < puzzles.size(); ++i)
      EXPECT_EQ(answers[i].outcome == Outcome::unique, i < answered % 101) << i;
  }
}

TEST(BatchPlugin, CountsTheTimeOfAPuzzleFromTheCall) {
  const std::vector<Grid> puzzles = bundled("easy", 100);
  ReportedIncidents reported;
  const Budget budget{.time_limit = std::chrono::milliseconds(1)};
  for (const Answer& answer :
       answers_of_batch(config_of(PluginFault::dawdles, 20), puzzles, reported, budget))
    EXPECT_EQ(name_of(answer.outcome), name_of(Outcome::timeout));
  EXPECT_EQ(text_of(reported), "");
}

TEST(Plugin, IsNotAskedOnceCancelled) {
  const std::atomic<bool> cancelled = true;
  const std::uint32_t crashes = config_of(PluginFault::always_segv);
  for (const Spec& spec : {plugin(PLUGIN_FAULTY, "sudoku_faulty", crashes),
                           in_batches(plugin(PLUGIN_FAULTY, "sudoku_faulty_batch", crashes), 9)}) {
    for (const Answer& answer :
         solve_all(*make_plugin(spec, {}), bundled("easy", 9), {.cancelled = &cancelled}))
      EXPECT_EQ(name_of(answer.outcome), name_of(Outcome::timeout));
  }
}

std::string error_of_plugin(const Spec& spec) {
  try {
    make_plugin(spec, {});
  } catch (const base::LoadError& error) {
    return error.what();
  }
  return "none";
}

// The error message ends with the C library's own, which names the shared library once more.
TEST(Plugin, SaysWhatCannotBeLoaded) {
  for (const std::string library : {"/no/such.so", EXAMPLES "python/line_solver.py"}) {
    base::expect_start(error_of_plugin(plugin(library, "solve")),
                       "cannot load function 'solve' of '" + library + "': " + library + ": ");
  }
}

TEST(Plugin, SaysThatTheLibraryLacksItsFunction) {
  const std::pair<const char*, const char*> cases[] = {
      {"sudoku_stop", "does not export it"},
      {"sudoku_of_cpp", "has it as C++: SUDOKU_PLUGIN (extern \"C\") is missing"},
      {"sudoku_batch_of_cpp", "has it as C++: SUDOKU_PLUGIN (extern \"C\") is missing"},
  };
  for (const auto& [symbol, instead] : cases) {
    Spec spec = plugin(PLUGIN_FAULTY, symbol);
    spec.takes_batches = spec.symbol == "sudoku_batch_of_cpp";
    EXPECT_EQ(error_of_plugin(spec), std::string("cannot load function '") + symbol +
                                         "': the library " + instead + ": '" PLUGIN_FAULTY "'");
  }
}

TEST(Plugin, SaysWhyItCannotRunHere) {
  const base::Environment reason = {
      {"SUDOKU_BENCH_NO_START", "no \x1b[31mdevice\n" + std::string(100, 'x')}};
  const std::string error = error_of_plugin(plugin(PLUGIN_FAULTY, "sudoku_faulty"));
  EXPECT_EQ(error, "'no  [31mdevice " + std::string(65, 'x') + "…', says '" PLUGIN_FAULTY "'");
  EXPECT_EQ(error_of_plugin(batch_plugin(PLUGIN_FAULTY, "sudoku_faulty_batch", 7)), error);
}

TEST(Plugin, IsFoundInTheCurrentFolder) {
  const std::filesystem::path before = std::filesystem::current_path();
  const std::filesystem::path library = PLUGIN_EXAMPLE_C;
  std::filesystem::current_path(library.parent_path());
  EXPECT_EQ(error_of_plugin(plugin(library.filename(), "solve_bitmasks")), "none");
  std::filesystem::current_path(before);
}

TEST(GuardedBufferDeathTest, NamesAndEndsWhoGoesPastItsEnd) {
  const char* const message = "went too far";
  const char* end = nullptr;
  {
    const GuardedBuffer buffer(20'000, message);
    const GuardedBuffer another(81, "another");
    end = buffer.data() + 20'000;
    EXPECT_EQ(guard_name(end), message);
    EXPECT_EQ(guard_name(end + 4095), message);
    EXPECT_EQ(guard_name(end - 1), nullptr);
    EXPECT_STREQ(guard_name(another.data() + 81), "another");
    std::fill_n(buffer.data(), 20'000, 'x');
    EXPECT_DEATH(buffer.data()[20'000] = 'x', "");
    EXPECT_DEATH(static_cast<void>(*static_cast<const volatile char*>(end)), "");
  }
  EXPECT_EQ(guard_name(end), nullptr);
  EXPECT_EQ(guard_name(nullptr), nullptr);
}

}  // namespace
}  // namespace sudoku::external
