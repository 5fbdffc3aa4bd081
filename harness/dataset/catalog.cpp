#include "harness/dataset/catalog.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <sstream>
#include <system_error>

#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/base/input.h"
#include "harness/base/nearest.h"
#include "harness/base/text.h"
#include "harness/dataset/row.h"

namespace sudoku::dataset {

namespace {

constexpr std::array<std::string_view, 4> kOrigins = {"bundled", "fetch", "log-in", "by hand"};

const CatalogEntry* find_entry(const std::vector<CatalogEntry>& catalog, std::string_view name) {
  const auto found = std::ranges::find(catalog, name, &CatalogEntry::name);
  return found == catalog.end() ? nullptr : &*found;
}

bool is_entry_name(std::string_view text) {
  return !text.empty() &&
         text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string_view::npos;
}

namespace fs = std::filesystem;

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// Folder of fetched sets; empty when no environment variable gives one.
std::string told_folder() {
  std::string own = variable(kFetchedVariable);
  if (!own.empty()) return own;
  const std::string data = variable("XDG_DATA_HOME");
  if (!data.empty()) return data + "/sudoku-bench";
  const std::string home = variable("HOME");
  return home.empty() ? "" : home + "/.local/share/sudoku-bench";
}

// Where the bundled sets are looked for.
fs::path place_of_datasets() {
  if (const std::string told = variable(kBundledVariable); !told.empty()) return told;
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error).parent_path();
  if (error) throw base::InputError("cannot read /proc/self/exe to find the program's folder");
  // CMake puts a link to the sets of the source tree beside the programs of a build tree, because a
  // compiled-in path would be installed, too.
  const fs::path folder = fs::read_symlink(program / "sudoku-bench-datasets", error);
  if (!error) return folder;
  return (program / SUDOKU_BENCH_DATA_FROM_BIN / "datasets").lexically_normal();
}

std::string catalog_path() { return datasets_folder() + "/catalog.csv"; }

std::vector<std::string> names_of(const std::vector<CatalogEntry>& catalog) {
  std::vector<std::string> names;
  std::ranges::transform(catalog, std::back_inserter(names), &CatalogEntry::name);
  return names;
}

}  // namespace

std::string_view name_of(Origin origin) { return kOrigins[static_cast<std::size_t>(origin)]; }

std::vector<CatalogEntry> read_catalog() {
  std::istringstream file(base::text_file(catalog_path(), "a catalog"));
  std::vector<CatalogEntry> entries;
  std::string line;
  std::getline(file, line);  // the header: name,file,how,puzzles,bytes,sha256,…
  while (std::getline(file, line)) {
    const auto fields = split_fields(line, ',');
    const auto* const how = std::ranges::find(kOrigins, fields.size() > 2 ? fields[2].text : "");
    if (fields.size() != 11 || how == kOrigins.end())
      throw base::InputError("{}: no line of a catalog: {}", catalog_path(), described(line));
    const auto text = [&fields](std::size_t column) { return std::string(fields[column].text); };
    entries.push_back({.name = text(0),
                       .file = text(1),
                       .how = static_cast<Origin>(how - kOrigins.begin()),
                       .puzzles = base::number_in<std::uint64_t>(fields[3].text),
                       .bytes = base::number_in<std::uint64_t>(fields[4].text),
                       .sha256 = text(5),
                       .licence = text(6),
                       .address = text(7),
                       .member = text(8),
                       .about = text(10)});
  }
  return entries;
}

const CatalogEntry& require_entry(const std::vector<CatalogEntry>& catalog,
                                  const std::string& name) {
  if (const CatalogEntry* entry = find_entry(catalog, name)) return *entry;
  throw base::UsageError("there is no set '{}' in the catalog{}", name,
                         base::suggestion(name, names_of(catalog)));
}

std::string datasets_folder(const std::string& before_error) {
  const fs::path place = place_of_datasets();
  std::error_code ignored;
  if (fs::is_directory(place, ignored)) return place.string();
  throw base::InputError(
      "{}the bundled puzzle sets are not in {}: set {} to the folder that holds them, such as "
      "datasets of the source tree",
      before_error, place.string(), kBundledVariable);
}

std::string fetched_folder() {
  std::string folder = told_folder();
  if (!folder.empty()) return folder;
  throw base::InputError("there is no folder for fetched sets: set {} or HOME", kFetchedVariable);
}

std::string path_of(const CatalogEntry& entry) {
  const std::string folder = entry.how == Origin::bundled ? datasets_folder() : fetched_folder();
  return fmt::format("{}/{}", folder, entry.file);
}

bool is_here(const CatalogEntry& entry) {
  const bool has_place = entry.how == Origin::bundled || !told_folder().empty();
  return has_place && base::exists(path_of(entry));
}

std::string way_to(const CatalogEntry& entry, const std::string& path) {
  const std::string what = entry.member.empty() ? "the file" : entry.member;
  return fmt::format("{} {} and save {} as {}", entry.how == Origin::log_in ? "log in at" : "open",
                     entry.address, what, path);
}

std::optional<std::string> set_file(const std::string& name) {
  if (!is_entry_name(name)) return std::nullopt;
  datasets_folder(name + ": there is no such file, and ");
  const auto catalog = read_catalog();
  const CatalogEntry* const entry = find_entry(catalog, name);
  if (entry == nullptr) return std::nullopt;
  std::string path = path_of(*entry);
  if (base::exists(path)) return path;
  throw base::InputError("{}: is not downloaded{}", name,
                         entry->how == Origin::fetch
                             ? " yet; run: sudoku-bench dataset fetch " + name
                             : "; " + way_to(*entry, path));
}

std::string file_named(const std::string& argument) {
  if (argument == "-" || base::exists(argument)) return argument;
  if (auto path = set_file(argument)) return *path;
  if (argument.find_first_of("/.") != std::string::npos || !base::exists(catalog_path()))
    return argument;
  const std::string meant = base::suggestion(argument, names_of(read_catalog()));
  if (meant.empty()) return argument;
  throw base::InputError("{}: neither a file nor a set in the catalog{}", argument, meant);
}

std::vector<std::string> files_named(std::vector<std::string> arguments) {
  std::ranges::transform(arguments, arguments.begin(), file_named);
  return arguments;
}

}  // namespace sudoku::dataset
