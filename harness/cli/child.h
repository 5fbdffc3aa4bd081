// The program as a child process, for tests.
#pragma once

#include <string>
#include <vector>

#include <sys/types.h>

#include "harness/dataset/test_files.h"

namespace sudoku {

struct ChildSetup {
  std::string program = SUDOKU_BENCH_PROGRAM;  // CMake's; found in PATH when it has no slash
  std::string input = {};                      // on its standard input
  std::string name_and_value = {};  // a variable for its environment; NAME alone takes it away
  long file_limit = -1;             // bytes that a file may grow to; -1: none
  bool terminal = false;            // standard output and error are one terminal
};

struct Ended {
  int code = -1;  // exit code, or 128 + signal
  std::string out;
  std::string err;
};

class Child {
 public:
  // Starts it in `folder`.
  Child(const std::string& folder, const std::vector<std::string>& arguments,
        const ChildSetup& setup = {});
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  // False when it ended, or a minute passed, before its standard error held the text.
  bool waits_to_say(const std::string& text);

  void signal(int number) const;

  Ended wait();

 private:
  [[noreturn]] void become(const std::string& folder, const std::vector<std::string>& arguments,
                           const ChildSetup& setup) const;

  TemporaryFolder streams_;
  int terminal_ = -1;
  pid_t process_ = -1;
};

Ended run_child(const std::string& folder, const std::vector<std::string>& arguments,
                const ChildSetup& setup = {});

std::string content_of(const std::string& path);

}  // namespace sudoku
