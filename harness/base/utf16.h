// Text in UTF-16, as some programs on Windows write it.
#pragma once

#include <memory>
#include <string>

#include "harness/base/input.h"

namespace sudoku::base {

// Bytes by which UTF-16 is told.
inline constexpr std::size_t kEncodingBytes = 4;

// A converter to UTF-8 of the text that begins with `start`, its first kEncodingBytes (fewer if it
// is shorter), and goes on with `rest`; null when that is not UTF-16. UTF-16 is told by its byte
// order mark, which is dropped, or by every other byte being zero. Invalid units become U+FFFD.
// `rest` must outlive the converter. Throws InputError where the system cannot convert UTF-16.
std::unique_ptr<ByteSource> make_utf16_converter(const std::string& start, ByteSource& rest);

}  // namespace sudoku::base
