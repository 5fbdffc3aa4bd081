// The page's rows: everything that was measured of one solver on one dataset and thread count.
#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

#include <fmt/format.h>

#include "harness/measure/comparison.h"
#include "harness/report/curve.h"
#include "harness/report/page/cells.h"
#include "harness/report/page/parts.h"
#include "harness/report/shell.h"
#include "harness/report/view.h"
#include "harness/results/log_bins.h"

namespace sudoku {

namespace {

struct Quantile {
  const char* name;
  double share;
  double LatencyRecord::*value;
};

constexpr Quantile kQuantiles[] = {{"p50", 0.5, &LatencyRecord::p50},
                                   {"p90", 0.9, &LatencyRecord::p90},
                                   {"p99", 0.99, &LatencyRecord::p99},
                                   {"p999", 0.999, &LatencyRecord::p999}};

void put_quantile(JsonText& json, const RunResult& run, const ResultRecord& row,
                  const Quantile& quantile, double ns) {
  if (is_censored(row, quantile.share)) {
    json.field(quantile.name, censored_text(run, row, ns));
  } else {
    json.field(quantile.name, ns);
  }
}

void put_latency(JsonText& json, const RunResult& run, const ResultRecord& row) {
  const LatencyRecord& latency = *row.latency;
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
void put_guess_time(JsonText& json, const CellsRecord& recorded, unsigned per_octave) {
  const unsigned merge = kTimeBinsPerOctave / per_octave;
  const unsigned guesses_per_octave = std::max(1U, kGuessBinsPerOctave / merge);
  const CellsRecord cells =
      coarser(recorded, {.x = kGuessBinsPerOctave / guesses_per_octave, .y = merge});
  json.object("guess_time", [&] {
    json.object("bins", [&] {
      json.field("per_octave_t", per_octave);
      json.field("per_octave_g", guesses_per_octave);
    });
    json.list("t", cells.y,
              [&](std::uint64_t bin) { json.put(first_of_bin(bin, per_octave) / 1000); });
    json.list("g", cells.x,
              [&](std::uint64_t bin) { json.put(first_of_bin(bin, guesses_per_octave)); });
    json.field("n", cells.count);
  });
}

// A void row has none of these: its speed does not count.
void put_speed(JsonText& json, const PageSource& page, const PageGroup& group,
               const ResultRecord& row) {
  const RunResult& run = page.run(group.run);
  const bool sound = !is_void(row);
  const Estimate none = {std::nan(""), std::nan(""), std::nan("")};
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

void put_comparisons(JsonText& json, const ResultRecord& row) {
  if (has_ratio(row.speedup)) {
    put_estimate(json, "speedup", row.speedup->ratio);
  } else {
    json.field("speedup", nullptr);
  }
  if (!has_ratio(row.scaling) || is_void(row)) return json.field("scaling", nullptr);
  json.object("scaling", [&] {
    json.field("base", row.scaling->reference_threads);
    put_estimate(json, "ratio", row.scaling->ratio);
  });
}

void put_guesses(JsonText& json, const ResultRecord& row) {
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

void put_slow(JsonText& json, const RunResult& run, const ResultRecord& row,
              const SlowPuzzle& slow) {
  json.object([&] {
    json.field("puzzle", slow.puzzle);
    json.field("line", slow.line);
    json.field("time", slow.outcome == Outcome::timeout ? std::nan("") : slow.latency_ns);
    json.field("guesses", slow.guesses);
    json.field("outcome", place_of(slow.outcome));
    json.field("command", repeat_command(run, row, slow.puzzle));
  });
}

void put_puzzles(JsonText& json, const PageSource& page, const PageGroup& group,
                 const ResultRecord& row) {
  const RunResult& run = page.run(group.run);
  const std::size_t most = page.tells_of_puzzles(group) ? page.detail().slowest : 0;
  const std::size_t shown = std::min(most, row.slowest.size());
  json.list("slowest", std::span(row.slowest).first(shown),
            [&](const SlowPuzzle& slow) { put_slow(json, run, row, slow); });
  json.list("wrong", row.wrong_answers, [&](const WrongAnswer& wrong) {
    json.object([&] {
      json.field("puzzle", wrong.puzzle);
      json.field("line", wrong.line);
      json.field("reason", wrong.reason);
    });
  });
  json.list("incidents", row.incidents, [&](const IncidentRecord& incident) {
    json.object([&] {
      json.field("puzzle", incident.puzzle);
      json.field("line", incident.line);
      json.field("outcome", place_of(incident.outcome));
      json.field("reason", incident.reason);
    });
  });
}

std::vector<std::uint64_t> outcome_counts(const ResultRecord& row) {
  return {row.outcomes.begin(), row.outcomes.end() - 1};
}

void put_row(JsonText& json, const PageSource& page, const PageGroup& group,
             const ResultRecord& row) {
  json.object([&] {
    put_group(json, group);
    json.field("solver", page.solver(row.solver));
    json.field("puzzles", row.puzzles);
    json.field("few", row.puzzles < kFewestShared);
    json.field("rate", row.sample_rate);
    json.field("complete", row.complete);
    json.field("rounds", row.rounds);
    json.field("blocks", row.blocks.size());
    json.field("chunk", row.chunk);
    json.field("isa", row.isa);
    json.field("isolated", row.isolated);
    json.field("void", is_void(row) ? std::optional(void_text(row)) : std::nullopt);
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

const PageGroup* group_of(std::span<const PageGroup> groups, const ResultRecord* row) {
  const auto group = std::ranges::find_if(groups, [row](const PageGroup& candidate) {
    return std::ranges::find(candidate.rows, row) != candidate.rows.end();
  });
  return group == groups.end() ? nullptr : &*group;
}

// Groups of a run and dataset follow each other; the table mixes their rows by speed.
std::vector<std::pair<const PageGroup*, const ResultRecord*>> in_table_order(
    std::span<const PageGroup> groups, const PageSource& page) {
  std::vector<std::pair<const PageGroup*, const ResultRecord*>> rows;
  for (std::size_t run = 0; run < page.inputs().size(); ++run) {
    for (const DatasetRecord& dataset : page.run(run).datasets) {
      for (const ResultRecord* row : view_of(page.run(run), dataset).rows) {
        if (const PageGroup* group = group_of(groups, row)) rows.emplace_back(group, row);
      }
    }
  }
  return rows;
}

}  // namespace

void put_rows(JsonText& json, const PageSource& page) {
  json.list("rows", in_table_order(page.groups(), page),
            [&](const auto& place) { put_row(json, page, *place.first, *place.second); });
}

}  // namespace sudoku
