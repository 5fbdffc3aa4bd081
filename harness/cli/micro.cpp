// `sudoku-bench micro`: Google Benchmark benchmarks of every solver on small fixed puzzle sets.
//
//   solve/SOLVER/SET   solving the first 256 puzzles of a set, as often as Google Benchmark decides
//   read/SET           reading the set's file, from opening to the last row; items are rows
//
// Items are puzzles, so items_per_second is a throughput. Guesses per puzzle and puzzles given up
// are in the label: of a counter that is 0, Google Benchmark would write the variation over
// repetitions as NaN, which is no JSON.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <filesystem>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/cli/program.h"
#include "harness/cli/progress.h"
#include "harness/dataset/catalog.h"
#include "harness/dataset/reader.h"
#include "harness/options/settings.h"
#include "harness/options/values.h"
#include "harness/run/check.h"
#include "solvers/roster.h"

namespace sudoku::cli {

namespace {

constexpr std::size_t kSlice = 256;

// Guesses after which a solver gives up a puzzle. Without this limit, the simplest solver would
// need half a minute per iteration; with a time limit instead, the work would differ between runs.
constexpr std::uint64_t kMostGuesses = 100'000;

// Matches the benchmarks that are run without a filter; those of all solvers take two minutes.
std::string default_filter() {
  std::string solvers = options::kDefaultSolvers;
  std::ranges::replace(solvers, ',', '|');
  return fmt::format("^solve/({})/|^read/", solvers);
}

dataset::Block first_puzzles(const base::InputFile& file) {
  dataset::Block block;
  dataset::PuzzleReader(file, {.block_size = kSlice}).read(block);
  return block;
}

// Returns "PLACE: what is wrong with it" for the first wrong answer, else an empty text.
std::string first_fault(const dataset::Block& block, std::span<const Answer> answers,
                        const Budget& budget, const SolverInfo& info) {
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const Grid& puzzle = block.puzzles[i];
    std::string_view fault = run::fault_of(puzzle, answers[i], budget.solution_limit, info);
    if (fault.empty()) fault = run::fault_against_declared(puzzle, block.solutions[i], answers[i]);
    if (!fault.empty()) return fmt::format("{}: {}", block.lines[i], fault);
  }
  return "";
}

// Times a solver on a set, unless one of its answers is wrong.
void time_solver(benchmark::State& state, const SolverEntry& entry, const base::InputFile& file,
                 bool& found_wrong) {
  const dataset::Block block = first_puzzles(file);
  const Budget budget = {.solution_limit = options::RunSettings().solution_limit,
                         .guess_limit = kMostGuesses};
  const std::unique_ptr<Solver> solver = entry.create();
  std::vector<Answer> answers(block.puzzles.size());
  solver->solve(block.puzzles, budget, answers);
  const std::string fault = first_fault(block, answers, budget, entry.info);
  if (!fault.empty()) {
    found_wrong = true;
    state.SkipWithError(fmt::format("wrong answer: {}:{}", file.name(), fault).c_str());
    return;
  }
  std::uint64_t guesses = 0;
  for (const Answer& answer : answers)
    guesses += answer.guesses;
  const auto given_up = std::ranges::count(answers, Outcome::timeout, &Answer::outcome);
  for ([[maybe_unused]] auto iteration : state) {
    solver->solve(block.puzzles, budget, answers);
    benchmark::DoNotOptimize(answers.data());
    benchmark::ClobberMemory();
  }
  const std::size_t puzzles = block.puzzles.size();
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(puzzles));
  state.SetLabel(fmt::format("{:.2f} guesses per puzzle, {} given up",
                             static_cast<double>(guesses) / static_cast<double>(puzzles),
                             given_up));
}

void time_reader(benchmark::State& state, const base::InputFile& file) {
  std::uint64_t rows = 0;
  std::uint64_t bytes = 0;
  dataset::Block block;
  for ([[maybe_unused]] auto iteration : state) {
    dataset::PuzzleReader reader(file, {});
    while (reader.read(block))
      rows += block.puzzles.size();
    rows += reader.bad_rows().count;
    bytes += reader.bytes_read();
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(rows));
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes));
}

// Registers the benchmarks of a set, which must outlive them.
void add_benchmarks(const base::InputFile& file, bool& found_wrong) {
  if (first_puzzles(file).puzzles.empty())
    throw base::InputError("{}: contains no usable puzzle", file.name());
  const std::string set = std::filesystem::path(file.name()).stem();
  for (const SolverEntry* entry : options::parse_solvers("all")) {
    benchmark::RegisterBenchmark(fmt::format("solve/{}/{}", entry->info.name, set).c_str(),
                                 [entry, &file, &found_wrong](benchmark::State& state) {
                                   time_solver(state, *entry, file, found_wrong);
                                 });
  }
  benchmark::RegisterBenchmark(fmt::format("read/{}", set).c_str(),
                               [&file](benchmark::State& state) { time_reader(state, file); });
}

// Called by Google Benchmark for a bad flag value. It would exit with status 0 if this returned.
void refuse_value() { throw base::UsageError("micro: a flag has an invalid value"); }

void set_flags(std::vector<std::string> flags) {
  static std::string program = "sudoku-bench";  // Google Benchmark keeps a pointer to it
  std::vector<char*> pointers = {program.data()};
  std::ranges::transform(flags, std::back_inserter(pointers),
                         [](std::string& flag) { return flag.data(); });
  pointers.push_back(nullptr);
  int count = static_cast<int>(flags.size()) + 1;
  benchmark::Initialize(&count, pointers.data(), refuse_value);
  if (count > 1) throw base::UsageError("micro: unknown flag or bad value: {}", pointers[1]);
  const result::ToolRecord tool = tool_record();
  benchmark::AddCustomContext("sudoku_bench", tool.version + " " + tool.git_revision);
}

struct MicroOptions {
  const Command* command = nullptr;  // holds the flags for Google Benchmark
  std::vector<std::string> files;    // empty: the bundled sets
};

int run_micro(const MicroOptions& options) {
  set_flags(options.command->rest);
  const std::vector<std::string> bundled = {"easy", "minimal", "hard", "multiple", "none"};
  bool found_wrong = false;
  std::deque<base::InputFile> files;  // the registered benchmarks refer to them
  for (const std::string& path :
       dataset::files_named(options.files.empty() ? bundled : options.files))
    add_benchmarks(files.emplace_back(path), found_wrong);
  if (benchmark::GetBenchmarkFilter().empty()) {
    benchmark::SetBenchmarkFilter(default_filter());
    print_line(stderr, "benchmarks of {} only; --benchmark_filter=all selects those of all solvers",
               options::kDefaultSolvers);
  }
  const std::size_t matched = benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  // Google Benchmark has already printed the message about a filter without a match.
  if (matched == 0) return kUsage;
  return found_wrong ? kWrongAnswer : kOk;
}

}  // namespace

void add_micro(Command& program) {
  auto [command, options] = program.add<MicroOptions>(
      "micro", "Time solvers and the reader on small fixed puzzle sets with Google Benchmark",
      run_micro);
  options.command = &command;
  command
      .texts("FILE FILE", options.files,
             "Puzzle files or names of puzzle sets (default: the bundled sets)")
      .is_required = false;
  command.examples = {{"sudoku-bench micro --benchmark_filter=solve/mrv --benchmark_format=json",
                       "Time one solver on the bundled sets with Google Benchmark."}};
  command.footer =
      "Every flag of Google Benchmark can be given as --benchmark_flag=value; `sudoku-bench micro "
      "--help` lists them. Without --benchmark_filter, only the default solvers are timed. A "
      "solver solves the same puzzles repeatedly, so that processors learn "
      "them: use these times to judge a change to the code, not to rank solvers. Where Google "
      "Benchmark says that its library was built as DEBUG, as Debian's is, the times hold: it runs "
      "outside the timed loops.";
  command.other_help = benchmark::PrintDefaultHelp;
}

}  // namespace sudoku::cli
