// Interruption of the program by a signal, even while it waits for input.
#pragma once

#include <atomic>
#include <exception>
#include <span>
#include <string>

#include <sys/types.h>

#include "harness/base/descriptor.h"

namespace sudoku::base {

// Thrown by input functions after interrupt(). The command ends with exit code 130; a benchmark
// run first writes what it has measured.
struct Interrupted : std::exception {
  const char* what() const noexcept override { return "interrupted"; }
};

// True once interrupt() was called.
const std::atomic<bool>& interruption();

// Asks the program to end. Safe to call from a signal handler.
void interrupt();

// A descriptor that becomes readable at interrupt(), which ends waits in every thread. The first
// call creates it and must come before interrupt().
int interruption_event();

void throw_if_interrupted();

// A file open for reading. A read that waits for a pipe, a terminal or a device throws Interrupted
// at interrupt(). Other errors are left in errno.
class InputDescriptor {
 public:
  // Opens `path`; "-" is standard input if `dash_is_stdin`. Check is_open().
  explicit InputDescriptor(const std::string& path, bool dash_is_stdin = false);

  bool is_open() const { return number() >= 0; }

  int number() const { return file_.number(); }

  // Reads at least one byte and returns the number of bytes: 0 at the end, -1 for an error.
  ssize_t read(std::span<char> buffer) const;

 private:
  Descriptor file_;
  bool waits_ = false;  // a read may block: not a regular file
};

}  // namespace sudoku::base
