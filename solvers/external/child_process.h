// Child processes: programs started without a shell, talked to over pipes, and killed together with
// what they have started in turn.
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

  // Writes what the pipe takes now, and removes it from `text`; removes all of it when the pipe has
  // no reader any more. SIGPIPE must be blocked or ignored.
  void write(std::string_view& text);

  // Appends what the program has printed until now. False at the end of its output.
  bool read(std::string& text);

  // Waits until the program has printed something, takes more input (only if `to_write`), or the
  // time is over.
  void wait(bool to_write, std::chrono::milliseconds most);

  // How the program ended, with the last line of its standard error. To be called at the end of its
  // output.
  std::string obituary();

  // The last lines of its standard error, of what was read until now.
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
  std::string complaints_;  // the end of its standard error
};

// Throws ExternalError when there is no program of that name: a path when it has a slash, else a
// file in one of the folders in PATH.
void expect_program(const std::string& name);

// The path of this program, to start it again.
inline constexpr const char* kThisProgram = "/proc/self/exe";

// How a program is started.
struct Launch {
  std::vector<std::string> command;   // the name of the program and its arguments
  std::string program = {};           // a path; empty: the name, which is searched for in PATH
  std::string variable = {};          // NAME=value, set in its environment
  std::vector<int> descriptors = {};  // they become its 0, 1, …, and it has no other; empty: ours
  // Signal mask and ignored signals are ours; else all signals are unblocked and at their defaults.
  bool ignores_what_we_ignore = false;
  bool in_own_group = false;
  int death_signal = 0;  // sent to it when the thread that started it ends; 0: none
  // Called in the new process before it becomes the program; may do only what a signal handler may.
  std::function<void()> prepare = {};
};

// Starts a program. Throws std::system_error "cannot run 'NAME': why not", or with the path of
// `program` without quotes.
pid_t launch(const Launch& how);

// The living descendants of a process, also those in groups and sessions of their own, as long as
// their parents live or `process` adopts orphans (PR_SET_CHILD_SUBREAPER). Nothing when the system
// does not tell.
std::optional<std::vector<pid_t>> descendants_of(pid_t process);

// Kills the process and its descendants; the caller still has to wait for the process.
void kill_with_descendants(pid_t process);

}  // namespace sudoku
