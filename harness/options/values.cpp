#include "harness/options/values.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <functional>
#include <limits>
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
constexpr std::array<Unit, 6> kUnits = {
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

constexpr std::string_view kUnfinished = "a closing quote, or a character after a backslash";

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

constexpr std::string_view kTimes = "a time such as 500ms, 10s or 5min (1ns at least)";

// Parses a time; none for other texts, and for times that round to 0, which would mean no limit.
std::optional<Nanoseconds> time_in(std::string_view text) {
  const auto number = leading(text);
  if (!number) return std::nullopt;
  if (number->first == 0 && number->second.empty()) return Nanoseconds(0);
  const auto* const unit = std::ranges::find(kUnits, number->second, &Unit::name);
  if (unit == kUnits.end()) return std::nullopt;
  const double ns = number->first * unit->size;
  // Times are at most 285 years, which also rejects "inf" and "nan".
  if (!(ns < 9e18) || (ns < 1 && ns > 0)) return std::nullopt;
  return Nanoseconds(std::llround(ns));
}

const SolverEntry* solver_named(const std::string& name) {
  const SolverEntry* entry = find_solver(name);
  if (entry != nullptr) return entry;
  if (const MissingEngine* const missing = engine_missing_for(name)) {
    throw base::UsageError("solver '{}' is not in this build; install {} and build again",
                           base::printable(name, kMostQuoted), missing->package);
  }
  throw base::UsageError("there is no solver '{}'{}", base::printable(name, kMostQuoted),
                         base::suggestion(name, solver_names()));
}

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

external::LimitUse parse_limit_use(const std::string& text) {
  return static_cast<external::LimitUse>(
      require_one_of({external::kLimitUses.begin(), external::kLimitUses.end()}, text));
}

bool parse_threads_safe(const std::string& text) {
  return require_one_of({"safe", "unsafe"}, text) == 0;
}

std::uint32_t parse_config(const std::string& text) {
  return static_cast<std::uint32_t>(
      parse_number(text, 0, std::numeric_limits<std::uint32_t>::max()));
}

std::uint64_t parse_batch(const std::string& text) { return parse_number(text, 1, kLargestBatch); }

// A part of the description of a plugin, of a command, or of both.
struct Part {
  std::string_view key;
  bool of_plugin;
  bool of_command;
  void (*set)(external::Spec& spec, const std::string& value);
  ValueType type = ValueType::text;
};

template <auto kMember, auto kParse = std::identity{}>
void set(external::Spec& spec, const std::string& value) {
  spec.*kMember = kParse(value);
}

void set_batch_of_plugin(external::Spec& spec, const std::string& value) {
  spec.takes_batches = true;
  spec.batch = parse_batch(value);
}

constexpr std::array<Part, 13> kParts = {{
    {"name", true, true, set<&external::Spec::name, checked_name>},
    {"version", true, true, set<&external::Spec::version>},
    {"flags", true, true, set<&external::Spec::flags>},
    {"limit", true, true, set<&external::Spec::limit, parse_limit_use>},
    {"fills", true, false, set<&external::Spec::fills_solution, parse_truth>, ValueType::truth},
    {"pencilmarks", true, true, set<&external::Spec::pencilmarks, parse_truth>, ValueType::truth},
    {"threads", true, false, set<&external::Spec::thread_safe, parse_threads_safe>},
    {"library", true, false, set<&external::Spec::library, not_empty>},
    {"symbol", true, false, set<&external::Spec::symbol, not_empty>},
    {"config", true, false, set<&external::Spec::config, parse_config>, ValueType::number},
    {"command", false, true, set<&external::Spec::command, split_command>},
    {"batch", true, false, set_batch_of_plugin, ValueType::number},
    {"batch", false, true, set<&external::Spec::batch, parse_batch>, ValueType::number},
}};

bool is_of(const Part& part, Kind kind) {
  return kind == Kind::plugin ? part.of_plugin : part.of_command;
}

// The part of that name; the end of kParts if there is none.
const Part* part_named(Kind kind, std::string_view key) {
  return std::ranges::find_if(kParts,
                              [&](const Part& p) { return p.key == key && is_of(p, kind); });
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

void take_part(Scanner& in, external::Spec& spec, Kind kind, std::string_view stops) {
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

char escaped(std::string_view text, std::size_t at) {
  if (at == text.size()) reject(kUnfinished, text);
  return text[at];
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
  static constexpr std::array<std::string_view, 4> kYes = {"true", "on", "yes", "1"};
  static constexpr std::array<std::string_view, 4> kNo = {"false", "off", "no", "0"};
  if (std::ranges::count(kYes, text) > 0) return true;
  if (std::ranges::count(kNo, text) > 0) return false;
  reject("yes or no, true or false, on or off", text);
}

std::uint64_t parse_number(const std::string& text, std::uint64_t least, std::uint64_t most) {
  const auto number = base::number_in<std::uint64_t>(text);
  if (number && *number >= least && *number <= most) return *number;
  const std::string to = most == kUnlimited ? "" : fmt::format(" to {}", most);
  reject(fmt::format("a whole number from {}{}", least, to), text);
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
  const auto unit = std::find_if(kUnits.rbegin(), kUnits.rend(),
                                 [ns](const Unit& u) { return std::fmod(ns, u.size) == 0; });
  return fmt::format("{}{}", static_cast<std::uint64_t>(ns / unit->size), unit->name);
}

std::uint64_t parse_size(const std::string& text) {
  static const std::string kExpected =
      "a size such as 512MB, 1GB or 256MiB (32MiB at least, below 1000000TB), or 0 for none";
  const auto number = leading(text);
  if (!number) reject(kExpected, text);
  if (number->first == 0 && number->second.empty()) return 0;
  const auto* const unit = std::ranges::find(kSizeUnits, number->second, &Unit::name);
  if (unit == kSizeUnits.end()) reject(kExpected, text);
  const double bytes = number->first * unit->size;
  if (!(bytes >= kLeastMemory && bytes < 1e18)) reject(kExpected, text);  // rejects inf and nan
  return static_cast<std::uint64_t>(bytes);
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

std::vector<std::string> split_command(std::string_view text) {
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
    } else if (quote == '\0' && (c == '\'' || c == '"')) {
      quote = c;
    } else {
      words.back() += c;
    }
  }
  if (quote != '\0') reject(kUnfinished, text);
  return words;
}

ValueType type_of_part(Kind kind, std::string_view key) {
  const Part* const part = part_named(kind, key);
  return part == kParts.end() ? ValueType::text : part->type;
}

void set_part(external::Spec& spec, Kind kind, std::string_view key, const std::string& value) {
  const auto* const part = part_named(kind, key);
  if (part == kParts.end())
    reject(fmt::format("one of {}", fmt::join(part_names(kind), ", ")), key);
  try {
    part->set(spec, value);
  } catch (const base::UsageError& error) {
    throw base::UsageError("{}: {}", key, error.what());
  }
}

std::vector<std::string_view> part_names(Kind kind) {
  std::vector<std::string_view> names;
  for (const Part& part : kParts)
    if (is_of(part, kind)) names.push_back(part.key);
  return names;
}

void complete_parts(external::Spec& spec, Kind kind) {
  const char* missing = nullptr;
  if (kind == Kind::command && spec.command.empty()) missing = "command";
  if (kind == Kind::plugin && spec.symbol.empty()) missing = "symbol";
  if (kind == Kind::plugin && spec.library.empty()) missing = "library";
  if (missing != nullptr) throw base::UsageError("it has no {}", missing);
  if (spec.name.empty()) set_part(spec, kind, "name", default_name(spec, kind));
}

std::string with_name(Kind kind, const std::string& description, const std::string& name) {
  if (kind == Kind::plugin) return fmt::format("{},name={}", description, name);
  return fmt::format("name={}{}{}", name, begins_with_a_part(description) ? "," : ":", description);
}

bool has_default_name(const external::Spec& spec) {
  return spec.name == default_name(spec, spec.is_plugin() ? Kind::plugin : Kind::command);
}

external::Spec parse_plugin(std::string_view text) {
  external::Spec spec;
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

external::Spec parse_command(std::string_view text) {
  external::Spec spec;
  spec.batch = 0;
  Scanner in(text);
  if (begins_with_a_part(text)) {
    do {
      take_part(in, spec, Kind::command, ",:");
    } while (in.skip(','));
    if (!in.skip(':')) reject("KEY=VALUE[,KEY=VALUE...]:COMMAND", text);
  }
  spec.command = split_command(in.rest());
  if (spec.command.empty()) reject("a command", text);
  complete_parts(spec, Kind::command);
  return spec;
}

}  // namespace sudoku::options
