#include "harness/cli/run_options.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <CLI/Validators.hpp>
#include <fmt/format.h>

#include "harness/cli/values.h"
#include "harness/parallel/gang.h"

namespace sudoku {

namespace {

constexpr const char* kDefaultSolvers = "naive,mrv,dlx";

struct Range {
  std::uint64_t least;
  std::uint64_t most;
};

// An option whose text is parsed by us, and named in the message when it cannot be.
template <typename Parse>
CLI::Option* add_parsed(CLI::App& app, const std::string& name, const Parse& parse,
                        const std::string& description) {
  const auto parse_named = [name, parse](const std::string& text) {
    try {
      parse(text);
    } catch (const CLI::ValidationError& error) {
      throw CLI::ValidationError(name, error.what());
    }
  };
  return app.add_option_function<std::string>(name, parse_named, description);
}

// A whole number; `Value` is any type that a number can be assigned to.
template <typename Value>
CLI::Option* add_number(CLI::App& app, const std::string& name, Value& value, Range range,
                        const std::string& description) {
  const auto parse = [&value, range](const std::string& text) {
    value = parse_number(text, range.least, range.most);
  };
  return add_parsed(app, name, parse, description)->type_name("N");
}

void add_time(CLI::App& app, const std::string& name, std::chrono::nanoseconds& time,
              const std::string& description) {
  add_parsed(
      app, name, [&time](const std::string& text) { time = parse_time(text); }, description)
      ->type_name("T")
      ->default_str(format_time(time));
}

void add_switch(CLI::App& app, const std::string& name, bool& value, const std::string& on,
                const std::string& description) {
  add_parsed(
      app, name, [&value, on](const std::string& text) { value = text == on; }, description)
      ->type_name(on + "|off")
      ->check(CLI::IsMember({on, std::string("off")}).description(""))
      ->default_str(value ? on : "off");
}

void declare_field(CLI::App& run, RunOptions& options) {
  RaceSettings& race = options.race;
  run.add_option("files", options.files,
                 "Puzzle files: CSV, lines of 81 characters, ten-line grids; plain, gzip or zstd; "
                 "- is standard input")
      ->type_name("FILE")
      ->default_str("")
      ->required();
  race.solvers = parse_solvers(kDefaultSolvers);
  add_parsed(
      run, "--solvers", [&race](const std::string& text) { race.solvers = parse_solvers(text); },
      "Solvers to race, separated by commas, or all (see `sudoku-bench solvers`)")
      ->type_name("SOLVERS|all")
      ->default_str(kDefaultSolvers);
  run.add_option("--reference", race.reference,
                 "Solver that speed-ups refer to (default: the first of --solvers)")
      ->type_name("SOLVER");
  add_number(run, "--solutions", race.solution_limit, {1, kUnlimited},
             "Solutions to look for: 1 stops at the first, 2 proves uniqueness, N counts to N")
      ->default_str(fmt::to_string(race.solution_limit));
  run.add_flag("--strict", race.strict, "Stop at the first bad row instead of leaving it out");
}

void declare_machine(CLI::App& run, RunOptions& options) {
  RaceSettings& race = options.race;
  race.threads = {static_cast<unsigned>(usable_cpus().size())};
  add_parsed(
      run, "--threads", [&race](const std::string& text) { race.threads = parse_threads(text); },
      "Threads to solve on; a list such as 1,2,4 measures each. Above 1, latencies include the "
      "noise of the neighbours")
      ->type_name("N|LIST")
      ->default_str("the CPUs it may use");
  add_switch(run, "--pin", race.pin, "auto", "Keep each thread on a CPU of its own");
  add_number(run, "--batch", race.batch, {1, 1U << 20U},
             "Puzzles that a batch solver gets per call (default: 512)");
}

void declare_measurement(CLI::App& run, RunOptions& options) {
  RaceSettings& race = options.race;
  add_number(run, "--rounds", race.rounds, {1, 1000},
             "Throughput rounds per block; the median counts")
      ->default_str(fmt::to_string(race.rounds));
  add_switch(run, "--latency", race.latency, "on", "Measure the service time of each puzzle too");
  add_time(run, "--warmup", race.warmup, "Untimed solving before each leg");
  add_time(run, "--time-budget", race.time_budget,
           "Time for one solver on one dataset, all rounds together; slower solvers get a random "
           "sample. 0: none, everything is solved");
  add_time(run, "--puzzle-timeout", race.puzzle_timeout,
           "Time for one puzzle, then it is given up. 0: none");
  add_parsed(
      run, "--sample", [&race](const std::string& text) { parse_sample(text, race); },
      "Size of the sample for all solvers, instead of the time budget's: about so many puzzles, or "
      "a share (0.01, 1%, 1/100)")
      ->type_name("N|RATE");
  add_number(run, "--seed", race.seed, {0, kUnlimited},
             "Of samples, relabellings and the order of solvers")
      ->default_str(fmt::to_string(race.seed));
  run.add_flag("--permute", race.permute,
               "Repeated passes solve random isomorphs of the puzzles, not only relabelled digits");
  add_number(run, "--block", race.block, {1, 1U << 24U}, "Puzzles per block, the unit of pairing")
      ->default_str(fmt::to_string(race.block));
  add_parsed(
      run, "--verify",
      [&race](const std::string& text) {
        race.verify = text == "all" ? Verify::all : text == "off" ? Verify::off : Verify::sample;
      },
      "Puzzles that two referee solvers decide as well, besides those that solvers disagree on. "
      "Every answer is checked in any case")
      ->type_name("all|sample|off")
      ->check(CLI::IsMember({"all", "sample", "off"}).description(""))
      ->default_str("sample");
}

void declare_output(CLI::App& run, RunOptions& options) {
  run.add_option("--result", options.result,
                 "Write the result document (JSON); - is standard output")
      ->type_name("FILE");
  run.add_option("--markdown", options.markdown, "Write a report; - is standard output")
      ->type_name("FILE");
  run.add_option("--puzzle-csv", options.puzzle_csv,
                 "Write a row per puzzle and solver: outcome, guesses, latency, solution; - is "
                 "standard output")
      ->type_name("FILE");
  auto* quiet = run.add_flag("-q,--quiet", options.quiet, "Print nothing but errors");
  run.add_flag("-v,--verbose", options.verbose, "Say what is planned and measured as it happens")
      ->excludes(quiet);
}

}  // namespace

void declare_run_options(CLI::App& run, RunOptions& options) {
  declare_field(run, options);
  declare_machine(run, options);
  declare_measurement(run, options);
  declare_output(run, options);
}

std::array<std::string, 3> outputs(const RunOptions& options) {
  return {options.result, options.markdown, options.puzzle_csv};
}

void complete(RunOptions& options) {
  RaceSettings& race = options.race;
  if (std::ranges::count(outputs(options), "-") > 1) {
    throw CLI::ValidationError(
        "only one of --result, --markdown and --puzzle-csv can go to standard output");
  }
  if (race.reference.empty()) {
    race.reference = race.solvers.front()->info.name;
    return;
  }
  if (std::ranges::count(race.solvers, race.reference,
                         [](const SolverEntry* entry) { return entry->info.name; }) == 0) {
    throw CLI::ValidationError(
        fmt::format("--reference: '{}' is not among the solvers of this run", race.reference));
  }
}

}  // namespace sudoku
