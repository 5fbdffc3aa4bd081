#include "harness/cli/external_values.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <limits>

#include <CLI/Error.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/cli/values.h"
#include "harness/cli/words.h"

namespace sudoku {

namespace {

constexpr std::uint64_t kMostInABatch = 1U << 20U;

template <typename Value>
struct Choice {
  std::string_view word;
  Value value;
};

template <typename Value, std::size_t size>
Value choose(const std::array<Choice<Value>, size>& choices, const std::string& word) {
  std::vector<std::string> words;
  for (const Choice<Value>& choice : choices)
    words.emplace_back(choice.word);
  require_one_of(words, word);
  return std::ranges::find(choices, word, &Choice<Value>::word)->value;
}

constexpr std::array<Choice<LimitUse>, 3> kLimits = {
    {{"honoured", LimitUse::honoured}, {"first", LimitUse::first}, {"all", LimitUse::all}}};
constexpr std::array<Choice<bool>, 2> kFills = {{{"yes", true}, {"no", false}}};
constexpr std::array<Choice<bool>, 2> kThreads = {{{"safe", true}, {"unsafe", false}}};

bool may_be_in_a_name(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return std::isalnum(byte) != 0 || std::string_view("_.+-").find(c) != std::string_view::npos;
}

std::string checked_name(const std::string& text) {
  if (text.empty() || !std::ranges::all_of(text, may_be_in_a_name)) {
    reject("letters, digits, '_', '.', '+' and '-'", text);
  }
  return text;
}

std::string not_empty(const std::string& text) {
  if (text.empty()) reject("a text", text);
  return text;
}

constexpr unsigned kOfPlugin = 1U << static_cast<unsigned>(Kind::plugin);
constexpr unsigned kOfCommand = 1U << static_cast<unsigned>(Kind::command);

struct Part {
  std::string_view key;
  unsigned kinds;
  void (*set)(ExternalSpec& spec, const std::string& value);
};

constexpr std::array<Part, 11> kParts = {{
    {"name", kOfPlugin | kOfCommand,
     [](ExternalSpec& spec, const std::string& value) { spec.name = checked_name(value); }},
    {"version", kOfPlugin | kOfCommand,
     [](ExternalSpec& spec, const std::string& value) { spec.version = value; }},
    {"flags", kOfPlugin | kOfCommand,
     [](ExternalSpec& spec, const std::string& value) { spec.flags = value; }},
    {"limit", kOfPlugin | kOfCommand,
     [](ExternalSpec& spec, const std::string& value) { spec.limit = choose(kLimits, value); }},
    {"fills", kOfPlugin,
     [](ExternalSpec& spec, const std::string& value) {
       spec.fills_solution = choose(kFills, value);
     }},
    {"threads", kOfPlugin,
     [](ExternalSpec& spec, const std::string& value) {
       spec.thread_safe = choose(kThreads, value);
     }},
    {"library", kOfPlugin,
     [](ExternalSpec& spec, const std::string& value) { spec.library = not_empty(value); }},
    {"symbol", kOfPlugin,
     [](ExternalSpec& spec, const std::string& value) { spec.symbol = not_empty(value); }},
    {"config", kOfPlugin,
     [](ExternalSpec& spec, const std::string& value) {
       constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
       spec.config = static_cast<std::uint32_t>(parse_number(value, 0, kMost));
     }},
    {"command", kOfCommand,
     [](ExternalSpec& spec, const std::string& value) { spec.command = split_words(value); }},
    {"batch", kOfCommand,
     [](ExternalSpec& spec, const std::string& value) {
       spec.batch = parse_number(value, 1, kMostInABatch);
     }},
}};

bool is_of(const Part& part, Kind kind) {
  return (part.kinds >> static_cast<unsigned>(kind) & 1U) != 0;
}

// Reads a description from left to right.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text), rest_(text) {}

  std::string_view rest() const { return rest_; }

  bool skip(char c) {
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  // Up to one of `stops` or the end; in double quotes it may hold them too.
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
    if (!rest_.empty() && stops.find(rest_.front()) == std::string_view::npos) {
      reject(fmt::format("nothing between a quote and the next of {}", stops), text_);
    }
    return value;
  }

  std::string_view text_;
  std::string_view rest_;
};

void take_part(Scanner& in, ExternalSpec& spec, Kind kind, std::string_view stops) {
  const std::string_view rest = in.rest();
  const std::string key = in.value(fmt::format("={}", stops));
  if (!in.skip('=')) reject("KEY=VALUE", rest);
  set_part(spec, kind, key, in.value(stops));
}

bool begins_with_a_part(std::string_view text) {
  return std::ranges::any_of(kParts, [text](const Part& part) {
    return text.starts_with(part.key) && text.substr(part.key.size()).starts_with('=');
  });
}

// What no name may hold becomes a minus.
std::string as_name(std::string name) {
  std::ranges::replace_if(
      name, [](char c) { return !may_be_in_a_name(c); }, '-');
  return name;
}

std::string default_name(const ExternalSpec& spec, Kind kind) {
  if (kind == Kind::command) return as_name(std::filesystem::path(spec.command.front()).filename());
  return as_name(spec.config == 0 ? spec.symbol : fmt::format("{}-{}", spec.symbol, spec.config));
}

}  // namespace

void set_part(ExternalSpec& spec, Kind kind, std::string_view key, const std::string& value) {
  const auto* const part = std::ranges::find(kParts, key, &Part::key);
  if (part == kParts.end() || !is_of(*part, kind)) {
    reject(fmt::format("one of {}", fmt::join(part_names(kind), ", ")), key);
  }
  try {
    part->set(spec, value);
  } catch (const CLI::ValidationError& error) {
    throw CLI::ValidationError(fmt::format("{}: {}", key, error.what()));
  }
}

std::vector<std::string_view> part_names(Kind kind) {
  std::vector<std::string_view> names;
  for (const Part& part : kParts) {
    if (is_of(part, kind)) names.push_back(part.key);
  }
  return names;
}

void complete_parts(ExternalSpec& spec, Kind kind) {
  const char* missing = nullptr;
  if (kind == Kind::command && spec.command.empty()) missing = "command";
  if (kind == Kind::plugin && spec.symbol.empty()) missing = "symbol";
  if (kind == Kind::plugin && spec.library.empty()) missing = "library";
  if (missing != nullptr) throw CLI::ValidationError(fmt::format("it has no {}", missing));
  if (spec.name.empty()) set_part(spec, kind, "name", default_name(spec, kind));
}

ExternalSpec parse_plugin(std::string_view text) {
  ExternalSpec spec;
  Scanner in(text);
  spec.library = in.value(":,");
  if (in.skip(':')) spec.symbol = in.value(":,");
  const bool has_config = in.skip(':');
  if (spec.library.empty() || spec.symbol.empty()) reject("LIBRARY:SYMBOL[:CONFIG]", text);
  if (has_config) set_part(spec, Kind::plugin, "config", in.value(","));
  while (in.skip(','))
    take_part(in, spec, Kind::plugin, ",");
  complete_parts(spec, Kind::plugin);
  return spec;
}

ExternalSpec parse_command(std::string_view text) {
  ExternalSpec spec;
  spec.batch = 0;
  Scanner in(text);
  if (begins_with_a_part(text)) {
    do {
      take_part(in, spec, Kind::command, ",:");
    } while (in.skip(','));
    if (!in.skip(':')) reject("KEY=VALUE[,KEY=VALUE...]:COMMAND", text);
  }
  spec.command = split_words(in.rest());
  if (spec.command.empty()) reject("a command", text);
  complete_parts(spec, Kind::command);
  return spec;
}

}  // namespace sudoku
