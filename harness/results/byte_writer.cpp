#include "harness/results/byte_writer.h"

namespace sudoku {

namespace {

// Small differences of either sign become small numbers: 0, -1, 1, -2, …
std::uint64_t zigzag(std::uint64_t difference) {
  return (difference << 1U) ^ (difference >> 63U == 0 ? 0 : ~std::uint64_t{0});
}

}  // namespace

void ByteWriter::put_fixed(std::uint64_t value) {
  for (unsigned i = 0; i < sizeof value; ++i)
    bytes_ += static_cast<char>((value >> (8 * i)) & 0xFFU);
}

void ByteWriter::put(std::uint64_t value) {
  for (; value >= kMoreFollow; value >>= kBitsPerByte)
    bytes_ += static_cast<char>((value & (kMoreFollow - 1)) | kMoreFollow);
  bytes_ += static_cast<char>(value);
}

void ByteWriter::put(const std::string& text) {
  put(std::uint64_t{text.size()});
  bytes_ += text;
}

void ByteWriter::put(const std::vector<std::uint64_t>& values) {
  put(std::uint64_t{values.size()});
  std::uint64_t before = 0;
  for (const std::uint64_t value : values) {
    put(zigzag(value - before));
    before = value;
  }
}

}  // namespace sudoku
