#include "harness/cli/command.h"

#include <algorithm>
#include <cstddef>
#include <optional>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/base/nearest.h"
#include "harness/cli/progress.h"

namespace sudoku::cli {

namespace {

const options::Option kHelp{.names = "-h,--help", .help = "Print this help message and exit"};
const options::Option kHelpAll{.names = "--help-all",
                               .help = "Print all options, with all that is said of them, and exit",
                               .is_rare = true};
const options::Option kVersion{.names = "--version",
                               .help = "Print version, revision, compiler and flags"};

CLI::Option* declare_bare(CLI::App& app, options::Option& option) {
  const auto set = [&option](const std::string& text) {
    take_named(option.name(), [&] { option.take(text); });
  };
  const std::string& help = option.help;  // const: CLI11 would store a value in a mutable string
  if (option.is_flag()) return app.add_flag(option.names, help)->each(set);
  if (!option.is_list) return app.add_option_function<std::string>(option.names, set, option.help);
  const auto set_each = [set](const std::vector<std::string>& texts) {
    std::ranges::for_each(texts, set);
  };
  return app.add_option_function<std::vector<std::string>>(option.names, set_each, option.help)
      ->allow_extra_args(!option.one_each);
}

void declare(CLI::App& app, Command& command) {
  app.set_help_all_flag(kHelpAll.names, kHelpAll.help);
  app.allow_extras(command.other_help != nullptr);
  if (!command.version.empty())
    app.set_version_flag(kVersion.names, command.version, kVersion.help);
  for (options::Option& option : command.options) {
    CLI::Option* const declared = declare_bare(app, option);
    declared->required(option.is_required);
    for (const std::string& name : option.excluded)
      declared->excludes(app.get_option(name));
  }
}

std::string unknown_option(const Command& command, const std::string& word) {
  const std::string name = word.substr(0, word.find('='));
  for (const auto& [names, why] : command.refused) {
    const std::vector<std::string> all = options::split(names, ',');
    if (std::ranges::count(all, name) > 0) return fmt::format("{}: {}", all.back(), why);
  }
  std::vector<std::string> names;
  for (const options::Option* option : command.listed())
    if (!option->is_argument()) names.push_back(option->name());
  return fmt::format("there is no option '{}'{}", name, base::suggestion(name, names));
}

std::string unknown_word(const Command& command, const std::string& word) {
  if (word.starts_with('-')) return unknown_option(command, word);
  if (command.commands.empty()) return fmt::format("unexpected argument '{}'", word);
  std::vector<std::string> names;
  for (const Command& inner : command.commands)
    names.push_back(inner.name);
  return fmt::format("there is no subcommand '{}'{}", word, base::suggestion(word, names));
}

std::optional<std::string> missing_word(const CLI::App& app, const Command& command) {
  for (const options::Option& option : command.options) {
    const std::string name = option.name();
    if (!option.is_required || app.count(name) > 0) continue;
    return option.is_argument() ? lacks(name, option.is_list)
                                : name + ": expected a value, found none";
  }
  return std::nullopt;
}

std::optional<std::string> excluded_option(const CLI::App& app) {
  for (const CLI::Option* option : app.get_options()) {
    for (const CLI::Option* other : option->get_excludes()) {
      if (option->count() > 0 && other->count() > 0)
        return fmt::format("{} cannot be used with {}", option->get_name(), other->get_name());
    }
  }
  return std::nullopt;
}

// Message about a missing or repeated value. Only its start, the option's name, is taken from
// CLI11: the rest differs between versions.
std::optional<std::string> wrong_number_of_values(const CLI::App& app, std::string_view message) {
  const std::string name(message.substr(0, message.find(':')));
  const CLI::Option* const option = app.get_option_no_throw(name);
  if (option == nullptr) return std::nullopt;
  if (option->count() > 1) return name + ": expected once, found several times";
  return name + ": expected a value, found none";
}

// Message about a mistake on the command line. CLI11's is replaced where it differs between
// versions, or reports a missing argument when the mistake is an unknown one.
std::string message_of(const CLI::App& app, const Command& command, const CLI::Error& error) {
  const auto kind = static_cast<CLI::ExitCodes>(error.get_exit_code());
  const std::vector<std::string> unknown = app.remaining();
  const bool is_extra =
      kind == CLI::ExitCodes::ExtrasError || kind == CLI::ExitCodes::RequiredError;
  if (is_extra && !unknown.empty()) return unknown_word(command, unknown.front());
  std::optional<std::string> message;
  if (kind == CLI::ExitCodes::RequiredError) message = missing_word(app, command);
  if (kind == CLI::ExitCodes::ExcludesError) message = excluded_option(app);
  if (kind == CLI::ExitCodes::ArgumentMismatch) message = wrong_number_of_values(app, error.what());
  return message.value_or(error.what());
}

int print_help(const Command& program, const Command& command, bool is_whole) {
  fmt::print("{}", help_text(program, command, is_whole, screen_of(stdout).width));
  if (command.other_help) command.other_help();
  return 0;
}

// Whether `word` is `--name=` and the option needs a value.
bool lacks_value(const CLI::App& app, std::string_view word) {
  if (!word.starts_with("--") || !word.ends_with('=')) return false;
  const auto* option = app.get_option_no_throw(std::string(word.substr(0, word.size() - 1)));
  return option != nullptr && option->get_items_expected_max() > 0;
}

// Arguments from last to first, as CLI11 takes them. An empty value, as in `--name=$UNSET`, becomes
// an argument of its own: CLI11 would take the next one instead.
std::vector<std::string> reversed_words(const CLI::App& app,
                                        const std::vector<std::string>& arguments) {
  std::vector<std::string> words;
  for (const std::string& word : arguments) {
    const bool is_cut = lacks_value(app, word);
    words.push_back(is_cut ? word.substr(0, word.size() - 1) : word);
    if (is_cut) words.emplace_back();
  }
  return {words.rbegin(), words.rend()};
}

}  // namespace

std::vector<const options::Option*> Command::listed() const {
  std::vector<const options::Option*> all;
  for (const options::Option& option : options)
    all.push_back(&option);
  all.insert(all.end(), {&kHelp, &kHelpAll});
  if (!version.empty()) all.push_back(&kVersion);
  return all;
}

bool Command::has(std::string_view option) const {
  return std::ranges::any_of(options, [option](const options::Option& one) {
    return one.name() == option && one.count > 0;
  });
}

std::string lacks(const std::string& argument, bool is_list) {
  return fmt::format("{}: expected {}, found none", argument, is_list ? "at least one" : "one");
}

Command& take_command(Command& program, std::vector<std::string>& words) {
  Command* command = &program;
  std::size_t taken = 1;
  for (; taken < words.size(); ++taken) {
    const auto inner = std::ranges::find(command->commands, words[taken], &Command::name);
    if (inner == command->commands.end()) break;
    command = &*inner;
  }
  words.erase(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(taken));
  return *command;
}

// Only the options of the chosen command are declared: to declare all takes longer than all else
// that the program does before it starts its work.
int run_command(const Command& program, Command& command,
                const std::vector<std::string>& arguments) {
  CLI::App app(command.about, command.name);
  declare(app, command);
  try {
    app.parse(reversed_words(app, arguments));
  } catch (const CLI::CallForHelp&) {
    return print_help(program, command, false);
  } catch (const CLI::CallForAllHelp&) {
    return print_help(program, command, true);
  } catch (const CLI::Error& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // printed --version
    throw base::UsageError(message_of(app, command, error));
  }
  if (!command.act) throw base::UsageError("a subcommand is required");
  command.rest = app.remaining();
  return command.act();
}

}  // namespace sudoku::cli
