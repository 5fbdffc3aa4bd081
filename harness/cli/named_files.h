// Check of the files that a command line names: no output is also an input or another output.
#pragma once

#include <string>
#include <vector>

#include "solvers/external/external.h"

namespace sudoku::cli {

struct NamedFile {
  std::string option;  // the option or argument that names it, as "--result" or "FILE"
  std::string path;    // "-" is a standard stream; empty: not given
};

std::vector<NamedFile> all_of(const std::string& option, const std::vector<std::string>& paths);

// The files of an external solver: its library, or all words of its command, since one may be a
// script.
std::vector<NamedFile> files_of(const ExternalSpec& solver);

// Throws base::UsageError when an output is one of the inputs or another output, under whatever
// name or link: one of the two would be lost. Pipes and devices can be shared, and standard output
// can be shared by several outputs. To be called before anything is read or written.
void require_distinct(const std::vector<NamedFile>& inputs, const std::vector<NamedFile>& outputs);

// Checks outputs before an input is read for nothing. Throws as require_distinct, UsageError when
// several go to standard output, and OutputError when one cannot be written.
void check_outputs(const std::vector<NamedFile>& inputs, const std::vector<NamedFile>& outputs);

}  // namespace sudoku::cli
