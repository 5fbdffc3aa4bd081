#include "solvers/external/external.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

namespace sudoku {

namespace {

constexpr std::array<std::string_view, 3> kLimitUses = {"honoured", "first", "all"};

std::string word(std::string_view key, std::string_view value) {
  std::string text(key);
  text += '=';
  text += value;
  return text;
}

template <typename Number>
Number number_of(std::string_view value) {
  Number number = 0;
  const char* const end = value.data() + value.size();
  const auto [stop, error] = std::from_chars(value.data(), end, number);
  if (error != std::errc{} || stop != end) {
    throw ExternalError("expected a number, found '" + std::string(value) + "'");
  }
  return number;
}

LimitUse limit_use_of(std::string_view value) {
  const auto* const found = std::ranges::find(kLimitUses, value);
  if (found == kLimitUses.end()) {
    throw ExternalError("expected a use of the limit, found '" + std::string(value) + "'");
  }
  return static_cast<LimitUse>(found - kLimitUses.begin());
}

// A part of a spec, written as a word `key=value`.
struct Field {
  std::string_view key;
  void (*take)(ExternalSpec& spec, std::string_view value);
};

constexpr std::array<Field, 11> kFields = {{
    {"name", [](ExternalSpec& spec, std::string_view value) { spec.name = value; }},
    {"library", [](ExternalSpec& spec, std::string_view value) { spec.library = value; }},
    {"symbol", [](ExternalSpec& spec, std::string_view value) { spec.symbol = value; }},
    {"config", [](ExternalSpec& spec,
                  std::string_view value) { spec.config = number_of<std::uint32_t>(value); }},
    {"command",
     [](ExternalSpec& spec, std::string_view value) { spec.command.emplace_back(value); }},
    {"batch", [](ExternalSpec& spec,
                 std::string_view value) { spec.batch = number_of<std::uint64_t>(value); }},
    {"limit", [](ExternalSpec& spec, std::string_view value) { spec.limit = limit_use_of(value); }},
    {"fills_solution",
     [](ExternalSpec& spec, std::string_view value) { spec.fills_solution = value == "1"; }},
    {"thread_safe",
     [](ExternalSpec& spec, std::string_view value) { spec.thread_safe = value == "1"; }},
    {"version", [](ExternalSpec& spec, std::string_view value) { spec.version = value; }},
    {"flags", [](ExternalSpec& spec, std::string_view value) { spec.flags = value; }},
}};

constexpr std::uint64_t kMostInABatch = std::numeric_limits<unsigned>::max();

}  // namespace

SolverInfo info_of(const ExternalSpec& spec) {
  SolverInfo info;
  info.name = spec.name;
  info.proves_uniqueness = spec.limit != LimitUse::first;
  info.counts_solutions = info.proves_uniqueness;
  if (spec.is_plugin()) {
    info.about = spec.symbol;
    info.source = spec.library;
    info.guess = "as the plugin counts them";
    info.shows_solution = spec.fills_solution;
    return info;
  }
  info.about = "a command that answers a line per puzzle";
  if (!spec.command.empty()) info.source = spec.command.front();
  info.guess = "not counted";
  info.shows_solution = false;
  info.batch = static_cast<unsigned>(std::clamp<std::uint64_t>(spec.batch, 1, kMostInABatch));
  return info;
}

std::vector<std::string> to_words(const ExternalSpec& spec) {
  std::vector<std::string> words = {word("name", spec.name),
                                    word("library", spec.library),
                                    word("symbol", spec.symbol),
                                    word("config", std::to_string(spec.config)),
                                    word("batch", std::to_string(spec.batch)),
                                    word("limit", kLimitUses[static_cast<std::size_t>(spec.limit)]),
                                    word("fills_solution", spec.fills_solution ? "1" : "0"),
                                    word("thread_safe", spec.thread_safe ? "1" : "0"),
                                    word("version", spec.version),
                                    word("flags", spec.flags)};
  for (const std::string& part : spec.command)
    words.push_back(word("command", part));
  return words;
}

ExternalSpec external_from(const std::vector<std::string>& words) {
  ExternalSpec spec;
  for (const std::string& text : words) {
    const std::string_view key = std::string_view(text).substr(0, text.find('='));
    const auto* const field = std::ranges::find(kFields, key, &Field::key);
    if (field == kFields.end() || key.size() == text.size()) {
      throw ExternalError("expected a part of a solver's description, found '" + text + "'");
    }
    field->take(spec, std::string_view(text).substr(key.size() + 1));
  }
  return spec;
}

}  // namespace sudoku
