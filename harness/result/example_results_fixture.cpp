#include "harness/result/example_results_fixture.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include <fmt/format.h>

#include "harness/stats/log_bins.h"

namespace sudoku::result {

namespace {

const char* const kHard =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
const char* const kEasy =
    "..48...1767.9.....5.8.3...43..74.1...69...78...1.69..51...8.3.6.....6.9124...15..";

const char* const kSha256 = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

std::uint64_t& count(Row& row, Outcome outcome) { return row.outcomes[outcome]; }

SpeedupRecord speedup(const char* reference, std::uint64_t puzzles, const base::Estimate& ratio) {
  return {.reference = reference, .reference_threads = 1, .puzzles = puzzles, .ratio = ratio};
}

EnvironmentRecord environment() {
  return {.cpu = "Example CPU 9000",
          .isa_available = {"baseline", "avx2"},
          .isa_dispatched = "baseline",
          .cores = 2,
          .pinned = true,
          .governor = "powersave",
          .boost = "",
          .load = 0.25,
          .steal = 0.012,
          .memory_bytes = 8'000'000'000,
          .kernel = "Linux 6.1.0",
          .warnings = {"the governor is powersave: frequencies will wander"}};
}

SettingsRecord settings() {
  SettingsRecord settings;
  settings.set(kRounds, 5);
  settings.set(kLatencyRounds, 3);
  settings.set(kWarmup, 0.01);
  settings.set(kTimeBudget, 10);
  settings.set(kPuzzleTimeout, 1);
  settings.set(kBlock, 8192);
  settings.set(kSeed, 1);
  settings.set(kVerify, "sample");
  settings.set(kIsolate, "external");
  settings.set(kMemoryLimit, 512'000'000);
  settings.set(kReference, "mrv");
  settings.suite = SuiteRecord{.path = "data/rivals.toml", .sha256 = "22ff"};
  return settings;
}

DatasetRecord large() {
  return {.name = "rated",
          .path = "data/rated.csv",
          .sha256 = "00ff",
          .puzzles = 44'242,
          .bad_rows = 2,
          .first_bad_rows = {"rated.csv:7:1: a puzzle has 81 cells, this one has 80",
                             "rated.csv:9:5: expected a digit or '.', found 'x'"},
          .clues_min = 21,
          .clues_mean = 24.637,
          .clues_max = 31};
}

DatasetRecord small() {
  return {.name = "norvig|11",
          .path = "data/norvig 11.txt",
          .sha256 = "11ff",
          .puzzles = 95,
          .first_bad_rows = {},
          .clues_min = 17,
          .clues_mean = 21,
          .clues_max = 21};
}

std::uint64_t first_ps(double ns) {
  return stats::Histogram::first_of(stats::Histogram::bucket_of(rounded(ns * 1000)));
}

LatencyRecord latency() {
  LatencyRecord latency = {
      .min_ps = 102'000,
      .max_ps = 1'234'567'000,
      .histogram = {.first_ps = {first_ps(102), first_ps(433), first_ps(1'250), first_ps(12'300),
                                 first_ps(100'200), first_ps(1'234'567)},
                    .count = {100, 30'000, 12'000, 2'000, 136, 6}}};
  latency.set_mean_ns(612.5);
  return latency;
}

Row row(const char* solver) {
  Row row;
  row.solver = solver;
  row.dataset = "rated";
  row.chunk = 512;
  row.isa = "baseline";
  row.puzzles = 44'242;
  row.rounds = 5;
  row.latency = latency();
  row.set_par2_s(0.000'001);
  row.peak_memory_bytes = 5'300'000;
  return row;
}

std::vector<BlockRecord> untimed_blocks(const Row& row) {
  return {{.index = 0, .puzzles = 8192, .seconds = {}},
          {.index = 1,
           .puzzles = row.puzzles - 8192,
           .seconds = {},
           .guesses = row.guesses,
           .digest = row.solution_digest}};
}

Row reference() {
  Row mrv = row("mrv");
  count(mrv, Outcome::unique) = 44'242;
  mrv.puzzles_per_second = {.median = 92'000, .low = 91'400, .high = 92'700};
  mrv.time_per_puzzle_ns = {.median = 10'870, .low = 10'788, .high = 10'941};
  mrv.guesses = 221'210;
  mrv.set_guessless_share(0.25);
  mrv.solution_digest = 0xFEDCBA9876543210;
  mrv.blocks = {{.index = 0,
                 .puzzles = 8192,
                 .seconds = {0.089, 0.09},
                 .guesses = 40'000,
                 .digest = 0x00000000000000FF},
                {.index = 1,
                 .puzzles = 36'050,
                 .seconds = {0.391'391},
                 .guesses = 181'210,
                 .digest = 0xFEDCBA9876543210 - 0xFF}};
  mrv.slowest = {{.puzzle = kHard,
                  .line = 4'711,
                  .latency_ns = 1'234'567,
                  .guesses = 1'302,
                  .outcome = Outcome::unique}};
  return mrv;
}

Row fast() {
  Row simd = row("simd");
  count(simd, Outcome::unique) = 44'242;
  simd.puzzles_per_second = {.median = 2'310'000, .low = 2'280'000, .high = 2'350'000};
  simd.time_per_puzzle_ns = {.median = 433, .low = 425.5, .high = 438.6};
  simd.guesses = 13'715;
  simd.set_guessless_share(0.8);
  simd.speedup = speedup("mrv", 44'242, {.median = 25.1, .low = 24.7, .high = 25.5});
  simd.latency->chunk = 512;
  simd.blocks = untimed_blocks(simd);
  return simd;
}

Row tied() {
  Row dlx = row("dlx");
  count(dlx, Outcome::unique) = 44'242;
  dlx.puzzles_per_second = {.median = 91'000, .low = 88'800, .high = 94'900};
  dlx.time_per_puzzle_ns = {.median = 10'989, .low = 10'537, .high = 11'261};
  dlx.guesses = 53'090;
  dlx.set_guessless_share(0.7);
  dlx.speedup = speedup("mrv", 44'242, {.median = 1.0, .low = 0.98, .high = 1.03});
  dlx.blocks = untimed_blocks(dlx);
  return dlx;
}

Row sampled() {
  Row naive = row("naive");
  naive.puzzles = 412;
  naive.sample_rate = 1.0 / 107;
  count(naive, Outcome::unique) = 409;
  count(naive, Outcome::timeout) = 3;
  naive.puzzles_per_second = {.median = 42.5, .low = 38.8, .high = 44.1};
  naive.time_per_puzzle_ns = {.median = 23'529'411, .low = 22'675'736, .high = 25'773'195};
  naive.latency->censored = 3;
  naive.guesses = 41'200'000;
  naive.set_par2_s(0.031);
  naive.speedup = speedup("mrv", 412, {.median = 0.00046, .low = 0.00042, .high = 0.00049});
  naive.speedup->sample_rate = naive.sample_rate;
  naive.blocks = {{.index = 0, .puzzles = 412, .seconds = {9.5, 9.888}, .guesses = naive.guesses}};
  naive.subsamples = {
      {.rate = 1.0 / 200, .puzzles = 200, .blocks = {{.puzzles = 200, .seconds = {4.5}}}}};
  naive.slowest = {{.puzzle = kHard,
                    .line = 4'711,
                    .latency_ns = 1e9,
                    .guesses = 9'000'000,
                    .outcome = Outcome::timeout}};
  return naive;
}

Row wrong() {
  Row flags = row("flags");
  count(flags, Outcome::unique) = 44'239;
  count(flags, Outcome::wrong) = 3;
  flags.puzzles_per_second = {base::kUnknown, base::kUnknown, base::kUnknown};
  flags.time_per_puzzle_ns = {base::kUnknown, base::kUnknown, base::kUnknown};
  flags.blocks = untimed_blocks(flags);
  flags.wrong_answers = {{.puzzle = kEasy, .line = 12, .reason = "a clue was changed"}};
  return flags;
}

// Row of a plugin that proves uniqueness without showing the solution, and sometimes crashes.
Row plugin() {
  Row rival = row("rival-3");
  rival.external = ExternalRecord{.library = "build/librival.so",
                                  .symbol = "rival",
                                  .config = 3,
                                  .command = {},
                                  .limit = "honoured",
                                  .version = "1.2",
                                  .flags = "-O3 -march=native",
                                  .sha256 = kSha256};
  rival.isolated = true;
  count(rival, Outcome::unique) = 44'239;
  count(rival, Outcome::crashed) = 2;
  count(rival, Outcome::timeout) = 1;
  rival.puzzles_per_second = {.median = 51'000, .low = 50'400, .high = 51'300};
  rival.time_per_puzzle_ns = {.median = 19'608, .low = 19'493, .high = 19'841};
  rival.latency->censored = 1;
  rival.guesses = 88'484;
  rival.set_guessless_share(0.5);
  rival.speedup = speedup("mrv", 44'242, {.median = 0.55, .low = 0.54, .high = 0.56});
  rival.blocks = untimed_blocks(rival);
  rival.incidents = {{.puzzle = kEasy,
                      .line = 12,
                      .outcome = Outcome::crashed,
                      .reason = "died of SIGSEGV: invalid access at 0x10"},
                     {.puzzle = kHard,
                      .line = 4'711,
                      .outcome = Outcome::timeout,
                      .reason = "no answer within 1 s"}};
  rival.solutions_asked = 2'765;
  rival.startup_s = 0.0042;
  return rival;
}

// Row of an external solver that was disqualified before it completed a block.
Row disqualified() {
  Row echo = row("echo");
  echo.external = ExternalRecord{.library = "",
                                 .symbol = "",
                                 .command = {"python3", "echo.py"},
                                 .batch = 64,
                                 .limit = "first",
                                 .version = "",
                                 .flags = "",
                                 .sha256 = "33ff"};
  echo.isolated = true;
  echo.puzzles = 0;
  echo.complete = false;
  echo.latency.reset();
  echo.puzzles_per_second = {base::kUnknown, base::kUnknown, base::kUnknown};
  echo.time_per_puzzle_ns = {base::kUnknown, base::kUnknown, base::kUnknown};
  echo.par2_ps.reset();
  echo.incidents = {{.puzzle = kHard,
                     .line = 2,
                     .outcome = Outcome::crashed,
                     .reason = "ended with exit status 1"}};
  echo.disqualified = "10 puzzles in a row: ended with exit status 1";
  echo.startup_s = 0.021;
  return echo;
}

Row swept(std::uint64_t threads, double per_second) {
  Row mrv = row("mrv");
  mrv.dataset = "norvig|11";
  mrv.threads = threads;
  mrv.puzzles = 95;
  mrv.complete = threads == 1;
  count(mrv, Outcome::multiple) = 95;
  mrv.puzzles_per_second = {per_second, per_second * 0.99, per_second * 1.01};
  mrv.time_per_puzzle_ns = {1e9 / per_second, 0.99e9 / per_second, 1.01e9 / per_second};
  mrv.latency.reset();
  mrv.guesses = 95'000;
  mrv.blocks = {{.index = 0, .puzzles = 95, .seconds = {95 / per_second}, .guesses = mrv.guesses}};
  return mrv;
}

constexpr std::uint64_t kPuzzles = 100'000;
constexpr std::uint64_t kBlock = 8192;
constexpr std::size_t kBuckets = 900;
constexpr std::size_t kDrawn = 400;

// Pseudo-random number in [0, 1) for a pair of numbers, the same on every machine.
double draw(std::uint64_t a, std::uint64_t b) {
  std::uint64_t x = (a + 1) * 0x9E3779B97F4A7C15 ^ (b + 1) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 30)) * 0x94D049BB133111EB;
  return static_cast<double>((x ^ (x >> 31)) >> 11) * 0x1.0p-53;
}

std::string solver_name(std::size_t solver) { return fmt::format("solver_{:02}", solver); }

std::string dataset_name(std::size_t dataset) { return fmt::format("dataset_{:02}.csv", dataset); }

double typical_ns(std::size_t solver, std::size_t dataset) {
  return 200 * std::pow(1.8, static_cast<double>(solver)) * (1 + draw(solver, dataset));
}

stats::HistogramRecord histogram(double typical) {
  stats::HistogramRecord histogram;
  double ps = typical * 300;
  for (std::size_t i = 0; i < kBuckets; ++i) {
    histogram.first_ps.push_back(static_cast<std::uint64_t>(ps));
    histogram.count.push_back(kPuzzles / kBuckets);
    ps *= 1.0078;
  }
  return histogram;
}

LatencyRecord latency(double typical, bool batch) {
  LatencyRecord latency = {.chunk = batch ? 512U : 1U,
                           .min_ps = rounded(typical * 300),
                           .max_ps = rounded(typical * 300'000),
                           .histogram = histogram(typical)};
  latency.set_mean_ns(typical * 2);
  return latency;
}

// Two-dimensional histogram of some hundred puzzles around the typical times `across` and `up`.
stats::Histogram2DRecord cells(double across, double up, std::uint64_t salt) {
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t> counts;
  for (std::uint64_t i = 0; i < kDrawn; ++i) {
    const double hardness = std::exp(4 * draw(salt, i));
    const double x = across * hardness * (0.5 + draw(salt + 1, i));
    const double y = up * hardness * (0.5 + draw(salt + 2, i));
    counts[{stats::log_bin(x), stats::log_bin(y)}] += kPuzzles / kDrawn;
  }
  stats::Histogram2DRecord cells;
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
    // The median of the block's five rounds is its typical time.
    for (const int round : {-2, 1, 0, -1, 2})
      block.seconds.push_back(seconds * (1 + 0.01 * round * draw(index, 0)));
    blocks.push_back(std::move(block));
  }
  return blocks;
}

Row row(std::size_t solver, std::size_t dataset, std::uint64_t threads) {
  const bool batch = solver == 0;
  const double typical = typical_ns(solver, dataset) / static_cast<double>(threads);
  Row row = example_result().results.front();
  row.solver = solver_name(solver);
  row.dataset = dataset_name(dataset);
  row.threads = threads;
  row.puzzles = kPuzzles;
  row.outcomes.fill(0);
  row.outcomes[Outcome::unique] = kPuzzles;
  row.puzzles_per_second = {1e9 / typical, 0.99e9 / typical, 1.01e9 / typical};
  row.time_per_puzzle_ns = {typical, 0.99 * typical, 1.01 * typical};
  row.latency = latency(typical, batch);
  row.blocks = blocks(typical);
  add_up(row);
  row.slowest.resize(10, row.slowest.front());
  return row;
}

ComparisonRecord comparison(std::size_t solvers, std::size_t dataset, std::uint64_t threads) {
  ComparisonRecord comparison{.dataset = dataset_name(dataset), .threads = threads, .pairs = {}};
  for (std::size_t a = 1; a < solvers; ++a) {
    for (std::size_t b = a + 1; b < solvers; ++b) {
      comparison.pairs.push_back(
          {.a = solver_name(a),
           .b = solver_name(b),
           .puzzles = kPuzzles,
           .cells = cells(typical_ns(a, dataset) * 1000, typical_ns(b, dataset) * 1000, a * b)});
    }
  }
  return comparison;
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
  run.datasets[0].first_bad_rows = {kMarkup, std::string(10'000, 'q')};
  run.settings.set(kReference, kMarkup);
}

void add_nasty_figures(Row& row) {
  constexpr double kNasty = std::numeric_limits<double>::quiet_NaN();
  speed_up(row, 1e300 / row.puzzles_per_second.median);
  row.puzzles_per_second.low = row.puzzles_per_second.high = kNasty;
  row.par2_ps.reset();
  row.latency->min_ps = row.latency->total_ps = UINT64_MAX;
  row.slowest.push_back({.puzzle = kMarkup, .line = std::numeric_limits<std::uint64_t>::max()});
  row.slowest.push_back({.puzzle = "", .line = 0});
}

// Gives a row of `full_result` what only some rows of documents have.
void fill(Row& row) {
  row.task = {.does = "counts", .puzzles = 64, .evidence = "2 of 3 solutions"};
  row.processes = ProcessesRecord{{10'870.5, base::kUnknown, 10'869}, {{1, 2, 3}}};
  row.valgrind = {.puzzles = 10, .instructions = 20'000, .isa = "avx2"};
  row.pilot_ns = 97.5;
  row.confirmed = {.referees = 3, .solvers = 2, .declared = 1};
  row.unsteady = 17;
  row.instructions = row.count_with(2'345.5);
  row.cycles = row.count_with(1'234.5);
  row.branch_misses = row.count_with(9.5);
  row.kept_memory = row.count_with(0);
  row.blocks[0].core_share = {1, 0.5};
  row.blocks[0].waited = {0, 0.01};
  row.blocks[0].repeated = 1;
}

// Makes the row one of a solver without search that got stuck on a quarter of the puzzles.
void get_stuck(Row& row) {
  row.solver = "logic";
  row.wrong_answers.clear();
  row.outcomes = {};
  count(row, Outcome::unique) = 33'192;
  count(row, Outcome::incomplete) = 11'050;
  row.puzzles_per_second = {.median = 60'000, .low = 59'000, .high = 61'000};
  row.time_per_puzzle_ns = {.median = 16'667, .low = 16'393, .high = 16'949};
  LogicRecord& logic = row.logic.emplace();
  logic.filled = 3'000;
  logic.blanks = 12'000;
  logic.hardest[static_cast<std::size_t>(Technique::naked_single)] = 600;
  logic.hardest[static_cast<std::size_t>(Technique::simple_colouring)] = 100;
}

// Machine of a merged run.
HostRecord host(const RunResult& run, const char* cpu) {
  HostRecord host = {.name = std::string("host of ") + cpu,
                     .environment = run.environment,
                     .started = run.started,
                     .finished = run.finished};
  host.environment.cpu = cpu;
  return host;
}

}  // namespace

void add_up(Row& row) {
  row.puzzles = row.guesses = row.solution_digest = 0;
  for (const BlockRecord& block : row.blocks) {
    row.puzzles += block.puzzles;
    row.guesses += block.guesses;
    row.solution_digest += block.digest;
  }
}

void speed_up(Row& row, double factor) {
  for (double base::Estimate::*member :
       {&base::Estimate::median, &base::Estimate::low, &base::Estimate::high}) {
    row.puzzles_per_second.*member *= factor;
    row.time_per_puzzle_ns.*member /= factor;
  }
  for (BlockRecord& block : row.blocks) {
    for (double& seconds : block.seconds)
      seconds /= factor;
  }
}

// Sets the mean latency a little below the mean time: a latency is the least of several calls.
Row with_fitting_latency(Row row) {
  row.latency->set_mean_ns(0.9 * row.time_per_puzzle_ns.median);
  return row;
}

RunResult example_result() {
  Row two_threads = swept(2, 19'200);
  two_threads.scaling = speedup("mrv", 95, {.median = 1.92, .low = 1.90, .high = 1.94});
  return {.tool = {.version = "0.1.0",
                   .git_revision = "abc1234",
                   .build_type = "Release",
                   .compiler = "GNU 12.2.0",
                   .flags = "-O3 -DNDEBUG"},
          .environment = environment(),
          .command = {"sudoku-bench", "run", "data/rated.csv", "data/norvig 11.txt"},
          .settings = settings(),
          .started = "2026-01-02T03:04:05Z",
          .finished = "2026-01-02T03:05:06Z",
          .complete = false,
          .datasets = {large(), small()},
          .overhead = {.clock_ns = 8.25, .null_span_ns = 1.5, .null_stamped_ns = 11.2},
          .results = {with_fitting_latency(reference()), fast(), with_fitting_latency(tied()),
                      sampled(), wrong(), plugin(), disqualified(), swept(1, 10'000), two_threads}};
}

RunResult full_result() {
  RunResult run = example_result();
  run.tool.flags = "\"quoted\"\n\tµ";
  run.settings.set(kSeed, UINT64_MAX);
  run.settings.set(kMemoryLimit, 1ULL << 40U);
  run.settings.set(kProcesses, 3);
  run.settings.set(kIsolate, "all");
  run.settings.set(kTimeBudget, 0);
  run.settings.set("audit", SettingValue(std::string("off")));
  run.settings.set("new_option", SettingValue(std::uint64_t{7}));
  run.environment.no_counters = "not here";
  run.environment.smt_siblings = true;
  run.environment.pinned = false;
  run.resumed = 2;
  run.shards = {.of = 1, .parts = {1}};
  fill(run.results[0]);
  Row& simd = run.results[1];
  simd.valgrind = {.absence = "valgrind is not installed"};
  simd.speedup->ratio = {.median = 25, .low = 18.2, .high = 30.1};
  simd.speedup->reason = Doubt::unstable;
  Row& dlx = run.results[2];
  dlx.speedup->puzzles = 412;
  dlx.speedup->shift_by_sharing = 0.148;
  Row& naive = run.results[3];
  naive.puzzles_per_second = base::without_interval(42.5);
  naive.blocks[0].waited = {5, 4};
  get_stuck(run.results[4]);
  Row& rival = run.results[5];
  rival.external->takes_batches = rival.external->fills_solution = true;
  rival.task = {.does = "stops at first", .puzzles = 64, .evidence = "1 of 2 solutions"};
  rival.solutions_unshown = 19;
  rival.solutions_hidden = 18;
  Row& echo = run.results[6];
  echo.wrong_answers = {{.puzzle = kEasy, .line = kNoLine, .reason = "a clue was changed"}};
  for (const char* puzzle : {kHard, ""}) {
    echo.incidents.push_back(
        {.puzzle = puzzle, .line = kNoLine, .outcome = Outcome::crashed, .reason = "late"});
  }
  run.results[7].complete = false;
  run.results[8].scaling->ratio = base::kUnknownEstimate;
  run.results[8].scaling->reason = Doubt::few_cpus;
  run.comparisons = {
      {.dataset = "rated",
       .threads = 1,
       .pairs = {
           {.a = "mrv", .b = "simd", .puzzles = 5, .cells = {.x = {1}, .y = {2}, .count = {5}}}}}};
  run.hosts = {host(run, "Example CPU 9000"), host(run, "Example CPU 9001")};
  return run;
}

RunResult large_result(std::size_t solvers, std::size_t datasets) {
  RunResult run = example_result();
  run.complete = true;
  run.settings.set(kReference, solver_name(0));
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
      run.comparisons.push_back(comparison(solvers, dataset, threads));
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
  for (Row& row : run.results)
    rename(row.solver);
  for (ComparisonRecord& comparison : run.comparisons) {
    for (PairRecord& pair : comparison.pairs) {
      rename(pair.a);
      rename(pair.b);
    }
  }
  for (Row& row : run.results)
    add_nasty_figures(row);
  return run;
}

RunResult result_of_day(unsigned day) {
  RunResult run = large_result(5, 2);
  run.started = fmt::format("2026-01-{:02}T12:00:00Z", day);
  run.tool.git_revision = fmt::format("rev{:02}", day);
  run.comparisons.clear();
  for (Row& row : run.results) {
    const bool is_slower = day >= 15 && row.solver == run.results.front().solver;
    const bool guesses_more = day >= 15 && row.solver == run.results[1].solver;
    row.complete = true;
    const auto place = static_cast<unsigned>(&row - run.results.data()) % 5;
    speed_up(row, (is_slower ? 0.9 : 1) * (1 + 0.002 * (day * (7 + place) % 5)));
    for (BlockRecord& block : row.blocks)
      block.guesses += guesses_more ? block.guesses / 2 : 0;
    add_up(row);
  }
  run.settings.set(kReference, run.results[4].solver);
  for (std::size_t i = 0; i < run.results.size(); ++i) {
    const Row& reference = run.results[i - i % 5 + 4];
    Row& row = run.results[i];
    const double ratio = row.puzzles_per_second.median / reference.puzzles_per_second.median;
    row.speedup = speedup(reference.solver.c_str(), row.puzzles,
                          {.median = ratio, .low = 0.99 * ratio, .high = 1.01 * ratio});
    if (&row == &reference) row.speedup.reset();
  }
  return run;
}

}  // namespace sudoku::result
