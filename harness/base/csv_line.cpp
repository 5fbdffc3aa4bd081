#include "harness/base/csv_line.h"

#include <cmath>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/base/text.h"

namespace sudoku::base {

namespace {

// Whether a spreadsheet would run the text as a formula.
bool is_like_formula(std::string_view text) {
  return !text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos;
}

}  // namespace

std::string csv_field(const std::string& text) {
  std::string safe = is_like_formula(text) ? "'" + text : text;
  if (safe.find_first_of(",\"\r\n") == std::string::npos) return safe;
  std::string quoted = "\"";
  for (const char c : safe) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

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

std::string CsvLine::header() const { return fmt::format("{}\n", fmt::join(names_, ",")); }

std::string CsvLine::text() const { return fmt::format("{}\n", fmt::join(cells_, ",")); }

void CsvLine::add_cell(const std::string& name, std::string cell) {
  names_.push_back(name);
  cells_.push_back(std::move(cell));
}

}  // namespace sudoku::base
