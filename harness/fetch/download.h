// One attempt to get a file over HTTP: the only door to libcurl.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "harness/fetch/part_file.h"

namespace sudoku {

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

}  // namespace sudoku
