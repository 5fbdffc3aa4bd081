// An option of a command, of a suite file or of an external solver's description, and lists of
// them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "harness/base/time.h"
#include "harness/options/values.h"
#include "harness/result/document.h"

namespace sudoku::options {

// What the text of a value stands for. Suites write numbers and truths without quotes.
enum class ValueType : std::uint8_t { text, number, truth };

// How an option of `run` is recorded, compared with that of another run, and passed on by `ab`.
struct RunTraits {
  const char* recorded = nullptr;  // name in `settings` of the result document; null: not there
  // Whether the option must be equal to resume a run, or to merge shards.
  bool in_fingerprint = recorded != nullptr;
  const char* unset = "";  // text of no value in fingerprints and in the result document
  // Why `ab` does not pass the option on to the processes that it compares; null: it does.
  const char* not_for_ab = nullptr;
};

struct Option {
  // Comma-separated, as "-o,--output". A positional argument has no dashes: "FILE".
  std::string names = {};
  std::string value = {};  // placeholder in --help, or the choices as "on|off"; empty: a flag
  std::string help = {};
  // Handles a text given for the option ("true" or "false" for a flag). Throws UsageError.
  std::function<void(const std::string& text)> set = {};
  std::function<std::string()> text = {};             // returns the value as a user would give it
  std::function<result::SettingValue()> record = {};  // returns a value that is recorded as no text
  std::string shown_default = {};                     // as shown in --help; empty: none
  std::vector<std::string> choices = {};
  std::vector<std::string> excluded = {};  // names of options that cannot be combined with this one
  bool is_required = false;
  std::string group = "Options";  // title above it in --help
  bool is_rare = false;           // only --help-all tells of it
  bool is_list = false;           // takes several words and may be repeated
  bool one_each = false;          // a list option that takes one word per occurrence
  std::size_t count = 0;          // how often the option was given
  RunTraits traits = {};

  bool is_flag() const { return value.empty(); }

  bool is_argument() const { return !names.starts_with('-'); }

  // Names of the option with their dashes, the long one last.
  std::vector<std::string> all_names() const { return split(names, ','); }

  std::string name() const { return all_names().back(); }

  // The long name without dashes, as suites have it.
  std::string key() const;

  // What suites may write without quotes: of several choices, "off" may be false.
  ValueType type() const;

  // Checks and sets a text given for the option. Throws UsageError("expected …, found '…'").
  void take(const std::string& given);

  // The value of an option of `run` as the result document records it.
  result::SettingValue recorded() const;
};

// Options in the order of --help. They set objects that must outlive the list.
struct OptionList {
  std::deque<Option> options;

  // The option with a name ("--seed", "-q"); null when no option has it.
  Option* find(std::string_view name);

  std::vector<std::string> keys() const;

  // Adds an option whose text is passed to `set`, and whose value `text` returns. `usage` is as in
  // --help: the names, then the value's placeholder unless it is a flag, as "-o,--output FILE". An
  // argument is required. The default is the current value.
  Option& parsed(const std::string& usage, std::function<void(const std::string& text)> set,
                 const std::string& help, std::function<std::string()> text = {});

  // Add an option for `target`, which has its default.
  Option& text(const std::string& usage, std::string& target, const std::string& help = "");
  Option& texts(const std::string& usage, std::vector<std::string>& target,
                const std::string& help);
  Option& flag(const std::string& names, bool& target, const std::string& help);
  Option& time(const std::string& names, Nanoseconds& target, const std::string& help);

  // Adds an option for one of several words, as "--verify all|sample|off": the values of an
  // enumeration in their order, or true and false.
  template <typename Target>
  Option& choice(const std::string& usage, Target& target, const std::string& help = "") {
    const std::vector<std::string> words = choices_in(usage.substr(usage.find(' ') + 1));
    // The index of the word for a value, and the value for an index: true is the first word.
    const auto mirrored = [](std::size_t i) { return std::is_same_v<Target, bool> ? 1 - i : i; };
    const auto set = [=, &target](const std::string& text) {
      target = static_cast<Target>(mirrored(require_one_of(words, text)));
    };
    return parsed(usage, set, help,
                  [=, &target] { return words[mirrored(static_cast<std::size_t>(target))]; });
  }

  // Adds an option for a whole number.
  template <typename Number>
  Option& number(const std::string& names, Number& target, const std::string& help = "",
                 NumberRange range = {}) {
    const auto parse = [range](const std::string& text) { return parse_number(text, range); };
    Option& option = value(names + " N", target, parse, help, std::to_string(target));
    option.record = [&target] { return result::SettingValue(static_cast<std::uint64_t>(target)); };
    return option;
  }

  // Adds an option that sets `target` to `parse(text)`.
  template <typename Target, typename Parse>
  Option& value(const std::string& usage, Target& target, const Parse& parse,
                const std::string& help = "", std::string_view shown_default = "") {
    const auto set = [&target, parse](const std::string& text) {
      target = static_cast<Target>(parse(text));
    };
    Option& option = parsed(usage, set, help);
    option.shown_default = shown_default;
    return option;
  }
};

}  // namespace sudoku::options
