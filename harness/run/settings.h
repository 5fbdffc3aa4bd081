// Settings of a run, other arguments of `run`, and the table of its options. All defaults are here.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "harness/dataset/reader.h"
#include "harness/result/document.h"
#include "harness/run/runner.h"
#include "harness/run/values.h"

namespace sudoku::run {

enum class Verify : std::uint8_t { all, sample, off };

// Who counts instructions: the processor, or valgrind.
enum class Counters : std::uint8_t { on, valgrind, off };

// A solver's time per puzzle on a dataset, known beforehand.
struct KnownPilot {
  std::string dataset_sha256;
  std::string solver;
  double ns_per_puzzle = 0;
};

// One of several parts of a run: every `of`-th block, from block `number` - 1 on.
struct Shard {
  static constexpr std::uint64_t kMostParts = 1'000'000;

  std::uint64_t number = 1;
  std::uint64_t of = 1;

  bool has(std::uint64_t block) const { return block % of == number - 1; }
};

// Name of the setting --sample in the result document.
inline constexpr const char* kSample = "sample";

// Value of the setting "shard" of a run that is no shard.
inline constexpr const char* kWhole = "the whole";

// Number of latency rounds: a puzzle's service time is the shortest of them.
inline constexpr std::uint64_t kLatencyRounds = 3;

struct RunSettings {
  std::vector<SolverSpec> solver_specs;  // with different names
  std::vector<unsigned> threads = {1};   // ascending; each is a row of its own
  std::optional<std::uint64_t> batch;    // puzzles per call of a batch solver
  std::uint64_t solution_limit = 2;
  std::uint64_t rounds = 5;  // throughput rounds; at least 1
  double precision = 0;      // uncertainty of ratios down to which rounds go on; 0: no more
  Nanoseconds warmup = std::chrono::milliseconds(10);    // before each turn of a solver
  Nanoseconds time_budget = std::chrono::seconds(10);    // 0: none
  Nanoseconds puzzle_timeout = std::chrono::seconds(1);  // 0: none
  std::optional<double> sample_rate;          // of every dataset, instead of the time budget
  std::optional<std::uint64_t> sample_count;  // puzzles to sample from every dataset
  // Pilot times from another run. With them and the same settings, this run is planned alike: the
  // same puzzles, rounds and tasks. Solvers missing here are measured.
  std::vector<KnownPilot> pilots;
  std::uint64_t seed = 1;
  std::uint64_t block = 8192;
  std::uint64_t memory_limit = 0;  // bytes that a worker and what it starts may hold; 0: none
  bool pin = true;
  Nanoseconds wait_for_core{0};  // in all, while others use the core; turns made again count
  bool ratios_by_wall = false;   // ratios compare times on the clock, not running times
  bool latency = true;
  Counters counters = Counters::on;
  Verify verify = Verify::sample;
  bool audit = true;     // what external solvers do is found out, unless answers are not verified
  bool permute = false;  // throughput rounds solve isomorphs instead of relabelled digits
  bool strict = false;
  std::string puzzle_column;  // titles or numbers of columns; empty: found by name and shape
  std::string solution_column;
  bool isolate_all = false;    // built-in solvers run in worker processes too
  std::string reference;       // solver that speed-ups refer to, one of the run's
  std::optional<Shard> shard;  // part of the run to measure; none: all blocks

  // How the files are read in blocks.
  dataset::ReadOptions reading() const;

  // Number of puzzles per call of a solver; 1 unless it is a batch solver.
  std::uint64_t batch_of(const SolverSpec& solver) const;
};

inline constexpr double kDefaultPrecision = 0.02;
inline constexpr const char* kDefaultSolvers = "naive,mrv,dlx";

// The command line of `run`. The SolverSpecs of RunSettings are filled in once it is complete.
struct Options : RunSettings {
  std::vector<std::string> files;
  std::string suite;  // name of the suite file, or empty
  std::vector<const SolverEntry*> solvers = parse_solvers(kDefaultSolvers);
  std::vector<std::string> plugins;   // descriptions, as given to --plugin
  std::vector<std::string> commands;  // descriptions, as given to --exec
  std::uint64_t exec_batch = 1;
  std::string isa = "auto";
  std::uint64_t processes = 1;
  std::string pilots_file;  // result document with pilot times, or empty
  bool resume = false;
  // Names of output files; "-": standard output; empty: not written.
  std::string result;
  std::string html;
  std::string markdown;
  std::string puzzle_csv;
  bool quiet = false;
  bool verbose = false;

  // Names and texts of the options that the user set, on the command line or in a suite.
  std::vector<std::pair<std::string, std::string>> given;

  Options() { precision = kDefaultPrecision; }

  explicit Options(const RunSettings& settings) : RunSettings(settings) {}

  // Whether the option of that name (without dashes) was given.
  bool has(std::string_view name) const;
};

template <auto kMember, auto kParse>
void set_parsed(Options& options, const std::string& text) {
  options.*kMember = kParse(text);
}

std::string threads_text(const Options& options);
std::string sample_text(const Options& options);
std::string precision_text(const Options& options);
std::string shard_text(const Options& options);

struct CustomValue {
  void (*set)(Options& options, const std::string& text);
  std::string (*text)(const Options& options) = nullptr;
};

// Member of Options that an option sets. A bool is a flag, or true for the first of two words.
using OptionTarget = std::variant<bool Options::*, std::uint64_t Options::*,
                                  std::optional<std::uint64_t> Options::*, Nanoseconds Options::*,
                                  std::string Options::*, std::vector<std::string> Options::*,
                                  Verify Options::*, Counters Options::*, CustomValue>;

struct Traits {
  NumberRange range = {};
  const char* shown_default = "";  // default in --help, unless it is the text of the value
  const char* excludes = "";       // an option that cannot be combined with this one
  const char* recorded = nullptr;  // name in `settings` of the result document; null: not there
  // Makes the option's value in the result document; null: its text, a number or seconds.
  result::SettingValue (*record)(const Options& options) = nullptr;
  // Whether the option must be equal to resume a run, or to merge shards.
  bool in_fingerprint = recorded != nullptr;
  const char* unset = "";  // text of no value in fingerprints and in the result document
  // Why `ab` does not pass the option on to the processes that it compares; null: it does.
  const char* not_for_ab = nullptr;
};

// An option of `run`, which is also a key of suites.
struct Option {
  std::string_view names;  // "--seed" or "-q,--quiet"; positional arguments have no dashes
  std::string_view value;  // the value's word in --help; "on|off": its choices; empty: a flag
  OptionTarget target;
  std::string_view help;
  Traits traits = {};

  bool is_flag() const { return value.empty(); }

  // The option's long name without dashes.
  std::string name() const;

  // What suites may write without quotes: of several choices, "off" may be false.
  ValueType type() const;
};

inline constexpr const char* kPlannedByAb = "it plans rounds and samples itself";
inline constexpr const char* kWholeInAb = "its processes are short and are not run in parts";
inline constexpr const char* kNoFilesInAb = "its processes write no files";
inline constexpr const char* kQuietInAb = "its processes print nothing";

// All options, in the order of --help. Everything that lists options follows from this table:
// --help, the manual page, completion, the keys of suites, `settings` of the result document, the
// fingerprint, and what `ab` passes on or refuses.
inline constexpr Option kOptions[] = {
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
    {"-v,--verbose", "", &Options::verbose, "Also print the plan for each solver",
     Traits{.excludes = "--quiet", .not_for_ab = kQuietInAb}},
};

// The option with a long or short name ("--seed", "-q"); null when no option has it.
const Option* option_named(std::string_view name);

// Sets an option and adds it to Options::given. Throws UsageError("expected …, found '…'").
void set_option(const Option& option, Options& options, const std::string& text);

// The value of an option as a user would give it; empty: none.
std::string text_of(const Option& option, const Options& options);

// The value of an option as the result document records it.
result::SettingValue recorded_value(const Option& option, const Options& options);

// All recorded options; those missing in RunSettings have their defaults.
result::SettingsRecord recorded_settings(const RunSettings& settings);

}  // namespace sudoku::run
