// Fields and lines of CSV tables for spreadsheets (RFC 4180).
#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/estimate.h"

namespace sudoku::base {

// Whether a spreadsheet would take the text for a formula and run it.
bool is_like_formula(std::string_view text);

// A text from a stranger as RFC 4180 has it, quoted when it has to be, and with a ' before what is
// like a formula: it must not run in the spreadsheet of the one who opens the table. Numbers need
// none of this.
std::string csv_field(const std::string& text);

// One line of a table, and the names of its columns.
class CsvLine {
 public:
  // Writes an empty field for an unknown value (NaN).
  void add(const std::string& name, double value);

  template <std::integral T>
  void add(const std::string& name, T value) {
    add_cell(name, std::to_string(value));
  }

  // Cleaned (clean_text), and written as csv_field does.
  void add(const std::string& name, const std::string& text);

  // Three columns: name, name_low, name_high.
  void add(const std::string& name, const Estimate& estimate);

  std::string header() const;
  std::string text() const;

 private:
  void add_cell(const std::string& name, std::string cell);

  std::vector<std::string> names_;
  std::vector<std::string> cells_;
};

}  // namespace sudoku::base
