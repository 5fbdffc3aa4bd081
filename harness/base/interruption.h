// The request that the program end, and waits for input that heed it.
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

// Asks it to. A signal handler may call it.
void interrupt();

// A descriptor that can be read from the request on: it ends a wait in any thread, whichever of
// them the signal went to. Made by the first call, which must come before interrupt().
int interruption_event();

void throw_if_interrupted();

// A file to read. What may keep its reader waiting, a pipe, a terminal or a device, throws
// Interrupted then. Errors are left in errno.
class InputDescriptor {
 public:
  // "-" is standard input if `dash_is_stdin`. Check is_open().
  explicit InputDescriptor(const std::string& path, bool dash_is_stdin = false);
  ~InputDescriptor();
  InputDescriptor(const InputDescriptor&) = delete;
  InputDescriptor& operator=(const InputDescriptor&) = delete;

  bool is_open() const { return number_ >= 0; }

  int number() const { return number_; }

  // At least one byte, unless they end (0) or reading fails (-1).
  ssize_t read(std::span<char> buffer) const;

 private:
  void wait() const;

  int number_;
  bool waits_;  // reading may take for ever
};

}  // namespace sudoku::base
