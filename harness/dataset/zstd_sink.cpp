#include "harness/dataset/zstd_sink.h"

#include <new>

#include <zstd.h>

namespace sudoku {

namespace {

// Compresses what `input` holds and hands on what comes out; how much zstd still keeps for later.
std::size_t step(ZSTD_CCtx* context, ZSTD_inBuffer& input, ZSTD_EndDirective mode,
                 std::string& output, ByteSink& sink) {
  ZSTD_outBuffer out = {.dst = output.data(), .size = output.size(), .pos = 0};
  const std::size_t kept = ZSTD_compressStream2(context, &out, &input, mode);
  if (ZSTD_isError(kept) != 0) throw std::bad_alloc();  // nothing else can go wrong here
  sink.write({output.data(), out.pos});
  return kept;
}

}  // namespace

void ZstdSink::Free::operator()(ZSTD_CCtx_s* context) const {
  ZSTD_freeCCtx(context);
}

ZstdSink::ZstdSink(ByteSink& sink)
    : sink_(sink), context_(ZSTD_createCCtx()), output_(ZSTD_CStreamOutSize(), '\0') {
  if (!context_) throw std::bad_alloc();
  ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_checksumFlag, 1);
}

void ZstdSink::write(std::string_view bytes) {
  ZSTD_inBuffer input = {.src = bytes.data(), .size = bytes.size(), .pos = 0};
  while (input.pos < input.size)
    step(context_.get(), input, ZSTD_e_continue, output_, sink_);
}

void ZstdSink::finish() {
  ZSTD_inBuffer input = {.src = nullptr, .size = 0, .pos = 0};
  while (step(context_.get(), input, ZSTD_e_end, output_, sink_) > 0) {
  }
}

}  // namespace sudoku
