// A worker process, from its start to its burial.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

#include "harness/entrants/memory.h"
#include "solvers/external/descriptor.h"

namespace sudoku {

class WorkerProcess {
 public:
  // Starts this program again with `words`, in a process group of its own that dies with the
  // harness. It finds the arena and its line at the numbers that worker.h tells, and no other
  // descriptors of ours. `memory_limit`: bytes, 0 for none. Throws std::system_error.
  WorkerProcess(const std::vector<std::string>& words, int arena, std::uint64_t memory_limit);

  // Kills it, and what it has started.
  ~WorkerProcess();
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  // To talk over; at its end when the process is dead or has closed it.
  int line() const { return line_.number(); }

  // What it holds, with all that it has started, less what is shared between processes. Nothing
  // when that is not known.
  std::optional<FamilyMemory> memory() const;

  void say(char word) const;

  // The next character from it, or 0: it is dead, or silent for longer than `patience`.
  char hear(std::chrono::milliseconds patience) const;

  // Whether it lives, holds its line and has nothing to say.
  bool is_silent() const;

  // Whether it is dead; bury() is still to come. Its line does not tell while a process that it has
  // started holds the other end.
  bool has_ended() const;

  // Ends it and what it has started; bury() is still to come.
  void kill() const;

  // Stops it and its group, or lets them go on; nothing after bury().
  void pause() const;
  void resume() const;

  // CPU time that it and what it has started have used, as far as that lives.
  std::chrono::nanoseconds cpu_time() const;

  // How it died, in one line, with its last words if it printed any to standard error; kills it if
  // it lives. After that there is no process.
  std::string bury();

  // Its exit status, or -1 when it was killed; known after bury().
  int exit_status() const { return exit_status_; }

  // Most memory that it held at once; known after bury().
  std::uint64_t peak_bytes() const { return peak_bytes_; }

 private:
  std::string last_words() const;

  Descriptor line_;
  Descriptor output_;
  Descriptor errors_;
  pid_t pid_ = -1;
  int exit_status_ = -1;
  std::uint64_t peak_bytes_ = 0;
};

}  // namespace sudoku
