#include "harness/base/errors.h"
#include "harness/base/input.h"
#include "harness/base/output.h"
#include "harness/base/test_files.h"
#include "solvers/fuzz_fixture.h"

namespace sudoku {

namespace {

// Limit on bytes that the fuzz target decompresses: a small input can become many megabytes.
constexpr std::size_t kMostDecoded = std::size_t{4} << 20;

// Reads all of `source` in reads of 997 bytes: no decoder's buffer size is a multiple of 997.
template <typename Source>
std::string drained(Source& source) {
  std::string text;
  std::array<char, 997> part{};
  std::size_t size = source.read(part);
  while (size > 0 && text.size() < kMostDecoded) {
    text.append(part.data(), size);
    size = source.read(part);
  }
  return text;
}

// What `read` makes of the source of the bytes that `bytes` decompress to.
template <typename Read>
std::string with_source(std::string_view bytes, const Read& read) {
  const MemoryFile stored(bytes);
  base::StoredFile file(stored.path(), "f");
  const auto decoder = base::make_decoder(file);
  return read(decoder ? *decoder : static_cast<base::ByteSource&>(file));
}

std::string decoded(std::string_view bytes) {
  return with_source(bytes, [](base::ByteSource& source) { return drained(source); });
}

// Reads `bytes` as a text, and cuts its lines from the start or after `ahead` bytes.
std::string text_of(std::string_view bytes, std::size_t ahead) {
  return with_source(bytes, [ahead](base::ByteSource& source) {
    base::TextSource lines(source);
    std::string text(ahead, '\0');
    text.resize(lines.read(text));
    lines.cut_lines(text);
    return text + drained(lines);
  });
}

void check_text(std::string_view bytes) {
  if (decoded(bytes).size() >= kMostDecoded / 2) return;  // as UTF-8, UTF-16 may be longer
  const std::string text = text_of(bytes, 0);
  must(text.empty() || text.ends_with('\n'), "the last line of a text is ended");
  must(text.find('\0') == std::string::npos, "a text has no NUL");
  must(text == text_of(bytes, bytes.size()), "it does not matter from where lines are cut");
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
    check_text(bytes);
  } catch (const base::InputError&) {
  }
  check_round_trip("f.gz", bytes);
  check_round_trip("f.zst", bytes);
}

}  // namespace sudoku
