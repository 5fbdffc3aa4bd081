// Downloads a puzzle set into a file that appears only when it is whole and checked. The only user
// of libcurl.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "harness/base/output.h"
#include "harness/dataset/catalog.h"

namespace sudoku::dataset {

struct FetchSettings {
  std::uint64_t most_bytes = std::uint64_t{16} << 30;
  std::chrono::milliseconds patience{30'000};  // timeout for connecting and between two bytes
  std::uint64_t retries = 4;                   // after a broken connection or a wrong hash
  std::chrono::milliseconds pause{500};        // before the first retry; doubles each time
};

struct Fetched {
  std::uint64_t bytes = 0;  // size of the download
  std::string sha256;
};

// Progress callback, called at least once a second with the bytes downloaded and the total size (0:
// not known). Returning false stops the download.
using DownloadProgress = std::function<bool(std::uint64_t here, std::uint64_t total)>;

// Downloads the set to `target`, which appears only when it has the size and hash in the catalog
// and contains a puzzle. When the connection breaks, the bytes stay in TARGET.part, from which the
// next call resumes. Returns nullopt when `progress` stopped it. Throws InputError or OutputError.
std::optional<Fetched> fetch(const CatalogEntry& entry, const std::string& target,
                             const FetchSettings& settings, const DownloadProgress& progress);

std::string sha256_of(const std::string& path);

// Writes `member` of the zip archive into `file`, whose name the archive cannot choose. Throws
// InputError when the member is missing, damaged, encrypted or larger than `most_bytes`, and
// OutputError when `file` cannot be written.
void unpack_member(const std::string& archive, const std::string& member, base::AsideFile& file,
                   std::uint64_t most_bytes);

}  // namespace sudoku::dataset
