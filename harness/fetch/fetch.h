// A set of puzzles over the network into a file: whole, checked, or not at all.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "harness/dataset/catalog.h"
#include "harness/fetch/download.h"

namespace sudoku {

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

}  // namespace sudoku
