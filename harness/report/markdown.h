// Results as a document to keep, or to put under a pull request: one run, or several side by side.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "harness/report/view.h"

namespace sudoku::report {

// More rows nobody reads, and more text GitHub does not take as a comment.
inline constexpr std::size_t kMostMarkdownRows = 50;
inline constexpr std::size_t kMostMarkdownBytes = 64'000;

// GitHub's Markdown: verdicts, environment, command, settings, a table per dataset with its slowest
// puzzles and wrong answers, warnings, and what the harness itself costs.
std::string markdown_report(const result::RunResult& run);

// markdown_report of a single run, or several runs side by side.
std::string markdown_report(std::span<const ReportInput> inputs);

// How the runs are told apart: the file's name without ".json", or its whole path.
std::string label_of(std::span<const ReportInput> inputs, const ReportInput& input);

// A document that stays below a size: what matters least is left out first.
class Sections {
 public:
  // The greater the value, the sooner a section is left out.
  enum class Importance : std::uint8_t {
    never_left_out,
    figures,
    circumstances,
    remarks,
    examples
  };

  // `name` tells the reader what is missing when it was left out; an empty text adds nothing.
  void add(Importance importance, const std::string& name, const std::string& text);

  // All sections in order, or as many as fit in `most` bytes, and then a line that names the
  // others.
  std::string text(std::size_t most) const;

 private:
  struct Section {
    Importance importance;
    std::string name;
    std::string text;
  };

  std::vector<Section> sections_;
};

}  // namespace sudoku::report
