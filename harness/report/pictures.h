// The main plots of a report as static SVG files.
#pragma once

#include <string>

namespace sudoku {

// Writes NAME.svg, and NAME-dark.svg for dark pages, into `folder`, which has to be there: a
// picture of each main plot that the data fills. `page_data` is the JSON document of the page. They
// are drawn by Vega in node (Debian: nodejs); throws OutputError when that is not installed.
void write_pictures(const std::string& page_data, const std::string& folder);

}  // namespace sudoku
