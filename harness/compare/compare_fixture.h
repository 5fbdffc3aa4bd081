// Expectations on what comparisons say.
#pragma once

#include <string>

#include <gtest/gtest.h>

#include "harness/compare/gate.h"

namespace sudoku::compare {

inline void expect_start(const std::string& text, const std::string& start) {
  EXPECT_TRUE(text.starts_with(start)) << text;
}

inline void expect_part(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << text << "\nlacks " << part;
}

// Compares all but times.
inline Comparison compared_exactly(const result::RunResult& base,
                                   const result::RunResult& candidate) {
  return compare_results(base, candidate, {.deterministic_only = true});
}

}  // namespace sudoku::compare
