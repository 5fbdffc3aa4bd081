#include "harness/options/option.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/base/errors.h"

namespace sudoku::options {

namespace {

// Placeholders of options whose value is a file, a folder or a stored result.
constexpr std::array<std::string_view, 5> kNamingFiles = {"FILE", "DIR", "RESULT", "BASE", "NEW"};

// Placeholders of options that take a number or a number with a unit.
constexpr std::array<std::string_view, 4> kNumbers = {"N", "T", "SIZE", "RATE"};

template <std::size_t kSize>
bool begins_with_one_of(const std::array<std::string_view, kSize>& words, std::string_view value) {
  return std::ranges::count(words, value.substr(0, value.find('|'))) > 0;
}

}  // namespace

std::string Option::key() const {
  const std::string last = name();
  return last.substr(last.find_first_not_of('-'));
}

ValueType Option::type() const {
  if (is_flag() || std::ranges::count(choices, "off") > 0) return ValueType::truth;
  return begins_with_one_of(kNumbers, value) ? ValueType::number : ValueType::text;
}

void Option::take(const std::string& given) {
  if (given.empty() && begins_with_one_of(kNamingFiles, value)) throw base::UsageError(kEmptyName);
  if (!choices.empty()) require_one_of(choices, given);
  set(given);
  ++count;
}

result::SettingValue Option::recorded() const {
  if (record) return record();
  const std::string value_text = text();
  return value_text.empty() ? traits.unset : value_text;
}

Option* OptionList::find(std::string_view name) {
  const auto found = std::ranges::find_if(options, [name](const Option& option) {
    return std::ranges::count(option.all_names(), name) > 0;
  });
  return found == options.end() ? nullptr : &*found;
}

std::vector<std::string> OptionList::keys() const {
  std::vector<std::string> keys(options.size());
  std::ranges::transform(options, keys.begin(), &Option::key);
  return keys;
}

Option& OptionList::parsed(const std::string& usage,
                           std::function<void(const std::string& text)> set,
                           const std::string& help, std::function<std::string()> text) {
  const std::vector<std::string> words = split(usage, ' ');
  Option& option = options.emplace_back();
  option.names = words.front();
  option.value = words.size() == 1 ? "" : words.back();
  option.help = help;
  option.set = std::move(set);
  option.text = text ? std::move(text) : [] { return std::string(); };
  if (!option.is_flag()) option.shown_default = option.text();
  option.choices = choices_in(option.value);
  option.is_required = option.is_argument();
  return option;
}

Option& OptionList::text(const std::string& usage, std::string& target, const std::string& help) {
  const auto set = [&target](const std::string& text) { target = text; };
  return parsed(usage, set, help, [&target] { return target; });
}

Option& OptionList::texts(const std::string& usage, std::vector<std::string>& target,
                          const std::string& help) {
  const auto set = [&target](const std::string& text) { target.push_back(text); };
  Option& option =
      parsed(usage, set, help, [&target] { return fmt::format("{}", fmt::join(target, " ")); });
  option.is_list = true;
  return option;
}

Option& OptionList::flag(const std::string& names, bool& target, const std::string& help) {
  const auto set = [&target](const std::string& text) { target = parse_truth(text); };
  Option& option = parsed(names, set, help);
  option.record = [&target] { return result::SettingValue(target); };
  return option;
}

Option& OptionList::time(const std::string& names, Nanoseconds& target, const std::string& help) {
  const auto set = [&target](const std::string& text) { target = parse_time(text); };
  Option& option = parsed(names + " T", set, help, [&target] { return format_time(target); });
  option.record = [&target] { return result::SettingValue(Seconds(target).count()); };
  return option;
}

}  // namespace sudoku::options
