// How documents are laid out as text.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace sudoku {

// One line per small value, and a last line's end.
std::string laid_out(const nlohmann::ordered_json& document);

}  // namespace sudoku
