// Helpers for tests: contents of files, compressed data, and a user who is refused access.
#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

#include <sys/types.h>

#include "harness/base/output.h"

namespace sudoku::base {

// An unprivileged user. Tests that run as root switch to it to be refused access.
inline constexpr uid_t kNobody = 65534;

// Empty, too, for what cannot be read, such as a file in /proc of a process that just ended.
inline std::string content_of(const std::filesystem::path& path) {
  std::ostringstream content;
  content << std::ifstream(path, std::ios::binary).rdbuf();
  return content.str();
}

// Sink that collects the written bytes in a string.
struct TextSink final : ByteSink {
  void write(std::string_view bytes) override { text += bytes; }

  void finish() override {}

  std::string text;
};

// `text`, which is written in two halves, compressed as in a file whose name has the given ending.
inline std::string compressed(std::string_view ending, std::string_view text) {
  TextSink sink;
  const auto encoder = make_encoder(ending, sink);
  encoder->write(text.substr(0, text.size() / 2));
  encoder->write(text.substr(text.size() / 2));
  encoder->finish();
  return sink.text;
}

inline std::string gzipped(std::string_view text) { return compressed(".gz", text); }

inline std::string zstd_compressed(std::string_view text) { return compressed(".zst", text); }

}  // namespace sudoku::base
