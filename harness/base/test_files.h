// Helpers for tests: temporary folders and compressed data.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include <sys/types.h>

#include "harness/base/output.h"

namespace sudoku::base {

// An unprivileged user. Tests that run as root switch to it to be refused access.
inline constexpr uid_t kNobody = 65534;

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string path = (std::filesystem::temp_directory_path() / "sudoku-test-XXXXXX").string();
    if (::mkdtemp(path.data()) == nullptr) std::abort();
    path_ = path;
    // All users may enter the folder, so tests can switch to one who may not read a file there.
    std::filesystem::permissions(path_, std::filesystem::perms(0755));
  }

  ~TemporaryFolder() { std::filesystem::remove_all(path_); }

  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string path() const { return path_.string(); }

  // Writes a file and returns its path.
  std::string write(const std::string& name, std::string_view content) const {
    std::string path = (path_ / name).string();
    std::ofstream(path, std::ios::binary) << content;
    return path;
  }

 private:
  std::filesystem::path path_;
};

// Sink that collects the written bytes in a string.
struct TextSink final : ByteSink {
  void write(std::string_view bytes) override { text += bytes; }

  void finish() override {}

  std::string text;
};

// `text`, compressed as in a file whose name has the given ending.
inline std::string compressed(std::string_view ending, std::string_view text) {
  TextSink sink;
  const auto encoder = make_encoder(ending, sink);
  encoder->write(text);
  encoder->finish();
  return sink.text;
}

inline std::string gzipped(std::string_view text) { return compressed(".gz", text); }

inline std::string zstd_compressed(std::string_view text) { return compressed(".zst", text); }

}  // namespace sudoku::base
