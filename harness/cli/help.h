// Text of --help and --help-all, made from the declared options.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "harness/cli/command.h"

namespace sudoku::cli {

// The help of the command that `words` name, such as {"dataset", "stats"}; none: the program. The
// short one has the first sentence on each of the usual options; `is_whole`: all of everything.
std::string help_text(const Command& program, const std::vector<std::string>& words, bool is_whole,
                      std::size_t width);

}  // namespace sudoku::cli
