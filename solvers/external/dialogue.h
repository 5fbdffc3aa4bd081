// Lines to a program and lines back.
#pragma once

#include <atomic>
#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "solvers/external/child_process.h"

namespace sudoku {

class Dialogue {
 public:
  static constexpr std::size_t kLongestLine = std::size_t{64} * 1024;

  enum class Event { line, ended, too_long, silent, cancelled };

  // Starts the program; see start_program(). Throws ExternalError.
  Dialogue(const std::vector<std::string>& command, const std::string& variable)
      : program_(command, variable) {}

  // What is still to be written is written while answers are waited for, so that no pipe can fill
  // up for good.
  void say(std::string text);

  // Its next line, without the end of line (LF, or CR LF), into `line`, which stays valid until the
  // next call. `silent` after `patience` (0: no limit) without a whole line; `cancelled` when
  // `*cancelled` (may be null). SIGPIPE must be blocked or ignored.
  Event hear(std::string_view& line, std::chrono::nanoseconds patience,
             const std::atomic<bool>* cancelled);

  // How long the last call of hear() waited; 0 when the line had come already, or without a limit.
  std::chrono::nanoseconds waited() const { return waited_; }

  // What it has said already and nobody has heard.
  std::string_view unheard();

  std::string obituary() { return program_.obituary(); }

 private:
  bool take_line(std::string_view& line);
  void listen();

  ChildProcess program_;
  std::string saying_;
  std::string_view unsaid_;  // the end of saying_
  std::string said_;
  std::size_t heard_ = 0;  // characters of said_
  bool ended_ = false;
  std::chrono::nanoseconds waited_{0};
};

}  // namespace sudoku
