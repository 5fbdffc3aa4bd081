#include "harness/dataset/catalog.h"

#include <algorithm>
#include <array>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/base/errors.h"
#include "harness/base/input.h"
#include "harness/base/text.h"
#include "harness/dataset/row.h"

namespace sudoku::dataset {

namespace {

constexpr std::array<std::string_view, 11> kColumns = {"name",   "file",   "how",     "puzzles",
                                                       "bytes",  "sha256", "licence", "address",
                                                       "member", "layout", "about"};

constexpr std::array<std::string_view, 4> kOrigins = {"bundled", "fetch", "log-in", "by hand"};

// Whether the character lies between the two of `range`.
bool is_in(char c, std::string_view range) {
  return c >= range.front() && c <= range.back();
}

bool is_hash(std::string_view text) {
  return text.size() == 64 &&
         std::ranges::all_of(text, [](char c) { return is_in(c, "09") || is_in(c, "af"); });
}

// Whether the text can be a file's name, which must not lead out of its folder.
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
    if (!next_row() || !std::ranges::equal(fields_, kColumns, {}, &Field::text)) {
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
    if (fields_.size() != kColumns.size()) {
      reject(0, fmt::format("{} fields", kColumns.size()));
    }
    CatalogEntry entry = {
        .name = checked(0, is_entry_name, "a name of a-z, 0-9 and _"),
        .file = checked(1, is_file_name, "a file name without a folder"),
        .how = origin(),
        .puzzles = number(3),
        .bytes = number(4),
        .sha256 = text(5).empty() ? "" : checked(5, is_hash, "64 digits of lower-case hex"),
        .licence = text(6),
        .address = text(7),
        .member = text(8),
        .layout = text(9),
        .about = text(10)};
    if (entry.how != Origin::bundled) checked(7, is_web_address, "an address of http or https");
    if (find_entry(entries, entry.name) != nullptr) reject(0, "a name that is new");
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
    throw base::InputError(
        fmt::format("{}:{}:{}: expected {}, found {}", path_, std::max<std::uint64_t>(line_, 1),
                    is_field ? fields_[column].at + 1 : 1, expected,
                    described(is_field ? fields_[column].text : std::string_view(text_))));
  }

  const std::string& path_;
  std::istringstream file_;
  std::string text_;
  std::uint64_t line_ = 0;
  std::vector<Field> fields_;  // fields of text_
};

}  // namespace

std::string_view name_of(Origin origin) {
  return kOrigins[static_cast<std::size_t>(origin)];
}

std::vector<CatalogEntry> read_catalog(const std::string& path) {
  return CatalogReader(path).read();
}

const CatalogEntry* find_entry(const std::vector<CatalogEntry>& catalog, std::string_view name) {
  const auto found = std::ranges::find(catalog, name, &CatalogEntry::name);
  return found == catalog.end() ? nullptr : &*found;
}

bool is_entry_name(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return is_in(c, "az") || is_in(c, "09") || c == '_';
  });
}

}  // namespace sudoku::dataset
