// Parts of Markdown documents.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "harness/report/view.h"

namespace sudoku::report {

// Limits of a Markdown report: nobody reads more rows, and GitHub rejects longer comments.
inline constexpr std::size_t kMostMarkdownRows = 50;
inline constexpr std::size_t kMostMarkdownBytes = 64'000;

// Label of a run: its file's name without ".json", or the path where that is ambiguous.
std::string label_of(std::span<const ReportInput> inputs, const ReportInput& input);

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

}  // namespace sudoku::report
