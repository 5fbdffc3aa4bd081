// `run --processes N`: starts this program N times, one after the other, with the same options and
// samples, and merges the results of these processes into one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/base/input_file.h"
#include "harness/result/document.h"

namespace sudoku::cli {

// What a process of `run --processes` is told, as arguments before its command line.
struct ProcessPart {
  std::uint64_t number = 0;  // number of this process, from 1
  std::uint64_t of = 0;
  std::string result;  // file for the result of this process
  std::string pilots;  // result with solvers' speeds, to plan samples from; empty: none
};

// Removes the arguments of a ProcessPart from `command`; nullopt when it has none.
std::optional<ProcessPart> take_process_words(std::vector<std::string>& command);

struct ProcessesEnded {
  std::optional<result::RunResult> run;  // merged results; incomplete when a process is missing
  int code = 0;                          // 0, or the exit code of a process that failed
};

// Runs `command` as `processes` processes; `pilots`: value of --pilots, or empty. An interrupt is
// passed on: earlier results are kept, that of the running process only when it is the first. So it
// is when one of `files`, from which the solvers are started, changes.
ProcessesEnded run_processes(const std::vector<std::string>& command, std::uint64_t processes,
                             const std::string& pilots, base::WatchedFiles& files);

}  // namespace sudoku::cli
