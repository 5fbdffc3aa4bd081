// The HTML page of a report: its verdicts, tables, runs, datasets, solvers and definitions.
#include <array>
#include <cmath>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "harness/base/units.h"
#include "harness/report/columns.h"
#include "harness/report/markdown.h"
#include "harness/report/notes.h"
#include "harness/report/page/sections.h"
#include "harness/report/reports.h"
#include "harness/report/verdicts.h"

// The page is defined in assets.S: compiling half a megabyte of text would take seconds.
extern "C" {
extern const char kSudokuReportPage[];
extern const char kSudokuReportPageEnd[];
}

namespace sudoku::report {

namespace {

using base::Json;

// Placeholder of the data in the template of a report page.
constexpr std::string_view kPlace = "@DATA@";

// Classes of verdicts on the page, in the order of Verdict::Kind.
constexpr std::array<const char*, 3> kKinds = {"good", "bad", "note"};

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

Json run_json(const PageSource& page, const ReportInput& input) {
  const result::RunResult& run = input.run;
  const std::string reference = run.settings[result::kReference];
  const bool is_on_page = std::ranges::binary_search(page.solvers, reference);
  return {{"file", input.file},
          {"label", label_of(page.inputs, input)},
          {"date", run.started},
          {"complete", run.complete},
          {"reference", is_on_page ? Json(page.solver(reference)) : Json()},
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

Json verdicts_json(const PageSource& page) {
  Json list = Json::array();
  for (std::size_t run = 0; run < page.inputs.size(); ++run) {
    for (const Verdict& verdict : verdicts(page.inputs[run].run)) {
      list.push_back({{"kind", kKinds[static_cast<std::size_t>(verdict.kind)]},
                      {"run", run},
                      {"text", verdict.text}});
    }
  }
  return list;
}

Json table_json(const PageTable& table) {
  return {{"run", table.run},
          {"dataset", table.dataset},
          {"caption", caption(table.view)},
          {"notes", notes(table.view)}};
}

Json solvers_json(const PageSource& page) {
  std::set<std::string> lesser;  // solvers that did less work than others, on any dataset
  for (const PageGroup& group : page.groups) {
    for (const result::Row* row : group.rows) {
      if (does_less(group.table.view, *row)) lesser.insert(row->solver);
    }
  }
  return base::json_list(page.solvers, [&lesser](const std::string& solver) {
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

Json report_json(const PageSource& page) {
  Json data;
  data["verdicts"] = verdicts_json(page);
  data["tables"] = base::json_list(page.tables, table_json);
  data["runs"] = base::json_list(
      page.inputs, [&page](const ReportInput& input) { return run_json(page, input); });
  data["datasets"] = base::json_list(page.datasets, dataset_json);
  data["solvers"] = solvers_json(page);
  write_rows(data, page);
  write_pairs(data, page);
  write_comparisons(data, page);
  write_suites(data, page);
  write_glossary(data);
  data["left_out"] = page.left_out;
  return data;
}

}  // namespace

std::string_view report_page_template() {
  return {kSudokuReportPage, kSudokuReportPageEnd};
}

std::string page_of(Json data, const result::ToolRecord& made_by) {
  data["made_by"] = fmt::format("sudoku-bench {} ({})", made_by.version, made_by.git_revision);
  const std::string_view page = report_page_template();
  const std::size_t place = page.find(kPlace);
  std::string html(page.substr(0, place));
  html += base::page_json_text(std::move(data));
  return html += page.substr(place + kPlace.size());
}

std::string page_data(std::span<const ReportInput> inputs) {
  return base::page_json_text(report_json(PageSource(inputs)));
}

std::string html_report(std::span<const ReportInput> inputs, const result::ToolRecord& made_by,
                        base::Json verdict) {
  Json data = report_json(PageSource(inputs));
  if (!verdict.is_null()) data["verdict_summary"] = std::move(verdict);
  return page_of(std::move(data), made_by);
}

}  // namespace sudoku::report
