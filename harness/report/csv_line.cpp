#include "harness/report/csv_line.h"

#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/report/utf8.h"
#include "harness/results/csv_field.h"

namespace sudoku {

void CsvLine::add(const std::string& name, double value) {
  add_cell(name, std::isfinite(value) ? fmt::format("{:.6g}", value) : "");
}

void CsvLine::add(const std::string& name, const std::string& text) {
  add_cell(name, csv_field(clean_text(text)));
}

void CsvLine::add(const std::string& name, const Estimate& estimate) {
  add(name, estimate.median);
  add(name + "_low", estimate.low);
  add(name + "_high", estimate.high);
}

std::string CsvLine::header() const {
  return fmt::format("{}\n", fmt::join(names_, ","));
}

std::string CsvLine::text() const {
  return fmt::format("{}\n", fmt::join(cells_, ","));
}

void CsvLine::add_cell(const std::string& name, std::string cell) {
  names_.push_back(name);
  cells_.push_back(std::move(cell));
}

}  // namespace sudoku
