#include "harness/compare/ab_trial.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/base/estimate.h"
#include "harness/base/random.h"
#include "harness/base/units.h"
#include "harness/compare/times.h"
#include "harness/compare/verdict.h"
#include "harness/result/comparison.h"
#include "harness/result/rates.h"
#include "harness/stats/quantile.h"

namespace sudoku::compare {

namespace {

// Seconds of a block's rounds by which builds are compared. Running times differ little from round
// to round, the more where others only had the caches meanwhile: the lower quartile counts. Of
// times on the clock, the fastest round is the one least disturbed.
double seconds_of(const result::BlockRecord& block, bool by_running) {
  if (!by_running) return *std::ranges::min_element(block.seconds);
  std::vector<double> running;
  for (std::size_t round = 0; round < block.seconds.size(); ++round)
    running.push_back(result::running_seconds(block, round));
  std::ranges::sort(running);
  return running[stats::nearest_rank(0.25, running.size()) - 1];
}

// Nanoseconds per puzzle of a row: the sum over its blocks. NaN when the row has no rounds, is void
// or was cut short.
double time_of(const result::Row& row, bool by_running) {
  double seconds = 0;
  double puzzles = 0;
  for (const result::BlockRecord& block : row.blocks) {
    if (block.seconds.empty()) continue;
    seconds += seconds_of(block, by_running);
    puzzles += static_cast<double>(block.puzzles);
  }
  const bool counts = puzzles > 0 && row.complete && !result::is_void(row);
  return counts ? 1e9 * seconds / puzzles : base::kUnknown;
}

// Appends a process's times to those of the rows of its side whose `names` are timed; NaN for a row
// that it did not time.
void append_process(const result::RunResult& process, const std::set<std::string>& names,
                    result::RunResult& side) {
  for (result::Row& row : side.results) {
    if (!names.contains(result::name_of(row))) continue;
    const result::Row* const timed = row_named(process, result::name_of(row));
    const bool knows = timed != nullptr && result::knows_running_times(timed->blocks);
    row.processes->time_per_puzzle_ns.push_back(timed == nullptr ? base::kUnknown
                                                                 : time_of(*timed, false));
    row.processes->running_ns->push_back(knows ? time_of(*timed, true) : base::kUnknown);
    result::set_speed_of_processes(row);
  }
}

// Order of an ABBA group: base, candidate, candidate, base or the reverse, by a coin toss, so that
// neither steady drift nor order effects favour a build.
std::array<AbSide, 4> order_of_group(std::uint64_t seed, std::uint64_t group) {
  const bool base_first = (base::mix(base::mix(seed) ^ group) & 1) == 0;
  const AbSide outer = base_first ? AbSide::base : AbSide::candidate;
  const AbSide inner = base_first ? AbSide::candidate : AbSide::base;
  return {outer, inner, inner, outer};
}

// Adds the examples of a row to a comparison that has none of it.
void note_examples(const Comparison& later, const std::string& row, Comparison& known) {
  if (std::ranges::count(known.examples, row, &Example::row) > 0) return;
  std::ranges::copy_if(later.examples, std::back_inserter(known.examples),
                       [&row](const Example& example) { return example.row == row; });
}

// Copies findings on rows into `known` where the comparison `later` found something graver.
void note_findings(const Comparison& later, Comparison& known) {
  for (const RowVerdict& row : later.rows) {
    const auto same = std::ranges::find(known.rows, row.name(), &RowVerdict::name);
    if (same == known.rows.end()) continue;
    for (const CheckRecord& check : row.checks) {
      // Samples of timed processes are too small to judge instructions and memory, and there are
      // many. So it is likely that other work stops one of them for as long as a puzzle may take.
      if (check.finding < Finding::slower || check.check == kInstructions ||
          check.check == kMemory || check.check == kTimeouts)
        continue;
      const auto before = std::ranges::find(same->checks, check.check, &CheckRecord::check);
      if (before == same->checks.end()) {
        same->checks.push_back(check);
      } else if (check.finding > before->finding) {
        *before = check;
      }
      note_examples(later, row.name(), known);
    }
  }
}

// Whether a check found a fault of either side after which the solver's time means nothing.
bool is_fault(const CheckRecord& check) {
  return check.finding == Finding::broken || check.finding == Finding::crashed ||
         check.finding == Finding::fixed ||
         (check.check == kTimeouts && check.finding == Finding::changed);
}

// Names of the solvers with a fault on any file.
std::vector<std::string> faulty_solvers(const Comparison& comparison) {
  std::vector<std::string> solvers;
  for (const RowVerdict& row : comparison.rows)
    if (std::ranges::any_of(row.checks, is_fault)) solvers.push_back(row.rows.base->solver);
  return solvers;
}

// Makes slow-downs intended, for the reason that the user gave.
void accept_slower(Comparison& comparison, const std::string& reason) {
  const auto accept = [&reason](CheckRecord& check) {
    if (check.finding != Finding::slower && check.finding != Finding::slower_or_so) return;
    check.finding = Finding::allowed;
    check.brief = fmt::format("{}, slower on purpose: {}", check.headline(), reason);
    check.text += "; slower on purpose: " + reason;
  };
  for (SolverVerdict& solver : comparison.solvers)
    accept(solver.check);
  for (RowVerdict& row : comparison.rows)
    std::ranges::for_each(row.checks, accept);
}

// A time limit in the syntax of --max-time: "50s", "4min".
std::string option_text(std::chrono::nanoseconds time) {
  const double seconds = std::chrono::duration<double>(time).count();
  return seconds <= 120 ? fmt::format("{:.0f}s", seconds) : fmt::format("{:.0f}min", seconds / 60);
}

// Whether the time of a row is decided, by itself or by the finding on its solver.
bool is_decided(const RowVerdict& row) {
  const CheckRecord* const check = row.find(kTime);
  return check != nullptr && check->finding != Finding::undecided &&
         check->finding != Finding::slower_or_so;
}

class AbTrial {
 public:
  AbTrial(AbRunner& processes, const AbSettings& settings, const AbObserver& observer)
      : runner_(processes), settings_(settings), observer_(observer) {}

  AbReport run() {
    try {
      check_builds();
      confirm_timeouts();
      const bool is_compared = report_.comparison.scope == Scope::both && !is_broken();
      if (is_compared && settings_.by_valgrind) count_instructions();
      if (is_compared && !settings_.gate.deterministic_only) time_builds();
    } catch (const ProcessFailure& failure) {
      report_.comparison.failures.emplace_back(failure.what());
    }
    if (!settings_.gate.accept_slower.empty())
      accept_slower(report_.comparison, settings_.gate.accept_slower);
    observer_(report_);
    return std::move(report_);
  }

 private:
  void check_builds() {
    const std::string why_alone = check_base();
    report_.candidate = runner_.run_whole(AbSide::candidate);
    report_.comparison = why_alone.empty()
                             ? compare_results(report_.base, report_.candidate, settings_.gate)
                             : check_alone(report_.candidate, why_alone);
    for (const result::Row& row : report_.base.results)
      if (row.solver == kControlSolver) controls_.push_back(&row);
    observer_(report_);
  }

  // Runs the base. Returns why there is none to compare with; empty: there is.
  std::string check_base() {
    if (!runner_.has_base()) return "without a base";
    try {
      report_.base = runner_.run_whole(AbSide::base);
    } catch (const ProcessFailure& failure) {
      if (runner_.is_cancelled()) throw;
      return fmt::format("because {}", failure.what());
    }
    return "";
  }

  // Solves the puzzles of rows with new timeouts once more, because other work may have stopped a
  // process for as long as a puzzle may take.
  void confirm_timeouts() {
    std::vector<CheckRecord*> checks;
    AbRows rows;
    for (RowVerdict& row : report_.comparison.rows) {
      const auto found = std::ranges::find(row.checks, kTimeouts, &CheckRecord::check);
      if (found == row.checks.end() || found->finding != Finding::changed) continue;
      checks.push_back(&*found);
      rows.push_back(row.rows.base);
    }
    if (rows.empty()) return;
    std::vector<TimesOfBoth> times(rows.size());
    runner_.time_puzzles(rows, AbSide::base, times);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const PuzzleTimes& base = times[i].base;
      const bool has_all = base.size() + rows[i]->outcomes[Outcome::timeout] == rows[i]->puzzles;
      const bool is_answered = std::ranges::all_of(
          base, [&](const auto& time) { return times[i].candidate.contains(time.first); });
      if (!has_all || !is_answered) continue;
      checks[i]->finding = Finding::minor;
      checks[i]->text += "; answered in time when solved again";
    }
  }

  // Most rows whose instructions are counted, as starting valgrind takes a second for each.
  static constexpr std::size_t kMostCounted = 12;

  // Without counts, the verdict only lacks evidence.
  void count_instructions() {
    AbRows rows;
    for (const RowVerdict* row : rows_to_time()) {
      const bool is_counted = row->rows.base->threads == 1 && rows.size() < kMostCounted;
      if (is_counted) rows.push_back(row->rows.base);
    }
    if (rows.empty()) return;
    try {
      const result::RunResult base = runner_.run_counted(AbSide::base, rows);
      const result::RunResult candidate = runner_.run_counted(AbSide::candidate, rows);
      take_counts(base, report_.base);
      take_counts(candidate, report_.candidate);
      compare_instructions(report_.base, report_.candidate, report_.comparison);
    } catch (const ProcessFailure& failure) {
      if (runner_.is_cancelled()) throw;
      report_.comparison.uncounted =
          fmt::format("instructions are not compared: {}", failure.what());
    }
    observer_(report_);
  }

  static void take_counts(const result::RunResult& counted, result::RunResult& whole) {
    for (result::Row& row : whole.results) {
      const result::Row* const same = row_named(counted, result::name_of(row));
      if (same != nullptr) row.valgrind = same->valgrind;
    }
  }

  std::vector<RowVerdict*> rows_to_time() {
    const std::vector<std::string> faulty = faulty_solvers(report_.comparison);
    std::vector<RowVerdict*> rows;
    for (RowVerdict& row : report_.comparison.rows) {
      const result::Row& base = *row.rows.base;
      if (std::ranges::count(faulty, base.solver) == 0 && runner_.is_timed(base))
        rows.push_back(&row);
    }
    return rows;
  }

  static AbRows base_rows(const std::vector<RowVerdict*>& verdicts) {
    AbRows rows;
    for (const RowVerdict* verdict : verdicts)
      rows.push_back(verdict->rows.base);
    return rows;
  }

  void time_builds() {
    const std::vector<RowVerdict*> rows = rows_to_time();
    if (rows.empty()) return;
    judge_single_puzzles(rows);
    measure(rows);
    conclude();
  }

  // Looks for puzzles that became much slower; the mean of a file may hide them. Where there are
  // some, both builds solve the puzzles again, in the other order.
  void judge_single_puzzles(const std::vector<RowVerdict*>& rows) {
    const double threshold = settings_.rule.threshold;
    std::vector<TimesOfBoth> all(rows.size());
    runner_.time_puzzles(base_rows(rows), AbSide::base, all);
    std::vector<RowVerdict*> suspects;
    std::vector<TimesOfBoth> times;  // of the suspects
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (!judge_puzzles(all[i], threshold)) continue;
      suspects.push_back(rows[i]);
      times.push_back(all[i]);
    }
    if (suspects.empty()) return;
    runner_.time_puzzles(base_rows(suspects), AbSide::candidate, times);
    for (std::size_t i = 0; i < suspects.size(); ++i) {
      if (const auto check = judge_puzzles(times[i], threshold))
        suspects[i]->checks.push_back(*check);
    }
    observer_(report_);
  }

  bool is_broken() const { return result_of(report_.comparison) == GateResult::broken; }

  bool is_stopped() const { return runner_.is_cancelled() || is_broken(); }

  // Whether another group would exceed the time limit.
  bool is_over() const {
    const double each = groups_ == 0 ? 0 : taken_ / static_cast<double>(groups_);
    return is_stopped() || runner_.share_over() + each > 1;
  }

  // Adds ABBA groups of all rows that are not decided, until all are, or the time is over.
  void measure(const std::vector<RowVerdict*>& rows) {
    begin_times(rows);
    std::size_t next_look = stats::kFirstLook;
    std::size_t looks = 0;
    std::vector<RowVerdict*> left = rows;
    while (!left.empty() && !is_over() && looks < stats::kLooks) {
      add_group(left);
      if (groups_ >= next_look || is_over()) {
        judge();
        ++looks;
        leave_decided(left);
        next_look = stats::look_after(groups_);
      }
      observer_(report_);
    }
    if (groups_ == 0) judge();
    is_undecided_ = !left.empty() && !is_stopped();
    has_all_looks_ = looks == stats::kLooks;
  }

  // Takes out the rows that need no more groups: those that are decided, but for slower ones whose
  // solver may turn out to be slower on all its files.
  static void leave_decided(std::vector<RowVerdict*>& left) {
    std::set<std::string> undecided;  // solvers
    for (const RowVerdict* row : left)
      if (!is_decided(*row)) undecided.insert(row->rows.base->solver);
    std::erase_if(left, [&undecided](const RowVerdict* row) {
      const CheckRecord* const time = row->find(kTime);
      const bool is_slower = time != nullptr && time->finding == Finding::slower;
      return is_decided(*row) && !(is_slower && undecided.contains(row->rows.base->solver));
    });
  }

  // Lets the rows of both sides, and the control solver on their files, have times of processes.
  void begin_times(const std::vector<RowVerdict*>& rows) {
    for (const RowVerdict* row : rows) {
      names_.insert(result::name_of(*row->rows.base));
      names_.insert(result::name_of(*row->rows.candidate));
      for (const result::Row* control : controls_of({row->rows.base}))
        names_.insert(result::name_of(*control));
    }
    const auto now = std::chrono::system_clock::now().time_since_epoch().count();
    const std::string id =
        fmt::format("{:016x}", base::mix(settings_.seed ^ static_cast<std::uint64_t>(now)));
    for (result::RunResult* side : {&report_.base, &report_.candidate}) {
      side->settings.set(result::kGroups, id);
      for (result::Row& row : side->results) {
        row.speedup.reset();  // a single pass of each solver says little about their ratios
        if (names_.contains(result::name_of(row))) row.processes.emplace().running_ns.emplace();
      }
    }
  }

  void judge() {
    judge_times({&report_.base, 1}, {&report_.candidate, 1}, settings_.rule, report_.comparison);
  }

  AbRows controls_of(const AbRows& rows) const {
    AbRows controls;
    std::ranges::copy_if(controls_, std::back_inserter(controls), [&rows](const auto* control) {
      return std::ranges::any_of(rows, [control](const result::Row* row) {
        return row->dataset == control->dataset && row->threads == control->threads;
      });
    });
    return controls;
  }

  // Runs one ABBA group of processes on a new sample of puzzles and compares their answers. A group
  // that was stopped leaves no times.
  void add_group(const std::vector<RowVerdict*>& timed) {
    const double begun = runner_.share_over();
    AbRows rows = base_rows(timed);
    const AbRows controls = controls_of(rows);
    rows.insert(rows.end(), controls.begin(), controls.end());
    std::map<AbSide, std::vector<result::RunResult>> processes;
    for (const AbSide side : order_of_group(settings_.seed, groups_ + 1)) {
      if (runner_.is_cancelled()) return;
      processes[side].push_back(runner_.run_timed(side, groups_ + 1, rows));
    }
    ++groups_;
    taken_ += runner_.share_over() - begun;
    for (const std::size_t i : {0U, 1U}) {
      const result::RunResult& base = processes[AbSide::base][i];
      const result::RunResult& candidate = processes[AbSide::candidate][i];
      append_process(base, names_, report_.base);
      append_process(candidate, names_, report_.candidate);
      for (const result::RunResult* process : {&base, &candidate})
        std::ranges::for_each(process->results, [this](const auto& row) { core_use_.add(row); });
      note_findings(compare_results(base, candidate, settings_.gate), report_.comparison);
    }
  }

  void conclude() {
    std::vector<std::string>& remarks = report_.comparison.remarks;
    remarks.emplace_back(
        "the layout of code is not covered: another link of the same source may be several per "
        "cent faster or slower");
    if (const std::string shared = core_use_.text(); !shared.empty())
      remarks.push_back(shared + ", which groups of four runs spread over both sides");
    if (!is_undecided_) return;
    const std::string groups = base::plural(groups_, "group");
    if (has_all_looks_) {
      remarks.push_back(
          fmt::format("{} are all that the test may look at: a machine with less "
                      "other work may decide",
                      groups));
    } else if (groups_ < 2) {
      remarks.push_back(fmt::format("the time ran out after {}", groups));
    } else {
      remarks.push_back(fmt::format(
          "the time ran out after {}: four times as much halves the intervals (--max-time {})",
          groups, option_text(4 * settings_.max_time)));
    }
  }

  AbRunner& runner_;
  const AbSettings& settings_;
  const AbObserver& observer_;
  AbReport report_;
  AbRows controls_;
  std::set<std::string> names_;  // of the rows that are timed
  std::uint64_t groups_ = 0;     // so far, which numbers their samples
  double taken_ = 0;             // share of the time limit that they took
  bool is_undecided_ = false;    // some row, at the end
  bool has_all_looks_ = false;   // were taken
  result::CoreUse core_use_;     // in timed processes
};

}  // namespace

AbReport run_ab_trial(AbRunner& processes, const AbSettings& settings, const AbObserver& observer) {
  return AbTrial(processes, settings, observer).run();
}

}  // namespace sudoku::compare
