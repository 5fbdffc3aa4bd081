// A worker process as the harness sees it: started, talked to, watched and reaped.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sys/socket.h>
#include <sys/types.h>

#include "harness/base/descriptor.h"
#include "harness/base/time.h"
#include "harness/machine/memory.h"

namespace sudoku::runner {

// Limits a process that runs foreign code, and the bytes that it may write to a file. To be called
// in it before exec.
void confine(std::uint64_t most_written);

// How a process ended, by its wait status: "died of SIGSEGV", "ended the process with status 3".
std::string how_it_ended(int status);

// The last line of a text that is not empty, printable and cut after `most` bytes.
std::string last_line(std::string_view text, std::size_t most);

// A worker process, from its start until its exit status is collected.
class WorkerProcess {
 public:
  // Starts this program with the given arguments, in a process group of its own that dies with the
  // harness. Of the harness's descriptors it gets only the shared memory and the line (socket), as
  // in worker.h. `memory_limit` is in bytes, 0: none. Throws std::system_error.
  WorkerProcess(const std::vector<std::string>& words, int memory, std::uint64_t memory_limit);

  ~WorkerProcess();

  // Descriptor of the line (socket) to the worker; at its end when the worker is dead or closed it.
  int line() const { return line_.number(); }

  // Memory that the worker and its descendants hold, less shared memory; nullopt: unknown.
  std::optional<machine::FamilyMemory> memory() const { return machine::family_memory_of(pid_); }

  void send(char word) const { ::send(line(), &word, 1, MSG_NOSIGNAL); }

  // The next character from a worker that is not silent, or 0 when its line is closed.
  char receive() const;

  // Whether the line to the worker stays open, with nothing to read, for the given time.
  bool is_silent(std::chrono::milliseconds time = std::chrono::milliseconds(0)) const;

  // Whether the worker is dead but not yet reaped. Its children may still hold its socket open.
  bool has_ended() const;

  // Kills the worker and its descendants; reap() must follow.
  void kill() const;

  // Sends a signal to the worker's process group; does nothing after reap().
  void signal_group(int signal) const;

  // CPU time used by the worker and its living descendants.
  Nanoseconds cpu_time() const;

  bool has_descendants() const;

  // Collects the exit status, killing the worker if it lives. Returns how it died, in one line,
  // with the last line it printed to standard error.
  std::string reap();

  // Known after reap():
  int exit_status = -1;            // -1: the worker was killed
  Nanoseconds cpu_time_at_end{0};  // of the worker, and of its children that have ended before it

 private:
  std::string last_stderr() const;

  base::Descriptor line_;
  base::Descriptor output_;
  base::Descriptor errors_;
  pid_t pid_ = -1;
};

}  // namespace sudoku::runner
