#include "harness/compare/verdict_report.h"

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "harness/base/table.h"
#include "harness/base/text.h"
#include "harness/base/units.h"
#include "harness/compare/gate.h"
#include "harness/report/view.h"

namespace sudoku::compare {

namespace {

const char* word_for(Finding finding) {
  switch (finding) {
    case Finding::same:
      return "same";
    case Finding::allowed:
      return "accepted";
    case Finding::faster:
      return "faster";
    case Finding::noted:
      return "noted";
    case Finding::unlike:
      return "not compared";
    case Finding::undecided:
      return "undecided";
    case Finding::slower:
      return "SLOWER";
    case Finding::changed:
      return "CHANGED";
    case Finding::crashed:
      return "CRASHED";
    case Finding::broken:
      return "WRONG";
  }
  return "";
}

base::Tone tone_of(Finding finding) {
  if (finding == Finding::same) return base::Tone::quiet;
  if (finding == Finding::faster) return base::Tone::good;
  return finding >= Finding::slower ? base::Tone::bad : base::Tone::plain;
}

bool is_finding(const CheckRecord& check) {
  return check.finding != Finding::same;
}

base::Table new_table() {
  return base::Table({{"row", base::Align::left},
                      {"check", base::Align::left},
                      {"verdict", base::Align::left},
                      {"what", base::Align::left}});
}

// A check and what it is of: a solver on several files, or a row.
struct NamedCheck {
  std::string name;
  const CheckRecord& check;
};

// Refers to the comparison, which has to outlive it.
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
  table.add_row({{named.name},
                 {check.check},
                 {word_for(check.finding), tone_of(check.finding)},
                 {check.text}});
}

// The characters that XML takes for its own. Control characters, U+FFFE, U+FFFF and what is not
// UTF-8 have no place in it at all.
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

// Failed is what is wrong or got worse; an error is what did not come to a verdict.
const char* junit_element(Finding finding) {
  if (finding == Finding::unlike) return "skipped";
  return finding == Finding::undecided || finding == Finding::crashed ? "error" : "failure";
}

std::string junit_case(const NamedCheck& named) {
  const CheckRecord& check = named.check;
  const std::string start =
      fmt::format(R"(    <testcase classname="{}" name="{}")", escape_xml(named.name), check.check);
  if (check.finding < Finding::unlike) return start + "/>\n";
  return fmt::format("{}>\n      <{} message=\"{}\"/>\n    </testcase>\n", start,
                     junit_element(check.finding), escape_xml(check.text));
}

// GitHub's runner ends a command's text at the end of the line.
std::string escape_command(const std::string& text) {
  std::string escaped;
  for (const char c : text)
    escaped += c == '%' || c == '\n' || c == '\r' ? fmt::format("%{:02X}", c) : std::string(1, c);
  return escaped;
}

bool is_slower(const RowVerdict& row) {
  return std::ranges::count(row.checks, Finding::slower, &CheckRecord::finding) > 0;
}

std::vector<std::string> slowed_sentences(const Comparison& comparison) {
  std::vector<RowPair> slower;
  for (const SolverVerdict& solver : comparison.solvers) {
    if (solver.check.finding == Finding::slower)
      slower.insert(slower.end(), solver.rows.begin(), solver.rows.end());
  }
  for (const RowVerdict& row : comparison.rows) {
    const bool is_told = std::ranges::count(slower, row.rows.base, &RowPair::base) > 0;
    if (is_slower(row) && !is_told) slower.push_back(row.rows);
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

// A row or a solver whose time has a figure.
struct NamedTime {
  std::string name;
  const stats::TimeJudgement& time;
};

std::vector<NamedTime> times_of(const Comparison& comparison) {
  std::vector<NamedTime> times;
  const auto add_time = [&](const std::string& name,
                            const std::optional<stats::TimeJudgement>& time) {
    if (time && time->pairs >= stats::kProcessesNeeded) times.push_back({name, *time});
  };
  for (const SolverVerdict& solver : comparison.solvers)
    add_time(solver.name, solver.time);
  for (const RowVerdict& row : comparison.rows)
    add_time(result::name_of(*row.rows.base), row.time);
  return times;
}

// What each row's measurement could tell, for those that have passed as well.
std::string time_table(const Comparison& comparison) {
  const std::vector<NamedTime> times = times_of(comparison);
  if (times.empty()) return "";
  const double sureness = 100 * (1 - times.front().time.level);
  base::Table table({{"row", base::Align::left},
                     {fmt::format("time, new against base ({:g} % interval)", sureness)},
                     {"counts from"},
                     {"smallest slow-down seen in 4 of 5"}});
  for (const auto& [name, time] : times) {
    table.add_row({{name},
                   {change_text(time.ratio)},
                   {size_text(time.threshold)},
                   {size_text(time.detectable)}});
  }
  return "\n" + table.markdown();
}

}  // namespace

std::string comparison_text(const Comparison& comparison, bool colour) {
  base::Table table = new_table();
  for (const NamedCheck& named : checks_of(comparison))
    add(table, named);
  std::string text = comparison.rows.empty() ? "" : table.text(colour) + "\n";
  for (const std::string& sentence : comparison.failures)
    text += "failed: " + base::printable(sentence, base::kLongestLine) + "\n";
  for (const std::string& sentence : slowed_sentences(comparison))
    text += base::printable(sentence, base::kLongestLine) + "\n";
  for (const std::string& sentence : comparison.unmatched)
    text += "not compared: " + base::printable(sentence, base::kLongestLine) + "\n";
  for (const std::string& sentence : comparison.unfinished)
    text += "unfinished: " + base::printable(sentence, base::kLongestLine) + "\n";
  return text + verdict_of(comparison) + "\n";
}

std::string comparison_markdown(const Comparison& comparison) {
  std::string text = "**" + base::escape_markdown(verdict_of(comparison)) + "**\n";
  base::Table table = new_table();
  bool any = false;
  for (const NamedCheck& named : checks_of(comparison)) {
    if (!is_finding(named.check)) continue;
    add(table, named);
    any = true;
  }
  if (any) text += "\n" + table.markdown();
  for (const std::string& sentence : slowed_sentences(comparison))
    text += "\n" + base::escape_markdown(sentence) + "\n";
  text += time_table(comparison);
  if (!comparison.unmatched.empty()) text += "\nNot compared:\n\n";
  for (const std::string& sentence : comparison.unmatched)
    text += "- " + base::escape_markdown(sentence) + "\n";
  if (!comparison.unfinished.empty()) text += "\nUnfinished:\n\n";
  for (const std::string& sentence : comparison.unfinished)
    text += "- " + base::escape_markdown(sentence) + "\n";
  return text;
}

std::string comparison_junit(const Comparison& comparison, const std::string& suite) {
  std::string cases;
  for (const NamedCheck& named : checks_of(comparison))
    cases += junit_case(named);
  for (const std::string& sentence : comparison.failures) {
    cases += fmt::format(
        "    <testcase classname=\"legs\" name=\"result\">\n      <error message=\"{}\"/>\n"
        "    </testcase>\n",
        escape_xml(sentence));
  }
  for (const std::string& sentence : comparison.unmatched) {
    cases += fmt::format(
        "    <testcase classname=\"rows\" name=\"{}\">\n      <error message=\"not compared\"/>\n"
        "    </testcase>\n",
        escape_xml(sentence));
  }
  for (const std::string& sentence : comparison.unfinished) {
    cases += fmt::format(
        "    <testcase classname=\"results\" name=\"{}\">\n      <error message=\"unfinished\"/>\n"
        "    </testcase>\n",
        escape_xml(sentence));
  }
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
         "  <testsuite name=\"" +
         escape_xml(suite) + "\">\n" + cases + "  </testsuite>\n</testsuites>\n";
}

report::Judgement judgement_of(const Comparison& comparison) {
  report::Judgement judgement{.verdict = verdict_of(comparison),
                              .is_bad = result_of(comparison) != GateResult::passed,
                              .sentences = comparison.failures,
                              .checks = {}};
  for (const std::string& sentence : slowed_sentences(comparison))
    judgement.sentences.push_back(sentence);
  for (const std::string& sentence : comparison.unmatched)
    judgement.sentences.push_back("not compared: " + sentence);
  for (const std::string& sentence : comparison.unfinished)
    judgement.sentences.push_back("unfinished: " + sentence);
  for (const auto& [name, check] : checks_of(comparison)) {
    judgement.checks.push_back({.row = name,
                                .check = check.check,
                                .verdict = word_for(check.finding),
                                .what = check.text,
                                .is_bad = check.finding >= Finding::slower});
  }
  return judgement;
}

std::string comparison_annotations(const Comparison& comparison) {
  std::string text;
  for (const auto& [name, check] : checks_of(comparison)) {
    if (check.finding < Finding::noted) continue;
    text += fmt::format(
        "::{} title={}::{}: {}\n", check.finding <= Finding::undecided ? "warning" : "error",
        escape_command(word_for(check.finding)), escape_command(name), escape_command(check.text));
  }
  for (const std::string& sentence : comparison.failures)
    text += fmt::format("::error title=failed::{}\n", escape_command(sentence));
  for (const std::string& sentence : comparison.unmatched)
    text += fmt::format("::error title=not compared::{}\n", escape_command(sentence));
  for (const std::string& sentence : comparison.unfinished)
    text += fmt::format("::warning title=unfinished::{}\n", escape_command(sentence));
  return text;
}

namespace {

// Times of single puzzles repeat to a few per cent.
constexpr double kSlowed = 1.05;

bool same_puzzles(const RowPair& pair) {
  return pair.base->sample_rate == pair.fresh->sample_rate &&
         pair.base->puzzles == pair.fresh->puzzles && !pair.base->slowest.empty();
}

}  // namespace

std::vector<SlowedPuzzle> slowed_puzzles(const RowPair& pair) {
  std::vector<SlowedPuzzle> slowed;
  if (!same_puzzles(pair)) return slowed;
  const std::vector<result::SlowPuzzle>& before = pair.base->slowest;
  for (const result::SlowPuzzle& now : pair.fresh->slowest) {
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
