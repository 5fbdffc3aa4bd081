#include "harness/compare/verdict_report.h"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "harness/base/table.h"
#include "harness/base/text.h"
#include "harness/base/units.h"
#include "harness/report/view.h"

namespace sudoku::compare {

namespace {

// Presentation of one kind of finding in reports.
struct Shown {
  const char* word;
  base::Tone tone;
  // JUnit element: failure, error or skipped; null for a passed test.
  const char* junit_element;
  const char* annotation;  // GitHub Actions command; null: no annotation
};

// How reports present each kind of finding; indexed by Finding.
constexpr std::array<Shown, 10> kShown = {
    {{"same", base::Tone::quiet, nullptr, nullptr},
     {"accepted", base::Tone::plain, nullptr, nullptr},
     {"faster", base::Tone::good, nullptr, nullptr},
     {"noted", base::Tone::plain, nullptr, "warning"},
     {"not compared", base::Tone::plain, "skipped", "warning"},
     {"undecided", base::Tone::plain, "error", "warning"},
     {"SLOWER", base::Tone::bad, "failure", "error"},
     {"CHANGED", base::Tone::bad, "failure", "error"},
     {"CRASHED", base::Tone::bad, "error", "error"},
     {"WRONG", base::Tone::bad, "failure", "error"}}};

static_assert(kShown.size() == static_cast<std::size_t>(Finding::broken) + 1);

const Shown& shown(const CheckRecord& check) {
  return kShown[static_cast<std::size_t>(check.finding)];
}

base::Table new_table() {
  return base::Table(
      {base::left("row"), base::left("check"), base::left("verdict"), base::left("what")});
}

// A check of a comparison with the name of its row, or of its solver on several files.
struct NamedCheck {
  std::string name;
  const CheckRecord& check;
};

// All checks of `comparison`, which has to outlive them.
std::vector<NamedCheck> checks_of(const Comparison& comparison) {
  std::vector<NamedCheck> checks;
  for (const SolverVerdict& solver : comparison.solvers)
    checks.push_back({solver.name, solver.check});
  for (const RowVerdict& row : comparison.rows) {
    for (const CheckRecord& check : row.checks)
      checks.push_back({result::name_of(*row.rows.base), check});
  }
  return checks;
}

void add(base::Table& table, const NamedCheck& named) {
  const CheckRecord& check = named.check;
  table.add_row({named.name, check.check, {shown(check).word, shown(check).tone}, check.text});
}

// Escapes `text` for an XML attribute and replaces control characters and others XML forbids.
std::string escape_xml(const std::string& text) {
  std::string escaped;
  std::string clean = base::clean_text(text, std::string::npos);
  for (const std::string_view character : {"\uFFFE", "\uFFFF"}) {
    for (std::size_t at = clean.find(character); at != std::string::npos;
         at = clean.find(character))
      clean.replace(at, character.size(), "\uFFFD");
  }
  for (const char c : clean) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        escaped += base::is_control(c) ? ' ' : c;
    }
  }
  return escaped;
}

// JUnit <testcase>: `element` (failure, error, skipped) holds the message; null means passed.
std::string junit_case(const std::string& class_name, const std::string& name, const char* element,
                       const std::string& message) {
  const std::string start = fmt::format(R"(    <testcase classname="{}" name="{}")",
                                        escape_xml(class_name), escape_xml(name));
  if (element == nullptr) return start + "/>\n";
  return fmt::format("{}>\n      <{} message=\"{}\"/>\n    </testcase>\n", start, element,
                     escape_xml(message));
}

// Escapes line breaks, which would end a workflow command of GitHub Actions.
std::string escape_command(const std::string& text) {
  std::string escaped;
  for (const char c : text)
    escaped += c == '%' || c == '\n' || c == '\r' ? fmt::format("%{:02X}", c) : std::string(1, c);
  return escaped;
}

std::vector<std::string> slowed_sentences(const Comparison& comparison) {
  std::vector<RowPair> slower;
  for (const SolverVerdict& solver : comparison.solvers) {
    if (solver.check.finding == Finding::slower)
      slower.insert(slower.end(), solver.rows.begin(), solver.rows.end());
  }
  for (const RowVerdict& row : comparison.rows) {
    const bool is_told = std::ranges::count(slower, row.rows.base, &RowPair::base) > 0;
    if (std::ranges::count(row.checks, Finding::slower, &CheckRecord::finding) > 0 && !is_told)
      slower.push_back(row.rows);
  }
  std::vector<std::string> sentences;
  for (const RowPair& rows : slower) {
    const std::string puzzles = slowed_text(rows);
    if (!puzzles.empty()) {
      sentences.push_back(
          fmt::format("{} slowed most on {}", result::name_of(*rows.base), puzzles));
    }
  }
  return sentences;
}

// Sentences of a comparison besides its checks; those on failed processes start with `failed`.
std::vector<std::string> sentences_of(const Comparison& comparison, const std::string& failed) {
  std::vector<std::string> all;
  const auto add = [&all](const std::string& start, const std::vector<std::string>& sentences) {
    for (const std::string& sentence : sentences)
      all.push_back(start + sentence);
  };
  add(failed, comparison.failures);
  add("", slowed_sentences(comparison));
  if (!comparison.uncounted.empty()) all.push_back(comparison.uncounted);
  add("not compared: ", comparison.unmatched);
  add("unfinished: ", comparison.unfinished);
  add("", comparison.remarks);
  return all;
}

std::string markdown_list(const char* title, const std::vector<std::string>& sentences) {
  std::string text = sentences.empty() ? "" : fmt::format("\n{}:\n\n", title);
  for (const std::string& sentence : sentences)
    text += "- " + base::escape_markdown(sentence) + "\n";
  return text;
}

// Time judgement of a row or solver that has enough processes for a ratio.
struct NamedTime {
  std::string name;
  const stats::TimeJudgement& time;
};

std::vector<NamedTime> times_of(const Comparison& comparison) {
  std::vector<NamedTime> times;
  const auto add_time = [&](const std::string& name,
                            const std::optional<stats::TimeJudgement>& time) {
    if (time && time->verdict != stats::TimeVerdict::too_few) times.push_back({name, *time});
  };
  for (const SolverVerdict& solver : comparison.solvers)
    add_time(solver.name, solver.time);
  for (const RowVerdict& row : comparison.rows)
    add_time(result::name_of(*row.rows.base), row.time);
  return times;
}

// Table of time changes and detectable slow-downs, including rows that passed.
std::string time_table(const Comparison& comparison) {
  const std::vector<NamedTime> times = times_of(comparison);
  if (times.empty()) return "";
  const double sureness = 100 * (1 - times.front().time.level);
  base::Table table({base::left("row"),
                     {fmt::format("time, new against base ({:g} % interval)", sureness)},
                     base::right("threshold"),
                     base::right("smallest slow-down detected in 4 of 5 runs")});
  for (const auto& [name, time] : times) {
    table.add_row(
        {name, change_text(time.ratio), size_text(time.threshold), size_text(time.detectable)});
  }
  return "\n" + table.markdown();
}

// Change of a count as text: "1,004 instead of 1,000 (+0.40 %)".
std::string change_of(const CountChange& count) {
  std::string means = fmt::format("{} instead of {}", base::number_text(count.candidate),
                                  base::number_text(count.base));
  if (!(count.base > 0)) return means;
  return fmt::format("{} ({:+.2f} %)", means, 100 * (count.candidate / count.base - 1));
}

// Changes of a row's counts, one text for each event of kCountedEvents; empty: not counted.
std::vector<std::string> changes_of(const RowVerdict& row) {
  std::vector<std::string> changes;
  for (const result::CountedEvent& event : result::kCountedEvents) {
    const auto count = std::ranges::find(row.counts, event.name, &CountChange::event);
    changes.push_back(count == row.counts.end() ? "" : change_of(*count));
  }
  return changes;
}

// Titles of the columns that changes_of() fills.
std::vector<std::string> count_titles() {
  std::vector<std::string> titles;
  titles.reserve(std::size(result::kCountedEvents));
  for (const result::CountedEvent& event : result::kCountedEvents)
    titles.push_back(fmt::format("{} per puzzle", event.name));
  return titles;
}

// Rows that were counted in both results, with their changes_of().
std::vector<std::pair<std::string, std::vector<std::string>>> counts_of(
    const Comparison& comparison) {
  std::vector<std::pair<std::string, std::vector<std::string>>> counts;
  for (const RowVerdict& row : comparison.rows) {
    if (!row.counts.empty()) counts.emplace_back(result::name_of(*row.rows.base), changes_of(row));
  }
  return counts;
}

// Table of what hardware counters counted; none when no row was counted in both results.
std::optional<base::Table> count_table(const Comparison& comparison) {
  const auto counts = counts_of(comparison);
  if (counts.empty()) return std::nullopt;
  std::vector<base::Column> columns = {base::left("row")};
  std::ranges::transform(count_titles(), std::back_inserter(columns), base::right);
  base::Table table(columns);
  for (const auto& [row, changes] : counts) {
    std::vector<base::Cell> cells = {row};
    cells.insert(cells.end(), changes.begin(), changes.end());
    table.add_row(cells);
  }
  return table;
}

}  // namespace

std::string comparison_text(const Comparison& comparison, bool colour) {
  base::Table table = new_table();
  for (const NamedCheck& named : checks_of(comparison))
    add(table, named);
  std::string text = comparison.rows.empty() ? "" : table.text(colour) + "\n";
  if (const auto counts = count_table(comparison)) text += counts->text(colour) + "\n";
  for (const std::string& sentence : sentences_of(comparison, "failed: "))
    text += base::printable(sentence, base::kLongestLine) + "\n";
  return text + verdict_of(comparison) + "\n";
}

std::string comparison_markdown(const Comparison& comparison) {
  std::string text = "**" + base::escape_markdown(verdict_of(comparison)) + "**\n";
  base::Table table = new_table();
  bool any = false;
  for (const NamedCheck& named : checks_of(comparison)) {
    if (named.check.finding == Finding::same) continue;
    add(table, named);
    any = true;
  }
  if (any) text += "\n" + table.markdown();
  for (const std::string& sentence : slowed_sentences(comparison))
    text += "\n" + base::escape_markdown(sentence) + "\n";
  if (const auto counts = count_table(comparison)) text += "\n" + counts->markdown();
  if (!comparison.uncounted.empty())
    text += "\n" + base::escape_markdown(comparison.uncounted) + "\n";
  return text + time_table(comparison) + markdown_list("Not compared", comparison.unmatched) +
         markdown_list("Unfinished", comparison.unfinished) +
         markdown_list("Remarks", comparison.remarks);
}

std::string comparison_junit(const Comparison& comparison, const std::string& suite) {
  std::string cases;
  for (const auto& [name, check] : checks_of(comparison))
    cases += junit_case(name, check.check, shown(check).junit_element, check.text);
  for (const std::string& sentence : comparison.failures)
    cases += junit_case("processes", "result", "error", sentence);
  for (const std::string& sentence : comparison.unmatched)
    cases += junit_case("rows", sentence, "error", "not compared");
  for (const std::string& sentence : comparison.unfinished)
    cases += junit_case("results", sentence, "error", "unfinished");
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
         "  <testsuite name=\"" +
         escape_xml(suite) + "\">\n" + cases + "  </testsuite>\n</testsuites>\n";
}

base::Json verdict_json(const Comparison& comparison) {
  const auto check_json = [](const NamedCheck& named) {
    return base::Json{{"row", named.name},
                      {"check", named.check.check},
                      {"verdict", shown(named.check).word},
                      {"what", named.check.text},
                      {"bad", shown(named.check).tone == base::Tone::bad}};
  };
  const auto counts_json = [](const auto& row) {
    return base::Json{{"row", row.first}, {"changes", row.second}};
  };
  return {{"verdict", verdict_of(comparison)},
          {"bad", result_of(comparison) != GateResult::passed},
          {"sentences", sentences_of(comparison, "")},
          {"checks", base::json_list(checks_of(comparison), check_json)},
          {"counted", count_titles()},
          {"counts", base::json_list(counts_of(comparison), counts_json)}};
}

std::string comparison_annotations(const Comparison& comparison) {
  std::string text;
  const auto add = [&text](const char* command, const std::string& title, const std::string& what) {
    text +=
        fmt::format("::{} title={}::{}\n", command, escape_command(title), escape_command(what));
  };
  for (const auto& [name, check] : checks_of(comparison)) {
    if (shown(check).annotation != nullptr)
      add(shown(check).annotation, shown(check).word, name + ": " + check.text);
  }
  for (const std::string& sentence : comparison.failures)
    add("error", "failed", sentence);
  for (const std::string& sentence : comparison.unmatched)
    add("error", "not compared", sentence);
  for (const std::string& sentence : comparison.unfinished)
    add("warning", "unfinished", sentence);
  return text;
}

namespace {

// Ratio from which a puzzle counts as slowed: times of a puzzle repeat to a few per cent.
constexpr double kSlowed = 1.05;

bool same_puzzles(const RowPair& pair) {
  return pair.base->sample_rate == pair.candidate->sample_rate &&
         pair.base->puzzles == pair.candidate->puzzles && !pair.base->slowest.empty();
}

}  // namespace

std::vector<SlowedPuzzle> slowed_puzzles(const RowPair& pair) {
  std::vector<SlowedPuzzle> slowed;
  if (!same_puzzles(pair)) return slowed;
  const std::vector<result::SlowPuzzle>& before = pair.base->slowest;
  for (const result::SlowPuzzle& now : pair.candidate->slowest) {
    const auto known = std::ranges::find(before, now.line, &result::SlowPuzzle::line);
    const result::SlowPuzzle& then = known == before.end() ? before.back() : *known;
    const SlowedPuzzle found{.puzzle = now.puzzle,
                             .line = now.line,
                             .before_ns = then.latency_ns,
                             .now_ns = now.latency_ns,
                             .at_least = known == before.end()};
    if (found.ratio() >= kSlowed) slowed.push_back(found);
  }
  std::ranges::stable_sort(slowed, std::ranges::greater(), &SlowedPuzzle::ratio);
  return slowed;
}

std::string slowed_text(const RowPair& pair) {
  constexpr std::size_t kNamed = 3;
  std::string text;
  std::vector<SlowedPuzzle> slowest = slowed_puzzles(pair);
  slowest.resize(std::min(slowest.size(), kNamed));
  for (const SlowedPuzzle& slowed : slowest) {
    text += fmt::format("{}line {} ({}{:.2f}×, {} instead of {}{})", text.empty() ? "" : "; ",
                        slowed.line, slowed.at_least ? "at least " : "", slowed.ratio(),
                        base::duration_text(slowed.now_ns), slowed.at_least ? "at most " : "",
                        base::duration_text(slowed.before_ns));
  }
  return text;
}

}  // namespace sudoku::compare
