// From the words of the command line to the exit code, for each of our programs.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "harness/cli/command.h"

namespace sudoku {

// Tells the user why the program ends with that exit code, and returns it.
using Failure = std::function<int(int code, const std::string& why)>;

struct Program {
  std::string name;
  std::string about;
  std::function<void(CLI::App& app, Action& action)> declare;  // its subcommands
  Failure fail;
};

// What every program does before it opens a file. A standard stream that is closed gets a stand-in,
// or the next file opened would be it, and messages would land in that file.
void occupy_standard_streams();

// The exit code of the action, or of what it throws.
int guarded(const Failure& fail, const std::function<int()>& action);

// `command`: the words of the command line, the program's name first.
int run_program(const Program& program, const std::vector<std::string>& command);

}  // namespace sudoku
