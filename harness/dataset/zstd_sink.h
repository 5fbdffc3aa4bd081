// Bytes compressed by zstd.
#pragma once

#include <memory>
#include <string>

#include "harness/dataset/byte_sink.h"

struct ZSTD_CCtx_s;  // zstd's, so that no includer sees zstd

namespace sudoku {

class ZstdSink final : public ByteSink {
 public:
  explicit ZstdSink(ByteSink& sink);

  void write(std::string_view bytes) override;
  void finish() override;

 private:
  struct Free {
    void operator()(ZSTD_CCtx_s* context) const;
  };

  ByteSink& sink_;
  std::unique_ptr<ZSTD_CCtx_s, Free> context_;
  std::string output_;
};

}  // namespace sudoku
