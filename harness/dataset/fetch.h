// Fetches a set of puzzles over the network into a file: whole, checked, or not at all. The only
// door to libcurl, and to libzip for sets in an archive.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "harness/base/output.h"
#include "harness/dataset/catalog.h"

namespace sudoku::dataset {

struct FetchTerms {
  std::uint64_t most_bytes = std::uint64_t{16} << 30;
  std::chrono::milliseconds patience{30'000};  // without a connection, and between two bytes
  std::uint64_t retries = 4;                   // after a broken connection or wrong bytes
  std::chrono::milliseconds pause{500};  // before the first retry; doubled from one to the next
};

struct Fetched {
  std::uint64_t bytes = 0;  // size of what the address served
  std::string sha256;
};

// Called at least once a second, with the bytes that are here and the size of the whole (0: not
// known); returning false stops the download.
using DownloadProgress = std::function<bool(std::uint64_t here, std::uint64_t total)>;

// Puts the set to `target`, which appears only when it is whole and has the size and the hash that
// the catalog knows, and a reader finds a puzzle in it. What arrived of it stays in TARGET.part
// when the connection breaks; the next call resumes from there. Nothing when `progress` stopped it.
// Throws InputError, saying what to do, or OutputError.
std::optional<Fetched> fetch(const CatalogEntry& entry, const std::string& target,
                             const FetchTerms& terms, const DownloadProgress& progress);

// The hash of a local file.
std::string sha256_of(const std::string& path);

// What has arrived of a file: TARGET.part beside its place, until it is whole. Bytes of an earlier
// attempt are still in it when they came from the same address; TARGET.part.from says where they
// came from. Throws OutputError when it cannot be written.
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

  // Returns once the bytes are on the disk.
  void flush() const;

  // Removes the file and TARGET.part.from.
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

// What a web server says before it sends a file. Filled line by line; the status line of the next
// response (after a redirect) begins anew.
class Response {
 public:
  void add_line(std::string_view line);

  int status() const { return status_; }

  // Place of the first byte in the file, when the response holds a part of it.
  std::optional<std::uint64_t> first() const { return first_; }

  // The size of the whole file.
  std::optional<std::uint64_t> total() const { return total_; }

  // A strong entity tag, quotes and all: files with the same one are equal byte for byte. Empty:
  // none.
  const std::string& tag() const { return tag_; }

 private:
  void take_range(std::string_view value);

  int status_ = 0;
  std::optional<std::uint64_t> first_;
  std::optional<std::uint64_t> total_;
  std::string tag_;
};

// Writes what a zip archive calls `member` into `file`, a name of our own, so that nothing in an
// archive can choose a place. Throws InputError when there is no such member, it is damaged or
// encrypted, or larger than `most_bytes`; OutputError when it cannot be written.
void unpack_member(const std::string& archive, const std::string& member, base::AsideFile& file,
                   std::uint64_t most_bytes);

}  // namespace sudoku::dataset
