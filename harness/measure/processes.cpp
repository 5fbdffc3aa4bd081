#include "harness/measure/processes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "harness/measure/statistics.h"
#include "harness/results/row_name.h"
#include "harness/results/samples.h"
#include "harness/results/warnings.h"

namespace sudoku {

namespace {

constexpr double kNoTime = std::numeric_limits<double>::quiet_NaN();

std::uint64_t count_in(const ResultRecord& row, Outcome outcome) {
  return row.outcomes[static_cast<std::size_t>(outcome)];
}

bool has_no_figures(const ResultRecord& row) {
  return count_in(row, Outcome::wrong) > 0 || !row.disqualified.empty();
}

// Which puzzles these hit is a matter of time, and they take answers and guesses with them.
bool depends_on_time(const ResultRecord& row) {
  return count_in(row, Outcome::timeout) > 0 || count_in(row, Outcome::crashed) > 0 ||
         !row.complete;
}

// One row as all processes measured it.
class ProcessRows {
 public:
  ProcessRows(const std::vector<RunResult>& runs, std::size_t place) {
    for (const RunResult& run : runs)
      rows_.push_back(&run.results[place]);
  }

  ResultRecord combined(std::uint64_t seed) const {
    const ResultRecord* const no_figures = first_void();
    ResultRecord row = no_figures == nullptr ? *rows_.front() : *no_figures;
    row.processes = ProcessesRecord{times()};
    if (no_figures != nullptr) return row;
    const Estimate time = over_processes(row.processes->time_per_puzzle_ns, seed);
    row.time_per_puzzle_ns = time;
    row.puzzles_per_second = {
        .median = 1e9 / time.median, .low = 1e9 / time.high, .high = 1e9 / time.low};
    if (row.speedup) set_ratio(*row.speedup, &ResultRecord::speedup, seed);
    if (row.scaling) set_ratio(*row.scaling, &ResultRecord::scaling, seed);
    row.instructions_per_puzzle = instructions();
    return row;
  }

  // "process 3 gave other answers than process 1"; empty when they are the same.
  std::string disagreement(const char* what,
                           bool (*same)(const ResultRecord&, const ResultRecord&)) const {
    const ResultRecord& first = *rows_.front();
    for (std::size_t i = 1; i < rows_.size(); ++i) {
      if (depends_on_time(first) || depends_on_time(*rows_[i]) || same(first, *rows_[i])) continue;
      return fmt::format("{}: process {} {} than process 1", name_of(first), i + 1, what);
    }
    return "";
  }

 private:
  const ResultRecord* first_void() const {
    const auto found = std::ranges::find_if(rows_, [](auto* row) { return has_no_figures(*row); });
    return found == rows_.end() ? nullptr : *found;
  }

  // A process that was stopped early has met other puzzles: its time is not one of these.
  std::vector<double> times() const {
    std::vector<double> times;
    for (const ResultRecord* row : rows_) {
      const bool comparable = row->puzzles == rows_.front()->puzzles;
      times.push_back(comparable ? row->time_per_puzzle_ns.median : kNoTime);
    }
    return times;
  }

  // The first process may have had no interval; all of them together have.
  void set_ratio(SpeedupRecord& comparison, std::optional<SpeedupRecord> ResultRecord::*member,
                 std::uint64_t seed) const {
    comparison.ratio = ratio(member, seed);
    if (std::isfinite(comparison.ratio.low)) comparison.reason.clear();
  }

  Estimate ratio(std::optional<SpeedupRecord> ResultRecord::*member, std::uint64_t seed) const {
    std::vector<double> ratios;
    for (const ResultRecord* row : rows_) {
      if (row->*member) ratios.push_back((row->*member)->ratio.median);
    }
    return over_processes(ratios, seed);
  }

  std::optional<double> instructions() const {
    std::vector<double> counts;
    for (const ResultRecord* row : rows_) {
      if (row->instructions_per_puzzle) counts.push_back(*row->instructions_per_puzzle);
    }
    return counts.empty() ? std::nullopt : std::optional(median(std::move(counts)));
  }

  std::vector<const ResultRecord*> rows_;
};

bool same_answers(const ResultRecord& a, const ResultRecord& b) {
  return a.solution_digest == b.solution_digest && a.outcomes == b.outcomes;
}

bool same_guesses(const ResultRecord& a, const ResultRecord& b) {
  return std::ranges::equal(a.blocks, b.blocks, {}, &BlockRecord::guesses, &BlockRecord::guesses);
}

// Around all processes: what each of them saw of the machine.
void add_environments(EnvironmentRecord& all, const std::vector<RunResult>& runs) {
  double steal = 0;
  all.involuntary_switches = 0;
  for (const RunResult& run : runs) {
    steal += run.environment.steal;
    all.involuntary_switches += run.environment.involuntary_switches;
    add_warnings(all.warnings, run.environment.warnings);
  }
  all.steal = steal / static_cast<double>(runs.size());
}

}  // namespace

CombinedRun combine_processes(std::vector<RunResult> runs) {
  if (runs.size() == 1) return {.run = std::move(runs.front())};
  CombinedRun combined{.run = runs.front()};
  RunResult& run = combined.run;
  run.finished = runs.back().finished;
  add_environments(run.environment, runs);
  for (std::size_t place = 0; place < run.results.size(); ++place) {
    const ProcessRows rows(runs, place);
    run.results[place] = rows.combined(run.settings.seed);
    const std::string answers = rows.disagreement("gave other answers", same_answers);
    const std::string guesses = rows.disagreement("took other guesses", same_guesses);
    if (!answers.empty()) combined.same_answers = false;
    if (!answers.empty() || !guesses.empty())
      add_warnings(run.environment.warnings, {answers.empty() ? guesses : answers});
  }
  return combined;
}

}  // namespace sudoku
