#include <algorithm>
#include <cmath>
#include <concepts>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "harness/results/fields.h"
#include "harness/results/json.h"
#include "harness/results/layout.h"

namespace sudoku {

namespace {

using OrderedJson = nlohmann::ordered_json;
using Outcomes = std::array<std::uint64_t, kOutcomes>;
using Techniques = std::array<std::uint64_t, kTechniques>;

// JSON numbers pass through doubles in most readers, which hold 53 bits.
std::string hex(std::uint64_t digest) {
  return fmt::format("{:016x}", digest);
}

// Walks the fields of a record and collects them.
class Writer {
 public:
  template <typename T>
  static OrderedJson json_of(const T& record) {
    Writer writer;
    fields(writer, record);
    return std::move(writer.object_);
  }

  template <typename T>
  static OrderedJson json_of(const std::vector<T>& values) {
    OrderedJson array = OrderedJson::array();
    for (const T& value : values)
      array.push_back(json_of(value));
    return array;
  }

  template <typename T>
  static OrderedJson json_of(const std::optional<T>& value) {
    return value ? json_of(*value) : OrderedJson();
  }

  static OrderedJson json_of(const std::string& value) { return value; }

  template <std::integral T>
  static OrderedJson json_of(const T& value) {
    return value;
  }

  static OrderedJson json_of(const double& value) {
    return std::isfinite(value) ? OrderedJson(value) : OrderedJson();
  }

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
    object_[name] = OrderedJson::array({json_of(low), json_of(high)});
  }

  void picoseconds(const char* name, std::uint64_t value) {
    object_[name] = static_cast<double>(value) / 1000;
  }

  void outcome(const char* name, Outcome value) {
    object_[name] = value == Outcome::unanswered ? OrderedJson() : OrderedJson(name_of(value));
  }

  // `unanswered` stays out: the checker has made it `wrong` before anything is recorded.
  void outcomes(const char* name, const Outcomes& counts) {
    OrderedJson& object = object_[name];
    for (std::size_t i = 0; i + 1 < counts.size(); ++i)
      object[std::string(name_of(static_cast<Outcome>(i)))] = counts[i];
  }

  void techniques(const char* name, const Techniques& counts) {
    OrderedJson& object = object_[name] = OrderedJson::object();
    for (std::size_t i = 0; i < counts.size(); ++i)
      if (counts[i] > 0) object[std::string(name_of(static_cast<Technique>(i)))] = counts[i];
  }

 private:
  OrderedJson object_ = OrderedJson::object();
};

}  // namespace

std::string to_json(const RunResult& run) {
  OrderedJson document = {{"schema_version", kSchemaVersion}};
  document.update(Writer::json_of(run));
  return laid_out(document);
}

}  // namespace sudoku
