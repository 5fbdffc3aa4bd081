#include "harness/gate/ab_trial.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <utility>

#include "harness/gate/ab_series.h"
#include "harness/gate/ab_words.h"
#include "harness/gate/spending.h"

namespace sudoku {

namespace {

// Of the time, what the first series may take; the rest is for the second.
constexpr double kFirstShare = 0.6;
// A look when there are so many times as many blocks as at the one before.
constexpr double kBetweenLooks = 1.5;

// The time that would have been enough is told with a tenth to spare.
constexpr double kSpare = 1.1;

bool is_control(const RowPair& rows) {
  return rows.base->solver == kControlSolver;
}

// A finding of a later pair of legs, when it is graver than what is known of that row.
void note_findings(const Comparison& later, Comparison& known) {
  for (const RowVerdict& row : later.rows) {
    const auto same = std::ranges::find_if(known.rows, [&row](const RowVerdict& other) {
      return name_of(*other.rows.base) == name_of(*row.rows.base);
    });
    if (same == known.rows.end()) continue;
    for (const CheckRecord& check : row.checks) {
      if (check.finding < Finding::slower) continue;
      const auto before = std::ranges::find(same->checks, check.check, &CheckRecord::check);
      if (before == same->checks.end()) {
        same->checks.push_back(check);
      } else if (check.finding > before->finding) {
        *before = check;
      }
    }
  }
}

bool is_decided(const TimeJudgement& judged) {
  return judged.verdict == TimeVerdict::slower || judged.verdict == TimeVerdict::same ||
         judged.verdict == TimeVerdict::faster;
}

// A row, or all rows of a solver with one number of threads: each has a judgement of its own.
struct Subject {
  std::vector<RowVerdict*> rows;
  AbJudgement judged = {};
  std::vector<TimeJudgement> parts = {};  // of the rows, in the second series

  bool is_solver() const { return rows.size() > 1; }

  bool looked_slower() const { return judged.first.verdict == TimeVerdict::slower; }

  bool is_suspect() const { return looked_slower() && !judged.second; }

  bool is_confirmed() const {
    return judged.second && judged.second->verdict == TimeVerdict::slower && !judged.drift;
  }

  std::vector<RowPair> pairs() const {
    std::vector<RowPair> pairs;
    for (const RowVerdict* row : rows)
      pairs.push_back(row->rows);
    return pairs;
  }

  AbRows records() const {
    AbRows records;
    for (const RowVerdict* row : rows)
      records.push_back(row->rows.base);
    return records;
  }
};

bool holds(const Subject& solver, const Subject& row) {
  return solver.is_solver() && std::ranges::count(solver.rows, row.rows.front()) > 0;
}

// The rows one by one, then each solver that has several.
std::vector<Subject> subjects_of(Comparison& comparison) {
  std::vector<Subject> solvers;
  std::vector<Subject> subjects;
  for (RowVerdict& row : comparison.rows) {
    subjects.push_back({.rows = {&row}});
    const auto same = std::ranges::find_if(solvers, [&row](const Subject& other) {
      const ResultRecord& first = *other.rows.front()->rows.base;
      return first.solver == row.rows.base->solver && first.threads == row.rows.base->threads;
    });
    if (same == solvers.end()) {
      solvers.push_back({.rows = {&row}});
    } else {
      same->rows.push_back(&row);
    }
  }
  std::ranges::copy_if(solvers, std::back_inserter(subjects), &Subject::is_solver);
  return subjects;
}

std::vector<AbRows> records_of(const std::vector<Subject*>& subjects) {
  std::vector<AbRows> records;
  for (const Subject* subject : subjects)
    records.push_back(subject->records());
  return records;
}

std::vector<AbRows> one_by_one(const AbRows& rows) {
  std::vector<AbRows> each;
  for (const ResultRecord* row : rows)
    each.push_back({row});
  return each;
}

// A series of blocks of some rows, and how far its test of the subjects is.
struct Stage {
  Stage(std::vector<Subject*> its_subjects, const AbRows& its_rows, const AbRows& controls,
        double level)
      : subjects(std::move(its_subjects)),
        series(records_of(subjects)),
        parts(one_by_one(its_rows)),
        control(one_by_one(controls)),
        spending(level),
        rows(its_rows) {
    rows.insert(rows.end(), controls.begin(), controls.end());
  }

  std::vector<Subject*> subjects;
  AbSeries series;
  AbSeries parts;  // the rows one by one
  AbSeries control;
  Spending spending;
  AbRows rows;                                // of its legs
  bool is_second = false;                     // of a suspect
  std::size_t suspects = 1;                   // that share the level, each in a series of its own
  std::size_t first_look = kProcessesNeeded;  // after so many blocks
  double from = 0;                            // its part of the time
  double until = kFirstShare;
  double taken = 0;  // of the time, by its blocks
};

TimeJudgement& judged_in(const Stage& stage, Subject& subject) {
  return stage.is_second ? *subject.judged.second : subject.judged.first;
}

class AbTrial {
 public:
  AbTrial(AbLegs& legs, const AbSettings& settings, AbObserver& observer)
      : legs_(legs), settings_(settings), observer_(observer) {}

  AbReport run() {
    try {
      compare_whole_legs();
      if (wants_times()) judge_all();
    } catch (const LegFailure& failure) {
      report_.comparison.failures.emplace_back(failure.what());
    }
    observer_.learned(report_);
    return std::move(report_);
  }

 private:
  void compare_whole_legs() {
    report_.base = legs_.run_whole(AbSide::base);
    report_.fresh = legs_.run_whole(AbSide::fresh);
    report_.comparison = compare_exactly(report_.base, report_.fresh);
    for (const RowVerdict& row : report_.comparison.rows) {
      if (is_control(row.rows)) controls_.push_back(row.rows.base);
    }
    std::erase_if(report_.comparison.rows,
                  [](const RowVerdict& row) { return is_control(row.rows); });
    observer_.learned(report_);
  }

  Comparison compare_exactly(const RunResult& base, const RunResult& fresh) const {
    GateSettings exactly = settings_.gate;
    exactly.deterministic_only = true;
    return compare_results(base, fresh, exactly);
  }

  bool wants_times() const {
    return !settings_.gate.deterministic_only && !is_broken() && !report_.comparison.rows.empty();
  }

  bool is_broken() const { return result_of(report_.comparison) == GateResult::broken; }

  bool is_stopped() const { return legs_.is_cancelled() || is_broken(); }

  bool is_over(double share) const { return legs_.share_over() >= share || is_stopped(); }

  void judge_all() {
    subjects_ = subjects_of(report_.comparison);
    std::vector<Subject*> all;
    AbRows rows;
    for (Subject& subject : subjects_) {
      all.push_back(&subject);
      if (!subject.is_solver()) rows.push_back(subject.records().front());
    }
    Stage first(all, rows, controls_, settings_.rule.level);
    measure(first);
    conclude();
  }

  // Looks as soon as there are blocks enough, when there are half as many again, and at the end of
  // its part of the time. While nothing is slower, the first series then goes on for what is
  // undecided: the level is spent, but that a row is the same can still be seen.
  void measure(Stage& stage) {
    auto next_look = static_cast<double>(stage.first_look);
    while (!is_settled(stage) && !is_over(1)) {
      add_block(stage);
      const auto blocks = static_cast<double>(stage.series.blocks());
      const bool is_end = is_over(1) || (blocks >= kProcessesNeeded && is_over(stage.until));
      if (blocks < next_look && !is_end) continue;
      look(stage);
      if (!stage.is_second) confirm_suspects();
      if (is_end && (stage.is_second || has_regression())) break;
      if (is_end) stage.until = 1;
      next_look = kBetweenLooks * blocks;
    }
    watch(stage);
    note_shortage(stage);
  }

  bool is_settled(const Stage& stage) const {
    return std::ranges::all_of(stage.subjects, [&](Subject* subject) {
      const bool is_without =
          !stage.is_second && (subject->is_solver() || confirmed_solver_of(*subject) != nullptr);
      return is_without || is_decided(judged_in(stage, *subject));
    });
  }

  bool has_regression() const { return std::ranges::any_of(subjects_, &Subject::is_confirmed); }

  // Null when there is none.
  const Subject* confirmed_solver_of(const Subject& row) const {
    const auto solver = std::ranges::find_if(subjects_, [&row](const Subject& other) {
      return holds(other, row) && other.is_confirmed();
    });
    return solver == subjects_.end() ? nullptr : &*solver;
  }

  // A difference has to hold at the level of the look. To stop because there is none costs nothing
  // of the level, so that is judged by the whole of it.
  void look(Stage& stage) {
    const double share = (legs_.share_over() - stage.from) / (stage.until - stage.from);
    const double level =
        stage.spending.next_look(share, static_cast<double>(stage.series.blocks()));
    const auto judged = judge_times(stage.series.times(), settings_.rule, stage.suspects);
    std::vector<double> p_values;
    std::ranges::transform(judged, std::back_inserter(p_values), &TimeJudgement::p);
    const std::vector<bool> holds_at_level = significant(p_values, level);
    for (std::size_t i = 0; i < judged.size(); ++i) {
      TimeJudgement& known = judged_in(stage, *stage.subjects[i]);
      if (known.verdict == TimeVerdict::slower) continue;
      known = judged[i];
      const bool differs =
          known.verdict == TimeVerdict::slower || known.verdict == TimeVerdict::faster;
      if (differs && !holds_at_level[i]) known.verdict = TimeVerdict::inconclusive;
    }
    observer_.learned(report_);
  }

  // Goes on until no suspect is left: a solver that is not confirmed leaves its rows to be
  // measured.
  void confirm_suspects() {
    for (auto suspects = suspects_in_turn(); !suspects.empty(); suspects = suspects_in_turn()) {
      for (std::size_t i = 0; i < suspects.size(); ++i)
        confirm(*suspects[i], suspects.size(), suspects.size() - i);
    }
  }

  // The most suspicious first: by the slow-down that the first series excludes everything below of.
  std::vector<Subject*> suspects_in_turn() {
    std::vector<Subject*> suspects;
    for (Subject& subject : subjects_) {
      if (subject.is_suspect() && !is_stood_for(subject)) suspects.push_back(&subject);
    }
    std::ranges::stable_sort(suspects, std::ranges::greater(), [](const Subject* subject) {
      return subject->judged.first.ratio.low;
    });
    return suspects;
  }

  // Nothing is measured twice: a solver that is slower on all its files stands for its rows,
  // and so does one of whose rows none is a suspect alone; else the rows stand for the solver.
  bool is_stood_for(const Subject& subject) const {
    if (!subject.is_solver()) {
      return std::ranges::any_of(subjects_, [&](const Subject& solver) {
        return holds(solver, subject) && (solver.is_confirmed() || solver.judged.needed ||
                                          (solver.is_suspect() && !is_stood_for(solver)));
      });
    }
    bool is_everywhere = true;
    bool has_suspects = false;
    for (const Subject& row : subjects_) {
      if (row.is_solver() || !holds(subject, row)) continue;
      is_everywhere &= row.judged.first.ratio.median > 1 + subject.judged.first.threshold;
      has_suspects |= row.looked_slower();
    }
    return has_suspects && !is_everywhere;
  }

  // Once more, alone, with at least as many blocks as it took to look slower, in an equal part of
  // the time that is `left` for so many suspects.
  void confirm(Subject& suspect, std::size_t suspects, std::size_t left) {
    suspect.judged.second.emplace();
    const AbRows rows = suspect.records();
    Stage stage({&suspect}, rows, controls_of(rows),
                settings_.rule.level / static_cast<double>(suspects));
    stage.is_second = true;
    stage.suspects = suspects;
    stage.first_look = std::max(kProcessesNeeded, suspect.judged.first.pairs);
    stage.from = legs_.share_over();
    stage.until = stage.from + (1 - stage.from) / static_cast<double>(left);
    measure(stage);
    suspect.parts = judge_times(stage.parts.times(), settings_.rule);
  }

  AbRows controls_of(const AbRows& rows) const {
    AbRows controls;
    std::ranges::copy_if(controls_, std::back_inserter(controls), [&rows](const auto* control) {
      return std::ranges::any_of(rows, [control](const ResultRecord* row) {
        return row->dataset == control->dataset && row->threads == control->threads;
      });
    });
    return controls;
  }

  // Four legs on a sample of their own, with their answers compared.
  void add_block(Stage& stage) {
    const double begun = legs_.share_over();
    AbBlock block;
    ++blocks_;
    for (const AbSide side : order_of_block(settings_.seed, blocks_)) {
      if (legs_.is_cancelled()) return;
      auto& legs = side == AbSide::base ? block.base : block.fresh;
      legs.push_back(legs_.run_timed(side, blocks_, stage.rows));
    }
    stage.series.add(block);
    stage.parts.add(block);
    stage.control.add(block);
    stage.taken += legs_.share_over() - begun;
    if (!stage.is_second) block_share_ = stage.taken / static_cast<double>(stage.series.blocks());
    for (std::size_t i = 0; i < block.base.size(); ++i)
      note_findings(compare_exactly(block.base[i], block.fresh[i]), report_.comparison);
  }

  // What is the same in both builds must take the same time in both, or something else differs.
  void watch(const Stage& stage) {
    for (const TimeJudgement& judged : judge_times(stage.control.times(), settings_.rule)) {
      const bool drifts =
          judged.verdict == TimeVerdict::slower || judged.verdict == TimeVerdict::faster;
      if (!drifts) continue;
      for (Subject* subject : stage.subjects)
        subject->judged.drift = judged.ratio;
    }
  }

  // How much time there should have been. A second series without a block is taken to be as slow as
  // the first. With more time the first series may use all of its part, too.
  void note_shortage(const Stage& stage) {
    const auto blocks = static_cast<double>(stage.series.blocks());
    const double each = blocks > 0 ? stage.taken / blocks : block_share_;
    const double all = each * static_cast<double>(stage.first_look);
    if (stage.is_second) second_share_ += all;
    if (blocks >= kProcessesNeeded || is_stopped()) return;
    for (Subject* subject : stage.subjects)
      subject->judged.needed.emplace(0);
    if (each == 0) return;
    lacking_share_ += all - stage.taken;
    const double until_now = legs_.share_over() + lacking_share_;
    needed_share_ =
        kSpare * (stage.is_second ? std::max(until_now, second_share_ / (1 - kFirstShare))
                                  : until_now + all);
  }

  void conclude() {
    for (Subject& subject : subjects_) {
      if (!subject.judged.needed) continue;
      const std::chrono::duration<double, std::nano> needed = needed_share_ * settings_.max_time;
      subject.judged.needed = std::chrono::nanoseconds(std::llround(needed.count()));
    }
    for (const Subject& subject : subjects_) {
      if (!subject.is_solver()) {
        conclude_row(subject);
      } else if (subject.judged.second) {
        report_.comparison.solvers.push_back(
            solver_verdict_of(subject.judged, subject.pairs(), subject.parts));
      }
    }
  }

  // A row whose solver was measured in its place, with too little time, has the solver's second
  // series.
  AbJudgement with_series_of_solver(const Subject& row) const {
    AbJudgement judged = row.judged;
    const auto solver =
        std::ranges::find_if(subjects_, [&row](const Subject& other) { return holds(other, row); });
    if (solver == subjects_.end()) return judged;
    judged.second = solver->judged.second;
    judged.needed = solver->judged.needed;
    return judged;
  }

  // Rows of a solver that is slower as a whole are parts of that finding, and none of their own.
  void conclude_row(const Subject& subject) {
    RowVerdict& row = *subject.rows.front();
    row.time = figure_of(subject.judged);
    const Subject* solver = confirmed_solver_of(subject);
    if (subject.is_suspect() && solver == nullptr) {
      row.checks.push_back(time_check_of(with_series_of_solver(subject), row.rows));
      return;
    }
    const TimeVerdict alone = subject.judged.first.verdict;
    const bool is_sure = subject.is_confirmed() || alone == TimeVerdict::same ||
                         alone == TimeVerdict::faster || subject.judged.drift;
    if (solver == nullptr || is_sure) {
      row.checks.push_back(time_check_of(subject.judged, row.rows));
      return;
    }
    const auto place = std::ranges::find(solver->rows, &row) - solver->rows.begin();
    row.time = solver->parts[static_cast<std::size_t>(place)];
    row.checks.push_back(part_check_of(*row.time, row.rows));
  }

  AbLegs& legs_;
  const AbSettings& settings_;
  AbObserver& observer_;
  AbReport report_;
  std::vector<Subject> subjects_;
  AbRows controls_;
  std::uint64_t blocks_ = 0;
  // Shares of the time.
  double block_share_ = 0;    // a block of the first series
  double second_share_ = 0;   // all second series, until their first look
  double lacking_share_ = 0;  // blocks that series lacked
  double needed_share_ = 0;   // that would have been enough
};

}  // namespace

AbReport run_ab_trial(AbLegs& legs, const AbSettings& settings, AbObserver& observer) {
  return AbTrial(legs, settings, observer).run();
}

}  // namespace sudoku
