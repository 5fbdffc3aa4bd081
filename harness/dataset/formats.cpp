#include "harness/dataset/formats.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <vector>

#include "harness/base/errors.h"
#include "harness/dataset/other_kinds.h"
#include "harness/dataset/text_blocks.h"

namespace sudoku::dataset {

namespace {

// Lines in which a format is looked for first; if there is none, in all lines of the head.
constexpr std::size_t kLinesLookedAt = 100;

// The first `most` whole lines of `head` that are neither blank nor comments, or the line that it
// begins and does not end.
std::vector<HeadLine> content_of(std::string_view head, std::size_t most) {
  std::vector<HeadLine> lines;
  HeadLine line;
  while (lines.size() < most) {
    const std::size_t end = head.find('\n', line.begin);
    if (end == std::string_view::npos) break;
    line.text = head.substr(line.begin, end - line.begin);
    while (line.text.ends_with('\r'))
      line.text.remove_suffix(1);
    line.next = end + 1;
    if (!is_filler(line.text)) lines.push_back(line);
    line = {.begin = line.next, .number = line.number + 1};
  }
  if (lines.empty() && line.begin < head.size()) {
    lines.push_back({.text = head.substr(line.begin),
                     .begin = line.begin,
                     .next = head.size(),
                     .number = line.number});
  }
  return lines;
}

// Whether the line holds only the number of puzzles. Nine characters are the row of a grid instead.
bool is_count(std::string_view text) {
  const auto words = split_words(text);
  return words.size() == 1 && text.size() < 9 &&
         std::ranges::all_of(words[0].text, [](char c) { return c >= '0' && c <= '9'; });
}

// The lines without a first one that holds only the number of puzzles.
std::span<const HeadLine> without_count(std::span<const HeadLine> lines) {
  return lines.size() > 1 && is_count(lines[0].text) ? lines.subspan(1) : lines;
}

// Whether the line is the entry of a list in some language: a property, or it begins with a
// bracket, or with a quotation mark and ends with a comma.
bool is_entry(std::string_view line) {
  if (is_property(line)) return true;
  const std::string_view first = line.substr(skip_blanks(line, 0), 1);
  const bool is_quoted = (first == "\"" || first == "'") && line.ends_with(',');
  return is_quoted || first.find_first_of("[({") != std::string_view::npos;
}

std::optional<InputFormat> format_of_line(std::string_view line) {
  for (const Format& format : all_formats()) {
    if (format.detect_line == nullptr) continue;
    if (auto found = format.detect_line(line)) return found;
  }
  return std::nullopt;
}

// Format of the line with the most grids, as damaged lines show fewer; nullopt without a grid.
std::optional<InputFormat> format_of_lines(const Head& head) {
  std::optional<InputFormat> best;
  int most = 0;
  for (const HeadLine& line : head.lines) {
    if (is_entry(line.text)) return std::nullopt;
    const auto format = format_of_line(line.text);
    const int grids = !format ? 0 : format->solution ? 2 : 1;
    if (grids <= most) continue;
    most = grids;
    best = head.with_body(*format);
  }
  return best;
}

// Index of the first row in the head of a table without a header. Lines above the first puzzle that
// have as many columns, and numbers in them, are rows.
std::size_t first_row(const Head& head, const InputFormat& table) {
  std::size_t first = head.titles() == head.lines.size() ? 0 : head.titles();
  const auto is_row = [&table](const HeadLine& line) {
    const auto fields = split_fields(line.text, table.separator);
    return fields.size() == table.columns &&
           std::ranges::any_of(fields, is_number, &TextField::text);
  };
  while (table.columns > 1 && first > 0 && is_row(head.lines[first - 1]))
    --first;
  return first;
}

// Whether a row of the text, nearly always one of the first, holds a puzzle.
bool has_puzzle(const InputFormat& format, std::string_view text) {
  constexpr std::size_t kOneRow = 512;
  return count_first_rows(format, text, kOneRow).puzzles > 0;
}

// The first format that reads a puzzle in a file that no function recognised: of lists if lines are
// entries of lists. Full grids do not count if there are others, as they may be solutions.
std::optional<InputFormat> format_tried(const Head& head, const Head& body) {
  const bool is_list = std::ranges::any_of(head.lines, is_entry, &HeadLine::text);
  std::optional<InputFormat> best;
  std::uint64_t most = 0;
  for (const Format& format : all_formats()) {
    if (!format.is_tried) continue;
    // Lists may begin on a line that looks like a title.
    const bool reads_lists = format.extent == Extent::text;
    InputFormat tried = (reads_lists ? head : body).with_body({.format = &format});
    const RowCounts counts = count_rows(tried, head.text);
    const bool is_better = most == 0 || (reads_lists && is_list);
    if (counts.puzzles == 0 || (best && (counts.unsolved == 0 || !is_better))) continue;
    most = counts.unsolved;
    if (counts.solutions > 0) tried.solution = 0;
    best = tried;
  }
  return best;
}

std::optional<InputFormat> format_by(Evidence evidence, const Head& head) {
  for (const Format& format : all_formats()) {
    if (format.detect == nullptr || format.evidence != evidence) continue;
    if (const auto found = format.detect(head)) return found;
  }
  return std::nullopt;
}

// The format with columns that the user chose.
InputFormat format_chosen(const Head& head, const ColumnChoice& columns) {
  if (format_by(Evidence::brackets, head) || format_by(Evidence::rows, head))
    throw base::InputError("{}: expected columns to choose from, found none", head.name);
  return format_with_columns(head, columns);
}

// The format by the most reliable evidence that reads a puzzle, else by the most reliable one.
std::optional<InputFormat> format_by_evidence(const Head& head) {
  std::optional<InputFormat> doubtful;
  for (const Evidence evidence :
       {Evidence::brackets, Evidence::numbers, Evidence::header, Evidence::rows}) {
    const auto found = format_by(evidence, head);
    if (found && has_puzzle(*found, head.text)) return found;
    if (!doubtful) doubtful = found;
  }
  return doubtful;
}

std::optional<InputFormat> format_of(const Head& head) {
  const auto likely = format_by_evidence(head);
  // Brackets and headers tell where puzzles are: another format would read something else.
  if (likely && (likely->format->evidence != Evidence::rows || has_puzzle(*likely, head.text)))
    return likely;
  const std::size_t titles = head.titles();
  const Head body = titles == head.lines.size() ? head : head.after(titles);
  auto found = format_of_lines(body);
  if (found) found = head.after(first_row(head, *found)).with_body(*found);
  if (found && has_puzzle(*found, head.text)) return found;
  const auto tried = format_tried(head, body);
  return tried ? tried : likely ? likely : found;
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

bool is_prose(std::string_view line) {
  const std::string text = is_ascii(line) ? std::string(line) : in_ascii(line);
  const auto is_letter = [](unsigned char c) {
    const bool is_blank_cell = kRareBlanks.find(static_cast<char>(c)) != std::string_view::npos;
    return (std::isalpha(c) != 0 && !is_blank_cell) || c >= 0x80;
  };
  const auto has_puzzle = [](const TextField& part) { return looks_like_puzzle(part.text); };
  return std::ranges::any_of(text, is_letter) &&
         std::ranges::none_of(split_at_marks(text), has_puzzle);
}

std::size_t Head::titles() const {
  const auto first = std::ranges::find_if_not(lines, is_prose, &HeadLine::text);
  return static_cast<std::size_t>(first - lines.begin());
}

InputFormat detect_format(std::string_view text, const std::string& name,
                          const ColumnChoice& columns) {
  refuse_other_kinds(text, name);
  const auto first_lines = content_of(text, kLinesLookedAt);
  if (first_lines.empty()) return {};
  Head head = {name, text, without_count(first_lines)};
  refuse_pencilmarks(head);
  if (!columns.puzzle.empty() || !columns.solution.empty()) return format_chosen(head, columns);
  auto found = format_of(head);
  if (found && has_puzzle(*found, text)) return *found;
  const auto all_lines = content_of(text, std::string_view::npos);
  head.lines = without_count(all_lines);
  if (!found) found = format_of(head);
  if (!found || !has_puzzle(*found, text)) {
    refuse_other_kinds(text, name, true);
    refuse_puzzles_of_other_sizes(head);
  }
  if (found) return *found;
  for (const Format& format : all_formats())
    if (format.refuse != nullptr) format.refuse(head);
  return head.with_body({});
}

PuzzleWriter::PuzzleWriter(const OutputFormat& output, base::ByteSink& sink)
    : output_(output),
      sink_(sink),
      holds_solutions_(output.format->has_columns ? output.columns != Columns::puzzle
                                                  : output.format->holds_solutions) {
  if (output.format->write_header != nullptr) output.format->write_header(text_, output.columns);
}

void PuzzleWriter::add(const Grid& puzzle, const Grid& solution) {
  std::string text(puzzle.text());
  if (output_.blank != kBlank) std::ranges::replace(text, kBlank, output_.blank);
  ++puzzles_;
  const bool is_declared = solution.cells[0] != kBlank;
  if (is_declared && !holds_solutions_) ++left_out_;
  output_.format->write(text_, {.text = text,
                                .solution = is_declared && holds_solutions_ ? &solution : nullptr,
                                .number = puzzles_,
                                .columns = output_.columns});
  if (text_.size() >= kBuffer) flush();
}

void PuzzleWriter::flush() {
  sink_.write(text_);
  text_.clear();
}

}  // namespace sudoku::dataset
