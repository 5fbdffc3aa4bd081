// The page's rows: everything that was measured of one solver on one dataset and thread count.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>

#include <fmt/format.h>

#include "harness/report/notes.h"
#include "harness/report/page/parts.h"
#include "harness/report/view.h"
#include "harness/result/comparison.h"
#include "harness/stats/log_bins.h"

namespace sudoku::report {

namespace {

struct Quantile {
  const char* name;
  double share;
  double result::LatencyRecord::*value;
};

constexpr Quantile kQuantiles[] = {{"p50", 0.5, &result::LatencyRecord::p50},
                                   {"p90", 0.9, &result::LatencyRecord::p90},
                                   {"p99", 0.99, &result::LatencyRecord::p99},
                                   {"p999", 0.999, &result::LatencyRecord::p999}};

void put_quantile(base::JsonText& json, const result::RunResult& run,
                  const result::ResultRecord& row, const Quantile& quantile, double ns) {
  if (is_censored(row, quantile.share)) {
    json.field(quantile.name, censored_text(run, row, ns));
  } else {
    json.field(quantile.name, ns);
  }
}

void put_latency(base::JsonText& json, const result::RunResult& run,
                 const result::ResultRecord& row) {
  const result::LatencyRecord& latency = *row.latency;
  json.object("latency", [&] {
    json.field("chunk", latency.chunk);
    json.field("censored", latency.censored);
    json.field("min", latency.min);
    for (const Quantile& quantile : kQuantiles)
      put_quantile(json, run, row, quantile, latency.*quantile.value);
    put_quantile(json, run, row, {"p9999", 0.9999, nullptr}, p9999_ns(latency));
    put_quantile(json, run, row, {"max", 1, nullptr}, latency.max);
    json.field("mean", latency.mean);
  });
}

// Guesses get coarser with the times, as far as they can.
void put_guess_time(base::JsonText& json, const stats::CellsRecord& recorded, unsigned per_octave) {
  const unsigned merge = stats::kTimeBinsPerOctave / per_octave;
  const unsigned guesses_per_octave = std::max(1U, stats::kGuessBinsPerOctave / merge);
  const stats::CellsRecord cells =
      coarser(recorded, {.x = stats::kGuessBinsPerOctave / guesses_per_octave, .y = merge});
  json.object("guess_time", [&] {
    json.object("bins", [&] {
      json.field("per_octave_t", per_octave);
      json.field("per_octave_g", guesses_per_octave);
    });
    json.list("t", cells.y,
              [&](std::uint64_t bin) { json.put(stats::first_of_bin(bin, per_octave) / 1000); });
    json.list("g", cells.x,
              [&](std::uint64_t bin) { json.put(stats::first_of_bin(bin, guesses_per_octave)); });
    json.field("n", cells.count);
  });
}

// A void row has none of these: its speed does not count.
void put_speed(base::JsonText& json, const PageSource& page, const PageGroup& group,
               const result::ResultRecord& row) {
  const result::RunResult& run = page.run(group.run);
  const bool sound = !result::is_void(row);
  const base::Estimate none = {std::nan(""), std::nan(""), std::nan("")};
  const bool ranked = has_ranked_speed(row);
  put_estimate(json, "per_second", ranked ? row.puzzles_per_second : none);
  put_estimate(json, "time", ranked ? row.time_per_puzzle_ns : none);
  json.field("no_speed", ranked ? std::nullopt : std::optional(text_without_speed(row)));
  if (sound && row.latency) {
    put_latency(json, run, row);
    json.field("curve", latency_curve(row, page.detail().curve_step));
  } else {
    json.field("latency", nullptr);
    json.field("curve", nullptr);
  }
  if (sound && row.guess_time && page.tells_of_puzzles(group)) {
    put_guess_time(json, *row.guess_time, page.detail().bins_per_octave);
  } else {
    json.field("guess_time", nullptr);
  }
  json.field("par2", sound ? row.par2_s : std::nan(""));
}

void put_comparisons(base::JsonText& json, const result::ResultRecord& row) {
  if (result::has_ratio(row.speedup)) {
    put_estimate(json, "speedup", row.speedup->ratio);
  } else {
    json.field("speedup", nullptr);
  }
  if (!result::has_ratio(row.scaling) || result::is_void(row))
    return json.field("scaling", nullptr);
  json.object("scaling", [&] {
    json.field("base", row.scaling->reference_threads);
    put_estimate(json, "ratio", row.scaling->ratio);
  });
}

void put_guesses(base::JsonText& json, const result::ResultRecord& row) {
  if (!std::isfinite(row.guesses.mean)) return json.field("guesses", nullptr);
  json.object("guesses", [&] {
    json.field("total", row.guesses.total);
    json.field("mean", row.guesses.mean);
    json.field("zero", row.guesses.zero_fraction);
  });
}

// In the page's list of outcomes, which does not have `unanswered`: it is counted as wrong.
std::optional<int> place_of(Outcome outcome) {
  if (outcome == Outcome::unanswered) return std::nullopt;
  return static_cast<int>(outcome);
}

void put_slow(base::JsonText& json, const result::RunResult& run, const result::ResultRecord& row,
              const result::SlowPuzzle& slow) {
  json.object([&] {
    json.field("puzzle", slow.puzzle);
    json.field("line", slow.line);
    json.field("time", slow.outcome == Outcome::timeout ? std::nan("") : slow.latency_ns);
    json.field("guesses", slow.guesses);
    json.field("outcome", place_of(slow.outcome));
    json.field("command", repeat_command(run, row, slow.puzzle));
  });
}

void put_puzzles(base::JsonText& json, const PageSource& page, const PageGroup& group,
                 const result::ResultRecord& row) {
  const result::RunResult& run = page.run(group.run);
  const std::size_t most = page.tells_of_puzzles(group) ? page.detail().slowest : 0;
  const std::size_t shown = std::min(most, row.slowest.size());
  json.list("slowest", std::span(row.slowest).first(shown),
            [&](const result::SlowPuzzle& slow) { put_slow(json, run, row, slow); });
  json.list("wrong", row.wrong_answers, [&](const result::WrongAnswer& wrong) {
    json.object([&] {
      json.field("puzzle", wrong.puzzle);
      json.field("line", wrong.line);
      json.field("reason", wrong.reason);
    });
  });
  json.list("incidents", row.incidents, [&](const result::IncidentRecord& incident) {
    json.object([&] {
      json.field("puzzle", incident.puzzle);
      json.field("line", incident.line);
      json.field("outcome", place_of(incident.outcome));
      json.field("reason", incident.reason);
    });
  });
}

std::vector<std::uint64_t> outcome_counts(const result::ResultRecord& row) {
  return {row.outcomes.begin(), row.outcomes.end() - 1};
}

void put_row(base::JsonText& json, const PageSource& page, const PageGroup& group,
             const result::ResultRecord& row) {
  json.object([&] {
    put_group(json, group);
    json.field("solver", page.solver(row.solver));
    json.field("puzzles", row.puzzles);
    json.field("few", row.puzzles < result::kFewestShared);
    json.field("rate", row.sample_rate);
    json.field("complete", row.complete);
    json.field("rounds", row.rounds);
    json.field("blocks", row.blocks.size());
    json.field("chunk", row.chunk);
    json.field("isa", row.isa);
    json.field("isolated", row.isolated);
    json.field("void", result::is_void(row) ? std::optional(void_text(row)) : std::nullopt);
    json.field("disqualified", row.disqualified);
    put_speed(json, page, group, row);
    put_guesses(json, row);
    json.field("memory",
               row.peak_memory_bytes > 0 ? std::optional(row.peak_memory_bytes) : std::nullopt);
    json.field("digest", fmt::format("{:016x}", row.solution_digest));
    json.field("outcomes", outcome_counts(row));
    put_comparisons(json, row);
    put_puzzles(json, page, group, row);
  });
}

const PageGroup* group_of(std::span<const PageGroup> groups, const result::ResultRecord* row) {
  const auto group = std::ranges::find_if(groups, [row](const PageGroup& candidate) {
    return std::ranges::find(candidate.rows, row) != candidate.rows.end();
  });
  return group == groups.end() ? nullptr : &*group;
}

// Groups of a run and dataset follow each other; the table mixes their rows by speed.
std::vector<std::pair<const PageGroup*, const result::ResultRecord*>> in_table_order(
    std::span<const PageGroup> groups, const PageSource& page) {
  std::vector<std::pair<const PageGroup*, const result::ResultRecord*>> rows;
  for (std::size_t run = 0; run < page.inputs().size(); ++run) {
    for (const result::DatasetRecord& dataset : page.run(run).datasets) {
      for (const result::ResultRecord* row : view_of(page.run(run), dataset).rows) {
        if (const PageGroup* group = group_of(groups, row)) rows.emplace_back(group, row);
      }
    }
  }
  return rows;
}

}  // namespace

void put_rows(base::JsonText& json, const PageSource& page) {
  json.list("rows", in_table_order(page.groups(), page),
            [&](const auto& place) { put_row(json, page, *place.first, *place.second); });
}

// The page's fields and scatters: what is known of single puzzles.

namespace {

// The bins at whose upper ends a profile is drawn: every one for the first two octaves, where most
// solvers are, then fewer and fewer.
std::vector<std::uint64_t> profile_bins(const result::FieldRecord& field) {
  std::uint64_t last = 1;
  for (const result::FieldEntry& entry : field.entries) {
    if (!entry.ratios.bin.empty()) last = std::max(last, entry.ratios.bin.back());
  }
  std::vector<std::uint64_t> bins;
  for (std::uint64_t bin = 1; bin < last;) {
    bins.push_back(bin);
    bin += bin < std::uint64_t{2} * stats::kRatioBinsPerOctave ? 1 : stats::kRatioBinsPerOctave / 2;
  }
  bins.push_back(last);
  return bins;
}

// The share of the field's puzzles that a solver solved within each of these bins.
std::vector<double> shares(const result::FieldRecord& field, const result::FieldEntry& entry,
                           const std::vector<std::uint64_t>& bins) {
  const auto puzzles = static_cast<double>(field.puzzles);
  std::vector<double> shares = {static_cast<double>(entry.fastest) / puzzles};
  for (const std::uint64_t end : bins) {
    std::uint64_t within = 0;
    for (std::size_t i = 0; i < entry.ratios.bin.size(); ++i) {
      if (entry.ratios.bin[i] > 0 && entry.ratios.bin[i] <= end) within += entry.ratios.count[i];
    }
    shares.push_back(static_cast<double>(within) / puzzles);
  }
  return shares;
}

void put_profile(base::JsonText& json, const result::FieldRecord& field) {
  const std::vector<std::uint64_t> bins = profile_bins(field);
  json.object("profile", [&] {
    std::vector<double> ratios = {1};
    for (const std::uint64_t bin : bins)
      ratios.push_back(stats::first_of_bin(bin + 1, stats::kRatioBinsPerOctave));
    json.field("ratio", ratios);
    json.list("share", field.entries,
              [&](const result::FieldEntry& entry) { json.put(shares(field, entry, bins)); });
  });
}

void put_standings(base::JsonText& json, const PageSource& page, const result::FieldRecord& field) {
  json.object("best", [&] {
    json.field("total", static_cast<double>(field.best_total_ps) / 1000);
    json.field("unsolved", field.unsolved);
  });
  json.list("contest", field.entries, [&](const result::FieldEntry& entry) {
    json.object([&] {
      json.field("solver", page.solver(entry.solver));
      json.field("total", static_cast<double>(entry.total_ps) / 1000);
      json.field("solved", entry.solved);
      json.field("fastest", entry.fastest);
      json.field("unique", entry.alone);
    });
  });
}

bool takes_part(const result::FieldRecord& field, const std::string& solver) {
  return std::ranges::find(field.entries, solver, &result::FieldEntry::solver) !=
         field.entries.end();
}

std::string why_left_out(const result::ResultRecord& row) {
  if (row.latency && row.latency->chunk > 1)
    return fmt::format("its times are of {} at once", plural(row.latency->chunk, "puzzle"));
  if (result::is_void(row)) return "its row is void";
  if (!row.latency) return "its latency was not measured";
  return "it met a smaller sample";
}

void put_left_out(base::JsonText& json, const PageSource& page, const PageGroup& group,
                  const result::FieldRecord& field) {
  json.list("left_out", group.rows, [&](const result::ResultRecord* row) {
    if (takes_part(field, row->solver)) return;
    json.object([&] {
      json.field("solver", page.solver(row->solver));
      json.field("reason", why_left_out(*row));
    });
  });
}

// Why there are no standings, in their place.
void put_no_standings(base::JsonText& json, const std::string& reason) {
  json.field("void", reason);
  json.field("best", nullptr);
  json.field("contest", std::vector<std::string>{});
  json.field("profile", nullptr);
}

void put_field(base::JsonText& json, const PageSource& page, const PageGroup& group,
               const result::FieldRecord& field) {
  json.object([&] {
    put_group(json, group);
    json.field("rate", field.sample_rate);
    json.field("puzzles", field.puzzles);
    json.list("solvers", field.entries,
              [&](const result::FieldEntry& entry) { json.put(page.solver(entry.solver)); });
    put_left_out(json, page, group, field);
    if (field.puzzles < result::kFewestShared) {
      put_no_standings(json, fmt::format("These solvers share {} only: a comparison takes {}.",
                                         plural(field.puzzles, "puzzle"), result::kFewestShared));
      return;
    }
    json.field("void", nullptr);
    put_standings(json, page, field);
    put_profile(json, field);
  });
}

// Solvers that would be in every field if their rows were not void.
std::string spoilers(const PageGroup& group) {
  std::string names;
  for (const result::ResultRecord* row : group.rows) {
    if (result::is_void(*row)) names += (names.empty() ? "" : ", ") + row->solver;
  }
  return names;
}

// In place of the fields that a wrong solver took part in.
void put_void_field(base::JsonText& json, const PageGroup& group) {
  const std::string names = spoilers(group);
  json.object([&] {
    put_group(json, group);
    json.field("rate", 1);
    json.field("puzzles", 0);
    json.field("solvers", std::vector<std::size_t>{});
    json.field("left_out", std::vector<std::string>{});
    put_no_standings(json, fmt::format("took part, but gave wrong answers or was disqualified: {}. "
                                       "Race without to see who is best on which puzzle",
                                       names));
  });
}

// With -1 for what was not solved.
void put_cells(base::JsonText& json, const stats::CellsRecord& cells) {
  std::vector<std::int64_t> flat;
  for (std::size_t i = 0; i < cells.count.size(); ++i) {
    flat.push_back(static_cast<std::int64_t>(cells.x[i]) - 1);
    flat.push_back(static_cast<std::int64_t>(cells.y[i]) - 1);
    flat.push_back(static_cast<std::int64_t>(cells.count[i]));
  }
  json.field("cells", flat);
}

// As it is, or seen from the other side when the page's order of the two is the other.
result::DuelRecord in_order(const PageSource& page, const result::DuelRecord& duel) {
  result::DuelRecord ordered = duel;
  if (page.solver(duel.a) < page.solver(duel.b)) return ordered;
  std::swap(ordered.a, ordered.b);
  std::swap(ordered.a_faster, ordered.b_faster);
  std::swap(ordered.cells.x, ordered.cells.y);
  return ordered;
}

void put_scatter(base::JsonText& json, const PageSource& page, const PageGroup& group,
                 const result::ContestRecord& contest) {
  const unsigned per_octave = page.detail().bins_per_octave;
  const unsigned merge = stats::kTimeBinsPerOctave / per_octave;
  json.object([&] {
    put_group(json, group);
    json.field("per_octave", per_octave);
    json.list("pairs", contest.duels, [&](const result::DuelRecord& as_measured) {
      const result::DuelRecord duel = in_order(page, as_measured);
      json.object([&] {
        json.field("a", page.solver(duel.a));
        json.field("b", page.solver(duel.b));
        json.field("puzzles", duel.puzzles);
        json.field("few", duel.puzzles < result::kFewestShared);
        json.field("a_faster", duel.a_faster);
        json.field("b_faster", duel.b_faster);
        put_cells(json, coarser(duel.cells, {.x = merge, .y = merge}));
      });
    });
  });
}

void put_fields_of(base::JsonText& json, const PageSource& page, const PageGroup& group) {
  const result::ContestRecord* contest = page.contest(group);
  if (contest == nullptr || !page.tells_of_puzzles(group)) return;
  for (const result::FieldRecord& field : contest->fields)
    put_field(json, page, group, field);
  if (contest->fields.empty() && !spoilers(group).empty()) put_void_field(json, group);
}

}  // namespace

void put_contests(base::JsonText& json, const PageSource& page) {
  json.list("fields", page.groups(),
            [&](const PageGroup& group) { put_fields_of(json, page, group); });
  json.list("scatters", page.groups(), [&](const PageGroup& group) {
    const result::ContestRecord* contest = page.contest(group);
    if (contest != nullptr && page.tells_of_puzzles(group))
      put_scatter(json, page, group, *contest);
  });
}

// The page's pairs and suites: solvers against each other, on a dataset and over all of them.

namespace {

// Added to every time before the mean is taken, so that nanoseconds on an easy set do not weigh as
// much as seconds on a hard one.
constexpr double kShiftNs = 10;

void put_ratio(base::JsonText& json, const PageSource& page, const PageGroup& group,
               const result::PairRatio& pair) {
  const std::size_t a = page.solver(group.rows[pair.a]->solver);
  const std::size_t b = page.solver(group.rows[pair.b]->solver);
  const base::Estimate& ratio = pair.ratio;
  json.put(std::min(a, b));
  json.put(std::max(a, b));
  json.put(a < b ? ratio.median : 1 / ratio.median);
  json.put(a < b ? ratio.low : 1 / ratio.high);
  json.put(a < b ? ratio.high : 1 / ratio.low);
  json.put(pair.puzzles);
}

// Why two solvers have no ratio, or none with an interval.
void put_reason(base::JsonText& json, const PageSource& page, const PageGroup& group,
                const result::PairRatio& pair) {
  json.put(page.solver(group.rows[pair.a]->solver));
  json.put(page.solver(group.rows[pair.b]->solver));
  json.put(pair.reason);
}

// The time of each row of a group over that of the fastest: what the slowest of its ratios says.
std::vector<std::optional<double>> ratios_to_best(const PageGroup& group) {
  std::vector<std::optional<double>> ratios(group.rows.size());
  const auto take = [&ratios](std::size_t row, double ratio) {
    ratios[row] = std::max(ratios[row].value_or(1), ratio);
  };
  for (const result::PairRatio& pair : group.pairs) {
    if (!std::isfinite(pair.ratio.median)) continue;
    take(pair.a, 1 / pair.ratio.median);
    take(pair.b, pair.ratio.median);
  }
  return ratios;
}

// What a solver did on the datasets of a suite.
struct Standing {
  std::vector<std::optional<double>> ratios;  // to the best, by dataset
  std::uint64_t puzzles = 0;
  std::uint64_t solved = 0;
  double log_sum = 0;
  std::size_t timed = 0;  // datasets
  double par2_sum = 0;
  std::string too_few;  // datasets of which it met too few puzzles to be compared
};

using Suite = std::vector<const PageGroup*>;  // of a run and thread count, one per dataset

bool is_solved(std::size_t outcome) {
  const auto value = static_cast<Outcome>(outcome);
  return value == Outcome::unique || value == Outcome::multiple || value == Outcome::none ||
         value == Outcome::first;
}

void add_row(Standing& standing, const result::ResultRecord& row) {
  if (row.puzzles < result::kFewestShared)
    standing.too_few += (standing.too_few.empty() ? "" : ", ") + row.dataset;
  standing.puzzles += row.puzzles;
  for (std::size_t i = 0; i < row.outcomes.size(); ++i)
    standing.solved += is_solved(i) ? row.outcomes[i] : 0;
  standing.par2_sum += row.par2_s * static_cast<double>(row.puzzles);
  if (!has_ranked_speed(row) || is_partial(row) || !std::isfinite(row.time_per_puzzle_ns.median))
    return;
  standing.log_sum += std::log(row.time_per_puzzle_ns.median + kShiftNs);
  ++standing.timed;
}

std::map<std::size_t, Standing> standings_of(const PageSource& page, const Suite& suite) {
  std::map<std::size_t, Standing> standings;  // by solver
  for (std::size_t set = 0; set < suite.size(); ++set) {
    const std::vector<std::optional<double>> ratios = ratios_to_best(*suite[set]);
    for (std::size_t i = 0; i < ratios.size(); ++i) {
      const result::ResultRecord& row = *suite[set]->rows[i];
      Standing& standing = standings[page.solver(row.solver)];
      standing.ratios.resize(suite.size());
      standing.ratios[set] = ratios[i];
      add_row(standing, row);
    }
  }
  return standings;
}

void put_standing(base::JsonText& json, std::size_t solver, const Standing& standing,
                  std::size_t datasets) {
  const auto timed = static_cast<double>(standing.timed);
  json.object([&] {
    json.field("solver", solver);
    json.field("shifted_mean", standing.timed == datasets
                                   ? std::exp(standing.log_sum / timed) - kShiftNs
                                   : std::nan(""));
    json.field("solved", standing.solved);
    json.field("puzzles", standing.puzzles);
    json.field("par2", standing.par2_sum / static_cast<double>(standing.puzzles));
    json.field("ratios", standing.ratios);
    json.field("too_few", standing.too_few);
  });
}

// Whether rows of the dataset met puzzles enough to be compared.
bool tells_apart(const PageGroup& group) {
  return std::ranges::any_of(group.rows, [](const result::ResultRecord* row) {
    return row->puzzles >= result::kFewestShared;
  });
}

void put_suite(base::JsonText& json, const PageSource& page, const Suite& suite) {
  json.object([&] {
    json.field("run", suite.front()->run);
    json.field("threads", suite.front()->threads);
    json.list("datasets", suite, [&](const PageGroup* group) { json.put(group->dataset); });
    json.list("solvers", standings_of(page, suite), [&](const auto& standing) {
      put_standing(json, standing.first, standing.second, suite.size());
    });
  });
}

}  // namespace

void put_pairs(base::JsonText& json, const PageSource& page) {
  json.list("pairs", page.groups(), [&](const PageGroup& group) {
    json.object([&] {
      put_group(json, group);
      json.list("ratios", group.pairs, [&](const result::PairRatio& pair) {
        if (std::isfinite(pair.ratio.median)) put_ratio(json, page, group, pair);
      });
      json.list("reasons", group.pairs, [&](const result::PairRatio& pair) {
        if (!pair.reason.empty()) put_reason(json, page, group, pair);
      });
    });
  });
}

void put_suites(base::JsonText& json, const PageSource& page) {
  std::map<std::pair<std::size_t, std::uint64_t>, Suite> suites;  // by run and threads
  for (const PageGroup& group : page.groups()) {
    if (tells_apart(group)) suites[{group.run, group.threads}].push_back(&group);
  }
  json.list("suites", suites, [&](const auto& suite) {
    if (suite.second.size() > 1) put_suite(json, page, suite.second);
  });
}

}  // namespace sudoku::report
