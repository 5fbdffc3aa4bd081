// Files that hold no 9 x 9 puzzles and are often taken for puzzle files: known by their content, so
// that a message can say what they are and what to do.
#pragma once

#include <string>
#include <string_view>

namespace sudoku::dataset {

struct Head;

// Throws InputError "name: is …; …" if `text`, the beginning of a file, is of a known kind. Some
// kinds are only looked for if the file is unread: if no puzzle was found in it.
void refuse_other_kinds(std::string_view text, const std::string& name, bool is_unread = false);

// Throws InputError "name: …" if the first row is a pencilmark puzzle. Later rows of that kind are
// bad rows.
void refuse_pencilmarks(const Head& head);

// Throws InputError "name: …" if lines without a puzzle have the shape of puzzles of another size.
void refuse_puzzles_of_other_sizes(const Head& head);

}  // namespace sudoku::dataset
