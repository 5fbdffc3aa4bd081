#include "harness/base/units.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include <fmt/format.h>

namespace sudoku::base {

namespace {

struct Unit {
  double size;
  const char* name;
};

// Least number printed with an exponent. Real measurements are smaller; result files may hold any.
constexpr double kBeyondCounting = 1e15;

constexpr std::array<Unit, 4> kDurations = {{{1, "ns"}, {1e3, "µs"}, {1e6, "ms"}, {1e9, "s"}}};
constexpr std::array<Unit, 4> kRates = {{{1, ""}, {1e3, "k"}, {1e6, "M"}, {1e9, "G"}}};
constexpr std::array<Unit, 5> kBytes = {
    {{1, "B"}, {1e3, "kB"}, {1e6, "MB"}, {1e9, "GB"}, {1e12, "TB"}}};

// Decimal exponent of `value` rounded to `digits` significant digits: 9.996 becomes 10.0.
int magnitude(double value, int digits) {
  if (value == 0) return 0;
  const int exponent = static_cast<int>(std::floor(std::log10(std::fabs(value))));
  const double grain = std::pow(10.0, exponent - digits + 1);
  return std::round(std::fabs(value) / grain) >= std::pow(10.0, digits) ? exponent + 1 : exponent;
}

int decimals_of(double value, int digits) {
  return std::max(0, digits - 1 - magnitude(value, digits));
}

std::string fixed(double value, int places) { return fmt::format("{:.{}f}", value, places); }

// The largest unit in which `value`, rounded to three digits, is at least 1.
const Unit& unit_of(double value, std::span<const Unit> units) {
  const double rounded = std::pow(10.0, magnitude(value, 3));
  std::size_t i = units.size() - 1;
  // 0.99 and not 1: pow and log10 may turn 1000 into a number slightly below it.
  while (i > 0 && rounded < units[i].size * 0.99)
    --i;
  return units[i];
}

std::string with_unit(double value, std::span<const Unit> units) {
  const Unit& unit = unit_of(value, units);
  return fmt::format("{} {}", number_text(value / unit.size), unit.name);
}

// Significant digits of a figure that its interval bears: one more would be less than a tenth of
// half the interval.
int digits_borne_by(const Estimate& figure) {
  const double half = (figure.high - figure.low) / 2;
  return half > 0 ? std::clamp(magnitude(figure.median, 3) - magnitude(half, 3) + 2, 1, 3) : 3;
}

// Steps in which a figure and the ends of its interval are shown.
struct Grain {
  Grain(double figure, int digits)
      : step(std::pow(10.0, magnitude(figure, digits) - digits + 1)),
        places(decimals_of(figure, digits)) {}

  // The value in steps; with one digit if it is less than a step.
  std::string text(double value) const {
    if (std::fabs(value) >= kBeyondCounting) return number_text(value);
    if (value > 0 && value < step) return fixed(value, decimals_of(value, 1));
    return fixed(std::round(value / step) * step, places);
  }

  double step;
  int places;
};

// Digits behind the point of a ratio: the third digit is shown only if the interval is narrow
// enough for it to matter.
int places_of(const Estimate& ratio) {
  const double grain = std::pow(10.0, magnitude(ratio.median, 3) - 1);
  return decimals_of(ratio.median, ratio.high - ratio.low < grain ? 3 : 2);
}

std::string ends_of(const Estimate& ratio) {
  const int places = places_of(ratio);
  return fmt::format("({}–{})", fixed(ratio.low, places), fixed(ratio.high, places));
}

}  // namespace

std::string count_text(std::uint64_t count) {
  std::string text = fmt::format("{}", count);
  for (std::size_t end = text.size(); end > 3; end -= 3)
    text.insert(end - 3, ",");
  return text;
}

std::string plural(std::uint64_t count, const std::string& noun) {
  return count_text(count) + " " + noun + (count == 1 ? "" : "s");
}

std::string number_text(double value) {
  if (!std::isfinite(value)) return kUnknownText;
  if (value == 0) return "0";
  if (std::fabs(value) < 999.5) return fixed(value, decimals_of(value, 3));
  if (std::fabs(value) >= kBeyondCounting) return fmt::format("{:.3g}", value);
  return (value < 0 ? "-" : "") +
         count_text(static_cast<std::uint64_t>(std::llround(std::fabs(value))));
}

std::string duration_text(double nanoseconds) {
  return std::isfinite(nanoseconds) ? with_unit(nanoseconds, kDurations) : kUnknownText;
}

std::string limit_text(double seconds) {
  const Unit& unit = unit_of(seconds * 1e9, kDurations);
  return fmt::format("{:.6g} {}", seconds * 1e9 / unit.size, unit.name);
}

std::string seconds_text(double seconds) { return fmt::format("{:.3g} s", seconds); }

std::string rate_text(double per_second) {
  return std::isfinite(per_second) ? with_unit(per_second, kRates) + "/s" : kUnknownText;
}

std::string bytes_text(std::uint64_t bytes) {
  if (bytes == 0) return kUnknownText;
  const auto value = static_cast<double>(bytes);
  const Unit& unit = unit_of(value, kBytes);
  const int places = std::min(1, decimals_of(value / unit.size, 3));
  return fmt::format("{} {}", fixed(value / unit.size, unit.size == 1 ? 0 : places), unit.name);
}

std::string clock_text(double seconds) {
  const auto whole = static_cast<std::uint64_t>(std::llround(std::max(0.0, seconds)));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
}

std::string percent_text(double share) {
  return std::isfinite(share) ? number_text(share * 100) + " %" : kUnknownText;
}

std::string percent_text(double share, int decimals) {
  return fmt::format("{:.{}f} %", share * 100, decimals);
}

std::string share_text(std::uint64_t part, std::uint64_t whole) {
  return percent_text(static_cast<double>(part) / static_cast<double>(whole));
}

std::string part_text(std::uint64_t part, std::uint64_t whole) {
  return fmt::format("{} ({})", count_text(part), share_text(part, whole));
}

std::string sample_text(double rate) {
  if (rate > 0.5) return percent_text(rate, 0);
  return "1/" + count_text(static_cast<std::uint64_t>(std::llround(1 / rate)));
}

std::string rate_with_interval(const Estimate& per_second) {
  if (!std::isfinite(per_second.median)) return kUnknownText;
  const bool has_interval = std::isfinite(per_second.low) && std::isfinite(per_second.high);
  const Unit& unit = unit_of(per_second.median, kRates);
  const Grain grain(per_second.median / unit.size, has_interval ? digits_borne_by(per_second) : 3);
  const std::string median = grain.text(per_second.median / unit.size);
  const std::string text = median + (*unit.name == 0 ? "" : " ") + unit.name;
  if (!has_interval) return text;
  const auto end = [&](double value) {
    const bool needs_unit = value / unit.size >= 1000;
    return needs_unit ? with_unit(value, kRates) : grain.text(value / unit.size);
  };
  return fmt::format("{} ({}–{})", text, end(per_second.low), end(per_second.high));
}

std::string times_text(double factor) {
  return std::isfinite(factor) ? number_text(factor) + "×" : kUnknownText;
}

std::string faster_text(double ratio) {
  if (!std::isfinite(ratio)) return kUnknownText;
  return ratio < 1 ? times_text(1 / ratio) + " slower" : times_text(ratio) + " faster";
}

std::string ratio_text(const Estimate& ratio) {
  if (!std::isfinite(ratio.median)) return kUnknownText;
  if (!std::isfinite(ratio.low) || !std::isfinite(ratio.high) || ratio.low <= 0)
    return "~" + faster_text(ratio.median);
  if (ratio.low <= 1 && 1 <= ratio.high) return "tie " + ends_of(ratio);
  const bool is_slower = ratio.median < 1;
  const char* const word = is_slower ? "slower" : "faster";
  const Estimate factor =
      is_slower ? Estimate{1 / ratio.median, 1 / ratio.high, 1 / ratio.low} : ratio;
  constexpr double kLarge = 999.5;
  if (factor.median < kLarge)
    return fmt::format("{}× {} {}", fixed(factor.median, places_of(factor)), word, ends_of(factor));
  // A percentage is shorter than two large ends.
  const double spread = std::max(factor.high / factor.median, factor.median / factor.low) - 1;
  return fmt::format("{} {} ±{} %", times_text(factor.median), word,
                     fixed(std::ceil(spread * 100), 0));
}

}  // namespace sudoku::base
