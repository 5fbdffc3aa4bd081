#include "harness/dataset/byte_sink.h"

#include "harness/dataset/gzip_sink.h"
#include "harness/dataset/zstd_sink.h"

namespace sudoku {

namespace {

constexpr std::string_view kGzip = ".gz";
constexpr std::string_view kZstd = ".zst";

}  // namespace

std::unique_ptr<ByteSink> make_encoder(std::string_view file_name, ByteSink& sink) {
  if (file_name.ends_with(kGzip)) return std::make_unique<GzipSink>(sink);
  if (file_name.ends_with(kZstd)) return std::make_unique<ZstdSink>(sink);
  return nullptr;
}

std::string_view without_packing(std::string_view file_name) {
  for (const std::string_view ending : {kGzip, kZstd}) {
    if (file_name.ends_with(ending)) file_name.remove_suffix(ending.size());
  }
  return file_name;
}

}  // namespace sudoku
