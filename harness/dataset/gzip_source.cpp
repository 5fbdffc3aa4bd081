#include "harness/dataset/gzip_source.h"

#include <algorithm>
#include <new>

#include <fmt/format.h>
#include <zlib.h>

#include "harness/dataset/input_error.h"

namespace sudoku {

namespace {

constexpr std::size_t kInput = std::size_t{64} << 10;
constexpr int kGzipOnly = 16 + MAX_WBITS;  // zlib's way to say: a gzip header, no raw stream
// zlib counts in 32 bits.
constexpr std::size_t kMostOutput = std::size_t{1} << 30;
constexpr Bytef kFirstOfMember = 0x1F;

}  // namespace

GzipSource::GzipSource(StoredFile& file)
    : file_(file), stream_(std::make_unique<z_stream>()), input_(kInput, '\0') {
  if (inflateInit2(stream_.get(), kGzipOnly) != Z_OK) throw std::bad_alloc();
}

GzipSource::~GzipSource() {
  inflateEnd(stream_.get());
}

std::size_t GzipSource::read(std::span<char> buffer) {
  const std::size_t size = std::min(buffer.size(), kMostOutput);
  stream_->next_out = reinterpret_cast<Bytef*>(buffer.data());
  stream_->avail_out = static_cast<uInt>(size);
  while (stream_->avail_out > 0 && refill()) {
    throw_if_interrupted();  // a little input can unpack to very much
    inflate_some();
  }
  return size - stream_->avail_out;
}

// Sees to it that there is input to inflate; false at the end of the file.
bool GzipSource::refill() {
  if (stream_->avail_in > 0) return true;

  stream_->avail_in = static_cast<uInt>(file_.read(input_));
  stream_->next_in = reinterpret_cast<Bytef*>(input_.data());
  if (stream_->avail_in > 0) return true;

  if (in_member_) throw InputError(file_.name() + ": the gzip data end too early");
  return false;
}

// Takes zeros: a tape's blocks are filled up with them, and gzip reads over them.
bool GzipSource::is_next_member() {
  const Bytef* const begin = stream_->next_in;
  const Bytef* const end = begin + stream_->avail_in;
  const Bytef* const at = std::find_if(begin, end, [](Bytef byte) { return byte != 0; });
  is_padded_ = is_padded_ || at != begin;
  stream_->next_in += at - begin;
  stream_->avail_in = static_cast<uInt>(end - at);
  if (at == end) return false;
  if (*at == kFirstOfMember && !is_padded_) return true;
  throw InputError(fmt::format(
      "{}: expected the end of the file or {}zeros behind the gzip data, found byte 0x{:02X} at {}",
      file_.name(), is_padded_ ? "more " : "another member or ", *at,
      file_.bytes_read() - stream_->avail_in));
}

void GzipSource::inflate_some() {
  if (!in_member_ && is_begun_ && !is_next_member()) return;
  if (!in_member_) inflateReset(stream_.get());
  in_member_ = is_begun_ = true;
  const int status = inflate(stream_.get(), Z_NO_FLUSH);
  if (status == Z_STREAM_END) {
    in_member_ = false;
  } else if (status != Z_OK && status != Z_BUF_ERROR) {
    const char* reason = stream_->msg == nullptr ? "unknown reason" : stream_->msg;
    throw InputError(file_.name() + ": damaged gzip data: " + reason);
  }
}

}  // namespace sudoku
