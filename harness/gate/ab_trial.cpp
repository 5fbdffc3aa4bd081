#include "harness/gate/ab_trial.h"

#include <algorithm>
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
  struct RowState {
    RowVerdict* verdict = nullptr;
    AbJudgement judged;
  };

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

  bool is_over(double share) const {
    return legs_.share_over() >= share || legs_.is_cancelled() || is_broken();
  }

  // A series of blocks, and what its looks say of each of the rows it follows.
  struct Stage {
    std::vector<const ResultRecord*> rows = {};
    std::vector<TimeJudgement*> judged = {};
    std::size_t first_look = kProcessesNeeded;  // after so many blocks
    double from = 0;                            // its part of the time
    double until = 1;
  };

  void judge_all() {
    for (RowVerdict& row : report_.comparison.rows)
      rows_.push_back({.verdict = &row, .judged = {}});
    measure(first_stage());
    if (!is_broken() && !legs_.is_cancelled()) measure(second_stage());
    for (RowState& row : rows_) {
      row.verdict->checks.push_back(time_check_of(row.judged, row.verdict->rows));
      row.verdict->time = row.judged.second ? row.judged.second : row.judged.first;
    }
  }

  Stage first_stage() {
    Stage stage{.until = kFirstShare};
    for (RowState& row : rows_) {
      stage.rows.push_back(row.verdict->rows.base);
      stage.judged.push_back(&row.judged.first);
    }
    return stage;
  }

  // What looked slower once more, with at least as many blocks as it took to look so.
  Stage second_stage() {
    Stage stage{.from = legs_.share_over()};
    for (RowState& row : rows_) {
      if (row.judged.first.verdict != TimeVerdict::slower) continue;
      stage.first_look = std::max(stage.first_look, row.judged.first.pairs);
      stage.rows.push_back(row.verdict->rows.base);
      stage.judged.push_back(&row.judged.second.emplace());
    }
    return stage;
  }

  // Looks as soon as there are blocks enough, when there are half as many again, and at the end of
  // its part of the time. Without suspects then, the rest is for those that are undecided.
  void measure(const Stage& stage) {
    AbSeries series(stage.rows);
    AbSeries control(controls_);
    Spending spending(settings_.rule.level);
    auto next_look = static_cast<double>(stage.first_look);
    double until = stage.until;
    while (!is_decided(stage) && !is_over(1)) {
      add_block(series, control);
      const auto blocks = static_cast<double>(series.blocks());
      const bool is_end = is_over(1) || (blocks >= kProcessesNeeded && is_over(until));
      if (blocks < next_look && !is_end) continue;
      const double share = (legs_.share_over() - stage.from) / (stage.until - stage.from);
      look(stage, series, spending.next_look(share, blocks));
      if (is_end && has_suspects(stage)) break;
      if (is_end) until = 1;
      next_look = kBetweenLooks * blocks;
    }
    watch(control);
  }

  static bool is_decided(const Stage& stage) {
    return std::ranges::all_of(stage.judged, [](const TimeJudgement* judged) {
      return judged->verdict == TimeVerdict::slower || judged->verdict == TimeVerdict::same ||
             judged->verdict == TimeVerdict::faster;
    });
  }

  static bool has_suspects(const Stage& stage) {
    return std::ranges::any_of(stage.judged, [](const TimeJudgement* judged) {
      return judged->verdict == TimeVerdict::slower;
    });
  }

  // A difference has to hold at the level of the look. To stop because there is none costs nothing
  // of the level, so that is judged by the whole of it.
  void look(const Stage& stage, const AbSeries& series, double level) {
    const auto judged = judge_times(series.times(), settings_.rule);
    std::vector<double> p_values;
    std::ranges::transform(judged, std::back_inserter(p_values), &TimeJudgement::p);
    const std::vector<bool> holds = significant(p_values, level);
    for (std::size_t i = 0; i < judged.size(); ++i) {
      TimeJudgement& known = *stage.judged[i];
      if (known.verdict == TimeVerdict::slower) continue;
      known = judged[i];
      const bool differs =
          known.verdict == TimeVerdict::slower || known.verdict == TimeVerdict::faster;
      if (differs && !holds[i]) known.verdict = TimeVerdict::inconclusive;
    }
    observer_.learned(report_);
  }

  // Four legs on a sample of their own, with their answers compared.
  void add_block(AbSeries& series, AbSeries& control) {
    AbBlock block;
    ++blocks_;
    for (const AbSide side : order_of_block(settings_.seed, blocks_)) {
      if (legs_.is_cancelled()) return;
      auto& legs = side == AbSide::base ? block.base : block.fresh;
      legs.push_back(legs_.run_timed(side, blocks_));
    }
    series.add(block);
    control.add(block);
    for (std::size_t i = 0; i < block.base.size(); ++i)
      note_findings(compare_exactly(block.base[i], block.fresh[i]), report_.comparison);
  }

  // What is the same in both builds must take the same time in both, or something else differs.
  void watch(const AbSeries& control) {
    if (controls_.empty()) return;
    for (const TimeJudgement& judged : judge_times(control.times(), settings_.rule)) {
      const bool drifts =
          judged.verdict == TimeVerdict::slower || judged.verdict == TimeVerdict::faster;
      if (!drifts) continue;
      for (RowState& row : rows_)
        row.judged.drift = judged.ratio;
    }
  }

  AbLegs& legs_;
  const AbSettings& settings_;
  AbObserver& observer_;
  AbReport report_;
  std::vector<RowState> rows_;
  std::vector<const ResultRecord*> controls_;
  std::uint64_t blocks_ = 0;
};

}  // namespace

AbReport run_ab_trial(AbLegs& legs, const AbSettings& settings, AbObserver& observer) {
  return AbTrial(legs, settings, observer).run();
}

}  // namespace sudoku
