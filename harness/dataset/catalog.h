// The sets of puzzles that are known by name: a table of where each is and how it is read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sudoku::dataset {

// How a set comes here.
enum class Origin {
  bundled,  // with the program
  fetch,    // from its address
  log_in,   // its address is a page that wants a log-in
  by_hand,  // its address is a page that leads to it
};

std::string_view name_of(Origin origin);  // as it stands in the catalog

struct CatalogEntry {
  std::string name;  // [a-z0-9_]+
  std::string file;  // what it is called here
  Origin how = Origin::bundled;
  std::optional<std::uint64_t> puzzles;
  std::optional<std::uint64_t> bytes;  // of what the address serves; so is the hash
  std::string sha256;                  // lower-case hex; empty: not known
  std::string licence;
  std::string address;
  std::string member;  // the file inside the archive that the address serves; empty: it is none
  std::string layout;  // for people: readers find out themselves
  std::string about;
};

// Throws InputError "path:line:column: expected …, found …".
std::vector<CatalogEntry> read_catalog(const std::string& path);

// Null when there is none.
const CatalogEntry* find_entry(const std::vector<CatalogEntry>& catalog, std::string_view name);

// Whether an entry could be called so.
bool is_entry_name(std::string_view text);

}  // namespace sudoku::dataset
