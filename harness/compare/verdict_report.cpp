#include "harness/compare/verdict_report.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "harness/base/csv_line.h"
#include "harness/base/table.h"
#include "harness/base/text.h"
#include "harness/base/units.h"
#include "harness/compare/times.h"
#include "harness/compare/verdict.h"

namespace sudoku::compare {

namespace {

// A list of sentences of a comparison, and how reports show it; null: not at all.
struct SentenceList {
  std::vector<std::string> Comparison::*sentences;
  const char* kind;  // before a sentence on a terminal; empty: nothing
  const char* markdown_title;
  const char* annotation;  // command of GitHub Actions
};

constexpr std::array<SentenceList, 4> kSentenceLists = {
    {{&Comparison::failures, "failed", nullptr, "error"},
     {&Comparison::unmatched, "not compared", "Not compared", "error"},
     {&Comparison::unfinished, "unfinished", "Unfinished", "warning"},
     {&Comparison::remarks, "", "Remarks", nullptr}}};

using Rows = std::vector<std::vector<base::Cell>>;

// A table with a first column for solvers and files; none without rows.
std::optional<base::Table> table_of(std::vector<base::Heading> columns, const Rows& rows) {
  if (rows.empty()) return std::nullopt;
  columns.insert(columns.begin(), base::left("solver and file"));
  base::Table table(std::move(columns));
  for (const std::vector<base::Cell>& row : rows)
    table.add_row(row);
  return table;
}

// Table of all checks, or of those that found a difference.
std::optional<base::Table> check_table(const Comparison& comparison, bool with_same) {
  Rows rows;
  for (const auto& [name, check] : checks_of(comparison)) {
    const FindingKind& kind = kind_of(*check);
    if (check->finding != Finding::same || with_same)
      rows.push_back({name, check->check, {kind.word, kind.tone}, check->text});
  }
  return table_of({base::left("check"), base::left("verdict"), base::left("details")}, rows);
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

// Sentences of a comparison besides its checks.
std::vector<std::string> sentences_of(const Comparison& comparison) {
  std::vector<std::string> all;
  if (!comparison.uncounted.empty()) all.push_back(comparison.uncounted);
  for (const SentenceList& list : kSentenceLists) {
    for (const std::string& sentence : comparison.*list.sentences)
      all.push_back(*list.kind == '\0' ? sentence : fmt::format("{}: {}", list.kind, sentence));
  }
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

struct NamedTime {
  std::string name;  // of a solver or row
  const TimeChange* time;
};

// The changes of time of all solvers and rows that have one.
std::vector<NamedTime> times_of(const Comparison& comparison) {
  std::vector<NamedTime> times;
  const auto add = [&times](const std::string& name, const std::optional<TimeChange>& time) {
    if (time && time->judged.pairs > 0) times.push_back({name, &*time});
  };
  for (const SolverVerdict& solver : comparison.solvers)
    add(solver.name, solver.time);
  for (const RowVerdict& row : comparison.rows)
    add(row.name(), row.time);
  return times;
}

// Table of time changes and excluded slow-downs, including rows that passed.
std::optional<base::Table> time_table(const Comparison& comparison) {
  Rows rows;
  for (const auto& [name, time] : times_of(comparison)) {
    const stats::TimeJudgement& judged = time->judged;
    rows.push_back(
        {name, change_text(judged.ratio), size_text(judged.threshold), size_text(judged.excluded)});
  }
  return table_of({base::right("time, new against base (interval)"), base::right("threshold"),
                   base::right("slow-downs excluded, over")},
                  rows);
}

// How a page shows an overall result: only what is known to be bad looks so.
const char* page_kind(GateResult result) {
  if (result == GateResult::passed) return "good";
  return result >= GateResult::regressed ? "bad" : "note";
}

base::Json time_json(const NamedTime& named) {
  const stats::TimeJudgement& judged = named.time->judged;
  return {{"row", named.name},
          {"ratios", named.time->ratios},
          {"ratio", {judged.ratio.median, judged.ratio.low, judged.ratio.high}},
          {"threshold", judged.threshold}};
}

}  // namespace

std::string comparison_text(const Comparison& comparison, const base::Screen& screen) {
  std::string text;
  if (const auto checks = check_table(comparison, true)) text += checks->text(screen) + "\n";
  const auto add = [&](const std::string& sentence) {
    text += base::wrapped(base::printable(sentence, base::kLongestLine), screen.width, 2) + "\n";
  };
  std::ranges::for_each(sentences_of(comparison), add);
  if (!comparison.examples.empty()) text += "To repeat:\n";
  for (const Example& example : comparison.examples) {
    text += fmt::format("{}\n    {}\n", base::printable(example_text(example), base::kLongestLine),
                        base::printable(example.command, base::kLongestLine));
  }
  std::ranges::for_each(labels_of(comparison), add);
  add(verdict_of(comparison));
  return text;
}

std::string comparison_markdown(const Comparison& comparison) {
  std::string text =
      "**" + base::escape_markdown(verdict_of(comparison), base::kLongestLine) + "**\n";
  const auto add = [&text](const std::string& sentence) {
    if (!sentence.empty()) text += "\n" + base::escape_markdown(sentence) + "\n";
  };
  const auto add_table = [&text](const std::optional<base::Table>& table) {
    if (table) text += "\n" + table->markdown();
  };
  std::ranges::for_each(labels_of(comparison), add);
  add_table(check_table(comparison, false));
  add(comparison.uncounted);
  if (!comparison.examples.empty()) text += "\nTo repeat:\n\n";
  for (const Example& example : comparison.examples) {
    text += fmt::format("- {}  \n  {}\n", base::escape_markdown(example_text(example)),
                        base::markdown_code(example.command));
  }
  add_table(time_table(comparison));
  for (const SentenceList& list : kSentenceLists) {
    const std::vector<std::string>& sentences = comparison.*list.sentences;
    if (list.markdown_title == nullptr || sentences.empty()) continue;
    text += fmt::format("\n{}:\n\n", list.markdown_title);
    for (const std::string& sentence : sentences)
      text += "- " + base::escape_markdown(sentence) + "\n";
  }
  return text;
}

std::string comparison_junit(const Comparison& comparison, const std::string& suite) {
  std::string cases;
  if (comparison.scope == Scope::identical)
    cases += junit_case("builds", verdict_of(comparison), nullptr, "");
  for (const auto& [name, check] : checks_of(comparison))
    cases += junit_case(name, check->check, kind_of(*check).junit_element, check->text);
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
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
      "  <testsuite name=\"{}\">\n{}{}  </testsuite>\n</testsuites>\n",
      escape_xml(suite), properties, cases);
}

std::string times_csv(const Comparison& comparison) {
  std::string text = "verdict,ratio,low,high,threshold,pairs,threads,solver,dataset\n";
  for (const RowVerdict& row : comparison.rows) {
    const CheckRecord* const check = row.find(kTime);
    if (!row.time || row.time->judged.pairs == 0 || check == nullptr) continue;
    const result::Row& base = *row.rows.base;
    const stats::TimeJudgement& judged = row.time->judged;
    text += fmt::format("{},{:.6f},{:.6f},{:.6f},{:.6f},{},{},{},{}\n", kind_of(*check).word,
                        judged.ratio.median, judged.ratio.low, judged.ratio.high, judged.threshold,
                        judged.pairs, base.threads, base::csv_field(base.solver),
                        base::csv_field(base.dataset));
  }
  return text;
}

base::Json verdict_json(const Comparison& comparison) {
  std::vector<std::string> sentences = labels_of(comparison);
  std::ranges::copy(sentences_of(comparison), std::back_inserter(sentences));
  for (const Example& example : comparison.examples)
    sentences.push_back(fmt::format("{}; to repeat: {}", example_text(example), example.command));
  const auto check_json = [](const NamedCheck& named) {
    const FindingKind& kind = kind_of(*named.check);
    return base::Json{{"row", named.name},
                      {"check", named.check->check},
                      {"verdict", kind.word},
                      {"what", named.check->text},
                      {"bad", kind.tone == base::Tone::bad}};
  };
  return {{"verdict", verdict_of(comparison)},
          {"times", base::json_list(times_of(comparison), time_json)},
          {"kind", page_kind(result_of(comparison))},
          {"sentences", sentences},
          {"checks", base::json_list(checks_of(comparison), check_json)}};
}

std::string comparison_annotations(const Comparison& comparison) {
  std::string text;
  const auto add = [&text](const char* command, const std::string& title, const std::string& what) {
    text +=
        fmt::format("::{} title={}::{}\n", command, escape_command(title), escape_command(what));
  };
  for (const auto& [name, check] : checks_of(comparison)) {
    const FindingKind& kind = kind_of(*check);
    if (kind.annotation != nullptr) add(kind.annotation, kind.word, name + ": " + check->text);
  }
  for (const SentenceList& list : kSentenceLists) {
    if (list.annotation == nullptr) continue;
    for (const std::string& sentence : comparison.*list.sentences)
      add(list.annotation, list.kind, sentence);
  }
  return text;
}

}  // namespace sudoku::compare
