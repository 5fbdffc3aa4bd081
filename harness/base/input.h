// Files that are read: as stored, decompressed, line by line, or all at once.
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

// Bytes that are read from front to back.
class ByteSource {
 public:
  ByteSource() = default;
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;
  virtual ~ByteSource() = default;

  // Fills `buffer`, wholly unless the bytes end, and returns the number of bytes: 0 from then on.
  // Throws InputError and Interrupted.
  virtual std::size_t read(std::span<char> buffer) = 0;
};

// Throws InputError when the descriptor is of a device that may never end, as /dev/zero: of any
// that is read by characters, but a terminal.
void refuse_endless(int descriptor, const std::string& name);

// A file's bytes as stored, counted and, if wanted, hashed as they pass.
class StoredFile final : public ByteSource {
 public:
  // Opens `path`, called `name` in messages. "-" is standard input.
  StoredFile(const std::string& path, std::string name, bool hashed = true);

  // Throws when a regular file ends before the size it had when it was opened.
  std::size_t read(std::span<char> buffer) override;

  // The first bytes, four unless the file is shorter; read() delivers them again.
  std::string_view magic() const { return {magic_.data(), magic_size_}; }

  const std::string& name() const { return name_; }

  std::uint64_t bytes_read() const { return bytes_read_; }

  std::uint64_t bytes_total() const { return bytes_total_; }  // 0 for a pipe

  // The digest of the bytes read so far. The file must be hashed.
  std::string sha256() const { return sha256_->hex(); }

 private:
  std::size_t fill(std::span<char> buffer);
  std::size_t read_some(std::span<char> buffer);

  std::string name_;
  InputDescriptor file_;
  std::array<char, 4> magic_{};
  std::size_t magic_size_ = 0;
  std::size_t magic_taken_ = 0;
  std::uint64_t bytes_read_ = 0;
  std::uint64_t bytes_total_ = 0;
  std::optional<Sha256> sha256_;
};

// What decompresses `file`, chosen by its first bytes, not by its name; null when it is stored
// plain. `file` must outlive it.
std::unique_ptr<ByteSource> make_decoder(StoredFile& file);

// A small file, all at once. Throws InputError "path: cannot be read: …", also when reading fails
// on the way: half a file must not pass for the whole.
std::string whole_file(const std::string& path);

// A small text file, which `what` describes in messages. Throws InputError as whole_file does, and
// when there is a byte 0 in it, which no text has, or more than a gigabyte: a device may never end.
std::string text_file(const std::string& path, const char* what);

// A line that is this long lost its end: readers refuse it.
inline constexpr std::size_t kCutLine = std::size_t{64} << 10;

// Stands where the file holds a NUL, at which C strings would end. ASCII calls it SUBSTITUTE.
inline constexpr char kReplacedNul = '\x1A';

// Bytes made safe for a line reader: lines are cut at kCutLine bytes, so that memory does not
// depend on the file, NUL is replaced, and the last line is ended. The numbers of lines do not
// change.
class TextSource {
 public:
  explicit TextSource(ByteSource& bytes) : bytes_(bytes) {}

  // Fills `buffer`, wholly unless the text ends.
  std::size_t read(std::span<char> buffer);

 private:
  std::size_t cut(std::span<char> window);

  ByteSource& bytes_;
  std::size_t open_ = 0;  // bytes delivered of the line that has not ended yet
  bool ended_ = false;
};

}  // namespace sudoku::base
