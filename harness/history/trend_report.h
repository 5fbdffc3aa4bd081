// A trend as people and their tools read it: a text, a table, a page with plots.
#pragma once

#include <string>

#include "harness/history/trend.h"

namespace sudoku::history {

// For a terminal: the changes, newest first, and where every series stands.
std::string trend_text(const Trend& trend, bool colour);

// GitHub's Markdown for a pull request, below 64 kB.
std::string trend_markdown(const Trend& trend);

// A line for each point of each series, for spreadsheets.
std::string trend_csv(const Trend& trend);

// "40 results from 2026-09-01 to 2026-11-22 in 12 series: 2 changes of speed, none of guesses."
std::string trend_sentence(const Trend& trend);

// A change in words: "2026-11-22", "mrv on hard.csv", "101 k/s", "−11.3 %", "1a2b3c4..5d6e7f8".
struct ChangeWords {
  std::string when;
  std::string series;
  std::string figure;
  std::string from;
  std::string to;
  std::string change;
  std::string revisions;
  std::string sureness;
  bool is_worse = false;
};

// All changes, newest first.
std::vector<ChangeWords> changes_in_words(const Trend& trend);

// What the trend could not tell, in sentences.
std::vector<std::string> trend_remarks(const Trend& trend);

// A page with plots: one file that opens anywhere, drawn by the same scripts as reports.
std::string trend_page(const Trend& trend, const result::ToolRecord& made_by);

}  // namespace sudoku::history
