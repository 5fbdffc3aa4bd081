#include "harness/options/options.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/base/text.h"

namespace sudoku::options {

namespace {

// Smallest share of a dataset that can be sampled: a random number has 53 bits.
constexpr double kLeastShare = 1e-15;

// Sets the sample: a whole number, as "1000" or "1", is a number of puzzles; any other one, as
// "0.01", "1%", "1/100" or "1.0", a share of the dataset.
void parse_sample(Options& options, const std::string& text) {
  if (const auto count = base::number_in<std::uint64_t>(text); count && *count >= 1) {
    options.sample_count = count;
    return;
  }
  const auto share = parse_share(text);
  if (!share || !(*share >= kLeastShare) || *share > 1) {
    reject(
        "a whole number of puzzles (at least 1), or a share such as 0.01, 1% or 1/100 (1e-15 at "
        "least)",
        text);
  }
  options.sample_rate = share;
}

std::string sample_text(const Options& options) {
  if (options.sample_rate) return fmt::format("rate {}", *options.sample_rate);
  return options.sample_count ? fmt::to_string(*options.sample_count) : "";
}

// Parses a shard: "2/7" is the second of seven.
Shard parse_shard(const std::string& text) {
  const std::size_t slash = std::min(text.find('/'), text.size());
  const auto number = base::number_in<std::uint64_t>(text.substr(0, slash));
  const auto of = base::number_in<std::uint64_t>(text.substr(std::min(slash + 1, text.size())));
  if (!number || !of || *number < 1 || *number > *of || *of > Shard::kMostParts)
    reject("a part and their number, I/N, with I from 1 to N", text);
  return {.number = *number, .of = *of};
}

constexpr const char* kPlannedByAb = "it plans rounds and samples itself";
constexpr const char* kWholeInAb = "its processes are short and are not run in parts";
constexpr const char* kNoFilesInAb = "its processes write no files";
constexpr const char* kQuietInAb = "its processes print nothing";
constexpr const char* kOwnAnswersOfAb = "it compares the answers of both builds instead";

void declare_inputs(OptionList& list, Options& o) {
  list.texts("FILE FILE", o.files,
             "Puzzle files: tables, lines, grids, JSON and other layouts; plain, gzip, bzip2, xz, "
             "zstd or zip; - is standard input")
      .is_required = false;  // a suite may name them
  list.text("--suite FILE", o.suite,
            "Read files, solvers and any of these options from a TOML file; options on the command "
            "line take precedence");
  list.value("--solvers SOLVERS|all|none", o.solvers, parse_solvers,
             "Solvers to run, separated by commas; all; or none, which leaves only external "
             "solvers (see `sudoku-bench solvers`)",
             kDefaultSolvers);
  list.text(
          "--reference SOLVER", o.reference,
          "Solver that speed-ups are relative to (default: the first one, mrv with --solvers all)")
      .traits = {.recorded = "reference",
                 .not_for_ab = "it compares each solver with itself in the other build"};
  list.number("--solutions", o.solution_limit,
              "Number of solutions to look for: 1 stops at the first, 2 proves uniqueness, N "
              "counts up to N",
              {.least = 1})
      .traits = {.recorded = "solutions_limit"};
  list.flag("--strict", o.strict, "Stop at the first bad row instead of skipping it").traits = {
      .recorded = "strict"};
  list.text("--puzzle-column COLUMN", o.puzzle_column, dataset::kPuzzleColumnHelp).traits = {
      .recorded = "puzzle_column", .unset = dataset::kFoundByName};
  list.text("--solution-column COLUMN", o.solution_column, dataset::kSolutionColumnHelp).traits = {
      .recorded = "solution_column", .unset = dataset::kFoundByName};
}

void declare_externals(OptionList& list, Options& o) {
  list.texts(
          "--plugin SPEC", o.plugins,
          "Also run a function of a shared library, LIBRARY:SYMBOL[:CONFIG]. It may be followed by "
          ",name= ,version= ,flags= (text; in double quotes if it contains commas) "
          ",limit=honoured|first|two|all (how it treats the solution limit) ,fills=yes|no (whether "
          "it always or never writes a solution at limits above 1; else each answer shows it) "
          ",threads=safe|unsafe "
          ",batch=N (the function takes up to N puzzles per call). Repeatable")
      .one_each = true;
  list.texts("--exec CMD", o.commands,
             "Also run a command that reads one puzzle per line and answers each with one line. "
             "Words are split at spaces; quotes and backslashes are interpreted, but no shell is "
             "run. name= version= flags= limit= batch= may precede it, separated by "
             "commas and ended by a colon: 'name=py,version=1:python3 solver.py'. Repeatable")
      .one_each = true;
  list.choice("--isolate all|external", o.isolate_all,
              "Solvers that run in separate worker processes: external ones, or all")
      .traits = {.recorded = "isolate"};
  Option& memory = list.value("--memory-limit SIZE", o.memory_limit, parse_size,
                              "Memory limit of a worker process and the processes it starts, such "
                              "as 512MB, 1GB or 256MiB. 0: no limit",
                              "0");
  memory.record = [&o] { return result::SettingValue(o.memory_limit); };
  memory.traits = {.recorded = "memory_limit"};
}

void declare_machine(OptionList& list, Options& o) {
  Option& threads = list.value("--threads N|LIST", o.threads, parse_threads,
                               "Number of threads; a list such as 1,2,4 measures each. Above 1, "
                               "latencies include noise from the other threads",
                               "all available CPUs");
  threads.text = [&o] { return fmt::format("{}", fmt::join(o.threads, ",")); };
  threads.traits = {.in_fingerprint = true};
  list.choice("--pin auto|off", o.pin, "Pin each thread to its own CPU").traits = {.recorded =
                                                                                       "pin"};
  list.text("--isa auto|avx512|avx2|baseline", o.isa,
            "Instruction set of solvers that support several");
  list.parsed(
          "--batch N", [&o](const std::string& text) { o.batch = parse_number(text, kBatchRange); },
          "Number of puzzles per call of a batch solver (default: 512, or a plugin's own)",
          [&o] { return o.batch ? std::to_string(*o.batch) : ""; })
      .traits = {.recorded = "batch", .unset = "each solver's own"};
}

// How many rounds are made, and what they measure.
void declare_rounds(OptionList& list, Options& o) {
  list.number("--rounds", o.rounds,
              "Number of throughput rounds per block; the median is used. If it is given, there "
              "are no more rounds unless --precision is given too",
              {.least = 1, .most = 1000})
      .traits = {.recorded = "rounds", .not_for_ab = kPlannedByAb};
  Option& precision = list.parsed(
      "--precision RATE", [&o](const std::string& text) { o.precision = parse_precision(text); },
      "Make more rounds while the time budget lasts, until the speed-ups over the reference are "
      "known to this share, up or down (0.03, 3%). 0: make no more rounds",
      [&o] { return o.precision == 0 ? "0" : fmt::format("{:.4g}%", 100 * o.precision); });
  precision.record = [&o] { return result::SettingValue(o.precision); };
  precision.traits = {.recorded = "precision", .not_for_ab = kPlannedByAb};
  Option& latency =
      list.choice("--latency on|off", o.latency, "Also measure the service time of each puzzle");
  latency.record = [&o] { return result::SettingValue(o.latency ? kLatencyRounds : 0); };
  latency.traits = {.recorded = "latency_rounds", .not_for_ab = "it measures throughput only"};
  list.choice(
          "--counters on|valgrind|off", o.counters,
          "Also count instructions, cycles and branch misses per puzzle, where the machine "
          "allows it; or have valgrind count the instructions, which takes about fifty times as "
          "long as a round")
      .traits = {.recorded = "counters", .not_for_ab = "it has --counters of its own"};
}

// How long solvers and the run may take.
void declare_times(OptionList& list, Options& o) {
  list.time("--warmup", o.warmup,
            "Time of untimed solving before each turn of a solver; in total, at most a quarter of "
            "the time budget")
      .traits = {.recorded = "warmup_s", .not_for_ab = kPlannedByAb};
  list.time("--time-budget", o.time_budget,
            "Time for one solver on one dataset, all rounds together. Slower solvers get fewer "
            "rounds or a random sample; with fewer than 1,000 puzzles, a puzzle that takes the "
            "whole budget is given up. 0: no limit, everything is solved")
      .traits = {.recorded = "time_budget_s", .not_for_ab = kPlannedByAb};
  Option& wait = list.parsed(
      "--wait-for-core T", [&o](const std::string& text) { o.wait_for_core = parse_time(text); },
      "Wait before a turn while other work, such as another virtual machine's, shares the core, "
      "and make a turn again that such work disturbed; at most T in all, of `ab` in each process. "
      "For threads bound to CPUs. 0: never (default: at most a fifth of the time budget of each "
      "solver, unless --rounds is given)",
      [&o] { return o.wait_for_core ? format_time(*o.wait_for_core) : ""; });
  wait.record = [&o] {
    return o.wait_for_core ? result::SettingValue(Seconds(*o.wait_for_core).count())
                           : result::SettingValue(std::string(kPartOfBudget));
  };
  wait.traits = {.recorded = "wait_for_core_s", .in_fingerprint = false, .unset = kPartOfBudget};
  list.time("--puzzle-timeout", o.puzzle_timeout,
            "Time after which a puzzle is given up; a later answer counts as a timeout. 0: no "
            "limit, a solver that hangs is never stopped")
      .traits = {.recorded = "puzzle_timeout_s"};
  list.time("--start-timeout", o.start_timeout,
            "Time after each start in which a command must answer an easy puzzle, which is part of "
            "no other time. 0: no limit");
}

// Which puzzles are solved, in which form and order, and how answers are checked.
void declare_puzzles(OptionList& list, Options& o) {
  list.parsed(
          "--sample N|RATE", [&o](const std::string& text) { parse_sample(o, text); },
          "Sample size for all solvers, instead of the one given by the time budget. A whole "
          "number, 1 too, is about that many puzzles; one with a decimal point, % or / is a share "
          "(0.01, 1%, 1/100; 1.0 or 100%: all)",
          [&o] { return sample_text(o); })
      .traits = {.recorded = "sample", .unset = "by the time budget", .not_for_ab = kPlannedByAb};
  list.number("--seed", o.seed, "Seed of samples, relabellings and the order of solvers").traits = {
      .recorded = "seed", .not_for_ab = "its own --seed sets the seed of each pair of processes"};
  list.number("--block", o.block,
              "Puzzles per block; solvers are compared block by block. By default at least a batch",
              {.least = 1, .most = 1U << 24U})
      .traits = {.recorded = "block", .not_for_ab = "its processes use the default block size"};
  list.choice("--verify all|sample|off", o.verify,
              "Puzzles that two referee solvers also solve, in addition to those on which solvers "
              "disagree. Clues and houses of every answer are always checked")
      .traits = {.recorded = "verify", .not_for_ab = kOwnAnswersOfAb};
  list.choice("--audit on|off", o.audit,
              "Find out, off the clock, what external solvers do on 64 puzzles with several "
              "solutions, one and none: stop at the first solution, prove uniqueness, or count. "
              "Off with --verify off")
      .traits = {.recorded = "audit", .not_for_ab = kOwnAnswersOfAb};
}

void declare_parts(OptionList& list, Options& o) {
  list.number("--processes", o.processes,
              "Repeat the run in N new processes, one after the other, and report the middle "
              "of them. The time budget is for all of them together",
              {.least = 1, .most = 1000})
      .traits = {.recorded = "processes", .not_for_ab = "it starts the processes itself"};
  list.text("--pilots RESULT", o.pilots_file,
            "Plan samples and rounds from the pilot times in an earlier result instead of "
            "measuring them: with the same options, every solver gets the same puzzles")
      .traits = {.not_for_ab = kPlannedByAb};
  list.flag("--resume", o.resume,
            "Resume a run that was killed or interrupted, from the journal next to the --result "
            "file: finished blocks are not solved again. Options, files and program must be the "
            "same. Without a journal, a new run starts")
      .traits = {.not_for_ab = kWholeInAb};
  list.parsed(
          "--shard I/N", [&o](const std::string& text) { o.shard = parse_shard(text); },
          "Solve only every N-th block, starting with the I-th; `sudoku-bench merge` merges the "
          "results of all N shards. There is no time budget, because all shards need the same "
          "samples; use --sample to solve fewer puzzles",
          [&o] { return o.shard ? fmt::format("{}/{}", o.shard->number, o.shard->of) : ""; })
      .traits = {.in_fingerprint = true, .unset = kWhole, .not_for_ab = kWholeInAb};
}

void declare_outputs(OptionList& list, Options& o) {
  list.text("--result FILE", o.result, "Write the result document (JSON); - is standard output")
      .traits = {.not_for_ab = "it reads the results of its processes itself"};
  list.text("--html FILE", o.html, "Write a self-contained HTML page; - is standard output")
      .traits = {.not_for_ab = kNoFilesInAb};
  list.text("--markdown FILE", o.markdown, "Write a Markdown report; - is standard output")
      .traits = {.not_for_ab = kNoFilesInAb};
  list.text("--puzzle-csv FILE", o.puzzle_csv,
            "Write CSV, one row per puzzle and solver: outcome, guesses, latency, solution; - is "
            "standard output")
      .traits = {.not_for_ab = kNoFilesInAb};
  list.flag("-q,--quiet", o.quiet, "Print only errors").traits = {.not_for_ab = kQuietInAb};
  Option& verbose = list.flag("-v,--verbose", o.verbose,
                              "Also print the plan for each solver, all remarks and all warnings");
  verbose.excluded = {"--quiet"};
  verbose.traits = {.not_for_ab = kQuietInAb};
}

// The groups of --help.
constexpr std::pair<const char*, void (*)(OptionList& list, Options& options)> kGroups[] = {
    {"What to run", declare_inputs},
    {"Solvers of others, and how they are isolated", declare_externals},
    {"Threads and processor", declare_machine},
    {"How to measure", declare_rounds},
    {"How to measure", declare_times},
    {"Which puzzles, and how answers are checked", declare_puzzles},
    {"Repeated, resumed and divided runs", declare_parts},
    {"Output", declare_outputs}};

// Options that few users need.
constexpr std::string_view kRare[] = {
    "strict", "puzzle-column", "solution-column", "memory-limit", "isa",   "batch",  "counters",
    "warmup", "wait-for-core", "start-timeout",   "block",        "audit", "pilots", "shard"};

// The options of `run`, set to their defaults.
OptionList& defaults() {
  static Options options;
  static OptionList list = options_of(options);
  return list;
}

}  // namespace

OptionList options_of(Options& options) {
  OptionList list;
  for (const auto& [group, declare] : kGroups) {
    const std::size_t before = list.options.size();
    declare(list, options);
    for (std::size_t i = before; i < list.options.size(); ++i)
      list.options[i].group = group;
  }
  for (Option& option : list.options) {
    option.is_rare = std::ranges::count(kRare, option.key()) > 0;
    option.set = [&options, name = option.key(),
                  set = std::move(option.set)](const std::string& text) {
      set(text);
      options.given.emplace_back(name, text);
    };
  }
  return list;
}

const std::deque<Option>& all() { return defaults().options; }

const Option* option_named(std::string_view name) { return defaults().find(name); }

result::SettingsRecord recorded_settings(const RunSettings& settings) {
  Options options(settings);
  result::SettingsRecord record;
  for (const Option& option : options_of(options).options) {
    if (option.traits.recorded != nullptr) record.set(option.traits.recorded, option.recorded());
  }
  return record;
}

}  // namespace sudoku::options
