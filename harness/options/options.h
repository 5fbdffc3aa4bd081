// The table of the options of `run`, and what is done with an option: set, shown, recorded.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "harness/base/time.h"
#include "harness/options/settings.h"
#include "harness/options/values.h"
#include "harness/result/document.h"

namespace sudoku::options {

struct CustomValue {
  void (*set)(Options& options, const std::string& text);
  std::string (*text)(const Options& options) = nullptr;
};

// Member of Options that an option sets. A bool is a flag, or true for the first of two words.
using OptionTarget = std::variant<bool Options::*, std::uint64_t Options::*,
                                  std::optional<std::uint64_t> Options::*, Nanoseconds Options::*,
                                  std::string Options::*, std::vector<std::string> Options::*,
                                  Verify Options::*, Counters Options::*, CustomValue>;

struct Traits {
  NumberRange range = {};
  const char* shown_default = "";  // default in --help, unless it is the text of the value
  const char* excludes = "";       // an option that cannot be combined with this one
  const char* recorded = nullptr;  // name in `settings` of the result document; null: not there
  // Makes the option's value in the result document; null: its text, a number or seconds.
  result::SettingValue (*record)(const Options& options) = nullptr;
  // Whether the option must be equal to resume a run, or to merge shards.
  bool in_fingerprint = recorded != nullptr;
  const char* unset = "";  // text of no value in fingerprints and in the result document
  // Why `ab` does not pass the option on to the processes that it compares; null: it does.
  const char* not_for_ab = nullptr;
};

// An option of `run`, which is also a key of suites.
struct Option {
  std::string_view names;  // "--seed" or "-q,--quiet"; positional arguments have no dashes
  std::string_view value;  // the value's word in --help; "on|off": its choices; empty: a flag
  OptionTarget target;
  std::string_view help;
  Traits traits = {};

  bool is_flag() const { return value.empty(); }

  // The option's long name without dashes.
  std::string name() const;

  // What suites may write without quotes: of several choices, "off" may be false.
  ValueType type() const;
};

// All options, in the order of --help. Everything that lists options follows from this table:
// --help, the manual page, completion, the keys of suites, `settings` of the result document, the
// fingerprint, and what `ab` passes on or refuses.
std::span<const Option> all();

// The option with a long or short name ("--seed", "-q"); null when no option has it.
const Option* option_named(std::string_view name);

// Sets an option and adds it to Options::given. Throws UsageError("expected …, found '…'").
void set_option(const Option& option, Options& options, const std::string& text);

// The value of an option as a user would give it; empty: none.
std::string text_of(const Option& option, const Options& options);

// The value of an option as the result document records it.
result::SettingValue recorded_value(const Option& option, const Options& options);

// All recorded options; those missing in RunSettings have their defaults.
result::SettingsRecord recorded_settings(const RunSettings& settings);

}  // namespace sudoku::options
