#include "harness/history/moment.h"

#include <charconv>
#include <optional>

#include <fmt/format.h>

namespace sudoku {

namespace {

// Takes parts off the front of a text.
class Parts {
 public:
  explicit Parts(std::string_view text) : text_(text) {}

  bool is_empty() const { return text_.empty(); }

  bool skip(char c) {
    if (text_.empty() || text_.front() != c) return false;
    text_.remove_prefix(1);
    return true;
  }

  // Of exactly so many digits.
  std::optional<int> number(std::size_t digits) {
    if (text_.size() < digits || text_.front() == '-') return std::nullopt;
    int value = 0;
    const char* end = text_.data() + digits;
    const auto [stop, error] = std::from_chars(text_.data(), end, value);
    if (error != std::errc() || stop != end) return std::nullopt;
    text_.remove_prefix(digits);
    return value;
  }

 private:
  std::string_view text_;
};

std::optional<std::chrono::sys_days> day_of(Parts& parts) {
  const auto year = parts.number(4);
  if (!year || !parts.skip('-')) return std::nullopt;
  const auto month = parts.number(2);
  if (!month || !parts.skip('-')) return std::nullopt;
  const auto day = parts.number(2);
  if (!day) return std::nullopt;
  const std::chrono::year_month_day date(std::chrono::year{*year},
                                         std::chrono::month{static_cast<unsigned>(*month)},
                                         std::chrono::day{static_cast<unsigned>(*day)});
  if (!date.ok()) return std::nullopt;
  return std::chrono::sys_days(date);
}

std::optional<std::chrono::seconds> clock_of(Parts& parts, bool with_seconds) {
  const auto hours = parts.number(2);
  if (!hours || *hours > 23 || !parts.skip(':')) return std::nullopt;
  const auto minutes = parts.number(2);
  if (!minutes || *minutes > 59) return std::nullopt;
  const auto time = std::chrono::hours(*hours) + std::chrono::minutes(*minutes);
  if (!with_seconds) return time;
  if (!parts.skip(':')) return std::nullopt;
  const auto seconds = parts.number(2);
  if (!seconds || *seconds > 60) return std::nullopt;
  return time + std::chrono::seconds(*seconds);
}

// What has to be added to come to UTC.
std::optional<std::chrono::seconds> offset_of(Parts& parts) {
  if (parts.skip('Z')) return std::chrono::seconds(0);
  const bool is_ahead = parts.skip('+');
  if (!is_ahead && !parts.skip('-')) return std::nullopt;
  const auto offset = clock_of(parts, false);
  if (!offset) return std::nullopt;
  return is_ahead ? -*offset : *offset;
}

}  // namespace

std::string utc_of(std::string_view text) {
  Parts parts(text);
  const auto day = day_of(parts);
  if (!day) return "";
  if (parts.is_empty()) return utc_of(std::chrono::sys_seconds(*day));
  if (!parts.skip('T') && !parts.skip(' ')) return "";
  const auto time = clock_of(parts, true);
  if (!time) return "";
  const auto offset = offset_of(parts);
  if (!offset || !parts.is_empty()) return "";
  return utc_of(*day + *time + *offset);
}

std::string utc_of(std::chrono::sys_seconds moment) {
  const auto day = std::chrono::floor<std::chrono::days>(moment);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss time(moment - day);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     time.hours().count(), time.minutes().count(), time.seconds().count());
}

std::string utc_now() {
  return utc_of(std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now()));
}

}  // namespace sudoku
