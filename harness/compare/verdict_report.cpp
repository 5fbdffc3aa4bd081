#include "harness/compare/verdict_report.h"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "harness/base/csv_line.h"
#include "harness/base/table.h"
#include "harness/base/text.h"
#include "harness/base/units.h"
#include "harness/compare/slowed_puzzles.h"
#include "harness/compare/verdict.h"

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
constexpr std::array<Shown, 12> kShown = {
    {{"same", base::Tone::quiet, nullptr, nullptr},
     {"accepted", base::Tone::plain, nullptr, nullptr},
     {"faster", base::Tone::good, nullptr, nullptr},
     {"FIXED", base::Tone::good, nullptr, nullptr},
     {"noted", base::Tone::plain, nullptr, "warning"},
     {"not compared", base::Tone::plain, "skipped", "warning"},
     {"undecided", base::Tone::plain, "error", "warning"},
     {"slower?", base::Tone::plain, "error", "warning"},
     {"SLOWER", base::Tone::bad, "failure", "error"},
     {"CHANGED", base::Tone::bad, "failure", "error"},
     {"CRASHED", base::Tone::bad, "error", "error"},
     {"WRONG", base::Tone::bad, "failure", "error"}}};

static_assert(kShown.size() == static_cast<std::size_t>(Finding::broken) + 1);

const Shown& shown(const CheckRecord& check) {
  return kShown[static_cast<std::size_t>(check.finding)];
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

// Table of all checks, or of those that found a difference; none when there are none.
std::optional<base::Table> check_table(const Comparison& comparison, bool with_same) {
  std::optional<base::Table> table;
  for (const auto& [name, check] : checks_of(comparison)) {
    if (check.finding == Finding::same && !with_same) continue;
    if (!table) {
      table.emplace(std::vector{base::left("solver and file"), base::left("check"),
                                base::left("verdict"), base::left("details")});
    }
    table->add_row({name, check.check, {shown(check).word, shown(check).tone}, check.text});
  }
  return table;
}

// Escapes `text` for an XML attribute and replaces control characters and others XML forbids.
std::string escape_xml(const std::string& text) {
  static const std::map<char, std::string> kEscaped = {
      {'&', "&amp;"}, {'<', "&lt;"}, {'"', "&quot;"}};
  std::string clean = base::clean_text(text, std::string::npos);
  for (const std::string_view character : {"\uFFFE", "\uFFFF"}) {
    for (std::size_t at = clean.find(character); at != std::string::npos;
         at = clean.find(character))
      clean.replace(at, character.size(), "\uFFFD");
  }
  std::string escaped;
  for (const char c : clean) {
    const auto known = kEscaped.find(c);
    escaped +=
        known == kEscaped.end() ? std::string(1, base::is_control(c) ? ' ' : c) : known->second;
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

// What both sides are, for people: "base 3f2a1c9 Use a table", "new 77c1d02 Unroll it".
std::vector<std::string> labels_of(const Comparison& comparison) {
  std::vector<std::string> labels;
  if (!comparison.base_label.empty()) labels.push_back("base " + comparison.base_label);
  if (!comparison.candidate_label.empty()) labels.push_back("new " + comparison.candidate_label);
  return labels;
}

// "mrv on hard.csv, line 483: wrong: says none, the referees say unique".
std::string example_text(const Example& example) {
  const std::string line =
      example.line == result::kNoLine ? "" : fmt::format(", line {}", example.line);
  return fmt::format("{}{}: {}", example.row, line, example.what);
}

// The puzzles that show faults, each with the command that repeats it.
std::string examples_markdown(const Comparison& comparison) {
  std::string text;
  for (const Example& example : comparison.examples) {
    text += fmt::format("- {}  \n  {}\n", base::escape_markdown(example_text(example)),
                        base::markdown_code(example.command));
  }
  return text.empty() ? "" : "\nTo repeat:\n\n" + text;
}

std::string examples_plain(const Comparison& comparison) {
  std::string text;
  for (const Example& example : comparison.examples) {
    text += fmt::format("{}\n    {}\n", base::printable(example_text(example), base::kLongestLine),
                        base::printable(example.command, base::kLongestLine));
  }
  return text.empty() ? "" : "To repeat:\n" + text;
}

// Sentences of the report page: what the sides are, what was found, and how to repeat it.
std::vector<std::string> sentences_with_examples(const Comparison& comparison) {
  std::vector<std::string> sentences = labels_of(comparison);
  std::ranges::copy(sentences_of(comparison, ""), std::back_inserter(sentences));
  for (const Example& example : comparison.examples)
    sentences.push_back(fmt::format("{}; to repeat: {}", example_text(example), example.command));
  return sentences;
}

std::string markdown_list(const char* title, const std::vector<std::string>& sentences) {
  std::string text = sentences.empty() ? "" : fmt::format("\n{}:\n\n", title);
  for (const std::string& sentence : sentences)
    text += "- " + base::escape_markdown(sentence) + "\n";
  return text;
}

// Table of time changes and detectable slow-downs, including rows that passed; "" without times.
std::string time_table(const Comparison& comparison) {
  std::optional<base::Table> table;
  const auto add = [&table](const std::string& name,
                            const std::optional<stats::TimeJudgement>& time) {
    if (!time || time->verdict == stats::TimeVerdict::too_few) return;
    if (!table) {
      table.emplace(std::vector<base::Heading>{
          base::left("solver and file"),
          {fmt::format("time, new against base ({:g} % interval)", 100 * (1 - time->level))},
          base::right("threshold"),
          base::right("smallest slow-down detected in 4 of 5 runs")});
    }
    table->add_row(
        {name, change_text(time->ratio), size_text(time->threshold), size_text(time->detectable)});
  };
  for (const SolverVerdict& solver : comparison.solvers)
    add(solver.name, solver.time);
  for (const RowVerdict& row : comparison.rows)
    add(result::name_of(*row.rows.base), row.time);
  return table ? "\n" + table->markdown() : "";
}

// Titles of RowVerdict::counts.
std::vector<std::string> count_titles() {
  std::vector<std::string> titles;
  titles.reserve(std::size(result::kCountedEvents));
  for (const result::CountedEvent& event : result::kCountedEvents)
    titles.push_back(fmt::format("{} per puzzle", event.name));
  return titles;
}

// Table of what hardware counters counted; none when no row was counted in both results.
std::optional<base::Table> count_table(const Comparison& comparison) {
  std::optional<base::Table> table;
  for (const RowVerdict& row : comparison.rows) {
    if (row.counts.empty()) continue;
    if (!table) {
      std::vector<base::Heading> columns = {base::left("solver and file")};
      std::ranges::transform(count_titles(), std::back_inserter(columns), base::right);
      table.emplace(columns);
    }
    std::vector<base::Cell> cells = {result::name_of(*row.rows.base)};
    cells.insert(cells.end(), row.counts.begin(), row.counts.end());
    table->add_row(cells);
  }
  return table;
}

}  // namespace

std::string comparison_text(const Comparison& comparison, const base::Screen& screen) {
  std::string text;
  if (const auto checks = check_table(comparison, true)) text += checks->text(screen) + "\n";
  if (const auto counts = count_table(comparison)) text += counts->text(screen) + "\n";
  const auto add = [&](const std::string& sentence) {
    text += base::wrapped(base::printable(sentence, base::kLongestLine), screen.width, 2) + "\n";
  };
  std::ranges::for_each(sentences_of(comparison, "failed: "), add);
  text += examples_plain(comparison);
  std::ranges::for_each(labels_of(comparison), add);
  add(verdict_of(comparison));
  return text;
}

std::string comparison_markdown(const Comparison& comparison) {
  std::string text =
      "**" + base::escape_markdown(verdict_of(comparison), base::kLongestLine) + "**\n";
  for (const std::string& label : labels_of(comparison))
    text += "\n" + base::escape_markdown(label) + "\n";
  if (const auto checks = check_table(comparison, false)) text += "\n" + checks->markdown();
  for (const std::string& sentence : slowed_sentences(comparison))
    text += "\n" + base::escape_markdown(sentence) + "\n";
  if (const auto counts = count_table(comparison)) text += "\n" + counts->markdown();
  if (!comparison.uncounted.empty())
    text += "\n" + base::escape_markdown(comparison.uncounted) + "\n";
  return text + examples_markdown(comparison) + time_table(comparison) +
         markdown_list("Not compared", comparison.unmatched) +
         markdown_list("Unfinished", comparison.unfinished) +
         markdown_list("Remarks", comparison.remarks);
}

std::string comparison_junit(const Comparison& comparison, const std::string& suite) {
  std::string cases;
  if (comparison.scope == Scope::identical)
    cases += junit_case("builds", verdict_of(comparison), nullptr, "");
  for (const auto& [name, check] : checks_of(comparison))
    cases += junit_case(name, check.check, shown(check).junit_element, check.text);
  for (const std::string& sentence : comparison.failures)
    cases += junit_case("processes", "result", "error", sentence);
  for (const std::string& sentence : comparison.unmatched)
    cases += junit_case("rows", sentence, "error", "not compared");
  for (const std::string& sentence : comparison.unfinished)
    cases += junit_case("results", sentence, "error", "unfinished");
  std::string properties;
  for (const auto& [name, label] :
       {std::pair("base", comparison.base_label), std::pair("new", comparison.candidate_label)}) {
    if (label.empty()) continue;
    properties +=
        fmt::format("      <property name=\"{}\" value=\"{}\"/>\n", name, escape_xml(label));
  }
  if (!properties.empty()) properties = "    <properties>\n" + properties + "    </properties>\n";
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
         "  <testsuite name=\"" +
         escape_xml(suite) + "\">\n" + properties + cases + "  </testsuite>\n</testsuites>\n";
}

std::string times_csv(const Comparison& comparison) {
  std::string text = "verdict,ratio,low,high,threshold,pairs,threads,solver,dataset\n";
  for (const RowVerdict& row : comparison.rows) {
    const auto check = std::ranges::find(row.checks, kTime, &CheckRecord::check);
    if (!row.time || row.time->verdict == stats::TimeVerdict::too_few || check == row.checks.end())
      continue;
    const result::Row& base = *row.rows.base;
    text += fmt::format("{},{:.6f},{:.6f},{:.6f},{:.6f},{},{},{},{}\n", shown(*check).word,
                        row.time->ratio.median, row.time->ratio.low, row.time->ratio.high,
                        row.time->threshold, row.time->pairs, base.threads,
                        base::csv_field(base.solver), base::csv_field(base.dataset));
  }
  return text;
}

base::Json verdict_json(const Comparison& comparison) {
  const auto check_json = [](const NamedCheck& named) {
    return base::Json{{"row", named.name},
                      {"check", named.check.check},
                      {"verdict", shown(named.check).word},
                      {"what", named.check.text},
                      {"bad", shown(named.check).tone == base::Tone::bad}};
  };
  base::Json counts = base::Json::array();
  for (const RowVerdict& row : comparison.rows) {
    if (!row.counts.empty())
      counts.push_back({{"row", result::name_of(*row.rows.base)}, {"changes", row.counts}});
  }
  return {{"verdict", verdict_of(comparison)},
          {"bad", result_of(comparison) != GateResult::passed},
          {"sentences", sentences_with_examples(comparison)},
          {"checks", base::json_list(checks_of(comparison), check_json)},
          {"counted", count_titles()},
          {"counts", std::move(counts)}};
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

}  // namespace sudoku::compare
