// The catalog of puzzle sets that are known by name: where each is, and what is known of it.
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

// Throws InputError "path:line:column: expected …, found …".
std::vector<CatalogEntry> read_catalog(const std::string& path);

// Null when there is none.
const CatalogEntry* find_entry(const std::vector<CatalogEntry>& catalog, std::string_view name);

// Whether the text can be the name of an entry.
bool is_entry_name(std::string_view text);

}  // namespace sudoku::dataset
