#include "harness/report/notes.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/base/table.h"
#include "harness/base/text.h"
#include "harness/base/units.h"
#include "harness/external/external.h"
#include "harness/result/comparison.h"
#include "harness/result/rates.h"
#include "harness/stats/quantile.h"

namespace sudoku::report {

namespace {

// Notes on the rows of a result table, in the order in which they are added.
struct Notes {
  const View& view;
  std::vector<Note> list = {};
  Note::Weight weight = Note::Weight::detail;  // of the notes that are added next

  // Adds a note unless it is empty.
  void add(const std::string& note) {
    if (!note.empty()) list.push_back({note, weight});
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
    const std::vector<std::string> labels = labels_by<bool>(predicate)[true];
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
    for (const auto& [reason, labels] : labels_by<std::string>(reason_of))
      add(fmt::format("{}: {}: {}", what, reason, fmt::join(labels, ", ")));
  }

  // Labels of the rows that share a key, by key; without the rows whose key is empty, 0 or false.
  template <typename Key, typename KeyOf>
  std::map<Key, std::vector<std::string>> labels_by(const KeyOf& key_of) const {
    std::map<Key, std::vector<std::string>> labels;
    for (const result::Row* row : view.rows) {
      const Key key = std::invoke(key_of, *row);
      if (key != Key()) labels[key].push_back(label_of(view, *row));
    }
    return labels;
  }
};

std::string wrong_answer_text(const result::Row& row, const std::string& label) {
  if (row.wrong_answers.empty()) return "";
  const result::WrongAnswer& first = row.wrong_answers.front();
  if (first.line == result::kNoLine)
    return fmt::format("wrong: {}: {}, on {}", label, first.reason, first.puzzle);
  return fmt::format("wrong: {}, line {}: {}", label, base::count_text(first.line), first.reason);
}

std::string chunk_text(const result::Row& row, const std::string& label) {
  if (result::is_void(row) || !row.latency || row.latency->chunk <= 1) return "";
  return fmt::format("* {}: {} puzzles per call, whose latency is from call to return", label,
                     base::count_text(row.latency->chunk));
}

bool only_unique(const result::Row& row) { return row.outcomes[Outcome::unique] == row.puzzles; }

// Counts by kind, zeros left out: "1,302 unique, 3 timeout" or "x-wing 4".
std::string counts_text(std::span<const std::uint64_t> counts, const auto& text_of) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] > 0) parts.push_back(text_of(i, base::count_text(counts[i])));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string outcomes_text(const result::Row& row) {
  return counts_text(row.outcomes, [](std::size_t i, const std::string& count) {
    return fmt::format("{} {}", count, name_of(static_cast<Outcome>(i)));
  });
}

void note_outcomes(Notes& notes) {
  const View& view = notes.view;
  if (view.rows.empty()) return;
  const result::Row& first = *view.rows.front();
  const bool are_alike = std::ranges::all_of(
      view.rows, [&first](const result::Row* row) { return row->outcomes == first.outcomes; });
  if (are_alike) {
    if (!only_unique(first)) notes.add("outcomes: " + outcomes_text(first));
    return;
  }
  std::vector<std::pair<std::string, std::vector<std::string>>> rows;  // row names by outcomes
  for (const result::Row* row : view.rows) {
    if (only_unique(*row)) continue;
    // The number of puzzles is left out when all have one outcome: "all multiple".
    const auto most = std::ranges::max_element(row->outcomes) - row->outcomes.begin();
    const bool has_one = std::ranges::count(row->outcomes, 0U) + 1 == std::ssize(row->outcomes);
    const std::string text =
        has_one ? fmt::format("all {}", name_of(static_cast<Outcome>(most))) : outcomes_text(*row);
    auto alike = std::ranges::find(rows, text, &decltype(rows)::value_type::first);
    if (alike == rows.end()) alike = rows.insert(rows.end(), {text, {}});
    alike->second.push_back(label_of(view, *row));
  }
  for (const auto& [text, labels] : rows)
    notes.add(fmt::format("outcomes of {}: {}", fmt::join(labels, ", "), text));
}

bool gave_up(const result::Row& row) {
  return result::status_of(row) == result::RowStatus::gave_up;
}

std::string par2_text(const result::Row& row) {
  return gave_up(row) ? base::duration_text(row.par2_s() * 1e9) : "";
}

// Number of puzzles that the row's speed-up is over, if these are not all of the row.
std::uint64_t common_puzzles(const result::Row& row) {
  if (result::is_void(row) || !result::has_ratio(row.speedup)) return 0;
  return row.speedup->puzzles < row.puzzles ? row.speedup->puzzles : 0;
}

// How much faster a solver is on more threads: "2 threads against 1: 1.92× faster (1.90–1.94)".
std::string scaling_text(const result::Row& row) {
  if (result::is_void(row) || !result::has_ratio(row.scaling)) return "";
  const std::string reason = reason_text(*row.scaling);
  return fmt::format("{} against {}: {}{}", base::plural(row.threads, "thread"),
                     base::count_text(row.scaling->reference_threads),
                     base::ratio_text(result::shown_ratio(*row.scaling)),
                     reason.empty() ? "" : " (" + reason + ")");
}

// Adds a note per solver on how it scales: "scaling of mrv: 2 threads against 1: 1.92× faster
// (1.90–1.94), …".
void note_scaling(Notes& notes) {
  std::vector<std::pair<std::string, std::vector<std::string>>> solvers;  // in display order
  for (const result::Row* row : notes.view.rows) {
    const std::string text = scaling_text(*row);
    if (text.empty()) continue;
    auto found = std::ranges::find(solvers, row->solver, &decltype(solvers)::value_type::first);
    if (found == solvers.end()) found = solvers.insert(found, {row->solver, {}});
    found->second.push_back(text);
  }
  for (const auto& [solver, texts] : solvers)
    notes.add(fmt::format("scaling of {}: {}", solver, fmt::join(texts, ", ")));
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

std::string why_no_scaling(const result::Row& row) {
  if (result::is_void(row) || !row.scaling || result::has_ratio(row.scaling)) return "";
  return reason_text(*row.scaling);
}

// Why a row that lacks no answer has no speed-up; empty for the user's own, whose verdict says it.
std::string why_no_speedup(const View& view, const result::Row& row) {
  if (!is_sound(view, row) || result::has_ratio(row.speedup) || is_own(view, row)) return "";
  if (row.speedup) return reason_text(*row.speedup);
  const result::Row* const reference = reference_of(view, row);
  const bool has_other = reference != nullptr && reference != &row;
  return has_other ? result::why_not_compared(row, *reference) : "";
}

bool is_unstable(const result::Row& row) {
  return !result::is_void(row) && row.speedup && row.speedup->reason == result::Doubt::unstable;
}

// Why a speed-up has no interval, unless the row's speed has none for the same reason, or the
// interval was wide.
std::string why_uncertain(const result::Row& row) {
  if (result::is_void(row) || !result::has_ratio(row.speedup)) return "";
  const bool is_said = is_unstable(row) || row.speedup->reason == result::why_no_interval(row);
  return is_said ? "" : reason_text(*row.speedup);
}

// Note on how many processes were measured. The run itself warns if there are too few.
std::string processes_text(const View& view) {
  const auto row = std::ranges::find_if(
      view.rows, [](const result::Row* r) { return !result::is_void(*r) && r->processes; });
  if (row == view.rows.end()) return "";
  return fmt::format(
      "middles of {} processes: intervals are over processes; latencies are from the first process",
      (*row)->processes->time_per_puzzle_ns.size());
}

std::string clues_text(const result::DatasetRecord& dataset) {
  if (dataset.candidates) {
    const result::CandidatesRecord& candidates = *dataset.candidates;
    return fmt::format("pencilmarks, {}–{} candidates (mean {:.1f})", candidates.min,
                       candidates.max, candidates.mean);
  }
  if (dataset.clues_min == dataset.clues_max) return base::plural(dataset.clues_min, "clue");
  return fmt::format("{}–{} clues (mean {:.1f})", dataset.clues_min, dataset.clues_max,
                     dataset.clues_mean);
}

// Seconds above which reports mention a solver's start-up time.
constexpr double kNoticeableStart = 0.001;

// Names of settings that reports leave out, because they hardly matter to a reader or are told
// elsewhere. A setting that is neither left out nor has words of its own is listed by its name.
constexpr std::string_view kSettingsLeftOut[] = {
    "audit",  "batch",           "counters",       "pin", "precision", "puzzle_column", "sample",
    "strict", "solution_column", "wait_for_core_s"};

// Digits of a file's digest in reports, enough to tell files apart.
constexpr std::size_t kDigestShown = 12;

std::string incidents_text(const result::Row& row, const std::string& label, Outcome outcome,
                           std::string_view what_happened) {
  const auto is_meant = [outcome](const result::IncidentRecord& incident) {
    return incident.outcome == outcome && incident.line != result::kNoLine;
  };
  const auto first = std::ranges::find_if(row.incidents, is_meant);
  if (first == row.incidents.end()) return "";
  // A block of puzzles cut short counts no outcomes, but its crashes and timeouts are listed.
  const auto listed = std::ranges::count_if(row.incidents, is_meant);
  const auto puzzles = std::max(row.outcomes[outcome], static_cast<std::uint64_t>(listed));
  return fmt::format("{} {} on {}, the first on line {}: {}", label, what_happened,
                     base::plural(puzzles, "puzzle"), base::count_text(first->line), first->reason);
}

void note_limit(const result::Row& row, const std::string& label, Notes& notes) {
  if (result::is_void(row)) return;
  const bool is_lesser = does_less(notes.view, row);
  if (is_lesser || (row.solution_limit > 1 && row.outcomes[Outcome::first] > 0)) {
    constexpr std::array<const char*, 3> kMore = {"find some", "prove uniqueness", "count"};
    const std::uint64_t sought = std::min<std::uint64_t>(result::solutions_sought(row), 2);
    notes.add(fmt::format("{}{} {}: it does less work than solvers that {}", is_lesser ? "§ " : "",
                          label, result::shortcut_of(row), kMore.at(sought)));
  }
  if (row.solution_limit > 1 && row.external && row.external->limit == "all") {
    notes.add(fmt::format(
        "{} counts all solutions whatever the limit: it may do more work than the others", label));
  }
}

// How many of a row's puzzles, in parentheses; empty if none, or if the row is void.
std::string puzzles_text(const result::Row& row, std::uint64_t puzzles) {
  if (result::is_void(row) || puzzles == 0) return {};
  return fmt::format("({} of {})", base::count_text(puzzles), base::count_text(row.puzzles));
}

// Whether a solver showed some of the solutions that it counted, and left out others.
bool showed_some(const result::Row& row) {
  const std::uint64_t counted = row.outcomes[Outcome::unique] + row.outcomes[Outcome::multiple] +
                                row.outcomes[Outcome::first];
  return row.solutions_unshown.value_or(counted) < counted;
}

std::string shown_text(const result::Row& row) {
  if (showed_some(row)) return {};
  const std::uint64_t hidden = row.solutions_hidden.value_or(0);
  return puzzles_text(row, row.solutions_asked - std::min(row.solutions_asked, hidden));
}

std::string some_shown_text(const result::Row& row) {
  if (!showed_some(row)) return {};
  const std::string unshown = puzzles_text(row, row.solutions_unshown.value_or(0));
  if (unshown.empty()) return {};
  return fmt::format("{}, {} of them solved again at limit 1", unshown,
                     base::count_text(row.solutions_asked));
}

std::string hidden_text(const result::Row& row) {
  return puzzles_text(row, row.solutions_hidden.value_or(0));
}

std::string start_text(const result::Row& row) {
  return row.startup_s > kNoticeableStart ? base::duration_text(row.startup_s * 1e9) : "";
}

// Adds the notes on external solvers: crashes, kills, disqualifications, more or less work than
// other solvers, and start-up time.
void note_external(Notes& notes) {
  const View& view = notes.view;
  for (const result::Row* row : view.rows) {
    const std::string label = label_of(view, *row);
    for (const result::IncidentRecord& incident : row->incidents) {
      if (incident.line != result::kNoLine) continue;
      notes.add(fmt::format("{}: {}{}", label, incident.reason,
                            incident.puzzle.empty() ? "" : ", on " + incident.puzzle));
    }
    notes.add(incidents_text(*row, label, Outcome::crashed, "crashed"));
    notes.add(incidents_text(*row, label, Outcome::timeout, "timed out"));
    if (!row->disqualified.empty()) notes.add(label + ": disqualified: " + row->disqualified);
    note_limit(*row, label, notes);
  }
  notes.weight = Note::Weight::warning;
  notes.each([](const result::Row& row, const std::string& label) {
    const std::string text = audit_text(row);
    return text.empty() ? text : fmt::format("audit of {}: {}", label, text);
  });
  notes.together("only count: showed no solution of puzzles asked for one, so none was checked",
                 hidden_text);
  notes.weight = Note::Weight::detail;
  const bool lacks_audit = std::ranges::any_of(
      view.rows, [](const result::Row* row) { return row->external && !row->task; });
  if (lacks_audit && view.run.settings.find("audit") != nullptr)
    notes.add("no audit of what external solvers do (--audit off, or --verify off)");
  notes.together("show no solution above limit 1; solved again at limit 1", shown_text);
  notes.together("showed the solutions of some puzzles, and only counted others", some_shown_text);
  notes.together("start-up time, not included in any time above", start_text);
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
  if (external.pencilmarks) parts += ",pencilmarks=yes";
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

std::string techniques_text(const result::Row& row) {
  if (result::is_void(row) || !row.logic) return "";
  const std::string list =
      counts_text(row.logic->hardest, [](std::size_t i, const std::string& count) {
        return fmt::format("{} {}", name_of(static_cast<Technique>(i)), count);
      });
  return list.empty() ? "" : fmt::format("hardest technique that {} needed: {}", row.solver, list);
}

// Adds the notes on solvers without search.
void note_logic(Notes& notes) {
  std::set<std::string> seen;  // solvers whose note was added for another thread count
  for (const result::Row* row : notes.view.rows) {
    if (seen.insert(row->solver).second) notes.add(techniques_text(*row));
  }
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

std::string caption(const View& view) {
  const result::DatasetRecord& dataset = view.dataset;
  std::string text = base::plural(dataset.puzzles, "puzzle") + ", " + clues_text(dataset);
  if (dataset.bad_rows > 0) text += ", " + base::plural(dataset.bad_rows, "bad row");
  if (dataset.puzzles < result::kSmallSet) text += "; small set: speed may be overstated";
  if (dataset.puzzles < result::kFewestShared) text += ", too few puzzles to compare solvers";
  return text;
}

std::vector<Note> notes(const View& view) {
  Notes notes{.view = view, .weight = Note::Weight::remark};
  notes.each(wrong_answer_text);
  note_external(notes);
  notes.weight = Note::Weight::remark;
  notes.together("¶ got stuck, and the speed counts only the time until then", stuck_text);
  notes.rows(was_busy(view)
                 ? "≤ gave up on puzzles, perhaps because others had the CPU or its core "
                   "in most rounds; the time spent on them counts"
                 : "≤ gave up on puzzles; the time spent on them counts",
             gave_up);
  notes.reasons("no speed-up",
                [&view](const result::Row& row) { return why_no_speedup(view, row); });
  if (!view.machine_movement.empty())
    notes.add("~ " + view.machine_movement + ": ratios are paired by round, rates are not");
  notes.weight = Note::Weight::warning;
  notes.rows(
      "latencies are less than half of the time per puzzle in the quickest throughput rounds, "
      "as if the solver remembered puzzles",
      [&view](const result::Row& row) { return seems_to_remember(view, row); });
  notes.rows("cut short, figures cover what was measured",
             [](const result::Row& row) { return !row.complete && row.disqualified.empty(); });
  notes.weight = Note::Weight::remark;
  note_scaling(notes);
  notes.add(processes_text(view));
  notes.each(valgrind_text);
  notes.reasons("valgrind counted no instructions",
                [](const result::Row& row) { return row.valgrind ? row.valgrind->absence : ""; });
  notes.weight = Note::Weight::detail;
  notes.together("PAR-2, with puzzles given up at twice their limit", par2_text);
  notes.each(chunk_text);
  note_outcomes(notes);
  note_logic(notes);
  for (const auto& [puzzles, labels] : notes.labels_by<std::uint64_t>(common_puzzles)) {
    notes.add(fmt::format("speed-up over the {} that both were given: {}",
                          base::plural(puzzles, "puzzle"), fmt::join(labels, ", ")));
  }
  if (view.dataset.puzzles >= result::kSmallSet) {
    notes.rows(fmt::format("fewer than {} puzzles, speed may be overstated",
                           base::count_text(result::kSmallSet)),
               [](const result::Row& row) {
                 return !result::is_void(row) && row.puzzles < result::kSmallSet;
               });
  }
  notes.reasons("no interval", [](const result::Row& row) {
    return reason_text({.reference = {}, .ratio = {}, .reason = result::why_no_interval(row)});
  });
  notes.reasons("no scaling", why_no_scaling);
  notes.reasons("~ no interval of the speed-up", why_uncertain);
  notes.together("unstable: the speed-up's interval is wide", [](const result::Row& row) {
    return is_unstable(row) ? ends_text(row.speedup->ratio) : "";
  });
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

std::string external_section(const result::RunResult& run) {
  base::Table table({base::left("solver"), base::left("version"), base::left("flags"),
                     base::left("origin"), base::left("sha256")});
  std::set<std::string> seen;
  for (const result::Row& row : run.results) {
    if (!row.external || !seen.insert(row.solver).second) continue;
    const result::ExternalRecord& external = *row.external;
    table.add_row(
        {row.solver, external.version, external.flags,
         external.library.empty() ? base::shell_quoted(external.command) : plugin_text(external),
         external.sha256.substr(0, kDigestShown)});
  }
  if (seen.empty()) return "";
  return "## External solvers\n\nVersion and flags are as given by the user.\n\n" +
         table.markdown() + "\n";
}

std::string tool_text(const result::ToolRecord& tool) {
  return fmt::format("sudoku-bench {} ({}), {}, {}, {}", tool.version, tool.git_revision,
                     tool.build_type, tool.compiler, tool.flags);
}

Facts environment_facts(const result::RunResult& run) {
  const result::EnvironmentRecord& environment = run.environment;
  return known({{"tool", tool_text(run.tool)},
                {"CPU", environment.cpu},
                {"instruction sets", fmt::format("{}", fmt::join(environment.isa_available, ", "))},
                {"used", environment.isa_dispatched},
                {"cores", cores_text(environment)},
                {"governor", environment.governor},
                {"boost", environment.boost},
                {"load before the run", base::number_text(environment.load)},
                {"CPU time stolen by the hypervisor", base::percent_text(environment.steal)},
                {"memory", base::bytes_text(environment.memory_bytes)},
                {"kernel", environment.kernel}});
}

Facts settings_facts(const result::SettingsRecord& settings) {
  const std::uint64_t processes = settings[result::kProcesses];
  const auto& suite = settings.suite;
  Facts facts =
      known({{"solution limit", base::count_text(settings[result::kSolutionLimit])},
             {"rounds", fmt::format("{} for throughput, {} for latency", settings[result::kRounds],
                                    settings[result::kLatencyRounds])},
             {"warm-up before a solver's turn", limit_or_none(settings[result::kWarmup])},
             {"time budget per solver and dataset", limit_or_none(settings[result::kTimeBudget])},
             {"processes", processes > 1 ? base::count_text(processes) : ""},
             {"time limit per puzzle", limit_or_none(settings[result::kPuzzleTimeout])},
             {"block", base::plural(settings[result::kBlock], "puzzle")},
             {"seed", fmt::format("{}", settings[result::kSeed])},
             {"verified answers", settings[result::kVerify]},
             {"in worker processes",
              settings[result::kIsolate] == "all" ? "all solvers" : "external solvers"},
             {"memory limit of a worker process", base::bytes_text(settings[result::kMemoryLimit])},
             {"reference", settings[result::kReference]},
             {"suite", suite ? fmt::format("{} (sha256 {})", suite->path, suite->sha256) : ""}});
  for (const auto& [name, value] : settings.all()) {
    const bool is_told = result::is_of_every_document(name) || name == result::kProcesses.name ||
                         std::ranges::count(kSettingsLeftOut, name) > 0;
    if (!is_told) facts.emplace_back(name, result::text_of(value));
  }
  return facts;
}

Facts overhead_facts(const result::OverheadRecord& overhead) {
  return known(
      {{"one time stamp", base::duration_text(overhead.clock_ns)},
       {"per puzzle, null solver, throughput rounds", base::duration_text(overhead.null_span_ns)},
       {"per puzzle, null solver, latency rounds", base::duration_text(overhead.null_stamped_ns)}});
}

}  // namespace sudoku::report
