#include "harness/cli/known_sets.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "harness/base/errors.h"
#include "solvers/nearest.h"

namespace sudoku::cli {

namespace {

namespace fs = std::filesystem;

constexpr const char* kOwnFolder = "sudoku-bench";

fs::path folder_of_program() {
  std::error_code unknown;
  const fs::path program = fs::read_symlink("/proc/self/exe", unknown);
  if (unknown)
    throw base::InputError("/proc/self/exe, which tells where the program is, cannot be read");
  return program.parent_path();
}

// CMake leaves a link to the source tree's sets beside the programs of a build tree: a path that is
// compiled in would go into installed programs too.
fs::path in_source_tree(const fs::path& program) {
  std::error_code none;
  return fs::read_symlink(program / "sudoku-bench-datasets", none);
}

// SUDOKU_BENCH_DATA_FROM_BIN is CMake's, relative to the folder of the program.
fs::path installed(const fs::path& program) {
  return (program / SUDOKU_BENCH_DATA_FROM_BIN / "datasets").lexically_normal();
}

// The value of an environment variable, or an empty text.
std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// The folder of fetched sets; empty when no environment variable tells it.
std::string told_folder() {
  std::string own = variable(kFetchedVariable);
  if (!own.empty()) return own;
  const std::string data = variable("XDG_DATA_HOME");
  if (!data.empty()) return fmt::format("{}/{}", data, kOwnFolder);
  const std::string home = variable("HOME");
  return home.empty() ? "" : fmt::format("{}/.local/share/{}", home, kOwnFolder);
}

bool exists(const std::string& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

// Throws InputError when a name that is no file looks like a misspelt set. Otherwise the reader of
// the file says what is wrong.
void require_no_slip(const std::string& name) {
  if (name.find_first_of("/.") != std::string::npos || !exists(catalog_path())) return;
  std::vector<std::string> names;
  for (const dataset::CatalogEntry& entry : dataset::read_catalog(catalog_path()))
    names.push_back(entry.name);
  const std::string meant = suggestion(name, names);
  if (meant.empty()) return;
  throw base::InputError(
      fmt::format("{}: is neither a file nor a set of the catalog{}", name, meant));
}

}  // namespace

std::string datasets_folder() {
  const fs::path program = folder_of_program();
  const fs::path source = in_source_tree(program);
  const fs::path folder = source.empty() ? installed(program) : source;
  std::error_code ignored;
  if (fs::is_directory(folder, ignored)) return folder.string();
  throw base::InputError(fmt::format("the bundled puzzle sets are not in {}", folder.string()));
}

std::string catalog_path() {
  return datasets_folder() + "/catalog.csv";
}

std::string fetched_folder() {
  std::string folder = told_folder();
  if (!folder.empty()) return folder;
  throw base::InputError(
      fmt::format("there is no folder for fetched sets: set {} or HOME", kFetchedVariable));
}

std::string path_of(const dataset::CatalogEntry& entry) {
  const std::string folder =
      entry.how == dataset::Origin::bundled ? datasets_folder() : fetched_folder();
  return fmt::format("{}/{}", folder, entry.file);
}

bool is_here(const dataset::CatalogEntry& entry) {
  const bool has_place = entry.how == dataset::Origin::bundled || !told_folder().empty();
  return has_place && exists(path_of(entry));
}

std::string way_to(const dataset::CatalogEntry& entry, const std::string& path) {
  const std::string what = entry.member.empty() ? "what it leads to" : entry.member;
  return fmt::format("{} {} and save {} as {}",
                     entry.how == dataset::Origin::log_in ? "log in at" : "open", entry.address,
                     what, path);
}

std::optional<std::string> set_file(const std::string& name) {
  if (!dataset::is_entry_name(name)) return std::nullopt;
  const auto catalog = dataset::read_catalog(catalog_path());
  const dataset::CatalogEntry* const entry = dataset::find_entry(catalog, name);
  if (entry == nullptr) return std::nullopt;
  std::string path = path_of(*entry);
  if (exists(path)) return path;
  if (entry->how == dataset::Origin::fetch) {
    throw base::InputError(
        fmt::format("{}: is not here yet; get it with: sudoku-bench dataset fetch {}", name, name));
  }
  throw base::InputError(fmt::format("{}: is not here; {}", name, way_to(*entry, path)));
}

std::string dataset_file(const std::string& argument) {
  if (argument == "-" || exists(argument)) return argument;
  if (auto path = set_file(argument)) return *path;
  require_no_slip(argument);
  return argument;
}

std::vector<std::string> dataset_files(std::vector<std::string> arguments) {
  std::ranges::transform(arguments, arguments.begin(), dataset_file);
  return arguments;
}

}  // namespace sudoku::cli
