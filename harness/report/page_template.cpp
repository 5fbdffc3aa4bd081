#include "harness/report/page_template.h"

// From assets.S: half a megabyte of text, which would take a compiler seconds.
extern "C" {
extern const char sudoku_report_page[];
extern const char sudoku_report_page_end[];
extern const char sudoku_report_pictures[];
extern const char sudoku_report_pictures_end[];
}

namespace sudoku {

std::string_view report_page_template() {
  return {sudoku_report_page, sudoku_report_page_end};
}

std::string_view report_pictures_script() {
  return {sudoku_report_pictures, sudoku_report_pictures_end};
}

}  // namespace sudoku
