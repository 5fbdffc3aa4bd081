// The catalog of puzzle sets that are known by name: what is known of each, the folders of bundled
// and fetched sets, and the file that a name on a command line means.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sudoku::dataset {

// How a set gets to this machine.
enum class Origin {
  bundled,  // with the program
  fetch,    // from its address
  log_in,   // its address is a page that wants a log-in
  by_hand,  // its address is a page that leads to it
};

// The name of an origin in the catalog.
std::string_view name_of(Origin origin);

struct CatalogEntry {
  std::string name;  // [a-z0-9_]+
  std::string file;  // its file name on this machine
  Origin how = Origin::bundled;
  std::optional<std::uint64_t> puzzles;
  std::optional<std::uint64_t> bytes;  // size of what the address serves
  std::string sha256;  // of what the address serves, lower-case hex; empty: not known
  std::string licence;
  std::string address;
  std::string member;  // the file inside the archive that the address serves; empty: no archive
  std::string layout;  // for people: the reader finds out itself
  std::string about;
};

// An empty path means the catalog that comes with the program. Throws InputError "path:line:column:
// expected …, found …".
std::vector<CatalogEntry> read_catalog(const std::string& path);

// Null when there is none.
const CatalogEntry* find_entry(const std::vector<CatalogEntry>& catalog, std::string_view name);

// The entry of that name. Throws UsageError with the nearest name when there is none.
const CatalogEntry& require_entry(const std::vector<CatalogEntry>& catalog,
                                  const std::string& name);

// Whether the text can be the name of an entry.
bool is_entry_name(std::string_view text);

inline constexpr const char* kFetchedVariable = "SUDOKU_BENCH_FETCHED";

// The folder of the sets that come with the program: in a build tree, that of the source tree; of
// an installed program <prefix>/share/sudoku-bench/datasets, relative to the program. Throws
// InputError when it does not exist.
std::string datasets_folder();

// Where fetched sets are: $SUDOKU_BENCH_FETCHED, else $XDG_DATA_HOME/sudoku-bench, else
// ~/.local/share/sudoku-bench. Throws InputError when none of the variables tells.
std::string fetched_folder();

// Where the set is, or will be once it is fetched.
std::string path_of(const CatalogEntry& entry);

bool is_here(const CatalogEntry& entry);

// What a person does to get a set that cannot be fetched by a program.
std::string way_to(const CatalogEntry& entry, const std::string& path);

// The file of the set of that name; nothing when the catalog has none. Throws InputError when the
// set is not here.
std::optional<std::string> set_file(const std::string& name);

// The file that an argument means: itself when there is such a file, else that of the set of that
// name; itself when there is neither.
std::string file_named(const std::string& argument);

std::vector<std::string> files_named(std::vector<std::string> arguments);

}  // namespace sudoku::dataset
