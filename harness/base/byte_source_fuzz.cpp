#include "harness/base/errors.h"
#include "harness/base/input.h"
#include "harness/base/output.h"
#include "harness/base/test_files.h"
#include "solvers/fuzz_fixture.h"

namespace sudoku {

namespace {

// Limit on bytes that the fuzz target decompresses: a small input can become many megabytes.
constexpr std::size_t kMostDecoded = std::size_t{4} << 20;

// Decompresses `bytes` in reads of 997 bytes: no decoder's buffer size is a multiple of 997.
std::string decoded(std::string_view bytes) {
  const MemoryFile stored(bytes);
  base::StoredFile file(stored.path(), "f");
  const auto decoder = base::make_decoder(file);
  base::ByteSource& source = decoder ? *decoder : static_cast<base::ByteSource&>(file);
  std::string text;
  std::array<char, 997> part{};
  std::size_t size = source.read(part);
  while (size > 0 && text.size() < kMostDecoded) {
    text.append(part.data(), size);
    size = source.read(part);
  }
  return text;
}

void check_round_trip(std::string_view file_name, std::string_view bytes) {
  base::TextSink encoded;
  const auto sink = base::make_encoder(file_name, encoded);
  sink->write(bytes);
  sink->finish();
  must(decoded(encoded.text) == bytes, "what we compress decompresses to the same");
  if (bytes.empty()) return;
  // Compressed bytes, truncated at a point that the fuzz input chooses, must be refused.
  const std::size_t left = static_cast<unsigned char>(bytes.front()) * encoded.text.size() / 256;
  if (left < 4) return;  // too short for the compression to be recognized
  try {
    decoded(std::string_view(encoded.text).substr(0, left));
    must(false, "what is cut is refused");
  } catch (const base::InputError&) {
  }
}

}  // namespace

void fuzz_byte_source(std::string_view bytes) {
  try {
    decoded(bytes);
  } catch (const base::InputError&) {
  }
  check_round_trip("f.gz", bytes);
  check_round_trip("f.zst", bytes);
}

}  // namespace sudoku
