// A command line in one text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sudoku {

// Splits at blanks, as a shell does that expands nothing: in single quotes all characters stand for
// themselves, in double quotes all but \" and \\, elsewhere a backslash takes the next one's
// meaning away. Throws CLI::ValidationError("expected …, found '…'").
std::vector<std::string> split_words(std::string_view text);

}  // namespace sudoku
