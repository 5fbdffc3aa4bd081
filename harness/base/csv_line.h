// Fields and lines of CSV tables (RFC 4180) for spreadsheets.
#pragma once

#include <concepts>
#include <string>
#include <vector>

#include "harness/base/estimate.h"

namespace sudoku::base {

// `text` as a field of RFC 4180, quoted where necessary. A text that a spreadsheet would run as a
// formula gets a ' in front, because texts may come from an untrusted file.
std::string csv_field(const std::string& text);

// One line of a CSV table, and the names of its columns.
class CsvLine {
 public:
  void add(const std::string& name, double value);

  template <std::integral T>
  void add(const std::string& name, T value) {
    add_cell(name, std::to_string(value));
  }

  // Adds column `name` with `text`, cleaned and quoted (clean_text, csv_field).
  void add(const std::string& name, const std::string& text);

  // Adds an estimate as three columns: name, name_low, name_high.
  void add(const std::string& name, const Estimate& estimate);

  std::string header() const;
  std::string text() const;

 private:
  void add_cell(const std::string& name, std::string cell);

  std::vector<std::string> names_;
  std::vector<std::string> cells_;
};

}  // namespace sudoku::base
