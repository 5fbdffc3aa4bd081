// Bytes of a file: as stored, and as they read once decompressed.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "harness/dataset/interruption.h"
#include "harness/dataset/sha256.h"

namespace sudoku {

class ByteSource {
 public:
  ByteSource() = default;
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;
  virtual ~ByteSource() = default;

  // Fills `buffer`, wholly unless the bytes end, and returns how much of it. 0 from then on.
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

  // Of the bytes read so far. The file must be hashed.
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

// What decompresses `file`, told by its first bytes, not by its name; null when it is stored plain.
// `file` must outlive it.
std::unique_ptr<ByteSource> make_decoder(StoredFile& file);

}  // namespace sudoku
