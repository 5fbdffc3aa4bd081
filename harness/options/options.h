// The options of `run`, which are also keys of suites.
#pragma once

#include <deque>
#include <string_view>

#include "harness/options/option.h"
#include "harness/options/settings.h"
#include "harness/result/document.h"

namespace sudoku::options {

// All options of `run`, in the order of --help. Each adds itself to Options::given when it is set.
// Everything that lists options follows from this list: --help, the keys of suites, `settings` of
// the result document, the fingerprint, and what `ab` passes on or refuses.
OptionList options_of(Options& options);

// The options of `run` with their defaults, to be looked up, not set.
const std::deque<Option>& all();

// The option with a long or short name ("--seed", "-q"); null when no option has it.
const Option* option_named(std::string_view name);

// All recorded options; those missing in RunSettings have their defaults.
result::SettingsRecord recorded_settings(const RunSettings& settings);

}  // namespace sudoku::options
