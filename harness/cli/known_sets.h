// Sets of puzzles by name: the catalog, the folders of bundled and fetched sets, and the file that
// a name on a command line means.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/dataset/catalog.h"

namespace sudoku::cli {

inline constexpr const char* kFetchedVariable = "SUDOKU_BENCH_FETCHED";

// The folder of the sets that come with the program: in a build tree, that of the source tree; of
// an installed program <prefix>/share/sudoku-bench/datasets, relative to the program. Throws
// InputError when it does not exist.
std::string datasets_folder();

// The catalog that comes with the program.
std::string catalog_path();

// Where fetched sets are: $SUDOKU_BENCH_FETCHED, else $XDG_DATA_HOME/sudoku-bench, else
// ~/.local/share/sudoku-bench. Throws InputError when none of the variables tells.
std::string fetched_folder();

// Where the set is, or will be once it is fetched.
std::string path_of(const dataset::CatalogEntry& entry);

bool is_here(const dataset::CatalogEntry& entry);

// What a person does to get a set that cannot be fetched by a program.
std::string way_to(const dataset::CatalogEntry& entry, const std::string& path);

// The file of the set of that name; nothing when the catalog has none. Throws InputError when the
// set is not here.
std::optional<std::string> set_file(const std::string& name);

// The file that an argument means: itself when there is such a file, else that of the set of that
// name; itself when there is neither.
std::string dataset_file(const std::string& argument);

std::vector<std::string> dataset_files(std::vector<std::string> arguments);

}  // namespace sudoku::cli
