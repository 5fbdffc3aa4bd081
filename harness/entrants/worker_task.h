// The command line of a worker process.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "harness/entrants/contender.h"

namespace sudoku {

// Its first word, after the program.
inline constexpr const char* kWorkerWord = "worker";

struct WorkerTask {
  unsigned slot = 0;
  int cpu = -1;                                      // to run on; -1: any
  std::chrono::steady_clock::time_point launched{};  // when the harness decided to start it
  std::chrono::nanoseconds patience{0};              // for one answer of a command

  // The solver: of the roster, or else from outside.
  const SolverEntry* entry = nullptr;
  ExternalSpec spec;
};

// The words of a task, without the program, and what they say. Throws std::invalid_argument for
// words that come from elsewhere.
std::vector<std::string> worker_words(const WorkerTask& task);
WorkerTask task_from(const std::vector<std::string>& words);

}  // namespace sudoku
