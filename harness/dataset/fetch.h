// A set of puzzles over the network into a file: whole, checked, or not at all.
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

// One attempt to get a file over HTTP: the only door to libcurl.

// What has arrived of a file: TARGET.part beside its place, until it is whole.

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

struct DownloadTerms {
  std::string address;
  std::optional<std::uint64_t> bytes;  // what the file is known to have
  std::uint64_t most_bytes = 0;        // what it may have at all
  bool is_hash_known = false;          // so that bytes of two attempts cannot be mixed unseen
  std::chrono::milliseconds patience{30'000};  // without a connection, and between two bytes
};

// Called at least once a second, with what is here and the size of the whole (0: not known);
// returning false stops the download.
using DownloadProgress = std::function<bool(std::uint64_t here, std::uint64_t total)>;

struct Attempt {
  enum class End {
    whole,
    cut,      // worth another attempt, which goes on from what is here
    refused,  // it would end the same way again
    stopped,  // by the progress function
  };

  End end = End::whole;
  std::string reason;       // why it is not whole
  bool is_offline = false;  // no server was reached
};

// Asks for what is not in `part` yet. Follows a few redirects, to http and https only, and not from
// https to http. Throws OutputError.
Attempt attempt_download(const DownloadTerms& terms, PartFile& part,
                         const DownloadProgress& progress);

// What a web server says before it sends a file.

// The status of a response that holds a part of a file.
inline constexpr int kPartialContent = 206;

// Filled line by line; the status line of the next response (after a redirect) begins anew.
class Response {
 public:
  void add_line(std::string_view line);

  int status() const { return status_; }

  // Of a part of a file: the place of its first byte.
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

struct FetchTerms {
  std::uint64_t most_bytes = std::uint64_t{16} << 30;
  std::chrono::milliseconds patience{30'000};
  std::uint64_t retries = 4;             // after a cut, or bytes that are not the right ones
  std::chrono::milliseconds pause{500};  // before the first of them; doubled from one to the next
};

struct Fetched {
  std::uint64_t bytes = 0;  // of what the address served
  std::string sha256;
};

// Puts the set to `target`, which appears only when it is whole and has the size and the hash that
// the catalog knows, and a reader finds a puzzle in it. What arrived of it stays in TARGET.part
// when it is cut; the next call goes on from there. Nothing when `progress` stopped it. Throws
// InputError, saying what to do, or OutputError.
std::optional<Fetched> fetch(const CatalogEntry& entry, const std::string& target,
                             const FetchTerms& terms, const DownloadProgress& progress);

// Of a file that is here.
std::string sha256_of(const std::string& path);

// A file out of a zip archive: the only door to libzip.

// Writes what the archive calls `member` into `file`, a name of our own, so that nothing in an
// archive can choose a place. Throws InputError when there is no such file, it is damaged or
// encrypted, or larger than `most_bytes`; OutputError when it cannot be written.
void unpack_member(const std::string& archive, const std::string& member, base::AsideFile& file,
                   std::uint64_t most_bytes);

}  // namespace sudoku::dataset
