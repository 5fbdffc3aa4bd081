// Downloads a puzzle set, with the program curl, into a file that appears only when it is whole and
// checked.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

#include "harness/base/output.h"
#include "harness/dataset/catalog.h"

namespace sudoku::dataset {

struct FetchSettings {
  std::uint64_t most_bytes = std::uint64_t{16} << 30;
  std::chrono::seconds patience{30};     // timeout for connecting and between two bytes, at least 1
  std::uint64_t retries = 4;             // after a broken connection, or a wrong end of a file
  std::chrono::milliseconds pause{500};  // before the first retry; doubles each time
  // Called several times a second with the number of bytes that are here.
  std::function<void(std::uint64_t bytes)> progress = [](std::uint64_t /*bytes*/) {};
};

struct Fetched {
  std::uint64_t bytes = 0;  // size of the download
  std::string sha256;
};

// Downloads the set to `target`, which appears only when it has the size and hash in the catalog
// and contains a puzzle. When the connection breaks, the bytes stay in TARGET.part, from which the
// next call resumes if the catalog has the hash. Throws InputError, OutputError or Interrupted.
Fetched fetch(const CatalogEntry& entry, const std::string& target, const FetchSettings& settings);

std::string sha256_of(const std::string& path);

// Writes `member` of the zip archive into `file`, whose name the archive cannot choose. Throws
// InputError when the member is missing, damaged, encrypted or larger than `most_bytes`, and
// OutputError when `file` cannot be written.
void unpack_member(const std::string& archive, const std::string& member, base::AsideFile& file,
                   std::uint64_t most_bytes);

}  // namespace sudoku::dataset
