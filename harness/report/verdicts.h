// What a run came to, in sentences.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/result/document.h"

namespace sudoku::report {

struct Verdict {
  enum class Kind : std::uint8_t { ranking, trouble, trust };
  Kind kind = Kind::ranking;
  std::string dataset;  // empty: of the whole run
  std::string text;
};

// Who won on each dataset, then what speaks against believing it: wrong answers, crashes,
// disqualifications, an interruption.
std::vector<Verdict> verdicts(const result::RunResult& run);

// What was held against the answers, by whom, and of how many of them: phrases. None without rows.
std::vector<std::string> checks_made(const result::RunResult& run);

}  // namespace sudoku::report
