#include "harness/dataset/gzip_sink.h"

#include <algorithm>
#include <new>

#include <zlib.h>

namespace sudoku {

namespace {

constexpr std::size_t kOutput = std::size_t{64} << 10;
constexpr int kGzip = 16 + MAX_WBITS;  // zlib's way to say: with a gzip header
// zlib's default, 6, takes four times as long and makes a file of puzzles 4 % smaller.
constexpr int kLevel = 4;
constexpr int kMemory = 8;  // zlib's default
// zlib counts in 32 bits.
constexpr std::size_t kMostInput = std::size_t{1} << 30;

}  // namespace

GzipSink::GzipSink(ByteSink& sink)
    : sink_(sink), stream_(std::make_unique<z_stream>()), output_(kOutput, '\0') {
  if (deflateInit2(stream_.get(), kLevel, Z_DEFLATED, kGzip, kMemory, Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::bad_alloc();
  }
}

GzipSink::~GzipSink() {
  deflateEnd(stream_.get());
}

void GzipSink::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::string_view part = bytes.substr(0, kMostInput);
    deflate_all(part, Z_NO_FLUSH);
    bytes.remove_prefix(part.size());
  }
}

void GzipSink::finish() {
  deflate_all({}, Z_FINISH);
}

void GzipSink::deflate_all(std::string_view bytes, int flush) {
  // zlib reads what it is given and leaves it as it is, whatever the type says.
  stream_->next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream_->avail_in = static_cast<uInt>(bytes.size());
  do {
    stream_->next_out = reinterpret_cast<Bytef*>(output_.data());
    stream_->avail_out = static_cast<uInt>(output_.size());
    deflate(stream_.get(), flush);
    sink_.write({output_.data(), output_.size() - stream_->avail_out});
  } while (stream_->avail_out == 0);  // or it might have had more to say
}

}  // namespace sudoku
