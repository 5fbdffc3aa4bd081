// Options whose values are more than CLI11 knows.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <CLI/App.hpp>
#include <CLI/Validators.hpp>

#include "harness/cli/values.h"

namespace sudoku {

// An option whose text is parsed by us, and named in the message when it cannot be.
template <typename Parse>
CLI::Option* add_parsed(CLI::App& app, const std::string& name, const Parse& parse,
                        const std::string& description) {
  const auto parse_named = [name, parse](const std::string& text) {
    try {
      parse(text);
    } catch (const CLI::ValidationError& error) {
      throw CLI::ValidationError(name, error.what());
    }
  };
  return app.add_option_function<std::string>(name, parse_named, description);
}

// A check that the value is one of the choices. Those of CLI11 have other messages in other
// versions.
inline CLI::Validator one_of(std::vector<std::string> choices) {
  return {[choices = std::move(choices)](const std::string& text) {
            require_one_of(choices, text);
            return std::string();
          },
          ""};
}

}  // namespace sudoku
