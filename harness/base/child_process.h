// Child processes: started without a shell, connected by pipes, and killed with their descendants.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

#include "harness/base/descriptor.h"

namespace sudoku::base {

// A program with pipes on its three standard streams.
class ChildProcess {
 public:
  // Starts a program; `variable` and `death_signal` as in Launch. Throws LoadError on failure.
  ChildProcess(const std::vector<std::string>& command, const std::string& variable,
               int death_signal = 0);

  // Kills the program, if it still runs, and its descendants, and leaves no zombie.
  ~ChildProcess();

  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  // Writes what the pipe accepts now and removes it from `text`; removes all when the pipe has no
  // reader. SIGPIPE must be blocked or ignored.
  void write(std::string_view& text);

  // Appends the program's output that can be read now to `text`; false at the end of the output.
  bool read(std::string& text);

  // Waits at most `most` until the program has written or, if `to_write`, can take input.
  void wait(bool to_write, std::chrono::milliseconds most);

  // How the program ended, `when`, and the last line of its standard error. Call at the end of
  // output.
  std::string exit_reason(std::string_view when = "");

  // The last lines, at most `most`, that were read from the program's standard error.
  std::vector<std::string> error_lines(std::size_t most) const;

 private:
  bool ends_soon();
  void take_error_output();

  pid_t process_ = -1;  // -1: already waited for
  int status_ = 0;
  Descriptor input_;
  Descriptor output_;
  Descriptor error_;
  std::string error_output_;  // the last bytes of standard error
};

// How a process ended, by its wait status: "ended with exit status 3", "was killed by signal 9
// (Killed)".
std::string end_of(int status);

// The file that is run for a program: a path if `name` has a slash, else a file in PATH; empty,
// with the reason in errno, when there is none that may be run.
std::string file_of_program(const std::string& name);

// Throws LoadError unless `name` is a program.
void expect_program(const std::string& name);

// The path of the running program, for starting it again.
inline constexpr const char* kThisProgram = "/proc/self/exe";

struct Launch {
  std::vector<std::string> command;   // name of the program, then its arguments
  std::string program = {};           // path; empty: command[0], searched for in PATH
  std::string variable = {};          // NAME=value, set in the program's environment
  std::vector<int> descriptors = {};  // all that the program gets, from 0 on; empty: inherits ours
  // Whether the program inherits our signal mask and ignored signals; if not, both are reset.
  bool ignores_what_we_ignore = false;
  bool in_own_group = false;
  int death_signal = 0;  // sent to the program when the starting thread ends; 0: none
  // Called in the new process before the program starts; may do only what a signal handler may.
  std::function<void()> prepare = {};
};

// Starts a program. Throws std::system_error "cannot run 'NAME': REASON" (`program` is not quoted).
pid_t launch(const Launch& how);

// The living descendants of a process, in any group and session, as long as their parents live or
// `process` adopts orphans (PR_SET_CHILD_SUBREAPER). Nothing when /proc does not tell.
std::optional<std::vector<pid_t>> descendants_of(pid_t process);

// Kills the process and its descendants. The caller must still wait for the process.
void kill_with_descendants(pid_t process);

// Waits for the end of a child of this process, whatever signals arrive. Returns its wait status.
int wait_for(pid_t process);

}  // namespace sudoku::base
