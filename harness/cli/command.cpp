#include "harness/cli/command.h"

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>

#include "harness/base/errors.h"

namespace sudoku::cli {

CLI::Option* add_parsed(CLI::App& app, const std::string& name,
                        const std::function<void(const std::string&)>& parse,
                        const std::string& description) {
  const auto parse_named = [name, parse](const std::string& text) {
    try {
      parse(text);
    } catch (const base::UsageError& error) {
      throw base::UsageError(fmt::format("{}: {}", name, error.what()));
    }
  };
  return app.add_option_function<std::string>(name, parse_named, description);
}

void add_whole_number(CLI::App& app, const std::string& name, std::uint64_t& value,
                      run::NumberRange range, const std::string& description) {
  const auto parse = [&value, range](const std::string& text) {
    value = run::parse_number(text, range.least, range.most);
  };
  add_parsed(app, name, parse, description)->type_name("N")->default_str(fmt::to_string(value));
}

CLI::Validator one_of(std::vector<std::string> choices) {
  return {[choices = std::move(choices)](const std::string& text) -> std::string {
            try {
              run::require_one_of(choices, text);
            } catch (const base::UsageError& error) {
              return error.what();
            }
            return "";
          },
          ""};
}

}  // namespace sudoku::cli
