#include "harness/gate/verdict_report.h"

#include <algorithm>

#include <fmt/format.h>

#include "harness/report/table.h"
#include "harness/report/view.h"

namespace sudoku {

namespace {

const char* word_for(Finding finding) {
  switch (finding) {
    case Finding::same:
      return "same";
    case Finding::allowed:
      return "accepted";
    case Finding::undecided:
      return "undecided";
    case Finding::changed:
      return "CHANGED";
    case Finding::broken:
      return "WRONG";
  }
  return "";
}

Tone tone_of(Finding finding) {
  if (finding == Finding::same) return Tone::quiet;
  return finding >= Finding::changed ? Tone::bad : Tone::plain;
}

bool is_finding(const CheckRecord& check) {
  return check.finding != Finding::same;
}

Table new_table() {
  return Table({{"row", Align::left},
                {"check", Align::left},
                {"verdict", Align::left},
                {"what", Align::left}});
}

void add(Table& table, const RowVerdict& row, const CheckRecord& check) {
  table.add_row({{name_of(*row.rows.base)},
                 {check.check},
                 {word_for(check.finding), tone_of(check.finding)},
                 {check.text}});
}

// The characters that XML takes for its own; control characters have no place in it at all.
std::string escape_xml(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
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
        escaped += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    }
  }
  return escaped;
}

std::string junit_case(const RowVerdict& row, const CheckRecord& check) {
  const std::string start = fmt::format(R"(    <testcase classname="{}" name="{}")",
                                        escape_xml(name_of(*row.rows.base)), check.check);
  if (check.finding <= Finding::allowed) return start + "/>\n";
  const bool failed = check.finding == Finding::changed || check.check == "soundness";
  const char* element = failed ? "failure" : "error";
  return fmt::format("{}>\n      <{} message=\"{}\"/>\n    </testcase>\n", start, element,
                     escape_xml(check.text));
}

// GitHub's runner ends a command's text at the end of the line.
std::string escape_command(const std::string& text) {
  std::string escaped;
  for (const char c : text)
    escaped += c == '%' || c == '\n' || c == '\r' ? fmt::format("%{:02X}", c) : std::string(1, c);
  return escaped;
}

}  // namespace

std::string comparison_text(const Comparison& comparison, bool colour) {
  Table table = new_table();
  for (const RowVerdict& row : comparison.rows) {
    for (const CheckRecord& check : row.checks)
      add(table, row, check);
  }
  std::string text = comparison.rows.empty() ? "" : table.text(colour) + "\n";
  for (const std::string& sentence : comparison.unmatched)
    text += "not compared: " + sentence + "\n";
  return text + verdict_of(comparison) + "\n";
}

std::string comparison_markdown(const Comparison& comparison) {
  std::string text = "**" + escape_markdown(verdict_of(comparison)) + "**\n";
  Table table = new_table();
  bool any = false;
  for (const RowVerdict& row : comparison.rows) {
    for (const CheckRecord& check : row.checks) {
      if (!is_finding(check)) continue;
      add(table, row, check);
      any = true;
    }
  }
  if (any) text += "\n" + table.markdown();
  if (!comparison.unmatched.empty()) text += "\nNot compared:\n\n";
  for (const std::string& sentence : comparison.unmatched)
    text += "- " + escape_markdown(sentence) + "\n";
  return text;
}

std::string comparison_junit(const Comparison& comparison) {
  std::string cases;
  for (const RowVerdict& row : comparison.rows) {
    for (const CheckRecord& check : row.checks)
      cases += junit_case(row, check);
  }
  for (const std::string& sentence : comparison.unmatched) {
    cases += fmt::format(
        "    <testcase classname=\"rows\" name=\"{}\">\n      <error message=\"not compared\"/>\n"
        "    </testcase>\n",
        escape_xml(sentence));
  }
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
         "  <testsuite name=\"sudoku-bench compare\">\n" +
         cases + "  </testsuite>\n</testsuites>\n";
}

std::string comparison_annotations(const Comparison& comparison) {
  std::string text;
  for (const RowVerdict& row : comparison.rows) {
    for (const CheckRecord& check : row.checks) {
      if (check.finding <= Finding::allowed) continue;
      text += fmt::format("::{} title={}::{}: {}\n",
                          check.finding == Finding::undecided ? "warning" : "error",
                          escape_command(word_for(check.finding)),
                          escape_command(name_of(*row.rows.base)), escape_command(check.text));
    }
  }
  for (const std::string& sentence : comparison.unmatched)
    text += fmt::format("::error title=not compared::{}\n", escape_command(sentence));
  return text;
}

}  // namespace sudoku
