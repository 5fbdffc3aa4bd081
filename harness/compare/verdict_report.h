// A comparison as people and their tools read it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/compare/gate.h"
#include "harness/report/view.h"

namespace sudoku::compare {

// For a terminal: every check of every row, what was not compared, and the verdict last.
std::string comparison_text(const Comparison& comparison, bool colour);

// For a pull request: the verdict first, then what is not simply the same; GitHub's Markdown.
std::string comparison_markdown(const Comparison& comparison);

// JUnit's XML, a test case per row and check: wrong and changed ones are failures, crashes errors;
// what could not be decided or compared is an error too, for no tool shows a skipped test as a
// reason to look. `suite` is its name.
std::string comparison_junit(const Comparison& comparison, const std::string& suite);

// For a page of both results.
report::Judgement judgement_of(const Comparison& comparison);

// Workflow commands of GitHub's runner: an annotation for each finding.
std::string comparison_annotations(const Comparison& comparison);

// A puzzle that takes longer than before.
struct SlowedPuzzle {
  std::string puzzle;
  std::uint64_t line = 0;
  double before_ns = 0;
  double now_ns = 0;
  // The baseline does not list it: it took no longer than `before_ns`, the least that is listed.
  bool at_least = false;

  double ratio() const { return now_ns / before_ns; }
};

// Puzzles among the new row's slowest ten that take at least 5 % longer than before, the most
// slowed first. A puzzle that is not among the baseline's slowest ten took less than all of these.
// Empty for batch solvers, and for rows that met other puzzles.
std::vector<SlowedPuzzle> slowed_puzzles(const RowPair& pair);

// "line 17 (3.20×, 3.52 ms instead of 1.10 ms); …", the first three. Empty when there are none.
std::string slowed_text(const RowPair& pair);

}  // namespace sudoku::compare
