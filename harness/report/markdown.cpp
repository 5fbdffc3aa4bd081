// Reports as Markdown.
#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <sstream>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/base/table.h"
#include "harness/base/text.h"
#include "harness/base/units.h"
#include "harness/report/columns.h"
#include "harness/report/matrix.h"
#include "harness/report/notes.h"
#include "harness/report/reports.h"
#include "harness/report/trend.h"

namespace sudoku::report {

namespace {

std::string list_item(const std::string& text) { return "- " + base::escape_markdown(text) + "\n"; }

// Markdown list with the text of each item.
template <typename Items, typename TextOf = std::identity>
std::string list(const Items& items, const TextOf& text_of = {}) {
  std::string text;
  for (const auto& item : items)
    text += list_item(std::invoke(text_of, item));
  return text;
}

// A section with its title; empty if the text is.
std::string titled(const std::string& title, const std::string& text) {
  return text.empty() ? "" : title + text + "\n";
}

std::string verdict_items(const std::vector<Verdict>& verdicts, std::size_t most) {
  return list(std::span(verdicts).first(std::min(most, verdicts.size())), &Verdict::text);
}

// Shell lines as a fenced Markdown block, whose fence is longer than any in the text.
std::string fenced(const std::string& text) {
  std::string lines;
  std::istringstream all(text);
  for (std::string line; std::getline(all, line);)
    lines += base::printable(line, base::kLongestLine) + "\n";
  std::string fence = "```";
  while (lines.find(fence) != std::string::npos)
    fence += '`';
  return fmt::format("{}sh\n{}{}\n\n", fence, lines, fence);
}

std::string facts_list(const Facts& facts) {
  return list(facts, [](const auto& fact) { return fact.first + ": " + fact.second; }) + "\n";
}

std::string figures_part(const View& view, std::size_t most) {
  const std::string text = "## " + base::escape_markdown(view.dataset.name) + "\n\n" +
                           base::escape_markdown(caption(view)) + ".\n\n";
  if (view.rows.empty()) return text + "Nothing was measured.\n\n";
  View shown = view;
  shown.rows.resize(std::min(most, view.rows.size()));
  const std::size_t more = view.rows.size() - shown.rows.size();
  return text + result_table(shown).markdown() + "\n" +
         (more == 0 ? "" : base::plural(more, "more row") + " in the result document.\n\n");
}

void add_datasets(const result::RunResult& run, std::vector<Section>& sections) {
  const bool is_long = run.results.size() > kMostMarkdownRows;
  const std::size_t rows =
      is_long ? std::max<std::size_t>(1, kMostMarkdownRows / run.datasets.size()) : SIZE_MAX;
  const std::size_t shown = std::min(kMostMarkdownRows, run.datasets.size());
  for (const result::DatasetRecord& dataset : std::span(run.datasets).first(shown)) {
    const View view = view_of(run, dataset);
    sections.insert(
        sections.end(),
        {{Importance::figures, "figures", figures_part(view, rows)},
         {Importance::remarks, "remarks on tables", titled("", list(notes(view), &Note::text))},
         {Importance::examples, "bad rows",
          titled("### Bad rows\n\nThe first rows that could not be used:\n\n",
                 list(dataset.first_bad_rows))}});
  }
}

// Most runs that a Markdown report shows side by side; the HTML page has them all.
constexpr std::size_t kMostRuns = 8;

// Most verdicts in the report of one run, and on each of several runs.
constexpr std::size_t kMostVerdicts = 40;
constexpr std::size_t kVerdictsOfARun = 20;

std::string run_section(std::span<const ReportInput> inputs, const ReportInput& input) {
  const result::RunResult& run = input.run;
  std::string text =
      fmt::format("## {}\n\n- {}, {}, {}{}\n", base::escape_markdown(label_of(inputs, input)),
                  base::escape_markdown(run.started), base::escape_markdown(run.environment.cpu),
                  base::escape_markdown(tool_text(run.tool)),
                  run.complete ? "" : ", partial: " + why_partial(run));
  text += verdict_items(verdicts(run), kVerdictsOfARun);
  for (const std::string& warning : run.environment.warnings)
    text += list_item("warning: " + warning);
  return text + "\n";
}

// Table lines of dataset (by digest), solver, thread count and the speed in each run.
std::vector<std::vector<base::Cell>> rate_lines(std::span<const ReportInput> inputs) {
  std::vector<std::vector<base::Cell>> lines;
  std::map<std::tuple<std::string, std::string, std::uint64_t>, std::size_t> places;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    for (const result::DatasetRecord& dataset : inputs[i].run.datasets) {
      for (const result::Row* row : view_of(inputs[i].run, dataset).rows) {
        const auto [place, is_new] = places.try_emplace(
            {dataset.sha256 + dataset.name, row->solver, row->threads}, lines.size());
        if (is_new) lines.push_back({dataset.name, row->solver, base::count_text(row->threads)});
        std::vector<base::Cell>& line = lines[place->second];
        line.resize(3 + inputs.size(), base::Cell{base::kUnknownText});
        line[3 + i] = result::is_void(*row) ? void_text(*row)
                                            : base::rate_with_interval(row->puzzles_per_second);
      }
    }
  }
  return lines;
}

std::string rates_section(std::span<const ReportInput> inputs) {
  std::vector<base::Heading> columns = {base::left("dataset"), base::left("solver"),
                                        base::right("threads")};
  for (const ReportInput& input : inputs)
    columns.push_back({label_of(inputs, input)});
  base::Table table(std::move(columns));
  const std::vector<std::vector<base::Cell>> lines = rate_lines(inputs);
  const std::size_t shown = std::min(kMostMarkdownRows, lines.size());
  for (const std::vector<base::Cell>& line : std::span(lines).first(shown))
    table.add_row(line);
  std::string text = "## Puzzles per second (95 % interval)\n\n" + table.markdown() + "\n";
  if (shown < lines.size())
    text += fmt::format("{} more rows are in the result documents.\n\n", lines.size() - shown);
  return text +
         "Each interval covers one run only: `sudoku-bench compare` tells whether a change between "
         "two runs is real.\n";
}

// Most bytes of a command line in a Markdown report: it may name many files.
constexpr std::size_t kLongestCommand = 4000;

// Most rows of the matrix of speeds, besides those of all tables.
constexpr std::size_t kMostMatrixRows = 15;

// Bytes of a Markdown report reserved for the line that names sections left out.
constexpr std::size_t kLastLine = 200;

}  // namespace

std::string markdown_report(const result::RunResult& run) {
  const std::vector<Verdict> all = verdicts(run);
  std::string head = "# Sudoku solvers, measured\n\n" + verdict_items(all, kMostVerdicts);
  if (all.size() > kMostVerdicts)
    head += list_item(fmt::format("… and {} more.", all.size() - kMostVerdicts));
  if (const auto matrix = speed_matrix(run, kMostMatrixRows)) head += "\n" + matrix->markdown();
  std::vector<Section> sections = {{Importance::never_left_out, "", head + "\n"}};
  const auto add = [&sections](const std::string& name, const std::string& text) {
    sections.push_back({Importance::circumstances, name, text});
  };
  add("environment", "## Environment\n\n" + facts_list(environment_facts(run)));
  add("command",
      fmt::format("## Command\n\n{}From {} to {}.\n\n",
                  fenced(base::clean_text(base::shell_quoted(run.command), kLongestCommand)),
                  base::escape_markdown(run.started), base::escape_markdown(run.finished)));
  add("settings", "## Settings\n\n" + facts_list(settings_facts(run)));
  add_datasets(run, sections);
  add("columns", "## Columns\n\n" + list(legend(run)) + "\n");
  add("warnings", titled("## Warnings\n\n", list(run.environment.warnings)));
  return text_within(std::move(sections), kMostMarkdownBytes);
}

std::string markdown_report(std::span<const ReportInput> inputs) {
  if (inputs.size() == 1) return markdown_report(inputs.front().run);
  std::string text = "# Sudoku solvers, measured\n\n" + trend_markdown(inputs);
  const auto shown = inputs.last(std::min(kMostRuns, inputs.size()));
  if (shown.size() < inputs.size())
    text += fmt::format("The last {} of {}.\n\n", shown.size(), base::plural(inputs.size(), "run"));
  for (const ReportInput& input : shown)
    text += run_section(inputs, input);
  return text + rates_section(shown);
}

std::string text_within(std::vector<Section> sections, std::size_t most) {
  std::erase_if(sections, [](const Section& section) { return section.text.empty(); });
  std::size_t size = kLastLine;
  for (const Section& section : sections)
    size += section.text.size();
  std::set<std::string> missing;
  while (size > most) {
    // A report that is too long loses the last of its least important sections.
    const auto last =
        std::ranges::max_element(sections.rbegin(), sections.rend(), {}, &Section::importance);
    if (last == sections.rend() || last->importance == Importance::never_left_out) break;
    size -= last->text.size();
    missing.insert(last->name);
    sections.erase(std::next(last).base());
  }
  std::string text;
  for (const Section& section : sections)
    text += section.text;
  if (text.ends_with("\n\n")) text.pop_back();
  if (missing.empty()) return text;
  return text +
         fmt::format("\nShortened; left out in whole or in part: {}.\n", fmt::join(missing, ", "));
}

}  // namespace sudoku::report
