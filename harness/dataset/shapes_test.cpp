// Tests that the files in reader_fuzz/, which have the shapes of public puzzle files, are read as
// their authors meant, or named in one line.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "harness/dataset/contents_fixture.h"
#include "harness/dataset/text_blocks.h"

namespace sudoku::dataset {

namespace {

// Files that hold as much, by the format that reads them.
struct Shapes {
  std::string format;
  std::size_t puzzles;
  std::size_t solutions;
  std::uint64_t bad;
  std::string files;  // separated by blanks
};

const Shapes kShapes[] = {
    {"alternating", 3, 3, 0, "lines_in_turns"},
    {"bare", 3, 3, 0, "csv_without_header"},
    {"bare", 3, 3, 2, "csv_with_rounded_rows"},
    {"cells", 3, 0, 0, "cells_below_sizes cells_by_nines cells_empty cells_with_commas"},
    {"cells", 3, 3, 0, "cells_and_solutions"},
    {"csv", 1, 1, 0, "csv_of_solutions_first"},
    {"csv", 1, 1, 1, "csv_with_an_open_quote"},
    {"csv", 2, 0, 0, "csv_semicolons_and_quotes"},
    {"csv", 2, 1, 0, "csv_without_known_solution pencilmarks_csv"},
    {"csv", 3, 0, 0, "csv_below_a_title csv_below_a_title_with_a_comma csv_of_lists"},
    {"csv", 3, 1, 0, "csv_of_qqwing"},
    {"csv", 3, 3, 0,
     "csv_cr_cr_lf csv_of_spaced_numbers csv_rows_with_a_comma_more csv_with_header "
     "csv_with_unknown_titles"},
    {"embedded", 1, 0, 0, "embedded_fragment"},
    {"embedded", 2, 0, 0, "embedded_hodoku"},
    {"embedded", 3, 0, 0, "embedded_links"},
    {"embedded", 3, 2, 0, "embedded_colons"},
    {"jsonl", 1, 0, 0,
     "c_arrays json_rows_of_x json_rows_with_commas matlab minizinc minizinc_with_size numpy "
     "xml_rows yaml_flow yaml_rows"},
    {"jsonl", 2, 0, 0, "grids_in_tags python_lists"},
    {"jsonl", 2, 0, 1, "json_null_puzzle json_short_row"},
    {"jsonl", 2, 2, 1, "json_truncated"},
    {"jsonl", 3, 0, 0,
     "json_empty_strings json_numbers json_strings prolog xml_opensudoku xml_opensudoku_2 "
     "yaml_grids"},
    {"jsonl", 3, 3, 0,
     "json_columns json_lines json_lists_of_solutions json_map json_metadata json_objects "
     "json_pairs json_rows lines_labelled sql_insert"},
    {"lines", 0, 0, 20, "other_ids"},
    {"lines", 2, 0, 0, "gzip lines_with_placed_digits words zstd"},
    {"lines", 2, 0, 4, "bad_rows"},
    {"lines", 2, 1, 2, "pencilmarks"},
    {"lines", 3, 0, 0,
     "lines lines_below_a_title lines_below_foreign_words lines_blank_capital_x lines_blank_dash "
     "lines_blank_p lines_blank_plus lines_blank_question lines_blank_x lines_dos_end "
     "lines_rated lines_utf16 lines_with_a_count lines_with_comments"},
    {"lines", 3, 3, 0, "pairs"},
    {"sdk", 0, 0, 2, "matrix_with_a_byte_of_no_text"},
    {"sdk", 1, 0, 0,
     "grids_below_the_word_sudoku grids_dashes_in_frames grids_empty_fields grids_hodoku_frame "
     "grids_in_double_bars grids_in_double_lines grids_single_bars grids_with_a_rule_a_row "
     "grids_x_between_bars matrix"},
    {"sdk", 1, 1, 0, "grids_in_unknown_sections"},
    {"sdk", 2, 0, 0,
     "grids grids_dots_and_commas grids_in_sections grids_of_spaces grids_spaces_between_bars "
     "pictures"},
    {"sdk", 2, 0, 1, "grids_long_first_row"},
    {"sdk", 3, 0, 0,
     "grids_labels_of_nine grids_numbered grids_of_qqwing grids_starred grids_with_gaps"},
    {"sdk", 3, 3, 0, "grids_below_prose grids_drawn grids_with_solutions"},
    {"sdk", 5, 0, 0, "grids_separated"},
    {"triples", 1, 0, 0, "triples"},
};

struct Refused {
  std::string file;
  std::string error;  // message behind the name of the file
};

const Refused kRefused[] = {
    {"json_zero_to_eight",
     ":1:407: expected digits from 1 to 9, found 0 and null in one grid: write blanks as 0, digits "
     "as 1 to 9"},
    {"other_binary", ": is not a text file"},
    {"other_candidates",
     ": is a picture of candidates; write its clues as 81 digits and dots, or 729 characters: nine "
     "for each cell"},
    {"other_cells",
     ": holds an object for each cell; write each puzzle as 81 digits and dots on a line"},
    {"other_cnf", ": is a formula in DIMACS form; name a file of puzzles"},
    {"other_facts",
     ": holds a fact for each clue, as for ASP or Prolog; write each puzzle as 81 digits and dots "
     "on a line"},
    {"other_floats", ": holds cells with a decimal point; write them as whole numbers"},
    {"other_four_csv", ": seems to hold 4 x 4 puzzles; only those of 9 x 9 are read"},
    {"other_game_ids",
     ": holds game IDs of Simon Tatham's Solo; write each puzzle as 81 digits and dots on a line"},
    {"other_html", ": is an HTML page; download the file itself, on GitHub with Raw"},
    {"other_killer",
     ": holds a variant of Sudoku with further rules; only puzzles of rows, columns and boxes are "
     "read"},
    {"other_ksudoku",
     ": is a file of KSudoku, with letters for digits; write each puzzle as 81 digits and dots on "
     "a line"},
    {"other_latex", ": is a LaTeX document; write each puzzle as 81 digits and dots on a line"},
    {"other_letters",
     ": seems to have letters for digits; write each puzzle as 81 digits and dots on a line"},
    {"other_lfs_pointer",
     ": is a Git LFS pointer, which stands for the file; run `git lfs pull`, or download the file "
     "from its page"},
    {"other_png", ": is an image; type the puzzle, or look for a text file of it"},
    {"other_quoted_newlines", ": has line breaks within quotes; write each row on one line"},
    {"other_result", ": is a result of sudoku-bench; show it with `sudoku-bench report`"},
    {"other_results",
     ":1:1: expected a column named puzzle, puzzles, quiz, quizzes, question, questions, sudoku, "
     "board, grid, clues; found Benchmark, A, B"},
    {"other_rounded",
     ": has puzzles that a spreadsheet has rounded to numbers; export puzzles as text, or write "
     "blanks as dots"},
    {"other_six", ": seems to hold 6 x 6 puzzles; only those of 9 x 9 are read"},
    {"other_six_in_frames", ": seems to hold 6 x 6 puzzles; only those of 9 x 9 are read"},
    {"other_sixteen", ": seems to hold 16 x 16 puzzles; only those of 9 x 9 are read"},
    {"other_suite", ": is a suite; run it with `sudoku-bench run --suite`"},
    {"other_zeros_lost",
     ": has puzzles without their first zeros: a spreadsheet has removed zeros; export puzzles as "
     "text, or write blanks as dots"},
    {"pencilmarks_and_clues",
     ":2:1: expected a pencilmark puzzle, as the file holds others, found a puzzle of 81 cells"},
};

std::string path_of(const std::string& file) { return std::string(SHAPES) + "/" + file; }

std::set<std::string> names_in(const std::string& text) {
  std::istringstream names(text);
  return {std::istream_iterator<std::string>(names), {}};
}

TEST(Shapes, AreReadAsMeant) {
  for (const Shapes& shapes : kShapes) {
    for (const std::string& file : names_in(shapes.files)) {
      SCOPED_TRACE(file);
      const Contents read = read_all(path_of(file), {.pencilmarks = true});
      EXPECT_EQ(read.error, "");
      EXPECT_EQ(read.puzzles.size(), shapes.puzzles);
      EXPECT_EQ(read.solutions.size() - std::ranges::count(read.solutions, kEmptyGrid),
                shapes.solutions);
      EXPECT_EQ(read.bad, shapes.bad) << read.faults[0];
      const TextBlockReader reader(path_of(file), "f", {});
      EXPECT_EQ(reader.format().format->name, shapes.format);
      EXPECT_EQ(reader.format().solution.has_value(), shapes.solutions > 0);
    }
  }
}

TEST(Shapes, AreNamedWhenTheyAreNotRead) {
  for (const Refused& refused : kRefused) {
    SCOPED_TRACE(refused.file);
    const Contents read = read_all(path_of(refused.file), {.pencilmarks = true});
    EXPECT_EQ(read.error, "f" + refused.error);
    EXPECT_EQ(read.puzzles.size(), 0);
  }
}

// The files hold the same few puzzles in different notations.
TEST(Shapes, HoldTheSamePuzzles) {
  std::map<std::string, std::string> known;
  for (const char* const file : {"json_lines", "csv_without_header"}) {
    const Contents read = read_all(path_of(file));
    for (std::size_t i = 0; i < read.puzzles.size(); ++i)
      known[std::string(read.puzzles[i].text())] = read.solutions[i].text();
  }
  for (const Shapes& shapes : kShapes) {
    for (const std::string& file : names_in(shapes.files)) {
      SCOPED_TRACE(file);
      const Contents read = read_all(path_of(file));
      for (std::size_t i = 0; i < read.puzzles.size(); ++i) {
        const std::string& solution = known[std::string(read.puzzles[i].text())];
        EXPECT_NE(solution, "");
        if (read.solutions[i] != kEmptyGrid) {
          EXPECT_EQ(read.solutions[i].text(), solution);
        }
      }
    }
  }
}

TEST(Shapes, AreAllTested) {
  std::set<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(SHAPES))
    files.insert(entry.path().filename());
  std::set<std::string> tested;
  for (const Shapes& shapes : kShapes)
    tested.merge(names_in(shapes.files));
  for (const Refused& refused : kRefused)
    tested.insert(refused.file);
  EXPECT_EQ(files, tested);
}

}  // namespace

}  // namespace sudoku::dataset
