#include "harness/run/settings.h"

#include <algorithm>
#include <array>
#include <type_traits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/base/errors.h"

namespace sudoku::run {

namespace {

// Sets an option's value from text.
template <typename Value>
void take(const Option& option, Value& value, const std::string& text) {
  if constexpr (std::is_same_v<Value, bool>) {
    value = option.is_flag() ? parse_truth(text) : text == choices_in(option.value).front();
  } else if constexpr (std::is_enum_v<Value>) {
    value = static_cast<Value>(require_one_of(choices_in(option.value), text));
  } else if constexpr (std::is_same_v<Value, Nanoseconds>) {
    value = parse_time(text);
  } else if constexpr (std::is_same_v<Value, std::string>) {
    value = text;
  } else if constexpr (std::is_same_v<Value, std::vector<std::string>>) {
    value.push_back(text);
  } else {
    const NumberRange& range = option.traits.range;
    value = option.value == "SIZE" ? parse_size(text) : parse_number(text, range.least, range.most);
  }
}

// Inverse of take().
template <typename Value>
std::string text_of(const Option& option, const Value& value) {
  if constexpr (std::is_same_v<Value, bool>) {
    if (option.is_flag()) return value ? "true" : "false";
    const std::vector<std::string> words = choices_in(option.value);
    return value ? words.front() : words.back();
  } else if constexpr (std::is_enum_v<Value>) {
    return choices_in(option.value)[static_cast<std::size_t>(value)];
  } else if constexpr (std::is_same_v<Value, Nanoseconds>) {
    return format_time(value);
  } else if constexpr (std::is_same_v<Value, std::optional<std::uint64_t>>) {
    return value ? fmt::to_string(*value) : "";
  } else if constexpr (std::is_same_v<Value, std::vector<std::string>>) {
    return fmt::format("{}", fmt::join(value, " "));
  } else {
    return fmt::to_string(value);
  }
}

}  // namespace

std::string threads_text(const Options& options) {
  return fmt::format("{}", fmt::join(options.threads, ","));
}

std::string sample_text(const Options& options) {
  if (options.sample_rate) return fmt::format("rate {}", *options.sample_rate);
  return options.sample_count ? fmt::to_string(*options.sample_count) : "";
}

std::string precision_text(const Options& options) {
  return options.precision == 0 ? "0" : fmt::format("{:.4g}%", 100 * options.precision);
}

std::string shard_text(const Options& options) {
  const std::optional<Shard>& shard = options.shard;
  return shard ? fmt::format("{}/{}", shard->number, shard->of) : "";
}

dataset::ReadOptions RunSettings::reading() const {
  return {.block_size = block,
          .strict = strict,
          .pencilmarks = true,
          .columns = {.puzzle = puzzle_column, .solution = solution_column}};
}

std::uint64_t RunSettings::batch_of(const SolverSpec& solver) const {
  const bool is_fixed = solver.info.batch == 1 || solver.is_command();
  return is_fixed ? solver.info.batch : batch.value_or(solver.info.batch);
}

bool Options::has(std::string_view name) const {
  return std::ranges::any_of(given, [name](const auto& option) { return option.first == name; });
}

std::string Option::name() const {
  const std::string_view last = names.substr(names.find_last_of(',') + 1);
  return std::string(last.substr(last.find_first_not_of('-')));
}

ValueType Option::type() const {
  static constexpr std::array<std::string_view, 4> kNumbers = {"N", "T", "SIZE", "RATE"};
  const std::vector<std::string> choices = choices_in(value);
  if (is_flag() || std::ranges::count(choices, "off") > 0) return ValueType::truth;
  const bool is_number = std::ranges::count(kNumbers, value.substr(0, value.find('|'))) > 0;
  return is_number ? ValueType::number : ValueType::text;
}

const Option* option_named(std::string_view name) {
  const auto* const option = std::ranges::find_if(kOptions, [name](const Option& candidate) {
    return std::ranges::count(split(candidate.names, ','), name) > 0;
  });
  return option == std::end(kOptions) ? nullptr : option;
}

void set_option(const Option& option, Options& options, const std::string& text) {
  const bool names_file = option.value == "FILE" || option.value == "RESULT";
  if (names_file && text.empty()) throw base::UsageError(kEmptyName);
  if (const std::vector<std::string> words = choices_in(option.value); !words.empty())
    require_one_of(words, text);
  std::visit(
      [&](auto target) {
        if constexpr (std::is_same_v<decltype(target), CustomValue>) {
          target.set(options, text);
        } else {
          take(option, options.*target, text);
        }
      },
      option.target);
  options.given.emplace_back(option.name(), text);
}

std::string text_of(const Option& option, const Options& options) {
  return std::visit(
      [&](auto target) -> std::string {
        if constexpr (std::is_same_v<decltype(target), CustomValue>) {
          return target.text == nullptr ? "" : target.text(options);
        } else {
          return text_of(option, options.*target);
        }
      },
      option.target);
}

result::SettingValue recorded_value(const Option& option, const Options& options) {
  if (option.traits.record != nullptr) return option.traits.record(options);
  if (option.is_flag()) return options.*std::get<bool Options::*>(option.target);
  if (const auto* number = std::get_if<std::uint64_t Options::*>(&option.target))
    return options.*(*number);
  if (const auto* time = std::get_if<Nanoseconds Options::*>(&option.target))
    return Seconds(options.*(*time)).count();
  const std::string text = text_of(option, options);
  return text.empty() ? option.traits.unset : text;
}

result::SettingsRecord recorded_settings(const RunSettings& settings) {
  const Options options(settings);
  result::SettingsRecord record;
  for (const Option& option : kOptions) {
    if (option.traits.recorded != nullptr)
      record.set(option.traits.recorded, recorded_value(option, options));
  }
  return record;
}

}  // namespace sudoku::run
