#include "harness/result/json.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/base/input.h"
#include "harness/result/fields.h"

namespace sudoku::result {

namespace {

using base::Json;
using base::SortedJson;
using Techniques = std::array<std::uint64_t, kTechniques>;

bool is_series(const Json& value) {
  return value.is_array() &&
         std::ranges::all_of(value, [](const Json& item) { return item.is_primitive(); });
}

// Prints JSON with arrays of numbers, and all else that fits, on one line: histograms stay short.
void print(const Json& value, std::size_t indent, std::string& text) {
  constexpr std::size_t kLine = 100;
  std::string line = base::json_text(value);
  if (indent + line.size() <= kLine || is_series(value) || value.is_primitive()) {
    text += line;
    return;
  }
  const std::string margin(indent + 1, ' ');
  text += value.is_array() ? "[" : "{";
  const char* separator = "\n";
  for (const auto& [key, item] : value.items()) {
    text += separator + margin;
    if (value.is_object()) text += base::json_text(Json(key)) + ": ";
    print(item, indent + 1, text);
    separator = ",\n";
  }
  text += "\n" + std::string(indent, ' ') + (value.is_array() ? "]" : "}");
}

// Description of a JSON value for messages: "expected …, found …".
std::string found(const SortedJson& value) {
  constexpr std::size_t kMostLetters = 40;
  if (value.is_object()) return "an object";
  if (value.is_array()) return "an array";
  std::string text = value.dump(-1, ' ', false, SortedJson::error_handler_t::replace);
  return text.size() <= kMostLetters ? text
                                     : fmt::format("a text of {} characters", text.size() - 2);
}

// A result document includes figures for readers. A journal holds sums to be merged: no figures,
// and no fields that equal those of a new record.
enum class Form { document, journal };

// Position of a value in a JSON text, for messages.
struct Place {
  const std::string& name;  // name of the JSON text
  std::string pointer;

  Place operator/(std::string_view member) const {
    Place inner{.name = name, .pointer = fmt::format("{}/{}", pointer, member)};
    std::ranges::replace(inner.pointer, '.', '/');
    return inner;
  }

  Place operator/(std::size_t index) const { return *this / fmt::to_string(index); }

  [[noreturn]] void fail(const char* expected, const SortedJson& value) const {
    throw base::InputError("{}: {}: expected {}, found {}", name,
                           pointer.empty() ? "the document" : pointer, expected, found(value));
  }

  [[noreturn]] void fail_for_absence() const {
    throw base::InputError("{}: {}: this field is missing", name, pointer);
  }
};

class Reader {
 public:
  explicit Reader(Form form) : form_(form) {}

  template <HasTable Record>
  void read(const SortedJson& object, const Place& place, Record& record) const {
    for_each_field<Record>([&]<typename Line>(const Line& line) {
      if constexpr (kIsStored<Line>) read_field(object, place, record, line);
    });
    if (form_ == Form::journal) return;
    for_each_field<Record>([&]<typename Line>(const Line& line) {
      if constexpr (requires { std::invoke(line.restore, record, 0.0); }) {
        const SortedJson* const value = find(object, place, line.name);
        if (value == nullptr) return;
        double figure = 0;
        read(*value, place / line.name, figure);
        std::invoke(line.restore, record, figure);
      }
    });
  }

 private:
  template <typename Record, typename Line>
  void read_field(const SortedJson& object, const Place& place, Record& record,
                  const Line& line) const {
    if (form_ == Form::document && (line.flags & kJournalOnly) != 0) return;
    if (const SortedJson* const value = find(object, place, line.name)) {
      read(*value, place / line.name, record.*line.member, line.flags);
    } else if (form_ == Form::document && (line.flags & kLater) == 0) {
      (place / line.name).fail_for_absence();
    }
  }

  static const SortedJson& member(const SortedJson& object, const Place& place,
                                  std::string_view name) {
    const SortedJson* const member = find(object, place, name);
    if (member == nullptr) (place / name).fail_for_absence();
    return *member;
  }

  // Member of a JSON object, or of an object in it ("guesses.mean"); null when there is none.
  static const SortedJson* find(const SortedJson& object, const Place& place,
                                std::string_view name) {
    if (!object.is_object()) place.fail("an object", object);
    const std::size_t point = name.find('.');
    const auto member = object.find(name.substr(0, point));
    if (member == object.end()) return nullptr;
    if (point == std::string_view::npos) return &*member;
    return find(*member, place / name.substr(0, point), name.substr(point + 1));
  }

  template <typename T>
  void read(const SortedJson& value, const Place& place, T& target, unsigned flags) const {
    if constexpr (std::same_as<T, std::uint64_t>) {
      if ((flags & kHex) != 0) return read_hex(value, place, target);
      if ((flags & kPicoseconds) != 0 && form_ == Form::document) {
        double ns = 0;
        read(value, place, ns);
        target = rounded(ns * 1000);
        return;
      }
    }
    read(value, place, target);
    if constexpr (std::is_arithmetic_v<T>) {
      if ((flags & kPositive) != 0 && !(target > 0)) place.fail("a number above 0", value);
    }
  }

  static void read_hex(const SortedJson& value, const Place& place, std::uint64_t& target) {
    const std::string text = value.is_string() ? value.get<std::string>() : "";
    const char* end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data(), end, target, 16);
    if (text.size() != 16 || parsed.ptr != end || parsed.ec != std::errc{})
      place.fail("16 hexadecimal digits", value);
  }

  template <typename T>
  void read(const SortedJson& value, const Place& place, std::vector<T>& values) const {
    if (!value.is_array()) place.fail("an array", value);
    values.resize(value.size());
    for (std::size_t i = 0; i < values.size(); ++i)
      read(value[i], place / i, values[i]);
  }

  template <typename T>
  void read(const SortedJson& value, const Place& place, std::optional<T>& target) const {
    if (!value.is_null()) read(value, place, target.emplace());
  }

  template <HasLists Counts>
  void read(const SortedJson& value, const Place& place, Counts& counts) const {
    for (const auto& [name, list] : Counts::kLists)
      read(member(value, place, name), place / name, counts.*list);
    for (const auto& [name, list] : Counts::kLists) {
      if ((counts.*list).size() != counts.count.size())
        (place / "count").fail(Counts::kOnePer, value["count"]);
    }
  }

  void read(const SortedJson& value, const Place& place, base::Estimate& estimate) const {
    std::vector<double> ends;
    read(member(value, place, "median"), place / "median", estimate.median);
    read(member(value, place, "ci95"), place / "ci95", ends);
    if (ends.size() != 2) (place / "ci95").fail("the two ends of an interval", value["ci95"]);
    estimate.low = ends[0];
    estimate.high = ends[1];
    const auto [median, low, high] = estimate;
    if (median <= 0) (place / "median").fail("a number above 0 or null", value["median"]);
    const bool has_interval = low > 0 && low <= median && median <= high;
    if (!has_interval && !(std::isnan(low) && std::isnan(high)))
      (place / "ci95").fail("positive ends around the median, or two times null", value["ci95"]);
  }

  static void read(const SortedJson& value, const Place& place, Outcome& target) {
    target = Outcome::unanswered;
    if (value.is_null()) return;
    for (std::size_t i = 0; i + 1 < kOutcomes; ++i) {
      if (value == name_of(static_cast<Outcome>(i))) target = static_cast<Outcome>(i);
    }
    if (target == Outcome::unanswered) place.fail("the name of an outcome", value);
  }

  static void read(const SortedJson& value, const Place& place, Doubt& target) {
    const auto* const known =
        std::ranges::find_if(kDoubts, [&value](std::string_view name) { return value == name; });
    if (known == kDoubts.end()) place.fail("a reason", value);
    target = static_cast<Doubt>(known - kDoubts.begin());
  }

  static void read(const SortedJson& value, const Place& place, OutcomeCounts& counts) {
    for (std::size_t i = 0; i + 1 < counts.size(); ++i) {
      const std::string outcome(name_of(static_cast<Outcome>(i)));
      read(member(value, place, outcome), place / outcome, counts[i]);
    }
  }

  // A technique that is missing in the document was needed by no puzzle.
  static void read(const SortedJson& value, const Place& place, Techniques& counts) {
    for (std::size_t i = 0; i < counts.size(); ++i) {
      const std::string technique(name_of(static_cast<Technique>(i)));
      if (const SortedJson* const count = find(value, place, technique))
        read(*count, place / technique, counts[i]);
    }
  }

  void read(const SortedJson& value, const Place& place, SettingsRecord& settings) const {
    // Options of the run that this version does not know are kept, to be written again.
    for (const auto& [name, setting] : value.items()) {
      if (setting.is_boolean()) settings.set(name, setting.get<bool>());
      if (setting.is_number_unsigned()) settings.set(name, setting.get<std::uint64_t>());
      if (setting.is_number_float()) settings.set(name, setting.get<double>());
      if (setting.is_string()) settings.set(name, setting.get<std::string>());
    }
    const auto look_up = [&](auto key) {
      typename decltype(key)::Type found{};
      read(member(value, place, key.name), place / key.name, found);
      settings.set(key, found);
    };
    std::apply([&look_up](const auto&... key) { (look_up(key), ...); }, kEverySetting);
    if (value.contains(kProcesses.name)) look_up(kProcesses);
    read(member(value, place, "suite"), place / "suite", settings.suite);
  }

  static void read(const SortedJson& value, const Place& place, std::string& target) {
    if (!value.is_string()) place.fail("a text", value);
    target = value.get<std::string>();
  }

  static void read(const SortedJson& value, const Place& place, bool& target) {
    if (!value.is_boolean()) place.fail("true or false", value);
    target = value.get<bool>();
  }

  static void read(const SortedJson& value, const Place& place, double& target) {
    if (!value.is_number() && !value.is_null()) place.fail("a number or null", value);
    target = value.is_null() ? std::numeric_limits<double>::quiet_NaN() : value.get<double>();
  }

  template <std::integral T>
  static void read(const SortedJson& value, const Place& place, T& target) {
    // nlohmann::json stores every non-negative whole number as unsigned.
    const bool fits = value.is_number_unsigned() && std::in_range<T>(value.get<std::uint64_t>());
    if (!fits) place.fail("a whole number", value);
    target = value.get<T>();
  }

  Form form_;
};

// Line and column of a byte in a JSON text: errors of nlohmann::json give only the byte.
std::string place_of(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, byte);
  const auto line = std::ranges::count(before, '\n') + 1;
  const std::size_t column = byte - (before.rfind('\n') + 1);  // 0-based; npos + 1 is 0 in line 1
  return fmt::format("{}:{}", line, column + 1);
}

// Deepest nesting of JSON accepted. To copy a value takes stack for each level, and foreign
// documents may have millions of levels; the program writes far fewer.
constexpr int kDeepest = 100;

SortedJson parse(std::string_view text, const std::string& name) {
  const auto watch = [&name](int depth, SortedJson::parse_event_t, const SortedJson&) {
    if (depth <= kDeepest) return true;
    throw base::InputError("{}: expected a result document, found one that is nested too deeply",
                           name);
  };
  try {
    return SortedJson::parse(text, watch);
  } catch (const SortedJson::parse_error& error) {
    if (error.byte > text.size())
      throw base::InputError("{}: expected a result document, but it ends too early", name);
    throw base::InputError("{}:{}: expected a result document, found text that is not JSON", name,
                           place_of(text, error.byte - 1));
  } catch (const SortedJson::out_of_range&) {
    throw base::InputError("{}: expected a result document, found a number that is too large",
                           name);
  }
}

void require_schema(const SortedJson& document, const std::string& name) {
  const SortedJson version =
      document.is_object() ? document.value("schema_version", SortedJson()) : SortedJson();
  if (version == kSchemaVersion) return;
  throw base::InputError("{}: /schema_version: expected {}, found {}", name, kSchemaVersion,
                         version.is_null() ? "none" : found(version));
}

class Writer {
 public:
  explicit Writer(Form form) : form_(form) {}

  template <HasTable Record>
  Json json_of(const Record& record) const {
    static const Record kNew{};
    Json object = Json::object();
    for_each_field<Record>([&]<typename Line>(const Line& line) {
      if constexpr (kIsStored<Line>) {
        if (!is_of_form(line)) return;
        Json value = json_of(record.*line.member, line.flags);
        if (!is_left_out(line, value, kNew)) member_of(object, line.name) = std::move(value);
      } else if (form_ == Form::document) {
        const std::optional<double> figure = std::invoke(line.value, record);
        if (figure) member_of(object, line.name) = json_of(*figure);
      }
    });
    return object;
  }

 private:
  // Whether the text has the field at all.
  template <typename Line>
  bool is_of_form(const Line& line) const {
    if (form_ == Form::document) return (line.flags & kJournalOnly) == 0;
    return !std::same_as<decltype(line.merge), Derived>;
  }

  template <typename Line, typename Record>
  bool is_left_out(const Line& line, const Json& value, const Record& initial) const {
    if (form_ == Form::document) return (line.flags & kLater) != 0 && value.is_null();
    return value == json_of(initial.*line.member, line.flags);
  }

  static Json& member_of(Json& object, std::string_view name) {
    const std::size_t point = name.find('.');
    Json& member = object[std::string(name.substr(0, point))];
    return point == std::string_view::npos ? member : member_of(member, name.substr(point + 1));
  }

  template <typename T>
  Json json_of(const T& value, unsigned flags) const {
    if constexpr (std::same_as<T, std::uint64_t>) {
      // Most readers keep JSON numbers in doubles, which hold 53 bits.
      if ((flags & kHex) != 0) return fmt::format("{:016x}", value);
      if ((flags & kPicoseconds) != 0 && form_ == Form::document)
        return static_cast<double>(value) / 1000;
    }
    return json_of(value);
  }

  template <typename T>
  Json json_of(const std::vector<T>& values) const {
    return base::json_list(values, [&](const T& value) { return json_of(value); });
  }

  template <typename T>
  Json json_of(const std::optional<T>& value) const {
    return value ? json_of(*value) : Json();
  }

  template <HasLists Counts>
  static Json json_of(const Counts& counts) {
    Json object = Json::object();
    for (const auto& [name, list] : Counts::kLists)
      object[name] = counts.*list;
    return object;
  }

  static Json json_of(const base::Estimate& estimate) {
    return {{"median", json_of(estimate.median)},
            {"ci95", Json::array({json_of(estimate.low), json_of(estimate.high)})}};
  }

  static Json json_of(Outcome outcome) {
    return outcome == Outcome::unanswered ? Json() : Json(name_of(outcome));
  }

  static Json json_of(Doubt doubt) { return kDoubts.at(static_cast<std::size_t>(doubt)); }

  // Outcome counts without `unanswered`, which the checker turns into `wrong` before recording.
  static Json json_of(const OutcomeCounts& counts) {
    Json object = Json::object();
    for (std::size_t i = 0; i + 1 < counts.size(); ++i)
      object[std::string(name_of(static_cast<Outcome>(i)))] = counts[i];
    return object;
  }

  static Json json_of(const Techniques& counts) {
    Json object = Json::object();
    for (std::size_t i = 0; i < counts.size(); ++i)
      if (counts[i] > 0) object[std::string(name_of(static_cast<Technique>(i)))] = counts[i];
    return object;
  }

  Json json_of(const SettingsRecord& settings) const {
    Json object = Json::object();
    for (const auto& [name, setting] : settings.all())
      object[name] = std::visit([](const auto& value) { return json_of(value); }, setting);
    object["suite"] = json_of(settings.suite);
    return object;
  }

  static Json json_of(const std::string& value) { return value; }

  static Json json_of(std::integral auto value) { return value; }

  static Json json_of(const double& value) { return std::isfinite(value) ? Json(value) : Json(); }

  Form form_;
};

}  // namespace

std::string to_json(const RunResult& run) {
  Json document = {{"schema_version", kSchemaVersion}};
  document.update(Writer(Form::document).json_of(run));
  std::string text;
  print(document, 0, text);
  return text + "\n";
}

RunResult from_json(std::string_view text, const std::string& name) {
  const SortedJson document = parse(text, name);
  require_schema(document, name);
  RunResult run;
  Reader(Form::document).read(document, {.name = name, .pointer = ""}, run);
  require_consistent(run, name);
  return run;
}

RunResult read_result(const std::string& path) {
  return from_json(base::text_file(path, "a result document"), path);
}

base::Json json_of(const DatasetRows& rows) { return Writer(Form::journal).json_of(rows); }

DatasetRows dataset_rows_of(const base::SortedJson& json, const std::string& name) {
  DatasetRows rows;
  Reader(Form::journal).read(json, {.name = name, .pointer = ""}, rows);
  return rows;
}

}  // namespace sudoku::result
