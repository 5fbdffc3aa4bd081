#include "harness/report/markdown.h"

#include <algorithm>
#include <span>
#include <sstream>

#include <fmt/format.h>

#include "harness/report/facts.h"
#include "harness/report/figures.h"
#include "harness/report/notes.h"
#include "harness/report/outside.h"
#include "harness/report/sections.h"
#include "harness/report/shell.h"
#include "harness/report/side_by_side.h"
#include "harness/report/units.h"
#include "harness/report/utf8.h"
#include "harness/report/verdicts.h"

namespace sudoku {

namespace {

std::string list_item(const std::string& text) {
  return "- " + escape_markdown(text) + "\n";
}

std::string list(const std::vector<std::string>& items) {
  std::string text;
  for (const std::string& item : items)
    text += list_item(item);
  return text;
}

using Importance = Sections::Importance;

// More sentences than these are no verdict.
constexpr std::size_t kMostVerdicts = 40;

std::string verdict_list(const RunResult& run) {
  const std::vector<Verdict> all = verdicts(run);
  std::string text;
  for (const Verdict& verdict : std::span(all).first(std::min(kMostVerdicts, all.size())))
    text += list_item(verdict.text);
  if (all.size() > kMostVerdicts)
    text += list_item(fmt::format("… and {} more.", all.size() - kMostVerdicts));
  return text + "\n";
}

// Lines for a shell. The fence is longer than any that they contain.
std::string fenced(const std::string& text) {
  std::string lines;
  std::istringstream all(text);
  for (std::string line; std::getline(all, line);)
    lines += printable(line, kLongestLine) + "\n";
  std::string fence = "```";
  while (lines.find(fence) != std::string::npos)
    fence += '`';
  return fmt::format("{}sh\n{}{}\n\n", fence, lines, fence);
}

std::string facts_list(const Facts& facts) {
  std::string text;
  for (const auto& [name, fact] : facts)
    text += list_item(fmt::format("{}: {}", name, fact));
  return text + "\n";
}

// Of a command line; it may name many files.
constexpr std::size_t kLongestCommand = 4000;

std::string command_section(const RunResult& run) {
  return fmt::format("## Command\n\n{}From {} to {}.\n\n",
                     fenced(clean_text(shell_quoted(run.command), kLongestCommand)),
                     escape_markdown(run.started), escape_markdown(run.finished));
}

// How many rows of a table are shown of what has many; the result document has them all.
struct Shares {
  std::size_t figures = kMostMarkdownRows;  // of a dataset
  std::size_t slowest = 5;                  // of a solver: nobody looks at more single puzzles
  std::size_t wrong = 10;                   // the same
};

// Figures come first; what they leave of the rows goes to the slowest puzzles.
Shares shares_of(const RunResult& run) {
  const std::size_t rows = run.results.size();
  Shares shares;
  if (rows == 0) return shares;
  if (rows > kMostMarkdownRows)
    shares.figures = std::max<std::size_t>(1, kMostMarkdownRows / run.datasets.size());
  const std::size_t left = kMostMarkdownRows - std::min(kMostMarkdownRows, rows);
  shares.slowest = std::min(shares.slowest, left / rows);
  if (shares.slowest == 0) shares.wrong = 1;
  return shares;
}

std::string slow_time(const RunResult& run, const ResultRecord& row, const SlowPuzzle& slow) {
  const bool censored = slow.outcome == Outcome::timeout;
  return censored ? censored_text(run, row, slow.latency_ns) : duration_text(slow.latency_ns);
}

void add_slowest(const View& view, const ResultRecord& row, std::size_t most, Table& table) {
  const std::size_t shown = std::min(most, row.slowest.size());
  for (const SlowPuzzle& slow : std::span(row.slowest).first(shown)) {
    table.add_row({{label_of(view, row)},
                   {slow_time(view.run, row, slow)},
                   {count_text(slow.guesses)},
                   {std::string(name_of(slow.outcome))},
                   {count_text(slow.line)},
                   {slow.puzzle}});
  }
}

std::string slowest_part(const View& view, std::size_t most) {
  Table table({{"solver", Align::left},
               {"latency"},
               {"guesses"},
               {"outcome", Align::left},
               {"line"},
               {"puzzle", Align::left}});
  std::string commands;
  for (const ResultRecord* row : view.rows) {
    if (most == 0 || is_void(*row) || row->slowest.empty()) continue;
    add_slowest(view, *row, most, table);
    commands += clean_text(repeat_command(view.run, *row, row->slowest.front().puzzle)) + "\n";
  }
  if (commands.empty()) return "";
  commands.pop_back();  // the last end of line
  return fmt::format(
      "### Slowest puzzles\n\nLines of `{}`.\n\n{}\nThe slowest of each solver "
      "again:\n\n{}",
      view.dataset.path, table.markdown(), fenced(commands));
}

std::string wrong_part(const View& view, std::size_t most) {
  Table table({{"solver", Align::left}, {"line"}, {"puzzle", Align::left}, {"why", Align::left}});
  bool any = false;
  for (const ResultRecord* row : view.rows) {
    const std::size_t shown = std::min(most, row->wrong_answers.size());
    for (const WrongAnswer& wrong : std::span(row->wrong_answers).first(shown)) {
      table.add_row(
          {{label_of(view, *row)}, {count_text(wrong.line)}, {wrong.puzzle}, {wrong.reason}});
      any = true;
    }
  }
  return any ? "### Wrong answers\n\nThe first ones of each solver.\n\n" + table.markdown() + "\n"
             : "";
}

std::string quarantine_part(const DatasetRecord& dataset) {
  if (dataset.quarantine_first.empty()) return "";
  return "### Quarantine\n\nThe first rows that could not be used:\n\n" +
         list(dataset.quarantine_first) + "\n";
}

std::string remarks_part(const View& view) {
  const std::vector<std::string> remarks = notes(view);
  return remarks.empty() ? "" : list(remarks) + "\n";
}

std::string figures_part(const View& view, std::size_t most) {
  const std::string text = "## " + escape_markdown(view.dataset.name) + "\n\n" +
                           escape_markdown(caption(view)) + ".\n\n";
  if (view.rows.empty()) return text + "Nothing was measured.\n\n";
  View shown = view;
  shown.rows.resize(std::min(most, view.rows.size()));
  const std::size_t more = view.rows.size() - shown.rows.size();
  return text + figures_table(shown).markdown() + "\n" +
         (more == 0 ? "" : plural(more, "more row") + " in the result document.\n\n");
}

void add_datasets(const RunResult& run, Sections& sections) {
  const Shares shares = shares_of(run);
  const std::size_t shown = std::min(kMostMarkdownRows, run.datasets.size());
  for (const DatasetRecord& dataset : std::span(run.datasets).first(shown)) {
    const View view = view_of(run, dataset);
    sections.add(Importance::figures, "figures", figures_part(view, shares.figures));
    sections.add(Importance::remarks, "remarks on tables", remarks_part(view));
    sections.add(Importance::examples, "slowest puzzles", slowest_part(view, shares.slowest));
    sections.add(Importance::circumstances, "wrong answers", wrong_part(view, shares.wrong));
    sections.add(Importance::examples, "quarantine", quarantine_part(view.dataset));
  }
}

std::string warnings_section(const RunResult& run) {
  if (run.environment.warnings.empty()) return "";
  return "## Warnings\n\n" + list(run.environment.warnings) + "\n";
}

}  // namespace

std::string markdown_report(const RunResult& run) {
  Sections sections;
  sections.add(Importance::never_left_out, "",
               "# Sudoku solvers, measured\n\n" + verdict_list(run));
  const auto add = [&sections](const std::string& name, const std::string& text) {
    sections.add(Importance::circumstances, name, text);
  };
  add("environment", "## Environment\n\n" + facts_list(environment_facts(run)));
  add("command", command_section(run));
  add("settings", "## Settings\n\n" + facts_list(settings_facts(run.settings)));
  add("solvers from outside", outside_section(run));
  add_datasets(run, sections);
  add("columns", "## What the columns mean\n\n" + list(legend(run)) + "\n");
  add("warnings", warnings_section(run));
  add("overhead", "## What the harness costs\n\n" + facts_list(overhead_facts(run.overhead)));
  return sections.text(kMostMarkdownBytes);
}

std::string markdown_report(std::span<const ReportInput> inputs) {
  return inputs.size() == 1 ? markdown_report(inputs.front().run) : side_by_side(inputs);
}

}  // namespace sudoku
