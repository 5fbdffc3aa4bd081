// `run --processes N`: this program started again, N times, one after the other. Each process runs
// the whole race with the same options and samples and leaves a result; what they leave is made
// one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/result/document.h"

namespace sudoku::cli {

// What the program is told when it is one of these processes, in words before its command line.
struct ProcessPart {
  std::uint64_t number = 0;  // from 1
  std::uint64_t of = 0;
  std::string result;  // file to leave its result in
  std::string pilots;  // result to plan from, or empty
};

// Takes these words, which stand behind the program's name, off the command; none when it has none.
std::optional<ProcessPart> take_process_words(std::vector<std::string>& command);

struct ProcessesEnded {
  std::optional<result::RunResult> run;  // of all whole processes, incomplete when some are missing
  int code = 0;  // that they alone ask for: 0, or that of one that could not run
};

// `command` is the whole command line of the run; `pilots` as given there, or empty. Tells
// a process that runs when this one is interrupted; those that ended before are kept, and it only
// when it is the first.
ProcessesEnded run_processes(const std::vector<std::string>& command, std::uint64_t processes,
                             const std::string& pilots);

// How a process ended.
struct FreshEnd {
  int code = 0;    // exit status
  int signal = 0;  // that ended it, or 0
};

// Runs a program to its end, and interrupts it when this one is. `words` begin with the name it is
// to know itself by. It shares our standard streams, is in a process group of its own, so that
// Ctrl-C reaches it only through us, once, and dies with us. Throws std::system_error when it
// cannot be started.
FreshEnd run_fresh(const std::string& program, const std::vector<std::string>& words);

}  // namespace sudoku::cli
