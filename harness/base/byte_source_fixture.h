// Helpers of the tests that read bytes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <span>
#include <string>
#include <utility>

#include "harness/base/errors.h"
#include "harness/base/input.h"

namespace sudoku::base {

// Bytes in memory as a source.
class TextBytes final : public ByteSource {
 public:
  explicit TextBytes(std::string text) : text_(std::move(text)) {}

  std::size_t read(std::span<char> buffer) override {
    const std::size_t size = std::min(buffer.size(), text_.size() - taken_);
    std::memcpy(buffer.data(), text_.data() + taken_, size);
    taken_ += size;
    return size;
  }

  bool is_over() const { return taken_ == text_.size(); }

 private:
  std::string text_;
  std::size_t taken_ = 0;
};

// Reads all of `source` in requests of `request` bytes.
template <typename Source>
std::string drain(Source& source, std::size_t request) {
  std::string all;
  std::string buffer(request, '\0');
  std::size_t got = 0;
  do {
    got = source.read(buffer);
    all.append(buffer, 0, got);
  } while (got == request);
  return all;
}

inline std::string error_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

// A text that compresses badly, so that it spans several buffers of the decoders.
inline std::string long_text() {
  std::string text;
  std::uint32_t state = 1;
  for (int i = 0; i < 300'000; ++i) {
    state = state * 1664525 + 1013904223;
    text += static_cast<char>(' ' + (state >> 26));
  }
  return text;
}

}  // namespace sudoku::base
