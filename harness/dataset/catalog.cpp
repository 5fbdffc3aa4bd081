#include "harness/dataset/catalog.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <sstream>
#include <system_error>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/base/errors.h"
#include "harness/base/input.h"
#include "harness/base/nearest.h"
#include "harness/base/text.h"
#include "harness/dataset/row.h"

namespace sudoku::dataset {

namespace {

constexpr std::array<std::string_view, 11> kColumns = {"name",   "file",   "how",     "puzzles",
                                                       "bytes",  "sha256", "licence", "address",
                                                       "member", "layout", "about"};

constexpr std::array<std::string_view, 4> kOrigins = {"bundled", "fetch", "log-in", "by hand"};

bool is_hash(std::string_view text) {
  return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

// Whether the text is a file name that cannot lead out of its folder.
bool is_file_name(std::string_view text) {
  return !text.empty() && text.front() != '.' && text.find('/') == std::string_view::npos;
}

bool is_web_address(std::string_view text) {
  return text.starts_with("https://") || text.starts_with("http://");
}

class CatalogReader {
 public:
  explicit CatalogReader(const std::string& path)
      : path_(path), file_(base::text_file(path, "a catalog")) {}

  std::vector<CatalogEntry> read() {
    if (!next_row() || !std::ranges::equal(fields_, kColumns, {}, &TextField::text)) {
      reject(0, fmt::format("the header {}", fmt::join(kColumns, ",")));
    }
    std::vector<CatalogEntry> entries;
    while (next_row())
      add_to(entries);
    return entries;
  }

 private:
  bool next_row() {
    do {
      if (!std::getline(file_, text_)) return false;
      ++line_;
      if (text_.ends_with('\r')) text_.pop_back();
    } while (is_filler(text_));
    fields_ = split_fields(text_, ',');
    return true;
  }

  void add_to(std::vector<CatalogEntry>& entries) {
    if (fields_.size() != kColumns.size()) reject(0, fmt::format("{} fields", kColumns.size()));
    CatalogEntry entry = {
        .name = checked(0, is_entry_name, "a name of a-z, 0-9 and _"),
        .file = checked(1, is_file_name, "a file name without a folder"),
        .how = origin(),
        .puzzles = number(3),
        .bytes = number(4),
        .sha256 = text(5).empty() ? "" : checked(5, is_hash, "64 lower-case hexadecimal digits"),
        .licence = text(6),
        .address = text(7),
        .member = text(8),
        .layout = text(9),
        .about = text(10)};
    if (entry.how != Origin::bundled) checked(7, is_web_address, "an http or https address");
    if (find_entry(entries, entry.name) != nullptr) reject(0, "a unique name");
    entries.push_back(std::move(entry));
  }

  std::string text(std::size_t column) const { return std::string(fields_[column].text); }

  std::string checked(std::size_t column, bool (*is_good)(std::string_view),
                      const std::string& expected) const {
    if (!is_good(fields_[column].text)) reject(column, expected);
    return text(column);
  }

  Origin origin() const {
    const auto* const found = std::ranges::find(kOrigins, fields_[2].text);
    if (found == kOrigins.end()) reject(2, fmt::format("one of {}", fmt::join(kOrigins, ", ")));
    return static_cast<Origin>(found - kOrigins.begin());
  }

  std::optional<std::uint64_t> number(std::size_t column) const {
    const std::string_view digits = fields_[column].text;
    if (digits.empty()) return std::nullopt;
    const auto value = base::number_in<std::uint64_t>(digits);
    if (!value) reject(column, "a whole number or nothing");
    return value;
  }

  [[noreturn]] void reject(std::size_t column, const std::string& expected) const {
    const bool is_field = column < fields_.size() && fields_.size() == kColumns.size();
    throw base::InputError("{}:{}:{}: expected {}, found {}", path_,
                           std::max<std::uint64_t>(line_, 1), is_field ? fields_[column].at + 1 : 1,
                           expected,
                           described(is_field ? fields_[column].text : std::string_view(text_)));
  }

  const std::string& path_;
  std::istringstream file_;
  std::string text_;
  std::uint64_t line_ = 0;
  std::vector<TextField> fields_;  // fields of the line in text_
};

namespace fs = std::filesystem;

constexpr const char* kOwnFolder = "sudoku-bench";

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// Folder of fetched sets; empty when no environment variable gives one.
std::string told_folder() {
  std::string own = variable(kFetchedVariable);
  if (!own.empty()) return own;
  const std::string data = variable("XDG_DATA_HOME");
  if (!data.empty()) return fmt::format("{}/{}", data, kOwnFolder);
  const std::string home = variable("HOME");
  return home.empty() ? "" : fmt::format("{}/.local/share/{}", home, kOwnFolder);
}

std::string catalog_path() { return datasets_folder() + "/catalog.csv"; }

std::vector<std::string> names_of(const std::vector<CatalogEntry>& catalog) {
  std::vector<std::string> names;
  std::ranges::transform(catalog, std::back_inserter(names), &CatalogEntry::name);
  return names;
}

}  // namespace

std::string_view name_of(Origin origin) { return kOrigins[static_cast<std::size_t>(origin)]; }

std::vector<CatalogEntry> read_catalog(const std::string& path) {
  return CatalogReader(path.empty() ? catalog_path() : path).read();
}

const CatalogEntry* find_entry(const std::vector<CatalogEntry>& catalog, std::string_view name) {
  const auto found = std::ranges::find(catalog, name, &CatalogEntry::name);
  return found == catalog.end() ? nullptr : &*found;
}

const CatalogEntry& require_entry(const std::vector<CatalogEntry>& catalog,
                                  const std::string& name) {
  if (const CatalogEntry* entry = find_entry(catalog, name)) return *entry;
  throw base::UsageError("there is no set '{}' in the catalog{}", name,
                         base::suggestion(name, names_of(catalog)));
}

bool is_entry_name(std::string_view text) {
  return !text.empty() &&
         text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string_view::npos;
}

namespace {

// Where the bundled sets are looked for.
fs::path place_of_datasets() {
  if (const std::string told = variable(kBundledVariable); !told.empty()) return told;
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error).parent_path();
  if (error) throw base::InputError("cannot read /proc/self/exe to find the program's folder");
  // CMake puts a link to the sets of the source tree beside the programs of a build tree, because a
  // compiled-in path would be installed, too.
  fs::path folder = fs::read_symlink(program / "sudoku-bench-datasets", error);
  if (error) folder = (program / SUDOKU_BENCH_DATA_FROM_BIN / "datasets").lexically_normal();
  return folder;
}

// Throws InputError, with `prefix` before the message, when the bundled sets are not in `place`.
void require_datasets(const fs::path& place, const std::string& prefix) {
  std::error_code ignored;
  if (fs::is_directory(place, ignored)) return;
  throw base::InputError(
      "{}the bundled puzzle sets are not in {}: set {} to the folder that holds them, such as "
      "datasets of the source tree",
      prefix, place.string(), kBundledVariable);
}

}  // namespace

std::string datasets_folder() {
  const fs::path place = place_of_datasets();
  require_datasets(place, "");
  return place.string();
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
  require_datasets(place_of_datasets(), name + ": there is no such file, and ");
  const auto catalog = read_catalog("");
  const CatalogEntry* const entry = find_entry(catalog, name);
  if (entry == nullptr) return std::nullopt;
  std::string path = path_of(*entry);
  if (base::exists(path)) return path;
  if (entry->how == Origin::fetch) {
    throw base::InputError("{}: is not downloaded yet; run: sudoku-bench dataset fetch {}", name,
                           name);
  }
  throw base::InputError("{}: is not downloaded; {}", name, way_to(*entry, path));
}

std::string file_named(const std::string& argument) {
  if (argument == "-" || base::exists(argument)) return argument;
  if (auto path = set_file(argument)) return *path;
  if (argument.find_first_of("/.") != std::string::npos || !base::exists(catalog_path()))
    return argument;
  const std::string meant = base::suggestion(argument, names_of(read_catalog("")));
  if (meant.empty()) return argument;
  throw base::InputError("{}: neither a file nor a set in the catalog{}", argument, meant);
}

std::vector<std::string> files_named(std::vector<std::string> arguments) {
  std::ranges::transform(arguments, arguments.begin(), file_named);
  return arguments;
}

}  // namespace sudoku::dataset
