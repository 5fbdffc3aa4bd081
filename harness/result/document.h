// Result document in memory: everything that one run measured. json.h reads and writes it,
// results/README.md documents its fields. RunResult, at the end, is the root.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "harness/result/fields.h"
#include "harness/result/row.h"
#include "harness/stats/log_bins.h"

namespace sudoku::result {

inline constexpr int kSchemaVersion = 2;

// Comparison of two solvers on the puzzles that both were given: counts only, so that those of
// parts of a dataset add up to those of the whole. log_bins.h defines the bins.
struct PairRecord {
  std::string a;
  std::string b;
  std::uint64_t puzzles = 0;
  stats::Histogram2DRecord cells;

  std::pair<std::string, std::string> solvers() const { return {a, b}; }

  using R = PairRecord;
  static constexpr std::tuple kTable{
      Field{"a", &R::a, "one solver"},
      Field{"b", &R::b, "the other solver"},
      Field{"puzzles", &R::puzzles, kSum, "puzzles that both were given"},
      Field{"cells", &R::cells, kSum, "bins of a's time (x) and b's (y); bin 0: not solved",
            kVaries},
  };
};

// Comparisons of the solvers of one dataset and thread count, puzzle by puzzle. Batch solvers have
// no times of single puzzles and are left out.
struct ComparisonRecord {
  std::string dataset;
  std::uint64_t threads = 1;
  std::vector<PairRecord> pairs;

  using R = ComparisonRecord;
  static constexpr std::tuple kTable{
      Field{"dataset", &R::dataset, "name in `datasets`"},
      Field{"threads", &R::threads, "number of threads"},
      Field{"pairs", &R::pairs, Matched<&PairRecord::solvers>(), "every two solvers"},
  };
};

// Results on some blocks of a dataset: rows of solvers, and comparisons puzzle by puzzle.
struct DatasetRows {
  std::vector<std::uint64_t> blocks;
  std::vector<RowSums> rows;
  std::vector<ComparisonRecord> comparisons;
  std::uint64_t undecided = 0;

  using R = DatasetRows;
  static constexpr std::tuple kTable{
      Field{"blocks", &R::blocks, Listed<>(), "indices of the blocks"},
      Field{"rows", &R::rows, kByPlace, "solver by solver, threads ascending"},
      Field{"comparisons", &R::comparisons, kByPlace, "threads ascending"},
      Field{"undecided", &R::undecided, kSum,
            "puzzles that solvers disagree on and referees cannot decide"},
  };
};

struct ToolRecord {
  std::string version;
  std::string git_revision;
  std::string build_type;
  std::string compiler;
  std::string flags;

  using R = ToolRecord;
  static constexpr std::tuple kTable{
      Field{"version", &R::version, "of the program"},
      Field{"git_revision", &R::git_revision, "of the program"},
      Field{"build_type", &R::build_type, "only figures of Release count"},
      Field{"compiler", &R::compiler, "compiler of the program"},
      Field{"flags", &R::flags, "compiler flags"},
  };
};

struct EnvironmentRecord {
  std::string cpu;
  std::vector<std::string> isa_available;
  std::string isa_dispatched;
  int cores = 0;
  bool smt_siblings = false;
  bool pinned = false;
  std::string governor;
  std::string boost;
  double load = 0;
  double steal = 0;
  std::uint64_t involuntary_switches = 0;
  std::uint64_t memory_bytes = 0;
  std::string kernel;
  std::string container;
  double pilot_ghz = 0;
  std::optional<std::string> no_counters = std::nullopt;
  std::vector<std::string> warnings;

  using R = EnvironmentRecord;
  static constexpr std::tuple kTable{
      Field{"cpu", &R::cpu, "model, as the system names it"},
      Field{"isa_available", &R::isa_available, "instruction sets offered to solvers"},
      Field{"isa_dispatched", &R::isa_dispatched, "the one that was used"},
      Field{"cores", &R::cores, "CPUs in the affinity mask, each sibling counted"},
      Field{"smt_siblings", &R::smt_siblings, "two of them share a physical core"},
      Field{"pinned", &R::pinned, "threads were bound to CPUs"},
      Field{"governor", &R::governor, "governor of the clock frequency; empty: not known"},
      Field{"boost", &R::boost, "on, off or empty"},
      Field{"load", &R::load, "one-minute average when the run started"},
      Field{"steal", &R::steal, "share of the run's CPU time that the hypervisor took"},
      Field{"involuntary_switches", &R::involuntary_switches, "during timed turns"},
      Field{"memory", &R::memory_bytes, "of the machine, in bytes"},
      Field{"kernel", &R::kernel, "system, release and architecture"},
      Field{"container", &R::container, "kind of container or virtual machine, or empty"},
      Field{"pilot_ghz", &R::pilot_ghz, "clock of a dependent add chain when the run started"},
      Field{"no_counters", &R::no_counters, "why hardware counters could not be opened", kLater},
      Field{"warnings", &R::warnings, "reasons not to trust the figures"},
  };
};

struct SuiteRecord {
  std::string path;
  std::string sha256;

  using R = SuiteRecord;
  static constexpr std::tuple kTable{
      Field{"path", &R::path, "of the suite file"},
      Field{"sha256", &R::sha256, "of the suite file"},
  };
};

// Recorded value of an option.
using SettingValue = std::variant<bool, std::uint64_t, double, std::string>;

// Option value as text for messages.
std::string text_of(const SettingValue& value);

// Name and value type of a recorded option that reports and comparisons look up.
template <typename Value>
struct SettingKey {
  using Type = Value;

  const char* name;
};

inline constexpr SettingKey<std::uint64_t> kSolutionLimit{"solutions_limit"};
inline constexpr SettingKey<std::uint64_t> kRounds{"rounds"};                 // throughput rounds
inline constexpr SettingKey<std::uint64_t> kLatencyRounds{"latency_rounds"};  // 0: no latencies
inline constexpr SettingKey<double> kWarmup{"warmup_s"};
// Time budget in seconds per solver and dataset, all processes together; 0: no limit.
inline constexpr SettingKey<double> kTimeBudget{"time_budget_s"};
inline constexpr SettingKey<double> kPuzzleTimeout{"puzzle_timeout_s"};  // 0: no limit
inline constexpr SettingKey<std::uint64_t> kBlock{"block"};
inline constexpr SettingKey<std::uint64_t> kSeed{"seed"};
inline constexpr SettingKey<bool> kPermute{"permute"};
inline constexpr SettingKey<std::string> kVerify{"verify"};    // verified answers: all, sample, off
inline constexpr SettingKey<std::string> kIsolate{"isolate"};  // isolated solvers: external, all
// Memory limit of a worker process in bytes; 0: none.
inline constexpr SettingKey<std::uint64_t> kMemoryLimit{"memory_limit"};
inline constexpr SettingKey<std::string> kReference{"reference"};  // a solver's name
// What ratios compare: cpu (running times) or wall; missing in older documents.
inline constexpr const char* kRatioTime = "ratio_time";
// Number of processes of the run, one after the other; missing in older documents.
inline constexpr SettingKey<std::uint64_t> kProcesses{"processes"};

// What the documents of both builds of an A/B test have in common: their processes took turns in
// groups of two of each. Other documents lack it.
inline constexpr const char* kGroups = "ab_groups";

// Keys of the settings that every document has.
inline constexpr std::tuple kEverySetting{
    kSolutionLimit, kRounds,  kLatencyRounds, kWarmup,  kTimeBudget,  kPuzzleTimeout, kBlock,
    kSeed,          kPermute, kVerify,        kIsolate, kMemoryLimit, kReference};

// Whether the setting of that name is one of kEverySetting.
constexpr bool is_of_every_document(std::string_view name) {
  return std::apply([name](const auto&... key) { return ((key.name == name) || ...); },
                    kEverySetting);
}

// Options of the run by their names in the document; options/options.cpp says which are recorded.
// Every SettingKey has a value; other options keep what was recorded.
class SettingsRecord {
 public:
  SettingsRecord();

  template <typename Value>
  Value operator[](SettingKey<Value> key) const {
    return std::get<Value>(*find(key.name));
  }

  template <typename Value>
  void set(SettingKey<Value> key, std::type_identity_t<Value> value) {
    set(std::string(key.name), SettingValue(std::move(value)));
  }

  void set(const std::string& name, SettingValue value);

  // Value of the option; null when it is not recorded.
  const SettingValue* find(std::string_view name) const;

  // Names and values of the options in the order of the document.
  const std::vector<std::pair<std::string, SettingValue>>& all() const { return all_; }

  std::optional<SuiteRecord> suite = std::nullopt;

 private:
  std::vector<std::pair<std::string, SettingValue>> all_;
};

struct CandidatesRecord {
  int min = 0;
  double mean = 0;
  int max = 0;

  using R = CandidatesRecord;
  static constexpr std::tuple kTable{
      Field{"min", &R::min, "fewest candidates of a puzzle"},
      Field{"mean", &R::mean, "mean candidates per puzzle"},
      Field{"max", &R::max, "most candidates of a puzzle"},
  };
};

// Kinds of puzzles, as documents name them.
inline constexpr std::string_view kOfClues = "clues";
inline constexpr std::string_view kOfPencilmarks = "pencilmarks";

struct DatasetRecord {
  std::string name;
  std::string path;
  std::string sha256;
  std::uint64_t puzzles = 0;
  std::uint64_t quarantined = 0;
  std::vector<std::string> quarantine_first;
  int clues_min = 0;
  double clues_mean = 0;
  int clues_max = 0;
  std::optional<std::string> kind = std::nullopt;  // none in older documents, where it is kOfClues
  std::optional<CandidatesRecord> candidates = std::nullopt;

  using R = DatasetRecord;
  static constexpr std::tuple kTable{
      Field{"name", &R::name, "as tables show it"},
      Field{"path", &R::path, "as given on the command line", kVaries},
      Field{"sha256", &R::sha256, "of the file as stored"},
      Field{"puzzles", &R::puzzles, "usable puzzles"},
      Field{"quarantined", &R::quarantined, "rows that could not be used"},
      Field{"quarantine_first", &R::quarantine_first, "place and reason of the first of them"},
      Field{"clues.min", &R::clues_min, "fewest clues of a puzzle"},
      Field{"clues.mean", &R::clues_mean, "mean clues per puzzle"},
      Field{"clues.max", &R::clues_max, "most clues of a puzzle"},
      Field{"kind", &R::kind, "what the puzzles give: clues or pencilmarks", kLater},
      Field{"candidates", &R::candidates, "candidates of pencilmark puzzles", kLater},
  };
};

struct OverheadRecord {
  double clock_ns = 0;
  double null_span_ns = 0;
  double null_stamped_ns = 0;

  using R = OverheadRecord;
  static constexpr std::tuple kTable{
      Field{"clock_ns", &R::clock_ns, "one time stamp"},
      Field{"null_span_ns", &R::null_span_ns, "null solver per puzzle, in throughput rounds"},
      Field{"null_stamped_ns", &R::null_stamped_ns,
            "null solver per puzzle, one stamped call each"},
  };
};

// Which parts of a split run a result holds.
struct ShardsRecord {
  std::uint64_t of = 1;
  std::vector<std::uint64_t> parts;

  using R = ShardsRecord;
  static constexpr std::tuple kTable{
      Field{"of", &R::of, "number of parts of the run"},
      Field{"parts", &R::parts, "numbers from 1, ascending"},
  };
};

// Speed of a row on one of several machines.
struct HostRate {
  std::string dataset;
  std::string solver;
  std::uint64_t threads = 1;
  double puzzles_per_second = 0;

  using R = HostRate;
  static constexpr std::tuple kTable{
      Field{"dataset", &R::dataset, "name of the dataset"},
      Field{"solver", &R::solver, "name of the solver"},
      Field{"threads", &R::threads, "number of threads"},
      Field{"puzzles_per_second", &R::puzzles_per_second, "median rate of its part", kVaries},
  };
};

// One of several machines or runs that contributed to a result.
struct HostRecord {
  std::string name;
  EnvironmentRecord environment;
  std::string started;
  std::string finished;
  std::optional<std::vector<HostRate>> rates = std::nullopt;

  using R = HostRecord;
  static constexpr std::tuple kTable{
      Field{"name", &R::name, "the part that it ran"},
      Field{"environment", &R::environment, "of that machine"},
      Field{"started", &R::started, "ISO 8601, UTC"},
      Field{"finished", &R::finished, "ISO 8601, UTC"},
      Field{"rates", &R::rates, "speed of each row on it", kLater},
  };
};

struct RunResult {
  ToolRecord tool;
  EnvironmentRecord environment;
  std::vector<std::string> command;
  SettingsRecord settings;
  std::string started;
  std::string finished;
  bool complete = true;
  std::vector<DatasetRecord> datasets;
  OverheadRecord overhead;
  std::vector<Row> results;
  std::vector<ComparisonRecord> comparisons = {};
  std::optional<std::uint64_t> resumed = std::nullopt;
  std::optional<ShardsRecord> shards = std::nullopt;
  std::optional<std::vector<HostRecord>> hosts = std::nullopt;

  using R = RunResult;
  static constexpr std::tuple kTable{
      Field{"tool", &R::tool, "the program"},
      Field{"environment", &R::environment, "the machine", kVaries},
      Field{"command", &R::command, "command line, one text per argument", kVaries},
      Field{"settings", &R::settings, "options of the run"},
      Field{"started", &R::started, "ISO 8601, UTC", kVaries},
      Field{"finished", &R::finished, "ISO 8601, UTC", kVaries},
      Field{"complete", &R::complete, "false when the run was interrupted"},
      Field{"datasets", &R::datasets, "the inputs"},
      Field{"overhead", &R::overhead, "overhead of the harness", kVaries},
      Field{"results", &R::results, "one per solver, dataset and number of threads"},
      Field{"comparisons", &R::comparisons, "comparisons of single puzzles", kLater},
      Field{"resumed", &R::resumed, "number of times the run was resumed", kLater | kVaries},
      Field{"shards", &R::shards, "parts of a run that was split into parts", kLater | kVaries},
      Field{"hosts", &R::hosts, "machines or shards, when there are several", kLater | kVaries},
  };
};

void add_warnings(std::vector<std::string>& warnings, const std::vector<std::string>& more);

// Model and number of CPUs: "AMD EPYC 9B45, 32 CPUs". Speeds on unlike processors are different
// quantities.
std::string processor_of(const EnvironmentRecord& environment);

// The median rates of rows.
std::vector<HostRate> rates_of(std::span<const Row> rows);

// Hosts by processor_of(); empty if a run has none.
std::map<std::string, std::vector<const HostRecord*>> hosts_by_processor(const RunResult& run);

// Sets the hosts of a run, all their warnings and one if their processors are unlike, the first
// start and the last end.
void set_hosts(RunResult& run, std::vector<HostRecord> hosts);

// Datasets below this size are not sampled. From 1,000 puzzles on, repeating them changes the speed
// of a plain solver by 3 % at most; at 200 it was 70 %, because branch predictors learn the set.
inline constexpr std::uint64_t kSmallSet = 1000;

// Time after which a puzzle of a dataset of `puzzles` puzzles is given up; 0: never. It is
// `timeout` or, in sets too small to be sampled, the time budget of a process if that is less: one
// puzzle could otherwise take all of it. 0 means no timeout, and no budget.
std::chrono::nanoseconds puzzle_limit(std::uint64_t puzzles, std::chrono::nanoseconds timeout,
                                      std::chrono::nanoseconds budget);

}  // namespace sudoku::result
