#include "harness/dataset/other_kinds.h"

#include <algorithm>
#include <cctype>
#include <vector>

#include <regex.h>

#include "harness/base/errors.h"
#include "harness/base/text.h"
#include "harness/dataset/formats.h"

namespace sudoku::dataset {

namespace {

// Kind of file that is no puzzle file, or none that is read.
struct Kind {
  std::string_view begins;        // its first characters, in lower case; empty: any
  std::string_view contains;      // text among its first kLookedAt bytes; empty: none
  std::string_view is;            // what the file is
  std::string_view advice;        // what to do
  const char* pattern = nullptr;  // extended regular expression, in any case; null: none
  std::size_t times = 1;          // least number of its matches in the first kSearched bytes
  bool is_unread = true;          // with a pattern: whether no puzzle was found in the file
};

constexpr std::size_t kLookedAt = 1024;
constexpr std::size_t kLongestBeginning = 32;
constexpr std::size_t kSearched = 4096;

constexpr std::string_view kImage = "is an image";
constexpr std::string_view kTypeIt = "type the puzzle, or look for a text file of it";
constexpr std::string_view kUnpackIt = "unpack it, and name a file of it";
constexpr std::string_view kExportIt = "export its puzzles as CSV";
constexpr std::string_view kSuite = "is a suite";
constexpr std::string_view kRunIt = "run it with `sudoku-bench run --suite`";
constexpr std::string_view kWriteCells = "write each puzzle as 81 digits and dots on a line";
constexpr std::string_view kExportText = "export puzzles as text, or write blanks as dots";
constexpr std::string_view kVariant = "holds a variant of Sudoku with further rules";
constexpr std::string_view kOnlyClassic = "only puzzles of rows, columns and boxes are read";

// Zeros are read as base::kReplacedNul, byte 0x1A.
constexpr Kind kKinds[] = {
    {"version https://git-lfs", "", "is a Git LFS pointer, which stands for the file",
     "run `git lfs pull`, or download the file from its page"},
    {"", "/annex/objects/", "is a git-annex pointer, which stands for the file",
     "run `git annex get`"},
    {"<!doctype html", "", "is an HTML page", "download the file itself, on GitHub with Raw"},
    {"<html", "", "is an HTML page", "download the file itself, on GitHub with Raw"},
    {"\x89png", "", kImage, kTypeIt},
    {"gif8", "", kImage, kTypeIt},
    {"\xFF\xD8\xFF", "", kImage, kTypeIt},
    {"riff", "WEBP", kImage, kTypeIt},
    {"%pdf-", "", "is a PDF document", "copy its puzzles to a text file"},
    {"7z\xBC\xAF\x27\x1C", "", "is a 7z archive", kUnpackIt},
    {"rar!\x1A\x07", "", "is a RAR archive", kUnpackIt},
    {"", "\x1Austar", "is a tar archive", kUnpackIt},
    {"\xD0\xCF\x11\xE0", "", "is an Office document", kExportIt},
    {"sqlite format 3", "", "is an SQLite database", kExportIt},
    {"par1", "", "is a Parquet file", kExportIt},
    {"\x93numpy", "", "is an array of NumPy", kExportIt},
    {"\x80\x03", "", "is a pickle of Python", kExportIt},
    {"\x80\x04\x95", "", "is a pickle of Python", kExportIt},
    {"{", "\"schema_version\"", "is a result of sudoku-bench",
     "show it with `sudoku-bench report`"},
    {"files =", "", kSuite, kRunIt},
    {"solvers =", "", kSuite, kRunIt},
    {"[[plugin]]", "", kSuite, kRunIt},
    {"[[exec]]", "", kSuite, kRunIt},
    {"http", "f-puzzles.com/?load=", kVariant, kOnlyClassic},
    {"{", "\"cages\"", kVariant, kOnlyClassic},
    {"{", "\"thermometer\"", kVariant, kOnlyClassic},
    {"<!doctype ksudoku", "", "is a file of KSudoku, with letters for digits", kWriteCells},
    {"<ksudoku", "", "is a file of KSudoku, with letters for digits", kWriteCells},
    {"", "\\begin{sudoku", "is a LaTeX document", kWriteCells},
    {"", "", "has puzzles without their first zeros: a spreadsheet has removed zeros", kExportText,
     "(^|[^0-9.])[1-9][0-9]{59,79}([^0-9.]|$)", 3, false},
    {"", "", "has puzzles that a spreadsheet has rounded to numbers", kExportText,
     "[0-9]e\\+[678][0-9]"},
    {"", "", "has line breaks within quotes", "write each row on one line",
     "\"[0-9.*_ ,|]{9,40}\r?\n[0-9.*_ ,|]{9,40}\r?\n"},
    {"", "", "holds game IDs of Simon Tatham's Solo", kWriteCells,
     "(^|\n) *([0-9]+x[0-9]+[a-z0-9]*[:#][0-9a-z_]{9}|[1-9]?([a-z_]+[1-9]){16})"},
    {"", "", "is a picture of candidates", "write its clues as 81 digits and dots",
     "\n[|: ]*([1-9]+[|: ]+){8}[1-9]+", 3},
    {"", "", "holds a fact for each clue, as for ASP or Prolog", kWriteCells,
     "[a-z_]\\([1-9], *[1-9], *[1-9]\\)", 9},
    {"", "", "holds an object for each cell", kWriteCells,
     "(value|val|digit|number|num)[\"']?[[:space:]]*[:=][[:space:]]*([\"']?[0-9]?[\"']?|null)[],} "
     "/]",
     9},
    {"", "", "holds cells with a decimal point", "write them as whole numbers",
     "(^|[^0-9.])[0-9]\\.0*([^0-9.]|$)", 9},
    {"", "", "seems to have letters for digits", kWriteCells,
     "[.*_-][ \"',]{0,4}[a-j]+[ \"',]{0,4}[.*_-]", 9},
};

// Whether a pattern matches so many parts of the text.
bool has_matches(const std::string& text, const Kind& kind) {
  regex_t pattern;
  if (regcomp(&pattern, kind.pattern, REG_EXTENDED | REG_ICASE) != 0) return false;
  std::size_t matches = 0;
  regmatch_t match;
  const char* rest = text.c_str();
  while (matches < kind.times && regexec(&pattern, rest, 1, &match, 0) == 0 && match.rm_eo > 0) {
    rest += match.rm_eo;
    ++matches;
  }
  regfree(&pattern);
  return matches >= kind.times;
}

// Whether a twentieth of the text are bytes that texts do not have.
bool is_binary(std::string_view text) {
  const auto odd = std::ranges::count_if(text, [](char c) {
    return base::is_control(c) && std::string_view("\t\n\r\f").find(c) == std::string_view::npos;
  });
  return odd * 20 > std::ssize(text);
}

// The text from its first line that is neither blank nor a comment on.
std::string_view behind_comments(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  while (text.starts_with('#')) {
    text.remove_prefix(std::min(text.find('\n'), text.size()));
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  }
  return text;
}

// Sides of puzzles other than 9.
constexpr std::size_t kSides[] = {4, 6, 8, 10, 12, 15, 16, 20, 25};

// The cells of a line: fields where it has separators, else words.
std::vector<TextField> cells_of(std::string_view line) {
  const std::size_t begin = line.find_first_not_of("[{(| \t");
  const std::size_t end = line.find_last_not_of("]}),| \t");
  if (begin == std::string_view::npos || end == std::string_view::npos) return {};
  line = line.substr(begin, end + 1 - begin);
  const std::size_t at = line.find_first_of(",;");
  if (at != std::string_view::npos) return split_fields(line, line[at]);
  return line.find(' ') == std::string_view::npos ? split_fields(line, '|') : split_at_marks(line);
}

bool is_of_cells(std::string_view text) {
  return std::ranges::all_of(text, [](unsigned char c) {
    return std::isalnum(c) != 0 ||
           std::string_view(".*_-?").find(static_cast<char>(c)) != std::string_view::npos;
  });
}

// Number of cells of a line that may be a row of a puzzle or a whole one, of any size; else 0.
std::size_t width_of(std::string_view line) {
  const std::vector<TextField> cells = cells_of(line);
  if (cells.empty() || !std::ranges::all_of(cells, is_of_cells, &TextField::text)) return 0;
  const std::size_t size = cells[0].text.size();
  const bool are_boxes = line.find('|') != std::string_view::npos && size > 1;
  const auto is_same = [size](const TextField& cell) { return cell.text.size() == size; };
  const bool are_same = std::ranges::all_of(cells, is_same);
  if (are_same && (size > 2 || are_boxes)) return are_boxes ? size * cells.size() : size;
  const auto is_short = [](const TextField& cell) { return cell.text.size() <= 2; };
  return std::ranges::all_of(cells, is_short) ? cells.size() : 0;
}

// Side of the puzzles whose rows, or which, are lines of these widths; 0: none.
std::size_t side_of(const std::vector<std::size_t>& widths) {
  const auto lines_of = [&widths](std::size_t width) {
    return static_cast<std::size_t>(std::ranges::count(widths, width));
  };
  // The first row may have been taken for the number of puzzles.
  for (const std::size_t side : kSides)
    if (lines_of(side) + 1 >= side && lines_of(side) * 2 > widths.size()) return side;
  for (const std::size_t side : kSides)
    if (lines_of(side * side) * 2 > widths.size()) return side;
  return 0;
}

}  // namespace

void refuse_other_kinds(std::string_view text, const std::string& name, bool is_unread) {
  text = behind_comments(text);
  const std::string_view searched = text.substr(0, kSearched);
  text = text.substr(0, kLookedAt);
  const std::string beginning = lower_case(text.substr(0, kLongestBeginning));
  const auto is_of = [&](const Kind& kind) {
    return beginning.starts_with(kind.begins) &&
           text.find(kind.contains) != std::string_view::npos &&
           (kind.pattern == nullptr ||
            (is_unread == kind.is_unread && has_matches(std::string(searched), kind)));
  };
  const auto* const kind = std::ranges::find_if(kKinds, is_of);
  if (kind != std::end(kKinds)) throw base::InputError("{}: {}; {}", name, kind->is, kind->advice);
  if (is_binary(text)) throw base::InputError("{}: is not a text file", name);
}

void refuse_pencilmarks(const Head& head) {
  const HeadLine& row = head.lines[std::min(head.titles(), head.lines.size() - 1)];
  if (std::ranges::none_of(split_at_marks(row.text), looks_like_pencilmarks, &TextField::text))
    return;
  throw base::InputError(
      "{}: holds pencilmark puzzles, of 729 candidates each; only puzzles of 81 cells are read",
      head.name);
}

void refuse_puzzles_of_other_sizes(const Head& head) {
  std::vector<std::size_t> widths;
  for (const HeadLine& line : head.lines)
    if (const std::size_t width = width_of(line.text); width > 0) widths.push_back(width);
  const std::size_t side = side_of(widths);
  if (side == 0) return;
  throw base::InputError("{}: seems to hold {} x {} puzzles; only those of 9 x 9 are read",
                         head.name, side, side);
}

}  // namespace sudoku::dataset
