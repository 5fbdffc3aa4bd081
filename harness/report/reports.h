// Reports of results: for a terminal, as Markdown, as CSV, and as an HTML page; and what Markdown
// documents and pages on other subjects share with them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "harness/base/estimate.h"
#include "harness/base/json.h"
#include "harness/base/table.h"
#include "harness/report/view.h"

namespace sudoku::report {

// Verdicts, then result tables with some remarks and warnings (all, with details), and a legend.
// Only remarks take several lines of the screen.
std::string summary(const result::RunResult& run, const base::Screen& screen, bool has_details);

// Markdown report of one run: verdicts, environment, command, settings, a table per dataset with
// its remarks, and warnings.
std::string markdown_report(const result::RunResult& run);

// Markdown report of one run, or of several side by side: verdicts of each, and a table of speeds.
std::string markdown_report(std::span<const ReportInput> inputs);

// Limits of a Markdown report: nobody reads more rows, and GitHub rejects longer comments.
inline constexpr std::size_t kMostMarkdownRows = 50;
inline constexpr std::size_t kMostMarkdownBytes = 64'000;

// Importance of a section: the greater its value, the sooner it is left out.
enum class Importance : std::uint8_t { never_left_out, figures, circumstances, remarks, examples };

struct Section {
  Importance importance;
  std::string name;  // mentioned if the section is left out
  std::string text;
};

// All sections in order, or the most important ones that fit in `most` bytes and a line that names
// the others.
std::string text_within(std::vector<Section> sections, std::size_t most);

// CSV report: a table (RFC 4180, lines end in '\n') with a line per run, dataset, solver and thread
// count, in plain numbers and base units. Texts that look like formulas start with '.
std::string csv_report(std::span<const ReportInput> inputs);

// HTML page, one file without external parts. It starts with the verdict on two runs
// (compare::verdict_json), if there is one; with its member `single_pass`, each run was one pass,
// which names no fastest solver.
std::string html_report(std::span<const ReportInput> inputs, const result::ToolRecord& made_by,
                        base::Json verdict = nullptr);

// Estimate as [median, low, high]; null when unknown.
base::Json estimate_json(const base::Estimate& estimate);

// The page's data as JSON, safe in a script element; its size is independent of the puzzle count.
std::string page_data(std::span<const ReportInput> inputs);

}  // namespace sudoku::report
