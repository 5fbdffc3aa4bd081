// Tests that the files in reader_fuzz/, which have the shapes of public puzzle files, are read as
// their authors meant, or named in one line.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "harness/dataset/contents_fixture.h"
#include "harness/dataset/text_blocks.h"

namespace sudoku::dataset {

namespace {

struct Shape {
  std::string file;
  std::string format = {};  // name of the format that reads it
  std::size_t puzzles = 0;
  std::size_t solutions = 0;
  std::uint64_t bad = 0;
  std::string error = {};  // message behind the name of the file
};

const Shape kShapes[] = {
    {.file = "bad_rows", .format = "lines", .puzzles = 2, .bad = 4},
    {.file = "c_arrays", .format = "jsonl", .puzzles = 1},
    {.file = "cells_and_solutions", .format = "cells", .puzzles = 3, .solutions = 3},
    {.file = "cells_below_sizes", .format = "cells", .puzzles = 3},
    {.file = "cells_by_nines", .format = "cells", .puzzles = 3},
    {.file = "cells_empty", .format = "cells", .puzzles = 3},
    {.file = "cells_with_commas", .format = "cells", .puzzles = 3},
    {.file = "csv_below_a_title", .format = "csv", .puzzles = 3},
    {.file = "csv_below_a_title_with_a_comma", .format = "csv", .puzzles = 3},
    {.file = "csv_cr_cr_lf", .format = "csv", .puzzles = 3, .solutions = 3},
    {.file = "csv_of_lists", .format = "csv", .puzzles = 3},
    {.file = "csv_of_qqwing", .format = "csv", .puzzles = 3, .solutions = 1},
    {.file = "csv_of_solutions_first", .format = "csv", .puzzles = 1, .solutions = 1},
    {.file = "csv_of_spaced_numbers", .format = "csv", .puzzles = 3, .solutions = 3},
    {.file = "csv_rows_with_a_comma_more", .format = "csv", .puzzles = 3, .solutions = 3},
    {.file = "csv_semicolons_and_quotes", .format = "csv", .puzzles = 2},
    {.file = "csv_with_an_open_quote", .format = "csv", .puzzles = 1, .solutions = 1, .bad = 1},
    {.file = "csv_with_header", .format = "csv", .puzzles = 3, .solutions = 3},
    {.file = "csv_with_rounded_rows", .format = "bare", .puzzles = 3, .solutions = 3, .bad = 2},
    {.file = "csv_with_unknown_titles", .format = "csv", .puzzles = 3, .solutions = 3},
    {.file = "csv_without_header", .format = "bare", .puzzles = 3, .solutions = 3},
    {.file = "csv_without_known_solution", .format = "csv", .puzzles = 2, .solutions = 1},
    {.file = "embedded_colons", .format = "embedded", .puzzles = 3, .solutions = 2},
    {.file = "embedded_fragment", .format = "embedded", .puzzles = 1},
    {.file = "embedded_hodoku", .format = "embedded", .puzzles = 2},
    {.file = "embedded_links", .format = "embedded", .puzzles = 3},
    {.file = "grids", .format = "sdk", .puzzles = 2},
    {.file = "grids_below_prose", .format = "sdk", .puzzles = 3, .solutions = 3},
    {.file = "grids_below_the_word_sudoku", .format = "sdk", .puzzles = 1},
    {.file = "grids_dashes_in_frames", .format = "sdk", .puzzles = 1},
    {.file = "grids_dots_and_commas", .format = "sdk", .puzzles = 2},
    {.file = "grids_drawn", .format = "sdk", .puzzles = 3, .solutions = 3},
    {.file = "grids_empty_fields", .format = "sdk", .puzzles = 1},
    {.file = "grids_hodoku_frame", .format = "sdk", .puzzles = 1},
    {.file = "grids_in_double_bars", .format = "sdk", .puzzles = 1},
    {.file = "grids_in_double_lines", .format = "sdk", .puzzles = 1},
    {.file = "grids_in_sections", .format = "sdk", .puzzles = 2},
    {.file = "grids_in_tags", .format = "jsonl", .puzzles = 2},
    {.file = "grids_in_unknown_sections", .format = "sdk", .puzzles = 1, .solutions = 1},
    {.file = "grids_labels_of_nine", .format = "sdk", .puzzles = 3},
    {.file = "grids_long_first_row", .format = "sdk", .puzzles = 2, .bad = 1},
    {.file = "grids_numbered", .format = "sdk", .puzzles = 3},
    {.file = "grids_of_qqwing", .format = "sdk", .puzzles = 3},
    {.file = "grids_of_spaces", .format = "sdk", .puzzles = 2},
    {.file = "grids_separated", .format = "sdk", .puzzles = 5},
    {.file = "grids_single_bars", .format = "sdk", .puzzles = 1},
    {.file = "grids_spaces_between_bars", .format = "sdk", .puzzles = 2},
    {.file = "grids_starred", .format = "sdk", .puzzles = 3},
    {.file = "grids_with_a_rule_a_row", .format = "sdk", .puzzles = 1},
    {.file = "grids_with_gaps", .format = "sdk", .puzzles = 3},
    {.file = "grids_with_solutions", .format = "sdk", .puzzles = 3, .solutions = 3},
    {.file = "grids_x_between_bars", .format = "sdk", .puzzles = 1},
    {.file = "gzip", .format = "lines", .puzzles = 2},
    {.file = "json_columns", .format = "jsonl", .puzzles = 3, .solutions = 3},
    {.file = "json_empty_strings", .format = "jsonl", .puzzles = 3},
    {.file = "json_lines", .format = "jsonl", .puzzles = 3, .solutions = 3},
    {.file = "json_lists_of_solutions", .format = "jsonl", .puzzles = 3, .solutions = 3},
    {.file = "json_map", .format = "jsonl", .puzzles = 3, .solutions = 3},
    {.file = "json_metadata", .format = "jsonl", .puzzles = 3, .solutions = 3},
    {.file = "json_null_puzzle", .format = "jsonl", .puzzles = 2, .bad = 1},
    {.file = "json_numbers", .format = "jsonl", .puzzles = 3},
    {.file = "json_objects", .format = "jsonl", .puzzles = 3, .solutions = 3},
    {.file = "json_pairs", .format = "jsonl", .puzzles = 3, .solutions = 3},
    {.file = "json_rows", .format = "jsonl", .puzzles = 3, .solutions = 3},
    {.file = "json_rows_of_x", .format = "jsonl", .puzzles = 1},
    {.file = "json_rows_with_commas", .format = "jsonl", .puzzles = 1},
    {.file = "json_short_row", .format = "jsonl", .puzzles = 2, .bad = 1},
    {.file = "json_strings", .format = "jsonl", .puzzles = 3},
    {.file = "json_truncated", .format = "jsonl", .puzzles = 2, .solutions = 2, .bad = 1},
    {.file = "json_zero_to_eight",
     .error =
         ":1:407: expected digits from 1 to 9, found 0 and null in one grid: write blanks as 0, "
         "digits as 1 to 9"},
    {.file = "lines", .format = "lines", .puzzles = 3},
    {.file = "lines_below_a_title", .format = "lines", .puzzles = 3},
    {.file = "lines_below_foreign_words", .format = "lines", .puzzles = 3},
    {.file = "lines_blank_capital_x", .format = "lines", .puzzles = 3},
    {.file = "lines_blank_dash", .format = "lines", .puzzles = 3},
    {.file = "lines_blank_p", .format = "lines", .puzzles = 3},
    {.file = "lines_blank_plus", .format = "lines", .puzzles = 3},
    {.file = "lines_blank_question", .format = "lines", .puzzles = 3},
    {.file = "lines_blank_x", .format = "lines", .puzzles = 3},
    {.file = "lines_dos_end", .format = "lines", .puzzles = 3},
    {.file = "lines_in_turns", .format = "alternating", .puzzles = 3, .solutions = 3},
    {.file = "lines_labelled", .format = "jsonl", .puzzles = 3, .solutions = 3},
    {.file = "lines_rated", .format = "lines", .puzzles = 3},
    {.file = "lines_utf16", .format = "lines", .puzzles = 3},
    {.file = "lines_with_a_count", .format = "lines", .puzzles = 3},
    {.file = "lines_with_comments", .format = "lines", .puzzles = 3},
    {.file = "lines_with_placed_digits", .format = "lines", .puzzles = 2},
    {.file = "matlab", .format = "jsonl", .puzzles = 1},
    {.file = "matrix", .format = "sdk", .puzzles = 1},
    {.file = "matrix_with_a_byte_of_no_text", .format = "sdk", .puzzles = 0, .bad = 2},
    {.file = "minizinc", .format = "jsonl", .puzzles = 1},
    {.file = "minizinc_with_size", .format = "jsonl", .puzzles = 1},
    {.file = "numpy", .format = "jsonl", .puzzles = 1},
    {.file = "other_binary", .error = ": is not a text file"},
    {.file = "other_candidates",
     .error = ": is a picture of candidates; write its clues as 81 digits and dots, or 729 "
              "characters: nine for each cell"},
    {.file = "other_cells",
     .error = ": holds an object for each cell; write each puzzle as 81 digits and dots on a line"},
    {.file = "other_cnf", .error = ": is a formula in DIMACS form; name a file of puzzles"},
    {.file = "other_facts",
     .error = ": holds a fact for each clue, as for ASP or Prolog; write each puzzle as 81 digits "
              "and dots on a line"},
    {.file = "other_floats",
     .error = ": holds cells with a decimal point; write them as whole numbers"},
    {.file = "other_four_csv",
     .error = ": seems to hold 4 x 4 puzzles; only those of 9 x 9 are read"},
    {.file = "other_game_ids",
     .error = ": holds game IDs of Simon Tatham's Solo; write each puzzle as 81 digits and dots on "
              "a line"},
    {.file = "other_html",
     .error = ": is an HTML page; download the file itself, on GitHub with Raw"},
    {.file = "other_ids", .format = "lines", .puzzles = 0, .bad = 20},
    {.file = "other_killer",
     .error = ": holds a variant of Sudoku with further rules; only puzzles of rows, columns and "
              "boxes are read"},
    {.file = "other_ksudoku",
     .error = ": is a file of KSudoku, with letters for digits; write each puzzle as 81 digits and "
              "dots on a line"},
    {.file = "other_latex",
     .error = ": is a LaTeX document; write each puzzle as 81 digits and dots on a line"},
    {.file = "other_letters",
     .error =
         ": seems to have letters for digits; write each puzzle as 81 digits and dots on a line"},
    {.file = "other_lfs_pointer",
     .error = ": is a Git LFS pointer, which stands for the file; run `git lfs pull`, or download "
              "the file from its page"},
    {.file = "other_png", .error = ": is an image; type the puzzle, or look for a text file of it"},
    {.file = "other_quoted_newlines",
     .error = ": has line breaks within quotes; write each row on one line"},
    {.file = "other_result",
     .error = ": is a result of sudoku-bench; show it with `sudoku-bench report`"},
    {.file = "other_results",
     .error = ":1:1: expected a column named puzzle, puzzles, quiz, quizzes, question, questions, "
              "sudoku, board, grid, clues; found Benchmark, A, B"},
    {.file = "other_rounded",
     .error = ": has puzzles that a spreadsheet has rounded to numbers; export puzzles as text, or "
              "write blanks as dots"},
    {.file = "other_six", .error = ": seems to hold 6 x 6 puzzles; only those of 9 x 9 are read"},
    {.file = "other_six_in_frames",
     .error = ": seems to hold 6 x 6 puzzles; only those of 9 x 9 are read"},
    {.file = "other_sixteen",
     .error = ": seems to hold 16 x 16 puzzles; only those of 9 x 9 are read"},
    {.file = "other_suite", .error = ": is a suite; run it with `sudoku-bench run --suite`"},
    {.file = "other_zeros_lost",
     .error = ": has puzzles without their first zeros: a spreadsheet has removed zeros; export "
              "puzzles as text, or write blanks as dots"},
    {.file = "pairs", .format = "lines", .puzzles = 3, .solutions = 3},
    {.file = "pencilmarks", .format = "lines", .puzzles = 2, .solutions = 1, .bad = 2},
    {.file = "pencilmarks_and_clues",
     .error = ":2:1: expected a pencilmark puzzle, as the file holds others, found a puzzle of 81 "
              "cells"},
    {.file = "pencilmarks_csv", .format = "csv", .puzzles = 2, .solutions = 1},
    {.file = "pictures", .format = "sdk", .puzzles = 2},
    {.file = "prolog", .format = "jsonl", .puzzles = 3},
    {.file = "python_lists", .format = "jsonl", .puzzles = 2},
    {.file = "sql_insert", .format = "jsonl", .puzzles = 3, .solutions = 3},
    {.file = "triples", .format = "triples", .puzzles = 1},
    {.file = "words", .format = "lines", .puzzles = 2},
    {.file = "xml_opensudoku", .format = "jsonl", .puzzles = 3},
    {.file = "xml_opensudoku_2", .format = "jsonl", .puzzles = 3},
    {.file = "xml_rows", .format = "jsonl", .puzzles = 1},
    {.file = "yaml_flow", .format = "jsonl", .puzzles = 1},
    {.file = "yaml_grids", .format = "jsonl", .puzzles = 3},
    {.file = "yaml_rows", .format = "jsonl", .puzzles = 1},
    {.file = "zstd", .format = "lines", .puzzles = 2},
};

std::string path_of(const std::string& file) { return std::string(SHAPES) + "/" + file; }

TEST(Shapes, AreReadAsMeantOrNamed) {
  for (const Shape& shape : kShapes) {
    SCOPED_TRACE(shape.file);
    const Contents read = read_all(path_of(shape.file), {.pencilmarks = true});
    EXPECT_EQ(read.error, shape.error.empty() ? "" : "f" + shape.error);
    EXPECT_EQ(read.puzzles.size(), shape.puzzles);
    EXPECT_EQ(read.solutions.size() - std::ranges::count(read.solutions, kEmptyGrid),
              shape.solutions);
    EXPECT_EQ(read.bad, shape.bad) << read.faults[0];
    if (!shape.error.empty()) continue;
    const TextBlockReader reader(path_of(shape.file), "f", {});
    EXPECT_EQ(reader.format().format->name, shape.format);
    EXPECT_EQ(reader.format().solution.has_value(), shape.solutions > 0);
  }
}

// Files written by a Sudoku program may hold up to three of these puzzles in different notations.
TEST(Shapes, HoldTheSamePuzzles) {
  const Contents known = read_all(path_of("json_lines"));
  for (const char* const file : {"cells_and_solutions",
                                 "csv_of_spaced_numbers",
                                 "csv_of_lists",
                                 "embedded_hodoku",
                                 "embedded_links",
                                 "grids_with_solutions",
                                 "grids_of_spaces",
                                 "grids_in_double_bars",
                                 "grids_dashes_in_frames",
                                 "grids_hodoku_frame",
                                 "json_rows",
                                 "json_numbers",
                                 "json_empty_strings",
                                 "json_columns",
                                 "json_map",
                                 "json_pairs",
                                 "json_metadata",
                                 "json_rows_with_commas",
                                 "yaml_grids",
                                 "prolog",
                                 "sql_insert",
                                 "minizinc_with_size",
                                 "python_lists",
                                 "c_arrays",
                                 "xml_opensudoku",
                                 "xml_rows",
                                 "lines_blank_dash",
                                 "lines_with_placed_digits",
                                 "lines_utf16",
                                 "lines_in_turns"}) {
    SCOPED_TRACE(file);
    const Contents read = read_all(path_of(file));
    ASSERT_LE(read.puzzles.size(), known.puzzles.size());
    for (std::size_t i = 0; i < read.puzzles.size(); ++i) {
      EXPECT_EQ(read.puzzles[i].text(), known.puzzles[i].text());
      if (read.solutions[i] != kEmptyGrid) {
        EXPECT_EQ(read.solutions[i].text(), known.solutions[i].text());
      }
    }
  }
}

TEST(Shapes, AreAllTested) {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(SHAPES))
    files.push_back(entry.path().filename());
  std::ranges::sort(files);
  std::vector<std::string> tested;
  std::ranges::transform(kShapes, std::back_inserter(tested), &Shape::file);
  EXPECT_EQ(files, tested);
}

}  // namespace

}  // namespace sudoku::dataset
