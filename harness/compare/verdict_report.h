// Renderings of a comparison: terminal text, Markdown, JUnit XML, annotations, report page.
#pragma once

#include <string>

#include "harness/base/json.h"
#include "harness/base/table.h"
#include "harness/compare/gate.h"

namespace sudoku::compare {

// Comparison for a terminal: every check of every row, what was not compared, the verdict.
std::string comparison_text(const Comparison& comparison, const base::Screen& screen);

// Comparison as GitHub Markdown: verdict, then all checks that found a difference.
std::string comparison_markdown(const Comparison& comparison);

// JUnit XML with one test case per row and check; `suite` is its name. Regressions and wrong
// answers are failures. Crashes, undecided checks and unmatched rows are errors, because CI tools
// do not draw attention to skipped tests.
std::string comparison_junit(const Comparison& comparison, const std::string& suite);

// CSV with the change of each row's time, for scripts; without rows that have too few processes.
std::string times_csv(const Comparison& comparison);

// Verdict of a comparison, its checks and counts, as data of a report page of both results.
base::Json verdict_json(const Comparison& comparison);

// Workflow commands of GitHub Actions: an annotation for each problem of a comparison.
std::string comparison_annotations(const Comparison& comparison);

}  // namespace sudoku::compare
