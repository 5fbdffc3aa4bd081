#include "harness/result/sums_json.h"

#include <charconv>
#include <concepts>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/result/fields.h"

namespace sudoku::result {

namespace {

using base::Json;
using base::SortedJson;

bool is_left_out(const Json& value) {
  if (value.is_number()) return value == 0;
  if (value.is_string()) return value.get_ref<const std::string&>().empty();
  return value.empty() || value == false;
}

class LineWriter {
 public:
  template <typename T>
  static Json json_of(const T& record) {
    LineWriter writer;
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

  static Json json_of(const std::string& value) { return value; }

  template <typename T>
  requires std::integral<T> || std::floating_point<T>

  static Json json_of(const T& value) { return value; }

  template <typename T>
  void field(const char* name, const T& value) {
    Json json = json_of(value);
    if (!is_left_out(json)) object_[name] = std::move(json);
  }

  template <typename T>
  void field(const char* name, const std::optional<T>& value) {
    if (value) object_[name] = json_of(*value);
  }

  void digest(const char* name, std::uint64_t value) {
    if (value != 0) object_[name] = fmt::format("{:016x}", value);
  }

  void picoseconds(const char* name, std::uint64_t value) { field(name, value); }

  void outcome(const char* name, Outcome value) { object_[name] = static_cast<unsigned>(value); }

  template <std::size_t size>
  void outcomes(const char* name, const std::array<std::uint64_t, size>& counts) {
    field(name, std::vector<std::uint64_t>(counts.begin(), counts.end()));
  }

  template <std::size_t size>
  void techniques(const char* name, const std::array<std::uint64_t, size>& counts) {
    outcomes(name, counts);
  }

 private:
  Json object_ = Json::object();
};

class LineReader {
 public:
  LineReader(const SortedJson& object, const std::string& name) : object_(object), name_(name) {
    if (!object.is_object()) fail("record", "an object");
  }

  template <typename T>
  void field(const char* name, T& target) const {
    const auto place = object_.find(name);
    target = T{};
    if (place != object_.end()) read(name, *place, target);
  }

  void digest(const char* name, std::uint64_t& target) const {
    std::string text = "0";
    if (object_.contains(name)) field(name, text);
    const char* const end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data(), end, target, 16);
    if (parsed.ptr != end || parsed.ec != std::errc{}) fail(name, "a digest");
  }

  void picoseconds(const char* name, std::uint64_t& target) const { field(name, target); }

  void outcome(const char* name, Outcome& target) const {
    std::uint64_t value = 0;
    field(name, value);
    if (value >= kOutcomes) fail(name, "an outcome");
    target = static_cast<Outcome>(value);
  }

  template <std::size_t size>
  void outcomes(const char* name, std::array<std::uint64_t, size>& counts) const {
    std::vector<std::uint64_t> values;
    field(name, values);
    if (values.size() > size) fail(name, "fewer counts");
    counts = {};
    std::ranges::copy(values, counts.begin());
  }

  template <std::size_t size>
  void techniques(const char* name, std::array<std::uint64_t, size>& counts) const {
    outcomes(name, counts);
  }

 private:
  [[noreturn]] void fail(const char* name, const char* expected) const {
    throw base::InputError(fmt::format("{}: {}: expected {}", name_, name, expected));
  }

  template <typename T>
  void read(const char* /*name*/, const SortedJson& value, T& record) const {
    const LineReader reader(value, name_);
    fields(reader, record);
  }

  template <typename T>
  void read(const char* name, const SortedJson& value, std::vector<T>& values) const {
    if (!value.is_array()) fail(name, "an array");
    values.resize(value.size());
    for (std::size_t i = 0; i < values.size(); ++i)
      read(name, value[i], values[i]);
  }

  template <typename T>
  void read(const char* name, const SortedJson& value, std::optional<T>& target) const {
    read(name, value, target.emplace());
  }

  template <typename Record>
  void read_counts(const char* name, const SortedJson& value, Record& record,
                   const std::vector<std::uint64_t>& x, const std::vector<std::uint64_t>& y) const {
    const LineReader reader(value, name_);
    fields(reader, record);
    if (x.size() != record.count.size() || y.size() != x.size()) fail(name, "one count per place");
  }

  void read(const char* name, const SortedJson& value, stats::HistogramRecord& record) const {
    read_counts(name, value, record, record.first_ps, record.first_ps);
  }

  void read(const char* name, const SortedJson& value, stats::BinsRecord& record) const {
    read_counts(name, value, record, record.bin, record.bin);
  }

  void read(const char* name, const SortedJson& value, stats::CellsRecord& record) const {
    read_counts(name, value, record, record.x, record.y);
  }

  void read(const char* name, const SortedJson& value, std::string& target) const {
    if (!value.is_string()) fail(name, "a text");
    target = value.get<std::string>();
  }

  void read(const char* name, const SortedJson& value, bool& target) const {
    if (!value.is_boolean()) fail(name, "true or false");
    target = value.get<bool>();
  }

  void read(const char* name, const SortedJson& value, double& target) const {
    if (!value.is_number() && !value.is_null()) fail(name, "a number");
    target = value.is_null() ? std::numeric_limits<double>::quiet_NaN() : value.get<double>();
  }

  template <std::integral T>
  void read(const char* name, const SortedJson& value, T& target) const {
    const bool fits = value.is_number_unsigned() && std::in_range<T>(value.get<std::uint64_t>());
    if (!fits) fail(name, "a whole number");
    target = value.get<T>();
  }

  const SortedJson& object_;
  const std::string& name_;
};

}  // namespace

Json json_of(const HeatSums& sums) {
  return LineWriter::json_of(sums);
}

HeatSums heat_sums_of(const SortedJson& json, const std::string& name) {
  HeatSums sums;
  const LineReader reader(json, name);
  fields(reader, sums);
  return sums;
}

}  // namespace sudoku::result
