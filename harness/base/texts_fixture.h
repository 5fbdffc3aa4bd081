// Expectations of tests on texts, whose failures show the whole text.
#pragma once

#include <string>

#include <gtest/gtest.h>

namespace sudoku::base {

inline void expect_start(const std::string& text, const std::string& start) {
  EXPECT_TRUE(text.starts_with(start)) << text << "\ndoes not start with " << start;
}

inline void expect_part(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << text << "\nlacks " << part;
}

}  // namespace sudoku::base
