// Bytes made safe for a line reader.
#pragma once

#include <cstddef>
#include <span>

#include "harness/dataset/byte_source.h"

namespace sudoku {

// A line that is this long lost its end: readers refuse it.
inline constexpr std::size_t kCutLine = std::size_t{64} << 10;

// Stands where the file holds a NUL, at which C strings would end. ASCII calls it SUBSTITUTE.
inline constexpr char kReplacedNul = '\x1A';

// Cuts lines at kCutLine bytes, so that memory does not depend on the file, replaces NUL, and ends
// the last line. The numbers of lines do not change.
class TextSource {
 public:
  explicit TextSource(ByteSource& bytes) : bytes_(bytes) {}

  // Fills `buffer`, wholly unless the text ends.
  std::size_t read(std::span<char> buffer);

 private:
  std::size_t cut(std::span<char> window);

  ByteSource& bytes_;
  std::size_t open_ = 0;  // bytes delivered of the line that has not ended yet
  bool ended_ = false;
};

}  // namespace sudoku
