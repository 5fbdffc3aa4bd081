#include "harness/compare/ab_trial.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/base/estimate.h"
#include "harness/base/random.h"
#include "harness/base/units.h"
#include "harness/compare/time_check.h"
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

// Nanoseconds per puzzle of a row in one process.
struct RowTime {
  double on_clock = base::kUnknown;
  std::optional<double> running;  // without waiting for a CPU; none: not known for all rounds
};

// Times of the rows of one process, by their names.
using ProcessTimes = std::map<std::string, RowTime>;

ProcessTimes times_of(const result::RunResult& process) {
  ProcessTimes times;
  for (const result::Row& row : process.results) {
    RowTime& time = times[result::name_of(row)];
    time.on_clock = time_of(row, false);
    if (result::knows_running_times(row.blocks)) time.running = time_of(row, true);
  }
  return times;
}

double time_in(const ProcessTimes& process, const result::Row& row, bool by_running) {
  const auto time = process.find(result::name_of(row));
  if (time == process.end()) return base::kUnknown;
  return by_running ? *time->second.running : time->second.on_clock;
}

// Geometric mean over `rows` of the faster of a build's two times in an ABBA group. Appends the
// mean logarithm of its second time over its first to `same`.
double faster_of(const std::vector<ProcessTimes>& processes, const AbRows& rows, bool by_running,
                 std::vector<double>& same) {
  double faster = 0;
  double ratio = 0;
  for (const result::Row* row : rows) {
    const double first = time_in(processes.front(), *row, by_running);
    const double second = time_in(processes.back(), *row, by_running);
    faster += std::log(std::fmin(first, second));
    ratio += std::log(second / first);
  }
  const auto count = static_cast<double>(rows.size());
  if (std::isfinite(ratio)) same.push_back(ratio / count);
  return std::exp(faster / count);
}

// Relative difference between a build's two times in an ABBA group: the median over the groups.
double noise_of(std::vector<double> logs) {
  if (logs.empty()) return 0;
  const auto middle = logs.begin() + static_cast<std::ptrdiff_t>(logs.size() / 2);
  std::ranges::nth_element(logs, middle);
  return std::expm1(std::abs(*middle));
}

// Order of an ABBA group: base, candidate, candidate, base or the reverse, by a coin toss, so that
// neither steady drift nor order effects favour a build.
std::array<AbSide, 4> order_of_group(std::uint64_t seed, std::uint64_t group) {
  const bool base_first = (base::mix(base::mix(seed) ^ group) & 1) == 0;
  const AbSide outer = base_first ? AbSide::base : AbSide::candidate;
  const AbSide inner = base_first ? AbSide::candidate : AbSide::base;
  return {outer, inner, inner, outer};
}

struct AbbaGroup {
  // Times of the two processes of each build, in their order.
  std::map<AbSide, std::vector<ProcessTimes>> times = {};

  // Whether all processes know the running times of all rows: both builds are compared by the same
  // measure.
  bool knows_running_times(const AbRows& rows) const {
    const auto knows = [&rows](const ProcessTimes& process) {
      return std::ranges::all_of(rows, [&process](const result::Row* row) {
        const auto time = process.find(result::name_of(*row));
        return time != process.end() && time->second.running;
      });
    };
    return std::ranges::all_of(times, [&knows](const auto& of_side) {
      return std::ranges::all_of(of_side.second, knows);
    });
  }
};

// Times of a row, or of all rows of a solver by the mean logarithm of their times: that of each
// build's faster process in every ABBA group, because other load only makes a process slower. The
// noise is the distance between the two processes of one build in a group: an A/A test beside the
// A/B test.
stats::TimeSeries series_of(const std::vector<AbbaGroup>& groups, const AbRows& rows) {
  stats::TimeSeries series;
  std::vector<double> same;  // log ratios of a build's two times in a group
  for (const AbbaGroup& group : groups) {
    const bool by_running = group.knows_running_times(rows);
    series.base.push_back(faster_of(group.times.at(AbSide::base), rows, by_running, same));
    series.candidate.push_back(
        faster_of(group.times.at(AbSide::candidate), rows, by_running, same));
  }
  series.noise = noise_of(std::move(same));
  return series;
}

bool is_too_short(const stats::TimeJudgement& judged) {
  return judged.verdict == stats::TimeVerdict::too_few;
}

// What an A/B test judges as one: a row, or all rows of a solver with one number of threads.
struct Subject {
  std::vector<RowVerdict*> rows;
  const Subject* solver = nullptr;  // that of a row, if it is judged by several rows together
  stats::TimeJudgement first = {};
  std::optional<stats::TimeJudgement> second = {};  // when a suspected slow-down was timed again
  std::vector<stats::TimeJudgement> parts = {};     // verdicts on each row of a solver timed again
  std::optional<base::Estimate> drift = {};  // significant change of the control solver's time
  // Whether the time ran out before a series had the ABBA groups that a verdict needs.
  bool ran_out = false;

  bool is_solver() const { return rows.size() > 1; }

  bool looked_slower() const { return first.verdict == stats::TimeVerdict::slower; }

  bool is_suspect() const { return looked_slower() && !second; }

  bool is_confirmed() const {
    return second && second->verdict == stats::TimeVerdict::slower && !drift;
  }

  bool is_part_of_confirmed() const { return solver != nullptr && solver->is_confirmed(); }

  AbRows records() const {
    AbRows records;
    for (const RowVerdict* row : rows)
      records.push_back(row->rows.base);
    return records;
  }

  // Judgement of the second timing or, failing enough ABBA groups there, of the first; or none.
  std::optional<stats::TimeJudgement> figure() const {
    if (second && !is_too_short(*second)) return second;
    return is_too_short(first) ? std::nullopt : std::optional(first);
  }
};

std::string figures_of(const stats::TimeJudgement& judged) {
  return fmt::format("{} in {} of four runs", change_text(judged.ratio),
                     base::plural(judged.pairs, "group"));
}

CheckRecord undecided(const std::string& text, const std::string& brief = "") {
  return {kTime, Finding::undecided, text, brief};
}

// Time limit as text, rounded up, in the syntax of --max-time: "50s", "4min".
std::string option_text(std::chrono::duration<double> time) {
  const double seconds = time.count();
  if (seconds <= 120) return fmt::format("{:.0f}s", 10 * std::ceil(seconds / 10));
  return fmt::format("{:.0f}min", std::ceil(seconds / 60));
}

// Where a solver is slower: "on all 5 files", "over 5 files together (on 3 of them by more …)".
std::string place_of(const stats::TimeJudgement& solver,
                     const std::vector<stats::TimeJudgement>& parts) {
  const auto beyond = std::ranges::count_if(parts, [&solver](const stats::TimeJudgement& part) {
    return part.ratio.median > 1 + solver.threshold;
  });
  if (static_cast<std::size_t>(beyond) == parts.size())
    return fmt::format("on all {} files", parts.size());
  return fmt::format("over {} files together (on {} of them by more than {})", parts.size(), beyond,
                     size_text(solver.threshold));
}

std::string solver_name_of(const result::Row& row) {
  return row.threads == 1 ? row.solver : fmt::format("{} ({} threads)", row.solver, row.threads);
}

// Share of an A/B test's time limit for timing all rows; the rest is for timing suspects again.
constexpr double kFirstShare = 0.6;
// Growth of the number of ABBA groups from one interim look to the next.
constexpr double kBetweenLooks = 1.5;

// Safety factor on the time limit suggested to the user.
constexpr double kSpare = 1.1;

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

// One subject for each solver and number of threads.
std::vector<Subject> solvers_of(const std::vector<RowVerdict*>& rows) {
  std::vector<Subject> solvers;
  for (RowVerdict* row : rows) {
    const auto same = std::ranges::find_if(solvers, [row](const Subject& other) {
      const result::Row& first = *other.rows.front()->rows.base;
      return first.solver == row->rows.base->solver && first.threads == row->rows.base->threads;
    });
    if (same == solvers.end()) {
      solvers.push_back({.rows = {row}});
    } else {
      same->rows.push_back(row);
    }
  }
  return solvers;
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

// A series of ABBA groups over some rows, with the state of its sequential test.
struct Stage {
  std::vector<Subject*> subjects;
  AbRows rows;
  AbRows controls;  // rows of the control solver, which are timed too
  stats::Spending spending;
  bool is_second = false;      // confirms a suspected slow-down
  std::size_t suspects = 1;    // suspects that share the significance level
  std::size_t first_look = 0;  // ABBA groups before the first interim look
  double from = 0;             // series start, as a share of the time limit
  double until = kFirstShare;
  std::vector<AbbaGroup> groups = {};
  double taken = 0;  // share of the time limit that the ABBA groups took
};

stats::TimeJudgement& judged_in(const Stage& stage, Subject& subject) {
  return stage.is_second ? *subject.second : subject.first;
}

// A list of one row for each of `rows`.
std::vector<AbRows> each_of(const AbRows& rows) {
  std::vector<AbRows> each;
  for (const result::Row* row : rows)
    each.push_back({row});
  return each;
}

class AbTrial {
 public:
  AbTrial(AbRunner& processes, const AbSettings& settings, const AbObserver& observer)
      : runner_(processes), settings_(settings), rule_(settings.rule), observer_(observer) {
    exactly_.deterministic_only = true;
  }

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
                             ? compare_results(report_.base, report_.candidate, exactly_)
                             : check_alone(report_.candidate, why_alone);
    std::erase_if(report_.comparison.rows, [this](const RowVerdict& row) {
      const bool is_control = row.rows.base->solver == kControlSolver;
      if (is_control) controls_.push_back(row.rows.base);
      return is_control;
    });
    drop_unsupported();
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
    const std::vector<PuzzleTimes> base = runner_.time_puzzles(AbSide::base, rows);
    const std::vector<PuzzleTimes> candidate = runner_.time_puzzles(AbSide::candidate, rows);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const bool has_all = base[i].size() + rows[i]->outcomes[Outcome::timeout] == rows[i]->puzzles;
      const bool is_answered = std::ranges::all_of(
          base[i], [&](const auto& time) { return candidate[i].contains(time.first); });
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
      take_profiles(base, report_.base);
      take_profiles(candidate, report_.candidate);
      compare_instructions(report_.base, report_.candidate, report_.comparison);
    } catch (const ProcessFailure& failure) {
      if (runner_.is_cancelled()) throw;
      report_.comparison.uncounted =
          fmt::format("instructions are not compared: {}", failure.what());
    }
    observer_(report_);
  }

  static void take_profiles(const result::RunResult& counted, result::RunResult& whole) {
    for (const result::Row& row : counted.results) {
      const auto same =
          std::ranges::find(whole.results, result::name_of(row),
                            [](const result::Row& other) { return result::name_of(other); });
      if (same != whole.results.end()) same->profile = row.profile;
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

  void time_builds() {
    const std::vector<RowVerdict*> rows = rows_to_time();
    if (rows.empty()) return;
    judge_single_puzzles(rows);
    judge_all(rows);
  }

  // Looks for puzzles that became much slower; the mean of a file may hide them.
  void judge_single_puzzles(const std::vector<RowVerdict*>& rows) {
    AbRows records;
    std::ranges::transform(rows, std::back_inserter(records),
                           [](const RowVerdict* row) { return row->rows.base; });
    const std::vector<PuzzleTimes> base = runner_.time_puzzles(AbSide::base, records);
    const std::vector<PuzzleTimes> candidate = runner_.time_puzzles(AbSide::candidate, records);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const std::vector<SlowedPuzzle> again =
          timed_in_turns(*records[i], suspects_among(base[i], candidate[i]));
      const auto check = judge_puzzles(base[i], candidate[i], again, rule_.threshold);
      if (check) rows[i]->checks.push_back(*check);
    }
    observer_(report_);
  }

  // Solves suspects again, in turns; the shorter of each build's two times of a puzzle counts.
  std::vector<SlowedPuzzle> timed_in_turns(const result::Row& row,
                                           std::vector<SlowedPuzzle> suspects) {
    if (suspects.empty()) return {};
    std::map<AbSide, PuzzleTimes> shortest;
    for (const AbSide side : {AbSide::base, AbSide::candidate, AbSide::candidate, AbSide::base}) {
      for (const auto& [line, time] : runner_.time_again(side, row, suspects)) {
        const auto [known, is_new] = shortest[side].try_emplace(line, time);
        if (!is_new) known->second.ns = std::min(known->second.ns, time.ns);
      }
    }
    std::erase_if(suspects, [&shortest](const SlowedPuzzle& suspect) {
      return !shortest[AbSide::base].contains(suspect.line) ||
             !shortest[AbSide::candidate].contains(suspect.line);
    });
    for (SlowedPuzzle& suspect : suspects) {
      suspect.before_ns = shortest[AbSide::base].at(suspect.line).ns;
      suspect.now_ns = shortest[AbSide::candidate].at(suspect.line).ns;
    }
    return suspects;
  }

  // Drops the rows of solvers that do not take the puzzles of a file. Throws InputError if no row
  // is left.
  void drop_unsupported() {
    std::vector<std::string>& remarks = report_.comparison.remarks;
    std::erase_if(report_.comparison.rows, [&remarks](const RowVerdict& row) {
      const bool is_dropped =
          result::is_unsupported(*row.rows.base) && result::is_unsupported(*row.rows.candidate);
      if (is_dropped) {
        remarks.push_back(fmt::format("{} does not solve the puzzles of {}", row.rows.base->solver,
                                      row.rows.base->dataset));
      }
      return is_dropped;
    });
    if (report_.comparison.rows.empty() && !remarks.empty())
      throw base::InputError(remarks.front());
  }

  bool is_broken() const { return result_of(report_.comparison) == GateResult::broken; }

  bool is_stopped() const { return runner_.is_cancelled() || is_broken(); }

  bool is_over(double share) const { return runner_.share_over() >= share || is_stopped(); }

  void judge_all(const std::vector<RowVerdict*>& sound) {
    for (RowVerdict* row : sound)
      subjects_.push_back({.rows = {row}});
    const std::vector<Subject> solvers = solvers_of(sound);
    std::ranges::copy_if(solvers, std::back_inserter(subjects_), &Subject::is_solver);
    std::vector<Subject*> all;
    AbRows rows;
    for (Subject& subject : subjects_) {
      all.push_back(&subject);
      if (subject.is_solver()) continue;
      rows.push_back(subject.records().front());
      const auto solver = std::ranges::find_if(subjects_, [&subject](const Subject& other) {
        return other.is_solver() && std::ranges::count(other.rows, subject.rows.front()) > 0;
      });
      if (solver != subjects_.end()) subject.solver = &*solver;
    }
    Stage first{.subjects = all,
                .rows = rows,
                .controls = controls_of(rows),
                .spending = stats::Spending(rule_.level),
                .first_look = rule_.pairs};
    measure(first);
    conclude();
  }

  // Adds ABBA groups to a series. Interim looks follow as soon as there are enough groups, after
  // every 50 % more, and at the end of its time. While nothing is slower, the first series goes on
  // for undecided rows: its significance level is used up, but "the same" can still be found.
  void measure(Stage& stage) {
    auto next_look = static_cast<double>(stage.first_look);
    while (!is_settled(stage) && !is_over(1)) {
      add_group(stage);
      const auto groups = static_cast<double>(stage.groups.size());
      const bool is_end =
          is_over(1) || (stage.groups.size() >= rule_.pairs && is_over(stage.until));
      if (groups < next_look && !is_end) continue;
      look(stage);
      if (!stage.is_second) confirm_suspects();
      if (is_end && (stage.is_second || std::ranges::any_of(subjects_, &Subject::is_confirmed)))
        break;
      if (is_end) stage.until = 1;
      next_look = kBetweenLooks * groups;
    }
    watch(stage);
    note_shortage(stage);
  }

  static bool is_settled(const Stage& stage) {
    return std::ranges::all_of(stage.subjects, [&](Subject* subject) {
      const bool is_without =
          !stage.is_second && (subject->is_solver() || subject->is_part_of_confirmed());
      const stats::TimeVerdict verdict = judged_in(stage, *subject).verdict;
      const bool is_decided =
          verdict != stats::TimeVerdict::inconclusive && verdict != stats::TimeVerdict::too_few;
      return is_without || is_decided;
    });
  }

  // A difference in time has to hold at the significance level of this interim look. "The same" is
  // judged at the level of the whole A/B test, because that verdict cannot raise a false alarm. A
  // slow-down that was found stays found.
  void look(Stage& stage) {
    const double share = (runner_.share_over() - stage.from) / (stage.until - stage.from);
    const double level = stage.spending.next_look(share, static_cast<double>(stage.groups.size()));
    std::vector<AbRows> timed;
    for (const Subject* subject : stage.subjects)
      timed.push_back(subject->records());
    const auto judged = judged_together(stage.groups, timed, stage.suspects);
    std::vector<double> p_values;
    std::ranges::transform(judged, std::back_inserter(p_values), &stats::TimeJudgement::p);
    const double largest = stats::largest_significant(p_values, level);
    for (std::size_t i = 0; i < judged.size(); ++i) {
      Subject& subject = *stage.subjects[i];
      stats::TimeJudgement& known = judged_in(stage, subject);
      if (known.verdict == stats::TimeVerdict::slower) continue;
      known = judged[i];
      const bool differs = known.verdict == stats::TimeVerdict::slower ||
                           known.verdict == stats::TimeVerdict::faster;
      if (differs && known.p > largest) known.verdict = stats::TimeVerdict::inconclusive;
    }
    observer_(report_);
  }

  // Judges rows, or all rows of a solver together, as one family of tests.
  std::vector<stats::TimeJudgement> judged_together(const std::vector<AbbaGroup>& groups,
                                                    const std::vector<AbRows>& timed,
                                                    std::size_t family = 0) const {
    std::vector<stats::TimeSeries> series;
    for (const AbRows& rows : timed)
      series.push_back(series_of(groups, rows));
    return stats::judge_times(series, rule_, family);
  }

  // Times suspected rows and solvers again, and suspected rows of a solver that proves not slower.
  void confirm_suspects() {
    for (auto suspects = suspects_in_turn(); !suspects.empty(); suspects = suspects_in_turn()) {
      for (std::size_t i = 0; i < suspects.size(); ++i)
        confirm(*suspects[i], suspects.size(), suspects.size() - i);
    }
  }

  // Suspected rows and solvers to confirm, by the lower bound of their slow-down, largest first.
  std::vector<Subject*> suspects_in_turn() {
    std::vector<Subject*> suspects;
    for (Subject& subject : subjects_) {
      if (subject.is_suspect() && !is_stood_for(subject)) suspects.push_back(&subject);
    }
    std::ranges::stable_sort(suspects, std::ranges::greater(),
                             [](const Subject* subject) { return subject->first.ratio.low; });
    return suspects;
  }

  // Returns whether a suspected row need not be timed again because its solver is, or a suspected
  // solver because its rows are. A solver that is slower on all its files, or has no suspected
  // row, is timed itself; of any other solver, the suspected rows are.
  bool is_stood_for(const Subject& subject) const {
    if (const Subject* solver = subject.solver) {
      return solver->is_confirmed() || solver->ran_out ||
             (solver->is_suspect() && !is_stood_for(*solver));
    }
    bool is_everywhere = true;
    bool has_suspects = false;
    for (const Subject& row : subjects_) {
      if (row.solver != &subject) continue;
      is_everywhere &= row.first.ratio.median > 1 + subject.first.threshold;
      has_suspects |= row.looked_slower();
    }
    return has_suspects && !is_everywhere;
  }

  // Times a suspected row or solver again, alone, with at least as many ABBA groups as it took to
  // look slower. It gets an equal part of the time remaining for `left` suspects.
  void confirm(Subject& suspect, std::size_t suspects, std::size_t left) {
    suspect.second.emplace();
    const AbRows rows = suspect.records();
    const double now = runner_.share_over();
    Stage stage{.subjects = {&suspect},
                .rows = rows,
                .controls = controls_of(rows),
                .spending = stats::Spending(rule_.level / static_cast<double>(suspects)),
                .is_second = true,
                .suspects = suspects,
                .first_look = std::max(rule_.pairs, suspect.first.pairs),
                .from = now,
                .until = now + (1 - now) / static_cast<double>(left)};
    measure(stage);
    suspect.parts = judged_together(stage.groups, each_of(rows));
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

  // Runs one ABBA group of processes on a new sample of puzzles and compares their answers.
  void add_group(Stage& stage) {
    const double begun = runner_.share_over();
    ++groups_;
    AbRows rows = stage.rows;
    rows.insert(rows.end(), stage.controls.begin(), stage.controls.end());
    AbbaGroup group;
    std::map<AbSide, std::vector<result::RunResult>> processes;
    for (const AbSide side : order_of_group(settings_.seed, groups_)) {
      if (runner_.is_cancelled()) return;
      processes[side].push_back(runner_.run_timed(side, groups_, rows));
      for (const result::Row& row : processes[side].back().results)
        core_use_.add(row);
      group.times[side].push_back(times_of(processes[side].back()));
    }
    stage.groups.push_back(std::move(group));
    stage.taken += runner_.share_over() - begun;
    if (!stage.is_second) group_share_ = stage.taken / static_cast<double>(stage.groups.size());
    for (const std::size_t i : {0U, 1U}) {
      note_findings(
          compare_results(processes[AbSide::base][i], processes[AbSide::candidate][i], exactly_),
          report_.comparison);
    }
  }

  // Records the drift of the control solver: it is identical in both builds, so a change of its
  // time means that the machine or the compiler differs.
  void watch(const Stage& stage) {
    for (const auto& judged : judged_together(stage.groups, each_of(stage.controls))) {
      const bool differs = judged.verdict == stats::TimeVerdict::slower ||
                           judged.verdict == stats::TimeVerdict::faster;
      if (!differs) continue;
      for (Subject* subject : stage.subjects)
        subject->drift = judged.ratio;
    }
  }

  // Estimates the time limit that the A/B test needs. Assumes that series without an ABBA group are
  // as slow as the first series, which would use all of its share of a longer limit.
  void note_shortage(const Stage& stage) {
    const auto groups = static_cast<double>(stage.groups.size());
    const double each = groups > 0 ? stage.taken / groups : group_share_;
    const double all = each * static_cast<double>(stage.first_look);
    if (stage.is_second) second_share_ += all;
    if (stage.groups.size() >= rule_.pairs || is_stopped()) return;
    for (Subject* subject : stage.subjects)
      subject->ran_out = true;
    if (each == 0) return;
    lacking_share_ += all - stage.taken;
    const double until_now = runner_.share_over() + lacking_share_;
    needed_share_ =
        kSpare * (stage.is_second ? std::max(until_now, second_share_ / (1 - kFirstShare))
                                  : until_now + all);
  }

  void conclude() {
    report_.comparison.remarks.emplace_back(
        "the layout of code is not covered: another link of the same source may be several per "
        "cent faster or slower");
    if (const std::string shared = core_use_.text(); !shared.empty())
      report_.comparison.remarks.push_back(shared +
                                           ", which groups of four runs spread over both sides");
    for (const Subject& subject : subjects_) {
      if (!subject.is_solver()) {
        conclude_row(subject);
      } else if (subject.second) {
        conclude_solver(subject);
      }
    }
  }

  // Reports rows of a solver with a confirmed slow-down as parts of its finding, not as findings.
  void conclude_row(const Subject& subject) const {
    RowVerdict& row = *subject.rows.front();
    row.time = subject.figure();
    const Subject* solver = subject.solver;
    const bool is_sure = subject.is_confirmed() ||
                         subject.first.verdict == stats::TimeVerdict::same ||
                         subject.first.verdict == stats::TimeVerdict::faster || subject.drift;
    if (!subject.is_part_of_confirmed() || is_sure) {
      Subject judged = subject;
      // The second series of a solver counts for its suspected rows as well.
      if (subject.is_suspect() && solver != nullptr && !solver->is_confirmed()) {
        judged.second = solver->second;
        judged.ran_out = solver->ran_out;
      }
      const stats::TimeJudgement& last = judged.second ? *judged.second : judged.first;
      row.checks.push_back(check_of(judged, explained_change(row.rows, last.ratio.median)));
      return;
    }
    const auto place = std::ranges::find(solver->rows, &row) - solver->rows.begin();
    row.time = solver->parts[static_cast<std::size_t>(place)];
    row.checks.push_back(
        {kTime, Finding::minor,
         fmt::format("part of the finding on {}: {}; {}", solver_name_of(*row.rows.base),
                     figures_of(*row.time), explained_change(row.rows, row.time->ratio.median))});
  }

  // Reports the second timing of all rows of a solver.
  void conclude_solver(const Subject& solver) {
    const std::string name = solver_name_of(*solver.rows.front()->rows.base);
    SolverVerdict verdict{.name = fmt::format("{} on {} files", name, solver.rows.size()),
                          .time = solver.figure()};
    for (const RowVerdict* row : solver.rows)
      verdict.rows.push_back(row->rows);
    const std::string place = place_of(*solver.second, solver.parts);
    verdict.check = check_of(solver, "slower " + place);
    // The name says on how many files.
    if (verdict.check.finding == Finding::slower && !place.starts_with("on all"))
      verdict.check.brief += ", " + place;
    report_.comparison.solvers.push_back(std::move(verdict));
  }

  // Check of the time of a row or solver; `explanation` says where or why it changed.
  CheckRecord check_of(const Subject& subject, const std::string& explanation) const {
    const stats::TimeJudgement& first = subject.first;
    if (is_too_short(first)) {
      return undecided(shortage_of(subject, first.pairs, "a verdict"),
                       subject.ran_out ? "too little time: " + more_time() : "");
    }
    if (subject.drift) {
      return undecided(
          fmt::format("the control, the same in both builds, changed by {}: the machine or the "
                      "compiler differs; {}; {}",
                      change_text(subject.drift->median), figures_of(first), limits_of(first)));
    }
    if (subject.second && is_too_short(*subject.second)) {
      return undecided(fmt::format("slower at first, {}; {}", figures_of(first),
                                   shortage_of(subject, subject.second->pairs, "a second timing")),
                       change_text(first.ratio) + ", not yet timed again" +
                           (subject.ran_out ? ": " + more_time() : ""));
    }
    stats::TimeJudgement last = subject.second ? *subject.second : first;
    const std::string figures =
        subject.second ? fmt::format("{}, when timed again {}", figures_of(first), figures_of(last))
                       : figures_of(first);
    if (last.verdict == stats::TimeVerdict::faster && (subject.second || last.ratio.high >= 1))
      last.verdict = stats::TimeVerdict::same;
    // What looks slower is only a suspect before it is timed again.
    if (subject.is_suspect()) last.verdict = stats::TimeVerdict::inconclusive;
    return time_check(last, figures, explanation);
  }

  // Says that a timing has too few ABBA groups for a verdict, and which time limit would do.
  std::string shortage_of(const Subject& subject, std::size_t groups, const char* timing) const {
    std::string text =
        fmt::format("{} of the {} groups of four runs that {} needs", groups, rule_.pairs, timing);
    if (!subject.ran_out) return text;
    return fmt::format("the time ran out after {}: {}", text, more_time());
  }

  // Which time limit would do for timings that have too few ABBA groups.
  std::string more_time() const {
    if (needed_share_ == 0) return "increase --max-time";
    const std::chrono::duration<double> needed =
        std::chrono::round<std::chrono::nanoseconds>(needed_share_ * settings_.max_time);
    return "--max-time " + option_text(needed) + " should be enough";
  }

  AbRunner& runner_;
  const AbSettings& settings_;
  GateSettings exactly_ = settings_.gate;  // compares all but times
  stats::TimeRule rule_;
  const AbObserver& observer_;
  AbReport report_;
  std::vector<Subject> subjects_;
  AbRows controls_;
  std::uint64_t groups_ = 0;  // ABBA groups so far, which numbers their samples
  result::CoreUse core_use_;  // in timed processes
  double group_share_ = 0;    // share of the time limit that one ABBA group takes
  double second_share_ = 0;   // share of the time limit needed to time all suspects again
  double lacking_share_ = 0;  // share of the time limit by which it was too short for verdicts
  double needed_share_ = 0;   // sufficient time limit, as a multiple of the given one
};

}  // namespace

AbReport run_ab_trial(AbRunner& processes, const AbSettings& settings, const AbObserver& observer) {
  return AbTrial(processes, settings, observer).run();
}

}  // namespace sudoku::compare
