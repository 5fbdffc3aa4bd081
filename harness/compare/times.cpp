#include "harness/compare/times.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "harness/base/estimate.h"
#include "harness/base/units.h"
#include "harness/result/rates.h"

namespace sudoku::compare {

namespace {

using stats::TimeVerdict;

// Ratio as a change in per cent, to one decimal; adding 0.0 turns -0.0 into 0.0.
double percent(double ratio) { return std::round(1000 * (ratio - 1)) / 10 + 0.0; }

double ratio_of_guesses(const RowPair& pair) {
  const double before = pair.base->guesses_mean();
  const double now = pair.candidate->guesses_mean();
  if (before == 0 && now == 0) return 1;
  return before > 0 && now > 0 ? now / before : base::kUnknown;
}

// Factor of a time ratio as text: "guesses +12.0 % (the search grew)". A factor close to 1 is no
// reason for a change.
std::string factor(const char* what, double ratio, const char* grew, const char* shrank) {
  constexpr double kNothing = 0.005;
  std::string text = fmt::format("{} {}", what, change_text(ratio));
  if (std::abs(ratio - 1) < kNothing) return text;
  return text + fmt::format(" ({})", ratio > 1 ? grew : shrank);
}

// Change of a row's time per puzzle and its reasons: more search, more code per guess, or slower
// execution: "+12.3 % = guesses +12.0 % (the search grew) × time per guess +0.3 % (…)". `ratio` is
// the time of the candidate over that of the base.
std::string explained_change(const RowPair& pair, double ratio) {
  const double guesses = ratio_of_guesses(pair);
  const auto counted = change_of_instructions(*pair.base, *pair.candidate);
  const double instructions = counted ? counted->ratio() : base::kUnknown;
  std::string text = change_text(ratio);
  if (!std::isfinite(guesses)) return text;
  text += " = " + factor("guesses", guesses, "the search grew", "the search shrank");
  if (!std::isfinite(instructions / guesses)) {
    return text + " × " +
           factor("time per guess", ratio / guesses,
                  "slower code or machine: no instructions were counted",
                  "faster code or machine: no instructions were counted");
  }
  return fmt::format("{} × {} × {}", text,
                     factor("instructions per guess", instructions / guesses, "the code got slower",
                            "the code got faster"),
                     factor("time per instruction", ratio / instructions,
                            "the machine was slower, or waited more for memory",
                            "the machine was faster, or waited less for memory"));
}

// Time of a row in the faster of the two processes of a group; NaN if both are unknown.
double faster_of(const std::vector<double>& times, std::size_t group) {
  if (times.size() < 2 * group + 2) return base::kUnknown;
  return std::fmin(times[2 * group], times[2 * group + 1]);
}

bool is_known(const std::vector<double>& times, std::size_t group) {
  return times.size() >= 2 * group + 2 && std::isfinite(times[2 * group] + times[2 * group + 1]);
}

// Logarithm of a row's new time over its old one in a group: in running times if all four processes
// know them, else in times on the clock. NaN if the group lacks the row.
double log_ratio_in(const RowPair& pair, std::size_t group) {
  if (!pair.base->processes || !pair.candidate->processes) return base::kUnknown;
  const auto& before = *pair.base->processes;
  const auto& now = *pair.candidate->processes;
  const bool by_running = before.running_ns && now.running_ns &&
                          is_known(*before.running_ns, group) && is_known(*now.running_ns, group);
  const auto& old_times = by_running ? *before.running_ns : before.time_per_puzzle_ns;
  const auto& new_times = by_running ? *now.running_ns : now.time_per_puzzle_ns;
  return std::log(faster_of(new_times, group) / faster_of(old_times, group));
}

std::size_t groups_of(const RowPair& pair) {
  return pair.base->processes ? pair.base->processes->time_per_puzzle_ns.size() / 2 : 0;
}

// Mean log ratio of the rows in each group that has all of them.
std::vector<double> logs_in_turns(const std::vector<RowPair>& rows) {
  std::vector<double> logs;
  for (std::size_t group = 0; group < groups_of(rows.front()); ++group) {
    double sum = 0;
    for (const RowPair& pair : rows)
      sum += log_ratio_in(pair, group);
    if (std::isfinite(sum)) logs.push_back(sum / static_cast<double>(rows.size()));
  }
  return logs;
}

// The run's row with this solver and the row's dataset and threads; null: there is none.
const result::Row* beside(const result::RunResult& run, const result::Row& row,
                          const std::string& solver) {
  const auto found = std::ranges::find_if(run.results, [&](const result::Row& other) {
    return other.solver == solver && other.threads == row.threads && other.dataset == row.dataset;
  });
  return found == run.results.end() ? nullptr : &*found;
}

// Whether the row is that of the reference, by which others of its dataset are measured.
bool is_measure(const result::RunResult& run, const result::Row& row) {
  return row.solver == run.settings[result::kReference] &&
         std::ranges::any_of(run.results, [&row](const result::Row& other) {
           return other.solver != row.solver && other.threads == row.threads &&
                  other.dataset == row.dataset;
         });
}

// A row's time over that of the reference; none without a ratio.
stats::PairedRatio relative_time(const result::RunResult& run, const result::Row& row) {
  if (!row.speedup) return {};
  const result::Row* const reference = beside(run, row, row.speedup->reference);
  if (row.processes && reference != nullptr && reference->processes) {
    const auto [ours, theirs] = result::times_to_compare(*row.processes, *reference->processes);
    return stats::paired_ratio(theirs, ours);
  }
  const base::Estimate& ratio = row.speedup->ratio;
  return stats::ratio_with(
      {.median = 1 / ratio.median, .low = 1 / ratio.high, .high = 1 / ratio.low});
}

// The time of a row over that of the reference, by all runs of a side.
stats::PairedRatio relative_time(Runs runs, const std::string& row) {
  std::vector<stats::PairedRatio> times;
  for (const result::RunResult& run : runs) {
    const result::Row* const same = row_named(run, row);
    if (same != nullptr) times.push_back(relative_time(run, *same));
  }
  return times.size() == 1 ? times.front() : stats::ratio_of_runs(times);
}

// Change of a row's time relative to the reference, between runs that were made apart.
stats::PairedRatio change_of(Runs base, Runs candidate, const RowPair& pair) {
  return stats::quotient(relative_time(candidate, result::name_of(*pair.candidate)),
                         relative_time(base, result::name_of(*pair.base)));
}

// Whether the processes of both sides took turns.
bool took_turns(const result::RunResult& base, const result::RunResult& candidate) {
  const result::SettingValue* const ours = base.settings.find(result::kGroups);
  const result::SettingValue* const theirs = candidate.settings.find(result::kGroups);
  return ours != nullptr && theirs != nullptr && *ours == *theirs;
}

// Why the times of two rows made apart are not comparable; empty when they are.
std::string why_apart(const result::RunResult& base, const result::RunResult& candidate,
                      const RowPair& pair) {
  if (result::is_void(*pair.base) || result::is_void(*pair.candidate))
    return "a solver with wrong answers has no time";
  if (base.environment.cpu != candidate.environment.cpu) {
    return fmt::format("the machine differs ({} against {})", base.environment.cpu,
                       candidate.environment.cpu);
  }
  if (!pair.is_same_sample()) {
    return fmt::format("the sample differs ({} against {}): run NEW with --pilots BASE",
                       base::plural(pair.base->puzzles, "puzzle"),
                       base::plural(pair.candidate->puzzles, "puzzle"));
  }
  for (const auto& [run, row] : {std::pair(&base, pair.base), {&candidate, pair.candidate}}) {
    if (row->speedup) continue;
    const result::Row* const reference = beside(*run, *row, run->settings[result::kReference]);
    const std::string why =
        reference == nullptr || reference == row ? "" : result::why_not_compared(*row, *reference);
    return why.empty() ? "no other solver was measured in the same rounds" : why;
  }
  if (pair.base->speedup->reference == pair.candidate->speedup->reference) return "";
  return fmt::format("the reference differs ({} against {})", pair.base->speedup->reference,
                     pair.candidate->speedup->reference);
}

// Rows that are judged as one: a single row, or all rows of a solver with one number of threads.
struct Subject {
  std::vector<RowPair> rows;
  std::vector<double> logs = {};  // of the groups; none of runs apart
  stats::PairedRatio change = {};
};

// The change of `rows` by the groups in which both builds solved all of them.
Subject in_turns(std::vector<RowPair> rows) {
  std::vector<double> logs = logs_in_turns(rows);
  stats::PairedRatio change = stats::paired_ratio(logs);
  return {std::move(rows), std::move(logs), change};
}

// How the change was measured, after its size: " in 9 groups of four runs, slower in 8".
std::string measured_text(const TimeChange& time) {
  if (time.ratios.empty()) return " relative to " + time.reference;
  const auto slower = std::ranges::count_if(time.ratios, [](double ratio) { return ratio > 1; });
  return fmt::format(" in {} of four runs, slower in {}", base::plural(time.ratios.size(), "group"),
                     slower);
}

// Whether the changes of all rows of a solver are beyond the threshold.
std::string place_of(const std::vector<const TimeChange*>& parts, const TimeChange& solver) {
  const auto beyond = std::ranges::count_if(parts, [&solver](const TimeChange* part) {
    return part->judged.ratio.median > 1 + solver.judged.threshold;
  });
  if (static_cast<std::size_t>(beyond) == parts.size())
    return fmt::format("on all {} files", parts.size());
  return fmt::format("over {} files together (on {} of them by more than {})", parts.size(), beyond,
                     size_text(solver.judged.threshold));
}

// The check of a time. `explanation`: where a slower or faster time comes from.
CheckRecord check_of(const TimeChange& time, const std::string& explanation) {
  const stats::TimeJudgement& judged = time.judged;
  if (judged.pairs == 0) {
    return {
        kTime, Finding::undecided,
        time.reference.empty()
            ? "no group of four runs was measured"
            : fmt::format("its ratio to {} has no interval: it needs more rounds", time.reference)};
  }
  const std::string figures = change_text(judged.ratio) + measured_text(time);
  const std::string change =
      change_text(judged.ratio) + (time.ratios.empty() ? measured_text(time) : "");
  const std::string threshold = size_text(judged.threshold);
  switch (judged.verdict) {
    case TimeVerdict::same:
      return {
          kTime, Finding::same,
          fmt::format("{}; a slow-down over {} is excluded", figures, size_text(judged.excluded))};
    case TimeVerdict::faster:
      return {kTime, Finding::faster, fmt::format("{}; {}", figures, explanation), change};
    case TimeVerdict::slower:
      return {kTime, Finding::slower,
              fmt::format("{}; threshold {}; {}", figures, threshold, explanation), change};
    case TimeVerdict::slower_or_so:
      return {kTime, Finding::slower_or_so,
              fmt::format("slower, but whether by {} is undecided: {}", threshold, figures),
              fmt::format("{}, threshold {}", change, threshold)};
    case TimeVerdict::undecided:
      break;
  }
  return {kTime, Finding::undecided, "undecided, so far " + figures, "so far " + figures};
}

TimeChange time_change(const Subject& subject, const stats::TimeRule& rule, std::size_t tests) {
  TimeChange time{.judged = stats::judge_time(subject.change, rule, tests)};
  for (const double log : subject.logs)
    time.ratios.push_back(std::exp(log));
  const result::Row& row = *subject.rows.front().candidate;
  if (row.speedup) time.reference = row.speedup->reference;
  return time;
}

// All rows of each solver and number of threads that has several of them.
std::vector<Subject> solvers_of(const std::vector<Subject>& rows) {
  std::map<std::pair<std::string, std::uint64_t>, std::vector<RowPair>> solvers;
  for (const Subject& subject : rows) {
    const RowPair& pair = subject.rows.front();
    solvers[{pair.base->solver, pair.base->threads}].push_back(pair);
  }
  std::vector<Subject> several;
  for (const auto& [name, pairs] : solvers)
    if (pairs.size() > 1) several.push_back(in_turns(pairs));
  return several;
}

std::string solver_name_of(const result::Row& row) {
  return row.threads == 1 ? row.solver : fmt::format("{} ({} threads)", row.solver, row.threads);
}

// Adds the finding on all rows of a solver, if they are slower together, or each of them is. A
// solver that is slower on some of its files has these as its findings.
void add_solver(const Subject& subject, TimeChange time, Comparison& comparison) {
  SolverVerdict solver{
      .name = fmt::format("{} on {} files", solver_name_of(*subject.rows.front().base),
                          subject.rows.size()),
      .rows = subject.rows};
  std::vector<const TimeChange*> parts;
  for (const RowVerdict& row : comparison.rows)
    if (solver.covers(row) && row.time) parts.push_back(&*row.time);
  const auto slower = std::ranges::count_if(
      parts, [](const TimeChange* part) { return part->judged.verdict == TimeVerdict::slower; });
  if (static_cast<std::size_t>(slower) == parts.size()) time.judged.verdict = TimeVerdict::slower;
  if (time.judged.verdict != TimeVerdict::slower) return;
  const std::string place = place_of(parts, time);
  const bool is_everywhere = place.starts_with("on all");
  if (slower > 0 && !is_everywhere) return;
  solver.check = check_of(time, "slower " + place);
  if (!is_everywhere) solver.check.brief += ", " + place;
  solver.time = time;
  for (RowVerdict& row : comparison.rows) {
    if (!solver.covers(row) || row.checks.empty() || row.checks.back().check != kTime) continue;
    CheckRecord& check = row.checks.back();
    if (check.finding == Finding::same || check.finding == Finding::faster) continue;
    check.finding = Finding::minor;
    check.text = fmt::format("part of the finding on {}: {}", solver.name, check.text);
  }
  comparison.solvers.push_back(std::move(solver));
}

// Makes all times doubtful if that of the control solver changed on a file: it is identical in both
// builds, so the machine or the compiler differs.
void watch_control(const result::RunResult& base, const result::RunResult& candidate,
                   const stats::TimeRule& rule, Comparison& comparison) {
  std::vector<TimeChange> controls;
  for (const result::Row& row : base.results) {
    const result::Row* const now = row_named(candidate, result::name_of(row));
    if (row.solver == kControlSolver && row.processes && now != nullptr)
      controls.push_back(time_change(in_turns({{&row, now}}), rule, 1));
  }
  const auto changed = std::ranges::find_if(controls, [](const TimeChange& control) {
    return control.judged.verdict == TimeVerdict::slower ||
           control.judged.verdict == TimeVerdict::faster;
  });
  if (changed == controls.end()) return;
  const auto doubt = [&changed](CheckRecord& check) {
    if (check.check != kTime || check.finding == Finding::undecided) return;
    check = {kTime, Finding::undecided,
             fmt::format("the control, the same in both builds, changed by {}: the machine or the "
                         "compiler differs; {}",
                         change_text(changed->judged.ratio), check.text)};
  };
  for (SolverVerdict& solver : comparison.solvers)
    doubt(solver.check);
  for (RowVerdict& row : comparison.rows)
    std::ranges::for_each(row.checks, doubt);
}

}  // namespace

void judge_times(Runs base, Runs candidate, const stats::TimeRule& rule, Comparison& comparison) {
  const result::RunResult& before = base.back();
  const result::RunResult& now = candidate.back();
  const bool are_in_turns = took_turns(before, now);
  comparison.solvers.clear();
  std::vector<Subject> subjects;
  std::vector<RowVerdict*> rows;
  for (RowVerdict& row : comparison.rows) {
    std::erase_if(row.checks, [](const CheckRecord& check) { return check.check == kTime; });
    const RowPair& pair = row.rows;
    // Files that are only checked have no times; the reference is the measure of the others.
    if (are_in_turns ? !pair.base->processes : is_measure(before, *pair.base)) continue;
    const std::string why = are_in_turns ? "" : why_apart(before, now, pair);
    if (!why.empty()) {
      row.checks.push_back({kTime, Finding::undecided, why});
      continue;
    }
    subjects.push_back(are_in_turns
                           ? in_turns({pair})
                           : Subject{.rows = {pair}, .change = change_of(base, candidate, pair)});
    rows.push_back(&row);
  }
  const std::vector<Subject> solvers = are_in_turns ? solvers_of(subjects) : std::vector<Subject>();
  const std::size_t tests = subjects.size() + solvers.size();
  stats::TimeRule each = rule;
  each.looks = are_in_turns ? stats::kLooks : 1;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i]->time = time_change(subjects[i], each, tests);
    const double ratio = rows[i]->time->judged.ratio.median;
    rows[i]->checks.push_back(check_of(*rows[i]->time, explained_change(rows[i]->rows, ratio)));
  }
  for (const Subject& solver : solvers)
    add_solver(solver, time_change(solver, each, tests), comparison);
  if (are_in_turns) watch_control(before, now, each, comparison);
  if (!are_in_turns && !rows.empty()) {
    comparison.remarks.push_back(fmt::format(
        "times are relative to {}, which is not judged itself: if it changed, so did all ratios",
        rows.front()->time->reference));
  }
}

std::string why_not_one_side(const result::RunResult& run, const result::RunResult& last) {
  if (run.settings.find(result::kGroups) != nullptr ||
      last.settings.find(result::kGroups) != nullptr)
    return "a result of `ab` has its counterpart, and no others";
  if (run.environment.cpu != last.environment.cpu) return "the machine differs";
  if (!run.complete || !last.complete) return "one of them was interrupted";
  if (run.results.size() != last.results.size()) return "they have other rows";
  for (std::size_t i = 0; i < run.results.size(); ++i) {
    const result::Row& a = run.results[i];
    const result::Row& b = last.results[i];
    const std::string name = result::name_of(a);
    if (name != result::name_of(b)) return "they have other rows";
    if (a.puzzles != b.puzzles || a.solution_limit != b.solution_limit)
      return name + " has other puzzles";
    if (a.solution_digest != b.solution_digest || a.outcomes != b.outcomes ||
        result::is_void(a) != result::is_void(b))
      return name + " has other answers";
  }
  return "";
}

const result::Row* row_named(const result::RunResult& run, const std::string& name) {
  const auto found = std::ranges::find(run.results, name,
                                       [](const result::Row& row) { return result::name_of(row); });
  return found == run.results.end() ? nullptr : &*found;
}

std::string change_text(double ratio) { return fmt::format("{:+.1f} %", percent(ratio)); }

std::string change_text(const base::Estimate& ratio) {
  // The interval of two groups may reach to any number.
  constexpr double kSaysNothing = 10;
  if (!(ratio.high <= kSaysNothing)) return change_text(ratio.median);
  return fmt::format("{} ({:+.1f} to {:+.1f})", change_text(ratio.median), percent(ratio.low),
                     percent(ratio.high));
}

std::string size_text(double change) {
  return change <= 1 ? base::percent_text(change, 1) : "over 100 %";
}

}  // namespace sudoku::compare
