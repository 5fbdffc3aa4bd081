// Checks of the files on a command line: no output may be an input or another output.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace sudoku::cli {

struct NamedFile {
  std::string option;  // option or argument that names the file, as "--result" or "FILE"
  std::string path;    // of the file; "-": a standard stream; empty: the option was not given
};

std::vector<NamedFile> all_of(const std::string& option, const std::vector<std::string>& paths);

// Throws base::UsageError when an output is also an input or another output, under any name or
// link, since one of the two would be lost. Pipes and devices may be shared. Call this before
// anything is read or written.
void require_distinct(const std::vector<NamedFile>& inputs, const std::vector<NamedFile>& outputs);

// Whether an output goes to standard output, as "-" or under another name.
bool is_stdout_taken(const std::vector<NamedFile>& outputs);

// Throws UsageError when several outputs go to standard output.
void require_one_on_stdout(const std::vector<NamedFile>& outputs);

// Refuses unusable output files before any input is read: throws as require_distinct() and
// require_one_on_stdout() do, and OutputError when one cannot be written.
void check_outputs(const std::vector<NamedFile>& inputs, const std::vector<NamedFile>& outputs);

// Paths of the outputs that are files and exist.
std::vector<std::string> existing(const std::vector<NamedFile>& outputs);

// Writes the text that `make` returns to the file at `path`; nothing if that is empty.
void write_if_named(const std::string& path, const std::function<std::string()>& make);

}  // namespace sudoku::cli
