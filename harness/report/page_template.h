// What report/html was assembled to when the program was built.
#pragma once

#include <string_view>

namespace sudoku {

// A whole HTML document but for its data: "@DATA@" stands once where the JSON document goes, with
// every "<" in it written \u003c.
std::string_view report_page_template();

// A JavaScript function from the JSON document to a promise of pictures, for node: the text
// "NAME\0SVG\0NAME\0SVG\0…".
std::string_view report_pictures_script();

}  // namespace sudoku
