// Conclusions from a run, in sentences.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/result/document.h"

namespace sudoku::report {

struct Verdict {
  enum class Kind : std::uint8_t { ranking, trouble, trust };
  Kind kind = Kind::ranking;
  std::string dataset;  // empty: the whole run
  std::string text;
};

// The winner on each dataset, then faults: wrong answers, crashes, disqualifications, interruption.
std::vector<Verdict> verdicts(const result::RunResult& run);

// Phrases on which checks the answers passed, and how many answers. None without rows.
std::vector<std::string> checks_made(const result::RunResult& run);

}  // namespace sudoku::report
