// `sudoku-bench micro`: Google Benchmark benchmarks of every solver on small fixed puzzle sets.
//
//   solve/SOLVER/SET   solving the first 256 puzzles of a set, as often as Google Benchmark decides
//   read/SET           reading the set's file, from opening to the last row; items are rows
//   bare/SOLVER/FILE   solving a whole file in a bare loop: the upper limit for the harness
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
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
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
constexpr std::size_t kWhole = std::numeric_limits<std::size_t>::max();
// Puzzles given to a solver in one call: few enough for their answers to stay in the cache.
constexpr std::size_t kCall = 512;
constexpr const char* kBundled[] = {"easy", "minimal", "hard", "multiple", "none"};

// Guesses after which a solver gives up a puzzle. Without this limit, the simplest solver would
// need half a minute per iteration; with a time limit instead, the work would differ between runs.
constexpr std::uint64_t kMostGuesses = 100'000;

// Limits per puzzle of the benchmarks `bare` and `solve`.
Budget budget_of(bool is_bare) {
  const options::RunSettings defaults;
  if (!is_bare) return {.solution_limit = defaults.solution_limit, .guess_limit = kMostGuesses};
  return {.solution_limit = defaults.solution_limit, .time_limit = defaults.puzzle_timeout};
}

// Matches the benchmarks that are run without a filter; those of all solvers take two minutes.
std::string default_filter() {
  std::string solvers = options::kDefaultSolvers;
  std::ranges::replace(solvers, ',', '|');
  return fmt::format("^(solve|bare)/({})/|^read/", solvers);
}

// A file of puzzles, and what benchmarks call it.
struct PuzzleSet {
  PuzzleSet(std::string its_name, const std::string& argument)
      : name(std::move(its_name)), file(argument) {}

  std::string name;
  base::InputFile file;

  dataset::PuzzleReader open(std::size_t block_size) const {
    return {file, {.block_size = block_size}};
  }

  dataset::Block first(std::size_t puzzles) const {
    dataset::Block block;
    open(puzzles).read(block);
    return block;
  }
};

// Solves the puzzles call by call. `look` gets the index of the first one of each call, and the
// answers.
template <typename Look>
void solve_all(Solver& solver, std::span<const Grid> puzzles, const Budget& budget,
               std::span<Answer> answers, const Look& look) {
  for (std::size_t first = 0; first < puzzles.size(); first += answers.size()) {
    const auto part = answers.first(std::min(answers.size(), puzzles.size() - first));
    solver.solve(puzzles.subspan(first, part.size()), budget, part);
    look(first, part);
  }
}

// Times a solver on a set, unless one of its answers is wrong.
void time_solver(benchmark::State& state, const SolverEntry& entry, const PuzzleSet& set,
                 bool is_bare, bool& found_wrong) {
  const dataset::Block block = set.first(is_bare ? kWhole : kSlice);
  const Budget budget = budget_of(is_bare);
  const std::unique_ptr<Solver> solver = entry.create();
  std::vector<Answer> answers(std::min(kCall, block.puzzles.size()));
  std::uint64_t guesses = 0;
  std::uint64_t timeouts = 0;
  std::string wrong;
  const auto check = [&](std::size_t first, std::span<const Answer> part) {
    for (std::size_t i = 0; i < part.size(); ++i) {
      guesses += part[i].guesses;
      timeouts += part[i].outcome == Outcome::timeout ? 1 : 0;
      const Grid& puzzle = block.puzzles[first + i];
      std::string_view fault = run::fault_of(puzzle, part[i], budget.solution_limit, entry.info);
      if (fault.empty())
        fault = run::fault_against_declared(puzzle, block.solutions[first + i], part[i]);
      if (!fault.empty() && wrong.empty())
        wrong = fmt::format("wrong answer: {}:{}: {}", set.name, block.lines[first + i], fault);
    }
  };
  solve_all(*solver, block.puzzles, budget, answers, check);
  if (!wrong.empty()) {
    found_wrong = true;
    state.SkipWithError(wrong.c_str());
    return;
  }
  for ([[maybe_unused]] auto iteration : state) {
    solve_all(*solver, block.puzzles, budget, answers, [](std::size_t, std::span<Answer> part) {
      benchmark::DoNotOptimize(part.data());
      benchmark::ClobberMemory();
    });
  }
  const std::size_t puzzles = block.puzzles.size();
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(puzzles));
  state.SetLabel(fmt::format("{:.2f} guesses per puzzle, {} given up",
                             static_cast<double>(guesses) / static_cast<double>(puzzles),
                             timeouts));
}

void time_reader(benchmark::State& state, const PuzzleSet& set) {
  std::uint64_t rows = 0;
  std::uint64_t bytes = 0;
  dataset::Block block;
  for ([[maybe_unused]] auto iteration : state) {
    dataset::PuzzleReader reader = set.open(dataset::ReadOptions().block_size);
    while (reader.read(block))
      rows += block.puzzles.size();
    rows += reader.bad_rows().count;
    bytes += reader.bytes_read();
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(rows));
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes));
}

// Registers the benchmarks of a set, which must outlive them.
void add_benchmarks(const PuzzleSet& set, bool has_bare, bool& found_wrong) {
  if (set.first(1).puzzles.empty())
    throw base::InputError("{}: contains no usable puzzle", set.file.name());
  for (const SolverEntry* entry : options::parse_solvers("all")) {
    for (const bool is_bare : {false, true}) {
      if (is_bare && !has_bare) continue;
      benchmark::RegisterBenchmark(
          fmt::format("{}/{}/{}", is_bare ? "bare" : "solve", entry->info.name, set.name).c_str(),
          [=, &set, &found_wrong](benchmark::State& state) {
            time_solver(state, *entry, set, is_bare, found_wrong);
          });
    }
  }
  benchmark::RegisterBenchmark(fmt::format("read/{}", set.name).c_str(),
                               [&set](benchmark::State& state) { time_reader(state, set); });
}

// Called by Google Benchmark for a bad flag value. It would exit with status 0 if this returned.
void refuse_value() { throw base::UsageError("micro: a flag has an invalid value"); }

void set_flags(std::vector<std::string> flags) {
  // With this flag Google Benchmark runs nothing, but would empty the file of an earlier run.
  const bool only_lists = std::ranges::any_of(flags, [](const std::string& flag) {
    return flag.starts_with("--benchmark_list_tests") && !flag.ends_with("=false");
  });
  if (only_lists)
    std::erase_if(flags, [](const auto& flag) { return flag.starts_with("--benchmark_out="); });
  static std::string program = "sudoku-bench";  // Google Benchmark keeps a pointer to it
  std::vector<char*> pointers = {program.data()};
  std::ranges::transform(flags, std::back_inserter(pointers),
                         [](std::string& flag) { return flag.data(); });
  pointers.push_back(nullptr);
  int count = static_cast<int>(flags.size()) + 1;
  benchmark::Initialize(&count, pointers.data(), refuse_value);
  if (count > 1) throw base::UsageError("micro: unknown flag or bad value: {}", pointers[1]);
  const result::ToolRecord tool = tool_record();
  benchmark::AddCustomContext("sudoku_bench_version", tool.version);
  benchmark::AddCustomContext("sudoku_bench_revision", tool.git_revision);
  benchmark::AddCustomContext("sudoku_bench_build", tool.build_type);
  benchmark::AddCustomContext("sudoku_bench_compiler", tool.compiler);
  benchmark::AddCustomContext("sudoku_bench_flags", tool.flags);
}

struct MicroOptions {
  const Command* program = nullptr;
  const Command* command = nullptr;  // holds the flags for Google Benchmark
  std::string datasets;              // folder of the bundled sets; empty: the installed one
  std::vector<std::string> files;    // further files of puzzles
};

int run_micro(const MicroOptions& options) {
  const std::vector<std::string>& flags = options.command->rest;
  for (const char* help : {"--help", "--help-all", "-h"}) {
    if (std::ranges::count(flags, help) == 0) continue;
    fmt::print("{}\n",
               help_text(*options.program, *options.command, true, screen_of(stdout).width));
    std::fflush(stdout);
    benchmark::PrintDefaultHelp();
    return kOk;
  }
  const std::filesystem::path folder =
      options.datasets.empty() ? dataset::datasets_folder() : options.datasets;
  set_flags(flags);
  bool found_wrong = false;
  std::deque<PuzzleSet> sets;  // the registered benchmarks refer to them
  for (const char* name : kBundled) {
    const std::string file = folder / fmt::format("{}.csv", name);
    add_benchmarks(sets.emplace_back(name, file), false, found_wrong);
  }
  for (const std::string& file : options.files) {
    const std::string name = std::filesystem::path(file).filename();
    add_benchmarks(sets.emplace_back(name, file), true, found_wrong);
  }
  if (benchmark::GetBenchmarkFilter().empty()) {
    benchmark::SetBenchmarkFilter(default_filter());
    print_line(stderr, "benchmarks of {} only; --benchmark_filter=all selects those of all solvers",
               options::kDefaultSolvers);
  }
  print_line(stderr,
             "where Google Benchmark says that its library was built as DEBUG, as Debian's is, the "
             "times hold: it runs outside the timed loops");
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
  options.program = &program;
  options.command = &command;
  command
      .texts("FILE FILE", options.files,
             "More puzzle files: each is solved like the bundled sets (solve/...), read "
             "(read/...), and solved completely in a bare loop (bare/...)")
      .is_required = false;
  command.text("--datasets FOLDER", options.datasets,
               "Folder of the bundled sets (default: the installed one)");
  command.examples = {{"sudoku-bench micro --benchmark_filter=solve/mrv --benchmark_format=json",
                       "Time one solver on the bundled sets with Google Benchmark."}};
  command.footer =
      "Every flag of Google Benchmark can be given as --benchmark_flag=value; `sudoku-bench micro "
      "--help` lists them. Without --benchmark_filter, only the default solvers are timed. A "
      "solver solves the same puzzles repeatedly, so that processors learn "
      "them: use these times to judge a change to the code, not to rank solvers. Rows `_cv` of its "
      "CSV have coefficients of variation times a billion (in ns) as times.";
  command.passes_words_on = true;
}

}  // namespace sudoku::cli
