// Bytes compressed by zlib.
#pragma once

#include <memory>
#include <string>

#include "harness/dataset/byte_sink.h"

struct z_stream_s;  // zlib's, so that no includer sees zlib

namespace sudoku {

// One gzip member without a time or a name in it: the same bytes come out whenever they go in.
class GzipSink final : public ByteSink {
 public:
  explicit GzipSink(ByteSink& sink);
  ~GzipSink() override;
  GzipSink(const GzipSink&) = delete;
  GzipSink& operator=(const GzipSink&) = delete;

  void write(std::string_view bytes) override;
  void finish() override;

 private:
  void deflate_all(std::string_view bytes, int flush);

  ByteSink& sink_;
  std::unique_ptr<z_stream_s> stream_;
  std::string output_;
};

}  // namespace sudoku
