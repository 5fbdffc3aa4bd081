// Where the bytes of a file to be written go, and what compresses them on their way.
#pragma once

#include <memory>
#include <string_view>

namespace sudoku {

class ByteSink {
 public:
  ByteSink() = default;
  ByteSink(const ByteSink&) = delete;
  ByteSink& operator=(const ByteSink&) = delete;
  virtual ~ByteSink() = default;

  virtual void write(std::string_view bytes) = 0;

  // No more follow. Without it, what was written may be incomplete.
  virtual void finish() = 0;
};

// What compresses into `sink`, told by the file's name (".gz", ".zst"); null when it is to be
// stored plain. `sink` must outlive it; finish() does not finish `sink`.
std::unique_ptr<ByteSink> make_encoder(std::string_view file_name, ByteSink& sink);

// The name without that ending.
std::string_view without_packing(std::string_view file_name);

}  // namespace sudoku
