// Options of CLI11 whose values our own functions take.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <CLI/App.hpp>
#include <CLI/Validators.hpp>

#include "harness/run/settings.h"

namespace sudoku::cli {

// An option whose text `parse` takes. A UsageError that it throws is shown with the option's name.
CLI::Option* add_parsed(CLI::App& app, const std::string& name,
                        const std::function<void(const std::string&)>& parse,
                        const std::string& description);

// An option for a whole number; the default is what `value` holds now.
void add_whole_number(CLI::App& app, const std::string& name, std::uint64_t& value,
                      run::NumberRange range, const std::string& description);

// A check that the value is one of the choices. CLI11's own have other messages in other versions.
CLI::Validator one_of(std::vector<std::string> choices);

}  // namespace sudoku::cli
