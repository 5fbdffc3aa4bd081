#include "harness/options/options.h"

#include <algorithm>
#include <array>
#include <type_traits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/base/errors.h"
#include "harness/base/text.h"

namespace sudoku::options {

namespace {

// Sets an option's value from text.
template <typename Value>
void take(const Option& option, Value& value, const std::string& text) {
  if constexpr (std::is_same_v<Value, bool>) {
    value = option.is_flag() ? parse_truth(text) : text == choices_in(option.value).front();
  } else if constexpr (std::is_enum_v<Value>) {
    value = static_cast<Value>(require_one_of(choices_in(option.value), text));
  } else if constexpr (std::is_same_v<Value, Nanoseconds>) {
    value = parse_time(text);
  } else if constexpr (std::is_same_v<Value, std::string>) {
    value = text;
  } else if constexpr (std::is_same_v<Value, std::vector<std::string>>) {
    value.push_back(text);
  } else {
    const NumberRange& range = option.traits.range;
    value = option.value == "SIZE" ? parse_size(text) : parse_number(text, range.least, range.most);
  }
}

// Inverse of take().
template <typename Value>
std::string text_of(const Option& option, const Value& value) {
  if constexpr (std::is_same_v<Value, bool>) {
    if (option.is_flag()) return value ? "true" : "false";
    const std::vector<std::string> words = choices_in(option.value);
    return value ? words.front() : words.back();
  } else if constexpr (std::is_enum_v<Value>) {
    return choices_in(option.value)[static_cast<std::size_t>(value)];
  } else if constexpr (std::is_same_v<Value, Nanoseconds>) {
    return format_time(value);
  } else if constexpr (std::is_same_v<Value, std::optional<std::uint64_t>>) {
    return value ? fmt::to_string(*value) : "";
  } else if constexpr (std::is_same_v<Value, std::vector<std::string>>) {
    return fmt::format("{}", fmt::join(value, " "));
  } else {
    return fmt::to_string(value);
  }
}

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

// Parses a shard: "2/7" is the second of seven.
Shard parse_shard(const std::string& text) {
  const std::size_t slash = std::min(text.find('/'), text.size());
  const auto number = base::number_in<std::uint64_t>(text.substr(0, slash));
  const auto of = base::number_in<std::uint64_t>(text.substr(std::min(slash + 1, text.size())));
  if (!number || !of || *number < 1 || *number > *of || *of > Shard::kMostParts)
    reject("a part and their number, I/N, with I from 1 to N", text);
  return {.number = *number, .of = *of};
}

template <auto kMember, auto kParse>
void set_parsed(Options& options, const std::string& text) {
  options.*kMember = kParse(text);
}

std::string threads_text(const Options& options) {
  return fmt::format("{}", fmt::join(options.threads, ","));
}

std::string sample_text(const Options& options) {
  if (options.sample_rate) return fmt::format("rate {}", *options.sample_rate);
  return options.sample_count ? fmt::to_string(*options.sample_count) : "";
}

std::string precision_text(const Options& options) {
  return options.precision == 0 ? "0" : fmt::format("{:.4g}%", 100 * options.precision);
}

std::string shard_text(const Options& options) {
  const std::optional<Shard>& shard = options.shard;
  return shard ? fmt::format("{}/{}", shard->number, shard->of) : "";
}

constexpr const char* kPlannedByAb = "it plans rounds and samples itself";
constexpr const char* kWholeInAb = "its processes are short and are not run in parts";
constexpr const char* kNoFilesInAb = "its processes write no files";
constexpr const char* kQuietInAb = "its processes print nothing";

constexpr Option kOptions[] = {
    // Options for solvers and datasets.
    {"files", "FILE", &Options::files,
     "Puzzle files: tables, lines, grids, JSON and other layouts; plain, gzip, bzip2, xz, zstd or "
     "zip; - is standard input"},
    {"--suite", "FILE", &Options::suite,
     "Read files, solvers and any of these options from a TOML file; options on the command line "
     "take precedence"},
    {"--solvers", "SOLVERS|all|none", CustomValue{set_parsed<&Options::solvers, parse_solvers>},
     "Solvers to run, separated by commas; all; or none, which leaves only external solvers (see "
     "`sudoku-bench solvers`)",
     Traits{.shown_default = kDefaultSolvers}},
    {"--reference", "SOLVER", &Options::reference,
     "Solver that speed-ups are relative to (default: the first one)",
     Traits{.recorded = "reference",
            .not_for_ab = "it compares each solver with itself in the other build"}},
    {"--solutions", "N", &Options::solution_limit,
     "Number of solutions to look for: 1 stops at the first, 2 proves uniqueness, N counts up to N",
     Traits{.range = {.least = 1}, .recorded = "solutions_limit"}},
    {"--strict", "", &Options::strict, "Stop at the first bad row instead of skipping it",
     Traits{.recorded = "strict"}},
    {"--puzzle-column", "COLUMN", &Options::puzzle_column, dataset::kPuzzleColumnHelp,
     Traits{.recorded = "puzzle_column", .unset = dataset::kFoundByName}},
    {"--solution-column", "COLUMN", &Options::solution_column, dataset::kSolutionColumnHelp,
     Traits{.recorded = "solution_column", .unset = dataset::kFoundByName}},

    // Options for external solvers.
    {"--plugin", "SPEC", &Options::plugins,
     "Also run a function of a shared library: LIBRARY:SYMBOL[:CONFIG], followed by any of ,name= "
     ",version= ,flags= (text; in double quotes if it contains commas) "
     ",limit=honoured|first|two|all "
     "(how it treats the solution limit) ,fills=yes|no (whether it always or never writes a "
     "solution at limits above 1; else each answer shows it) ,pencilmarks=yes|no (whether it reads "
     "pencilmark puzzles too) ,threads=safe|unsafe "
     ",batch=N (the function takes up to N puzzles per call). Repeatable"},
    {"--exec", "CMD", &Options::commands,
     "Also run a command that reads one puzzle per line and answers each with one line. Words are "
     "split at spaces; quotes and backslashes are interpreted, but no shell is run. name= version= "
     "flags= limit= pencilmarks= batch= may precede it, separated by commas and ended by a colon: "
     "'name=py,version=1:python3 solver.py'. Repeatable"},
    {"--exec-batch", "N", &Options::exec_batch,
     "Number of puzzles sent to a command before it must answer",
     Traits{.range = {.least = 1, .most = kLargestBatch}}},
    {"--isolate", "all|external", &Options::isolate_all,
     "Solvers that run in separate worker processes: external ones, or all",
     Traits{.recorded = "isolate"}},
    {"--memory-limit", "SIZE", &Options::memory_limit,
     "Memory limit of a worker process and the processes it starts, such as 512MB, 1GB or 256MiB. "
     "0: no limit",
     Traits{.recorded = "memory_limit"}},

    // Options for threads and other resources of the machine.
    {"--threads", "N|LIST", CustomValue{set_parsed<&Options::threads, parse_threads>, threads_text},
     "Number of threads; a list such as 1,2,4 measures each. Above 1, latencies include noise from "
     "the other threads",
     Traits{.shown_default = "all available CPUs", .in_fingerprint = true}},
    {"--pin", "auto|off", &Options::pin, "Pin each thread to its own CPU",
     Traits{.recorded = "pin"}},
    {"--isa", "auto|avx512|avx2|baseline", &Options::isa,
     "Instruction set of solvers that support several"},
    {"--batch", "N", &Options::batch,
     "Number of puzzles per call of a batch solver (default: 512, or a plugin's own)",
     Traits{.range = {.least = 1, .most = kLargestBatch},
            .recorded = "batch",
            .unset = "each solver's own"}},

    // Options for the measurement.
    {"--rounds", "N", &Options::rounds,
     "Number of throughput rounds per block; the median is used. If it is given, there are no more "
     "rounds unless --precision is given too",
     Traits{.range = {.least = 1, .most = 1000}, .recorded = "rounds", .not_for_ab = kPlannedByAb}},
    {"--precision", "RATE",
     CustomValue{set_parsed<&Options::precision, parse_precision>, precision_text},
     "Make more rounds while the time budget lasts, until the speed-ups over the reference are "
     "known "
     "to this share, up or down (0.03, 3%). 0: make no more rounds",
     Traits{
         .recorded = "precision",
         .record = [](const Options& options) { return result::SettingValue(options.precision); },
         .not_for_ab = kPlannedByAb}},
    {"--ratio-time", "wall|cpu", &Options::ratios_by_wall,
     "Times that ratios compare: those on the clock, or without the time for which other processes "
     "kept the solver from its CPU (of commands: the CPU time of their processes)",
     Traits{.recorded = result::kRatioTime}},
    {"--latency", "on|off", &Options::latency, "Also measure the service time of each puzzle",
     Traits{.recorded = "latency_rounds",
            .record =
                [](const Options& options) {
                  return result::SettingValue(options.latency ? kLatencyRounds : 0);
                },
            .not_for_ab = "it measures throughput only"}},
    {"--counters", "on|valgrind|off", &Options::counters,
     "Also count instructions, cycles and branch misses per puzzle, where the machine allows it; "
     "or "
     "have valgrind count the instructions of each function, which takes about fifty times as long "
     "as a round",
     Traits{.recorded = "counters", .not_for_ab = "it has --counters of its own"}},
    {"--warmup", "T", &Options::warmup,
     "Time of untimed solving before each turn of a solver; in total, at most a quarter of the "
     "time budget",
     Traits{.recorded = "warmup_s", .not_for_ab = kPlannedByAb}},
    {"--time-budget", "T", &Options::time_budget,
     "Time for one solver on one dataset, all rounds together. Slower solvers get fewer rounds or "
     "a random sample; with fewer than 1,000 puzzles, a puzzle that takes the whole budget is "
     "given up. 0: no limit, everything is solved",
     Traits{.recorded = "time_budget_s", .not_for_ab = kPlannedByAb}},
    {"--wait-for-core", "T", &Options::wait_for_core,
     "Wait before a turn while other work, such as another virtual machine's, shares the core, and "
     "make a turn again that such work disturbed; at most T in all, of `ab` in each process. For "
     "rows on one thread",
     Traits{.recorded = "wait_for_core_s", .in_fingerprint = false}},
    {"--puzzle-timeout", "T", &Options::puzzle_timeout,
     "Time after which a puzzle is given up; a later answer counts as a timeout. 0: no limit, a "
     "solver that hangs is never stopped",
     Traits{.recorded = "puzzle_timeout_s"}},
    {"--sample", "N|RATE", CustomValue{parse_sample, sample_text},
     "Sample size for all solvers, instead of the one given by the time budget. A whole number, 1 "
     "too, is about that many puzzles; one with a decimal point, % or / is a share (0.01, 1%, "
     "1/100; 1.0 or 100%: all)",
     Traits{.recorded = kSample, .unset = "by the time budget", .not_for_ab = kPlannedByAb}},
    {"--seed", "N", &Options::seed, "Seed of samples, relabellings and the order of solvers",
     Traits{.recorded = "seed",
            .not_for_ab = "its own --seed sets the seed of each pair of processes"}},
    {"--permute", "", &Options::permute,
     "Solve random isomorphs of the puzzles in throughput rounds, a different one for each puzzle, "
     "instead of only relabelling digits; outcomes, guesses and latencies remain those of the "
     "given puzzles",
     Traits{.recorded = "permute"}},
    {"--block", "N", &Options::block,
     "Puzzles per block; solvers are compared block by block. By default at least a batch",
     Traits{.range = {.least = 1, .most = 1U << 24U},
            .recorded = "block",
            .not_for_ab = "its processes use the default block size"}},
    {"--verify", "all|sample|off", &Options::verify,
     "Puzzles that two referee solvers also solve, in addition to those on which solvers disagree. "
     "Clues and houses of every answer are always checked",
     Traits{.recorded = "verify", .not_for_ab = "it compares the answers of both builds instead"}},
    {"--audit", "on|off", &Options::audit,
     "Find out, off the clock, what external solvers do on 64 puzzles with several solutions, one "
     "and none: stop at the first solution, prove uniqueness, or count. Off with --verify off",
     Traits{.recorded = "audit", .not_for_ab = "it compares the answers of both builds instead"}},
    {"--processes", "N", &Options::processes,
     "Repeat the run in N new processes, one after the other, and report the median process. The "
     "time budget is for all of them together",
     Traits{.range = {.least = 1, .most = 1000},
            .recorded = "processes",
            .not_for_ab = "it starts the processes itself"}},
    {"--pilots", "RESULT", &Options::pilots_file,
     "Plan samples and rounds from the pilot times in an earlier result instead of measuring them: "
     "with the same options, every solver gets the same puzzles",
     Traits{.not_for_ab = kPlannedByAb}},

    // Options for runs in parts.
    {"--resume", "", &Options::resume,
     "Resume a run that was killed or interrupted, from the journal next to the --result file: "
     "finished blocks are not solved again. Options, files and program must be the same. Without a "
     "journal, a new run starts",
     Traits{.not_for_ab = kWholeInAb}},
    {"--shard", "I/N", CustomValue{set_parsed<&Options::shard, parse_shard>, shard_text},
     "Solve only every N-th block, starting with the I-th; `sudoku-bench merge` merges the results "
     "of all N shards. There is no time budget, because all shards need the same samples; use "
     "--sample to solve fewer puzzles",
     Traits{.in_fingerprint = true, .unset = kWhole, .not_for_ab = kWholeInAb}},

    // Options for output.
    {"--result", "FILE", &Options::result, "Write the result document (JSON); - is standard output",
     Traits{.not_for_ab = "it reads the results of its processes itself"}},
    {"--html", "FILE", &Options::html, "Write a self-contained HTML page; - is standard output",
     Traits{.not_for_ab = kNoFilesInAb}},
    {"--markdown", "FILE", &Options::markdown, "Write a Markdown report; - is standard output",
     Traits{.not_for_ab = kNoFilesInAb}},
    {"--puzzle-csv", "FILE", &Options::puzzle_csv,
     "Write CSV, one row per puzzle and solver: outcome, guesses, latency, solution; - is standard "
     "output",
     Traits{.not_for_ab = kNoFilesInAb}},
    {"-q,--quiet", "", &Options::quiet, "Print only errors", {.not_for_ab = kQuietInAb}},
    {"-v,--verbose", "", &Options::verbose,
     "Also print the plan for each solver, all remarks and all warnings",
     Traits{.excludes = "--quiet", .not_for_ab = kQuietInAb}},
};

}  // namespace

std::span<const Option> all() { return kOptions; }

std::string Option::name() const {
  const std::string_view last = names.substr(names.find_last_of(',') + 1);
  return std::string(last.substr(last.find_first_not_of('-')));
}

ValueType Option::type() const {
  static constexpr std::array<std::string_view, 4> kNumbers = {"N", "T", "SIZE", "RATE"};
  const std::vector<std::string> choices = choices_in(value);
  if (is_flag() || std::ranges::count(choices, "off") > 0) return ValueType::truth;
  const bool is_number = std::ranges::count(kNumbers, value.substr(0, value.find('|'))) > 0;
  return is_number ? ValueType::number : ValueType::text;
}

const Option* option_named(std::string_view name) {
  const auto* const option = std::ranges::find_if(kOptions, [name](const Option& candidate) {
    return std::ranges::count(split(candidate.names, ','), name) > 0;
  });
  return option == std::end(kOptions) ? nullptr : option;
}

void set_option(const Option& option, Options& options, const std::string& text) {
  const bool names_file = option.value == "FILE" || option.value == "RESULT";
  if (names_file && text.empty()) throw base::UsageError(kEmptyName);
  if (const std::vector<std::string> words = choices_in(option.value); !words.empty())
    require_one_of(words, text);
  std::visit(
      [&](auto target) {
        if constexpr (std::is_same_v<decltype(target), CustomValue>) {
          target.set(options, text);
        } else {
          take(option, options.*target, text);
        }
      },
      option.target);
  options.given.emplace_back(option.name(), text);
}

std::string text_of(const Option& option, const Options& options) {
  return std::visit(
      [&](auto target) -> std::string {
        if constexpr (std::is_same_v<decltype(target), CustomValue>) {
          return target.text == nullptr ? "" : target.text(options);
        } else {
          return text_of(option, options.*target);
        }
      },
      option.target);
}

result::SettingValue recorded_value(const Option& option, const Options& options) {
  if (option.traits.record != nullptr) return option.traits.record(options);
  if (option.is_flag()) return options.*std::get<bool Options::*>(option.target);
  if (const auto* number = std::get_if<std::uint64_t Options::*>(&option.target))
    return options.*(*number);
  if (const auto* time = std::get_if<Nanoseconds Options::*>(&option.target))
    return Seconds(options.*(*time)).count();
  const std::string text = text_of(option, options);
  return text.empty() ? option.traits.unset : text;
}

result::SettingsRecord recorded_settings(const RunSettings& settings) {
  const Options options(settings);
  result::SettingsRecord record;
  for (const Option& option : kOptions) {
    if (option.traits.recorded != nullptr)
      record.set(option.traits.recorded, recorded_value(option, options));
  }
  return record;
}

}  // namespace sudoku::options
