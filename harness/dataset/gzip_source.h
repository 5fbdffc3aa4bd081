// The door to zlib.
#pragma once

#include <memory>
#include <string>

#include "harness/dataset/byte_source.h"

struct z_stream_s;  // zlib's, so that no includer sees zlib

namespace sudoku {

// A gzip file decompressed; members that follow one another read as one file. Zeros may stand
// behind the last.
class GzipSource final : public ByteSource {
 public:
  explicit GzipSource(StoredFile& file);
  ~GzipSource() override;

  std::size_t read(std::span<char> buffer) override;

 private:
  bool refill();
  bool is_next_member();
  void inflate_some();

  StoredFile& file_;
  std::unique_ptr<z_stream_s> stream_;
  std::string input_;
  bool in_member_ = false;  // a member has begun and not ended
  bool is_begun_ = false;   // there was a member
  bool is_padded_ = false;  // zeros have followed the last
};

}  // namespace sudoku
