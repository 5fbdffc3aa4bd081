// Runs, datasets, solvers and definitions of a page, and PageSource, which numbers them.
#include "harness/report/page/sections.h"

#include <array>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "harness/base/units.h"
#include "harness/report/columns.h"
#include "harness/report/markdown.h"
#include "harness/report/notes.h"

namespace sudoku::report {

namespace {

using base::Json;

std::string machine_text(const result::EnvironmentRecord& environment) {
  std::string text = environment.cpu;
  if (environment.cores > 0) text += ", " + plural(environment.cores, "core");
  if (!environment.isa_dispatched.empty()) text += ", " + environment.isa_dispatched;
  return text;
}

// Row with the shortest typical latency, in which the cost of the clock shows most.
const result::Row* quickest(const result::RunResult& run) {
  const result::Row* quickest = nullptr;
  for (const result::Row& row : run.results) {
    if (result::is_void(row) || !row.latency || row.latency->chunk > 1) continue;
    if (quickest == nullptr || row.latency->quantile_ns(0.5) < quickest->latency->quantile_ns(0.5))
      quickest = &row;
  }
  return quickest;
}

std::vector<std::string> overhead_sentences(const result::RunResult& run) {
  std::vector<std::string> sentences;
  const result::OverheadRecord& overhead = run.overhead;
  if (const result::Row* row = quickest(run); row != nullptr && std::isfinite(overhead.clock_ns)) {
    sentences.push_back(fmt::format(
        "The clock takes {} of the {} that a typical puzzle of {} takes with {}, the quickest "
        "solver.",
        base::duration_text(overhead.clock_ns), base::duration_text(row->latency->quantile_ns(0.5)),
        row->dataset, row->solver));
  }
  sentences.push_back(fmt::format(
      "Passing a puzzle to a solver and taking its answer costs {} in throughput rounds and {} in "
      "latency rounds, where each puzzle is timed.",
      base::duration_text(overhead.null_span_ns), base::duration_text(overhead.null_stamped_ns)));
  return sentences;
}

Json reference_json(const PageSource& page, const result::RunResult& run) {
  const std::string& reference = run.settings[result::kReference];
  const bool is_on_page = std::ranges::binary_search(page.solvers, reference);
  return is_on_page ? Json(page.solver(reference)) : Json();
}

Json run_json(const PageSource& page, const ReportInput& input) {
  const result::RunResult& run = input.run;
  return {{"file", input.file},
          {"label", label_of(page.inputs, input)},
          {"date", run.started},
          {"complete", run.complete},
          {"reference", reference_json(page, run)},
          {"tool", tool_text(run.tool)},
          {"machine", machine_text(run.environment)},
          {"facts", environment_facts(run)},
          {"settings", settings_facts(run.settings)},
          {"warnings", run.environment.warnings},
          {"overhead", overhead_sentences(run)},
          {"command", shell_quoted(run.command)}};
}

Json dataset_json(const PageSource::Dataset& dataset) {
  const result::DatasetRecord& record = *dataset.record;
  const auto bad_unless_none = record.quarantined > 0 ? base::Tone::bad : base::Tone::plain;
  std::string clues = fmt::format("{}–{}, mean {}", record.clues_min, record.clues_max,
                                  base::number_text(record.clues_mean));
  if (record.candidates) {
    clues += fmt::format("; {}–{} candidates, mean {}", record.candidates->min,
                         record.candidates->max, base::number_text(record.candidates->mean));
  }
  return {{"name", dataset.name},
          {"path", record.path},
          {"sha256", record.sha256},
          {"puzzles", cell_json(base::count_cell(record.puzzles))},
          {"quarantined", cell_json(base::count_cell(record.quarantined, bad_unless_none))},
          {"quarantine_first", record.quarantine_first},
          {"clues", cell_json({clues, base::Tone::plain, record.clues_mean})},
          {"small", record.puzzles < result::kSmallSet ? "yes" : "no"}};
}

struct Definition {
  const char* id;
  const char* term;
  const char* text;
};

// Definitions of a page's terms that are not columns of tables.
constexpr Definition kDefinitions[] = {
    {"block", "block",
     "Consecutive puzzles that all solvers solve within the same seconds, several times, each time "
     "in a new random order of solvers."},
    {"interval", "95 % interval",
     "The range that contains the figure in 95 of 100 repetitions: measured rounds are resampled, "
     "adjacent ones together, and the differences between processes and the sampling error are "
     "added. If the run was repeated in several processes, the processes are resampled instead. "
     "The interval of a rate includes how much the speed of the machine varied during the run. It "
     "does not cover other machines or days."},
    {"latency", "latency (min, p50 … max)",
     "Service time: the time that one puzzle spends inside the solver, from call to return. For "
     "each puzzle the shortest of the latency rounds counts, which removes interrupts and keeps "
     "the puzzle's own cost. p99 is the time that 99 of 100 puzzles do not exceed."},
    {"censored", "> limit",
     "So many puzzles were given up at the time limit that this figure falls among them: it is "
     "above the limit, by an unknown amount."},
    {"outcomes", "outcomes",
     "unique: exactly one solution, and no second one exists. multiple: at least two. none: no "
     "solution. first: one found, others not looked for. incomplete: a solver that cannot search "
     "got stuck. timeout: given up at the limit. unsupported: the solver cannot answer it. "
     "crashed: its process died. wrong: the checker rejected the answer."},
    {"batch", "batch solver",
     "It solves many puzzles in one call. Its latency is that of a whole chunk, from call to "
     "return, and is left out where single puzzles are compared."},
    {"isolated", "isolated",
     "The solver ran in worker processes: a crash or a hang affects only the puzzle on which it "
     "happens, and no other solver. The clock was read inside the worker."},
    {"isa", "instruction set",
     "Vector instructions of the machine that the solver used. Empty: not known."},
    {"void", "void",
     "A solver with a wrong answer has no speed, and neither has a disqualified one: the reason is "
     "shown instead of its figures."},
    {"digest", "digest",
     "Sum of a hash of each puzzle with its outcome and solution. Equal digests on the same "
     "puzzles: equal answers."},
    {"tie", "tie",
     "The 95 % interval of the ratio contains 1: this run cannot tell which solver is faster."},
    {"pairs", "any two solvers",
     "The speed-up for every pair of solvers. b over a is the inverse of a over b."},
    {"curve", "latency curve",
     "For each time, the share of the puzzles that took longer (complementary cumulative "
     "distribution). Lower and further left is better; puzzles that are not solved stay above the "
     "end of the curve."},
    {"cactus", "cactus plot",
     "How many puzzles a solver solves within a given time per puzzle. Further right and lower is "
     "better."},
    {"field", "field",
     "Solvers that were given the same sample, compared on exactly the puzzles that all of them "
     "were given. Batch solvers are left out because they are timed per chunk."},
    {"best", "virtual best solver",
     "A solver that would always pick the fastest solver of the field for each puzzle: the sum of "
     "the best times. The gap to the best single solver is what a perfect choice per puzzle could "
     "gain."},
    {"fastest", "fastest on", "Puzzles on which no other solver of the field was faster."},
    {"unique", "unique wins",
     "Puzzles on which every other solver of the field took more than 1.1 times as long, or "
     "failed. Smaller differences are clock noise."},
    {"profile", "performance profile over puzzles",
     "The share of the puzzles that a solver solved within a given multiple of the best time (E. "
     "Dolan, J. Moré, 2002). At 1: how often it was the fastest. At the right end: how much it "
     "solved."},
    {"scatter", "scatter of two solvers",
     "Each puzzle is placed at the time of one solver (across) and of the other (up); darker cells "
     "contain more puzzles. On the diagonal both are equally fast. Puzzles that a solver did not "
     "solve are placed at the edge."},
    {"guess_time", "guesses against time",
     "Solved puzzles by guesses and time. The slope shows the cost of a guess; the spread at one "
     "number of guesses shows the other costs."},
    {"scaling", "scaling",
     "How many times as fast as the same solver on the fewest threads of the run. The ideal is the "
     "ratio of the numbers of threads."},
    {"suite_profile", "performance profile over datasets",
     "The share of the datasets on which a solver's time per puzzle was within a given multiple of "
     "the best solver's (E. Dolan, J. Moré, 2002), each pair compared on the puzzles that both "
     "were given. Every dataset has the same weight, whatever its size."},
    {"shifted_mean", "shifted geometric mean",
     "Geometric mean of the times per puzzle over the datasets, with 10 ns added to each time "
     "before and subtracted after. All datasets have equal influence. Only for solvers with a "
     "figure on all datasets."},
    {"small_set", "small set",
     "Fewer than 1,000 puzzles. When a set is repeated, the processor learns to predict its "
     "branches: solvers look faster on a small set than they are."},
    {"overhead", "overhead of the harness",
     "Time per puzzle of a solver that does nothing: a lower bound of every time. It is not "
     "subtracted."},
    {"line", "line", "Line of the puzzle in its file, counted from 1."},
    {"clues", "clues", "Filled cells of a puzzle."},
    {"sha256", "sha256", "SHA-256 of the stored file: equal digests mean equal files."},
    {"quarantine", "quarantine", "Rows of a file that could not be used and were left out."},
    {"warnings", "warnings", "Reasons not to trust the figures, found during the run."},
    {"complete", "complete",
     "Whether the run finished. An interrupted run contains what was measured until then."}};

// Limits on the size of a page, above which it shows results in less detail.
constexpr std::size_t kManyRows = 100;
constexpr std::size_t kMostCells = 60'000;
constexpr double kCoarsestStep = 0.25;
constexpr std::size_t kSlowestAltogether = 1000;

std::string unique_name(const std::string& name, const std::vector<PageSource::Dataset>& others) {
  std::string unique = name;
  for (int i = 2; std::ranges::count(others, unique, &PageSource::Dataset::name) > 0; ++i)
    unique = fmt::format("{} ({})", name, i);
  return unique;
}

// Sort key of a table cell. Whole numbers are written as integers, not rounded to five digits.
Json key_json(const base::Cell& cell) {
  if (!cell.key) return cell.text;
  if (!std::isfinite(*cell.key)) return nullptr;
  const bool is_whole = *cell.key == std::floor(*cell.key) && std::fabs(*cell.key) < 0x1p53;
  return is_whole ? Json(static_cast<std::int64_t>(*cell.key)) : Json(*cell.key);
}

}  // namespace

Json cell_json(const base::Cell& cell) {
  constexpr std::array<const char*, 4> kTones = {"plain", "good", "bad", "quiet"};
  const bool is_known = !cell.text.empty() && cell.text != base::kUnknownText;
  if (!is_known) return nullptr;
  if (cell.tone == base::Tone::plain && !cell.key) return cell.text;
  Json key = key_json(cell);
  const bool is_count =
      key.is_number_integer() && base::count_text(key.get<std::uint64_t>()) == cell.text;
  if (cell.tone == base::Tone::plain && is_count) return key;
  Json json = {cell.text, key};
  if (cell.tone != base::Tone::plain) json.push_back(kTones[static_cast<std::size_t>(cell.tone)]);
  return json;
}

void write_runs(Json& data, const PageSource& page) {
  data["runs"] = base::json_list(
      page.inputs, [&page](const ReportInput& input) { return run_json(page, input); });
}

void write_datasets(Json& data, const PageSource& page) {
  data["datasets"] = base::json_list(page.datasets, dataset_json);
}

void write_solvers(Json& data, const PageSource& page) {
  std::set<std::string> lesser;  // solvers that did less work than others, on any dataset
  for (const PageGroup& group : page.groups) {
    for (const result::Row* row : group.rows) {
      if (does_less(group.most_sought, *row)) lesser.insert(row->solver);
    }
  }
  data["solvers"] = base::json_list(page.solvers, [&lesser](const std::string& solver) {
    return Json{{"name", solver + (lesser.contains(solver) ? "§" : "")}};
  });
}

void write_glossary(Json& data) {
  Json& outcomes = data["outcomes"] = Json::array();
  for (std::size_t i = 0; i + 1 < kOutcomes; ++i)
    outcomes.push_back(name_of(static_cast<Outcome>(i)));
  const auto definition = [](const char* id, const char* term, const char* text) {
    return Json{{"id", id}, {"term", term}, {"text", text}};
  };
  data["columns"] = Json::array();
  data["definitions"] = Json::array();
  for (const Column& column : columns()) {
    data["columns"].push_back(
        {{"id", column.id}, {"title", column.title}, {"shown", (column.outputs & kPage) != 0}});
    data["definitions"].push_back(definition(column.id, column.title, column.definition));
  }
  for (const Definition& term : kDefinitions)
    data["definitions"].push_back(definition(term.id, term.term, term.text));
}

stats::Histogram2DRecord coarser(const stats::Histogram2DRecord& cells, Merge merge) {
  const auto merged = [](std::uint64_t bin, unsigned bins) {
    return bin == 0 ? 0 : 1 + (bin - 1) / bins;
  };
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t> counts;
  for (std::size_t i = 0; i < cells.count.size(); ++i)
    counts[{merged(cells.x[i], merge.x), merged(cells.y[i], merge.y)}] += cells.count[i];
  stats::Histogram2DRecord coarse;
  for (const auto& [cell, count] : counts) {
    coarse.x.push_back(cell.first);
    coarse.y.push_back(cell.second);
    coarse.count.push_back(count);
  }
  return coarse;
}

std::size_t PageSource::solver(const std::string& name) const {
  return static_cast<std::size_t>(std::ranges::lower_bound(solvers, name) - solvers.begin());
}

std::size_t PageSource::dataset(std::size_t run, const std::string& name) const {
  return dataset_places.at({run, name});
}

bool PageSource::tells_of_puzzles(const PageGroup& group) const {
  if (!detail.fewest_threads_only) return true;
  return std::ranges::none_of(groups, [&group](const PageGroup& other) {
    return other.run == group.run && other.dataset == group.dataset &&
           other.threads < group.threads;
  });
}

const result::ComparisonRecord* PageSource::comparison(const PageGroup& group) const {
  for (const result::ComparisonRecord& comparison : run(group.run).comparisons) {
    const bool same_set = dataset(group.run, comparison.dataset) == group.dataset;
    if (same_set && comparison.threads == group.threads) return &comparison;
  }
  return nullptr;
}

namespace {

void number_solvers(PageSource& page) {
  std::set<std::string> names;
  for (const ReportInput& input : page.inputs) {
    for (const result::Row& row : input.run.results)
      names.insert(row.solver);
  }
  page.solvers.assign(names.begin(), names.end());
}

void number_datasets(PageSource& page) {
  std::map<std::string, std::size_t> by_digest;
  for (std::size_t run = 0; run < page.inputs.size(); ++run) {
    std::set<std::string> met;  // dataset digests of one run
    for (const result::DatasetRecord& record : page.run(run).datasets) {
      const auto known = by_digest.find(record.sha256);
      const bool is_new_in_run = met.insert(record.sha256).second;
      std::size_t& place = page.dataset_places[{run, record.name}];
      if (known != by_digest.end() && !record.sha256.empty() && is_new_in_run) {
        place = known->second;
        continue;
      }
      place = by_digest[record.sha256] = page.datasets.size();
      page.datasets.push_back({unique_name(record.name, page.datasets), &record});
    }
  }
}

void group_rows(PageSource& page) {
  for (std::size_t i = 0; i < page.inputs.size(); ++i) {
    const result::RunResult& run = page.run(i);
    for (const result::DatasetRecord& dataset : run.datasets) {
      std::map<std::uint64_t, PageGroup> by_threads;
      const View view = view_of(run, dataset);
      for (const result::Row* row : view.rows)
        by_threads[row->threads].rows.push_back(row);
      for (auto& [threads, group] : by_threads) {
        group.run = i;
        group.dataset = page.dataset(i, dataset.name);
        group.threads = threads;
        group.most_sought = view.most_sought;
        group.pairs =
            result::compare_pairs(group.rows, run.comparisons, run.settings[result::kSeed]);
        page.groups.push_back(std::move(group));
      }
    }
  }
}

void choose_rows(PageSource& page) {
  std::size_t rows = 0;
  for (const PageGroup& group : page.groups)
    rows += group.rows.size();
  if (rows <= kManyRows) return;
  const double crowd = static_cast<double>(rows) / static_cast<double>(kManyRows);
  PageDetail& detail = page.detail;
  detail.fewest_threads_only = true;
  detail.curve_step = std::min(kCoarsestStep, detail.curve_step * crowd);
  detail.slowest = std::max<std::size_t>(1, kSlowestAltogether / rows);
  page.left_out.push_back(
      fmt::format("There are {}: latency curves have fewer points, each row lists {}, and data on "
                  "single puzzles covers only the fewest threads.",
                  plural(rows, "row"), plural(detail.slowest, "slow puzzle")));
}

std::size_t cells_altogether(const PageSource& page) {
  const unsigned merge = page.detail.time_merge();
  std::size_t cells = 0;
  for (const PageGroup& group : page.groups) {
    const result::ComparisonRecord* comparison = page.comparison(group);
    if (comparison == nullptr || !page.tells_of_puzzles(group)) continue;
    for (const result::PairRecord& pair : comparison->pairs)
      cells += coarser(pair.cells, {.x = merge, .y = merge}).count.size();
  }
  return cells;
}

void choose_bins(PageSource& page) {
  unsigned& bins = page.detail.bins_per_octave;
  while (bins > 1 && cells_altogether(page) > kMostCells)
    bins /= 2;
  if (bins == stats::kTimeBinsPerOctave) return;
  page.left_out.push_back(
      fmt::format("There are many pairs of solvers: scatter plots and plots of guesses against "
                  "time have {} per doubling of time instead of {}.",
                  plural(bins, "bin"), stats::kTimeBinsPerOctave));
}

void name_silent_runs(PageSource& page) {
  for (const ReportInput& input : page.inputs) {
    if (!input.run.comparisons.empty() || input.run.settings[result::kLatencyRounds] == 0) continue;
    page.left_out.push_back(
        fmt::format("{} has no data on single puzzles: its scatter plots, profile over puzzles and "
                    "virtual best solver are left out.",
                    input.file));
  }
}

}  // namespace

PageSource::PageSource(std::span<const ReportInput> its_inputs) : inputs(its_inputs) {
  number_solvers(*this);
  number_datasets(*this);
  group_rows(*this);
  choose_rows(*this);
  choose_bins(*this);
  name_silent_runs(*this);
}

}  // namespace sudoku::report
