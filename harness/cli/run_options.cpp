#include "harness/cli/run_options.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <iterator>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>

#include "harness/base/output.h"
#include "harness/cli/values.h"
#include "harness/parallel/gang.h"
#include "solvers/nearest.h"
#include "solvers/simd/isa.h"

namespace sudoku::cli {

namespace {

constexpr const char* kDefaultSolvers = "naive,mrv,dlx";

struct Range {
  std::uint64_t least;
  std::uint64_t most;
};

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

// The words that set a value and clear it.
struct Words {
  std::string on;
  std::string off;
};

void add_switch(CLI::App& app, const std::string& name, bool& value, const Words& words,
                const std::string& description) {
  add_parsed(
      app, name, [&value, words](const std::string& text) { value = text == words.on; },
      description)
      ->type_name(words.on + "|" + words.off)
      ->check(one_of({words.on, words.off}))
      ->default_str(value ? words.on : words.off);
}

// An option that may be given several times, one value each.
void add_repeatable(CLI::App& app, const std::string& name, std::vector<std::string>& values,
                    const std::string& description) {
  app.add_option(name, values, description)->allow_extra_args(false)->default_str("");
}

void declare_field(CLI::App& run, RunOptions& options) {
  run::RaceSettings& race = options.race;
  run.add_option("files", options.files,
                 "Puzzle files: CSV, lines of 81 characters, ten-line grids; plain, gzip or zstd; "
                 "- is standard input")
      ->type_name("FILE")
      ->default_str("");
  run.add_option("--suite", options.suite,
                 "Read the files, the solvers and any of these options from a TOML file; what "
                 "stands on the command line as well replaces it")
      ->type_name("FILE");
  options.solvers = parse_solvers(kDefaultSolvers);
  add_parsed(
      run, "--solvers",
      [&options](const std::string& text) { options.solvers = parse_solvers(text); },
      "Solvers to race, separated by commas, all, or none: only those from outside (see "
      "`sudoku-bench solvers`)")
      ->type_name("SOLVERS|all|none")
      ->default_str(kDefaultSolvers);
  run.add_option("--reference", race.reference,
                 "Solver that speed-ups refer to (default: the first in the race)")
      ->type_name("SOLVER");
  add_number(run, "--solutions", race.solution_limit, {1, kUnlimited},
             "Solutions to look for: 1 stops at the first, 2 proves uniqueness, N counts to N")
      ->default_str(fmt::to_string(race.solution_limit));
  run.add_flag("--strict", race.strict, "Stop at the first bad row instead of leaving it out");
}

void declare_outside(CLI::App& run, RunOptions& options) {
  add_repeatable(run, "--plugin", options.plugins,
                 "Race a function of a shared library too: LIBRARY:SYMBOL[:CONFIG], and "
                 "behind it any of ,name= ,version= ,flags= (text; in double quotes with commas) "
                 ",limit=honoured|first|all (what it does with the solution limit) ,fills=yes|no "
                 "(the solution at limits above 1) ,threads=safe|unsafe. Repeatable");
  run.get_option("--plugin")->type_name("SPEC");
  add_repeatable(run, "--exec", options.commands,
                 "Race a command too that reads a puzzle per line and answers each with a line; "
                 "words are split at blanks, quotes and backslashes count, no shell is run. It may "
                 "begin with name= version= flags= limit= batch=, separated by commas and ended "
                 "by a colon: 'name=py,version=1:python3 solver.py'. Repeatable");
  run.get_option("--exec")->type_name("CMD");
  add_number(run, "--exec-batch", options.exec_batch, {1, 1U << 20U},
             "Puzzles that a command gets before its answers are waited for")
      ->default_str(fmt::to_string(options.exec_batch));
  add_switch(run, "--isolate", options.race.isolate_all, {"all", "external"},
             "Who runs in worker processes of their own: solvers from outside, or all");
  add_parsed(
      run, "--memory-limit",
      [&options](const std::string& text) { options.race.memory_limit = parse_size(text); },
      "Memory that a worker process may hold, with all that it starts, as 512MB, 1GB or 256MiB. 0: "
      "any")
      ->type_name("SIZE")
      ->default_str("0");
}

void declare_machine(CLI::App& run, RunOptions& options) {
  run::RaceSettings& race = options.race;
  race.threads = {static_cast<unsigned>(parallel::usable_cpus().size())};
  add_parsed(
      run, "--threads", [&race](const std::string& text) { race.threads = parse_threads(text); },
      "Threads to solve on; a list such as 1,2,4 measures each. Above 1, latencies include the "
      "noise of the neighbours")
      ->type_name("N|LIST")
      ->default_str("the CPUs it may use");
  add_switch(run, "--pin", race.pin, {"auto", "off"}, "Keep each thread on a CPU of its own");
  run.add_option("--isa", options.isa, "Instruction set of the solvers that have several")
      ->type_name("auto|avx512|avx2|baseline")
      ->check(one_of({"auto", "avx512", "avx2", "baseline"}));
  add_number(run, "--batch", race.batch, {1, 1U << 20U},
             "Puzzles that a batch solver gets per call (default: 512)");
}

void declare_measurement(CLI::App& run, RunOptions& options) {
  run::RaceSettings& race = options.race;
  add_number(run, "--rounds", race.rounds, {1, 1000},
             "Throughput rounds per block; the median counts")
      ->default_str(fmt::to_string(race.rounds));
  add_switch(run, "--latency", race.latency, {"on", "off"},
             "Measure the service time of each puzzle too");
  add_time(run, "--warmup", race.warmup,
           "Untimed solving before each turn of a solver; all of it takes a quarter of the time "
           "budget at most");
  add_time(run, "--time-budget", race.time_budget,
           "Time for one solver on one dataset, all rounds together; slower solvers get a random "
           "sample, and of fewer than 1,000 puzzles one that takes it alone is given up. 0: none, "
           "everything is solved");
  add_time(run, "--puzzle-timeout", race.puzzle_timeout,
           "Time for one puzzle, then it is given up; a later answer is a timeout. 0: none, and "
           "nothing ends a solver that hangs");
  add_parsed(
      run, "--sample", [&race](const std::string& text) { parse_sample(text, race); },
      "Size of the sample for all solvers, instead of the time budget's: about so many puzzles, or "
      "a share (0.01, 1%, 1/100)")
      ->type_name("N|RATE");
  add_number(run, "--seed", race.seed, {0, kUnlimited},
             "Of samples, relabellings and the order of solvers")
      ->default_str(fmt::to_string(race.seed));
  run.add_flag(
      "--permute", race.permute,
      "Throughput rounds solve random isomorphs of the puzzles, each puzzle its own, instead "
      "of relabelled digits; outcomes, guesses and latencies stay those of the puzzles as "
      "given");
  add_number(run, "--block", race.block, {1, 1U << 24U}, "Puzzles per block, the unit of pairing")
      ->default_str(fmt::to_string(race.block));
  add_parsed(
      run, "--verify",
      [&race](const std::string& text) {
        race.verify = text == "all"   ? run::Verify::all
                      : text == "off" ? run::Verify::off
                                      : run::Verify::sample;
      },
      "Puzzles that two referee solvers decide as well, besides those that solvers disagree on. "
      "Clues and houses of every answer are checked in any case")
      ->type_name("all|sample|off")
      ->check(one_of({"all", "sample", "off"}))
      ->default_str("sample");
  add_number(run, "--processes", options.processes, {1, 1000},
             "Run the race in N fresh processes, one after the other; the median process counts. "
             "The time budget is for all of them together")
      ->default_str(fmt::to_string(options.processes));
  run.add_option("--pilots", options.pilots,
                 "Plan samples and rounds from the pilot times in an earlier result, instead of "
                 "measuring them: with the same options, every solver meets the same puzzles")
      ->type_name("RESULT");
}

void declare_parts(CLI::App& run, RunOptions& options) {
  run.add_flag(
      "--resume", options.resume,
      "Go on with a run that was killed or interrupted, from the journal beside the file of "
      "--result: blocks that are finished are not solved again. It must be the same race, "
      "by the same program; without a journal the race begins");
  add_parsed(
      run, "--shard",
      [&options](const std::string& text) { options.race.shard = parse_shard(text); },
      "Solve every N-th block only, from the I-th on; `sudoku-bench merge` makes one result of all "
      "N. There is no time budget then, because all parts need the same samples: --sample "
      "takes a smaller one")
      ->type_name("I/N");
}

void declare_output(CLI::App& run, RunOptions& options) {
  run.add_option("--result", options.result,
                 "Write the result document (JSON); - is standard output")
      ->type_name("FILE");
  run.add_option("--html", options.html,
                 "Write a page that opens offline in any browser; - is standard output")
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

// Built-in solvers first, then what the suite adds, then the command line.
std::vector<run::Contender> contenders_of(const RunOptions& options) {
  std::vector<run::Contender> contenders;
  for (const SolverEntry* entry : options.solvers)
    contenders.emplace_back(*entry);
  const auto add = [&](ExternalSpec spec) {
    if (spec.batch == 0) spec.batch = spec.is_plugin() ? 1 : options.exec_batch;
    contenders.emplace_back(std::move(spec));
  };
  std::ranges::for_each(options.suite_externals, add);
  const auto add_parsed_by = [&](const auto& parse, const std::string& name) {
    return [&add, parse, name](const std::string& text) {
      try {
        add(parse(text));
      } catch (const CLI::ValidationError& error) {
        throw CLI::ValidationError(name, error.what());
      }
    };
  };
  std::ranges::for_each(options.plugins, add_parsed_by(parse_plugin, "--plugin"));
  std::ranges::for_each(options.commands, add_parsed_by(parse_command, "--exec"));
  return contenders;
}

bool is_among(const std::vector<run::Contender>& contenders, std::string_view name) {
  return std::ranges::any_of(contenders,
                             [name](const run::Contender& c) { return c.info.name == name; });
}

void require_different_names(const std::vector<run::Contender>& contenders) {
  for (auto contender = contenders.begin(); contender != contenders.end(); ++contender) {
    const std::string_view name = contender->info.name;
    if (!is_among({contenders.begin(), contender}, name)) continue;
    throw CLI::ValidationError(
        fmt::format("two solvers are named '{}'; give one another name with name=", name));
  }
}

std::vector<std::string_view> names_of(const std::vector<run::Contender>& contenders) {
  std::vector<std::string_view> names;
  names.reserve(contenders.size());
  for (const run::Contender& contender : contenders)
    names.emplace_back(contender.info.name);
  return names;
}

std::string runnable_isas() {
  std::string names;
  for (std::size_t i = 0; i <= static_cast<std::size_t>(best_isa()); ++i)
    names += fmt::format("{}{}", i == 0 ? "" : ", ", name_of(static_cast<Isa>(i)));
  return names;
}

void complete_parts(const CLI::App& run, RunOptions& options) {
  if (options.resume && journal_of(options.result).empty()) {
    throw CLI::ValidationError("--resume: needs the file that --result of the first run named");
  }
  if (options.resume && !options.puzzle_csv.empty()) {
    throw CLI::ValidationError(
        "--resume: cannot go on with --puzzle-csv: the rows of finished blocks are not kept");
  }
  if (options.processes > 1 && (options.resume || options.race.shard)) {
    throw CLI::ValidationError("--processes: cannot be run in parts: neither --resume nor --shard");
  }
  if (!options.race.shard) return;
  const bool is_given = run.get_option("--time-budget")->count() > 0;
  if (is_given && options.race.time_budget.count() > 0) {
    throw CLI::ValidationError(
        "--shard: a time budget would give each part samples of its own; use --sample");
  }
  options.race.time_budget = std::chrono::nanoseconds(0);
}

}  // namespace

void declare_run_options(CLI::App& run, RunOptions& options) {
  declare_field(run, options);
  declare_outside(run, options);
  declare_machine(run, options);
  declare_measurement(run, options);
  declare_parts(run, options);
  declare_output(run, options);
}

std::array<std::string, 4> outputs(const RunOptions& options) {
  return {options.result, options.html, options.markdown, options.puzzle_csv};
}

std::string journal_of(const std::string& result) {
  const bool stays = !result.empty() && base::is_written_aside(result);
  return stays ? result + ".journal" : "";
}

void complete(const CLI::App& run, RunOptions& options) {
  run::RaceSettings& race = options.race;
  complete_parts(run, options);
  if (std::ranges::count(outputs(options), "-") > 1) {
    throw CLI::ValidationError(
        "only one of --result, --html, --markdown and --puzzle-csv can go to standard output");
  }
  if (options.files.empty()) throw CLI::RequiredError("files");
  if (options.processes > 1 && std::ranges::count(options.files, "-") > 0) {
    throw CLI::ValidationError("--processes: standard input can be read only once; give a file");
  }
  race.contenders = contenders_of(options);
  if (race.contenders.empty()) {
    throw CLI::ValidationError("--solvers: none, and nobody from outside: nobody races");
  }
  require_different_names(race.contenders);
  if (race.reference.empty()) race.reference = race.contenders.front().info.name;
  if (!is_among(race.contenders, race.reference)) {
    throw CLI::ValidationError(
        fmt::format("--reference: '{}' is not among the solvers of this run{}", race.reference,
                    suggestion(race.reference, names_of(race.contenders))));
  }
}

void dispatch_isa(const std::string& isa) {
  if (isa == "auto") return;
  if (!force_isa(parse_isa(isa).value())) {
    throw CLI::ValidationError(
        fmt::format("--isa: this machine cannot run {}; it can run {}", isa, runnable_isas()));
  }
  ::setenv("SUDOKU_BENCH_ISA", isa.c_str(), 1);
}

}  // namespace sudoku::cli
