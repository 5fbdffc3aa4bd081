#include "harness/run/settings.h"

#include <algorithm>
#include <array>
#include <type_traits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/base/errors.h"

namespace sudoku::run {

namespace {

constexpr std::array<const char*, 3> kVerifyNames = {"all", "sample", "off"};

// take() sets an option's value from text, text_of() returns its text; overloaded for each type.

void take(const Option& option, bool& value, const std::string& text) {
  value = option.is_flag() ? parse_truth(text) : text == choices_in(option.value).front();
}

std::string text_of(const Option& option, bool value) {
  if (option.is_flag()) return value ? "true" : "false";
  const std::vector<std::string> words = choices_in(option.value);
  return value ? words.front() : words.back();
}

void take(const Option& option, std::uint64_t& value, const std::string& text) {
  value = parse_number(text, option.traits.range.least, option.traits.range.most);
}

std::string text_of(const Option& /*option*/, std::uint64_t value) {
  return fmt::to_string(value);
}

void take(const Option& option, std::optional<std::uint64_t>& value, const std::string& text) {
  take(option, value.emplace(), text);
}

std::string text_of(const Option& /*option*/, const std::optional<std::uint64_t>& value) {
  return value ? fmt::to_string(*value) : "";
}

void take(const Option& /*option*/, std::chrono::nanoseconds& value, const std::string& text) {
  value = parse_time(text);
}

std::string text_of(const Option& /*option*/, std::chrono::nanoseconds value) {
  return format_time(value);
}

void take(const Option& /*option*/, std::string& value, const std::string& text) {
  value = text;
}

std::string text_of(const Option& /*option*/, const std::string& value) {
  return value;
}

void take(const Option& /*option*/, std::vector<std::string>& value, const std::string& text) {
  value.push_back(text);
}

std::string text_of(const Option& /*option*/, const std::vector<std::string>& value) {
  return fmt::format("{}", fmt::join(value, " "));
}

// Options with the given settings, and defaults for everything else.
Options options_of(const RunSettings& settings) {
  Options options;
  static_cast<RunSettings&>(options) = settings;
  return options;
}

}  // namespace

void set_verify(Options& options, const std::string& text) {
  options.verify =
      static_cast<Verify>(std::ranges::find(kVerifyNames, text) - kVerifyNames.begin());
}

std::string verify_text(const Options& options) {
  return kVerifyNames[static_cast<std::size_t>(options.verify)];
}

std::string threads_text(const Options& options) {
  return fmt::format("{}", fmt::join(options.threads, ","));
}

std::string sample_text(const Options& options) {
  if (options.sample_rate) return fmt::format("rate {}", *options.sample_rate);
  return options.sample_count ? fmt::to_string(*options.sample_count) : "";
}

std::string shard_text(const Options& options) {
  const std::optional<Shard>& shard = options.shard;
  return shard ? fmt::format("{}/{}", shard->number, shard->of) : "";
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
  if (const auto* time = std::get_if<std::chrono::nanoseconds Options::*>(&option.target))
    return std::chrono::duration<double>(options.*(*time)).count();
  return text_of(option, options);
}

result::SettingsRecord recorded_settings(const RunSettings& settings) {
  const Options options = options_of(settings);
  result::SettingsRecord record;
  for (const Option& option : kOptions) {
    if (option.traits.recorded != nullptr)
      record.set(option.traits.recorded, recorded_value(option, options));
  }
  return record;
}

std::vector<Setting> fingerprint_of(const result::SettingsRecord& settings) {
  std::vector<Setting> fingerprint;
  for (const Option& option : kOptions) {
    if (option.traits.recorded == nullptr || !option.traits.in_fingerprint) continue;
    const result::SettingValue* const value = settings.find(option.traits.recorded);
    if (value == nullptr) continue;  // result of a version without the option
    fingerprint.push_back(
        {fmt::format("settings: {}", option.traits.recorded), result::text_of(*value)});
  }
  return fingerprint;
}

std::vector<Setting> unrecorded_fingerprint(const RunSettings& settings) {
  const Options options = options_of(settings);
  std::vector<Setting> fingerprint;
  for (const Option& option : kOptions) {
    if (option.traits.recorded != nullptr || !option.traits.in_fingerprint) continue;
    const std::string text = text_of(option, options);
    fingerprint.push_back({option.name(), text.empty() ? option.traits.unset : text});
  }
  return fingerprint;
}

}  // namespace sudoku::run
