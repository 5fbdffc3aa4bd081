// Tests of plugin solvers: counts, solutions, agreement with our own solvers, and what is wrong
// with a library. run/external_run_test tells what their faults cost.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include <elf.h>
#include <gtest/gtest.h>

#include "harness/base/errors.h"
#include "harness/base/test_files.h"
#include "harness/external/elf_file.h"
#include "harness/external/external_fixture.h"
#include "harness/external/faulty_plugin.h"
#include "harness/external/guarded.h"

namespace sudoku::external {
namespace {

Spec plugin(const std::string& library, const std::string& symbol) {
  Spec spec;
  spec.name = symbol;
  spec.library = library;
  spec.symbol = symbol;
  spec.fills_solution = true;
  return spec;
}

// What a plugin returns for a solved grid, and the answer expected from that.
struct Saying {
  const char* name;
  std::uint64_t count;
  std::uint64_t limit;
  LimitUse use;
  Outcome outcome;
  std::uint64_t solutions;
};

const Saying kSayings[] = {
    {"none", 0, 2, LimitUse::honoured, Outcome::none, 0},
    {"none at limit 1", 0, 1, LimitUse::honoured, Outcome::none, 0},
    {"one at limit 1", 1, 1, LimitUse::honoured, Outcome::first, 1},
    {"one at limit 2", 1, 2, LimitUse::honoured, Outcome::unique, 1},
    {"one at limit 1000", 1, 1000, LimitUse::honoured, Outcome::unique, 1},
    {"two at limit 2", 2, 2, LimitUse::honoured, Outcome::multiple, 2},
    {"some below the limit", 7, 1000, LimitUse::honoured, Outcome::multiple, 7},
    {"two at limit 1", 2, 1, LimitUse::honoured, Outcome::multiple, 2},
    {"more than the limit", 255, 2, LimitUse::honoured, Outcome::multiple, 255},
    {"all, fewer than the limit", 3, 10, LimitUse::all, Outcome::multiple, 3},
    {"all, more than the limit", 255, 2, LimitUse::all, Outcome::multiple, 2},
    {"all, more than limit 1", 255, 1, LimitUse::all, Outcome::first, 1},
    {"all, one", 1, 2, LimitUse::all, Outcome::unique, 1},
    {"all, none", 0, 2, LimitUse::all, Outcome::none, 0},
    {"first at limit 1", 1, 1, LimitUse::first, Outcome::first, 1},
    {"first at limit 2", 1, 2, LimitUse::first, Outcome::first, 1},
    {"first of none", 0, 2, LimitUse::first, Outcome::none, 0},
    {"first, but two", 2, 2, LimitUse::first, Outcome::first, 2},
};

constexpr std::uint32_t kFills = 1 << 8;

Answer answer_to(const Saying& saying, std::uint32_t config, bool fills_solution) {
  ReportedIncidents reported;
  Spec spec = plugin(PLUGIN_FAULTY, "sudoku_saying");
  spec.config = static_cast<std::uint32_t>(saying.count) | config;
  spec.limit = saying.use;
  spec.fills_solution = fills_solution;
  const auto solver = make_plugin(spec, into(reported));
  const Answer answer = solve_one(*solver, grid_of(kSolved), {.solution_limit = saying.limit});
  EXPECT_EQ(reported, ReportedIncidents());
  return answer;
}

TEST(Plugin, TranslatesTheNumberOfSolutionsAndShowsTheSolutionIfItIsFilled) {
  for (const Saying& saying : kSayings) {
    SCOPED_TRACE(saying.name);
    const Answer answer = answer_to(saying, 5 << 9, false);
    EXPECT_EQ(name_of(answer.outcome), name_of(saying.outcome));
    EXPECT_EQ(answer.solutions, saying.solutions);
    EXPECT_EQ(answer.guesses, 5U);
    EXPECT_EQ(answer.solution, kEmptyGrid);
    const Grid filled = saying.solutions == 0 ? kEmptyGrid : filled_with('7');
    EXPECT_EQ(answer_to(saying, kFills, true).solution, filled);
    EXPECT_EQ(answer_to(saying, kFills, false).solution, saying.limit == 1 ? filled : kEmptyGrid)
        << "announced as not filling it above limit 1";
  }
  const Saying one = {"", 1, 1, LimitUse::honoured, Outcome::first, 1};
  EXPECT_EQ(answer_to(one, 0, true).solution, kEmptyGrid) << "it was not filled";
}

Spec batch_plugin(const std::string& library, const std::string& symbol, std::uint64_t batch) {
  Spec spec = plugin(library, symbol);
  spec.takes_batches = true;
  spec.batch = batch;
  return spec;
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
    EXPECT_EQ(reported, ReportedIncidents());
  }
}

void expect_mrv_hidden_itself(const Spec& spec) {
  ReportedIncidents reported;
  const auto solver = make_plugin(spec, into(reported));
  const auto itself = find_solver("mrv_hidden")->create();
  for (const std::string& name : kBundled) {
    SCOPED_TRACE(name);
    const std::vector<Grid> puzzles = bundled(name, 200);
    const std::vector<Answer> answers = solve_all(*solver, puzzles, {});
    const std::vector<Answer> expected = solve_all(*itself, puzzles, {});
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      EXPECT_EQ(answers[i].outcome, expected[i].outcome);
      EXPECT_EQ(answers[i].guesses, expected[i].guesses);
      EXPECT_EQ(answers[i].solution, expected[i].solution);
    }
  }
  EXPECT_EQ(reported, ReportedIncidents());
}

TEST(Plugin, MrvHiddenIsItselfBehindTheInterface) {
  expect_mrv_hidden_itself(plugin(PLUGIN_FAULTY, "sudoku_mrv_hidden"));
  for (const std::uint64_t batch : {1, 64, 4096})
    expect_mrv_hidden_itself(batch_plugin(PLUGIN_FAULTY, "sudoku_faulty_batch", batch));
}

std::vector<Pencilmarks> bundled_pencilmarks(std::size_t most) {
  std::vector<Pencilmarks> puzzles;
  for (const Grid& puzzle : bundled("multiple", most))
    puzzles.push_back(marks_of(puzzle));
  for (std::size_t i = 0; i < puzzles.size(); i += 3)
    puzzles[i].of[i % kCells] &= 0x155;
  return puzzles;
}

void expect_mrv_hidden_itself_on_pencilmarks(Spec spec) {
  ReportedIncidents reported;
  const std::vector<Pencilmarks> puzzles = bundled_pencilmarks(100);
  std::vector<Answer> answers(puzzles.size());
  std::vector<Answer> expected(puzzles.size());
  find_solver("mrv_hidden")->create()->solve_pencilmarks(puzzles, {}, expected);
  spec.pencilmarks = true;
  const auto solver = make_plugin(spec, into(reported));
  for (int i = 0; i < 2; ++i) {
    solver->solve_pencilmarks(puzzles, {}, answers);
    for (std::size_t k = 0; k < puzzles.size(); ++k) {
      EXPECT_EQ(answers[k].outcome, expected[k].outcome);
      EXPECT_EQ(answers[k].guesses, expected[k].guesses);
      EXPECT_EQ(answers[k].solution, expected[k].solution);
    }
    expect_mrv_hidden_itself(spec);
  }
  EXPECT_EQ(reported, ReportedIncidents());
}

TEST(Plugin, TakesPencilmarkPuzzlesIfAnnounced) {
  expect_mrv_hidden_itself_on_pencilmarks(plugin(PLUGIN_FAULTY, "sudoku_both_kinds"));
  for (const std::uint64_t batch : {1, 64, 4096}) {
    expect_mrv_hidden_itself_on_pencilmarks(
        batch_plugin(PLUGIN_FAULTY, "sudoku_both_kinds_batch", batch));
  }
  const Pencilmarks puzzle = bundled_pencilmarks(1).front();
  for (const Spec& spec : {plugin(PLUGIN_FAULTY, "sudoku_both_kinds"),
                           batch_plugin(PLUGIN_FAULTY, "sudoku_both_kinds_batch", 1)}) {
    Answer answer;
    make_plugin(spec, {})->solve_pencilmarks({&puzzle, 1}, {}, {&answer, 1});
    EXPECT_EQ(answer.outcome, Outcome::unsupported);
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
  EXPECT_EQ(reported, ReportedIncidents());
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

#if defined(__x86_64__)

// What a call of the plugin leaves behind is the fault of its first puzzle.
TEST(BatchPlugin, PaysForTheDirectionFlag) {
  const std::vector<Grid> puzzles = bundled("easy", 100);
  ReportedIncidents reported;
  answers_of_batch(config_of(PluginFault::sets_direction), puzzles, reported);
  EXPECT_EQ(reported,
            (ReportedIncidents{{0, Outcome::crashed, "left the processor's direction flag set"}}));
}

#endif

TEST(BatchPlugin, CountsTheTimeOfAPuzzleFromTheCall) {
  const std::vector<Grid> puzzles = bundled("easy", 100);
  ReportedIncidents reported;
  const Budget budget{.time_limit = std::chrono::milliseconds(1)};
  for (const Answer& answer :
       answers_of_batch(config_of(PluginFault::dawdles, 20), puzzles, reported, budget))
    EXPECT_EQ(name_of(answer.outcome), name_of(Outcome::timeout));
  EXPECT_EQ(reported, ReportedIncidents());
}

TEST(Plugin, IsNotAskedOnceCancelled) {
  const std::atomic<bool> cancelled = true;
  for (Spec spec : {plugin(PLUGIN_FAULTY, "sudoku_faulty"),
                    batch_plugin(PLUGIN_FAULTY, "sudoku_faulty_batch", 9)}) {
    spec.config = config_of(PluginFault::always_segv);
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
  for (const std::string library : {"/no/such.so", LINE_SOLVER}) {
    const std::string error = error_of_plugin(plugin(library, "solve"));
    std::string start = "cannot load function 'solve' of '";
    start.append(library).append("': ").append(library).append(": ");
    EXPECT_TRUE(error.starts_with(start) && error.size() > start.size()) << error;
  }
}

struct SymbolCase {
  const char* name;
  std::string library;
  std::string symbol;
  std::string instead;  // what the message says about the library
};

TEST(Plugin, SaysWhichFunctionsTheLibraryHasInstead) {
  const SymbolCase cases[] = {
      {"two", PLUGIN_EXAMPLE_C, "solve", "the library has 'solve_many', 'solve_bitmasks'"},
      {"the nearest first", PLUGIN_FAULTY, "sudoku_stop",
       "the library has 'sudoku_stops', 'sudoku_shows', 'sudoku_keeps', ..."},
      {"without extern C", PLUGIN_FAULTY, "sudoku_of_cpp",
       "the library has it as C++, '_Z13sudoku_of_cppPKcmjPcPm': SUDOKU_PLUGIN (extern \"C\") is "
       "missing"},
  };
  for (const SymbolCase& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(error_of_plugin(plugin(c.library, c.symbol)),
              "cannot load function '" + c.symbol + "': " + c.instead + ": '" + c.library + "'");
  }
}

TEST(Plugin, SaysThatALibraryHasNoFunctions) {
  std::string library = base::content_of(PLUGIN_EXAMPLE_C);
  const std::string_view symbols = elf_section(library, ".dynsym");
  const auto begin = static_cast<std::size_t>(symbols.data() - library.data());
  for (std::size_t at = 0; at < symbols.size(); at += sizeof(Elf64_Sym))
    library[begin + at + offsetof(Elf64_Sym, st_info)] &= '\xF0';  // of no type
  const base::TemporaryFolder folder;
  const std::string path = folder.write("without.so", library);
  EXPECT_EQ(error_of_plugin(plugin(path, "solve")),
            "cannot load function 'solve': the library exports no C function: '" + path + "'");
}

#if defined(__x86_64__)

TEST(Plugin, MayNotSetTheDirectionFlagWhenItStarts) {
  ::setenv("SUDOKU_BENCH_START_FAULT",
           std::to_string(config_of(PluginFault::sets_direction)).c_str(), 1);
  const std::string error = error_of_plugin(plugin(PLUGIN_FAULTY, "sudoku_faulty"));
  ::unsetenv("SUDOKU_BENCH_START_FAULT");
  EXPECT_EQ(error, "sudoku_plugin_start left the processor's direction flag set");
}

#endif

TEST(Plugin, SaysWhyItCannotRunHere) {
  const std::string reason = "no \x1b[31mdevice\n" + std::string(100, 'x');
  ::setenv("SUDOKU_BENCH_NO_START", reason.c_str(), 1);
  const std::string error = error_of_plugin(plugin(PLUGIN_FAULTY, "sudoku_faulty"));
  const std::string error_of_batches =
      error_of_plugin(batch_plugin(PLUGIN_FAULTY, "sudoku_faulty_batch", 7));
  ::unsetenv("SUDOKU_BENCH_NO_START");
  EXPECT_EQ(error, "'no  [31mdevice " + std::string(65, 'x') + "…', says '" PLUGIN_FAULTY "'");
  EXPECT_EQ(error_of_batches, error);
}

TEST(Plugin, IsFoundInTheCurrentFolder) {
  const std::filesystem::path before = std::filesystem::current_path();
  const std::filesystem::path library = PLUGIN_EXAMPLE_C;
  std::filesystem::current_path(library.parent_path());
  EXPECT_EQ(error_of_plugin(plugin(library.filename(), "solve_bitmasks")), "none");
  std::filesystem::current_path(before);
}

TEST(GuardedBuffer, NamesWhoGoesPastItsEnd) {
  const char* const message = "went too far";
  const void* end = nullptr;
  {
    const GuardedBuffer buffer(82, message);
    const GuardedBuffer another(81, "another");
    end = buffer.data() + 82;
    EXPECT_EQ(guard_name(end), message);
    EXPECT_EQ(guard_name(buffer.data() + 82 + 4095), message);
    EXPECT_EQ(guard_name(buffer.data() + 81), nullptr);
    EXPECT_STREQ(guard_name(another.data() + 81), "another");
    buffer.data()[81] = 'x';
    EXPECT_EQ(buffer.data()[81], 'x');
  }
  EXPECT_EQ(guard_name(end), nullptr);
  EXPECT_EQ(guard_name(nullptr), nullptr);
}

// There are names for 64 buffers: freed ones make room for others, and a buffer without a name
// guards all the same.
TEST(GuardedBufferDeathTest, EndsWhoGoesPastItsEnd) {
  for (int i = 0; i < 65; ++i) {
    const GuardedBuffer buffer(20'000, "went too far");
    std::fill_n(buffer.data(), 20'000, 'x');
    EXPECT_STREQ(guard_name(buffer.end()), "went too far");
  }
  std::vector<std::unique_ptr<GuardedBuffer>> buffers;
  for (int i = 0; i < 65; ++i)
    buffers.push_back(std::make_unique<GuardedBuffer>(81, "went too far"));
  const char* const end = buffers.back()->data() + 81;
  EXPECT_EQ(guard_name(end), nullptr);
  EXPECT_DEATH(buffers.back()->data()[81] = 'x', "");
  EXPECT_DEATH(static_cast<void>(*static_cast<const volatile char*>(end)), "");
}

}  // namespace
}  // namespace sudoku::external
