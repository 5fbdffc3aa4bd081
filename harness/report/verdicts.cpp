// Conclusions from a run, in sentences.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/base/units.h"
#include "harness/report/notes.h"
#include "harness/result/comparison.h"
#include "harness/result/rates.h"

namespace sudoku::report {

namespace {

using result::RowStatus;

// Rows that can be fastest: all puzzles answered, none wrong or given up, and puzzles enough. The
// fastest comes first, by running times if these are known of all: on a busy machine, rates say as
// much about other processes.
std::vector<const result::Row*> sound_rows(const View& view) {
  const bool is_comparison = std::ranges::any_of(view.rows, [&view](const result::Row* row) {
    return row->solver != view.rows.front()->solver;
  });
  const std::uint64_t fewest = is_comparison ? result::kFewestShared : 0;
  std::vector<const result::Row*> rows;
  for (const result::Row* row : view.rows) {
    if (is_sound(view, *row) && row->puzzles >= fewest) rows.push_back(row);
  }
  const auto time_of = [](const result::Row* row) {
    return result::running_time_per_puzzle(row->blocks);
  };
  const bool is_known = std::ranges::all_of(
      rows, [&](const result::Row* row) { return std::isfinite(time_of(row)); });
  if (is_known) std::ranges::stable_sort(rows, {}, time_of);
  return rows;
}

std::string speed_of(const result::Row& row) {
  return fmt::format("{} on {}", base::rate_text(row.puzzles_per_second.median),
                     base::plural(row.threads, "thread"));
}

// A ratio to `other` in a sentence: "25.1× faster than mrv (95 % interval 24.7–25.5)", "tie with
// mrv (0.97–1.02)"; `title` stands before the interval. Without `other`: "tie (0.97–1.02)".
std::string ratio_to(const std::string& other, const base::Estimate& ratio,
                     const std::string& title = "") {
  const std::string text = base::ratio_text(ratio);
  const std::size_t end = std::min({text.find(" ("), text.find(" ±"), text.size()});
  const char* const word = text.starts_with("tie") ? " with " : " than ";
  std::string interval = text.substr(end);
  if (!title.empty() && interval.starts_with(" (")) interval.insert(2, title);
  return text.substr(0, end) + (other.empty() ? "" : word + other) + interval;
}

constexpr const char* kInterval = "95 % interval ";

// Speed of `first` over `second`; none unless they were timed on the same puzzles.
std::optional<result::PairRatio> ratio_of(const View& view, const result::Row& first,
                                          const result::Row& second) {
  if (first.threads != second.threads) return std::nullopt;
  const std::optional<result::PairRatio> pair = pair_of(view, first, second);
  return pair && std::isfinite(pair->ratio.median) ? pair : std::nullopt;
}

// How sure a ratio without an interval is: "but unstable: 3.10× to 5.20×".
std::string doubt_about(const result::SpeedupRecord& ratio) {
  const std::string reason = reason_text(ratio);
  if (ratio.reason == result::Doubt::unstable) return "but " + reason;
  return "with unknown uncertainty" + (reason.empty() ? "" : ": " + reason);
}

// Where a ratio was measured, if that matters: ", on a shared core".
std::string place_of(const result::SpeedupRecord& ratio) {
  return ratio.shift_by_sharing ? ", on a shared core" : "";
}

// A ratio from the side of its row: "8.3× slower than mrv (8.1–8.5), on a shared core".
std::string standing_to(const std::string& other, const result::SpeedupRecord& speed) {
  const base::Estimate ratio = result::shown_ratio(speed);
  return ratio_to(other, ratio) + (std::isfinite(ratio.low) ? "" : ", " + doubt_about(speed)) +
         place_of(speed);
}

// How an own row compares with the reference, or why it does not.
std::string standing_of(const View& view, const result::Row& row) {
  const result::Row* const reference = reference_of(view, row);
  if (reference == nullptr) return "";
  if (reference == &row) return ", the reference";
  const std::optional<result::PairRatio> pair = pair_of(view, row, *reference);
  if (!pair) return fmt::format(", measured on other puzzles than {}", reference->solver);
  if (!std::isfinite(pair->ratio.median))
    return fmt::format(", not compared with {}: {}", reference->solver,
                       reason_text(*pair, row, *reference));
  return ", " + standing_to(reference->solver, *pair);
}

// Speed of an own row that gave up: "≤ 14.2/s, at least 6,600× slower than mrv: 1 of 20 puzzles
// took over 1 s".
std::string bound_of(const View& view, const result::Row& row) {
  const double slowdown = least_slowdown(view, row);
  const double limit = limit_s(view.run, row);
  const bool solved_some = row.outcomes[Outcome::timeout] < row.puzzles;
  return fmt::format("{}{}{}: {} of {} {}", text_without_speed(row), solved_some ? "/s" : "",
                     std::isfinite(slowdown)
                         ? fmt::format(", at least {} slower than {}", base::times_text(slowdown),
                                       view.run.settings[result::kReference])
                         : "",
                     base::count_text(row.outcomes[Outcome::timeout]),
                     base::plural(row.puzzles, "puzzle"),
                     limit > 0 ? "took over " + base::limit_text(limit) : "were given up");
}

std::string answers_of(const result::Row& row) {
  const std::uint64_t answers = decided(row);
  const bool are_confirmed =
      row.confirmed && std::max(row.confirmed->referees, row.confirmed->solvers) >= answers;
  if (answers == 0 || !are_confirmed) return "no wrong answer found";
  return fmt::format("{} {} right", answers == row.puzzles ? "all" : "its",
                     base::plural(answers, "answer"));
}

// Sentence on a row of the user's own solver; empty if the row is void or has no puzzles.
std::string own_sentence(const View& view, const result::Row& row) {
  const RowStatus status = result::status_of(row);
  if (status >= RowStatus::unmeasured) return "";
  const std::string where = view.run.datasets.size() > 1 ? " on " + view.dataset.name : "";
  const std::string speed =
      status == RowStatus::gave_up
          ? bound_of(view, row)
          : base::rate_text(row.puzzles_per_second.median) + standing_of(view, row);
  return fmt::format("{}{}: {}; {}.", label_of(view, row), where, speed, answers_of(row));
}

// Sentence on the two fastest rows, whose ratio has no interval: it names no winner.
std::string uncertain(const result::Row& first, const result::Row& second,
                      const result::SpeedupRecord& ratio) {
  return fmt::format("{} ({}) against {} ({}): about {}, {}", first.solver, speed_of(first),
                     second.solver, speed_of(second), base::faster_text(ratio.ratio.median),
                     doubt_about(ratio));
}

std::string against_reference(const result::Row& first, const result::Row& second) {
  if (!first.speedup || second.solver == first.speedup->reference) return "";
  if (!std::isfinite(result::shown_ratio(*first.speedup).low)) return "";
  return "; " +
         ratio_to(first.speedup->reference + ", the reference", first.speedup->ratio, kInterval) +
         place_of(*first.speedup);
}

// Returns whether a dataset has no fastest solver only because of too few puzzles.
bool met_too_few(const View& view) {
  const auto has_sound_speed = [&view](const result::Row* row) { return is_sound(view, *row); };
  return sound_rows(view).empty() && std::ranges::any_of(view.rows, has_sound_speed);
}

std::string without_winner(const View& view) {
  if (std::ranges::all_of(view.rows, [](const result::Row* row) { return row->puzzles == 0; }))
    return "no puzzle was measured";
  if (met_too_few(view))
    return fmt::format("fewer than {} puzzles, too few to name a winner", result::kFewestShared);
  const bool have_left_some = std::ranges::any_of(view.rows, [](const result::Row* row) {
    const RowStatus status = result::status_of(*row);
    return status == RowStatus::partial || status == RowStatus::gave_up;
  });
  return have_left_some ? "no solver solves all puzzles" : "no solver has a valid result";
}

// The fastest of some rows, and the fastest row of another solver.
struct Winner {
  const result::Row* first = nullptr;
  const result::Row* second = nullptr;         // null: there is no other solver
  std::optional<result::PairRatio> pair = {};  // of both; none unless they solved the same puzzles
  bool is_clear = false;                       // the interval of their speeds excludes a tie
};

// The winner among `rows`, which are the sound rows of the view; not empty.
Winner winner_of(const View& view, const std::vector<const result::Row*>& rows) {
  Winner winner{.first = rows.front()};
  // The winner is not compared with its own rows on other numbers of threads.
  const auto next = std::ranges::find_if(
      rows, [&](const result::Row* row) { return row->solver != winner.first->solver; });
  if (next == rows.end()) return winner;
  winner.second = *next;
  winner.pair = ratio_of(view, *winner.first, *winner.second);
  winner.is_clear =
      winner.pair ? winner.pair->ratio.low > 1
                  : winner.second->puzzles_per_second.high < winner.first->puzzles_per_second.low;
  return winner;
}

// Verdict on a winner; without its full stop.
Verdict verdict_on(const Winner& winner) {
  using Kind = Verdict::Kind;
  const result::Row& first = *winner.first;
  if (winner.second == nullptr)
    return {Kind::ranking, fmt::format("{} solves {}", first.solver, speed_of(first))};
  const result::Row& second = *winner.second;
  if (winner.pair && !std::isfinite(result::shown_ratio(*winner.pair).low))
    return {Kind::undecided, uncertain(first, second, *winner.pair)};
  const base::Estimate* const ratio = winner.pair ? &winner.pair->ratio : nullptr;
  if (!winner.is_clear) {
    return {Kind::undecided,
            fmt::format("{} ({}) and {} ({}) are too close to call{}", first.solver,
                        speed_of(first), second.solver, speed_of(second),
                        ratio != nullptr
                            ? ": " + ratio_to("", *ratio, kInterval) + place_of(*winner.pair)
                            : "")};
  }
  return {Kind::ranking,
          fmt::format("{} is the fastest, {}{}{}", first.solver, speed_of(first),
                      ratio != nullptr
                          ? "; " + ratio_to(second.solver + ", the next", *ratio, kInterval) +
                                place_of(*winner.pair)
                          : "",
                      against_reference(first, second))};
}

// Sentence on all datasets that have a winner, if it is the same clear one on each, of several.
std::string winner_of_all(const result::RunResult& run) {
  std::vector<Winner> winners;
  for (const result::DatasetRecord& dataset : run.datasets) {
    const View view = view_of(run, dataset);
    const std::vector<const result::Row*> rows = sound_rows(view);
    if (!rows.empty()) winners.push_back(winner_of(view, rows));
    if (rows.empty() && !met_too_few(view)) return "";
  }
  const auto differs = [&](const Winner& winner) {
    return !winner.is_clear || !winner.pair ||
           !std::isfinite(result::shown_ratio(*winner.pair).low) ||
           winner.first->solver != winners.front().first->solver;
  };
  if (winners.size() < 2 || std::ranges::any_of(winners, differs)) return "";
  const auto [least, most] = std::ranges::minmax_element(
      winners, {}, [](const Winner& winner) { return winner.pair->ratio.median; });
  const bool is_one_next = std::ranges::all_of(winners, [&](const Winner& winner) {
    return winner.second->solver == winners.front().second->solver;
  });
  const std::string from = base::times_text(least->pair->ratio.median);
  const std::string to = base::times_text(most->pair->ratio.median);
  return fmt::format("{} is the fastest on {}, {}{} faster than {}.", winners.front().first->solver,
                     winners.size() == 2 ? "both sets" : fmt::format("all {} sets", winners.size()),
                     from == to ? "" : from.substr(0, from.find("×")) + " to ", to,
                     is_one_next ? winners.front().second->solver + ", the next" : "the next");
}

Verdict ranking(const View& view) {
  using Kind = Verdict::Kind;
  const std::vector<const result::Row*> rows = sound_rows(view);
  const Kind without = met_too_few(view) ? Kind::trust : Kind::undecided;
  Verdict verdict =
      rows.empty() ? Verdict{without, without_winner(view)} : verdict_on(winner_of(view, rows));
  verdict.text = fmt::format("{}: {}.", view.dataset.name, verdict.text);
  return verdict;
}

std::string wrong_answers_of(const result::Row& row) {
  const std::uint64_t wrong = result::count_wrong(row);
  if (wrong == 0) return "";
  return fmt::format("WRONG: {} gave {} on {}; its figures are void.", row.solver,
                     base::plural(wrong, "wrong answer"), row.dataset);
}

std::string breakdown_of(const result::Row& row) {
  if (!row.disqualified.empty())
    return fmt::format("DISQUALIFIED: {} on {}: {}.", row.solver, row.dataset, row.disqualified);
  const std::uint64_t crashed = row.outcomes[Outcome::crashed];
  if (crashed > 0) {
    return fmt::format("CRASHED: {} on {} of {}.", row.solver, base::plural(crashed, "puzzle"),
                       row.dataset);
  }
  const result::IncidentRecord* const unrecorded = result::unrecorded_incident(row);
  if (unrecorded == nullptr) return "";
  return fmt::format("CRASHED: {} on {}: {}.", row.solver, row.dataset, unrecorded->reason);
}

// What went wrong with a row: wrong answers, and what else broke; both may be empty.
std::array<std::string, 2> troubles_of(const result::Row& row) {
  return {wrong_answers_of(row), breakdown_of(row)};
}

void add(Verdict::Kind kind, const std::string& text, std::vector<Verdict>& verdicts) {
  if (!text.empty()) verdicts.push_back({kind, text});
}

// Adds the sentences on the user's own solvers, then who is fastest, unless there is nobody else or
// that is told of all datasets at once.
void add_ranking(const View& view, bool is_told, std::vector<Verdict>& verdicts) {
  const std::size_t before = verdicts.size();
  for (const result::Row* row : view.rows) {
    if (!is_own(view, *row)) continue;
    add(Verdict::Kind::ranking, own_sentence(view, *row), verdicts);
    for (const std::string& trouble : troubles_of(*row))
      add(Verdict::Kind::trouble, trouble, verdicts);
  }
  const bool is_alone = verdicts.size() > before && view.rows.size() == 1;
  if (!is_alone && (!is_told || sound_rows(view).empty())) verdicts.push_back(ranking(view));
}

// Adds what went wrong with solvers that are not the user's own.
void add_troubles(const View& view, std::vector<Verdict>& verdicts) {
  for (const std::size_t kind : {0, 1}) {
    for (const result::Row* row : view.rows)
      if (!is_own(view, *row)) add(Verdict::Kind::trouble, troubles_of(*row).at(kind), verdicts);
  }
}

// One phrase for each kind of check that answers of a run passed, with their number.
std::vector<std::string> checks_made(const result::RunResult& run) {
  if (run.results.empty()) return {};
  std::vector<std::string> checks = {"clues and houses of every solution shown, in every round"};
  std::uint64_t answers = 0;
  result::ConfirmedRecord sum;
  for (const result::Row& row : run.results) {
    if (!row.confirmed) {
      checks.push_back(
          fmt::format("the number of independently confirmed answers is not recorded (--verify {})",
                      run.settings[result::kVerify]));
      return checks;
    }
    answers += row.puzzles;
    result::merge(sum, *row.confirmed);
  }
  checks.push_back(fmt::format(
      "the number of solutions of {} of {} by two referees (--verify {}), of {} by another solver",
      base::count_text(sum.referees), base::plural(answers, "answer"),
      run.settings[result::kVerify], base::count_text(sum.solvers)));
  checks.push_back(base::plural(sum.declared, "answer") + " against a declared solution");
  return checks;
}

}  // namespace

std::vector<Verdict> verdicts(const result::RunResult& run) {
  std::vector<Verdict> verdicts;
  const bool has_puzzles = std::ranges::any_of(
      run.results, [](const result::Row& row) { return row.puzzles > 0 || result::is_void(row); });
  if (!has_puzzles && !run.complete)
    return {{Verdict::Kind::trouble, fmt::format("Nothing was measured: {}.", why_partial(run))}};
  const std::string of_all = winner_of_all(run);
  add(Verdict::Kind::ranking, of_all, verdicts);
  for (const result::DatasetRecord& dataset : run.datasets)
    add_ranking(view_of(run, dataset), !of_all.empty(), verdicts);
  // Verdicts on datasets with too few puzzles to name a winner must not come first.
  std::stable_partition(verdicts.begin(), verdicts.end(), [](const Verdict& verdict) {
    return verdict.kind != Verdict::Kind::trust;
  });
  for (const result::DatasetRecord& dataset : run.datasets)
    add_troubles(view_of(run, dataset), verdicts);
  const bool is_right = std::ranges::none_of(
      run.results, [](const result::Row& row) { return result::count_wrong(row) > 0; });
  if (is_right && !run.results.empty()) {
    verdicts.push_back({Verdict::Kind::trust, fmt::format("No wrong answer was found. Checked: {}.",
                                                          fmt::join(checks_made(run), "; "))});
  }
  if (!run.complete) {
    verdicts.push_back(
        {Verdict::Kind::trouble, fmt::format("The figures are partial: {}.", why_partial(run))});
  }
  return verdicts;
}

}  // namespace sudoku::report
