#include "harness/dataset/zstd_source.h"

#include <new>

#include <zstd.h>

#include "harness/dataset/input_error.h"

namespace sudoku {

void ZstdSource::Free::operator()(ZSTD_DCtx_s* context) const {
  ZSTD_freeDCtx(context);
}

ZstdSource::ZstdSource(StoredFile& file)
    : file_(file), context_(ZSTD_createDCtx()), input_(ZSTD_DStreamInSize(), '\0') {
  if (!context_) throw std::bad_alloc();
}

std::size_t ZstdSource::read(std::span<char> buffer) {
  ZSTD_outBuffer output{buffer.data(), buffer.size(), 0};
  while (output.pos < output.size) {
    throw_if_interrupted();  // a little input can unpack to very much
    const bool at_end = !refill();
    if (at_end && !in_frame_) break;

    // Without input this still delivers what the decoder holds back.
    const std::size_t before = output.pos;
    ZSTD_inBuffer input{input_.data(), input_size_, input_taken_};
    const std::size_t status = ZSTD_decompressStream(context_.get(), &output, &input);
    input_taken_ = input.pos;
    in_frame_ = status != 0;
    if (ZSTD_isError(status) != 0) {
      throw InputError(file_.name() + ": damaged zstd data: " + ZSTD_getErrorName(status));
    }
    if (at_end && in_frame_ && output.pos == before) {
      throw InputError(file_.name() + ": the zstd data end too early");
    }
  }
  return output.pos;
}

// Sees to it that there is something to decompress; false at the end of the file.
bool ZstdSource::refill() {
  if (input_taken_ == input_size_) {
    input_size_ = file_.read(input_);
    input_taken_ = 0;
  }
  return input_size_ > 0;
}

}  // namespace sudoku
