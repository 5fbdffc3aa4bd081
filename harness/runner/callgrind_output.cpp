#include "harness/runner/callgrind_output.h"

#include <algorithm>
#include <cctype>
#include <regex>

#include <fmt/format.h>

#include "harness/result/row.h"

namespace sudoku::runner {

namespace {

// Endings of names that are no part of a function's own: valgrind's level of a recursion
// ("solve'2"), the marks of GCC and LLVM for copies and parts, and Rust's hash
// ("solve::h0123456789abcdef").
const std::regex& endings() {
  static const std::regex kEndings(
      "('[0-9]+| \\[clone .*"
      "|\\.(cold|constprop|isra|llvm|lto_priv|part|localalias|specialized)(\\..*)?"
      "|::h[0-9a-fA-F]{16})$");
  return kEndings;
}

// The head of callgrind_annotate's table of functions, and what ends it.
constexpr std::string_view kHead = "file:function\n";
constexpr std::string_view kEnd = "\n\n";

// A line of the table: "1,234  file.c:function(int) [/lib/solver.so]"; the library may be missing.
result::FunctionRecord function_of(std::string_view line) {
  result::FunctionRecord function;
  const std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
  const std::size_t end = std::min(line.find(' ', begin), line.size());
  for (const char c : line.substr(begin, end - begin)) {
    if (std::isdigit(static_cast<unsigned char>(c)) != 0)
      function.instructions = 10 * function.instructions + static_cast<std::uint64_t>(c - '0');
  }
  line.remove_prefix(std::min(line.find(':', end), line.size() - 1) + 1);
  const std::size_t object = line.ends_with(']') ? line.rfind(" [/") : std::string_view::npos;
  const std::string_view name = line.substr(0, object);
  function.name = plain_name(name);
  const bool is_unnamed = name.starts_with("0x") || name == "???";
  if (is_unnamed && object != std::string_view::npos) {
    line.remove_suffix(1);
    function.name = fmt::format("code without a name in {}", line.substr(line.rfind('/') + 1));
  }
  return function;
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
  std::string name(function);
  for (std::smatch end; std::regex_search(name, end, endings()) && end.position() > 0;)
    name.resize(static_cast<std::size_t>(end.position()));
  // Names of Rust begin with brackets or have them where C++ has none: "<A as B>::f", "a::<b>::f".
  const bool is_cpp = !name.starts_with('<') && name.find("::<") == std::string::npos;
  const std::string plain = is_cpp ? without_arguments(name) : "";
  return plain.empty() ? name : plain;
}

std::map<std::string, std::uint64_t> functions_in(std::string_view table) {
  const std::size_t head = table.find(kHead);
  if (head == std::string_view::npos) return {};
  table.remove_prefix(head + kHead.size());
  table = table.substr(0, table.find(kEnd));
  std::map<std::string, std::uint64_t> functions;
  for (std::size_t end = table.find('\n'); end != std::string_view::npos; end = table.find('\n')) {
    table.remove_prefix(end + 1);  // the first line is a rule
    const result::FunctionRecord function = function_of(table.substr(0, table.find('\n')));
    if (function.instructions > 0) functions[function.name] += function.instructions;
  }
  return functions;
}

}  // namespace sudoku::runner
