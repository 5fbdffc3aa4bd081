// The catalog of named puzzle sets, and the files that names on a command line refer to.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sudoku::dataset {

// How a puzzle set gets to this machine.
enum class Origin {
  bundled,  // installed with the program
  fetch,    // downloaded by the program from the set's address
  log_in,   // downloaded by the user, who must log in at the address
  by_hand,  // downloaded by the user from a page at the address
};

// Name of an origin as the catalog spells it.
std::string_view name_of(Origin origin);

struct CatalogEntry {
  std::string name;  // name of the puzzle set: [a-z0-9_]+
  std::string file;  // file name of the set on this machine
  Origin how = Origin::bundled;
  std::optional<std::uint64_t> puzzles;
  std::optional<std::uint64_t> bytes;  // size of the download
  std::string sha256;                  // SHA-256 of the download, lower-case hex; empty: not known
  std::string licence;
  std::string address;
  std::string member;  // file to take from the downloaded archive; empty: no archive
  std::string about;
};

// Reads the catalog beside the bundled sets.
std::vector<CatalogEntry> read_catalog();

// The catalog entry of that name. Throws UsageError, suggesting the nearest name, if missing.
const CatalogEntry& require_entry(const std::vector<CatalogEntry>& catalog,
                                  const std::string& name);

inline constexpr const char* kFetchedVariable = "SUDOKU_BENCH_FETCHED";
inline constexpr const char* kBundledVariable = "SUDOKU_BENCH_BUNDLED";

// Folder of the bundled sets and the catalog: $SUDOKU_BENCH_BUNDLED, else in a build tree,
// datasets/ of the source tree; else <prefix>/share/sudoku-bench/datasets, relative to the program.
// Throws InputError, with `before_error` before its message, when missing.
std::string datasets_folder(const std::string& before_error = "");

// Folder of fetched sets: $SUDOKU_BENCH_FETCHED, else $XDG_DATA_HOME/sudoku-bench, else
// ~/.local/share/sudoku-bench. Throws InputError when none of the variables is set.
std::string fetched_folder();

// Path of a set's file, which exists once the set is fetched.
std::string path_of(const CatalogEntry& entry);

bool is_here(const CatalogEntry& entry);

// Instructions for downloading by hand a set that the program cannot fetch.
std::string way_to(const CatalogEntry& entry, const std::string& path);

// Path of a set's file; nullopt: no such set. Throws InputError when the file is missing.
std::optional<std::string> set_file(const std::string& name);

// Path of the file `argument` or, if there is none, of the puzzle set so named; else `argument`.
// Throws InputError when `argument` is nearly the name of a set.
std::string file_named(const std::string& argument);

std::vector<std::string> files_named(std::vector<std::string> arguments);

}  // namespace sudoku::dataset
