// Fetches a set of puzzles over the network into a file: whole, checked, or not at all. The only
// door to libcurl, and to libzip for sets in an archive.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

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

// Writes what a zip archive calls `member` into `file`, a name of our own, so that nothing in an
// archive can choose a place. Throws InputError when there is no such member, it is damaged or
// encrypted, or larger than `most_bytes`; OutputError when it cannot be written.
void unpack_member(const std::string& archive, const std::string& member, base::AsideFile& file,
                   std::uint64_t most_bytes);

}  // namespace sudoku::dataset
