#include "harness/options/external_description.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <functional>
#include <limits>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/base/errors.h"

namespace sudoku::options {

namespace {

constexpr std::string_view kUnfinished = "a closing quote, or a character after a backslash";

bool may_be_in_a_name(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return std::isalnum(byte) != 0 || std::string_view("_.+-").find(c) != std::string_view::npos;
}

std::string checked_name(const std::string& text) {
  if (text.empty() || !std::ranges::all_of(text, may_be_in_a_name))
    reject("letters, digits, '_', '.', '+' and '-'", text);
  return text;
}

std::string not_empty(const std::string& text) {
  if (text.empty()) reject("a non-empty string", text);
  return text;
}

// Reads the description of an external solver from left to right.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text), rest_(text) {}

  std::string_view rest() const { return rest_; }

  bool skip(char c) {
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  // The text up to one of the characters `stops` or the end; in quotes it may hold those too.
  std::string value(std::string_view stops) {
    if (skip('"')) return quoted(stops);
    const std::string_view value = rest_.substr(0, rest_.find_first_of(stops));
    rest_.remove_prefix(value.size());
    return std::string(value);
  }

 private:
  std::string quoted(std::string_view stops) {
    const std::size_t end = rest_.find('"');
    if (end == std::string_view::npos) reject("a closing quote", text_);
    std::string value(rest_.substr(0, end));
    rest_.remove_prefix(end + 1);
    if (!rest_.empty() && stops.find(rest_.front()) == std::string_view::npos)
      reject(fmt::format("nothing between a quote and the next of {}", stops), text_);
    return value;
  }

  std::string_view text_;
  std::string_view rest_;
};

void set_part(OptionList& parts, const std::string& key, const std::string& value) {
  take_named(key, [&] { parts.find(key)->take(value); });
}

// Parts that have their places in a description; only suites name them.
constexpr std::array<std::string_view, 4> kPlaced = {"library", "symbol", "config", "command"};

void take_part(Scanner& in, OptionList& parts, std::string_view stops) {
  const std::string_view rest = in.rest();
  const std::string key = in.value(fmt::format("={}", stops));
  if (!in.skip('=')) reject("KEY=VALUE", rest);
  std::vector<std::string> keys = parts.keys();
  std::erase_if(keys, [](const auto& known) { return std::ranges::count(kPlaced, known) > 0; });
  if (std::ranges::count(keys, key) == 0)
    reject(fmt::format("one of {}", fmt::join(keys, ", ")), key);
  if (parts.find(key)->count > 0)
    throw base::UsageError("{}: expected once, found several times", key);
  set_part(parts, key, in.value(stops));
}

bool begins_with_a_part(std::string_view text) {
  external::Spec unused;
  const std::string key(text.substr(0, text.find('=')));
  return key.size() < text.size() && (parts_of(unused, Kind::plugin).find(key) != nullptr ||
                                      parts_of(unused, Kind::command).find(key) != nullptr);
}

// Name of a solver whose description has none; a minus replaces each character not allowed.
std::string default_name(const external::Spec& spec, Kind kind) {
  std::string name = spec.symbol;
  if (kind == Kind::command) {
    name = std::filesystem::path(spec.command.front()).filename();
  } else if (spec.config != 0) {
    name += fmt::format("-{}", spec.config);
  }
  std::ranges::replace_if(name, std::not_fn(may_be_in_a_name), '-');
  return name;
}

// Whether a backslash before `rest` makes its first character ordinary: in single quotes it never
// does, and in double quotes only before a double quote or a backslash.
bool may_escape(char quote, std::string_view rest) {
  if (quote == '\'') return false;
  return quote == '\0' || rest.starts_with('"') || rest.starts_with('\\');
}

bool opens_quote(char quote, char c) { return quote == '\0' && (c == '\'' || c == '"'); }

char escaped(std::string_view text, std::size_t at) {
  if (at == text.size()) reject(kUnfinished, text);
  return text[at];
}

// Whether a shell would not pass the first character of `rest` on: that of a pipe, of another
// command, of a variable, or of a path or a setting that it reads in front of `words`.
bool is_for_a_shell(std::string_view rest, const std::vector<std::string>& words) {
  const char next = rest.size() > 1 ? rest[1] : ' ';
  const auto is_in_name = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  const std::string& word = words.back();
  switch (rest.front()) {
    case '$':
      return is_in_name(next) || next == '{' || next == '(';
    case '~':
      return word.empty() && (next == '/' || next == ' ');
    case '=':
      return words.size() == 1 && !word.empty() && std::ranges::all_of(word, is_in_name);
    default:
      return std::string_view("|&;<>`").find(rest.front()) != std::string_view::npos;
  }
}

std::vector<std::string> words_in(std::string_view text, bool refuses_shell) {
  std::vector<std::string> words;
  bool is_in_word = false;
  char quote = '\0';  // the quote that is open, or NUL
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote == '\0' && std::string_view(" \t\n").find(c) != std::string_view::npos) {
      is_in_word = false;
      continue;
    }
    if (!std::exchange(is_in_word, true)) words.emplace_back();
    if (c == '\\' && may_escape(quote, text.substr(i + 1))) {
      words.back() += escaped(text, ++i);
    } else if (c == quote) {
      quote = '\0';
    } else if (opens_quote(quote, c)) {
      quote = c;
    } else if (refuses_shell && quote == '\0' && is_for_a_shell(text.substr(i), words)) {
      throw base::UsageError("found {} in '{}', but no shell is run; use sh -c '…'", c, text);
    } else {
      words.back() += c;
    }
  }
  if (quote != '\0') reject(kUnfinished, text);
  return words;
}

// The words of a command, which is run without a shell: what only a shell understands is refused.
std::vector<std::string> words_of_command(const std::string& text) { return words_in(text, true); }

}  // namespace

std::vector<std::string> split_command(std::string_view text) { return words_in(text, false); }

OptionList parts_of(external::Spec& spec, Kind kind) {
  const bool is_plugin = kind == Kind::plugin;
  OptionList parts;
  parts.value("name TEXT", spec.name, checked_name);
  parts.text("version TEXT", spec.version);
  parts.text("flags TEXT", spec.flags);
  parts.choice(fmt::format("limit {}", fmt::join(external::kLimitUses, "|")), spec.limit);
  if (is_plugin) parts.value("fills", spec.fills_solution, parse_truth);
  if (is_plugin) {
    parts.choice("threads safe|unsafe", spec.thread_safe);
    parts.value("library TEXT", spec.library, not_empty);
    parts.value("symbol TEXT", spec.symbol, not_empty);
    parts.number("config", spec.config, "", {.most = std::numeric_limits<std::uint32_t>::max()});
  } else {
    parts.value("command TEXT", spec.command, words_of_command);
  }
  Option& batch = parts.number("batch", spec.batch, "", kBatchRange);
  if (is_plugin) {
    batch.set = [&spec, set = batch.set](const std::string& text) {
      set(text);
      spec.takes_batches = true;
    };
  }
  return parts;
}

void complete_parts(external::Spec& spec, Kind kind) {
  const char* missing = nullptr;
  if (kind == Kind::command && spec.command.empty()) missing = "command";
  if (kind == Kind::plugin && spec.symbol.empty()) missing = "symbol";
  if (kind == Kind::plugin && spec.library.empty()) missing = "library";
  if (missing != nullptr) throw base::UsageError("it has no {}", missing);
  OptionList parts = parts_of(spec, kind);
  if (spec.name.empty()) set_part(parts, "name", default_name(spec, kind));
}

external::Spec parse_plugin(std::string_view text) {
  external::Spec spec;
  Scanner in(text);
  spec.library = in.value(":,");
  if (in.skip(':')) spec.symbol = in.value(":,");
  const bool has_config = in.skip(':');
  if (spec.library.empty() || spec.symbol.empty()) reject("LIBRARY:SYMBOL[:CONFIG]", text);
  OptionList parts = parts_of(spec, Kind::plugin);
  if (has_config) set_part(parts, "config", in.value(","));
  while (in.skip(','))
    take_part(in, parts, ",");
  complete_parts(spec, Kind::plugin);
  return spec;
}

external::Spec parse_command(std::string_view text) {
  external::Spec spec;
  Scanner in(text);
  if (begins_with_a_part(text)) {
    OptionList parts = parts_of(spec, Kind::command);
    do {
      take_part(in, parts, ",:");
    } while (in.skip(','));
    if (!in.skip(':')) reject("KEY=VALUE[,KEY=VALUE...]:COMMAND", text);
  }
  spec.command = words_of_command(std::string(in.rest()));
  if (spec.command.empty()) reject("a command", text);
  complete_parts(spec, Kind::command);
  return spec;
}

}  // namespace sudoku::options
