// What has arrived of a file: TARGET.part beside its place, until it is whole.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace sudoku {

// Bytes of an earlier attempt are still in it when they came from the same address. Beside it lies
// TARGET.part.from, which says where the bytes are from. Throws OutputError when it cannot be
// written.
class PartFile {
 public:
  // Throws InputError when another process writes it.
  PartFile(const std::string& target, std::string address);
  ~PartFile();
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;

  const std::string& path() const { return path_; }

  std::uint64_t size() const { return size_; }

  // The entity tag that the server gave with the bytes; empty: none.
  const std::string& tag() const { return tag_; }

  // Forgets all bytes; those to come have this tag.
  void restart(const std::string& tag);

  void append(std::string_view bytes);

  // Sees to it that the bytes are on the disk.
  void flush() const;

  // Removes it, and what says where it is from.
  void remove() const;

 private:
  void lock() const;
  void recall();
  [[noreturn]] void fail() const;

  std::string path_;
  std::string from_;
  std::string address_;
  std::string tag_;
  int descriptor_;
  std::uint64_t size_ = 0;
};

}  // namespace sudoku
