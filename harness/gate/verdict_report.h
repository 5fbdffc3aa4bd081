// A comparison as people and their tools read it.
#pragma once

#include <string>

#include "harness/gate/gate.h"
#include "harness/report/judgement.h"

namespace sudoku {

// For a terminal: every check of every row, what was not compared, and the verdict last.
std::string comparison_text(const Comparison& comparison, bool colour);

// For a pull request: the verdict first, then what is not simply the same; GitHub's Markdown.
std::string comparison_markdown(const Comparison& comparison);

// JUnit's XML, a test case per row and check: wrong and changed ones are failures, crashes errors;
// what could not be decided or compared is an error too, for no tool shows a skipped test as a
// reason to look. `suite` is its name.
std::string comparison_junit(const Comparison& comparison, const std::string& suite);

// For a page of both results.
Judgement judgement_of(const Comparison& comparison);

// Workflow commands of GitHub's runner: an annotation for each finding.
std::string comparison_annotations(const Comparison& comparison);

}  // namespace sudoku
