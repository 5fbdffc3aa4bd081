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
  std::string text;
};

// Verdicts: the winner on each dataset, wrong answers, crashes, disqualifications, interruption.
std::vector<Verdict> verdicts(const result::RunResult& run);

// One phrase for each kind of check that answers of a run passed, with their number.
std::vector<std::string> checks_made(const result::RunResult& run);

}  // namespace sudoku::report
