#include "harness/cli/values.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include <CLI/Error.hpp>
#include <fmt/format.h>

#include "harness/parallel/gang.h"
#include "harness/report/utf8.h"
#include "solvers/nearest.h"
#include "solvers/roster.h"

namespace sudoku {

namespace {

struct Unit {
  std::string_view name;
  double ns;
};

constexpr std::array<Unit, 6> kUnits = {
    {{"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}, {"min", 60e9}, {"h", 3600e9}}};

struct SizeUnit {
  std::string_view name;
  double bytes;
};

constexpr std::array<SizeUnit, 6> kSizeUnits = {{{"MB", 1e6},
                                                 {"GB", 1e9},
                                                 {"TB", 1e12},
                                                 {"MiB", 1ULL << 20U},
                                                 {"GiB", 1ULL << 30U},
                                                 {"TiB", 1ULL << 40U}}};

// A draw has 53 bits, of which this leaves a few.
constexpr double kLeastShare = 1e-15;

// Most characters of a value that a message quotes.
constexpr std::size_t kMostQuoted = 100;

// A worker process needs some of it before it has a solver.
constexpr double kLeastMemory = 32ULL << 20U;

// The number at the start of the text, which has no sign, and what follows it.
template <typename Number>
std::optional<std::pair<Number, std::string_view>> leading(std::string_view text) {
  if (text.starts_with('-')) return std::nullopt;
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return std::nullopt;
  return std::pair(number, text.substr(static_cast<std::size_t>(end - text.data())));
}

template <typename Number>
std::optional<Number> whole(std::string_view text) {
  const auto found = leading<Number>(text);
  if (!found || !found->second.empty()) return std::nullopt;
  return found->first;
}

constexpr std::string_view kTimes = "a time such as 500ms, 10s or 5min (1ns at least)";

// None for what is no time, or rounds to none: that would mean something else.
std::optional<std::chrono::nanoseconds> time_in(std::string_view text) {
  const auto number = leading<double>(text);
  if (!number) return std::nullopt;
  if (number->first == 0 && number->second.empty()) return std::chrono::nanoseconds(0);
  const auto* const unit = std::ranges::find(kUnits, number->second, &Unit::name);
  if (unit == kUnits.end()) return std::nullopt;
  const double ns = number->first * unit->ns;
  // 285 years; also keeps out "inf" and "nan".
  if (!(ns < 9e18) || (ns < 1 && ns > 0)) return std::nullopt;
  return std::chrono::nanoseconds(std::llround(ns));
}

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == ',') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

const SolverEntry* solver_named(const std::string& name) {
  const SolverEntry* entry = find_solver(name);
  if (entry != nullptr) return entry;
  if (const MissingEngine* const missing = engine_missing_for(name)) {
    throw CLI::ValidationError(
        fmt::format("solver '{}' is not in this build; install {} and build again",
                    printable(name, kMostQuoted), missing->package));
  }
  throw CLI::ValidationError(fmt::format("there is no solver '{}'{}", printable(name, kMostQuoted),
                                         suggestion(name, solver_names())));
}

std::vector<const SolverEntry*> without_repeats(const std::vector<const SolverEntry*>& solvers) {
  std::vector<const SolverEntry*> unique;
  for (const SolverEntry* entry : solvers) {
    if (std::ranges::count(unique, entry) == 0) unique.push_back(entry);
  }
  return unique;
}

}  // namespace

std::optional<double> parse_share(std::string_view text) {
  const auto number = leading<double>(text);
  if (!number) return std::nullopt;
  const auto [value, rest] = *number;
  if (rest.empty()) return value;
  if (rest == "%") return value / 100;
  if (rest.front() != '/') return std::nullopt;
  const auto divisor = whole<double>(rest.substr(1));
  if (!divisor || *divisor <= 0) return std::nullopt;
  return value / *divisor;
}

void reject(std::string_view expected, std::string_view found) {
  throw CLI::ValidationError(
      fmt::format("expected {}, found '{}'", expected, printable(found, kMostQuoted)));
}

void require_one_of(const std::vector<std::string>& choices, const std::string& text) {
  if (std::ranges::find(choices, text) != choices.end()) return;
  std::string expected = choices.front();
  for (std::size_t i = 1; i < choices.size(); ++i)
    expected += (i + 1 == choices.size() ? " or " : ", ") + choices[i];
  reject(expected, text);
}

std::uint64_t parse_number(const std::string& text, std::uint64_t least, std::uint64_t most) {
  const auto number = whole<std::uint64_t>(text);
  if (number && *number >= least && *number <= most) return *number;
  const std::string to = most == kUnlimited ? "" : fmt::format(" to {}", most);
  reject(fmt::format("a whole number from {}{}", least, to), text);
}

std::chrono::nanoseconds parse_time(const std::string& text) {
  if (const auto time = time_in(text)) return *time;
  reject(fmt::format("{}, or 0 for none", kTimes), text);
}

std::chrono::nanoseconds parse_wait(const std::string& text) {
  const auto time = time_in(text);
  if (time && time->count() > 0) return *time;
  reject(kTimes, text);
}

std::string format_time(std::chrono::nanoseconds time) {
  const auto ns = static_cast<double>(time.count());
  if (ns == 0) return "0";
  // The largest unit that divides it.
  const auto unit = std::find_if(kUnits.rbegin(), kUnits.rend(),
                                 [ns](const Unit& u) { return std::fmod(ns, u.ns) == 0; });
  return fmt::format("{}{}", static_cast<std::uint64_t>(ns / unit->ns), unit->name);
}

std::uint64_t parse_size(const std::string& text) {
  static const std::string kExpected =
      "a size such as 512MB, 1GB or 256MiB (32MiB at least, below 1000000TB), or 0 for none";
  const auto number = leading<double>(text);
  if (!number) reject(kExpected, text);
  if (number->first == 0 && number->second.empty()) return 0;
  const auto* const unit = std::ranges::find(kSizeUnits, number->second, &SizeUnit::name);
  if (unit == kSizeUnits.end()) reject(kExpected, text);
  const double bytes = number->first * unit->bytes;
  if (!(bytes >= kLeastMemory && bytes < 1e18)) reject(kExpected, text);  // nor "inf" and "nan"
  return static_cast<std::uint64_t>(bytes);
}

std::vector<unsigned> parse_threads(const std::string& text) {
  std::vector<unsigned> threads;
  for (const std::string& part : split(text)) {
    const auto number = whole<unsigned>(part);
    if (!number || *number < 1 || *number > Gang::kMaxThreads) {
      reject(fmt::format("a number of threads from 1 to {}", Gang::kMaxThreads), part);
    }
    threads.push_back(*number);
  }
  std::ranges::sort(threads);
  threads.erase(std::unique(threads.begin(), threads.end()), threads.end());
  return threads;
}

std::vector<const SolverEntry*> parse_solvers(const std::string& text) {
  std::vector<const SolverEntry*> solvers;
  if (text == "none") return solvers;
  for (const std::string& name : split(text)) {
    if (name == "all") {
      std::ranges::copy_if(roster(), std::back_inserter(solvers),
                           [](const SolverEntry* entry) { return entry->info.ranked; });
      continue;
    }
    const SolverEntry* entry = solver_named(name);
    if (entry->info.name == "null") {
      throw CLI::ValidationError(fmt::format(
          "'{}' measures the harness in every run and is not ranked; name another solver", name));
    }
    solvers.push_back(entry);
  }
  return without_repeats(solvers);
}

double parse_part(const std::string& text) {
  const auto share = parse_share(text);
  if (!share || !(*share > 0) || *share > 1) reject("a share such as 5% or 0.05", text);
  return *share;
}

void parse_sample(const std::string& text, RaceSettings& settings) {
  if (const auto count = whole<std::uint64_t>(text); count && *count >= 2) {
    settings.sample_count = count;
    return;
  }
  const auto share = parse_share(text);
  if (!share || !(*share >= kLeastShare) || *share > 1) {
    reject("a number of puzzles (at least 2) or a share such as 0.01, 1% or 1/100 (1e-15 at least)",
           text);
  }
  settings.sample_rate = share;
}

Shard parse_shard(const std::string& text) {
  const std::size_t slash = std::min(text.find('/'), text.size());
  const auto number = whole<std::uint64_t>(text.substr(0, slash));
  const auto of = whole<std::uint64_t>(text.substr(std::min(slash + 1, text.size())));
  if (!number || !of || *number < 1 || *number > *of || *of > Shard::kMostParts) {
    reject("a part and their number, I/N, with I from 1 to N", text);
  }
  return {.number = *number, .of = *of};
}

}  // namespace sudoku
