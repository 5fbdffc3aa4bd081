// A result document that a report is made of.
#pragma once

#include <string>

#include "harness/results/result.h"

namespace sudoku {

struct ReportInput {
  std::string file;  // as named on the command line
  RunResult run;
};

}  // namespace sudoku
