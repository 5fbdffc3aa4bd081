#include "harness/result/json.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <limits>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/base/input.h"
#include "harness/base/json.h"
#include "harness/result/consistency.h"
#include "harness/result/fields.h"

namespace sudoku::result {

namespace {

using base::Json;
using base::SortedJson;
using Outcomes = std::array<std::uint64_t, kOutcomes>;
using Techniques = std::array<std::uint64_t, kTechniques>;

constexpr std::size_t kMostLetters = 40;

bool is_series(const Json& value) {
  return value.is_array() &&
         std::ranges::all_of(value, [](const Json& item) { return item.is_primitive(); });
}

constexpr std::size_t kLine = 100;

// What fits on a line stays on one, and so do arrays of numbers, whatever their length: a block or
// a histogram is a few lines of the document and not hundreds.
void print(const Json& value, std::size_t indent, std::string& text) {
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

// One line per small value, and a last line's end.
std::string laid_out(const Json& document) {
  std::string text;
  print(document, 0, text);
  return text + "\n";
}

// What a message shows of a value.
std::string found(const SortedJson& value) {
  if (value.is_object()) return "an object";
  if (value.is_array()) return "an array";
  std::string text = value.dump(-1, ' ', false, SortedJson::error_handler_t::replace);
  return text.size() <= kMostLetters ? text
                                     : fmt::format("a text of {} characters", text.size() - 2);
}

// Walks the fields of a record and fills them from one JSON object.
class Reader {
 public:
  Reader(const SortedJson& value, std::string pointer, const std::string& name)
      : value_(value), pointer_(std::move(pointer)), name_(name) {
    if (!value.is_object()) fail("an object");
  }

  template <typename T>
  void field(const char* name, T& target) const {
    read(member(name), at(name), target);
  }

  // Documents that were written before the field came keep its default.
  template <typename T>
  void later_field(const char* name, T& target) const {
    if (value_.contains(name)) field(name, target);
  }

  template <typename Fields>
  void group(const char* name, const Fields& inner) const {
    const Reader reader(member(name), at(name), name_);
    inner(reader);
  }

  void digest(const char* name, std::uint64_t& target) const {
    const SortedJson& value = member(name);
    const std::string text = value.is_string() ? value.get<std::string>() : "";
    const char* end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data(), end, target, 16);
    if (text.size() != 16 || parsed.ptr != end || parsed.ec != std::errc{})
      fail(at(name), "16 hexadecimal digits", value);
  }

  void bounds(const char* name, double& low, double& high) const {
    std::vector<double> ends;
    field(name, ends);
    if (ends.size() != 2) fail(at(name), "the two ends of an interval", member(name));
    low = ends[0];
    high = ends[1];
  }

  void picoseconds(const char* name, std::uint64_t& target) const {
    double ns = 0;
    field(name, ns);
    const double ps = ns * 1000;
    // Sums of times are whole in memory; larger ones than this were not written by a run.
    target = ps >= 1 && ps < 0x1p63 ? static_cast<std::uint64_t>(std::llround(ps)) : 0;
  }

  void outcome(const char* name, Outcome& target) const {
    const SortedJson& value = member(name);
    target = Outcome::unanswered;
    if (value.is_null()) return;
    for (std::size_t i = 0; i + 1 < kOutcomes; ++i) {
      if (value == name_of(static_cast<Outcome>(i))) target = static_cast<Outcome>(i);
    }
    if (target == Outcome::unanswered) fail(at(name), "the name of an outcome", value);
  }

  void outcomes(const char* name, Outcomes& counts) const {
    const Reader reader(member(name), at(name), name_);
    for (std::size_t i = 0; i + 1 < counts.size(); ++i)
      reader.field(std::string(name_of(static_cast<Outcome>(i))).c_str(), counts[i]);
  }

  // Techniques that no puzzle needed are left out.
  void techniques(const char* name, Techniques& counts) const {
    const Reader reader(member(name), at(name), name_);
    for (std::size_t i = 0; i < counts.size(); ++i) {
      const std::string technique(name_of(static_cast<Technique>(i)));
      if (reader.value_.contains(technique)) reader.field(technique.c_str(), counts[i]);
    }
  }

 private:
  [[noreturn]] void fail(const std::string& pointer, const char* expected,
                         const SortedJson& value) const {
    throw base::InputError(
        fmt::format("{}: {}: expected {}, found {}", name_, pointer, expected, found(value)));
  }

  [[noreturn]] void fail(const char* expected) const {
    fail(pointer_.empty() ? "the document" : pointer_, expected, value_);
  }

  std::string at(const char* name) const { return pointer_ + "/" + name; }

  const SortedJson& member(const char* name) const {
    const auto place = value_.find(name);
    if (place == value_.end())
      throw base::InputError(fmt::format("{}: {}: this field is missing", name_, at(name)));
    return *place;
  }

  template <typename T>
  void read(const SortedJson& value, const std::string& pointer, T& record) const {
    const Reader reader(value, pointer, name_);
    fields(reader, record);
  }

  template <typename T>
  void read(const SortedJson& value, const std::string& pointer, std::vector<T>& values) const {
    if (!value.is_array()) fail(pointer, "an array", value);
    values.resize(value.size());
    for (std::size_t i = 0; i < values.size(); ++i)
      read(value[i], fmt::format("{}/{}", pointer, i), values[i]);
  }

  template <typename T>
  void read(const SortedJson& value, const std::string& pointer, std::optional<T>& target) const {
    if (!value.is_null()) read(value, pointer, target.emplace());
  }

  void read(const SortedJson& value, const std::string& pointer,
            stats::HistogramRecord& histogram) const {
    const Reader reader(value, pointer, name_);
    fields(reader, histogram);
    if (histogram.first_ps.size() != histogram.count.size())
      fail(pointer + "/count", "one count per bucket", value["count"]);
  }

  void read(const SortedJson& value, const std::string& pointer, stats::BinsRecord& bins) const {
    const Reader reader(value, pointer, name_);
    fields(reader, bins);
    if (bins.bin.size() != bins.count.size())
      fail(pointer + "/count", "one count per bin", value["count"]);
  }

  void read(const SortedJson& value, const std::string& pointer, stats::CellsRecord& cells) const {
    const Reader reader(value, pointer, name_);
    fields(reader, cells);
    if (cells.x.size() != cells.count.size() || cells.y.size() != cells.count.size())
      fail(pointer + "/count", "one count per cell", value["count"]);
  }

  void read(const SortedJson& value, const std::string& pointer, SettingsRecord& settings) const {
    const Reader reader(value, pointer, name_);
    for (const auto& [name, setting] : value.items())
      keep(name, setting, settings);
    const auto look_up = [&reader, &settings](auto key) {
      typename decltype(key)::Type found{};
      reader.field(key.name, found);
      settings.set(key, found);
    };
    std::apply([&look_up](const auto&... key) { (look_up(key), ...); }, kEverySetting);
    if (value.contains(kProcesses.name)) look_up(kProcesses);
    reader.field("suite", settings.suite);
  }

  // Keeps an option that nothing looks up, so that it is there when the document is written again.
  static void keep(const std::string& name, const SortedJson& value, SettingsRecord& settings) {
    if (value.is_boolean()) settings.set(name, value.get<bool>());
    if (value.is_number_unsigned()) settings.set(name, value.get<std::uint64_t>());
    if (value.is_number_float()) settings.set(name, value.get<double>());
    if (value.is_string()) settings.set(name, value.get<std::string>());
  }

  void read(const SortedJson& value, const std::string& pointer, std::string& target) const {
    if (!value.is_string()) fail(pointer, "a text", value);
    target = value.get<std::string>();
  }

  void read(const SortedJson& value, const std::string& pointer, bool& target) const {
    if (!value.is_boolean()) fail(pointer, "true or false", value);
    target = value.get<bool>();
  }

  void read(const SortedJson& value, const std::string& pointer, double& target) const {
    if (!value.is_number() && !value.is_null()) fail(pointer, "a number or null", value);
    target = value.is_null() ? std::numeric_limits<double>::quiet_NaN() : value.get<double>();
  }

  template <std::integral T>
  void read(const SortedJson& value, const std::string& pointer, T& target) const {
    // The library keeps every whole number without a minus as unsigned.
    const bool fits = value.is_number_unsigned() && std::in_range<T>(value.get<std::uint64_t>());
    if (!fits) fail(pointer, "a whole number", value);
    target = value.get<T>();
  }

  const SortedJson& value_;
  std::string pointer_;
  const std::string& name_;
};

// The library says which byte it stumbled over; people count lines and columns.
std::string place_of(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, byte);
  const auto line = std::ranges::count(before, '\n') + 1;
  const std::size_t column = byte - (before.rfind('\n') + 1);  // npos + 1 is 0
  return fmt::format("{}:{}", line, column + 1);
}

// To write a value takes stack for each of its levels, and what comes from outside may have
// millions. No document of ours has so many.
constexpr std::size_t kDeepest = 100;

// Watches a document being parsed, for its depth and because the library would take the last of
// several fields of one name.
class Watch {
 public:
  explicit Watch(const std::string& name) : name_(name) {}

  bool operator()(int /*depth*/, SortedJson::parse_event_t event, const SortedJson& value) {
    switch (event) {
      case SortedJson::parse_event_t::object_start:
      case SortedJson::parse_event_t::array_start:
        begin_value();
        if (open_.size() == kDeepest) fail_for_depth();
        open_.push_back({.is_array = event == SortedJson::parse_event_t::array_start});
        break;
      case SortedJson::parse_event_t::object_end:
      case SortedJson::parse_event_t::array_end:
        open_.pop_back();
        break;
      case SortedJson::parse_event_t::key:
        meet(value.get<std::string>());
        break;
      case SortedJson::parse_event_t::value:
        begin_value();
        break;
    }
    return true;
  }

 private:
  // An object or an array that is not closed yet.
  struct Open {
    bool is_array = false;
    std::size_t values = 0;  // of an array
    std::string key = {};    // of an object, the last
    std::set<std::string> keys = {};
  };

  void begin_value() {
    if (!open_.empty()) ++open_.back().values;
  }

  void meet(std::string key) {
    Open& object = open_.back();
    object.key = key;
    if (!object.keys.insert(std::move(key)).second)
      throw base::InputError(fmt::format("{}: {}: expected one field of this name, found another",
                                         name_, clean(pointer())));
  }

  std::string pointer() const {
    std::string pointer;
    for (const Open& open : open_)
      pointer += "/" + (open.is_array ? fmt::to_string(open.values - 1) : open.key);
    return pointer;
  }

  // A name from outside may be long.
  static std::string clean(const std::string& pointer) {
    return pointer.size() <= kMostPointer ? pointer : pointer.substr(0, kMostPointer) + "...";
  }

  [[noreturn]] void fail_for_depth() const {
    throw base::InputError(
        fmt::format("{}: expected a result document, found one that is nested too deeply", name_));
  }

  static constexpr std::size_t kMostPointer = 200;

  const std::string& name_;
  std::vector<Open> open_;
};

SortedJson parse(std::string_view text, const std::string& name) {
  try {
    return SortedJson::parse(text, Watch(name));
  } catch (const SortedJson::parse_error& error) {
    if (error.byte > text.size())
      throw base::InputError(
          fmt::format("{}: expected a result document, but it ends too early", name));
    throw base::InputError(
        fmt::format("{}:{}: expected a result document, found something else than JSON", name,
                    place_of(text, error.byte - 1)));
  } catch (const SortedJson::out_of_range&) {
    throw base::InputError(
        fmt::format("{}: expected a result document, found a number that is too large", name));
  }
}

void require_schema(const SortedJson& document, const std::string& name) {
  const SortedJson version = document.is_object() && document.contains("schema_version")
                                 ? document["schema_version"]
                                 : SortedJson();
  if (version == kSchemaVersion) return;
  throw base::InputError(fmt::format("{}: /schema_version: expected {}, found {}", name,
                                     kSchemaVersion, version.is_null() ? "none" : found(version)));
}

// JSON numbers pass through doubles in most readers, which hold 53 bits.
std::string hex(std::uint64_t digest) {
  return fmt::format("{:016x}", digest);
}

// Walks the fields of a record and collects them.
class Writer {
 public:
  template <typename T>
  static Json json_of(const T& record) {
    Writer writer;
    fields(writer, record);
    return std::move(writer.object_);
  }

  template <typename T>
  static Json json_of(const std::vector<T>& values) {
    Json array = Json::array();
    for (const T& value : values)
      array.push_back(json_of(value));
    return array;
  }

  template <typename T>
  static Json json_of(const std::optional<T>& value) {
    return value ? json_of(*value) : Json();
  }

  static Json json_of(const std::string& value) { return value; }

  static Json json_of(const SettingsRecord& settings) {
    Json object = Json::object();
    for (const auto& [name, setting] : settings.all())
      object[name] = std::visit([](const auto& value) { return json_of(value); }, setting);
    object["suite"] = json_of(settings.suite);
    return object;
  }

  template <std::integral T>
  static Json json_of(const T& value) {
    return value;
  }

  static Json json_of(const double& value) { return std::isfinite(value) ? Json(value) : Json(); }

  template <typename T>
  void field(const char* name, const T& value) {
    object_[name] = json_of(value);
  }

  template <typename T>
  void later_field(const char* name, const T& value) {
    field(name, value);
  }

  // Left out when it has no value.
  template <typename T>
  void later_field(const char* name, const std::optional<T>& value) {
    if (value) field(name, *value);
  }

  template <typename Fields>
  void group(const char* name, const Fields& inner) {
    Writer writer;
    inner(writer);
    object_[name] = std::move(writer.object_);
  }

  void digest(const char* name, std::uint64_t value) { object_[name] = hex(value); }

  void bounds(const char* name, double low, double high) {
    object_[name] = Json::array({json_of(low), json_of(high)});
  }

  void picoseconds(const char* name, std::uint64_t value) {
    object_[name] = static_cast<double>(value) / 1000;
  }

  void outcome(const char* name, Outcome value) {
    object_[name] = value == Outcome::unanswered ? Json() : Json(name_of(value));
  }

  // `unanswered` stays out: the checker has made it `wrong` before anything is recorded.
  void outcomes(const char* name, const Outcomes& counts) {
    Json& object = object_[name];
    for (std::size_t i = 0; i + 1 < counts.size(); ++i)
      object[std::string(name_of(static_cast<Outcome>(i)))] = counts[i];
  }

  void techniques(const char* name, const Techniques& counts) {
    Json& object = object_[name] = Json::object();
    for (std::size_t i = 0; i < counts.size(); ++i)
      if (counts[i] > 0) object[std::string(name_of(static_cast<Technique>(i)))] = counts[i];
  }

 private:
  Json object_ = Json::object();
};

}  // namespace

std::string to_json(const RunResult& run) {
  Json document = {{"schema_version", kSchemaVersion}};
  document.update(Writer::json_of(run));
  return laid_out(document);
}

RunResult from_kept_json(std::string_view text, const std::string& name) {
  const SortedJson document = parse(text, name);
  require_schema(document, name);
  RunResult run;
  const Reader reader(document, "", name);
  fields(reader, run);
  require_references(run, name);
  return run;
}

RunResult from_json(std::string_view text, const std::string& name) {
  RunResult run = from_kept_json(text, name);
  require_totals(run, name);
  return run;
}

RunResult read_result(const std::string& path) {
  return from_json(base::text_file(path, "a result document"), path);
}

}  // namespace sudoku::result
