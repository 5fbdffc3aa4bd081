// `sudoku-bench micro`: Google Benchmark benchmarks of every solver on small fixed puzzle sets.
//
//   solve/SOLVER/SET   solving the first 256 puzzles of a set, as often as Google Benchmark decides
//   read/SET           reading the set's file, from opening to the last row; items are rows
//   bare/SOLVER/FILE   solving a whole file in a bare loop: the upper limit for the harness
//
// Items are puzzles, so items_per_second is a throughput. Counters: `guesses` per puzzle, and
// `timeouts`, the number of puzzles given up. All benchmarks have both: Google Benchmark's CSV has
// the columns of the first one, and a counter that a later one adds would abort the program.
#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>
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
constexpr std::size_t kWhole = std::numeric_limits<std::size_t>::max();
// Puzzles given to a solver in one call: few enough for their answers to stay in the cache.
constexpr std::size_t kCall = 512;
constexpr std::array<const char*, 5> kBundled = {"easy", "minimal", "hard", "multiple", "none"};
// Solver whose answers to the first puzzles of a set all other solvers must match.
constexpr const char* kReferee = "dlx";

// Guesses after which a solver gives up a puzzle. Without this limit, the simplest solver would
// need half a minute per iteration; with a time limit instead, the work would differ between runs.
constexpr std::uint64_t kMostGuesses = 100'000;

// Limits per puzzle of the benchmarks `bare` and `solve`.
Budget budget_of(bool is_bare) {
  const options::RunSettings defaults;
  if (!is_bare) return {.solution_limit = defaults.solution_limit, .guess_limit = kMostGuesses};
  return {.solution_limit = defaults.solution_limit, .time_limit = defaults.puzzle_timeout};
}

void solve_all(Solver& solver, std::span<const Grid> puzzles, const Budget& budget,
               std::span<Answer> answers) {
  for (std::size_t first = 0; first < puzzles.size(); first += kCall) {
    const std::size_t size = std::min(kCall, puzzles.size() - first);
    solver.solve(puzzles.subspan(first, size), budget, answers.first(size));
    benchmark::DoNotOptimize(answers.data());
    benchmark::ClobberMemory();
  }
}

// A file of puzzles; only the puzzles that benchmarks ask for are kept in memory.
class PuzzleSet {
 public:
  PuzzleSet(std::string name, const std::string& argument)
      : name_(std::move(name)), file_(argument), slice_(load(kSlice)) {
    if (slice_.puzzles.empty())
      throw base::InputError("{}: contains no usable puzzle", file_.name());
  }

  const std::string& name() const { return name_; }

  const dataset::Block& slice() { return slice_; }

  const dataset::Block& whole() {
    if (!whole_) whole_ = load(kWhole);
    return *whole_;
  }

  // Hash of the reference solver's answer to puzzle i of the set; 0 after the first kSlice puzzles.
  std::uint64_t ruling(std::size_t i) {
    if (rulings_.empty()) {
      std::vector<Answer> answers(slice_.puzzles.size());
      find_solver(kReferee)->create()->solve(slice_.puzzles, budget_of(true), answers);
      std::ranges::transform(slice_.puzzles, answers, std::back_inserter(rulings_),
                             run::answer_hash);
    }
    return i < rulings_.size() ? rulings_[i] : 0;
  }

  dataset::PuzzleReader open(std::size_t block_size) const {
    return {file_, {.block_size = block_size}};
  }

 private:
  dataset::Block load(std::size_t puzzles) const {
    dataset::Block block;
    open(puzzles).read(block);
    return block;
  }

  std::string name_;
  base::InputFile file_;
  dataset::Block slice_;
  std::optional<dataset::Block> whole_;
  std::vector<std::uint64_t> rulings_;
};

// Summary of a solver's answers to a benchmark's puzzles, checked before any time is measured.
struct Checked {
  std::string fault;  // message about the first wrong answer
  std::uint64_t guesses = 0;
  std::uint64_t timeouts = 0;
};

void set_counters(benchmark::State& state, double guesses, std::uint64_t timeouts) {
  state.counters["guesses"] = guesses;
  state.counters["timeouts"] = static_cast<double>(timeouts);
}

// Benchmark of one solver on one set.
class Solving {
 public:
  Solving(const SolverEntry& entry, PuzzleSet& set, bool is_bare, bool& found_wrong)
      : entry_(entry), set_(set), is_bare_(is_bare), wrong_(found_wrong) {}

  // Called by Google Benchmark with ever more iterations; checks the answers only the first time.
  void run(benchmark::State& state) {
    const dataset::Block& block = is_bare_ ? set_.whole() : set_.slice();
    const Budget budget = budget_of(is_bare_);
    // The solver is local, as the registered benchmark outlives the engines of some solvers.
    const std::unique_ptr<Solver> solver = entry_.create();
    if (!checked_) checked_ = check(block, *solver, budget);
    if (!checked_->fault.empty()) {
      wrong_ = true;
      state.SkipWithError(checked_->fault.c_str());
      return;
    }
    std::vector<Answer> answers(std::min(kCall, block.puzzles.size()));
    for ([[maybe_unused]] auto iteration : state)
      solve_all(*solver, block.puzzles, budget, answers);
    const auto puzzles = static_cast<double>(block.puzzles.size());
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(puzzles));
    set_counters(state, static_cast<double>(checked_->guesses) / puzzles, checked_->timeouts);
  }

 private:
  Checked check(const dataset::Block& block, Solver& solver, const Budget& budget) const {
    Checked checked;
    std::vector<Answer> answers;
    for (std::size_t i = 0; i < block.puzzles.size(); ++i) {
      if (i % kCall == 0) {
        const auto left = std::span(block.puzzles).subspan(i);
        answers.assign(std::min(kCall, left.size()), Answer{});
        solve_all(solver, left.first(answers.size()), budget, answers);
      }
      const Answer& answer = answers[i % kCall];
      checked.guesses += answer.guesses;
      checked.timeouts += answer.outcome == Outcome::timeout ? 1 : 0;
      const std::string_view fault = fault_in(block, i, answer);
      if (!checked.fault.empty() || fault.empty()) continue;
      checked.fault = fmt::format("wrong answer: {}:{}: {}", set_.name(), block.lines[i], fault);
    }
    return checked;
  }

  std::string_view fault_in(const dataset::Block& block, std::size_t i,
                            const Answer& answer) const {
    const Grid& puzzle = block.puzzles[i];
    const std::string_view alone =
        run::fault_of(puzzle, answer, options::RunSettings().solution_limit, entry_.info);
    if (!alone.empty()) return alone;
    const std::uint64_t claim = run::answer_hash(puzzle, answer);
    const std::uint64_t ruling = set_.ruling(i);
    if (claim != 0 && ruling != 0 && claim != ruling)
      return "the outcome differs from the referee's";
    return run::fault_against_declared(puzzle, block.solutions[i], answer);
  }

  const SolverEntry& entry_;
  PuzzleSet& set_;
  bool is_bare_;
  bool& wrong_;
  std::optional<Checked> checked_;
};

void read_through(const PuzzleSet& set, benchmark::State& state) {
  std::uint64_t rows = 0;
  std::uint64_t bytes = 0;
  dataset::Block block;
  for ([[maybe_unused]] auto iteration : state) {
    dataset::PuzzleReader reader = set.open(dataset::ReadOptions().block_size);
    while (reader.read(block))
      rows += block.puzzles.size();
    rows += reader.quarantine().rows;
    bytes += reader.bytes_read();
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(rows));
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes));
  set_counters(state, 0, 0);
}

// Registers the benchmarks of solvers on a set: `bare` or `solve`.
void register_solvers(const std::vector<const SolverEntry*>& solvers, PuzzleSet& set, bool is_bare,
                      bool& found_wrong) {
  for (const SolverEntry* entry : solvers) {
    const auto solving = std::make_shared<Solving>(*entry, set, is_bare, found_wrong);
    benchmark::RegisterBenchmark(
        fmt::format("{}/{}/{}", is_bare ? "bare" : "solve", entry->info.name, set.name()).c_str(),
        [solving](benchmark::State& state) { solving->run(state); });
  }
}

// Google Benchmark's JSON without the counters that are no number, which it writes as NaN: that is
// no JSON. The coefficient of variation of a counter that is 0 in all repetitions is one.
class ValidJson final : public benchmark::JSONReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override {
    std::vector<Run> known = runs;
    for (Run& run : known) {
      for (auto counter = run.counters.begin(); counter != run.counters.end();)
        counter = std::isfinite(counter->second) ? std::next(counter) : run.counters.erase(counter);
    }
    JSONReporter::ReportRuns(known);
  }
};

// Value of a flag of Google Benchmark, which may also be set by an environment variable.
std::string value_of(const std::vector<std::string>& flags, const std::string& name) {
  std::string variable = name;
  std::ranges::transform(variable, variable.begin(),
                         [](unsigned char c) { return std::toupper(c); });
  const char* const set = std::getenv(variable.c_str());
  std::string value = set == nullptr ? "" : set;
  const std::string start = fmt::format("--{}=", name);
  for (const std::string& flag : flags)
    if (flag.starts_with(start)) value = flag.substr(start.size());
  return value;
}

bool only_lists(const std::vector<std::string>& flags) {
  return std::ranges::any_of(flags, [](const std::string& flag) {
    return flag.starts_with("--benchmark_list_tests") && !flag.ends_with("=false");
  });
}

// Runs the registered benchmarks that the flags select, and returns their number.
std::size_t run_selected(const std::vector<std::string>& flags) {
  ValidJson display;
  ValidJson file;
  const std::string format = value_of(flags, "benchmark_out_format");
  const bool is_json_file =
      !value_of(flags, "benchmark_out").empty() && (format.empty() || format == "json");
  return benchmark::RunSpecifiedBenchmarks(
      value_of(flags, "benchmark_format") == "json" ? &display : nullptr,
      is_json_file ? &file : nullptr);
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
}

// Benchmarks the sets in `folder` and the user's files. Returns the exit code.
int run_benchmarks(const std::string& folder, const std::vector<std::string>& files,
                   const std::vector<std::string>& flags) {
  bool found_wrong = false;
  // All solvers would take two minutes.
  const bool is_filtered = !value_of(flags, "benchmark_filter").empty() || only_lists(flags);
  const auto solvers = options::parse_solvers(is_filtered ? "all" : options::kDefaultSolvers);
  std::deque<PuzzleSet> sets;  // the registered benchmarks refer to them
  const auto add = [&](const std::string& name, const std::string& file) {
    PuzzleSet& set = sets.emplace_back(name, file);
    register_solvers(solvers, set, false, found_wrong);
    benchmark::RegisterBenchmark(fmt::format("read/{}", name).c_str(),
                                 [&set](benchmark::State& state) { read_through(set, state); });
  };
  for (const char* name : kBundled)
    add(name, std::filesystem::path(folder) / fmt::format("{}.csv", name));
  for (const std::string& file : files) {
    add(std::filesystem::path(file).filename(), file);
    register_solvers(solvers, sets.back(), true, found_wrong);
  }
  if (!is_filtered) {
    print_line(stderr, "benchmarks of {} only; --benchmark_filter=all selects those of all solvers",
               options::kDefaultSolvers);
  }
  print_line(stderr,
             "where Google Benchmark says that its library was built as DEBUG, as Debian's is, the "
             "times hold: it runs outside the timed loops");
  const std::size_t matched = run_selected(flags);
  benchmark::Shutdown();
  // Google Benchmark has already printed the message about a filter without a match.
  if (matched == 0) return kUsage;
  return found_wrong ? kWrongAnswer : kOk;
}

struct MicroOptions {
  const Command* program = nullptr;
  const Command* command = nullptr;  // holds the flags for Google Benchmark
  std::string datasets;              // folder of the bundled sets; empty: the installed one
  std::vector<std::string> files;    // further files of puzzles
};

int run_micro(const MicroOptions& options) {
  std::vector<std::string> flags = options.command->rest;
  if (std::ranges::count(flags, "--help") + std::ranges::count(flags, "-h") > 0) {
    fmt::print("{}\n",
               help_text(*options.program, *options.command, true, screen_of(stdout).width));
    std::fflush(stdout);
    benchmark::PrintDefaultHelp();
    return kOk;
  }
  // Google Benchmark would empty the file of an earlier run.
  if (only_lists(flags))
    std::erase_if(flags, [](const auto& flag) { return flag.starts_with("--benchmark_out="); });
  const std::string folder =
      options.datasets.empty() ? dataset::datasets_folder() : options.datasets;
  set_flags(flags);
  const result::ToolRecord tool = tool_record();
  benchmark::AddCustomContext("sudoku_bench_version", tool.version);
  benchmark::AddCustomContext("sudoku_bench_revision", tool.git_revision);
  benchmark::AddCustomContext("sudoku_bench_build", tool.build_type);
  benchmark::AddCustomContext("sudoku_bench_compiler", tool.compiler);
  benchmark::AddCustomContext("sudoku_bench_flags", tool.flags);
  return run_benchmarks(folder, options.files, flags);
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
