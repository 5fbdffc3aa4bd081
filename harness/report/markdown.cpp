#include "harness/report/markdown.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <span>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/report/figures.h"
#include "harness/report/notes.h"
#include "harness/report/outside.h"
#include "harness/report/units.h"
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

// Left out when there is nothing to say: not every machine tells everything.
void add_fact(std::string& text, const char* name, const std::string& fact) {
  if (!fact.empty() && fact != kUnknownText) text += list_item(fmt::format("{}: {}", name, fact));
}

std::string cores_text(const EnvironmentRecord& environment) {
  if (environment.cores == 0) return "";
  return fmt::format("{}{}{}", environment.cores,
                     environment.smt_siblings ? ", some of them SMT siblings" : "",
                     environment.pinned ? ", threads pinned" : ", threads not pinned");
}

std::string environment_section(const RunResult& run) {
  const EnvironmentRecord& environment = run.environment;
  std::string text = "## Environment\n\n";
  add_fact(text, "tool",
           fmt::format("sudoku-bench {} ({}), {}, {}, {}", run.tool.version, run.tool.git_revision,
                       run.tool.build_type, run.tool.compiler, run.tool.flags));
  add_fact(text, "CPU", environment.cpu);
  add_fact(text, "instruction sets", fmt::format("{}", fmt::join(environment.isa_available, ", ")));
  add_fact(text, "used", environment.isa_dispatched);
  add_fact(text, "cores", cores_text(environment));
  add_fact(text, "clock of a dependent add chain",
           environment.pilot_ghz > 0 ? number_text(environment.pilot_ghz) + " GHz" : "");
  add_fact(text, "governor", environment.governor);
  add_fact(text, "boost", environment.boost);
  add_fact(text, "load before the run", number_text(environment.load));
  add_fact(text, "CPU time stolen by the hypervisor", percent_text(environment.steal));
  add_fact(text, "involuntary context switches", count_text(environment.involuntary_switches));
  add_fact(text, "memory", bytes_text(environment.memory_bytes));
  add_fact(text, "kernel", environment.kernel);
  add_fact(text, "container or virtual machine", environment.container);
  return text + "\n";
}

std::string command_section(const RunResult& run) {
  return fmt::format("## Command\n\n```sh\n{}\n```\n\nFrom {} to {}.\n\n",
                     shell_quoted(run.command), run.started, run.finished);
}

std::string limit_or_none(double seconds) {
  return seconds > 0 ? limit_text(seconds) : "none";
}

std::string settings_section(const SettingsRecord& settings) {
  std::string text = "## Settings\n\n";
  add_fact(text, "solution limit", count_text(settings.solution_limit));
  add_fact(
      text, "rounds",
      fmt::format("{} for throughput, {} for latency", settings.rounds, settings.latency_rounds));
  add_fact(text, "warm-up before a solver", limit_or_none(settings.warmup_s));
  add_fact(text, "time budget per solver and dataset", limit_or_none(settings.time_budget_s));
  add_fact(text, "time limit per puzzle", limit_or_none(settings.puzzle_timeout_s));
  add_fact(text, "block", plural(settings.block, "puzzle"));
  add_fact(text, "seed", fmt::format("{}", settings.seed));
  add_fact(text, "repeated passes", settings.permute ? "full isomorphs" : "digits relabelled");
  add_fact(text, "referee", settings.verify);
  add_fact(text, "in worker processes",
           settings.isolate == "all" ? "all solvers" : "solvers from outside");
  add_fact(text, "memory limit of a worker process", bytes_text(settings.memory_limit_bytes));
  add_fact(text, "reference", settings.reference);
  if (settings.suite) {
    add_fact(text, "suite",
             fmt::format("{} (sha256 {})", settings.suite->path, settings.suite->sha256));
  }
  return text + "\n";
}

// Above this many a reader no longer looks at single puzzles; the result document has them all.
constexpr std::size_t kSlowestShown = 5;

std::string slow_time(const RunResult& run, const SlowPuzzle& slow) {
  const bool censored = slow.outcome == Outcome::timeout;
  return censored ? censored_text(run, slow.latency_ns) : duration_text(slow.latency_ns);
}

void add_slowest(const View& view, const ResultRecord& row, Table& table) {
  const std::size_t shown = std::min(kSlowestShown, row.slowest.size());
  for (const SlowPuzzle& slow : std::span(row.slowest).first(shown)) {
    table.add_row({{label_of(view, row)},
                   {slow_time(view.run, slow)},
                   {count_text(slow.guesses)},
                   {std::string(name_of(slow.outcome))},
                   {count_text(slow.line)},
                   {slow.puzzle}});
  }
}

// The command for one row of the table above it.
std::string repeat_command(const View& view, const ResultRecord& row) {
  return fmt::format("echo {} | sudoku-bench run - {} --threads 1 --solutions {}",
                     shell_quoted({row.slowest.front().puzzle}), options_for(row),
                     view.run.settings.solution_limit);
}

std::string slowest_part(const View& view) {
  Table table({{"solver", Align::left},
               {"latency"},
               {"guesses"},
               {"outcome", Align::left},
               {"line"},
               {"puzzle", Align::left}});
  std::string commands;
  for (const ResultRecord* row : view.rows) {
    if (is_void(*row) || row->slowest.empty()) continue;
    add_slowest(view, *row, table);
    commands += repeat_command(view, *row) + "\n";
  }
  if (commands.empty()) return "";
  return fmt::format(
      "### Slowest puzzles\n\nLines of `{}`.\n\n{}\nThe slowest of each solver again:\n\n"
      "```sh\n{}```\n\n",
      view.dataset.path, table.markdown(), commands);
}

std::string wrong_part(const View& view) {
  Table table({{"solver", Align::left}, {"line"}, {"puzzle", Align::left}, {"why", Align::left}});
  bool any = false;
  for (const ResultRecord* row : view.rows) {
    for (const WrongAnswer& wrong : row->wrong_answers) {
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

std::string dataset_section(const View& view) {
  std::string text = "## " + escape_markdown(view.dataset.name) + "\n\n" +
                     escape_markdown(caption(view)) + ".\n\n";
  if (view.rows.empty()) return text + "Nothing was measured.\n\n";
  text += figures_table(view).markdown() + "\n";
  const std::vector<std::string> remarks = notes(view);
  if (!remarks.empty()) text += list(remarks) + "\n";
  return text + slowest_part(view) + wrong_part(view) + quarantine_part(view.dataset);
}

std::string warnings_section(const RunResult& run) {
  if (run.environment.warnings.empty()) return "";
  return "## Warnings\n\n" + list(run.environment.warnings) + "\n";
}

std::string overhead_section(const OverheadRecord& overhead) {
  std::string text = "## What the harness costs\n\n";
  add_fact(text, "one clock stamp", duration_text(overhead.clock_ns));
  add_fact(text, "per puzzle, null solver, throughput rounds",
           duration_text(overhead.null_span_ns));
  add_fact(text, "per puzzle, null solver, latency rounds",
           duration_text(overhead.null_stamped_ns));
  return text;
}

bool is_plain(const std::string& word) {
  const auto plain = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("_-./:=,+@%").find(c) != std::string_view::npos;
  };
  return !word.empty() && std::ranges::all_of(word, plain);
}

std::string shell_word(const std::string& word) {
  if (is_plain(word)) return word;
  std::string quoted = "'";
  for (const char c : word)
    quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

}  // namespace

std::string shell_quoted(const std::vector<std::string>& command) {
  std::vector<std::string> words;
  std::ranges::transform(command, std::back_inserter(words), shell_word);
  return fmt::format("{}", fmt::join(words, " "));
}

std::string markdown_report(const RunResult& run) {
  std::string text = "# Sudoku solvers, measured\n\n" + list(verdicts(run)) + "\n";
  text += environment_section(run) + command_section(run) + settings_section(run.settings);
  text += outside_section(run);
  for (const DatasetRecord& dataset : run.datasets)
    text += dataset_section(view_of(run, dataset));
  text += "## What the columns mean\n\n" + list(legend(run)) + "\n";
  return text + warnings_section(run) + overhead_section(run.overhead);
}

}  // namespace sudoku
