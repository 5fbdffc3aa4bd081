// The page's fields and scatters: what is known of single puzzles.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <span>

#include <fmt/format.h>

#include "harness/measure/comparison.h"
#include "harness/report/page/cells.h"
#include "harness/report/page/parts.h"
#include "harness/report/view.h"
#include "harness/results/log_bins.h"

namespace sudoku {

namespace {

// The bins at whose upper ends a profile is drawn: every one for the first two octaves, where most
// solvers are, then fewer and fewer.
std::vector<std::uint64_t> profile_bins(const FieldRecord& field) {
  std::uint64_t last = 1;
  for (const FieldEntry& entry : field.entries) {
    if (!entry.ratios.bin.empty()) last = std::max(last, entry.ratios.bin.back());
  }
  std::vector<std::uint64_t> bins;
  for (std::uint64_t bin = 1; bin < last;) {
    bins.push_back(bin);
    bin += bin < std::uint64_t{2} * kRatioBinsPerOctave ? 1 : kRatioBinsPerOctave / 2;
  }
  bins.push_back(last);
  return bins;
}

// The share of the field's puzzles that a solver solved within each of these bins.
std::vector<double> shares(const FieldRecord& field, const FieldEntry& entry,
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

void put_profile(JsonText& json, const FieldRecord& field) {
  const std::vector<std::uint64_t> bins = profile_bins(field);
  json.object("profile", [&] {
    std::vector<double> ratios = {1};
    for (const std::uint64_t bin : bins)
      ratios.push_back(first_of_bin(bin + 1, kRatioBinsPerOctave));
    json.field("ratio", ratios);
    json.list("share", field.entries,
              [&](const FieldEntry& entry) { json.put(shares(field, entry, bins)); });
  });
}

void put_standings(JsonText& json, const PageSource& page, const FieldRecord& field) {
  json.object("best", [&] {
    json.field("total", static_cast<double>(field.best_total_ps) / 1000);
    json.field("unsolved", field.unsolved);
  });
  json.list("contest", field.entries, [&](const FieldEntry& entry) {
    json.object([&] {
      json.field("solver", page.solver(entry.solver));
      json.field("total", static_cast<double>(entry.total_ps) / 1000);
      json.field("solved", entry.solved);
      json.field("fastest", entry.fastest);
      json.field("unique", entry.alone);
    });
  });
}

bool takes_part(const FieldRecord& field, const std::string& solver) {
  return std::ranges::find(field.entries, solver, &FieldEntry::solver) != field.entries.end();
}

std::string why_left_out(const ResultRecord& row) {
  if (row.latency && row.latency->chunk > 1)
    return fmt::format("its times are of {} at once", plural(row.latency->chunk, "puzzle"));
  if (is_void(row)) return "its row is void";
  if (!row.latency) return "its latency was not measured";
  return "it met a smaller sample";
}

void put_left_out(JsonText& json, const PageSource& page, const PageGroup& group,
                  const FieldRecord& field) {
  json.list("left_out", group.rows, [&](const ResultRecord* row) {
    if (takes_part(field, row->solver)) return;
    json.object([&] {
      json.field("solver", page.solver(row->solver));
      json.field("reason", why_left_out(*row));
    });
  });
}

// Why there are no standings, in their place.
void put_no_standings(JsonText& json, const std::string& reason) {
  json.field("void", reason);
  json.field("best", nullptr);
  json.field("contest", std::vector<std::string>{});
  json.field("profile", nullptr);
}

void put_field(JsonText& json, const PageSource& page, const PageGroup& group,
               const FieldRecord& field) {
  json.object([&] {
    put_group(json, group);
    json.field("rate", field.sample_rate);
    json.field("puzzles", field.puzzles);
    json.list("solvers", field.entries,
              [&](const FieldEntry& entry) { json.put(page.solver(entry.solver)); });
    put_left_out(json, page, group, field);
    if (field.puzzles < kFewestShared) {
      put_no_standings(json, fmt::format("These solvers share {} only: a comparison takes {}.",
                                         plural(field.puzzles, "puzzle"), kFewestShared));
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
  for (const ResultRecord* row : group.rows) {
    if (is_void(*row)) names += (names.empty() ? "" : ", ") + row->solver;
  }
  return names;
}

// In place of the fields that a wrong solver took part in.
void put_void_field(JsonText& json, const PageGroup& group) {
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
void put_cells(JsonText& json, const CellsRecord& cells) {
  std::vector<std::int64_t> flat;
  for (std::size_t i = 0; i < cells.count.size(); ++i) {
    flat.push_back(static_cast<std::int64_t>(cells.x[i]) - 1);
    flat.push_back(static_cast<std::int64_t>(cells.y[i]) - 1);
    flat.push_back(static_cast<std::int64_t>(cells.count[i]));
  }
  json.field("cells", flat);
}

// As it is, or seen from the other side when the page's order of the two is the other.
DuelRecord in_order(const PageSource& page, const DuelRecord& duel) {
  DuelRecord ordered = duel;
  if (page.solver(duel.a) < page.solver(duel.b)) return ordered;
  std::swap(ordered.a, ordered.b);
  std::swap(ordered.a_faster, ordered.b_faster);
  std::swap(ordered.cells.x, ordered.cells.y);
  return ordered;
}

void put_scatter(JsonText& json, const PageSource& page, const PageGroup& group,
                 const ContestRecord& contest) {
  const unsigned per_octave = page.detail().bins_per_octave;
  const unsigned merge = kTimeBinsPerOctave / per_octave;
  json.object([&] {
    put_group(json, group);
    json.field("per_octave", per_octave);
    json.list("pairs", contest.duels, [&](const DuelRecord& as_measured) {
      const DuelRecord duel = in_order(page, as_measured);
      json.object([&] {
        json.field("a", page.solver(duel.a));
        json.field("b", page.solver(duel.b));
        json.field("puzzles", duel.puzzles);
        json.field("few", duel.puzzles < kFewestShared);
        json.field("a_faster", duel.a_faster);
        json.field("b_faster", duel.b_faster);
        put_cells(json, coarser(duel.cells, {.x = merge, .y = merge}));
      });
    });
  });
}

void put_fields_of(JsonText& json, const PageSource& page, const PageGroup& group) {
  const ContestRecord* contest = page.contest(group);
  if (contest == nullptr || !page.tells_of_puzzles(group)) return;
  for (const FieldRecord& field : contest->fields)
    put_field(json, page, group, field);
  if (contest->fields.empty() && !spoilers(group).empty()) put_void_field(json, group);
}

}  // namespace

void put_contests(JsonText& json, const PageSource& page) {
  json.list("fields", page.groups(),
            [&](const PageGroup& group) { put_fields_of(json, page, group); });
  json.list("scatters", page.groups(), [&](const PageGroup& group) {
    const ContestRecord* contest = page.contest(group);
    if (contest != nullptr && page.tells_of_puzzles(group))
      put_scatter(json, page, group, *contest);
  });
}

}  // namespace sudoku
