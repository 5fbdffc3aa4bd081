// Sets of puzzles by name: those of the catalog, where they are, and which of them are here.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/dataset/catalog.h"

namespace sudoku::cli {

inline constexpr const char* kFetchedVariable = "SUDOKU_BENCH_FETCHED";

// The catalog that comes with the program.
std::string catalog_path();

// Where fetched sets are: $SUDOKU_BENCH_FETCHED, else $XDG_DATA_HOME/sudoku-bench, else
// ~/.local/share/sudoku-bench. Throws InputError when none of the variables tells.
std::string fetched_folder();

// Where the set is, or will be.
std::string path_of(const dataset::CatalogEntry& entry);

bool is_here(const dataset::CatalogEntry& entry);

// How to come by a set that is not fetched from its address.
std::string way_to(const dataset::CatalogEntry& entry, const std::string& path);

// The file of the set that the catalog calls so; nothing when it has none. Throws InputError when
// the set is not here.
std::optional<std::string> set_file(const std::string& name);

// The file that an argument means: itself when there is such a file, else the set of that name, if
// there is one.
std::string dataset_file(const std::string& argument);

std::vector<std::string> dataset_files(std::vector<std::string> arguments);

// Where the puzzle sets are that come with the program.

// In a build tree, the folder of the source tree; of an installed program <prefix>/share/
// sudoku-bench/datasets, relative to the program. Throws InputError when it is not there.
std::string datasets_folder();

}  // namespace sudoku::cli
