#include "harness/report/outside.h"

#include <algorithm>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "harness/report/shell.h"
#include "harness/report/table.h"
#include "harness/report/units.h"

namespace sudoku {

namespace {

// Seconds; below it nobody would notice.
constexpr double kNoticeableStart = 0.001;

// So much of a digest tells files apart.
constexpr std::size_t kDigestShown = 12;

void note_incidents(const View& view, const ResultRecord& row, Outcome outcome,
                    std::string_view what_happened, std::vector<std::string>& notes) {
  const auto first = std::ranges::find(row.incidents, outcome, &IncidentRecord::outcome);
  if (first == row.incidents.end()) return;
  // Of a block that it did not finish only the incidents are known.
  const auto listed = std::ranges::count(row.incidents, outcome, &IncidentRecord::outcome);
  const auto puzzles = std::max(count_of(row, outcome), static_cast<std::uint64_t>(listed));
  notes.push_back(fmt::format("{} {} on {}, the first on line {}: {}", label_of(view, row),
                              what_happened, plural(puzzles, "puzzle"), count_text(first->line),
                              first->reason));
}

void note_limit(const View& view, const ResultRecord& row, std::vector<std::string>& notes) {
  if (is_void(row) || row.solution_limit == 1) return;
  const std::string label = label_of(view, row);
  if (count_of(row, Outcome::first) > 0) {
    notes.push_back(fmt::format(
        "{} stops at the first solution: it does less than solvers that prove uniqueness", label));
  }
  if (row.external && row.external->limit == "all") {
    notes.push_back(fmt::format(
        "{} counts all solutions whatever the limit: it may do more than the others", label));
  }
}

// One sentence about all rows that `figure_of` has a text for.
template <typename FigureOf>
void note_together(const View& view, const std::string& sentence, const FigureOf& figure_of,
                   std::vector<std::string>& notes) {
  std::string list;
  for (const ResultRecord* row : view.rows) {
    const std::string figure = figure_of(*row);
    if (figure.empty()) continue;
    list += fmt::format("{} {} {}", list.empty() ? ":" : ",", label_of(view, *row), figure);
  }
  if (!list.empty()) notes.push_back(sentence + list);
}

std::string asked_text(const ResultRecord& row) {
  if (is_void(row) || row.solutions_asked == 0) return {};
  return fmt::format("({} of {})", count_text(row.solutions_asked), count_text(row.puzzles));
}

std::string tally_text(const ResultRecord& row) {
  if (is_void(row) || !row.tally) return {};
  return fmt::format("{:.3g} {}", row.tally->mean, row.tally->what);
}

std::string start_text(const ResultRecord& row) {
  return row.startup_s > kNoticeableStart ? duration_text(row.startup_s * 1e9) : "";
}

// In double quotes when it holds what separates parts.
std::string part(const std::string& text) {
  return text.find_first_of(":,") == std::string::npos ? text : "\"" + text + "\"";
}

std::string plugin_text(const ExternalRecord& external) {
  const std::string config = external.config == 0 ? "" : fmt::format(":{}", external.config);
  return part(external.library) + ":" + part(external.symbol) + config;
}

// What a table shows of where it comes from.
std::string origin_of(const ExternalRecord& external) {
  return external.library.empty() ? shell_quoted(external.command) : plugin_text(external);
}

std::string plugin_spec(const ResultRecord& row) {
  const ExternalRecord& external = *row.external;
  std::string text = plugin_text(external) + ",name=" + row.solver;
  if (external.limit != "honoured") text += ",limit=" + external.limit;
  if (external.fills_solution) text += ",fills=yes";
  if (!external.thread_safe) text += ",threads=unsafe";
  return text;
}

std::string command_spec(const ResultRecord& row) {
  const ExternalRecord& external = *row.external;
  std::string text = "name=" + row.solver;
  if (external.limit != "honoured") text += ",limit=" + external.limit;
  if (external.batch > 1) text += fmt::format(",batch={}", external.batch);
  return text + ":" + shell_quoted(external.command);
}

}  // namespace

void note_outside(const View& view, std::vector<std::string>& notes) {
  for (const ResultRecord* row : view.rows) {
    note_incidents(view, *row, Outcome::crashed, "crashed", notes);
    note_incidents(view, *row, Outcome::timeout, "timed out", notes);
    if (!row->disqualified.empty()) {
      notes.push_back(fmt::format("{}: disqualified: {}", label_of(view, *row), row->disqualified));
    }
    note_limit(view, *row, notes);
  }
  note_together(view, "only count above limit 1; asked again for a solution", asked_text, notes);
  note_together(view, "also counted, mean per puzzle", tally_text, notes);
  note_together(view, "start-up, not part of any time above", start_text, notes);
}

std::string options_for(const ResultRecord& row) {
  if (!row.external) return shell_quoted({"--solvers", row.solver});
  const bool is_plugin = !row.external->library.empty();
  return shell_quoted({"--solvers", "none", is_plugin ? "--plugin" : "--exec",
                       is_plugin ? plugin_spec(row) : command_spec(row)});
}

std::string provenance_text(const ExternalRecord& external) {
  std::string text = origin_of(external);
  const auto add = [&text](const std::string& name, const std::string& fact) {
    if (!fact.empty()) text += ", " + name + fact;
  };
  add("version ", external.version);
  add("", external.flags);
  add("sha256 ", external.sha256.substr(0, kDigestShown));
  add("", external.compiler);
  return text;
}

std::string outside_section(const RunResult& run) {
  Table table({{"solver", Align::left},
               {"version", Align::left},
               {"flags", Align::left},
               {"from", Align::left},
               {"sha256", Align::left},
               {"compiler", Align::left}});
  std::set<std::string> seen;
  for (const ResultRecord& row : run.results) {
    if (!row.external || !seen.insert(row.solver).second) continue;
    const ExternalRecord& external = *row.external;
    table.add_row({{row.solver},
                   {external.version},
                   {external.flags},
                   {origin_of(external)},
                   {external.sha256.substr(0, kDigestShown)},
                   {external.compiler}});
  }
  if (seen.empty()) return "";
  return "## Solvers from outside\n\nVersion and flags as given by who ran them; digest and "
         "compiler as found in the file.\n\n" +
         table.markdown() + "\n";
}

}  // namespace sudoku
