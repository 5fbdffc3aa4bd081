// Programs that run beside this one, started without a shell in between, and what they start in
// turn.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

#include "solvers/external/descriptor.h"

namespace sudoku {

// A program with pipes on its three standard streams.
class ChildProcess {
 public:
  // `variable` and `death_signal` as of Launch. Throws ExternalError when it cannot be started.
  ChildProcess(const std::vector<std::string>& command, const std::string& variable,
               int death_signal = 0);

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

// Throws ExternalError when there is no program of that name: a path when it has a slash, else a
// file in one of the folders in PATH.
void expect_program(const std::string& name);

// This program, for who wants to start it again.
inline constexpr const char* kThisProgram = "/proc/self/exe";

// How a program is started.
struct Launch {
  std::vector<std::string> command;   // its name and its words
  std::string program = {};           // a path; empty: the name, which is searched for in PATH
  std::string variable = {};          // NAME=value, in place of what the environment says of NAME
  std::vector<int> descriptors = {};  // that become its 0, 1, … and all it has; empty: it has ours
  bool ignores_what_we_ignore = false;  // signals; else all are unblocked and at their defaults
  bool in_own_group = false;
  int death_signal = 0;  // that it gets when the thread that starts it ends; 0: none
  // Called in the new process before it becomes the program: may do what a signal handler may.
  std::function<void()> prepare = {};
};

// Starts it. Throws std::system_error "cannot run 'NAME': why not", or without quotes the program.
pid_t launch(const Launch& how);

// What a process has started, and what that has started in turn: all that live, in groups and
// sessions of their own too, as long as their parents live or `process` takes over what they leave
// behind (PR_SET_CHILD_SUBREAPER). Nothing when the system does not tell.
std::optional<std::vector<pid_t>> descendants_of(pid_t process);

// Kills the process and all of these; it is still to be waited for.
void kill_with_descendants(pid_t process);

}  // namespace sudoku
