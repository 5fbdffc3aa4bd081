#include "harness/report/notes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/base/text.h"
#include "harness/base/units.h"
#include "harness/external/external.h"
#include "harness/result/comparison.h"
#include "harness/result/rates.h"

namespace sudoku::report {

namespace {

// Notes on the rows of a result table, in the order in which they are added.
struct Notes {
  const View& view;
  std::vector<Note> list = {};
  bool are_warnings = false;  // those that are added next

  // Adds a note unless it is empty.
  void add(const std::string& note) {
    if (!note.empty()) list.push_back({note, are_warnings});
  }

  // Adds the note `text_of(row, label)` on each row for which it is not empty.
  template <typename TextOf>
  void each(const TextOf& text_of) {
    for (const result::Row* row : view.rows)
      add(text_of(*row, label_of(view, *row)));
  }

  // Adds the note "sentence: mrv, dlx" on the rows that fulfil `predicate`, if there are any.
  template <typename Predicate>
  void rows(const std::string& sentence, const Predicate& predicate) {
    std::vector<std::string> labels;
    for (const result::Row* row : view.rows)
      if (predicate(*row)) labels.push_back(label_of(view, *row));
    if (labels.empty()) return;
    const bool are_all = labels.size() > 1 && labels.size() == view.rows.size();
    add(sentence + ": " + (are_all ? "all rows" : fmt::format("{}", fmt::join(labels, ", "))));
  }

  // Adds the note "sentence: mrv 3 %, dlx 5 %" on the rows with a text of `figure_of`, if any.
  template <typename FigureOf>
  void together(const std::string& sentence, const FigureOf& figure_of) {
    std::vector<std::string> figures;
    for (const result::Row* row : view.rows) {
      const std::string figure = figure_of(*row);
      if (!figure.empty()) figures.push_back(label_of(view, *row) + " " + figure);
    }
    if (!figures.empty()) add(fmt::format("{}: {}", sentence, fmt::join(figures, ", ")));
  }

  // Adds one note per reason that `reason_of` gives, on all rows that share the reason.
  template <typename ReasonOf>
  void reasons(const std::string& what, const ReasonOf& reason_of) {
    std::map<std::string, std::vector<std::string>> labels;
    for (const result::Row* row : view.rows) {
      const std::string reason = reason_of(*row);
      if (!reason.empty()) labels[reason].push_back(label_of(view, *row));
    }
    for (const auto& [reason, of_reason] : labels)
      add(fmt::format("{}: {}: {}", what, reason, fmt::join(of_reason, ", ")));
  }
};

// A fault with its puzzle: "died of SIGSEGV, on line 12: ..48…". Not all of this is known of a
// fault that was not recorded in a round.
template <typename Fault>
std::string fault_text(const Fault& fault) {
  const bool has_line = fault.line != result::kNoLine;
  return fault.reason + (has_line ? ", on line " + base::count_text(fault.line) : "") +
         (fault.puzzle.empty() ? "" : (has_line ? ": " : ", on ") + fault.puzzle);
}

std::string wrong_answer_text(const result::Row& row, const std::string& label) {
  if (row.wrong_answers.empty()) return "";
  return fmt::format("wrong: {}: {}", label, fault_text(row.wrong_answers.front()));
}

// The first crash of a row; how many there are is a verdict.
std::string crash_text(const result::Row& row, const std::string& label) {
  const auto is_crash = [](const result::IncidentRecord& incident) {
    return incident.outcome == Outcome::crashed || incident.line == result::kNoLine;
  };
  const auto first = std::ranges::find_if(row.incidents, is_crash);
  if (first == row.incidents.end()) return "";
  return fmt::format("crashed: {}: {}", label, fault_text(*first));
}

// On how many puzzles a solver gave up: "on 3 of 412".
std::string given_up_text(const result::Row& row) {
  if (result::status_of(row) != result::RowStatus::gave_up) return "";
  return fmt::format("on {} of {}", base::count_text(row.outcomes[Outcome::timeout]),
                     base::count_text(row.puzzles));
}

// Whether other work disturbed most of a dataset's rounds of which that is known.
bool was_busy(const View& view) {
  std::size_t known = 0;
  std::size_t disturbed = 0;
  for (const result::Row* row : view.rows) {
    if (result::is_command(*row)) continue;  // waits for its pipes on any machine
    for (const result::BlockRecord& block : row->blocks) {
      for (std::size_t round = 0; round < block.seconds.size(); ++round) {
        if (!block.core_share && !std::isfinite(result::running_seconds(block, round))) continue;
        ++known;
        disturbed += result::was_disturbed(block, round) ? 1 : 0;
      }
    }
  }
  return 2 * disturbed > known;
}

// Time per puzzle in the quickest round of each block, without waiting for the CPU as far as that
// is known; NaN without a round.
double quickest_ns(const result::Row& row) {
  double seconds = 0;
  std::uint64_t puzzles = 0;
  for (const result::BlockRecord& block : row.blocks) {
    if (block.seconds.empty()) continue;
    double least = HUGE_VAL;
    for (std::size_t round = 0; round < block.seconds.size(); ++round) {
      const double running = result::running_seconds(block, round);
      least = std::min(least, std::isfinite(running) ? running : block.seconds[round]);
    }
    seconds += least;
    puzzles += block.puzzles;
  }
  return 1e9 * seconds / static_cast<double>(puzzles);
}

// Returns whether a solver seems to remember puzzles: faster where they repeat than relabelled. A
// machine that was busy explains that too, where it is not known how long the solver waited.
bool seems_to_remember(const View& view, const result::Row& row) {
  const bool is_timed = result::status_of(row) < result::RowStatus::gave_up && row.threads == 1 &&
                        row.latency && row.latency->chunk == 1;
  const bool is_quicker = is_timed && 2 * row.latency->mean_ns() < quickest_ns(row);
  return is_quicker && (result::knows_running_times(row.blocks) || !was_busy(view));
}

// Why a row that lacks no answer has no speed-up; empty for the user's own, whose verdict says it.
std::string why_no_speedup(const View& view, const result::Row& row) {
  if (!is_sound(view, row) || result::has_ratio(row.speedup) || is_own(view, row)) return "";
  if (row.speedup) return reason_text(*row.speedup);
  const result::Row* const reference = reference_of(view, row);
  const bool has_other = reference != nullptr && reference != &row;
  return has_other ? result::why_not_compared(row, *reference) : "";
}

// What a solver did less than others, or than it was asked for.
std::string shortcut_text(const View& view, const result::Row& row, const std::string& label) {
  const bool is_lesser = does_less(view, row);
  const bool stops = row.solution_limit > 1 && row.outcomes[Outcome::first] > 0;
  if (result::is_void(row) || !(is_lesser || stops)) return "";
  constexpr std::array<const char*, 3> kMore = {"find some", "prove uniqueness", "count"};
  const std::uint64_t sought = std::min<std::uint64_t>(result::solutions_sought(row), 2);
  return fmt::format("{}{} {}: it does less work than solvers that {}", is_lesser ? "§ " : "",
                     label, result::shortcut_of(row), kMore.at(sought));
}

// On how many puzzles a solver showed no solution although it was asked for one.
std::string hidden_text(const result::Row& row) {
  const std::uint64_t hidden = row.solutions_hidden.value_or(0);
  if (result::is_void(row) || hidden == 0) return "";
  return fmt::format("({} of {})", base::count_text(hidden), base::count_text(row.puzzles));
}

// Part of a plugin's specification, in double quotes if it contains a separator.
std::string part(const std::string& text) {
  return text.find_first_of(":,") == std::string::npos ? text : "\"" + text + "\"";
}

std::string plugin_text(const result::ExternalRecord& external) {
  const std::string config = external.config == 0 ? "" : fmt::format(":{}", external.config);
  return part(external.library) + ":" + part(external.symbol) + config;
}

// The option --plugin or --exec that describes the row's external solver.
std::vector<std::string> option_of_external(const result::Row& row) {
  const result::ExternalRecord& external = *row.external;
  const bool is_command = external.library.empty();
  std::string parts = "name=" + row.solver;
  if (external.limit != "honoured") parts += ",limit=" + external.limit;
  if (is_command ? external.batch > 1 : external.takes_batches.has_value())
    parts += fmt::format(",batch={}", external.batch);
  if (!is_command && external.fills_solution)
    parts += *external.fills_solution ? ",fills=yes" : ",fills=no";
  if (is_command) return {"--exec", parts + ":" + base::shell_quoted(external.command)};
  if (!external.thread_safe) parts += ",threads=unsafe";
  return {"--plugin", plugin_text(external) + "," + parts};
}

// On how many puzzles a solver got stuck: "on 12 of 95 puzzles (filled 31 % of their blanks)".
std::string stuck_text(const result::Row& row) {
  if (result::status_of(row) != result::RowStatus::partial) return "";
  std::string text = fmt::format("on {} of {}", base::count_text(row.outcomes[Outcome::incomplete]),
                                 base::plural(row.puzzles, "puzzle"));
  if (row.logic && row.logic->blanks > 0) {
    text += fmt::format(" (filled {} of their blanks)",
                        base::share_text(row.logic->filled, row.logic->blanks));
  }
  return text;
}

// What valgrind counted: "mrv: 235,387 instructions per puzzle as avx2 code".
std::string valgrind_text(const result::Row& row, const std::string& label) {
  if (!row.valgrind || row.valgrind->puzzles == 0) return "";
  const std::string& isa = row.valgrind->isa;
  return fmt::format("{}: {} instructions per puzzle{}", label,
                     base::number_text(row.valgrind->per_puzzle()),
                     isa.empty() ? "" : fmt::format(" as {} code", isa));
}

Facts known(Facts facts) {
  std::erase_if(facts, [](const auto& fact) {
    return fact.second.empty() || fact.second == base::kUnknownText;
  });
  return facts;
}

std::string cores_text(const result::EnvironmentRecord& environment) {
  if (environment.cores == 0) return "";
  return fmt::format("{}{}{}", environment.cores,
                     environment.smt_siblings ? ", some of them SMT siblings" : "",
                     environment.pinned ? ", threads pinned" : ", threads not pinned");
}

std::string limit_or_none(double seconds) {
  return seconds > 0 ? base::limit_text(seconds) : "none";
}

}  // namespace

std::string clues_text(const result::DatasetRecord& dataset) {
  if (dataset.clues_min == dataset.clues_max) return base::plural(dataset.clues_min, "clue");
  return fmt::format("{}–{} clues (mean {:.1f})", dataset.clues_min, dataset.clues_max,
                     dataset.clues_mean);
}

std::string caption(const View& view) {
  const result::DatasetRecord& dataset = view.dataset;
  std::string text = base::plural(dataset.puzzles, "puzzle") + ", " + clues_text(dataset);
  if (dataset.bad_rows > 0) text += ", " + base::plural(dataset.bad_rows, "bad row");
  if (dataset.puzzles < result::kSmallSet) text += "; small set: speed may be overstated";
  if (dataset.puzzles < result::kFewestShared) text += ", too few puzzles to compare solvers";
  return text;
}

std::vector<Note> notes(const View& view) {
  Notes notes{.view = view};
  notes.each(wrong_answer_text);
  notes.each(crash_text);
  notes.are_warnings = true;
  notes.each([](const result::Row& row, const std::string& label) {
    const std::string text = audit_text(row);
    return text.empty() ? text : fmt::format("audit of {}: {}", label, text);
  });
  notes.together("only count: showed no solution of puzzles asked for one, so none was checked",
                 hidden_text);
  notes.rows(
      "latencies are less than half of the time per puzzle in the quickest throughput rounds, "
      "as if the solver remembered puzzles",
      [&view](const result::Row& row) { return seems_to_remember(view, row); });
  notes.rows("cut short, figures cover what was measured",
             [](const result::Row& row) { return !row.complete && row.disqualified.empty(); });
  notes.are_warnings = false;
  notes.each([&view](const result::Row& row, const std::string& label) {
    return shortcut_text(view, row, label);
  });
  notes.together("¶ got stuck, and the speed counts only the time until then", stuck_text);
  notes.together("≤ gave up on puzzles; the time spent on them counts", given_up_text);
  notes.reasons("no speed-up",
                [&view](const result::Row& row) { return why_no_speedup(view, row); });
  if (!view.machine_movement.empty())
    notes.add("~ " + view.machine_movement + ": ratios are paired by round, rates are not");
  notes.each(valgrind_text);
  notes.reasons("valgrind counted no instructions",
                [](const result::Row& row) { return row.valgrind ? row.valgrind->absence : ""; });
  return notes.list;
}

std::string repeat_command(const result::RunResult& run, const result::Row& row,
                           const std::string& puzzle) {
  const std::string solver = row.external
                                 ? "--solvers none " + base::shell_quoted(option_of_external(row))
                                 : base::shell_quoted({"--solvers", row.solver});
  return fmt::format("echo {} | sudoku-bench run - {} --threads 1 --solutions {}",
                     base::shell_quoted({puzzle}), solver, run.settings[result::kSolutionLimit]);
}

std::string audit_text(const result::Row& row) {
  if (result::is_void(row) || !row.task || !row.external) return "";
  result::Task declared = result::Task::counts;
  const char* declared_text = "to count solutions up to the limit";
  if (row.external->limit == name_of(external::LimitUse::first)) {
    declared = result::Task::stops_at_first;
    declared_text = "to stop at the first solution";
  } else if (row.external->limit == name_of(external::LimitUse::two)) {
    declared = result::Task::proves_uniqueness;
    declared_text = "to stop at the second solution";
  }
  if (row.task->does == result::name_of(declared) && !row.task->ignores_contradictions) return "";
  std::string text = row.task->does == result::name_of(result::Task::unclear)
                         ? "what it does is unclear"
                         : fmt::format("declared {}; it {}", declared_text, row.task->does);
  if (row.task->ignores_contradictions) text += ", and finds solutions where there are none";
  return row.task->evidence.empty() ? text : text + ": " + row.task->evidence;
}

std::string tool_text(const result::ToolRecord& tool) {
  return fmt::format("sudoku-bench {} ({}), {}, {}, {}", tool.version, tool.git_revision,
                     tool.build_type, tool.compiler, tool.flags);
}

Facts environment_facts(const result::RunResult& run) {
  const result::EnvironmentRecord& environment = run.environment;
  Facts facts = {{"tool", tool_text(run.tool)},
                 {"CPU", environment.cpu},
                 {"instruction set", environment.isa_dispatched},
                 {"cores", cores_text(environment)},
                 {"governor", environment.governor},
                 {"boost", environment.boost}};
  std::set<std::string> seen;
  for (const result::Row& row : run.results) {
    if (!row.external || !seen.insert(row.solver).second) continue;
    const result::ExternalRecord& external = *row.external;
    const bool has_both = !external.version.empty() && !external.flags.empty();
    facts.emplace_back("solver " + row.solver,
                       external.version + (has_both ? ", " : "") + external.flags);
  }
  return known(facts);
}

Facts settings_facts(const result::RunResult& run) {
  const result::SettingsRecord& settings = run.settings;
  const std::uint64_t processes = settings[result::kProcesses];
  return known(
      {{"solution limit", base::count_text(settings[result::kSolutionLimit])},
       {"rounds", fmt::format("{} for throughput, {} for latency", settings[result::kRounds],
                              settings[result::kLatencyRounds])},
       {"processes", processes > 1 ? base::count_text(processes) : ""},
       {"time budget per solver and dataset", limit_or_none(settings[result::kTimeBudget])},
       {"time limit per puzzle", limit_or_none(settings[result::kPuzzleTimeout])},
       {"verified answers", settings[result::kVerify]},
       {"reference", settings[result::kReference]},
       {"suite", settings.suite ? settings.suite->path : ""},
       {"overhead of the harness per puzzle",
        run.overhead.null_span_ns > 0
            ? fmt::format("{} in throughput rounds, {} in latency rounds",
                          base::duration_text(run.overhead.null_span_ns),
                          base::duration_text(run.overhead.null_stamped_ns))
            : ""}});
}

}  // namespace sudoku::report
