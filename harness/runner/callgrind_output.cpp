#include "harness/runner/callgrind_output.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "harness/base/errors.h"

namespace sudoku::runner {

namespace {

// Removes `start` from the text. Returns whether the text began with it.
bool take(std::string_view& text, std::string_view start) {
  if (!text.starts_with(start)) return false;
  text.remove_prefix(start.size());
  return true;
}

std::optional<std::uint64_t> take_number(std::string_view& text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

// The next word of a line, which is removed from it with the spaces behind it.
std::string_view take_word(std::string_view& line) {
  const std::string_view word = line.substr(0, line.find(' '));
  line.remove_prefix(word.size());
  while (take(line, " ")) {
  }
  return word;
}

bool is_hex(char c) { return std::isxdigit(static_cast<unsigned char>(c)) != 0; }

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

// Names that the file writes once with a number, "(3) solve", and by the number alone afterwards.
class NameTable {
 public:
  // Returns the name, or nullopt for a number that has none.
  std::optional<std::string_view> name(std::string_view text) {
    std::string_view rest = text;
    if (!take(rest, "(")) return text;
    const auto number = take_number(rest);
    if (!number || !take(rest, ")")) return text;  // a name such as "(below main)"
    if (take(rest, " ")) names_[*number] = rest;
    const auto known = names_.find(*number);
    if (known == names_.end()) return std::nullopt;
    return known->second;
  }

 private:
  std::map<std::uint64_t, std::string_view> names_;
};

class OutputReader {
 public:
  OutputReader(std::string_view text, std::string_view name) : text_(text), name_(name) {}

  std::vector<result::FunctionRecord> read() {
    while (!text_.empty()) {
      ++line_;
      std::string_view line = text_.substr(0, text_.find('\n'));
      text_.remove_prefix(std::min(line.size() + 1, text_.size()));
      read_line(line);
    }
    if (!has_events_) fail("expected a file of callgrind, found no line 'events:'");
    std::vector<result::FunctionRecord> functions;
    for (const auto& [function, instructions] : costs_) {
      if (instructions > 0) functions.push_back({.name = function, .instructions = instructions});
    }
    std::ranges::stable_sort(functions, std::ranges::greater(),
                             &result::FunctionRecord::instructions);
    return functions;
  }

 private:
  [[noreturn]] void fail(std::string_view what) const {
    throw base::InputError("{}:{}: {}", name_, line_, what);
  }

  void read_line(std::string_view line) {
    const char first = line.empty() ? '#' : line.front();
    if (is_digit(first) || first == '+' || first == '-' || first == '*') return read_cost(line);
    std::string_view rest = line;
    if (take(rest, "events: ")) {
      has_events_ = true;
      if (take_word(rest) != "Ir") fail("expected the event 'Ir' first");
    } else if (take(rest, "positions: ")) {
      positions_ = 0;
      while (!take_word(rest).empty())
        ++positions_;
    } else if (take(rest, "ob=")) {
      object_ = named(objects_, rest);
    } else if (take(rest, "fn=")) {
      function_ = named(functions_, rest);
    } else if (take(rest, "cob=")) {
      named(objects_, rest);  // may define a name
    } else if (take(rest, "cfn=")) {
      named(functions_, rest);
    } else if (take(rest, "calls=")) {
      is_call_ = true;
    }
  }

  std::string_view named(NameTable& table, std::string_view text) const {
    const auto name = table.name(text);
    if (!name) fail("expected a name, found a number that has none");
    return *name;
  }

  // Reads a line with positions, then the cost there. After "calls=" it is the cost of the callee.
  void read_cost(std::string_view line) {
    if (!has_events_) fail("expected a file of callgrind, found no line 'events:'");
    for (std::size_t i = 0; i < positions_; ++i)
      take_word(line);
    std::string_view cost = take_word(line);
    const bool is_empty = cost.empty();  // costs of 0 at the end of a line are left out
    const auto instructions = take_number(cost);
    if (!cost.empty() || (!instructions && !is_empty)) fail("expected a number of instructions");
    if (!is_call_) costs_[key()] += instructions.value_or(0);
    is_call_ = false;
  }

  std::string key() const {
    const bool is_unnamed = function_.starts_with("0x") || function_ == "???" || function_.empty();
    if (!is_unnamed) return plain_name(function_);
    return "code without a name in " + std::string(object_.substr(object_.rfind('/') + 1));
  }

  std::string_view text_;
  std::string_view name_;
  std::uint64_t line_ = 0;
  std::size_t positions_ = 1;
  bool has_events_ = false;
  bool is_call_ = false;
  NameTable objects_;
  NameTable functions_;
  std::string_view object_;
  std::string_view function_;
  std::map<std::string, std::uint64_t> costs_;
};

// Starts of the endings that GCC and LLVM give to copies and parts of a function.
constexpr std::array<std::string_view, 8> kCopies = {
    ".cold", ".constprop", ".isra", ".llvm", ".lto_priv", ".part", ".localalias", ".specialized"};

// Removes the level of a recursion from the end of a name: "solve'2".
void cut_level(std::string_view& name) {
  const std::size_t quote = name.rfind('\'');
  if (quote == std::string_view::npos || quote + 1 == name.size()) return;
  if (std::ranges::all_of(name.substr(quote + 1), is_digit)) name = name.substr(0, quote);
}

// Removes the hash that Rust adds to a name: "solve::h0123456789abcdef".
void cut_hash(std::string_view& name) {
  constexpr std::size_t kHash = 16;
  const std::size_t at = name.rfind("::h");
  if (at == std::string_view::npos || name.size() != at + 3 + kHash) return;
  if (std::ranges::all_of(name.substr(at + 3), is_hex)) name = name.substr(0, at);
}

// The last word of a C++ name before its arguments, without those of templates.
std::string word_before_arguments(std::string_view name) {
  std::string word;
  std::size_t depth = 0;  // of brackets
  for (const char c : name) {
    if (c == '>' && depth > 0) {
      --depth;
    } else if (c == '<') {
      ++depth;
    } else if (depth == 0 && c == '(') {
      break;
    } else if (depth == 0 && c == ' ') {
      word.clear();  // that was the type of the result
    } else if (depth == 0) {
      word += c;
    }
  }
  return word;
}

// Place of the word "operator" before a symbol; npos: there is none.
std::size_t place_of_operator(std::string_view name) {
  constexpr std::string_view kOperator = "operator";
  const std::size_t at = name.find(kOperator);
  if (at == std::string_view::npos || at + kOperator.size() == name.size()) return at;
  const auto next = static_cast<unsigned char>(name[at + kOperator.size()]);
  return std::isalnum(next) != 0 || next == '_' ? std::string_view::npos : at;
}

// A C++ name without its result and arguments.
std::string without_arguments(std::string_view function) {
  constexpr std::string_view kUnnamed = "(anonymous namespace)::";
  std::string name(function);
  for (std::size_t at = name.find(kUnnamed); at != std::string::npos; at = name.find(kUnnamed))
    name.erase(at, kUnnamed.size());
  const std::size_t at = place_of_operator(name);
  if (at == std::string::npos) return word_before_arguments(name);
  std::string scope = word_before_arguments(std::string_view(name).substr(0, at));
  // The operator of a lambda stands behind the arguments of the function that it is in.
  if (!scope.empty() && !scope.ends_with("::")) return scope;
  // operator() has parentheses before its arguments.
  return scope + name.substr(at, name.find('(', at + std::string_view("operator(").size()) - at);
}

}  // namespace

std::string plain_name(std::string_view function) {
  std::string_view name = function;
  cut_level(name);
  name = name.substr(0, name.find(" [clone "));
  for (const std::string_view copy : kCopies) {
    const std::size_t at = name.find(copy, 1);
    const bool is_whole = at != std::string_view::npos &&
                          (at + copy.size() == name.size() || name[at + copy.size()] == '.');
    if (is_whole) name = name.substr(0, at);
  }
  cut_hash(name);
  // Names of Rust begin with brackets or have them where C++ has none: "<A as B>::f", "a::<b>::f".
  const bool is_cpp = !name.starts_with('<') && name.find("::<") == std::string_view::npos;
  const std::string plain = is_cpp ? without_arguments(name) : "";
  return plain.empty() ? std::string(name) : plain;
}

std::vector<result::FunctionRecord> functions_in(std::string_view text, std::string_view name) {
  return OutputReader(text, name).read();
}

}  // namespace sudoku::runner
