// Expectations of tests on texts, whose failures show the whole text, and messages of errors.
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

// The message of the error that `attempt` throws; empty: it throws none.
template <typename Error>
std::string message_of(const auto& attempt) {
  try {
    attempt();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace sudoku::base
