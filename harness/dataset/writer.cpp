#include "harness/dataset/writer.h"

#include <algorithm>
#include <array>
#include <iterator>

#include <fmt/format.h>

#include "harness/base/output.h"

namespace sudoku::dataset {

namespace {

constexpr std::array<TargetInfo, 9> kTargets = {{
    {Target::csv, "csv", ".csv", '.', true},
    {Target::bare, "bare", "", '.', true},
    {Target::pairs, "pairs", ".txt", '.', true},
    {Target::lines, "lines", "", '.', false},
    {Target::sdm, "sdm", ".sdm", '0', false},
    {Target::sdk, "sdk", ".sdk", '.', false},
    {Target::ss, "ss", ".ss", '.', false},
    {Target::blocks, "blocks", "", '0', false},
    {Target::triples, "triples", "", '.', false},
}};

std::optional<Target> target_of(const TargetInfo* found) {
  return found == kTargets.end() ? std::nullopt : std::optional(found->target);
}

// Bytes of text that are written at once.
constexpr std::size_t kBuffer = std::size_t{256} << 10;
constexpr std::string_view kRule = "---+---+---\n";

bool is_table(Target target) {
  return target == Target::csv || target == Target::bare;
}

bool has_room_for_solutions(const WriteOptions& options) {
  if (!is_table(options.target)) return info_of(options.target).holds_solutions;
  return options.columns != Columns::puzzle;
}

std::string header_of(const WriteOptions& options) {
  if (options.target == Target::triples) return "row,column,digit\n";
  if (options.target != Target::csv) return {};
  if (options.columns == Columns::puzzle) return "puzzle\n";
  return options.columns == Columns::puzzle_solution ? "puzzle,solution\n" : "solution,puzzle\n";
}

bool is_declared(const Grid& solution) {
  return solution.cells[0] != kBlank;
}

}  // namespace

std::span<const TargetInfo> all_targets() {
  return kTargets;
}

const TargetInfo& info_of(Target target) {
  return kTargets[static_cast<std::size_t>(target)];
}

std::optional<Target> target_named(std::string_view name) {
  return target_of(std::ranges::find(kTargets, name, &TargetInfo::name));
}

std::optional<Target> target_of_file(std::string_view file_name) {
  const std::string_view plain = base::without_packing(file_name);
  return target_of(std::ranges::find_if(kTargets, [plain](const TargetInfo& info) {
    return !info.ending.empty() && plain.ends_with(info.ending);
  }));
}

PuzzleWriter::PuzzleWriter(const WriteOptions& options, base::ByteSink& sink)
    : options_(options),
      sink_(sink),
      holds_solutions_(has_room_for_solutions(options_)),
      text_(header_of(options_)) {}

bool PuzzleWriter::add(const Grid& puzzle, const Grid& solution) {
  if (options_.target == Target::triples && puzzles_ == 1) return false;
  Grid shown = puzzle;
  if (options_.blank != kBlank) std::ranges::replace(shown.cells, kBlank, options_.blank);
  ++puzzles_;
  if (is_declared(solution) && !holds_solutions_) ++left_out_;
  append(shown, solution);
  if (text_.size() >= kBuffer) flush();
  return true;
}

void PuzzleWriter::flush() {
  sink_.write(text_);
  text_.clear();
}

void PuzzleWriter::append(const Grid& puzzle, const Grid& solution) {
  switch (options_.target) {
    case Target::csv:
    case Target::bare:
      return append_row(puzzle, solution);
    case Target::pairs:
      text_ += puzzle.text();
      if (is_declared(solution)) text_.append(" ").append(solution.text());
      text_ += '\n';
      return;
    case Target::lines:
    case Target::sdm:
      text_.append(puzzle.text()).append("\n");
      return;
    case Target::sdk:
      if (puzzles_ > 1) text_ += '\n';
      return append_nine_lines(puzzle);
    case Target::ss:
      if (puzzles_ > 1) text_ += '\n';
      return append_picture(puzzle);
    case Target::blocks:
      fmt::format_to(std::back_inserter(text_), "Grid {:02}\n", puzzles_);
      return append_nine_lines(puzzle);
    case Target::triples:
      return append_triples(puzzle);
  }
}

void PuzzleWriter::append_row(const Grid& puzzle, const Grid& solution) {
  const std::string_view declared = is_declared(solution) ? solution.text() : std::string_view();
  if (options_.columns == Columns::solution_puzzle) text_.append(declared).append(",");
  text_ += puzzle.text();
  if (options_.columns == Columns::puzzle_solution) text_.append(",").append(declared);
  text_ += '\n';
}

void PuzzleWriter::append_nine_lines(const Grid& puzzle) {
  for (std::size_t r = 0; r < 9; ++r)
    text_.append(puzzle.text().substr(9 * r, 9)).append("\n");
}

void PuzzleWriter::append_picture(const Grid& puzzle) {
  for (std::size_t r = 0; r < 9; ++r) {
    if (r == 3 || r == 6) text_ += kRule;
    const std::string_view row = puzzle.text().substr(9 * r, 9);
    fmt::format_to(std::back_inserter(text_), "{}|{}|{}\n", row.substr(0, 3), row.substr(3, 3),
                   row.substr(6));
  }
}

void PuzzleWriter::append_triples(const Grid& puzzle) {
  for (int cell = 0; cell < kCells; ++cell) {
    const char digit = puzzle.cells[cell];
    if (digit == options_.blank) continue;
    fmt::format_to(std::back_inserter(text_), "{},{},{}\n", row_of(cell) + 1, column_of(cell) + 1,
                   digit);
  }
}

}  // namespace sudoku::dataset
