// Starting a program, without a shell in between.
#pragma once

#include <string>
#include <vector>

#include <unistd.h>

#include "solvers/external/descriptor.h"

namespace sudoku {

// Throws ExternalError when there is no program of that name: a path when it has a slash, else a
// file in one of the folders in PATH.
void expect_program(const std::string& name);

struct StandardStreams {
  const Descriptor& input;
  const Descriptor& output;
  const Descriptor& error;
};

// The program gets these streams and no other descriptor, all signals unblocked and at their
// defaults, and this process's environment with `variable` (NAME=value) in place of what that says
// of the name. Throws ExternalError when it cannot be started.
pid_t start_program(std::vector<std::string> command, const std::string& variable,
                    const StandardStreams& streams);

}  // namespace sudoku
