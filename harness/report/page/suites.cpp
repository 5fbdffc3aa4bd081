// The page's pairs and suites: solvers against each other, on a dataset and over all of them.
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <span>
#include <string>

#include "harness/measure/comparison.h"
#include "harness/report/page/parts.h"
#include "harness/report/view.h"

namespace sudoku {

namespace {

// Added to every time before the mean is taken, so that nanoseconds on an easy set do not weigh as
// much as seconds on a hard one.
constexpr double kShiftNs = 10;

void put_ratio(JsonText& json, const PageSource& page, const PageGroup& group,
               const PairRatio& pair) {
  const std::size_t a = page.solver(group.rows[pair.a]->solver);
  const std::size_t b = page.solver(group.rows[pair.b]->solver);
  const Estimate& ratio = pair.ratio;
  json.put(std::min(a, b));
  json.put(std::max(a, b));
  json.put(a < b ? ratio.median : 1 / ratio.median);
  json.put(a < b ? ratio.low : 1 / ratio.high);
  json.put(a < b ? ratio.high : 1 / ratio.low);
  json.put(pair.puzzles);
}

// Why two solvers have no ratio, or none with an interval.
void put_reason(JsonText& json, const PageSource& page, const PageGroup& group,
                const PairRatio& pair) {
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
  for (const PairRatio& pair : group.pairs) {
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

void add_row(Standing& standing, const ResultRecord& row) {
  if (row.puzzles < kFewestShared)
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
      const ResultRecord& row = *suite[set]->rows[i];
      Standing& standing = standings[page.solver(row.solver)];
      standing.ratios.resize(suite.size());
      standing.ratios[set] = ratios[i];
      add_row(standing, row);
    }
  }
  return standings;
}

void put_standing(JsonText& json, std::size_t solver, const Standing& standing,
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
  return std::ranges::any_of(group.rows,
                             [](const ResultRecord* row) { return row->puzzles >= kFewestShared; });
}

void put_suite(JsonText& json, const PageSource& page, const Suite& suite) {
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

void put_pairs(JsonText& json, const PageSource& page) {
  json.list("pairs", page.groups(), [&](const PageGroup& group) {
    json.object([&] {
      put_group(json, group);
      json.list("ratios", group.pairs, [&](const PairRatio& pair) {
        if (std::isfinite(pair.ratio.median)) put_ratio(json, page, group, pair);
      });
      json.list("reasons", group.pairs, [&](const PairRatio& pair) {
        if (!pair.reason.empty()) put_reason(json, page, group, pair);
      });
    });
  });
}

void put_suites(JsonText& json, const PageSource& page) {
  std::map<std::pair<std::size_t, std::uint64_t>, Suite> suites;  // by run and threads
  for (const PageGroup& group : page.groups()) {
    if (tells_apart(group)) suites[{group.run, group.threads}].push_back(&group);
  }
  json.list("suites", suites, [&](const auto& suite) {
    if (suite.second.size() > 1) put_suite(json, page, suite.second);
  });
}

}  // namespace sudoku
