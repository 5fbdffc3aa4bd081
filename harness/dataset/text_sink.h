// What is written, as a text: for tests.
#pragma once

#include <string>
#include <string_view>

#include "harness/dataset/byte_sink.h"

namespace sudoku {

struct TextSink final : ByteSink {
  void write(std::string_view bytes) override { text += bytes; }

  void finish() override {}

  std::string text;
};

}  // namespace sudoku
