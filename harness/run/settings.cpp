#include "harness/run/settings.h"

#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/base/errors.h"

namespace sudoku::run {

namespace {

// Sets the value of an option, whatever its type.
struct Setter {
  const Option& option;
  Options& options;
  const std::string& text;

  void operator()(bool Options::*member) const {
    options.*member =
        option.is_flag() ? parse_truth(text) : text == choices_in(option.value).front();
  }

  void operator()(std::uint64_t Options::*member) const { options.*member = number(); }

  void operator()(std::optional<std::uint64_t> Options::*member) const {
    options.*member = number();
  }

  void operator()(std::chrono::nanoseconds Options::*member) const {
    options.*member = parse_time(text);
  }

  void operator()(std::string Options::*member) const { options.*member = text; }

  void operator()(std::vector<std::string> Options::*member) const {
    (options.*member).push_back(text);
  }

  void operator()(const CustomValue& value) const { value.parse(options, text); }

  std::uint64_t number() const {
    return parse_number(text, option.traits.range.least, option.traits.range.most);
  }
};

// Tells the value of an option as text.
struct Teller {
  const Option& option;
  const Options& options;

  std::string operator()(bool Options::*member) const {
    if (option.is_flag()) return options.*member ? "true" : "false";
    const std::vector<std::string> words = choices_in(option.value);
    return options.*member ? words.front() : words.back();
  }

  std::string operator()(std::uint64_t Options::*member) const {
    return fmt::to_string(options.*member);
  }

  std::string operator()(std::optional<std::uint64_t> Options::*member) const {
    return options.*member ? fmt::to_string(*(options.*member)) : "";
  }

  std::string operator()(std::chrono::nanoseconds Options::*member) const {
    return format_time(options.*member);
  }

  std::string operator()(std::string Options::*member) const { return options.*member; }

  std::string operator()(std::vector<std::string> Options::*member) const {
    return fmt::format("{}", fmt::join(options.*member, " "));
  }

  std::string operator()(const CustomValue& value) const {
    return value.text == nullptr ? "" : value.text(options);
  }
};

// A race's settings among the defaults of the options that it does not know.
Options options_of(const RaceSettings& settings) {
  Options options;
  static_cast<RaceSettings&>(options) = settings;
  return options;
}

}  // namespace

std::string joined(const std::vector<unsigned>& numbers) {
  return fmt::format("{}", fmt::join(numbers, ","));
}

std::string sample_text(const Options& options) {
  if (options.sample_rate) return fmt::format("rate {}", *options.sample_rate);
  return options.sample_count ? fmt::to_string(*options.sample_count) : "";
}

std::string shard_text(const Options& options) {
  const std::optional<Shard>& shard = options.shard;
  return shard ? fmt::format("{}/{}", shard->number, shard->of) : "";
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
  std::visit(Setter{option, options, text}, option.target);
  options.given.emplace_back(option.name(), text);
}

std::string text_of(const Option& option, const Options& options) {
  return std::visit(Teller{option, options}, option.target);
}

result::SettingValue recorded_value(const Option& option, const Options& options) {
  if (const auto* flag = std::get_if<bool Options::*>(&option.target); flag && option.is_flag())
    return options.*(*flag);
  if (const auto* number = std::get_if<std::uint64_t Options::*>(&option.target))
    return options.*(*number);
  if (const auto* time = std::get_if<std::chrono::nanoseconds Options::*>(&option.target))
    return std::chrono::duration<double>(options.*(*time)).count();
  const auto* custom = std::get_if<CustomValue>(&option.target);
  if (custom != nullptr && custom->record != nullptr) return custom->record(options);
  return text_of(option, options);
}

result::SettingsRecord recorded_settings(const RaceSettings& settings) {
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
    if (value == nullptr) continue;  // the document is older than the option
    fingerprint.push_back(
        {fmt::format("settings: {}", option.traits.recorded), result::text_of(*value)});
  }
  return fingerprint;
}

std::vector<Setting> unrecorded_fingerprint(const RaceSettings& settings) {
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
