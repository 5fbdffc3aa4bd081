// The main plots of a report as static SVG files.
#pragma once

#include <string>
#include <string_view>

namespace sudoku::report {

// Whether a picture may be called so.
bool is_picture_name(std::string_view name);

// Writes NAME.svg, and NAME-dark.svg for dark pages, into `folder`, which has to be there: a
// picture of each main plot that the data fills. `page_data` is the JSON document of the page. They
// are drawn by Vega in node (Debian: nodejs); throws OutputError when that is not installed.
void write_pictures(const std::string& page_data, const std::string& folder);

// The HTML document that report/page is assembled to, but for its data: "@DATA@" stands once where
// the JSON document goes, with every "<" in it written \u003c.
std::string_view report_page_template();

// A JavaScript function for node, from the JSON document to a promise of pictures: the text
// "NAME\0SVG\0NAME\0SVG\0…".
std::string_view report_pictures_script();

}  // namespace sudoku::report
