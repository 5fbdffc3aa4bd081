#include "harness/report/page_template.h"

// From assets.S: half a megabyte of text, which would take a compiler seconds.
extern "C" {
extern const char kSudokuReportPage[];
extern const char kSudokuReportPageEnd[];
extern const char kSudokuReportPictures[];
extern const char kSudokuReportPicturesEnd[];
}

namespace sudoku {

std::string_view report_page_template() {
  return {kSudokuReportPage, kSudokuReportPageEnd};
}

std::string_view report_pictures_script() {
  return {kSudokuReportPictures, kSudokuReportPicturesEnd};
}

}  // namespace sudoku
