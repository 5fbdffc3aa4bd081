// The request that the program end, and input whose waits end with it.
#pragma once

#include <atomic>
#include <exception>
#include <span>
#include <string>

#include <sys/types.h>

namespace sudoku::base {

// Thrown by what reads input once the program was asked to end. Ends the command with exit code
// 130; a run first writes what it has measured.
class Interrupted : public std::exception {
 public:
  const char* what() const noexcept override { return "interrupted"; }
};

// Whether the program was asked to end.
const std::atomic<bool>& interruption();

// Asks the program to end. A signal handler may call it.
void interrupt();

// A descriptor that can be read from the request on: it ends a wait in any thread, whichever of
// them the signal went to. Made by the first call, which must come before interrupt().
int interruption_event();

void throw_if_interrupted();

// A file to read. Reading what may keep its reader waiting (a pipe, a terminal, a device) throws
// Interrupted after the request. Errors are left in errno.
class InputDescriptor {
 public:
  // "-" is standard input if `dash_is_stdin`. Check is_open().
  explicit InputDescriptor(const std::string& path, bool dash_is_stdin = false);
  ~InputDescriptor();
  InputDescriptor(const InputDescriptor&) = delete;
  InputDescriptor& operator=(const InputDescriptor&) = delete;

  bool is_open() const { return number_ >= 0; }

  int number() const { return number_; }

  // Reads at least one byte and returns how many: 0 at the end, -1 when reading fails.
  ssize_t read(std::span<char> buffer) const;

 private:
  void wait() const;

  int number_;
  bool waits_;  // reading may take for ever
};

}  // namespace sudoku::base
