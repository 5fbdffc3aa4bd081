// What a web server says before it sends a file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sudoku {

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

}  // namespace sudoku
