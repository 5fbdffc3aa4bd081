// Files that a command line names: that each has a name, and that no output is another file of it.
#pragma once

#include <string>
#include <vector>

#include <CLI/App.hpp>

#include "solvers/external/external.h"

namespace sudoku::cli {

// Message for an empty file name, such as a shell variable that is not set.
inline constexpr const char* kEmptyName = "expected a name, found ''";

// Makes all options and arguments of the program that name files refuse an empty name, in suites
// too. What an option names is told by its type.
void refuse_empty_names(CLI::App& app);

struct NamedFile {
  std::string option;  // what the user wrote it behind, as "--result" or "FILE"
  std::string path;    // "-" is a standard stream; empty: not given
};

std::vector<NamedFile> all_of(const std::string& option, const std::vector<std::string>& paths);

// What a solver from outside is read from: its library, or the words of its command, of which one
// may be a script.
std::vector<NamedFile> files_of(const ExternalSpec& solver);

// Throws CLI::ValidationError when an output is one of the inputs or another output, by whatever
// name or link: one of the two would be lost. Pipes and devices can be shared, and so can standard
// output by several outputs. To be called before anything is read or written.
void require_distinct(const std::vector<NamedFile>& inputs, const std::vector<NamedFile>& outputs);

}  // namespace sudoku::cli
