// A sink that keeps what is written as a text, for tests.
#pragma once

#include <string>
#include <string_view>

#include "harness/base/output.h"

namespace sudoku::base {

struct TextSink final : ByteSink {
  void write(std::string_view bytes) override { text += bytes; }

  void finish() override {}

  std::string text;
};

}  // namespace sudoku::base
