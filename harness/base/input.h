// Reading files: as stored, decompressed, as text for a line reader, or all at once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "harness/base/interruption.h"
#include "harness/base/sha256.h"

namespace sudoku::base {

class ByteSource {
 public:
  ByteSource() = default;
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;
  virtual ~ByteSource() = default;

  // Fills `buffer`, completely unless the stream ends; returns the number of bytes, 0 at the end.
  // Throws InputError and Interrupted.
  virtual std::size_t read(std::span<char> buffer) = 0;
};

// A file's bytes as stored. Counts them and, if `hashed`, hashes them as they are read.
class StoredFile final : public ByteSource {
 public:
  // Opens `path` ("-": standard input). Messages call it `name`.
  StoredFile(const std::string& path, std::string name, bool hashed = true);

  // Fills `buffer` from the file. Throws InputError if a regular file has shrunk since its opening.
  std::size_t read(std::span<char> buffer) override;

  // The first four bytes of the file (fewer if it is shorter). read() delivers them again.
  std::string_view magic() const { return {magic_.data(), magic_size_}; }

  const std::string& name() const { return name_; }

  std::uint64_t bytes_read() const { return bytes_read_; }

  std::uint64_t bytes_total() const { return bytes_total_; }  // 0 for a pipe

  // The SHA-256 digest of the bytes read so far. The file must have been opened with `hashed`.
  std::string sha256() const { return sha256_->hex(); }

 private:
  std::size_t fill(std::span<char> buffer);

  std::string name_;
  InputDescriptor file_;
  std::array<char, 4> magic_{};
  std::size_t magic_size_ = 0;
  std::size_t magic_taken_ = 0;
  std::uint64_t bytes_read_ = 0;
  std::uint64_t bytes_total_ = 0;
  std::optional<Sha256> sha256_;
};

// A decompressor of `file`, chosen by the file's first bytes, not by its name; null when `file` is
// not compressed. A zip archive must hold one file. `file` must outlive the decompressor. Throws
// InputError and Interrupted.
std::unique_ptr<ByteSource> make_decoder(StoredFile& file);

// Whether there is a file or folder at `path`; false also where that cannot be found out.
bool exists(const std::string& path);

// Reads a small file at once. Throws InputError "path: cannot be read: …", also for an error
// halfway: half a file must not pass for the whole.
std::string whole_file(const std::string& path);

// Reads a small text file, called `what` in messages. Throws InputError as whole_file does, and for
// a byte 0 or more than a gigabyte, because a device may never end.
std::string text_file(const std::string& path, const char* what);

// Length, in bytes, at which TextSource cuts lines. Readers refuse a line of this length.
inline constexpr std::size_t kCutLine = std::size_t{64} << 10;

// Character that replaces NUL, at which C strings would end: ASCII's SUBSTITUTE.
inline constexpr char kReplacedNul = '\x1A';

// Makes bytes a text that is safe for a line reader: converts UTF-16 to UTF-8, drops DOS's marks of
// the end behind the text, replaces NUL, and ends the last line. Line numbers do not change.
class TextSource {
 public:
  explicit TextSource(ByteSource& bytes) : bytes_(&bytes) {}

  TextSource(const TextSource&) = delete;
  TextSource& operator=(const TextSource&) = delete;

  // Fills `buffer`, completely unless the text ends. Returns the number of bytes.
  std::size_t read(std::span<char> buffer);

  // From here on, cuts lines at kCutLine bytes, so that memory does not depend on the file. Also
  // cuts those of `ahead`, the text read so far; whole lines of it may be missing.
  void cut_lines(std::string& ahead);

 private:
  void begin();
  std::size_t take(std::span<char> window);
  std::size_t cut(std::span<char> window);

  ByteSource* bytes_;
  std::unique_ptr<ByteSource> converter_;  // null: not UTF-16
  std::string ahead_;                      // bytes read but not yet part of the text
  std::size_t open_ = 0;                   // bytes delivered of the current line, if lines are cut
  bool is_open_ = false;                   // the current line has begun
  bool is_cutting_ = false;
  bool has_begun_ = false;
  bool ended_ = false;
};

}  // namespace sudoku::base
