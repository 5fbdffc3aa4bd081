// Checks of the files on a command line: no output may be an input or another output.
#pragma once

#include <functional>
#include <string>
#include <utility>
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

// The outputs of a command. Each is tried, even if others cannot be written.
class Outputs {
 public:
  // Writes the text that `make` returns to the file at `path`; nothing if that is empty.
  void write(const std::string& path, const std::function<std::string()>& make);

  // Calls `act`, which writes the file at `path` and may throw OutputError.
  void attempt(const std::string& path, const std::function<void()>& act);

  // Whether the file at `path` could not be written.
  bool lacks(const std::string& path) const;

  // Throws the OutputError of all outputs that could not be written; a BrokenPipe if all that these
  // lack is a reader. To be called when nothing is left to do.
  void require_written() const;

 private:
  // Paths of outputs that could not be written, and why; empty: their reader has gone.
  std::vector<std::pair<std::string, std::string>> failures_;
};

}  // namespace sudoku::cli
