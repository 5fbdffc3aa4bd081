// What `dataset stats` found, as a page with pictures.
#pragma once

#include <string>
#include <vector>

#include "harness/cli/dataset_profile.h"

namespace sudoku {

// One file that opens anywhere, drawn by the same scripts as reports.
std::string dataset_page(const std::vector<FileProfile>& files);

}  // namespace sudoku
