#include <algorithm>
#include <charconv>
#include <cmath>
#include <concepts>
#include <limits>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "harness/dataset/input_error.h"
#include "harness/dataset/whole_file.h"
#include "harness/results/consistency.h"
#include "harness/results/fields.h"
#include "harness/results/json.h"

namespace sudoku {

namespace {

using Json = nlohmann::json;
using Outcomes = std::array<std::uint64_t, kOutcomes>;
using Techniques = std::array<std::uint64_t, kTechniques>;

constexpr std::size_t kMostLetters = 40;

// What a message shows of a value.
std::string found(const Json& value) {
  if (value.is_object()) return "an object";
  if (value.is_array()) return "an array";
  std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  return text.size() <= kMostLetters ? text
                                     : fmt::format("a text of {} characters", text.size() - 2);
}

// Walks the fields of a record and fills them from one JSON object.
class Reader {
 public:
  Reader(const Json& value, std::string pointer, const std::string& name)
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
    const Json& value = member(name);
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
    const Json& value = member(name);
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
                         const Json& value) const {
    throw InputError(
        fmt::format("{}: {}: expected {}, found {}", name_, pointer, expected, found(value)));
  }

  [[noreturn]] void fail(const char* expected) const {
    fail(pointer_.empty() ? "the document" : pointer_, expected, value_);
  }

  std::string at(const char* name) const { return pointer_ + "/" + name; }

  const Json& member(const char* name) const {
    const auto place = value_.find(name);
    if (place == value_.end())
      throw InputError(fmt::format("{}: {}: this field is missing", name_, at(name)));
    return *place;
  }

  template <typename T>
  void read(const Json& value, const std::string& pointer, T& record) const {
    const Reader reader(value, pointer, name_);
    fields(reader, record);
  }

  template <typename T>
  void read(const Json& value, const std::string& pointer, std::vector<T>& values) const {
    if (!value.is_array()) fail(pointer, "an array", value);
    values.resize(value.size());
    for (std::size_t i = 0; i < values.size(); ++i)
      read(value[i], fmt::format("{}/{}", pointer, i), values[i]);
  }

  template <typename T>
  void read(const Json& value, const std::string& pointer, std::optional<T>& target) const {
    if (!value.is_null()) read(value, pointer, target.emplace());
  }

  void read(const Json& value, const std::string& pointer, HistogramRecord& histogram) const {
    const Reader reader(value, pointer, name_);
    fields(reader, histogram);
    if (histogram.first_ps.size() != histogram.count.size())
      fail(pointer + "/count", "one count per bucket", value["count"]);
  }

  void read(const Json& value, const std::string& pointer, BinsRecord& bins) const {
    const Reader reader(value, pointer, name_);
    fields(reader, bins);
    if (bins.bin.size() != bins.count.size())
      fail(pointer + "/count", "one count per bin", value["count"]);
  }

  void read(const Json& value, const std::string& pointer, CellsRecord& cells) const {
    const Reader reader(value, pointer, name_);
    fields(reader, cells);
    if (cells.x.size() != cells.count.size() || cells.y.size() != cells.count.size())
      fail(pointer + "/count", "one count per cell", value["count"]);
  }

  void read(const Json& value, const std::string& pointer, std::string& target) const {
    if (!value.is_string()) fail(pointer, "a text", value);
    target = value.get<std::string>();
  }

  void read(const Json& value, const std::string& pointer, bool& target) const {
    if (!value.is_boolean()) fail(pointer, "true or false", value);
    target = value.get<bool>();
  }

  void read(const Json& value, const std::string& pointer, double& target) const {
    if (!value.is_number() && !value.is_null()) fail(pointer, "a number or null", value);
    target = value.is_null() ? std::numeric_limits<double>::quiet_NaN() : value.get<double>();
  }

  template <std::integral T>
  void read(const Json& value, const std::string& pointer, T& target) const {
    // The library keeps every whole number without a minus as unsigned.
    const bool fits = value.is_number_unsigned() && std::in_range<T>(value.get<std::uint64_t>());
    if (!fits) fail(pointer, "a whole number", value);
    target = value.get<T>();
  }

  const Json& value_;
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

// Watches a document being parsed. The library would take the last of several fields of one name;
// and to write a value takes stack for each of its levels, and what comes from outside may have
// millions.
class Watch {
 public:
  explicit Watch(const std::string& name) : name_(name) {}

  bool operator()(int /*depth*/, Json::parse_event_t event, const Json& value) {
    switch (event) {
      case Json::parse_event_t::object_start:
      case Json::parse_event_t::array_start:
        begin_value();
        if (open_.size() == kDeepest) fail_for_depth();
        open_.push_back({.is_array = event == Json::parse_event_t::array_start});
        break;
      case Json::parse_event_t::object_end:
      case Json::parse_event_t::array_end:
        open_.pop_back();
        break;
      case Json::parse_event_t::key:
        meet(value.get<std::string>());
        break;
      case Json::parse_event_t::value:
        begin_value();
        break;
    }
    return true;
  }

 private:
  static constexpr std::size_t kDeepest = 100;

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
      throw InputError(fmt::format("{}: {}: expected one field of this name, found another", name_,
                                   clean(pointer())));
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
    throw InputError(
        fmt::format("{}: expected a result document, found one that is nested too deeply", name_));
  }

  static constexpr std::size_t kMostPointer = 200;

  const std::string& name_;
  std::vector<Open> open_;
};

Json parse(std::string_view text, const std::string& name) {
  try {
    return Json::parse(text, Watch(name));
  } catch (const Json::parse_error& error) {
    if (error.byte > text.size())
      throw InputError(fmt::format("{}: expected a result document, but it ends too early", name));
    throw InputError(
        fmt::format("{}:{}: expected a result document, found something else than JSON", name,
                    place_of(text, error.byte - 1)));
  } catch (const Json::out_of_range&) {
    throw InputError(
        fmt::format("{}: expected a result document, found a number that is too large", name));
  }
}

void require_schema(const Json& document, const std::string& name) {
  const Json version = document.is_object() && document.contains("schema_version")
                           ? document["schema_version"]
                           : Json();
  if (version == kSchemaVersion) return;
  throw InputError(fmt::format("{}: /schema_version: expected {}, found {}", name, kSchemaVersion,
                               version.is_null() ? "none" : found(version)));
}

}  // namespace

RunResult from_kept_json(std::string_view text, const std::string& name) {
  const Json document = parse(text, name);
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
  return from_json(text_file(path, "a result document"), path);
}

}  // namespace sudoku
