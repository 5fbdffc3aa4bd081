// The only door to libfccp, and the source of bytes that it reads from.
#pragma once

// libfccp's read-ahead thread would run beside the timed legs.
#define CSV_IO_NO_THREAD

// GCC 12 cannot see that libfccp ends its truncated file names itself.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wstringop-truncation"
#endif
#include <libfccp/csv.h>
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "harness/base/input.h"

namespace sudoku::dataset {

// Hands `head` to libfccp, then what is left of `text`. Fills every request, because libfccp takes
// a short read for the end of the file.
class FccpSource final : public io::ByteSourceBase {
 public:
  FccpSource(std::string head, base::TextSource& text) : head_(std::move(head)), text_(text) {}

  int read(char* buffer, int size) override {
    const auto wanted = static_cast<std::size_t>(size);
    const std::size_t from_head = std::min(wanted, head_.size() - taken_);
    std::memcpy(buffer, head_.data() + taken_, from_head);
    taken_ += from_head;
    const std::size_t rest = text_.read({buffer + from_head, wanted - from_head});
    return static_cast<int>(from_head + rest);
  }

 private:
  std::string head_;
  std::size_t taken_ = 0;
  base::TextSource& text_;
};

}  // namespace sudoku::dataset
