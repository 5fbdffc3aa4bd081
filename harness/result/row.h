// Measurements of one solver on one dataset with one number of threads, on some or all blocks. A
// row holds counts, sums of whole numbers, extremes and ordered lists, so rows of different blocks
// add up exactly, in any order. Means and quantiles are computed from it.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "harness/base/estimate.h"
#include "harness/result/fields.h"
#include "harness/stats/histogram.h"
#include "solvers/solver.h"

namespace sudoku::result {

// Most slow puzzles, wrong answers and incidents that a document lists per row.
inline constexpr std::size_t kListed = 10;
// Slow puzzles kept for a second timing, because only an interruption made some of them slow.
inline constexpr std::size_t kSlowKept = 3 * kListed;

// Whole number from which a document's figure was computed; 0 when unknown.
std::uint64_t rounded(double value);

inline double share_of(std::uint64_t part, std::uint64_t whole) {
  return static_cast<double>(part) / static_cast<double>(whole);
}

// Origin of a solver that is not compiled in.
struct ExternalRecord {
  std::string library;
  std::string symbol;
  std::uint64_t config = 0;
  std::vector<std::string> command;
  std::optional<bool> takes_batches = std::nullopt;  // never false
  std::uint64_t batch = 1;
  std::string limit;
  std::optional<bool> fills_solution = std::nullopt;
  bool thread_safe = true;
  std::string version;
  std::string flags;
  std::string sha256;

  using R = ExternalRecord;
  static constexpr std::tuple kTable{
      Field{"library", &R::library},
      Field{"symbol", &R::symbol},
      Field{"config", &R::config},
      Field{"command", &R::command},
      Field{"takes_batches", &R::takes_batches, kLater},
      Field{"batch", &R::batch},
      Field{"limit", &R::limit},
      Field{"fills_solution", &R::fills_solution, kLater},
      Field{"thread_safe", &R::thread_safe},
      Field{"version", &R::version},
      Field{"flags", &R::flags},
      Field{"sha256", &R::sha256},
  };
};

// What an external solver does, in ascending order of work.
enum class Task : std::uint8_t {
  unclear,
  finds_none,  // no solution of any puzzle, though some have one
  assumes_uniqueness,
  stops_at_first,
  proves_uniqueness,
  counts,
};

// Names of the tasks in documents, in the order of Task.
inline constexpr std::array<std::string_view, 6> kTasks = {
    "unclear",        "finds no solution", "assumes uniqueness",
    "stops at first", "proves uniqueness", "counts"};

constexpr std::string_view name_of(Task task) { return kTasks[static_cast<std::size_t>(task)]; }

// What an external solver did when asked for up to 1, 2 and 3 solutions of puzzles with several
// solutions, with one and with none.
struct TaskRecord {
  std::string does = {};                // one of kTasks
  bool ignores_contradictions = false;  // found solutions where there are none
  std::uint64_t puzzles = 0;
  std::string evidence = {};

  using R = TaskRecord;
  static constexpr std::tuple kTable{
      Field{"does", &R::does},
      Field{"ignores_contradictions", &R::ignores_contradictions},
      Field{"puzzles", &R::puzzles},
      Field{"evidence", &R::evidence},
  };
};

// Times of the run repeated in fresh processes, one after the other, for comparison with rows of
// other runs. All else in the row is from the first process, or the first with the worst fault.
struct ProcessesRecord {
  std::vector<double> time_per_puzzle_ns;
  std::optional<std::vector<double>> running_ns = std::nullopt;

  using R = ProcessesRecord;
  static constexpr std::tuple kTable{
      Field{"time_per_puzzle_ns", &R::time_per_puzzle_ns},
      Field{"running_ns", &R::running_ns, kLater},
  };
};

// Sum of what is counted in a pass of each block, over the puzzles of the blocks where it was.
struct CountRecord {
  std::uint64_t total = 0;
  std::uint64_t puzzles = 0;

  using R = CountRecord;
  static constexpr std::tuple kTable{
      Field{"total", &R::total, kSum},
      Field{"puzzles", &R::puzzles, kSum},
  };
};

// Instructions of a solver's calls that valgrind counted: the same in each repetition.
struct ValgrindCount {
  std::uint64_t puzzles = 0;
  std::uint64_t instructions = 0;
  std::string isa = {};
  std::string absence = {};

  double per_puzzle() const { return share_of(instructions, puzzles); }

  using R = ValgrindCount;
  static constexpr std::tuple kTable{
      Field{"puzzles", &R::puzzles, kSum},
      Field{"instructions", &R::instructions, kSum},
      Field{"isa", &R::isa},
      Field{"absence", &R::absence, kGreatest},
  };
};

// Times of the processes of two rows by which they are compared: running times if both know those
// of all their processes, or else times on the clock.
std::pair<std::vector<double>, std::vector<double>> times_to_compare(const ProcessesRecord& a,
                                                                     const ProcessesRecord& b);

struct BlockRecord {
  std::uint64_t index = 0;
  std::uint64_t puzzles = 0;
  std::vector<double> seconds;
  std::optional<std::vector<double>> core_share = std::nullopt;
  std::optional<std::vector<double>> waited = std::nullopt;
  std::optional<std::uint64_t> repeated = std::nullopt;
  std::uint64_t guesses = 0;
  std::uint64_t digest = 0;

  using R = BlockRecord;
  static constexpr std::tuple kTable{
      Field{"index", &R::index},
      Field{"puzzles", &R::puzzles},
      Field{"seconds", &R::seconds, kVaries},
      Field{"core_share", &R::core_share, kLater | kVaries},
      Field{"waited", &R::waited, kLater | kVaries},
      Field{"repeated", &R::repeated, kLater | kVaries},
      Field{"guesses", &R::guesses, kVariesByTimeout},
      Field{"digest", &R::digest, kHex},
  };
};

// Timed passes over one sample of the dataset; smaller samples are parts of larger ones.
struct SampleRecord {
  double rate = 1;
  std::uint64_t puzzles = 0;
  std::vector<BlockRecord> blocks;

  using R = SampleRecord;
  static constexpr std::tuple kTable{
      Field{"sample_rate", &R::rate, kSame, kPositive},
      Field{"puzzles", &R::puzzles, kSum},
      Field{"blocks", &R::blocks, Listed<&BlockRecord::index>()},
  };
};

// Service times, for each puzzle the minimum over the latency rounds.
struct LatencyRecord {
  std::uint64_t chunk = 1;
  std::uint64_t censored = 0;
  std::uint64_t min_ps = UINT64_MAX;
  std::uint64_t max_ps = 0;
  std::uint64_t total_ps = 0;
  stats::HistogramRecord histogram;

  // Time that a share of the puzzles does not exceed: the middle of a histogram bucket, exact for
  // shares 0 and 1. NaN without a time.
  double quantile_ns(double share) const;

  double mean_ns() const;
  void set_mean_ns(double mean);

  struct Quantile {
    double share;

    double operator()(const LatencyRecord& latency) const { return latency.quantile_ns(share); }
  };

  using R = LatencyRecord;
  static constexpr std::tuple kTable{
      Field{"chunk", &R::chunk, kFirst},
      Field{"censored", &R::censored, kDerived},
      Field{"min", &R::min_ps, kLeast, kPicoseconds},
      Figure{"p50", Quantile{0.5}},
      Figure{"p90", Quantile{0.9}},
      Figure{"p99", Quantile{0.99}},
      Figure{"p999", Quantile{0.999}},
      Field{"max", &R::max_ps, kGreatest, kPicoseconds},
      Figure{"mean", &R::mean_ns, &R::set_mean_ns},
      Field{"total_ps", &R::total_ps, kSum, kJournalOnly},
      Field{"histogram", &R::histogram, kSum},
  };
};

// Results of a solver that uses logic without search.
struct LogicRecord {
  std::uint64_t filled = 0;
  std::uint64_t blanks = 0;
  std::array<std::uint64_t, kTechniques> hardest{};

  using R = LogicRecord;
  static constexpr std::tuple kTable{
      Field{"filled", &R::filled, kSum},
      Field{"blanks", &R::blanks, kSum},
      Field{"hardest", &R::hardest, kSum},
  };
};

// Numbers of a row's answers that referees, another solver or the dataset confirmed.
struct ConfirmedRecord {
  std::uint64_t referees = 0;
  std::uint64_t solvers = 0;
  std::uint64_t declared = 0;

  using R = ConfirmedRecord;
  static constexpr std::tuple kTable{
      Field{"referees", &R::referees, kSum},
      Field{"solvers", &R::solvers, kSum},
      Field{"declared", &R::declared, kSum},
  };
};

struct SlowPuzzle {
  std::string puzzle;
  std::uint64_t line = 0;
  double latency_ns = 0;
  std::uint64_t guesses = 0;
  Outcome outcome = Outcome::unanswered;

  using R = SlowPuzzle;
  static constexpr std::tuple kTable{
      Field{"puzzle", &R::puzzle},         Field{"line", &R::line},
      Field{"latency_ns", &R::latency_ns}, Field{"guesses", &R::guesses},
      Field{"outcome", &R::outcome},
  };
};

// Order of the slowest puzzles of a row: longest first, ties by line.
inline constexpr auto is_listed_before = [](const SlowPuzzle& a, const SlowPuzzle& b) {
  return a.latency_ns != b.latency_ns ? a.latency_ns > b.latency_ns : a.line < b.line;
};

// Line of a fault that no recorded answer shows: it happened while the solver was started, in the
// pilot measurement, in the audit or when its slowest puzzles were timed again.
inline constexpr std::uint64_t kNoLine = 0;

struct WrongAnswer {
  std::string puzzle;
  std::uint64_t line = 0;
  std::string reason;

  bool operator==(const WrongAnswer&) const = default;

  using R = WrongAnswer;
  static constexpr std::tuple kTable{
      Field{"puzzle", &R::puzzle},
      Field{"line", &R::line},
      Field{"reason", &R::reason},
  };
};

// A crash, timeout or other incident of an isolated solver on a puzzle.
struct IncidentRecord {
  std::string puzzle;
  std::uint64_t line = 0;
  Outcome outcome = Outcome::crashed;
  std::string reason;

  bool operator==(const IncidentRecord&) const = default;

  using R = IncidentRecord;
  static constexpr std::tuple kTable{
      Field{"puzzle", &R::puzzle},
      Field{"line", &R::line},
      Field{"outcome", &R::outcome},
      Field{"reason", &R::reason},
  };
};

// Merges lists of faults by line. Parts of a run list the same fault without a line.
inline constexpr auto kOfFaults = [](auto& list, const auto& more) {
  for (const auto& fault : more) {
    if (std::ranges::find(list, fault) != list.end()) continue;
    const auto is_before = [](std::uint64_t line, const auto& other) { return line < other.line; };
    list.insert(std::upper_bound(list.begin(), list.end(), fault.line, is_before), fault);
  }
  if (list.size() > kListed) list.resize(kListed);
};

// Why a ratio has no interval to rely on, or no value.
enum class Doubt : std::uint8_t {
  none,
  unstable,  // its interval is too wide to be shown
  one_round,
  unknown_sampling,  // of puzzles that have no times of their own
  few_puzzles,       // fewer than kFewestShared
  few_cpus,          // fewer than threads
};

// Names of the doubts in documents, in the order of Doubt.
inline constexpr std::array<std::string_view, 6> kDoubts = {
    "", "unstable", "one round", "unknown sampling error", "few puzzles", "few CPUs"};

// Speed of a row over that of another one, on the puzzles that both were given.
struct SpeedupRecord {
  std::string reference;
  std::uint64_t reference_threads = 0;
  double sample_rate = 1;
  std::uint64_t puzzles = 0;
  base::Estimate ratio;
  Doubt reason = Doubt::none;
  std::optional<double> shift_by_sharing = std::nullopt;

  using R = SpeedupRecord;
  static constexpr std::tuple kTable{
      Field{"reference", &R::reference},
      Field{"reference_threads", &R::reference_threads, kPositive},
      Field{"sample_rate", &R::sample_rate, kPositive},
      Field{"puzzles", &R::puzzles},
      Field{"ratio", &R::ratio, kVaries},
      Field{"reason", &R::reason, kVaries},
      Field{"shift_by_sharing", &R::shift_by_sharing, kLater | kVaries},
  };
};

// Everything measured of one solver on one dataset with one number of threads, as sums: two parts
// of a run add up to the whole.
struct RowSums {
  std::string solver;
  std::optional<ExternalRecord> external = std::nullopt;
  std::optional<TaskRecord> task = std::nullopt;
  bool isolated = false;
  std::string dataset;
  std::uint64_t threads = 1;
  std::uint64_t chunk = 0;
  std::string isa;
  std::uint64_t solution_limit = 2;
  std::uint64_t puzzles = 0;
  double sample_rate = 1;
  std::optional<double> pilot_ns = std::nullopt;
  bool complete = true;
  OutcomeCounts outcomes{};
  std::uint64_t rounds = 0;
  CountRecord instructions = {};
  CountRecord cycles = {};
  CountRecord branch_misses = {};
  std::optional<ValgrindCount> valgrind = std::nullopt;
  std::optional<LatencyRecord> latency = std::nullopt;
  std::uint64_t guesses = 0;
  std::uint64_t without_guess = 0;
  std::optional<std::uint64_t> unsteady = std::nullopt;
  std::optional<LogicRecord> logic = std::nullopt;
  std::optional<std::uint64_t> par2_ps = std::nullopt;  // behind par2_s(); not of batch solvers
  std::uint64_t peak_memory_bytes = 0;
  CountRecord kept_memory = {};  // of a pass in each block
  std::uint64_t solution_digest = 0;
  std::vector<BlockRecord> blocks;
  std::vector<SampleRecord> subsamples;
  std::vector<SlowPuzzle> slowest;
  std::vector<WrongAnswer> wrong_answers;
  std::vector<IncidentRecord> incidents;
  std::string disqualified;
  std::optional<ConfirmedRecord> confirmed = std::nullopt;
  std::optional<std::uint64_t> solutions_unshown = std::nullopt;  // never 0
  std::uint64_t solutions_asked = 0;
  std::optional<std::uint64_t> solutions_hidden = std::nullopt;  // never 0
  double startup_s = 0;
  std::uint64_t spent_ns = 0;  // on the clock without waiting, in warm-up and in restarts

  // Mean per puzzle of one of the row's counts; none unless it was counted on every puzzle.
  std::optional<double> mean_of(const CountRecord& count) const {
    if (puzzles == 0 || count.puzzles != puzzles) return std::nullopt;
    return share_of(count.total, puzzles);
  }

  // The count over all puzzles of the row that has this mean.
  CountRecord count_with(double mean) const {
    return {.total = rounded(mean * static_cast<double>(puzzles)), .puzzles = puzzles};
  }

  // Figure of a count in documents, which lack the count itself.
  struct MeanCount {
    CountRecord RowSums::*count;

    std::optional<double> operator()(const RowSums& row) const { return row.mean_of(row.*count); }

    void operator()(RowSums& row, double mean) const { row.*count = row.count_with(mean); }
  };

  // Mean guesses per puzzle, and share of puzzles without a guess; NaN for a row without puzzles.
  double guesses_mean() const { return share_of(guesses, puzzles); }

  // Whether the guesses do not fit in 64 bits: their sum and mean are lower bounds then.
  bool has_capped_guesses() const { return guesses == UINT64_MAX; }

  double guessless_share() const { return share_of(without_guess, puzzles); }

  void set_guessless_share(double share) { without_guess = count_with(share).total; }

  // PAR-2, the mean seconds with a timeout counted as twice the limit; NaN when unknown.
  double par2_s() const;
  void set_par2_s(double mean);
};

// The finished row of a document: its sums, and the figures that are made from these and those of
// other rows.
struct Row : RowSums {
  base::Estimate puzzles_per_second = base::kUnknownEstimate;
  base::Estimate time_per_puzzle_ns = base::kUnknownEstimate;
  std::optional<ProcessesRecord> processes = std::nullopt;
  std::optional<SpeedupRecord> speedup = std::nullopt;
  std::optional<SpeedupRecord> scaling = std::nullopt;

  using R = Row;
  static constexpr std::tuple kTable{
      Field{"solver", &R::solver, kSame},
      Field{"external", &R::external, kSame},
      Field{"task", &R::task, kFirst, kLater | kVaries},
      Field{"isolated", &R::isolated, kSame},
      Field{"dataset", &R::dataset, kSame},
      Field{"threads", &R::threads, kSame, kPositive},
      Field{"chunk", &R::chunk, kFirst, kVaries},
      Field{"isa", &R::isa, kSame},
      Field{"solutions_limit", &R::solution_limit, kSame, kPositive},
      Field{"puzzles", &R::puzzles, kSum},
      Field{"sample_rate", &R::sample_rate, kSame, kPositive},
      Field{"pilot_ns", &R::pilot_ns, kFirst, kLater | kVaries},
      Field{"complete", &R::complete, kLeast},
      Field{"outcomes", &R::outcomes, kSum},
      Field{"rounds", &R::rounds, kFirst, kVaries},
      Field{"puzzles_per_second", &R::puzzles_per_second, kDerived, kVaries},
      Field{"time_per_puzzle_ns", &R::time_per_puzzle_ns, kDerived, kVaries},
      Field{"processes", &R::processes, kDerived, kLater | kVaries},
      Figure{"instructions_per_puzzle", MeanCount{&R::instructions}, MeanCount{&R::instructions}},
      Figure{"cycles_per_puzzle", MeanCount{&R::cycles}, MeanCount{&R::cycles}},
      Figure{"branch_misses_per_puzzle", MeanCount{&R::branch_misses},
             MeanCount{&R::branch_misses}},
      Field{"instructions", &R::instructions, kSum, kJournalOnly | kVaries},
      Field{"cycles", &R::cycles, kSum, kJournalOnly | kVaries},
      Field{"branch_misses", &R::branch_misses, kSum, kJournalOnly | kVaries},
      Field{"valgrind", &R::valgrind, kSum, kLater},
      Field{"latency_ns", &R::latency, kSum, kVaries},
      Field{"guesses.total", &R::guesses, kSum, kVariesByTimeout},
      Figure{"guesses.mean", &R::guesses_mean},
      Figure{"guesses.zero_fraction", &R::guessless_share, &R::set_guessless_share},
      Field{"without_guess", &R::without_guess, kSum, kJournalOnly | kVariesByTimeout},
      Field{"guesses.unsteady", &R::unsteady, kSum, kLater | kVaries},
      Field{"logic", &R::logic, kSum, kLater},
      Figure{"par2_s", &R::par2_s, &R::set_par2_s},
      Field{"par2_ps", &R::par2_ps, kSum, kJournalOnly | kVaries},
      Field{"peak_memory_bytes", &R::peak_memory_bytes, kGreatest, kVaries},
      Figure{"kept_memory_per_puzzle_bytes", MeanCount{&R::kept_memory},
             MeanCount{&R::kept_memory}},
      Field{"kept_memory", &R::kept_memory, kSum, kJournalOnly | kVaries},
      Field{"solution_digest", &R::solution_digest, kSumOfDigests, kHex},
      Field{"blocks", &R::blocks, Listed<&BlockRecord::index>()},
      Field{"subsamples", &R::subsamples, Matched<&SampleRecord::rate>()},
      Field{"speedup", &R::speedup, kDerived},
      Field{"scaling", &R::scaling, kDerived},
      Field{"slowest", &R::slowest, Listed<std::identity{}, kSlowKept, is_listed_before>(),
            kVaries},
      Field{"wrong_answers", &R::wrong_answers, kOfFaults},
      Field{"incidents", &R::incidents, kOfFaults},
      // Merging keeps the alphabetically last of several reasons for disqualification.
      Field{"disqualified", &R::disqualified, kGreatest},
      Field{"confirmed", &R::confirmed, kSum, kLater},
      Field{"solutions_unshown", &R::solutions_unshown, kSum, kLater},
      Field{"solutions_asked", &R::solutions_asked, kSum},
      Field{"solutions_hidden", &R::solutions_hidden, kSum, kLater},
      Field{"startup_s", &R::startup_s, kFirst, kVaries},
      Field{"spent_ns", &R::spent_ns, kSum, kJournalOnly | kVaries},
  };
};

template <>
struct OwnerOfTable<RowSums> {
  using Type = Row;
};

// An event of the processor that hardware counters count, and where a row keeps its count.
struct CountedEvent {
  const char* name;    // as readers see it
  const char* figure;  // name of its mean per puzzle in documents
  CountRecord RowSums::*count;
};

// All events that are counted, in the order of reports.
inline constexpr std::array<CountedEvent, 3> kCountedEvents = {
    {{"instructions", "instructions_per_puzzle", &RowSums::instructions},
     {"cycles", "cycles_per_puzzle", &RowSums::cycles},
     {"branch misses", "branch_misses_per_puzzle", &RowSums::branch_misses}}};

// Number of solutions that the row's solver looks for: the solution limit, or less if it stops at
// the first solution or at the second; 0 if it finds none. Rows that look for different numbers did
// different work.
std::uint64_t solutions_sought(const RowSums& row);

// What a solver that looks for fewer solutions than others does, as "stops at the first solution".
std::string_view shortcut_of(const RowSums& row);

// What a row's figures are worth: the worst of what applies, from best to worst.
enum class RowStatus : std::uint8_t {
  sound,
  partial,     // puzzles were left unsolved: the speed is that of another task
  gave_up,     // on puzzles, which is quick: the speed is a bound
  unmeasured,  // no puzzle was solved: from here on, there is no speed
  disqualified,
  wrong,  // an answer was
};

RowStatus status_of(const RowSums& row);

// Returns whether a wrong answer or a disqualification voids the row; its figures are not shown.
inline bool is_void(const RowSums& row) { return status_of(row) >= RowStatus::disqualified; }

// Number of the row's wrong answers: those of its puzzles or, without any, those where no answer is
// recorded.
std::uint64_t count_wrong(const RowSums& row);

// Whether the solver crashed on a puzzle of the row, or where no answer is recorded.
bool has_crashed(const RowSums& row);

// The first incident that no recorded answer shows; null: there is none.
const IncidentRecord* unrecorded_incident(const RowSums& row);

// Whether the solver is a command, which answers through pipes.
bool is_command(const RowSums& row);

// Name of a row in sentences: "mrv on hard.csv", "mrv on hard.csv (2 threads)".
std::string name_of(const RowSums& row);

// Removes from a completely merged row the times of a row without a speed, slow puzzles beyond
// kListed, and faults without a line (kNoLine) that its puzzles show, too. The speed is unknown: it
// depends on other rows (comparison.h).
Row finished(RowSums sums);

// Drops slow puzzles of `more` that are faster than all those of `row`, if its list is full.
void leave_out_faster(RowSums& more, const RowSums& row);

std::uint64_t total_of(std::span<const std::uint64_t> counts);

std::uint64_t puzzles_of(std::span<const BlockRecord> blocks);

// View of the row's blocks timed on its sample with `rate`; empty without such a sample.
std::span<const BlockRecord> blocks_at(const RowSums& row, double rate);

}  // namespace sudoku::result
