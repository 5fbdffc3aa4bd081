// Nested lists and tags: JSON, JSON lines, lists of Python, JavaScript and C, and the XML of
// OpenSudoku. A grid is a text of 81 cells, or a list of 81 cells, of nine rows of nine cells, or
// of nine texts of nine. Parsed by our own scanner: JSON libraries refuse what is not quite JSON,
// and read a document as a whole, of which there may be gigabytes.
#include <algorithm>
#include <cctype>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "harness/dataset/formats.h"
#include "harness/dataset/text_blocks.h"

namespace sudoku::dataset {

namespace {

// Longest text that is kept: longer ones hold no puzzle.
constexpr std::size_t kMostToken = 1024;
// Levels of nesting that are kept; what lies deeper is ignored.
constexpr std::size_t kMostLevels = 64;
// Cells of a list that are kept: a longer list is no grid.
constexpr std::size_t kMostCells = 162;

// Grids of an object after which it is taken for a dictionary of puzzles, and no longer kept whole.
constexpr std::size_t kMostMembers = 8;

// Stands for a number that is no cell in a list of cells.
constexpr char kNoCell = '!';

// A grid under a key of an object.
struct Member {
  std::string key;
  ParsedRow row;
};

// A list or an object that is not closed yet.
struct Level {
  bool is_object = false;
  std::uint64_t line = 0;          // line on which it was opened
  std::string cells = {};          // values that are cells, and those of lists of nine cells
  bool is_cells = true;            // a list holds nothing else so far; objects may
  std::string key = {};            // key of the value that follows
  std::vector<Member> grids = {};  // of an object
  double rating = kNoRating;       // of an object
};

bool is_separator(char c) {
  return c <= ' ' || std::string_view(",:;=|[](){}<>\"").find(c) != std::string_view::npos;
}

bool opens(char c) { return c == '[' || c == '(' || c == '{'; }

bool closes(char c) { return c == ']' || c == ')' || c == '}'; }

class NestedParser final : public BlockParser {
 public:
  explicit NestedParser(const InputFormat& format) : line_(format.body_line) {}

  bool next(ParsedRow& row) override {
    while (!rows_.take(row)) {
      if (rest_.empty()) return false;
      const char c = rest_[0];
      rest_.remove_prefix(1);
      if (c == '\n') ++line_;
      take(c);
    }
    return true;
  }

  bool end(ParsedRow& row) override {
    end_token();
    while (!levels_.empty())
      close();
    rows_.finish();
    return rows_.take(row);
  }

 private:
  void take(char c) {
    if (is_comment_) {
      is_comment_ = c != '\n';
    } else if (quote_ != 0) {
      take_quoted(c);
    } else if (c == '"' || (c == '\'' && may_open_text())) {
      end_token();
      begin_token();
      quote_ = c;
    } else if (is_separator(c)) {
      take_separator(c);
    } else {
      take_word(c);
    }
    if (c > ' ') before_ = c;
  }

  void begin_token() {
    token_line_ = line_;
    is_behind_colon_ = before_ == ':';
  }

  void take_word(char c) {
    if (is_text_) end_token();
    if (token_.empty()) begin_token();
    if (token_.size() < kMostToken) token_ += c;
    // Two slashes behind a colon are part of an address.
    is_comment_ = token_ == "#" || (token_ == "//" && !is_behind_colon_);
    if (is_comment_) token_.clear();
  }

  // Whether an apostrophe begins a text, as it does where a value may stand, and not in "don't".
  bool may_open_text() const {
    return token_.empty() && std::string_view("[({,:=").find(before_) != std::string_view::npos;
  }

  void take_quoted(char c) {
    if (is_escaped_) {
      is_escaped_ = false;
      c = c == 'n' || c == 't' || c == 'r' ? ' ' : c;
    } else if (c == '\\') {
      is_escaped_ = true;
      return;
    } else if (c == quote_) {
      quote_ = 0;
      is_text_ = true;
      return;
    }
    if (token_.size() < kMostToken) token_ += c;
  }

  void take_separator(char c) {
    if (c == ':' || c == '=') {
      take_key();
    } else {
      end_token();
    }
    if (opens(c)) open(c == '{');
    if (levels_.empty()) return;
    if (c == ',') levels_.back().key.clear();
    if (closes(c)) close();
  }

  void take_key() {
    if (!levels_.empty()) levels_.back().key = std::move(token_);
    token_.clear();
    is_text_ = false;
  }

  void open(bool is_object) {
    if (levels_.size() == kMostLevels) return void(++too_deep_);
    levels_.push_back({.is_object = is_object, .line = line_});
  }

  void close() {
    if (too_deep_ > 0) return void(--too_deep_);
    Level level = std::move(levels_.back());
    levels_.pop_back();
    if (!level.grids.empty()) return give(level);
    if (level.is_cells && level.cells.size() == 9) {
      take_cells(level.cells);
    } else if (level.is_cells && (level.cells.size() == kCells || is_nearly(level.cells.size()))) {
      take_grid(level.cells, level.line);
    } else if (!levels_.empty()) {
      levels_.back().is_cells = levels_.back().is_object;
    }
  }

  // Whether a list of so many cells is more likely a grid with a slip than something else.
  static bool is_nearly(std::size_t cells) { return cells >= 72 && cells <= 90; }

  void end_token() {
    const bool is_text = std::exchange(is_text_, false);
    if (token_.empty() && !is_text) return;
    const std::string text = std::exchange(token_, {});
    if (looks_like_puzzle(text)) return take_grid(text, token_line_);
    const std::string cells = cells_of(text);
    if (!levels_.empty()) {
      take_value(levels_.back(), text, cells);
    } else if (cells.size() == 9) {
      take_loose_row(cells);
    }
  }

  // The cells of a text of one or nine; empty for other texts.
  static std::string cells_of(const std::string& text) {
    if (text.empty() || text == "null" || text == "None") return {kBlank};
    if (text.size() != 1 && text.size() != 9) return "";
    std::string cells = text;
    for (const char blank : kRareBlanks)
      std::ranges::replace(cells, blank, kBlank);
    std::ranges::replace(cells, ' ', kBlank);
    return std::ranges::all_of(cells, is_cell) ? cells : "";
  }

  // Takes a word or text that is no puzzle.
  void take_value(Level& level, const std::string& text, const std::string& cells) {
    if (level.is_object && is_named(level.key, kRatingNames)) level.rating = rating_in(text);
    if (!cells.empty()) {
      take_cells(cells);
    } else if (std::isdigit(static_cast<unsigned char>(text[0])) != 0) {
      take_cells({&kNoCell, 1});
    } else {
      level.is_cells = level.is_object;
    }
  }

  void take_cells(std::string_view cells) {
    if (levels_.empty()) return take_loose_row(cells);
    Level& level = levels_.back();
    if (level.cells.size() <= kMostCells) level.cells += cells;
  }

  // Takes a row of nine cells outside all lists: nine of them are a grid.
  void take_loose_row(std::string_view cells) {
    if (loose_.empty()) loose_line_ = line_;
    loose_ += cells;
    if (loose_.size() == kCells) take_grid(std::exchange(loose_, {}), loose_line_);
  }

  void take_grid(std::string_view cells, std::uint64_t line) {
    ParsedRow row = {.line = line};
    if (cells.find(kNoCell) == std::string_view::npos) {
      take_puzzle(row, {cells});
    } else {
      set_fault(row, 0, "expected whole numbers from 0 to 9 in the list, found others");
    }
    if (levels_.empty()) return rows_.add(row);
    levels_.back().is_cells = false;
    const std::size_t owner = levels_.size() - (is_in_solutions() ? 2 : 1);
    Level& level = levels_[owner];
    if (!level.is_object) return rows_.add(row);
    level.grids.push_back({level.key, std::move(row)});
    if (level.grids.size() == kMostMembers) give(level);
  }

  // Whether the innermost level is the list of an object's solutions.
  bool is_in_solutions() const {
    if (levels_.size() < 2 || levels_.back().is_object) return false;
    const Level& above = levels_[levels_.size() - 2];
    return above.is_object && !above.grids.empty() && is_named(above.key, kSolutionNames);
  }

  // Adds the grids of an object to the rows: a puzzle with its solution if their keys tell which
  // they are, else all of them.
  void give(Level& level) {
    std::vector<Member> grids = std::exchange(level.grids, {});
    for (Member& member : grids)
      member.row.rating = level.rating;
    const auto named = [&grids](std::span<const std::string_view> names) {
      return std::ranges::find_if(
          grids, [names](const Member& member) { return is_named(member.key, names); });
    };
    const auto solution = named(kSolutionNames);
    auto puzzle = named(kPuzzleNames);
    if (puzzle == grids.end() && solution != grids.end() && grids.size() > 1)
      puzzle = solution == grids.begin() ? grids.begin() + 1 : grids.begin();
    if (puzzle == grids.end()) {
      for (Member& member : grids)
        rows_.add(member.row);
      return;
    }
    ParsedRow& row = puzzle->row;
    if (row.fault.empty() && solution != grids.end() && solution->row.fault.empty())
      take_solution(row, {solution->row.puzzle.text()});
    rows_.add(row);
  }

  std::uint64_t line_;            // 1-based line of the file
  std::string token_;             // text or word read so far
  std::uint64_t token_line_ = 0;  // line on which it began
  char quote_ = 0;                // quotation mark that ends the text, or 0 outside texts
  bool is_escaped_ = false;       // the character before was a backslash
  bool is_text_ = false;          // token_ is a text, which may be empty
  bool is_behind_colon_ = false;  // whether a colon precedes token_
  bool is_comment_ = false;       // up to the end of the line
  char before_ = 0;               // last character that is not a blank
  std::vector<Level> levels_;     // the innermost last
  std::string loose_;             // rows of nine cells outside all lists
  std::uint64_t loose_line_ = 0;  // line of the first of them
  std::uint64_t too_deep_ = 0;    // levels open beyond kMostLevels
  PairedRows rows_;
};

// What may follow a bracket at the beginning of lists and tags. Labels of other formats have
// brackets, too: "[Puzzle]", "(easy)".
struct Beginning {
  char bracket;
  std::string_view next;  // empty: a letter
};

constexpr Beginning kBeginnings[] = {
    {'[', "[({|\"'0123456789"}, {'(', "[({\"'"}, {'{', "[({\"'0123456789"}, {'<', ""}, {'<', "?!"}};

// Whether the text begins with a list, an object or a tag, perhaps with a name before it: "x = [".
bool begins_nested(std::string_view text) {
  const std::size_t equals = text.find('=');
  const auto is_name = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == ' '; };
  if (equals != std::string_view::npos && std::ranges::all_of(text.substr(0, equals), is_name))
    text.remove_prefix(equals + 1);
  text.remove_prefix(skip_blanks(text, 0));
  if (text.empty()) return false;
  const std::string_view next = text.substr(skip_blanks(text, 1)).substr(0, 1);
  return std::ranges::any_of(kBeginnings, [&](const Beginning& beginning) {
    if (text[0] != beginning.bracket) return false;
    if (next.empty()) return true;
    if (beginning.next.empty()) return std::isalpha(static_cast<unsigned char>(next[0])) != 0;
    return beginning.next.find(next) != std::string_view::npos;
  });
}

std::optional<InputFormat> detect_nested(const Head& head) {
  if (!begins_nested(head.first().text)) return std::nullopt;
  InputFormat format = head.with_body({.format = find_format("jsonl")});
  const RowCounts counts = count_first_rows(format, head.text);
  if (counts.puzzles == 0) return std::nullopt;
  if (counts.solutions > 0) format.solution = 0;
  return format;
}

void write_json_line(std::string& text, const OutputRow& row) {
  text.append(R"({"puzzle":")").append(row.text).append("\"");
  if (row.solution != nullptr) text.append(R"(,"solution":")").append(row.solution->text()) += '"';
  text += "}\n";
}

constexpr Format kNestedFormats[] = {{.name = "jsonl",
                                      .ending = ".jsonl",
                                      .help = "a JSON object with puzzle and solution on a line",
                                      .holds_solutions = true,
                                      .is_tried = true,
                                      .extent = Extent::text,
                                      .evidence = Evidence::brackets,
                                      .detect = detect_nested,
                                      .make_parser = make_parser<NestedParser>,
                                      .write = write_json_line}};

}  // namespace

const std::span<const Format> nested_formats = kNestedFormats;

}  // namespace sudoku::dataset
