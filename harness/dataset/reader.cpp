#include "harness/dataset/reader.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/base/random.h"

namespace sudoku::dataset {

namespace {

constexpr std::string_view kBetween = " \t\r\n|/,;+-[]()";
// A text with at least this many cells is taken as a puzzle, not as a file name made of digits.
constexpr std::size_t kSurelyAPuzzle = 60;

// The puzzle of 81 characters in a text: the text itself, or a part between punctuation.
std::optional<Grid> puzzle_within(std::string_view text) {
  for (const TextField& part : split_at_marks(text)) {
    ParsedRow row;
    take_puzzle(row, part);
    if (row.fault.empty()) return row.puzzle;
  }
  return std::nullopt;
}

// Counts declared solutions and the wrong ones; solvers' answers are not compared with wrong ones.
void check_declared(const Block& block, Survey& found) {
  for (std::size_t i = 0; i < block.puzzles.size(); ++i) {
    const Grid& declared = block.solutions[i];
    if (declared == kEmptyGrid) continue;
    ++found.declared;
    if (is_solution(block.puzzles[i], declared)) continue;
    if (found.declared_wrong++ == 0) found.declared_wrong_line = block.lines[i];
  }
}

}  // namespace

void BadRows::keep(const ParsedRow& row, const std::string& file, bool strict) {
  const bool is_refused = strict || row.refuses_file;
  if (!is_refused && first.size() == kKept) return;
  std::string message = message_of(row, file);
  if (is_refused) throw base::InputError(message);
  first.push_back(std::move(message));
}

base::InputError no_usable_puzzle(const std::string& name, const BadRows& bad_rows) {
  std::string message = name + ": contains no usable puzzle";
  if (bad_rows.count == 1) {
    message += "; its only bad row: " + bad_rows.first[0];
  } else if (bad_rows.count > 1) {
    message += fmt::format("; the first of {} bad rows: {}", bad_rows.count, bad_rows.first[0]);
  }
  base::InputError error(message);
  return error;
}

PuzzleReader::PuzzleReader(const std::string& path, const std::string& name,
                           const ReadOptions& options)
    : options_(options),
      blocks_(path, name, {.hashed = options.hashed, .columns = options.columns}),
      parser_(blocks_.make_parser()),
      lines_before_(blocks_.lines_before()) {
  parser_->begin(text_);  // text_ is still empty
}

bool PuzzleReader::read(Block& block) {
  block.index = next_block_++;
  block.first = block.index * options_.block_size;
  block.puzzles.clear();
  block.solutions.clear();
  block.lines.clear();
  while (block.puzzles.size() < options_.block_size && next_row()) {
    if (row_.fault.empty()) [[likely]] {
      block.puzzles.push_back(row_.puzzle);
      block.solutions.push_back(row_.solution);
      block.lines.push_back(row_.line);
    } else {
      ++bad_rows_.count;
      bad_rows_.keep(row_, name(), options_.strict);
    }
  }
  return !block.puzzles.empty();
}

bool PuzzleReader::next_row() {
  while (!parser_->next(row_)) {
    lines_before_ += parser_->lines();
    if (!blocks_.read(text_)) return false;
    parser_->begin(text_);
  }
  row_.line += lines_before_;
  return true;
}

std::optional<Grid> parse_written_puzzle(std::string_view text) {
  if (const auto puzzle = puzzle_within(text)) return puzzle;
  std::string cells;
  std::ranges::copy_if(text, std::back_inserter(cells),
                       [](char c) { return kBetween.find(c) == std::string_view::npos; });
  if (!std::ranges::all_of(cells, is_cell)) return std::nullopt;
  const ParsedGrid parsed = parse_grid(cells);
  if (parsed.ok) return parsed.grid;
  if (cells.size() < kSurelyAPuzzle) return std::nullopt;
  throw base::InputError("the puzzle on the command line: expected 81 cells, found {}",
                         cells.size());
}

std::optional<std::string> remark_on_full_grids(std::uint64_t full_grids, std::uint64_t puzzles) {
  constexpr std::uint64_t kFew = 3;
  if (full_grids <= kFew) return std::nullopt;
  return fmt::format("{} of {} puzzles have nothing to solve; are they solutions?", full_grids,
                     puzzles);
}

Survey survey(const base::InputFile& file, ReadOptions options, std::uint64_t seed,
              const SurveyProgress& progress) {
  Survey found;
  options.hashed = true;
  PuzzleReader reader(file, options);
  // The puzzles with the least of random keys are a uniform sample.
  std::map<std::uint64_t, Grid> pilots;
  Block block;
  while (reader.read(block)) {
    for (std::size_t i = 0; i < block.puzzles.size(); ++i) {
      const std::uint64_t key = base::mix(seed ^ base::mix(block.first + i));
      const int clues = count_clues(block.puzzles[i]);
      found.clues_min = std::min(found.clues_min, clues);
      found.clues_mean += clues;
      found.clues_max = std::max(found.clues_max, clues);
      found.full_grids += clues == kCells ? 1 : 0;
      if (pilots.size() == Survey::kPilots) {
        if (key > std::prev(pilots.end())->first) continue;
        pilots.erase(std::prev(pilots.end()));
      }
      pilots.emplace(key, block.puzzles[i]);
    }
    check_declared(block, found);
    found.puzzles += block.puzzles.size();
    if (!progress(reader.bytes_read(), reader.bytes_total())) return found;
  }
  found.bad_rows = reader.bad_rows();
  found.sha256 = reader.sha256();
  if (found.puzzles == 0) return found;
  found.clues_mean /= static_cast<double>(found.puzzles);
  for (const auto& [key, puzzle] : pilots)
    found.pilots.push_back(puzzle);
  return found;
}

}  // namespace sudoku::dataset
