#include "harness/report/side_by_side.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "harness/report/facts.h"
#include "harness/report/markdown.h"
#include "harness/report/table.h"
#include "harness/report/units.h"
#include "harness/report/verdicts.h"
#include "harness/report/view.h"

namespace sudoku {

namespace {

// More columns than these nobody compares; the page has them all.
constexpr std::size_t kMostRuns = 8;

constexpr std::size_t kVerdictsOfARun = 20;

std::string stem_of(const std::string& file) {
  return std::filesystem::path(file).stem().string();
}

std::string run_section(std::span<const ReportInput> inputs, const ReportInput& input) {
  const RunResult& run = input.run;
  std::string text =
      fmt::format("## {}\n\n- {}, {}, {}{}\n", escape_markdown(label_of(inputs, input)),
                  escape_markdown(run.started), escape_markdown(run.environment.cpu),
                  escape_markdown(tool_text(run.tool)), run.complete ? "" : ", interrupted");
  std::size_t shown = 0;
  const std::vector<Verdict> all = verdicts(run);
  for (const Verdict& verdict : all) {
    if (shown++ == kVerdictsOfARun) break;
    text += "- " + escape_markdown(verdict.text) + "\n";
  }
  for (const std::string& warning : run.environment.warnings)
    text += "- warning: " + escape_markdown(warning) + "\n";
  return text + "\n";
}

// A line of the table: the same dataset (by digest), solver and thread count in every run.
using Key = std::tuple<std::string, std::string, std::uint64_t>;

struct Rates {
  std::string dataset;
  std::vector<Cell> cells;
};

std::vector<std::pair<Key, Rates>> rates_of(std::span<const ReportInput> inputs) {
  std::vector<std::pair<Key, Rates>> lines;  // in the order of the first run that has it
  std::map<Key, std::size_t> places;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    for (const DatasetRecord& dataset : inputs[i].run.datasets) {
      for (const ResultRecord* row : view_of(inputs[i].run, dataset).rows) {
        const Key key = {dataset.sha256 + dataset.name, row->solver, row->threads};
        const auto [place, is_new] = places.try_emplace(key, lines.size());
        if (is_new) lines.push_back({key, {.dataset = dataset.name, .cells = {}}});
        std::vector<Cell>& cells = lines[place->second].second.cells;
        cells.resize(inputs.size(), Cell{kUnknownText});
        cells[i] = {is_void(*row) ? void_text(*row) : rate_with_interval(row->puzzles_per_second)};
      }
    }
  }
  return lines;
}

std::string rates_section(std::span<const ReportInput> inputs) {
  std::vector<Column> columns = {{"dataset", Align::left}, {"solver", Align::left}, {"threads"}};
  for (const ReportInput& input : inputs)
    columns.push_back({label_of(inputs, input)});
  Table table(std::move(columns));
  const auto lines = rates_of(inputs);
  const std::size_t shown = std::min(kMostMarkdownRows, lines.size());
  for (const auto& [key, rates] : std::span(lines).first(shown)) {
    std::vector<Cell> cells = {{rates.dataset}, {std::get<1>(key)}, {count_text(std::get<2>(key))}};
    cells.insert(cells.end(), rates.cells.begin(), rates.cells.end());
    table.add_row(std::move(cells));
  }
  std::string text = "## Puzzles per second (95 % interval)\n\n" + table.markdown() + "\n";
  if (shown < lines.size())
    text += fmt::format("{} more rows are in the result documents.\n\n", lines.size() - shown);
  return text +
         "Intervals are of each run alone: whether a change between two runs is real, "
         "`sudoku-bench compare` says.\n";
}

}  // namespace

std::string label_of(std::span<const ReportInput> inputs, const ReportInput& input) {
  const auto same = std::ranges::count_if(inputs, [&input](const ReportInput& other) {
    return stem_of(other.file) == stem_of(input.file);
  });
  return same > 1 ? input.file : stem_of(input.file);
}

std::string side_by_side(std::span<const ReportInput> inputs) {
  std::string text = "# Sudoku solvers, measured\n\n";
  const auto shown = inputs.last(std::min(kMostRuns, inputs.size()));
  if (shown.size() < inputs.size())
    text += fmt::format("The last {} of {}.\n\n", shown.size(), plural(inputs.size(), "run"));
  for (const ReportInput& input : shown)
    text += run_section(inputs, input);
  return text + rates_section(shown);
}

}  // namespace sudoku
