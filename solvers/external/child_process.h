// A program running beside this one, with pipes on its three standard streams.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include <unistd.h>

#include "solvers/external/descriptor.h"

namespace sudoku {

class ChildProcess {
 public:
  // See start_program(). Throws ExternalError.
  ChildProcess(const std::vector<std::string>& command, const std::string& variable);

  // Kills it, if it still runs, and what it has started, and leaves no zombie of it.
  ~ChildProcess();

  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  // Writes what the pipe takes now, and takes it off `text`; when nobody reads any more, all of it.
  // SIGPIPE must be blocked or ignored.
  void write(std::string_view& text);

  // Appends what it has said until now. False when it cannot say more.
  bool read(std::string& text);

  // Until it has said something, or takes more (asked only if `to_write`), or the time is over.
  void wait(bool to_write, std::chrono::milliseconds most);

  // For one that cannot say more: how it ended, with the last line of its standard error.
  std::string obituary();

  // The last lines of its standard error, as far as it was read until now.
  std::vector<std::string> complaints(std::size_t most) const;

 private:
  bool ends_soon();
  void kill();
  void take_complaints();

  pid_t process_ = -1;  // -1: it has been waited for
  int status_ = 0;
  Descriptor input_;
  Descriptor output_;
  Descriptor error_;
  std::string complaints_;  // the end of what it said on standard error
};

}  // namespace sudoku
