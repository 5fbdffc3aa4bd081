#include "harness/report/page/page.h"

namespace sudoku {

std::string_view report_page_template() {
  return "<!doctype html><meta charset=\"utf-8\"><title>Sudoku solvers, measured</title>\n"
         "<script type=\"application/json\" id=\"data\">@DATA@</script>\n";
}

}  // namespace sudoku
