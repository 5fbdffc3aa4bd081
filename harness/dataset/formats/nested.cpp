// Nested lists and tags: JSON, JSON lines, lists of Python, JavaScript, C and Prolog, tuples of
// SQL, YAML, and the XML of OpenSudoku. A grid is a text of 81 cells, or a list of 81 cells, of
// nine rows of nine cells, or of nine texts of nine. Beside puzzles, any other value of a list is a
// bad row. Parsed by our own scanner: JSON libraries refuse what is not quite JSON, and read a
// document as a whole, of which there may be gigabytes.
#include <algorithm>
#include <cctype>
#include <iterator>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "harness/base/errors.h"
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
// Puzzles of a column that are kept until their solutions follow in another.
constexpr std::size_t kMostHeld = std::size_t{1} << 15;
// Values whose places are kept in case a puzzle beside them makes them bad rows.
constexpr std::size_t kMostOthers = 16;

struct Place {
  std::uint64_t line = 1;
  std::size_t at = 0;  // 0-based position in the line
};

ParsedRow bad_row(const Place& place, std::string fault) {
  return {.line = place.line, .column = place.at + 1, .fault = std::move(fault)};
}

ParsedRow refusal(const Place& place, std::string fault) {
  ParsedRow row = bad_row(place, std::move(fault));
  row.refuses_file = true;
  return row;
}

// Cells of a list, and how their blanks are written.
struct Cells {
  std::string text = {};
  std::size_t zeros = 0;
  std::size_t nones = 0;  // null, None, -1 or empty texts
  std::string none = {};  // the first of `nones`
  Place none_at = {};

  std::size_t rows() const { return text.size() / 9; }

  void add(const Cells& more) {
    if (text.size() <= kMostCells) text += more.text;
    if (nones == 0 && more.nones > 0) std::tie(none, none_at) = std::tie(more.none, more.none_at);
    zeros += more.zeros;
    nones += more.nones;
  }
};

// A value without a puzzle.
struct Other {
  Place place;
  std::string text;
  bool is_kind = false;  // whether `text` says what it is, and is not the value itself
  std::string key = {};
};

bool is_none(std::string_view text) {
  constexpr std::string_view kNones[] = {"", "null", "NULL", "None", "nil", "-1"};
  return std::ranges::find(kNones, text) != std::end(kNones);
}

// Whether a word is a value, and no name.
bool is_literal(std::string_view word) {
  constexpr std::string_view kWords[] = {"true", "false", "nan"};
  const std::string lower = lower_case(word);
  return is_none(word) || std::isalpha(static_cast<unsigned char>(word[0])) == 0 ||
         std::ranges::find(kWords, lower) != std::end(kWords);
}

std::string shown(std::string_view text) {
  return text.empty() ? "an empty text" : is_none(text) ? std::string(text) : described(text);
}

ParsedRow other_row(const Other& other) {
  const std::string found = other.is_kind ? other.text : shown(other.text);
  return bad_row(other.place, "expected a puzzle, found " + found);
}

// A puzzle of a list or an object, or what stands in its place.
struct Member {
  ParsedRow row = {};
  std::string key = {};
  bool is_whole = false;  // a record: no other value beside it belongs to it
  bool is_none = false;   // null
};

// A list or an object that is not closed yet, or the file.
struct Level {
  char bracket = 0;  // that opened it; 0: the file
  Place place = {};
  bool is_call = false;       // behind a name: "f(", "a["
  bool is_object = false;     // has keys
  bool is_quoted = false;     // has keys in quotes, as in JSON
  bool is_column = false;     // below a key of puzzles or solutions, so that its members are kept
  bool is_solutions = false;  // below a key of solutions
  bool is_settled = false;    // holds puzzles one by one, so that its other values are bad rows
  bool has_given = false;     // gave rows
  std::string key = {};       // key of the value that follows
  std::optional<Member> puzzle_key = {};  // a key that is a puzzle, until its solution follows

  Cells cells = {};          // of its values that are cells
  Cells rows = {};           // of its values that are rows of nine cells
  std::size_t bad_rows = 0;  // its values that are rows with a slip
  std::uint64_t values = 0;  // all of its values
  ParsedRow slip = {};       // fault of the first value that is neither cell nor row

  std::vector<Member> members = {};
  std::vector<Member> puzzles = {};    // members of a column of puzzles
  std::vector<Member> solutions = {};  // members of a column of solutions
  std::vector<Other> others = {};      // the first values without a puzzle
  std::uint64_t others_count = 0;
  std::optional<Other> instead = {};  // what an object has in place of its puzzle

  bool is_file() const { return bracket == 0; }
};

bool is_separator(char c) {
  return c <= ' ' || std::string_view(",:;=|[](){}<>\"").find(c) != std::string_view::npos;
}

bool opens(char c) { return c == '[' || c == '(' || c == '{'; }

bool closes(char c) { return c == ']' || c == ')' || c == '}'; }

bool is_rare(char c) { return kRareBlanks.find(c) != std::string_view::npos; }

// The cell of a text; nullopt for other texts.
std::optional<Cells> cell_in(std::string_view text, const Place& place) {
  if (is_none(text)) return Cells{{kBlank}, 0, 1, shown(text), place};
  if (text.size() != 1) return std::nullopt;
  if (is_digit(text[0])) return Cells{.text = std::string(text)};
  if (!is_cell(text[0]) && !is_rare(text[0]) && text[0] != ' ') return std::nullopt;
  return Cells{.text = {kBlank}, .zeros = text[0] == '0' ? 1U : 0U};
}

// The parts of a text that may be the cells of a row: "53..7....", "5,3,,,7,,,,", "5 3 . . 7 ...".
std::vector<TextField> parts_of_row(std::string_view text) {
  if (text.find(',') != std::string_view::npos) return split_fields(text, ',');
  if (text.size() != 9) return split_words(text);
  std::vector<TextField> parts;
  for (std::size_t i = 0; i < 9; ++i)
    parts.push_back({text.substr(i, 1)});
  return parts;
}

// The cells of a text of nine; nullopt for other texts.
std::optional<Cells> row_in(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  if (text.size() < 9 || text.size() > kLongest) return std::nullopt;
  const auto fields = parts_of_row(text);
  if (fields.size() != 9) return std::nullopt;
  Cells row;
  std::string rare;
  for (const TextField& field : fields) {
    const auto cell = cell_in(field.text, {});
    if (!cell) return std::nullopt;
    row.add(*cell);
    if (!field.text.empty() && is_rare(field.text[0])) rare += field.text[0];
  }
  const bool is_one_rare = rare.find_first_not_of(rare.substr(0, 1)) == std::string::npos;
  const bool has_digit = std::ranges::any_of(row.text, is_digit);
  return is_one_rare && (rare.empty() || has_digit) ? std::optional(row) : std::nullopt;
}

// The member with the best of `names`; null if there is none.
Member* find_named(std::vector<Member>& members, std::span<const std::string_view> names) {
  for (const std::string_view name : names) {
    const auto found = std::ranges::find_if(
        members, [name](const Member& member) { return lower_case(member.key) == name; });
    if (found != members.end()) return &*found;
  }
  return nullptr;
}

// Sets a row's declared solution, or its fault if that is none.
void give_solution(ParsedRow& row, const Member& solution) {
  if (!row.fault.empty() || solution.is_none) return;
  ParsedRow found = solution.row;
  if (found.fault.empty())
    take_solution(found, {solution.row.puzzle.text(), solution.row.column - 1});
  if (!found.fault.empty()) {
    row = found;
  } else {
    row.solution = found.solution;
  }
}

// Whether a grid may be the solution of another.
bool is_full(const Member& member) {
  return member.row.fault.empty() && count_clues(member.row.puzzle) == kCells;
}

// Makes rows of the values of lists and objects.
class Collector {
 public:
  Collector() { levels_.emplace_back(); }

  // Moves the next row, in the order of the file, to `row`; returns false when none is known yet.
  bool take(ParsedRow& row) { return rows_.take(row); }

  // Whether no list or object is open.
  bool is_outside() const { return levels_.size() == 1; }

  // Opens a list or an object; `is_call` if a name precedes the bracket.
  void open(char bracket, const Place& place, bool is_call) {
    if (levels_.size() > kMostLevels) return void(++too_deep_);
    const Level& parent = levels_.back();
    const bool has_keys = parent.is_object || parent.is_file();
    const bool is_solutions = has_keys && is_named(parent.key, kSolutionNames);
    const bool is_puzzles = has_keys && is_named(parent.key, kPuzzleNames);
    levels_.push_back({.bracket = bracket,
                       .place = place,
                       .is_call = is_call,
                       .is_column = is_puzzles || is_solutions,
                       .is_solutions = is_solutions});
  }

  void close() {
    if (too_deep_ > 0) return void(--too_deep_);
    if (is_outside()) return;
    end_value();
    Level level = std::move(levels_.back());
    levels_.pop_back();
    if (level.is_object) {
      close_object(level);
    } else {
      close_list(level);
    }
  }

  void take_key(const std::string& text, const Place& place, bool is_quoted) {
    Level& level = levels_.back();
    end_value();
    if (looks_like_puzzle(text)) level.puzzle_key = member_of(text, place);
    level.key = text;
    if (level.is_file()) return;
    level.is_object = level.is_object || !text.empty();
    level.is_quoted = level.is_quoted || is_quoted;
  }

  // Notes that the value of a key has ended.
  void end_value() {
    Level& level = levels_.back();
    if (const auto puzzle = std::exchange(level.puzzle_key, std::nullopt)) add(level, *puzzle);
    if (!level.is_file()) level.key.clear();
  }

  // Takes a word or, if `is_text`, a text in quotes.
  void take_value(const std::string& text, const Place& place, bool is_text) {
    Level& level = levels_.back();
    if (looks_like_puzzle(text) || (is_text && is_meant_as_grid(level, text)))
      return give(member_of(text, place));
    if (level.is_file()) return take_loose(text, place);
    ++level.values;
    if (level.is_object) take_property(level, text, place);
    if (const auto cell = cell_in(text, place)) {
      level.cells.add(*cell);
    } else if (const auto row = row_in(text)) {
      level.rows.add(*row);
    } else if (level.slip.fault.empty()) {
      level.slip = bad_row(place, text.size() < 7
                                      ? "expected a whole number from 0 to 9, found " + shown(text)
                                      : "expected 9 cells in a row, found " + shown(text));
    }
    if (!level.is_object && (is_text || is_literal(text))) take_other(level, {place, text});
  }

  // Ends a grid of rows outside all lists. A single row may be any number of nine digits.
  void end_rows() {
    Level& file = levels_.front();
    if (!is_outside() || file.values == 0) return;
    if (file.values > 1) rows_.add(grid_of_rows(file).row);
    file.rows = {};
    file.values = 0;
    file.bad_rows = 0;
    file.slip = {};
  }

  void take_tag(std::string_view name) {
    if (name.starts_with('/')) name.remove_prefix(1);
    if (rows_in_tag_ > 1 || name != tag_) end_rows();
    rows_in_tag_ = 0;
    tag_ = name;
  }

  // Ends the file within what is open: a text, if `open_text` is the place of one, or a list.
  void end(const std::optional<Place>& open_text) {
    end_rows();
    too_deep_ = 0;
    const bool is_cut = open_text || !is_outside();
    const Place place = open_text.value_or(levels_.back().place);
    const char expected = closing(levels_.back().bracket);
    for (bool is_innermost = true; !is_outside(); is_innermost = false) {
      if (!is_complete(levels_.back(), is_innermost)) {
        levels_.pop_back();
      } else {
        close();
      }
    }
    end_value();
    give_columns(levels_.front());
    if (is_cut) {
      rows_.add(bad_row(place, open_text ? "expected a closing quote, found the end of the file"
                                         : fmt::format("expected a closing '{}', found the end of "
                                                       "the file",
                                                       expected)));
    }
    rows_.finish();
  }

 private:
  static char closing(char bracket) { return bracket == '[' ? ']' : bracket == '{' ? '}' : ')'; }

  // Whether the puzzles of a level that the end of the file cuts off are whole.
  bool is_complete(Level& level, bool is_innermost) const {
    level.puzzle_key.reset();
    const bool is_record = find_named(level.members, kPuzzleNames) != nullptr ||
                           find_named(level.members, kSolutionNames) != nullptr || level.instead;
    if (level.is_object && (is_record || (is_innermost && level.members.size() < 2))) return false;
    if (level.is_object || level.is_settled) return true;
    return !level.members.empty() && (!is_innermost || levels_.size() == 2);
  }

  // The puzzle in a text that is one, or in which a word is one.
  static Member member_of(std::string_view text, const Place& place) {
    Member member = {.row = {.line = place.line, .column = place.at + 1}};
    take_puzzle(member.row, {text, place.at});
    if (member.row.fault.empty()) return member;
    const auto words = split_words(text);
    const auto is_puzzle = [](const TextField& word) { return looks_like_puzzle(word.text); };
    const auto word = std::ranges::find_if(words, is_puzzle);
    if (words.size() < 2 || word == words.end()) return member;
    return member_of(word->text, {place.line, place.at + word->at});
  }

  static const char* kind_of(const Level& level) {
    return level.bracket == '{' ? "an object" : "a list";
  }

  // Whether a text below a key of puzzles or solutions is a grid of the wrong size.
  static bool is_meant_as_grid(const Level& level, std::string_view text) {
    constexpr std::size_t kShortest = 10;
    return level.is_object && text.size() >= kShortest && std::ranges::all_of(text, is_cell) &&
           (is_named(level.key, kPuzzleNames) || is_named(level.key, kSolutionNames));
  }

  // Takes a value of an object.
  void take_property(Level& level, const std::string& text, const Place& place) {
    if (is_named(level.key, kPuzzleNames)) level.instead = Other{place, text};
    if (is_none(text) && !is_named(level.key, kSolutionNames))
      take_other(level, {place, text, false, level.key});
  }

  // Takes a value outside all lists: nine rows in succession are a grid.
  void take_loose(const std::string& text, const Place& place) {
    const bool is_dash = text == "-";  // begins a row of YAML, or two begin a grid
    if (is_dash && is_behind_dash_) end_rows();
    is_behind_dash_ = is_dash;
    if (is_dash || text == "+") return;
    if (const auto row = row_in(text)) return take_row(*row, place);
    if (is_none(text)) return take_other(levels_.front(), {place, text});
    const bool is_slip = std::ranges::all_of(text, is_cell) && text.size() > 7 && text.size() < 11;
    if (!is_slip) return end_rows();
    take_bad_row(bad_row(place, fmt::format("expected 9 cells in a row, found {}", text.size())));
  }

  void take_row(const Cells& row, const Place& place) {
    Level& level = levels_.back();
    level.rows.add(row);
    end_row(level, place);
  }

  void take_bad_row(const ParsedRow& slip) {
    Level& level = levels_.back();
    ++level.bad_rows;
    if (level.slip.fault.empty()) level.slip = slip;
    end_row(level, {slip.line, slip.column - 1});
  }

  void end_row(Level& level, const Place& place) {
    ++level.values;
    if (!level.is_file()) {
      if (!level.is_object) take_other(level, {place, "a list", true});
      return;
    }
    if (level.values == 1) level.place = place;
    ++rows_in_tag_;
    is_behind_dash_ = false;
    if (level.values == 9) end_rows();
  }

  static Member grid_of_rows(const Level& level) {
    if (!level.slip.fault.empty()) return {.row = level.slip};
    if (level.values == 9 && level.rows.rows() == 9) return grid_of(level.rows, level.place);
    return {.row = bad_row(level.place, fmt::format("expected 9 rows, found {}",
                                                    level.rows.rows() + level.bad_rows))};
  }

  static Member grid_of(const Cells& cells, const Place& place) {
    Member member = member_of(cells.text, place);
    if (!member.row.fault.empty() || cells.nones == 0 || cells.zeros == 0) return member;
    // The rarer of the two is a slip, unless it can be a digit.
    member.row = bad_row(cells.none_at,
                         fmt::format("expected a whole number from 0 to 9, found {}", cells.none));
    if (cells.nones < cells.zeros) return member;
    member.row =
        refusal(cells.none_at, fmt::format("expected digits from 1 to 9, found 0 and {} in "
                                           "one grid: write blanks as 0, digits as 1 to 9",
                                           cells.none));
    return member;
  }

  // The grid that a list holds, good or with a slip; nullopt for other lists.
  static std::optional<Member> grid_in(const Level& level) {
    const std::size_t cells = level.cells.text.size();
    const std::size_t rows = level.rows.rows();
    const bool is_whole = level.is_object || level.values == (cells == kCells ? cells : rows);
    if (is_whole && cells == kCells) return grid_of(level.cells, level.place);
    if (is_whole && rows == 9) return grid_of(level.rows, level.place);
    if (level.is_object) return std::nullopt;
    if (is_about(level.values, kCells) && cells * 2 >= level.values) {
      if (!level.slip.fault.empty()) return Member{.row = level.slip};
      return Member{
          .row = bad_row(level.place, fmt::format("expected 81 cells, found {}", level.values))};
    }
    const bool are_rows = (rows + level.bad_rows) * 2 > level.values && is_about(level.values, 9);
    return are_rows ? std::optional(grid_of_rows(level)) : std::nullopt;
  }

  // Whether a list of so many values is more likely one of `size` with a slip than something else.
  static bool is_about(std::uint64_t values, std::uint64_t size) {
    return values * 9 >= size * 6 && values * 9 <= size * 12;
  }

  void close_list(Level& level) {
    Level& parent = levels_.back();
    if (level.members.empty() && !level.is_settled) return close_values(level);
    if (level.is_column) return join(level);
    if (!level.is_settled) {
      const bool is_tuple = parent.bracket != 0 && !parent.is_object;
      const bool is_pair = level.members.size() == 2;
      Member record = is_pair ? pair_of(level.members) : level.members[0];
      if (is_tuple && level.others_count > 0) record.is_whole = true;
      if (is_tuple || is_pair || level.bracket == '(' || level.others_count == 0)
        return give(record);
      settle(level);
    }
    note_given(level);
  }

  // The record of a puzzle and its solution, in any order.
  static Member pair_of(const std::vector<Member>& members) {
    const bool is_turned = is_full(members[0]);
    Member record = members[is_turned ? 1 : 0];
    give_solution(record.row, members[is_turned ? 0 : 1]);
    record.is_whole = true;
    return record;
  }

  // Closes a list without a puzzle among its values.
  void close_values(Level& level) {
    const std::size_t cells = level.cells.text.size();
    if (const auto grid = grid_in(level)) return give(*grid);
    if (level.has_given) return note_given(level);
    if (level.values == 9 && cells == 9) return take_row(level.cells, level.place);
    const bool may_be_row = !levels_.back().is_file() || levels_.back().values > 0 ||
                            (level.values > 7 && level.values < 11);
    if (may_be_row && is_about(level.values, 9) && cells * 2 >= level.values) {
      if (level.values == 9 && !level.slip.fault.empty()) return take_bad_row(level.slip);
      return take_bad_row(
          bad_row(level.place, fmt::format("expected 9 cells in a row, found {}", level.values)));
    }
    const bool is_subscript = level.is_call && level.others_count == 0;
    if (!is_subscript) leave(level, {level.place, kind_of(level), true});
  }

  void close_object(Level& level) {
    join_columns(level);
    std::vector<Member>& members = level.members;
    const Member* const solution = find_named(members, kSolutionNames);
    if (Member* const puzzle = puzzle_in(level, solution); puzzle != nullptr)
      return give_record(level, *puzzle, solution);
    if (solution != nullptr) {
      const Place place = {solution->row.line, solution->row.column - 1};
      const Other alone = {place, "a solution alone", true};
      return give({.row = other_row(level.instead.value_or(alone)), .is_whole = true});
    }
    if (level.instead && (members.empty() || lacks_puzzle(level)))
      return leave(level, *level.instead);
    if (!members.empty()) return level.is_column ? join(level) : give_all(level);
    if (const auto grid = grid_in(level)) return give(*grid);
    give_all(level);
  }

  // Whether an object has null or a list that is no grid in place of its puzzle.
  static bool lacks_puzzle(const Level& level) {
    return level.instead && (level.instead->is_kind || is_none(level.instead->text));
  }

  // The puzzle of an object whose keys tell which it is; null if they do not.
  static Member* puzzle_in(Level& level, const Member* solution) {
    std::vector<Member>& members = level.members;
    Member* const puzzle = find_named(members, kPuzzleNames);
    if (puzzle != nullptr || solution == nullptr || members.size() < 2 || lacks_puzzle(level))
      return puzzle;
    return solution == members.data() ? &members[1] : members.data();
  }

  // Gives the members of an object whose keys do not tell what they are.
  void give_all(Level& level) {
    if (level.members.size() == 1 && !level.is_settled)
      return give_record(level, level.members[0], nullptr);
    if (!level.members.empty()) settle(level);
    if (level.has_given) return note_given(level);
    leave(level, {level.place, kind_of(level), true});
  }

  // Gives the puzzle of an object.
  void give_record(Level& level, Member& puzzle, const Member* solution) {
    const auto is_second = [&puzzle](const Member& member) {
      return is_named(member.key, kPuzzleNames) && member.row.puzzle != puzzle.row.puzzle;
    };
    const auto second = std::ranges::find_if(level.members, is_second);
    if (is_named(puzzle.key, kPuzzleNames) && second != level.members.end()) {
      puzzle.row = refusal({second->row.line, second->row.column - 1},
                           fmt::format("expected one puzzle in an object, found '{}' and '{}'",
                                       puzzle.key, second->key));
    }
    if (solution != nullptr && puzzle.row.solution == kEmptyGrid)
      give_solution(puzzle.row, *solution);
    if (level.is_quoted && levels_.back().is_file()) settle(levels_.back());
    puzzle.is_whole = true;
    give(puzzle);
  }

  // Hands the members of a column to the object that it is in.
  void join(Level& level) {
    settle(level);
    Level& object = levels_.back();
    const bool are_puzzles = is_named(object.key, kPuzzleNames);
    std::vector<Member>& column = are_puzzles ? object.puzzles : object.solutions;
    std::ranges::move(level.members, std::back_inserter(column));
    object.has_given = object.has_given || level.has_given;
  }

  // Gives the puzzles of columns, with their solutions.
  void join_columns(Level& level) {
    std::vector<Member> puzzles = std::exchange(level.puzzles, {});
    const std::vector<Member> solutions = std::exchange(level.solutions, {});
    const auto add_named = [&level](const Member& member, std::string_view name) {
      level.members.push_back(member);
      level.members.back().key = name;
    };
    if (puzzles.size() == 1 && level.members.empty()) {
      add_named(puzzles[0], kPuzzleNames[0]);
      puzzles.clear();
    }
    // A puzzle may have a list of solutions.
    if (puzzles.empty() && !level.has_given) {
      if (!solutions.empty()) add_named(solutions[0], kSolutionNames[0]);
      return;
    }
    if (!solutions.empty() &&
        !std::ranges::equal(puzzles, solutions, {}, &Member::key, &Member::key)) {
      rows_.add(refusal(level.place, fmt::format("expected a solution for each puzzle of the "
                                                 "column, found {} for {}",
                                                 solutions.size(), puzzles.size())));
      return;
    }
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      if (!solutions.empty()) give_solution(puzzles[i].row, solutions[i]);
      rows_.add(puzzles[i].row);
    }
    level.has_given = true;
  }

  // Gives a puzzle to the innermost level.
  void give(Member member) {
    end_rows();
    Level& level = levels_.back();
    member.key = level.key;
    if (auto puzzle = std::exchange(level.puzzle_key, std::nullopt)) {
      give_solution(puzzle->row, member);
      member = *puzzle;
      member.is_whole = true;
    }
    add(level, std::move(member));
  }

  void add(Level& level, Member member) {
    if (level.is_file()) return add_to_file(member);
    if (level.is_settled) return put(level, std::move(member));
    std::vector<Member>& members = level.members;
    const bool may_be_pair = members.size() == 1 && is_full(members[0]) != is_full(member);
    const bool is_list =
        !level.is_object && (member.is_whole || (!members.empty() && !may_be_pair));
    members.push_back(std::move(member));
    const bool is_dictionary = members.size() == kMostMembers && level.is_object &&
                               find_named(members, kPuzzleNames) == nullptr;
    if (is_list || is_dictionary || level.is_column) settle(level);
  }

  // Gives a grid outside all lists. Behind the name of a solution, and not in a list of YAML, it is
  // that of the puzzle before.
  void add_to_file(const Member& member) {
    const bool is_entry = std::exchange(is_behind_dash_, false);
    const bool is_solution = is_named(levels_.front().key, kSolutionNames);
    if (!is_solution || member.is_whole) return rows_.add(member.row);
    ParsedRow* const puzzle = is_entry ? nullptr : rows_.held();
    if (puzzle == nullptr) {
      const Place place = {member.row.line, member.row.column - 1};
      return rows_.add(other_row({place, "a solution alone", true}));
    }
    give_solution(*puzzle, member);
    rows_.finish();
  }

  // Gives the columns that stand outside all lists: "puzzles = [...]", "solutions = [...]".
  void give_columns(Level& file) {
    join_columns(file);
    Member* const puzzle = find_named(file.members, kPuzzleNames);
    const Member* const solution = find_named(file.members, kSolutionNames);
    file.key.clear();
    if (puzzle != nullptr && solution != nullptr) give_solution(puzzle->row, *solution);
    if (puzzle == nullptr && solution != nullptr) file.key = solution->key;
    if (puzzle != nullptr || solution != nullptr)
      add_to_file(puzzle != nullptr ? *puzzle : *solution);
  }

  // Gives the members of a level as puzzles one by one, and its other values as bad rows.
  void settle(Level& level) {
    if (std::exchange(level.is_settled, true)) return;
    const std::vector<Member> members = std::exchange(level.members, {});
    for (std::uint64_t i = 0; i < level.others_count; ++i)
      put_other(level, level.others[std::min<std::size_t>(i, kMostOthers - 1)]);
    for (const Member& member : members)
      put(level, member);
  }

  void put(Level& level, Member member) {
    if (level.is_column && !member.is_whole && level.members.size() < kMostHeld)
      return level.members.push_back(std::move(member));
    if (level.is_column && level.is_solutions && !member.is_whole) {
      rows_.add(refusal(level.place, fmt::format("expected at most {} solutions in a column, found "
                                                 "more: write each beside its puzzle",
                                                 kMostHeld)));
      return level.members.clear();
    }
    level.is_column = false;
    for (const Member& held : std::exchange(level.members, {}))
      rows_.add(held.row);
    rows_.add(member.row);
    level.has_given = true;
  }

  // Takes a value without a puzzle: a bad row if there are puzzles beside it.
  void take_other(Level& level, const Other& other) {
    if (level.is_settled) return put_other(level, other);
    ++level.others_count;
    if (level.others.size() < kMostOthers) level.others.push_back(other);
  }

  void put_other(Level& level, const Other& other) {
    put(level, {.row = other_row(other),
                .key = other.key,
                .is_none = !other.is_kind && is_none(other.text)});
  }

  // Leaves a list or an object without a puzzle to the level around it.
  void leave(const Level& level, const Other& other) {
    Level& parent = levels_.back();
    const bool is_object = level.is_quoted || (level.bracket == '{' && level.values == 0);
    if (parent.is_file()) {
      end_rows();
      if (is_object) take_other(parent, other);
      return;
    }
    ++parent.values;
    if (parent.slip.fault.empty())
      parent.slip = bad_row(level.place, "expected 9 cells in a row, found " + other.text);
    if (parent.is_object && is_named(parent.key, kPuzzleNames)) {
      parent.instead = other;
    } else if (is_object || !parent.is_object) {
      take_other(parent, other);
    }
  }

  // Notes that rows of a level within the innermost one are given.
  void note_given(const Level& level) {
    Level& parent = levels_.back();
    parent.has_given = true;
    if (parent.is_file() ? level.is_quoted : !parent.is_object) settle(parent);
  }

  std::vector<Level> levels_;    // the file, and the lists and objects in it, the innermost last
  std::uint64_t too_deep_ = 0;   // levels open beyond kMostLevels
  std::string tag_ = {};         // name of the last tag outside lists
  std::size_t rows_in_tag_ = 0;  // rows since then
  bool is_behind_dash_ = false;  // the last word outside lists was a dash
  PairedRows rows_;
};

// Cuts the text into words, texts in quotes, brackets and tags.
class NestedParser final : public BlockParser {
 public:
  explicit NestedParser(const InputFormat& format) : here_{.line = format.body_line} {}

  bool next(ParsedRow& row) override {
    while (!collector_.take(row)) {
      if (rest_.empty()) return false;
      const char c = rest_[0];
      rest_.remove_prefix(1);
      take(c);
      ++here_.at;
      if (c == '\n') here_ = {.line = here_.line + 1};
    }
    return true;
  }

  void end_file() override {
    if (quote_ == 0) end_token();
    collector_.end(quote_ == 0 ? std::nullopt : std::optional(token_at_));
  }

 private:
  void take(char c) {
    if (is_comment_) {
      is_comment_ = c != '\n';
    } else if (quote_ != 0) {
      take_quoted(c);
    } else if (c == '"' || (c == '\'' && may_open_text())) {
      open_text(c);
    } else if (is_separator(c)) {
      take_separator(c);
    } else {
      take_word(c);
    }
    if (c > ' ') {
      before_ = c;
      before_line_ = here_.line;
    }
    last_ = c;
  }

  void open_text(char quote) {
    if (is_text_ || is_done_) end_token();
    token_.clear();  // a word before a quotation mark says what the text is: b"..."
    token_at_ = {here_.line, here_.at + 1};
    quote_ = quote;
  }

  void take_word(char c) {
    if (is_text_ || is_done_) end_token();
    if (token_.empty()) {
      token_at_ = here_;
      is_behind_colon_ = before_ == ':';
    }
    const bool begins_tag = std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '/';
    if (last_ == '<' && begins_tag) is_tag_ = is_tag_name_ = true;
    if (token_.size() < kMostToken) token_ += c;
    // Two slashes behind a colon are part of an address.
    const bool is_percent = token_ == "%" && before_line_ != here_.line;
    is_comment_ = is_percent || token_ == "#" || (token_ == "//" && !is_behind_colon_);
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
    if (c <= ' ') return void(is_done_ = is_text_ || !token_.empty());
    if (c == ':' || c == '=') {
      const bool is_quoted = std::exchange(is_text_, false) && c == ':';
      if (c == ':') collector_.end_rows();  // a grid does not run over from key to key
      is_done_ = false;
      collector_.take_key(std::exchange(token_, {}), token_at_, is_quoted);
    }
    const bool is_call =
        opens(c) && !is_text_ && !is_done_ && !token_.empty() && !looks_like_puzzle(token_);
    if (is_call) token_.clear();
    end_token();
    if (opens(c)) collector_.open(c, here_, is_call);
    if (closes(c)) collector_.close();
    if (c == ',') collector_.end_value();
    if (c == '>') is_tag_ = false;
  }

  void end_token() {
    const bool is_text = std::exchange(is_text_, false);
    is_done_ = false;
    if (token_.empty() && !is_text) return;
    const std::string text = std::exchange(token_, {});
    const bool is_in_tag = is_tag_ && collector_.is_outside();
    if (is_in_tag && std::exchange(is_tag_name_, false)) return collector_.take_tag(text);
    if (!is_in_tag || looks_like_puzzle(text)) collector_.take_value(text, token_at_, is_text);
  }

  Place here_;
  std::string token_;              // text or word read so far
  Place token_at_;                 // where it began
  char quote_ = 0;                 // quotation mark that ends the text, or 0 outside texts
  bool is_escaped_ = false;        // the character before was a backslash
  bool is_text_ = false;           // token_ is a text, which may be empty
  bool is_done_ = false;           // blanks follow token_, and perhaps a colon that makes it a key
  bool is_behind_colon_ = false;   // whether a colon precedes token_
  bool is_comment_ = false;        // up to the end of the line
  bool is_tag_ = false;            // up to a '>'
  bool is_tag_name_ = false;       // token_ is the name of the tag
  char before_ = 0;                // last character that is not a blank
  std::uint64_t before_line_ = 0;  // its line
  char last_ = 0;
  Collector collector_;
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
  if (counts.puzzles + counts.bad == 0) return std::nullopt;
  if (counts.solutions > 0) format.solution = 0;
  return format;
}

// Throws InputError for lists without a puzzle.
void refuse_lists(const Head& head) {
  if (!begins_nested(head.first().text)) return;
  throw base::InputError("{}: expected lists or texts of 81 cells, found none", head.name);
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
                                      .refuse = refuse_lists,
                                      .make_parser = make_parser<NestedParser>,
                                      .write = write_json_line}};

}  // namespace

const std::span<const Format> nested_formats = kNestedFormats;

}  // namespace sudoku::dataset
