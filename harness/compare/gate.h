// Comparison of two results: row matching, checks, and the overall result for scripts.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/compare/instruction_counts.h"
#include "harness/result/document.h"
#include "harness/stats/time_verdict.h"

namespace sudoku::compare {

// Solver that is identical in all builds: it is timed, but not compared.
inline constexpr const char* kControlSolver = "control";

// A row of the baseline and the matching row of the new result, both of which have to outlive it.
struct RowPair {
  const result::Row* base = nullptr;
  const result::Row* candidate = nullptr;

  bool is_same_sample() const {
    return base->sample_rate == candidate->sample_rate && base->puzzles == candidate->puzzles;
  }

  // "mrv on hard.csv", as the new result says it.
  std::string name() const { return result::name_of(*candidate); }
};

// Outcome of one check of a comparison, from harmless to grave.
enum class Finding : std::uint8_t {
  same,
  allowed,       // a change that the user declared as intended
  faster,        // less time
  fixed,         // wrong answers, crashes or timeouts of the base that are gone
  minor,         // worth reporting, but not a failure
  incomparable,  // different instruction sets: not comparable
  undecided,     // the data do not allow a verdict
  slower_or_so,  // slower, but whether by the threshold is undecided
  slower,        // more time
  changed,
  crashed,  // crashes in the new result
  broken,   // wrong answers in the new result
};

struct CheckRecord {
  // Check name: soundness, completeness, task, answers, outcomes, timeouts, guesses, memory,
  // instructions, puzzles, time.
  std::string check;
  Finding finding = Finding::same;
  std::string text;        // phrase: what was compared or what differs
  std::string brief = {};  // the phrase for a headline; empty: `text`

  const std::string& headline() const { return brief.empty() ? text : brief; }
};

// A puzzle on which a finding can be seen, to repeat it.
struct Example {
  std::string row;  // name of the row
  std::uint64_t line = 0;
  std::string puzzle;
  std::string what;     // phrase: "wrong: says none, the referees say unique"
  std::string command;  // solves the puzzle alone with the new build
};

struct GateSettings {
  bool accept_guesses = false;      // changed numbers of guesses are intended
  std::string accept_slower = {};   // why a slow-down is intended; empty: it is not
  bool deterministic_only = false;  // skip the verdict on time
  bool counters = true;             // compare instructions
};

// Names of the checks that compare instructions, memory, single puzzles, timeouts and time.
inline constexpr const char* kInstructions = "instructions";
inline constexpr const char* kMemory = "memory";
inline constexpr const char* kPuzzles = "puzzles";
inline constexpr const char* kTimeouts = "timeouts";
inline constexpr const char* kTime = "time";

// The change of a time, and what it was judged by.
struct TimeChange {
  stats::TimeJudgement judged;
  std::vector<double> ratios = {};  // new time over old one in each group; none of runs apart
  std::string reference = {};       // of runs apart: the solver that both are relative to
};

struct RowVerdict {
  RowPair rows;
  std::vector<CheckRecord> checks;
  std::optional<TimeChange> time = std::nullopt;
  std::optional<InstructionChange> instructions = std::nullopt;
  // Why there is no change of instructions between the rows, or it means nothing; else empty.
  std::string uncounted = {};
  std::uint64_t compared = 0;  // puzzles of which both answers were compared
  std::uint64_t of = 0;        // puzzles in the dataset; 0: not known

  std::string name() const { return rows.name(); }

  // The check with this name; null: there is none.
  const CheckRecord* find(std::string_view check) const {
    const auto found = std::ranges::find(checks, check, &CheckRecord::check);
    return found == checks.end() ? nullptr : &*found;
  }
};

// All rows of a solver with one number of threads, which `ab` judges as one.
struct SolverVerdict {
  std::string name;  // solver and number of files: "simd on 5 files"
  std::vector<RowPair> rows = {};
  CheckRecord check = {};
  std::optional<TimeChange> time = std::nullopt;

  bool covers(const RowVerdict& row) const {
    return std::ranges::count(rows, row.rows.base, &RowPair::base) > 0;
  }
};

// What a comparison is about when it has only one result, or needs none.
enum class Scope : std::uint8_t {
  both,
  alone,      // only the new result was checked, against itself and the referees
  identical,  // both sides are the same files
};

struct Comparison {
  Scope scope = Scope::both;
  std::string why = {};  // phrase: why there is nothing to compare with; empty: there is
  std::vector<RowVerdict> rows = {};
  std::string uncounted = {};  // sentence: why instructions of no row were compared; else empty
  std::vector<std::string> unmatched = {};
  std::vector<std::string> unfinished = {};  // sentences about incomplete results
  std::vector<std::string> failures = {};    // sentences about processes without a result
  std::vector<SolverVerdict> solvers = {};   // solvers whose rows together looked slower
  std::vector<Example> examples = {};        // puzzles of the new result that show a fault
  std::string base_label = {};               // such as a commit; empty: not said
  std::string candidate_label = {};
  std::vector<std::string> remarks = {};  // sentences on how far the verdict reaches
};

// Compares two results in all but time, for which there is judge_times() (compare/times.h). The
// comparison refers to them: they have to outlive it.
Comparison compare_results(const result::RunResult& base, const result::RunResult& candidate,
                           const GateSettings& settings);

// Compares the instructions of all rows of a comparison of these results, which says nothing of
// them yet but why.
void compare_instructions(const result::RunResult& base, const result::RunResult& candidate,
                          Comparison& comparison);

// Checks a result by itself: wrong answers, crashes, timeouts, and work that its solvers leave out.
// The comparison refers to the result, which has to outlive it.
Comparison check_alone(const result::RunResult& candidate, const std::string& why);

}  // namespace sudoku::compare
