// For tests: the program as a child process, with what it is given and what it prints.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include <sys/types.h>

#include "harness/base/test_files.h"

namespace sudoku::cli {

struct ChildSetup {
  std::string program = SUDOKU_BENCH_PROGRAM;  // set by CMake; without a slash, found in PATH
  std::string input = {};                      // its standard input
  std::string name_and_value = {};  // a variable for its environment; NAME alone removes it
  long file_limit = -1;             // bytes that a file may grow to; -1: no limit
  bool terminal = false;            // standard output and error are one terminal
};

struct Ended {
  int code = -1;  // exit code, or 128 + signal
  std::string out;
  std::string err;
};

class Child {
 public:
  // Starts the program in `folder`.
  Child(const std::string& folder, const std::vector<std::string>& arguments,
        const ChildSetup& setup = {});
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  // False when the child ended, or a minute passed, before its standard error held the text.
  bool waits_to_say(const std::string& text);

  // False when the child ended, or a minute passed, before it had a handler for the signal.
  bool waits_to_catch(int number) const;

  void signal(int number) const;

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

std::string content_of(const std::string& path);

// Whether, within ten seconds, no process is left whose command line holds the text.
bool nobody_runs_with(const std::string& text);

}  // namespace sudoku::cli
