#include "harness/options/values.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/base/errors.h"
#include "harness/base/nearest.h"
#include "harness/base/text.h"
#include "harness/base/time.h"
#include "harness/parallel/thread_pool.h"
#include "solvers/roster.h"

namespace sudoku::options {

namespace {

struct Unit {
  std::string_view name;
  double size;
};

// Units of time, in nanoseconds.
constexpr std::array<Unit, 6> kTimeUnits = {
    {{"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}, {"min", 60e9}, {"h", 3600e9}}};

// Units of size, in bytes.
constexpr std::array<Unit, 6> kSizeUnits = {{{"MB", 1e6},
                                             {"GB", 1e9},
                                             {"TB", 1e12},
                                             {"MiB", 1ULL << 20U},
                                             {"GiB", 1ULL << 30U},
                                             {"TiB", 1ULL << 40U}}};

// Most bytes of an option's value that a message quotes.
constexpr std::size_t kMostQuoted = 100;

// Smallest memory limit: a worker process needs some memory before it has a solver.
constexpr double kLeastMemory = 32ULL << 20U;

// The unsigned number at the start of a text, and the text that follows it.
std::optional<std::pair<double, std::string_view>> leading(std::string_view text) {
  if (text.starts_with('-')) return std::nullopt;
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return std::nullopt;
  return std::pair(number, text.substr(static_cast<std::size_t>(end - text.data())));
}

// The quantity that a text gives as a number and a unit, or as "0"; none for other texts.
std::optional<double> quantity_in(std::string_view text, const std::array<Unit, 6>& units) {
  const auto number = leading(text);
  if (!number) return std::nullopt;
  if (number->first == 0 && number->second.empty()) return 0;
  const auto* const unit = std::ranges::find(units, number->second, &Unit::name);
  if (unit == units.end()) return std::nullopt;
  return number->first * unit->size;
}

constexpr std::string_view kTimes = "a time such as 500ms, 10s or 5min (1ns at least)";

// Parses a time; none for other texts, and for times that round to 0, which would mean no limit.
std::optional<Nanoseconds> time_in(std::string_view text) {
  const auto ns = quantity_in(text, kTimeUnits);
  // Times are at most 285 years, which also rejects "inf" and "nan".
  if (!ns || !(*ns < 9e18) || (*ns < 1 && *ns > 0)) return std::nullopt;
  return Nanoseconds(std::llround(*ns));
}

const SolverEntry* solver_named(const std::string& name) {
  const SolverEntry* entry = find_solver(name);
  if (entry != nullptr) return entry;
  if (const auto missing = missing_engine_for(name)) {
    throw base::UsageError("solver '{}' is not in this build ({}); install {} and build again",
                           base::printable(name, kMostQuoted), missing->why, missing->package);
  }
  throw base::UsageError("there is no solver '{}'{}", base::printable(name, kMostQuoted),
                         base::suggestion(name, solver_names()));
}

}  // namespace

void reject(std::string_view expected, std::string_view found) {
  throw base::UsageError("expected {}, found '{}'", expected, base::printable(found, kMostQuoted));
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (;;) {
    const std::size_t end = std::min(text.find(separator), text.size());
    parts.emplace_back(text.substr(0, end));
    if (end == text.size()) return parts;
    text.remove_prefix(end + 1);
  }
}

std::vector<std::string> choices_in(std::string_view value) {
  const bool has_type = std::ranges::any_of(value, [](char c) { return c >= 'A' && c <= 'Z'; });
  const bool has_choices = value.find('|') != std::string_view::npos && !has_type;
  return has_choices ? split(value, '|') : std::vector<std::string>();
}

std::size_t require_one_of(const std::vector<std::string>& choices, const std::string& text) {
  const auto found = std::ranges::find(choices, text);
  if (found != choices.end()) return static_cast<std::size_t>(found - choices.begin());
  const auto last = choices.end() - 1;
  reject(fmt::format("{} or {}", fmt::join(choices.begin(), last, ", "), *last), text);
}

bool parse_truth(const std::string& text) {
  static constexpr std::string_view kYes[] = {"true", "on", "yes", "1"};
  static constexpr std::string_view kNo[] = {"false", "off", "no", "0"};
  if (std::ranges::count(kYes, text) > 0) return true;
  if (std::ranges::count(kNo, text) > 0) return false;
  reject("yes or no, true or false, on or off", text);
}

std::uint64_t parse_number(const std::string& text, NumberRange range) {
  const auto number = base::number_in<std::uint64_t>(text);
  if (number && *number >= range.least && *number <= range.most) return *number;
  const std::string to = range.most == kUnlimited ? "" : fmt::format(" to {}", range.most);
  reject(fmt::format("a whole number from {}{}", range.least, to), text);
}

Nanoseconds parse_time(const std::string& text) {
  if (const auto time = time_in(text)) return *time;
  reject(fmt::format("{}, or 0 for none", kTimes), text);
}

Nanoseconds parse_wait(const std::string& text) {
  const auto time = time_in(text);
  if (time && time->count() > 0) return *time;
  reject(kTimes, text);
}

std::string format_time(Nanoseconds time) {
  const auto ns = static_cast<double>(time.count());
  if (ns == 0) return "0";
  // The largest unit that divides the time.
  const auto unit = std::find_if(kTimeUnits.rbegin(), kTimeUnits.rend(),
                                 [ns](const Unit& u) { return std::fmod(ns, u.size) == 0; });
  return fmt::format("{}{}", static_cast<std::uint64_t>(ns / unit->size), unit->name);
}

std::uint64_t parse_size(const std::string& text) {
  const auto bytes = quantity_in(text, kSizeUnits);
  const bool is_none = bytes == 0 && leading(text)->second.empty();
  if (is_none || (bytes && *bytes >= kLeastMemory && *bytes < 1e18))
    return static_cast<std::uint64_t>(*bytes);
  reject("a size such as 512MB, 1GB or 256MiB (32MiB at least, below 1000000TB), or 0 for none",
         text);
}

std::vector<unsigned> parse_threads(const std::string& text) {
  std::set<unsigned> threads;
  for (const std::string& part : split(text, ',')) {
    const auto number = base::number_in<unsigned>(part);
    if (!number || *number < 1 || *number > parallel::ThreadPool::kMaxThreads) {
      reject(fmt::format("a number of threads from 1 to {}", parallel::ThreadPool::kMaxThreads),
             part);
    }
    threads.insert(*number);
  }
  return {threads.begin(), threads.end()};
}

std::vector<const SolverEntry*> parse_solvers(const std::string& text) {
  std::vector<const SolverEntry*> solvers;
  const auto add = [&solvers](const SolverEntry* entry) {
    if (std::ranges::count(solvers, entry) == 0) solvers.push_back(entry);
  };
  if (text == "none") return solvers;
  for (const std::string& name : split(text, ',')) {
    if (name == "all") {
      for (const SolverEntry* entry : roster())
        if (entry->info.ranked) add(entry);
      continue;
    }
    const SolverEntry* entry = solver_named(name);
    if (entry->info.name == "null") {
      throw base::UsageError(
          "'{}' measures the harness in every run and is not ranked; name another solver", name);
    }
    add(entry);
  }
  return solvers;
}

std::optional<double> parse_share(std::string_view text) {
  const auto number = leading(text);
  if (!number) return std::nullopt;
  const auto [value, rest] = *number;
  if (rest.empty()) return value;
  if (rest == "%") return value / 100;
  if (rest.front() != '/') return std::nullopt;
  const auto divisor = base::number_in<double>(rest.substr(1));
  if (!divisor || *divisor <= 0) return std::nullopt;
  return value / *divisor;
}

double parse_part(const std::string& text) {
  const auto share = parse_share(text);
  if (!share || !(*share > 0) || *share > 1) reject("a share such as 5% or 0.05", text);
  return *share;
}

double parse_precision(const std::string& text) { return text == "0" ? 0 : parse_part(text); }

void take_named(const std::string& name, const std::function<void()>& take) {
  try {
    take();
  } catch (const base::UsageError& error) {
    throw base::UsageError("{}: {}", name, error.what());
  }
}

}  // namespace sudoku::options
