#include "harness/results/made_results.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include <fmt/format.h>

#include "harness/results/example_result.h"
#include "harness/results/log_bins.h"

namespace sudoku {

namespace {

constexpr std::uint64_t kPuzzles = 100'000;
constexpr std::uint64_t kBlock = 8192;
constexpr std::size_t kBuckets = 900;
constexpr std::size_t kDrawn = 400;

// Different for every pair of numbers, the same on every machine; in [0, 1).
double draw(std::uint64_t a, std::uint64_t b) {
  std::uint64_t x = (a + 1) * 0x9E3779B97F4A7C15 ^ (b + 1) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 30)) * 0x94D049BB133111EB;
  return static_cast<double>((x ^ (x >> 31)) >> 11) * 0x1.0p-53;
}

std::string solver_name(std::size_t solver) {
  return fmt::format("solver_{:02}", solver);
}

std::string dataset_name(std::size_t dataset) {
  return fmt::format("dataset_{:02}.csv", dataset);
}

// Nanoseconds of a typical puzzle.
double typical_ns(std::size_t solver, std::size_t dataset) {
  return 200 * std::pow(1.8, static_cast<double>(solver)) * (1 + draw(solver, dataset));
}

HistogramRecord histogram(double typical) {
  HistogramRecord histogram;
  double ps = typical * 300;
  for (std::size_t i = 0; i < kBuckets; ++i) {
    histogram.first_ps.push_back(static_cast<std::uint64_t>(ps));
    histogram.count.push_back(kPuzzles / kBuckets);
    ps *= 1.0078;
  }
  return histogram;
}

LatencyRecord latency(double typical, bool batch) {
  return {.chunk = batch ? 512U : 1U,
          .min = typical * 0.3,
          .p50 = typical,
          .p90 = typical * 4,
          .p99 = typical * 40,
          .p999 = typical * 200,
          .max = typical * 300,
          .mean = typical * 2,
          .histogram = histogram(typical),
          .histogram_all_samples = histogram(typical)};
}

// The cells that some hundred puzzles around the typical times fall into.
CellsRecord cells(double across, double up, std::uint64_t salt) {
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t> counts;
  for (std::uint64_t i = 0; i < kDrawn; ++i) {
    const double hardness = std::exp(4 * draw(salt, i));
    const double x = across * hardness * (0.5 + draw(salt + 1, i));
    const double y = up * hardness * (0.5 + draw(salt + 2, i));
    counts[{log_bin(x, kTimeBinsPerOctave), log_bin(y, kTimeBinsPerOctave)}] += kPuzzles / kDrawn;
  }
  CellsRecord cells;
  for (const auto& [cell, count] : counts) {
    cells.x.push_back(cell.first);
    cells.y.push_back(cell.second);
    cells.count.push_back(count);
  }
  return cells;
}

std::vector<BlockRecord> blocks(double typical) {
  std::vector<BlockRecord> blocks;
  for (std::uint64_t index = 0; index * kBlock < kPuzzles; ++index) {
    const std::uint64_t puzzles = std::min(kBlock, kPuzzles - index * kBlock);
    BlockRecord block{
        .index = index, .puzzles = puzzles, .seconds = {}, .guesses = 5 * puzzles, .digest = index};
    const double seconds = typical * 1e-9 * static_cast<double>(puzzles);
    // The round in the middle is the typical one.
    for (const int round : {-2, 1, 0, -1, 2})
      block.seconds.push_back(seconds * (1 + 0.01 * round * draw(index, 0)));
    blocks.push_back(std::move(block));
  }
  return blocks;
}

ResultRecord row(std::size_t solver, std::size_t dataset, std::uint64_t threads) {
  const bool batch = solver == 0;
  const double typical = typical_ns(solver, dataset) / static_cast<double>(threads);
  ResultRecord row = example_result().results.front();
  row.solver = solver_name(solver);
  row.dataset = dataset_name(dataset);
  row.threads = threads;
  row.puzzles = kPuzzles;
  row.outcomes.fill(0);
  row.outcomes[static_cast<std::size_t>(Outcome::unique)] = kPuzzles;
  row.puzzles_per_second = {1e9 / typical, 0.99e9 / typical, 1.01e9 / typical};
  row.time_per_puzzle_ns = {typical, 0.99 * typical, 1.01 * typical};
  row.latency = latency(typical, batch);
  if (!batch) row.guess_time = cells(1, typical * 1000, solver);
  row.blocks = blocks(typical);
  add_up(row);
  row.slowest.resize(10, row.slowest.front());
  return row;
}

FieldRecord field(std::size_t solvers, std::size_t dataset) {
  FieldRecord field{
      .sample_rate = 1, .puzzles = kPuzzles, .best_total_ps = 100'000'000'000, .entries = {}};
  for (std::size_t solver = 1; solver < solvers; ++solver) {
    FieldEntry entry{
        .solver = solver_name(solver),
        .total_ps = static_cast<std::uint64_t>(typical_ns(solver, dataset) * 1000) * kPuzzles,
        .solved = kPuzzles,
        .fastest = solver == 1 ? kPuzzles : 0,
        .ratios = {}};
    for (std::uint64_t bin = 1; bin < 80; ++bin) {
      entry.ratios.bin.push_back(solver + bin);
      entry.ratios.count.push_back(kPuzzles / 79);
    }
    field.entries.push_back(std::move(entry));
  }
  return field;
}

ContestRecord contest(std::size_t solvers, std::size_t dataset, std::uint64_t threads) {
  ContestRecord contest{.dataset = dataset_name(dataset),
                        .threads = threads,
                        .fields = {field(solvers, dataset)},
                        .duels = {}};
  for (std::size_t a = 1; a < solvers; ++a) {
    for (std::size_t b = a + 1; b < solvers; ++b) {
      contest.duels.push_back(
          {.a = solver_name(a),
           .b = solver_name(b),
           .puzzles = kPuzzles,
           .a_faster = kPuzzles / 2,
           .b_faster = kPuzzles / 3,
           .cells = cells(typical_ns(a, dataset) * 1000, typical_ns(b, dataset) * 1000, a * b)});
    }
  }
  return contest;
}

constexpr const char* kMarkup =
    "</script><script>document.title='owned'</script><img src=x onerror=alert(1)> \"'&<b>`|$(id)";

void add_nasty_texts(RunResult& run) {
  const std::string control = std::string("nul") + '\0' + "bell\a\x1b[31m\r\n";
  run.tool.flags = "\xff\xfe not UTF-8";
  run.environment.cpu = "\u202Ecpu to left\u2028\u2029";
  run.environment.warnings = {kMarkup, control, std::string(10'000, 'w')};
  run.command = {"sudoku-bench", "run", kMarkup, "```\n# heading", control};
  run.started = kMarkup;
  run.datasets[0].quarantine_first = {kMarkup, std::string(10'000, 'q')};
  run.settings.reference = kMarkup;
}

void add_nasty_figures(ResultRecord& row) {
  constexpr double kNasty = std::numeric_limits<double>::quiet_NaN();
  speed_up(row, 1e300 / row.puzzles_per_second.median);
  row.puzzles_per_second.low = row.puzzles_per_second.high = kNasty;
  row.par2_s = kNasty;
  row.latency->min = row.latency->mean = kNasty;
  row.slowest.push_back({.puzzle = kMarkup, .line = std::numeric_limits<std::uint64_t>::max()});
  row.slowest.push_back({.puzzle = "", .line = 0});
}

}  // namespace

RunResult large_result(std::size_t solvers, std::size_t datasets) {
  RunResult run = example_result();
  run.complete = true;
  run.settings.reference = solver_name(0);
  run.results.clear();
  const DatasetRecord sample = run.datasets.front();
  run.datasets.clear();
  for (std::size_t dataset = 0; dataset < datasets; ++dataset) {
    run.datasets.push_back(sample);
    run.datasets.back().name = dataset_name(dataset);
    run.datasets.back().sha256 = fmt::format("{:064x}", dataset);
    run.datasets.back().puzzles = kPuzzles;
    for (const std::uint64_t threads : {1, 2}) {
      for (std::size_t solver = 0; solver < solvers; ++solver)
        run.results.push_back(row(solver, dataset, threads));
      run.contests.push_back(contest(solvers, dataset, threads));
    }
  }
  return run;
}

RunResult hostile_result() {
  RunResult run = large_result(5, 2);
  add_nasty_texts(run);
  const std::string names[] = {kMarkup, "=HYPERLINK(\"http://example.invalid\")",
                               "\u202Eright to left\u202C", std::string(10'000, 'x'),
                               "\xc3\x28 broken"};
  const auto rename = [&names](std::string& solver) {
    solver = names[static_cast<std::size_t>(std::stoi(solver.substr(7)))];
  };
  for (ResultRecord& row : run.results)
    rename(row.solver);
  for (ContestRecord& contest : run.contests) {
    for (FieldEntry& entry : contest.fields.front().entries)
      rename(entry.solver);
    for (DuelRecord& duel : contest.duels) {
      rename(duel.a);
      rename(duel.b);
    }
  }
  for (ResultRecord& row : run.results)
    add_nasty_figures(row);
  return run;
}

RunResult result_of_day(unsigned day) {
  RunResult run = large_result(5, 2);
  run.started = fmt::format("2026-01-{:02}T12:00:00Z", day);
  run.tool.git_revision = fmt::format("rev{:02}", day);
  run.contests.clear();
  for (ResultRecord& row : run.results) {
    const bool is_slower = day >= 15 && row.solver == run.results.front().solver;
    const bool guesses_more = day >= 15 && row.solver == run.results[1].solver;
    row.complete = true;
    speed_up(row, (is_slower ? 0.9 : 1) * (1 + 0.002 * (day * 7 % 5)));
    for (BlockRecord& block : row.blocks)
      block.guesses += guesses_more ? block.guesses / 2 : 0;
    add_up(row);
  }
  return run;
}

}  // namespace sudoku
