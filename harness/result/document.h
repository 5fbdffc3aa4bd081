// The result document in memory: everything that one run measured. json.h writes and reads it,
// results/README.md explains every field to its readers. RunResult, at the end, is the whole.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "harness/base/estimate.h"
#include "harness/stats/histogram.h"
#include "harness/stats/log_bins.h"
#include "solvers/solver.h"

namespace sudoku::result {

// One solver among the others of its field. This and what follows up to ContestRecord tell who was
// fast on which puzzles: in sums and counts only, so that the figures of parts of a dataset add up
// to those of the whole. log_bins.h cuts the bins.
struct FieldEntry {
  std::string solver;
  std::uint64_t total_ps = 0;  // over the puzzles that it solved
  std::uint64_t solved = 0;    // of the field's puzzles
  std::uint64_t fastest = 0;   // nobody was faster
  std::uint64_t alone = 0;     // everybody else needed more than kClearly as long
  stats::BinsRecord ratios;    // of its times over the best times; bin 0: not solved
};

// All solvers that met the same sample, on the puzzles that all of them met.
struct FieldRecord {
  double sample_rate = 1;
  std::uint64_t puzzles = 0;
  std::uint64_t best_total_ps = 0;  // the virtual best solver: the best time of each puzzle
  std::uint64_t unsolved = 0;       // by any of them
  std::vector<FieldEntry> entries;
};

// Two solvers on the puzzles both met.
struct DuelRecord {
  std::string a;
  std::string b;
  std::uint64_t puzzles = 0;
  std::uint64_t a_faster = 0;  // b needed more than kClearly as long, or did not solve it
  std::uint64_t b_faster = 0;
  stats::CellsRecord cells;  // bins of a's time (x) and b's (y); bin 0: not solved
};

// Less than this between two times is not a difference but noise of the clock.
inline constexpr double kClearly = 1.1;

// The solvers of one dataset and thread count that take puzzles one at a time: only they have a
// time for each.
struct ContestRecord {
  std::string dataset;
  std::uint64_t threads = 1;
  std::vector<FieldRecord> fields;  // largest sample first
  std::vector<DuelRecord> duels;
};

// The race run again in fresh processes, one after the other, so that the row can be compared with
// one of another run. Everything else of the row is of the first of them.
struct ProcessesRecord {
  std::vector<double> time_per_puzzle_ns;  // of each, in their order
};

// What was found on a smaller sample that is part of the row's own, so that the row can be compared
// with one of another run.
struct NestedRecord {
  double rate = 1;
  std::uint64_t puzzles = 0;
  // Not known of a batch solver: its guesses depend on which puzzles share a batch.
  std::optional<std::uint64_t> guesses;
  std::uint64_t digest = 0;
};

inline constexpr int kSchemaVersion = 1;

struct ToolRecord {
  std::string version;
  std::string git_revision;
  std::string build_type;
  std::string compiler;
  std::string flags;
};

struct EnvironmentRecord {
  std::string cpu;
  std::vector<std::string> isa_available;
  std::string isa_dispatched;
  int cores = 0;              // the process may run on (affinity mask), counting each sibling
  bool smt_siblings = false;  // two of them share a physical core
  bool pinned = false;
  std::string governor;                    // empty: not known
  std::string boost;                       // "on", "off" or empty
  double load = 0;                         // one-minute average when the run started
  double steal = 0;                        // share of the run's CPU time that the hypervisor took
  std::uint64_t involuntary_switches = 0;  // during timed legs
  std::uint64_t memory_bytes = 0;
  std::string kernel;
  std::string container;  // what kind, or empty
  double pilot_ghz = 0;   // clock of a dependent add chain, measured when the run started
  std::vector<std::string> warnings;  // sentences
};

// The suite file that described a run.
struct SuiteRecord {
  std::string path;
  std::string sha256;
};

// The value of an option of the run, as documents record it.
using SettingValue = std::variant<bool, std::uint64_t, double, std::string>;

// The value as a message shows it.
std::string text_of(const SettingValue& value);

// The name of a recorded option that reports and comparisons look up, and the type of its value.
template <typename Value>
struct SettingKey {
  using Type = Value;

  const char* name;
};

inline constexpr SettingKey<std::uint64_t> kSolutionLimit{"solutions_limit"};
inline constexpr SettingKey<std::uint64_t> kRounds{"rounds"};                 // of throughput
inline constexpr SettingKey<std::uint64_t> kLatencyRounds{"latency_rounds"};  // 0: latency off
inline constexpr SettingKey<double> kWarmup{"warmup_s"};
// Per solver and dataset, all processes together; 0: none.
inline constexpr SettingKey<double> kTimeBudget{"time_budget_s"};
inline constexpr SettingKey<double> kPuzzleTimeout{"puzzle_timeout_s"};  // 0: none
inline constexpr SettingKey<std::uint64_t> kBlock{"block"};
inline constexpr SettingKey<std::uint64_t> kSeed{"seed"};
inline constexpr SettingKey<bool> kPermute{"permute"};
inline constexpr SettingKey<std::string> kVerify{"verify"};    // all, sample, off
inline constexpr SettingKey<std::string> kIsolate{"isolate"};  // external, all
// Bytes that a worker process may hold; 0: any.
inline constexpr SettingKey<std::uint64_t> kMemoryLimit{"memory_limit"};
inline constexpr SettingKey<std::string> kReference{"reference"};  // solver
// Processes that the race was run in, one after the other; older documents lack it.
inline constexpr SettingKey<std::uint64_t> kProcesses{"processes"};

// Keys of the settings that every document has.
inline constexpr std::tuple kEverySetting{
    kSolutionLimit, kRounds,  kLatencyRounds, kWarmup,  kTimeBudget,  kPuzzleTimeout, kBlock,
    kSeed,          kPermute, kVerify,        kIsolate, kMemoryLimit, kReference};

// The options of the run by their names in the document; the table of options in run/settings.h
// says which are recorded. It has a value for every key above, and for options that nothing looks
// up whatever was recorded.
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

  // Null where it is not recorded.
  const SettingValue* find(std::string_view name) const;

  // All names and values, in the order of the document.
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
  std::uint64_t quarantined = 0;
  std::vector<std::string> quarantine_first;
  int clues_min = 0;
  double clues_mean = 0;
  int clues_max = 0;
};

struct OverheadRecord {
  double clock_ns = 0;         // one stamp
  double null_span_ns = 0;     // null solver, per puzzle, spans, no stamps
  double null_stamped_ns = 0;  // null solver, per puzzle, one stamped call each
};

struct BlockRecord {
  std::uint64_t index = 0;
  std::uint64_t puzzles = 0;    // of the sample that lie in this block
  std::vector<double> seconds;  // per round, of one pass
  std::uint64_t guesses = 0;    // first pass
  std::uint64_t digest = 0;     // first pass
};

// The passes over one nested sample of the dataset.
struct SampleRecord {
  double rate = 1;  // share of the dataset that was drawn
  std::uint64_t puzzles = 0;
  std::vector<BlockRecord> blocks;
};

struct LatencyRecord {
  std::uint64_t chunk = 1;     // puzzles per timed call
  std::uint64_t censored = 0;  // puzzles that timed out: the quantiles above are `>limit`
  double min = 0, p50 = 0, p90 = 0, p99 = 0, p999 = 0, max = 0, mean = 0;  // ns
  stats::HistogramRecord histogram;              // each puzzle once: its minimum over the rounds
  stats::HistogramRecord histogram_all_samples;  // every sample, interrupts and all
};

struct GuessRecord {
  std::uint64_t total = 0;
  double mean = 0;
  double zero_fraction = 0;  // puzzles solved without a guess
  // Puzzles on which the number was another in a later pass; where there are any.
  std::optional<std::uint64_t> unsteady = std::nullopt;
};

// Puzzles of a row whose answers somebody else confirmed, besides the checks that every answer of
// every round passes.
struct ConfirmedRecord {
  std::uint64_t referees = 0;  // ruled on them: how many solutions, and which
  std::uint64_t solvers = 0;   // another solver counted as many solutions
  std::uint64_t declared = 0;  // the dataset declares a solution, which solves them
};

// What else a solver counts, as its info names it.
struct TallyRecord {
  std::string what;
  std::uint64_t total = 0;
  double mean = 0;
};

struct SlowPuzzle {
  std::string puzzle;
  std::uint64_t line = 0;
  double latency_ns = 0;
  std::uint64_t guesses = 0;
  Outcome outcome = Outcome::unanswered;
};

// A puzzle whose answer was refused, with the reason.
struct WrongAnswer {
  std::string puzzle;
  std::uint64_t line = 0;
  std::string reason;
};

// What an isolated solver did on a puzzle besides answering it, or instead.
struct IncidentRecord {
  std::string puzzle;
  std::uint64_t line = 0;
  Outcome outcome = Outcome::crashed;  // crashed or timeout: what the puzzle is counted as
  std::string reason;
};

// Where a solver that is not compiled in comes from.
struct ExternalRecord {
  // As given by the user.
  std::string library;  // path of a plugin; empty for a command
  std::string symbol;
  std::uint64_t config = 0;
  std::vector<std::string> command;  // its words; empty for a plugin
  std::uint64_t batch = 1;           // lines that a command gets at a time
  std::string limit;                 // honoured, first, all: what it does with the solution limit
  bool fills_solution = false;       // at limits above 1 too
  bool thread_safe = true;
  std::string version;
  std::string flags;
  // As found in the library, or in the command's program; empty when not found.
  std::string sha256;
  std::string compiler;
};

// How many times as fast a row is as another one, over the puzzles that both met.
struct SpeedupRecord {
  std::string reference;  // solver, or for scaling the same solver on fewer threads
  std::uint64_t reference_threads = 0;
  double sample_rate = 1;
  std::uint64_t puzzles = 0;
  base::Estimate ratio;     // above 1: this row is faster; a tie when the interval holds 1
  std::string reason = {};  // why there is no interval, or empty
};

// What a solver without search did.
struct LogicRecord {
  std::uint64_t filled = 0;  // blanks of puzzles that it left incomplete: those it filled,
  std::uint64_t blanks = 0;  // and all
  // Puzzles solved, by the hardest technique needed; all 0 of a solver that does not tell.
  std::array<std::uint64_t, kTechniques> hardest{};
};

// One solver on one dataset with one number of threads.
struct ResultRecord {
  std::string solver;
  std::optional<ExternalRecord> external;  // not compiled in
  bool isolated = false;                   // ran in worker processes
  std::string dataset;                     // name in datasets[]
  std::uint64_t threads = 1;
  std::uint64_t chunk = 0;  // puzzles that one task takes
  std::string isa;
  std::uint64_t solution_limit = 2;
  std::uint64_t puzzles = 0;
  double sample_rate = 1;
  std::optional<double> pilot_ns = std::nullopt;  // a puzzle, from which the sample was planned
  bool complete = true;  // false: interrupted, or stopped far over the time budget
  OutcomeCounts outcomes{};
  std::uint64_t rounds = 0;
  base::Estimate puzzles_per_second;  // NaN when a wrong answer voids the row
  base::Estimate time_per_puzzle_ns;
  std::optional<ProcessesRecord> processes = std::nullopt;  // when there were several
  // Retired in user mode, in the first pass on one thread; where the machine counts them.
  std::optional<double> instructions_per_puzzle = std::nullopt;
  std::optional<LatencyRecord> latency;
  // Puzzles by guesses (x) and time (y), the solved ones; of solvers that take one at a time.
  std::optional<stats::CellsRecord> guess_time = std::nullopt;
  GuessRecord guesses;
  std::optional<LogicRecord> logic = std::nullopt;  // of a solver that does not search
  std::optional<TallyRecord> tally = std::nullopt;
  double par2_s = 0;  // mean seconds a puzzle, a timeout counted as twice the limit; NaN: not known
  std::uint64_t peak_memory_bytes = 0;
  std::uint64_t solution_digest = 0;
  std::vector<BlockRecord> blocks;         // of this row's own sample
  std::vector<SampleRecord> subsamples;    // timed again on the smaller samples of slower solvers
  std::vector<NestedRecord> nested = {};   // samples of half the rate, a quarter, …
  std::optional<SpeedupRecord> speedup;    // over the reference solver
  std::optional<SpeedupRecord> scaling;    // over the same solver on the fewest threads of the run
  std::vector<SlowPuzzle> slowest;         // slowest first
  std::vector<WrongAnswer> wrong_answers;  // the first few
  std::vector<IncidentRecord> incidents;   // the first few
  std::string disqualified;                // why it was taken out of the race, or empty
  std::optional<ConfirmedRecord> confirmed = std::nullopt;  // not known of older documents
  std::uint64_t solutions_asked = 0;  // puzzles asked for again at limit 1: it only counts
  double startup_s = 0;  // from making the solver, or starting its process, to its first answer
};

// Which parts of a race that was cut in parts a result holds.
struct ShardsRecord {
  std::uint64_t of = 1;              // so many make the whole
  std::vector<std::uint64_t> parts;  // numbers from 1, ascending
};

// One of several machines, or of several runs, that a result comes from.
struct HostRecord {
  std::string name;  // the part that it ran, or the name of the machine
  EnvironmentRecord environment;
  std::string started;  // ISO 8601, UTC
  std::string finished;
};

struct RunResult {
  ToolRecord tool;
  EnvironmentRecord environment;
  std::vector<std::string> command;
  SettingsRecord settings;
  std::string started;  // ISO 8601, UTC
  std::string finished;
  bool complete = true;
  std::vector<DatasetRecord> datasets;
  OverheadRecord overhead;
  std::vector<ResultRecord> results;
  std::vector<ContestRecord> contests = {};
  std::optional<std::uint64_t> resumed = std::nullopt;          // times that it was gone on with
  std::optional<ShardsRecord> shards = std::nullopt;            // of a part, or of merged parts
  std::optional<std::vector<HostRecord>> hosts = std::nullopt;  // when there are several
};

// A wrong answer voids a row, and so does a disqualification: its figures are not shown.
bool is_void(const ResultRecord& row);

// How sentences call a row: "mrv on hard.csv", "mrv on hard.csv (2 threads)".
std::string name_of(const ResultRecord& row);

// Adds those warnings that are not there already.
void add_warnings(std::vector<std::string>& warnings, const std::vector<std::string>& more);

// Makes the run name where its parts ran, with their warnings and from the first start to the last
// end.
void set_hosts(RunResult& run, std::vector<HostRecord> hosts);

}  // namespace sudoku::result
