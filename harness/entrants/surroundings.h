// What a solver shares with everybody else in its process, and must leave as it was.
#pragma once

#include <array>
#include <csignal>
#include <cstdint>
#include <string>

namespace sudoku {

class Surroundings {
 public:
  // Remembers how they are. Standard output must be a file that can be read and cut.
  Surroundings();

  // What has changed since, in one line, or nothing; puts it back. Looks at what was written to
  // standard output, the signal handlers, the blocked signals, and the floating-point mode.
  std::string look() const;

 private:
  static constexpr int kSignals = 65;  // 1 to 64, the real-time ones included

  static std::string look_at_output();
  std::string look_at_signals() const;
  std::string look_at_mask() const;
  std::string look_at_floating_point() const;

  std::array<struct sigaction, kSignals> handlers_{};
  sigset_t blocked_{};
  std::uint64_t floating_point_ = 0;
};

}  // namespace sudoku
