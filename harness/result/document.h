// Result document in memory: everything that one run measured. json.h reads and writes it,
// results/README.md documents its fields. RunResult, at the end, is the root.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
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

inline constexpr int kSchemaVersion = 3;

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
      Field{"a", &R::a},
      Field{"b", &R::b},
      Field{"puzzles", &R::puzzles, kSum},
      Field{"cells", &R::cells, kSum, kVaries},
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
      Field{"dataset", &R::dataset},
      Field{"threads", &R::threads},
      Field{"pairs", &R::pairs, Matched<&PairRecord::solvers>()},
  };
};

// Results on some blocks of a dataset: rows of solvers, and comparisons puzzle by puzzle.
struct DatasetRows {
  std::vector<std::uint64_t> blocks;
  std::vector<RowSums> rows;  // solver by solver, threads ascending
  std::vector<ComparisonRecord> comparisons;
  std::uint64_t undecided = 0;  // puzzles that solvers disagree on and referees cannot decide

  using R = DatasetRows;
  static constexpr std::tuple kTable{
      Field{"blocks", &R::blocks, Listed<>()},
      Field{"rows", &R::rows, kByPlace},
      Field{"comparisons", &R::comparisons, kByPlace},
      Field{"undecided", &R::undecided, kSum},
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
      Field{"version", &R::version},       Field{"git_revision", &R::git_revision},
      Field{"build_type", &R::build_type}, Field{"compiler", &R::compiler},
      Field{"flags", &R::flags},
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
  std::uint64_t memory_bytes = 0;
  std::string kernel;
  std::optional<std::string> no_counters = std::nullopt;
  std::vector<std::string> warnings;

  using R = EnvironmentRecord;
  static constexpr std::tuple kTable{
      Field{"cpu", &R::cpu},
      Field{"isa_available", &R::isa_available},
      Field{"isa_dispatched", &R::isa_dispatched},
      Field{"cores", &R::cores},
      Field{"smt_siblings", &R::smt_siblings},
      Field{"pinned", &R::pinned},
      Field{"governor", &R::governor},
      Field{"boost", &R::boost},
      Field{"load", &R::load},
      Field{"steal", &R::steal},
      Field{"memory", &R::memory_bytes},
      Field{"kernel", &R::kernel},
      Field{"no_counters", &R::no_counters, kLater},
      Field{"warnings", &R::warnings},
  };
};

struct SuiteRecord {
  std::string path;
  std::string sha256;

  using R = SuiteRecord;
  static constexpr std::tuple kTable{
      Field{"path", &R::path},
      Field{"sha256", &R::sha256},
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
inline constexpr SettingKey<std::string> kVerify{"verify"};    // verified answers: all, sample, off
inline constexpr SettingKey<std::string> kIsolate{"isolate"};  // isolated solvers: external, all
// Memory limit of a worker process in bytes; 0: none.
inline constexpr SettingKey<std::uint64_t> kMemoryLimit{"memory_limit"};
inline constexpr SettingKey<std::string> kReference{"reference"};  // a solver's name
// Number of processes of the run, one after the other; missing in older documents.
inline constexpr SettingKey<std::uint64_t> kProcesses{"processes"};

// What the documents of both builds of an A/B test have in common: their processes took turns in
// groups of two of each. Other documents lack it.
inline constexpr const char* kGroups = "ab_groups";

// Keys of the settings that every document has.
inline constexpr std::tuple kEverySetting{
    kSolutionLimit, kRounds, kLatencyRounds, kWarmup,  kTimeBudget,  kPuzzleTimeout,
    kBlock,         kSeed,   kVerify,        kIsolate, kMemoryLimit, kReference};

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

struct DatasetRecord {
  std::string name;
  std::string path;
  std::string sha256;
  std::uint64_t puzzles = 0;
  std::uint64_t bad_rows = 0;
  std::vector<std::string> first_bad_rows;
  int clues_min = 0;
  double clues_mean = 0;
  int clues_max = 0;

  using R = DatasetRecord;
  static constexpr std::tuple kTable{
      Field{"name", &R::name},           Field{"path", &R::path, kVaries},
      Field{"sha256", &R::sha256},       Field{"puzzles", &R::puzzles},
      Field{"bad_rows", &R::bad_rows},   Field{"first_bad_rows", &R::first_bad_rows},
      Field{"clues.min", &R::clues_min}, Field{"clues.mean", &R::clues_mean},
      Field{"clues.max", &R::clues_max},
  };
};

struct OverheadRecord {
  double clock_ns = 0;
  double null_span_ns = 0;
  double null_stamped_ns = 0;

  using R = OverheadRecord;
  static constexpr std::tuple kTable{
      Field{"clock_ns", &R::clock_ns},
      Field{"null_span_ns", &R::null_span_ns},
      Field{"null_stamped_ns", &R::null_stamped_ns},
  };
};

// Which parts of a split run a result holds.
struct ShardsRecord {
  std::uint64_t of = 1;
  std::vector<std::uint64_t> parts;

  using R = ShardsRecord;
  static constexpr std::tuple kTable{
      Field{"of", &R::of},
      Field{"parts", &R::parts},
  };
};

// One of several machines or runs that contributed to a result.
struct HostRecord {
  std::string name;
  EnvironmentRecord environment;
  std::string started;
  std::string finished;

  using R = HostRecord;
  static constexpr std::tuple kTable{
      Field{"name", &R::name},
      Field{"environment", &R::environment},
      Field{"started", &R::started},
      Field{"finished", &R::finished},
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
      Field{"tool", &R::tool},
      Field{"environment", &R::environment, kVaries},
      Field{"command", &R::command, kVaries},
      Field{"settings", &R::settings},
      Field{"started", &R::started, kVaries},
      Field{"finished", &R::finished, kVaries},
      Field{"complete", &R::complete},
      Field{"datasets", &R::datasets},
      Field{"overhead", &R::overhead, kVaries},
      Field{"results", &R::results},
      Field{"comparisons", &R::comparisons, kLater},
      Field{"resumed", &R::resumed, kLater | kVaries},
      Field{"shards", &R::shards, kLater | kVaries},
      Field{"hosts", &R::hosts, kLater | kVaries},
  };
};

void add_warnings(std::vector<std::string>& warnings, const std::vector<std::string>& more);

// Model and number of CPUs: "AMD EPYC 9B45, 32 CPUs". Speeds on unlike processors are different
// quantities.
std::string processor_of(const EnvironmentRecord& environment);

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
