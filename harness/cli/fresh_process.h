// A program run to its end, and interrupted when this one is.
#pragma once

#include <string>
#include <vector>

namespace sudoku {

// Of this program, for who wants to start it again.
inline constexpr const char* kThisProgram = "/proc/self/exe";

struct FreshEnd {
  int code = 0;    // exit status
  int signal = 0;  // that ended it, or 0
};

// `words` begin with the name it is to know itself by. It shares our standard streams, is in
// a process group of its own, so that Ctrl-C reaches it only through us, once, and dies with us.
// Throws std::system_error when it cannot be started.
FreshEnd run_fresh(const std::string& program, const std::vector<std::string>& words);

}  // namespace sudoku
