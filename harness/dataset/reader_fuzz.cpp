// Fuzz target: reads bytes as a puzzle file, then writes the puzzles found and reads them again.
#include <algorithm>

#include "harness/base/test_files.h"
#include "harness/dataset/contents_fixture.h"
#include "harness/dataset/formats.h"
#include "harness/dataset/reader.h"
#include "solvers/fuzz_fixture.h"

namespace sudoku {

namespace {

bool is_printable(const std::string& text) {
  return std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; });
}

bool is_puzzle(const Grid& grid) {
  return std::ranges::all_of(grid.cells,
                             [](char c) { return c == kBlank || (c > '0' && c <= '9'); });
}

bool is_full_or_empty(const Grid& grid) {
  return grid == kEmptyGrid || (is_puzzle(grid) && count_clues(grid) == kCells);
}

void check_contents(const dataset::Contents& read) {
  must(read.puzzles.size() == read.lines.size(), "every puzzle has a line");
  must(std::ranges::none_of(read.lines, [](std::uint64_t line) { return line == 0; }),
       "lines count from 1");
  must(std::ranges::all_of(read.puzzles, is_puzzle), "puzzles hold digits and blanks");
  must(std::ranges::all_of(read.solutions, is_full_or_empty), "a solution is whole or none");
  must(read.faults.size() == std::min<std::uint64_t>(read.bad, dataset::BadRows::kKept),
       "the first bad rows are kept");
  must(std::ranges::all_of(read.faults, is_printable), "what is said of a row can be printed");
}

// Checks that puzzles written by PuzzleWriter are read back unchanged.
void check_written_again(const dataset::Contents& read) {
  base::TextSink sink;
  dataset::PuzzleWriter writer({}, sink);
  for (std::size_t i = 0; i < read.puzzles.size(); ++i)
    writer.add(read.puzzles[i], read.solutions[i]);
  writer.flush();
  const MemoryFile file(sink.text);
  const dataset::Contents again = dataset::read_all(file.path());
  must(again.error.empty() && again.bad == 0, "what we write can be read");
  must(again.puzzles == read.puzzles && again.solutions == read.solutions, "it reads the same");
}

}  // namespace

void fuzz_reader(std::string_view bytes) {
  const MemoryFile file(bytes);
  const dataset::Contents read = dataset::read_all(file.path(), {.block_size = 5});
  check_contents(read);
  const dataset::Contents strict = dataset::read_all(file.path(), {.strict = true});
  if (read.bad > 0) {
    must(strict.error == read.faults.front(), "strict reading stops at the first bad row");
  } else if (read.error.empty()) {
    must(strict.error.empty() && strict.puzzles == read.puzzles, "strictness changes nothing");
  } else {
    must(!strict.error.empty(), "strictness allows nothing that is refused");
  }
  if (!read.puzzles.empty() && read.error.empty()) check_written_again(read);
}

}  // namespace sudoku
