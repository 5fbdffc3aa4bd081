// Expectations on whole texts, which lie in files beside the tests.
#pragma once

#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

#include "harness/base/input.h"
#include "harness/base/output.h"

namespace sudoku::base {

// Expects `text` to be the content of the file. With RENEW_GOLDEN in the environment, writes it to
// the file instead, so that the next commit shows what changed.
inline void expect_golden(const std::string& text, const std::string& path) {
  if (std::getenv("RENEW_GOLDEN") != nullptr) return write_aside(path, text);
  EXPECT_EQ(text, text_file(path, "a text"));
}

// JSON of one line with a line for each record.
inline std::string lines_of(std::string json) {
  for (std::size_t at = json.find("},{"); at != std::string::npos; at = json.find("},{", at))
    json.insert(at + 2, "\n");
  return json + "\n";
}

}  // namespace sudoku::base
