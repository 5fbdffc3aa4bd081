// The rows of a stretch, in every thread its own.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "harness/dataset/layout.h"
#include "harness/dataset/rows.h"
#include "harness/dataset/stretch.h"

namespace sudoku {

class StretchRows {
 public:
  explicit StretchRows(const Layout& layout) : layout_(layout) {}

  // Goes over `stretch`, which has to stay as it is until the next one.
  void begin(const Stretch& stretch);

  // The next row, good or bad; false at the end. In a text, its line is 1-based in the stretch.
  bool next(Row& row);

  // Of the stretch's text, once next() returned false.
  std::uint64_t lines() const { return lines_; }

 private:
  bool next_of_text(Row& row);
  bool take(Row& row, std::string_view line);
  void leave_rest_to_parser();

  Layout layout_;
  const Stretch* stretch_ = nullptr;
  std::size_t next_row_ = 0;  // of the stretch's rows
  std::string_view rest_;     // of its text
  std::uint64_t lines_ = 0;
  std::unique_ptr<Rows> parser_;  // of what is left of a CSV text once a row was not plain
};

}  // namespace sudoku
