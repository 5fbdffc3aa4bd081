// The main plots of a report as static SVG files.
#pragma once

#include <string>
#include <string_view>

namespace sudoku::report {

// Returns whether a picture file may have the name.
bool is_picture_name(std::string_view name);

// Writes NAME.svg and, for dark pages, NAME-dark.svg to the existing `folder`, for each main plot
// with data. `page_data` is the page's JSON document. Vega draws the pictures in node (Debian:
// nodejs); throws OutputError when that is not installed.
void write_pictures(const std::string& page_data, const std::string& folder);

// HTML page with "@DATA@" in place of the JSON document, where every "<" has to be \u003c.
std::string_view report_page_template();

// JavaScript function for node, from the JSON document to a promise of "NAME\0SVG\0NAME\0SVG\0…".
std::string_view report_pictures_script();

}  // namespace sudoku::report
