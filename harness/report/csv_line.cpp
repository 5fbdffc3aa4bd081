#include "harness/report/csv_line.h"

#include <cmath>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/report/utf8.h"

namespace sudoku {

namespace {

std::string disarmed(const std::string& text) {
  const bool is_formula = std::string_view("=+-@\t\r").find(text[0]) != std::string_view::npos;
  return is_formula ? "'" + text : text;
}

std::string text_cell(const std::string& text) {
  if (text.empty()) return "";
  std::string safe = disarmed(clean_text(text));
  if (safe.find_first_of(",\"\r\n") == std::string::npos) return safe;
  std::string quoted = "\"";
  for (const char c : safe)
    quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

}  // namespace

void CsvLine::add(const std::string& name, double value) {
  add_cell(name, std::isfinite(value) ? fmt::format("{:.6g}", value) : "");
}

void CsvLine::add(const std::string& name, const std::string& text) {
  add_cell(name, text_cell(text));
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
