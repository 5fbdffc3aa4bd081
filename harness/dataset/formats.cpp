#include "harness/dataset/formats.h"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <vector>

namespace sudoku::dataset {

namespace {

constexpr std::size_t kLinesLookedAt = 100;

// The first kLinesLookedAt lines of `head` that are neither blank nor comments.
std::vector<HeadLine> content_of(std::string_view head) {
  std::vector<HeadLine> lines;
  HeadLine line;
  while (lines.size() < kLinesLookedAt) {
    const std::size_t end = head.find('\n', line.begin);
    if (end == std::string_view::npos) break;
    line.text = head.substr(line.begin, end - line.begin);
    if (line.text.ends_with('\r')) line.text.remove_suffix(1);
    line.next = end + 1;
    if (!is_filler(line.text)) lines.push_back(line);
    line = {.begin = line.next, .number = line.number + 1};
  }
  return lines;
}

// Whether the line holds only the number of puzzles. Nine digits are the row of a grid instead.
bool is_count(std::string_view text) {
  const auto words = split_words(text);
  return words.size() == 1 && words[0].text.size() < 9 &&
         std::ranges::all_of(words[0].text, [](char c) { return c >= '0' && c <= '9'; });
}

std::optional<InputFormat> format_of_line(std::string_view line) {
  for (const Format& format : all_formats()) {
    if (format.detect_line == nullptr) continue;
    if (auto found = format.detect_line(line)) return found;
  }
  return std::nullopt;
}

// Whether the line is a header above a list of words, such as "puzzle solution".
bool is_word_header(std::string_view line) {
  const auto words = split_words(line);
  const bool has_grid =
      std::ranges::any_of(words, [](const Field& word) { return looks_like_puzzle(word.text); });
  return !has_grid && find_name(words, kPuzzleNames).has_value();
}

// Format of the line with the most grids, as damaged lines show fewer; "lines" if none has grids.
InputFormat format_of_lines(const Head& head) {
  InputFormat best;
  int most = 0;
  for (const HeadLine& line : head.lines) {
    const auto format = format_of_line(line.text);
    const int grids = !format ? 0 : format->solution ? 2 : 1;
    if (grids <= most) continue;
    most = grids;
    best = *format;
  }
  const bool are_words = best.format == InputFormat().format;
  return head.with_body(best, are_words && is_word_header(head.first().text));
}

// Bytes that PuzzleWriter buffers before it writes them.
constexpr std::size_t kBuffer = std::size_t{256} << 10;

}  // namespace

std::span<const Format> all_formats() {
  static const std::vector<Format> all = [] {
    std::vector<Format> collected;
#define FORMATS(name) std::ranges::copy(name##_formats, std::back_inserter(collected));
#include "harness/dataset/formats.def"
#undef FORMATS
    return collected;
  }();
  return all;
}

const Format* find_format(std::string_view name) {
  for (const Format& format : all_formats())
    if (format.name == name) return &format;
  return nullptr;
}

const Format* format_of_file(std::string_view file_name) {
  const std::string_view plain = base::without_packing(file_name);
  for (const Format& format : all_formats())
    if (!format.ending.empty() && plain.ends_with(format.ending)) return &format;
  return nullptr;
}

InputFormat Head::with_body(InputFormat format, bool has_header) const {
  format.body = has_header ? first().next : first().begin;
  format.body_line = first().number + (has_header ? 1 : 0);
  return format;
}

InputFormat detect_format(std::string_view text, const std::string& name) {
  const auto content = content_of(text);
  std::span<const HeadLine> lines = content;
  if (lines.size() > 1 && is_count(lines[0].text)) lines = lines.subspan(1);
  if (lines.empty()) return {};
  const Head head = {name, lines};
  for (const Evidence evidence : {Evidence::numbers, Evidence::header, Evidence::rows}) {
    for (const Format& format : all_formats()) {
      if (format.detect == nullptr || format.evidence != evidence) continue;
      if (const auto found = format.detect(head)) return *found;
    }
  }
  return format_of_lines(head);
}

PuzzleWriter::PuzzleWriter(const OutputFormat& output, base::ByteSink& sink)
    : output_(output),
      sink_(sink),
      holds_solutions_(output.format->has_columns ? output.columns != Columns::puzzle
                                                  : output.format->holds_solutions) {
  if (output.format->write_header != nullptr) output.format->write_header(text_, output.columns);
}

bool PuzzleWriter::add(PuzzleRef puzzle, const Grid& solution) {
  if (output_.format->holds_one_puzzle && puzzles_ == 1) return false;
  assert(puzzle.marks == nullptr || output_.format->holds_pencilmarks);
  std::string text = puzzle.text();
  if (output_.blank != kBlank) std::ranges::replace(text, kBlank, output_.blank);
  ++puzzles_;
  const bool is_declared = solution.cells[0] != kBlank;
  if (is_declared && !holds_solutions_) ++left_out_;
  output_.format->write(text_, {.text = text,
                                .solution = is_declared && holds_solutions_ ? &solution : nullptr,
                                .number = puzzles_,
                                .columns = output_.columns});
  if (text_.size() >= kBuffer) flush();
  return true;
}

void PuzzleWriter::flush() {
  sink_.write(text_);
  text_.clear();
}

}  // namespace sudoku::dataset
