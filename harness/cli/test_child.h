// The program as a child process of a test, with its input and its output.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include <sys/types.h>

#include "harness/base/test_files.h"

namespace sudoku::cli {

struct ChildSetup {
  std::string program = SUDOKU_BENCH_PROGRAM;  // set by CMake; a bare name is looked up in PATH
  std::string input = {};                      // text on standard input
  std::string name_and_value = {};  // environment variable NAME=VALUE to set; NAME alone removes it
  long file_limit = -1;             // maximum size of a file in bytes; -1: no limit
  bool terminal = false;            // whether standard output and error are one terminal
};

struct Ended {
  int code = -1;  // exit code, or 128 + signal
  std::string out;
  std::string err;
};

class Child {
 public:
  Child(const std::string& folder, const std::vector<std::string>& arguments,
        const ChildSetup& setup = {});
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  // Waits until the child's standard error holds `text`; false if it ends or a minute passes.
  bool waits_to_say(const std::string& text);

  // Waits until the child has a handler for the signal; false if it ends or a minute passes.
  bool waits_to_catch(int number) const;

  void signal(int number) const;

  pid_t process() const { return process_; }

  bool ends_within(std::chrono::seconds time) const;

  Ended wait();

 private:
  [[noreturn]] void become(const std::string& folder, const std::vector<std::string>& arguments,
                           const ChildSetup& setup) const;

  bool has_ended() const;

  base::TemporaryFolder streams_;
  int terminal_ = -1;
  pid_t process_ = -1;
};

Ended run_child(const std::string& folder, const std::vector<std::string>& arguments,
                const ChildSetup& setup = {});

using base::content_of;

// The processes whose command line contains `text`.
std::vector<pid_t> processes_with(const std::string& text);

// Whether, within ten seconds, no process is left whose command line contains `text`.
bool nobody_runs_with(const std::string& text);

}  // namespace sudoku::cli
