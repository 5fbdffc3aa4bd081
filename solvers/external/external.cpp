#include "solvers/external/external.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <type_traits>

namespace sudoku {

namespace {

constexpr std::array<std::string_view, 3> kLimitUses = {"honoured", "first", "all"};

// Calls visit(key, member) for each member of an ExternalSpec, const or not.
template <typename Spec, typename Visit>
void for_each_part(Spec& spec, const Visit& visit) {
  visit("name", spec.name);
  visit("library", spec.library);
  visit("symbol", spec.symbol);
  visit("config", spec.config);
  visit("takes_batches", spec.takes_batches);
  visit("batch", spec.batch);
  visit("limit", spec.limit);
  visit("fills_solution", spec.fills_solution);
  visit("thread_safe", spec.thread_safe);
  visit("pencilmarks", spec.pencilmarks);
  visit("version", spec.version);
  visit("flags", spec.flags);
  visit("command", spec.command);
}

void read_part(std::string& part, std::string_view value) {
  part = value;
}

void read_part(std::vector<std::string>& part, std::string_view value) {
  part.emplace_back(value);
}

void read_part(bool& part, std::string_view value) {
  part = value == "1";
}

void read_part(LimitUse& part, std::string_view value) {
  const auto* const found = std::ranges::find(kLimitUses, value);
  if (found == kLimitUses.end()) {
    throw ExternalError("expected honoured, first or all, found '" + std::string(value) + "'");
  }
  part = static_cast<LimitUse>(found - kLimitUses.begin());
}

template <typename Number>
void read_part(Number& part, std::string_view value) {
  const char* const end = value.data() + value.size();
  const auto [stop, error] = std::from_chars(value.data(), end, part);
  if (error != std::errc{} || stop != end) {
    throw ExternalError("expected a number, found '" + std::string(value) + "'");
  }
}

constexpr std::uint64_t kMostInABatch = std::numeric_limits<unsigned>::max();

}  // namespace

SolverInfo info_of(const ExternalSpec& spec) {
  SolverInfo info;
  info.name = spec.name;
  info.proves_uniqueness = spec.limit != LimitUse::first;
  info.counts_solutions = info.proves_uniqueness;
  info.pencilmarks = spec.pencilmarks;
  if (spec.takes_batches || !spec.is_plugin()) {
    info.batch = static_cast<unsigned>(std::clamp<std::uint64_t>(spec.batch, 1, kMostInABatch));
  }
  if (spec.is_plugin()) {
    info.about = spec.symbol;
    info.source = spec.library;
    info.guess = "counted by the plugin";
    info.shows_solution = spec.fills_solution;
    return info;
  }
  info.about = "a command that answers each puzzle with a line";
  if (!spec.command.empty()) info.source = spec.command.front();
  info.guess = "not counted";
  info.shows_solution = false;
  return info;
}

std::string_view name_of(LimitUse use) {
  return kLimitUses[static_cast<std::size_t>(use)];
}

std::vector<std::string> to_words(const ExternalSpec& spec) {
  std::vector<std::string> words;
  const auto add = [&words](std::string_view key, std::string_view value) {
    words.emplace_back(key).append("=").append(value);
  };
  for_each_part(spec, [&add](std::string_view key, const auto& part) {
    using Part = std::decay_t<decltype(part)>;
    if constexpr (std::is_arithmetic_v<Part>) {
      add(key, std::to_string(part));
    } else if constexpr (std::is_same_v<Part, LimitUse>) {
      add(key, name_of(part));
    } else if constexpr (std::is_same_v<Part, std::string>) {
      add(key, part);
    } else {
      for (const std::string& word : part)
        add(key, word);
    }
  });
  return words;
}

ExternalSpec external_from(const std::vector<std::string>& words) {
  ExternalSpec spec;
  for (const std::string& word : words) {
    const std::string_view key = std::string_view(word).substr(0, word.find('='));
    bool is_known = false;
    for_each_part(spec, [&](std::string_view name, auto& part) {
      if (name != key || key.size() == word.size()) return;
      is_known = true;
      read_part(part, std::string_view(word).substr(key.size() + 1));
    });
    if (!is_known) {
      throw ExternalError("expected a key of a solver's description, found '" + word + "'");
    }
  }
  return spec;
}

}  // namespace sudoku
