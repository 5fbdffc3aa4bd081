// The options that say what a file of puzzles that is written looks like.
#pragma once

#include <string>

#include <CLI/App.hpp>

#include "harness/dataset/writer.h"

namespace sudoku {

struct LayoutOptions {
  std::string to;       // a layout; empty: by the file's name
  std::string blank;    // one character; empty: the layout's own
  std::string columns;  // of tables; empty: the command's choice
};

// `usual_columns` is what the command chooses, for the help.
void add_layout_options(CLI::App& app, LayoutOptions& options, const std::string& usual_columns);

// What the command line decides. Throws CLI::ValidationError.
WriteOptions write_options(const std::string& path, const LayoutOptions& options, Columns usual);

}  // namespace sudoku
