// The door to zstd.
#pragma once

#include <memory>
#include <string>

#include "harness/dataset/byte_source.h"

struct ZSTD_DCtx_s;  // zstd's, so that no includer sees zstd

namespace sudoku {

// A zstd file decompressed; frames that follow one another read as one file.
class ZstdSource final : public ByteSource {
 public:
  explicit ZstdSource(StoredFile& file);

  std::size_t read(std::span<char> buffer) override;

 private:
  struct Free {
    void operator()(ZSTD_DCtx_s* context) const;
  };

  bool refill();

  StoredFile& file_;
  std::unique_ptr<ZSTD_DCtx_s, Free> context_;
  std::string input_;
  std::size_t input_size_ = 0;
  std::size_t input_taken_ = 0;
  bool in_frame_ = false;  // a frame has begun and not ended
};

}  // namespace sudoku
