// Declared subcommands and options, and the command-line parser. Only command.cpp uses CLI11.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/options/options.h"
#include "harness/options/values.h"

namespace sudoku::cli {

struct CommandOption {
  // Comma-separated, as "-o,--output". A positional argument has no dashes: "FILE".
  std::string names = {};
  std::string value = {};  // placeholder in --help, or the choices as "on|off"; empty: a flag
  std::string help = {};
  // Handles a text given for the option ("true" or "false" for a flag). Throws UsageError.
  std::function<void(const std::string& text)> set = {};
  std::string shown_default = {};  // as shown in --help; empty: none
  std::vector<std::string> choices = {};
  std::vector<std::string> excluded = {};  // names of options that cannot be combined with this one
  bool is_required = false;
  bool is_list = false;   // takes several words and may be repeated
  bool one_each = false;  // a list option that takes one word per occurrence
  std::size_t count = 0;  // how often the option was given

  bool is_flag() const { return value.empty(); }

  bool is_argument() const { return !names.starts_with('-'); }

  // Names of the option with their dashes, the long one last.
  std::vector<std::string> all_names() const { return options::split(names, ','); }

  std::string name() const { return all_names().back(); }
};

template <typename Options>
struct Declared;

class Command {
 public:
  std::string name;
  std::string about;
  std::string footer;                 // text below --help; subcommands added later inherit it
  std::string version;                // printed by --version; empty: the command has no --version
  std::deque<CommandOption> options;  // declared options, without --help and --version
  std::deque<Command> commands;       // subcommands; if there are any, one must be given
  std::function<int()> act;           // runs the command and returns the exit code
  bool passes_words_on = false;       // leaves unknown arguments and --help to another parser
  std::vector<std::string> rest;      // the unknown arguments, with passes_words_on
  // Names of the options that the command refuses, and the reasons.
  std::vector<std::pair<std::string, std::string>> refused;
  std::function<std::string()> help;  // returns the text of --help; valid during run_command()

  Command(std::string called, std::string about_it)
      : name(std::move(called)), about(std::move(about_it)) {}

  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;

  // Adds a subcommand that only groups others.
  Command& add(const std::string& called, const std::string& about_it);

  // Adds a subcommand that owns its options. `work` returns the exit code.
  template <typename Options>
  Declared<Options> add(const std::string& called, const std::string& about_it,
                        const std::function<int(Options& options)>& work) {
    Command& command = add(called, about_it);
    const auto options_of_it = std::make_shared<Options>();
    command.act = [options_of_it, work] { return work(*options_of_it); };
    return {command, *options_of_it};
  }

  // Adds an option whose text is passed to `set`. `usage` is as in --help: the names, then the
  // value's placeholder unless it is a flag, as "-o,--output FILE". An argument is required.
  CommandOption& parsed(const std::string& usage, std::function<void(const std::string& text)> set,
                        const std::string& help_text, std::string_view shown_default = "");

  // Add an option whose default is the current value of `target`, which must outlive the command.
  CommandOption& text(const std::string& usage, std::string& target, const std::string& help_text);
  CommandOption& texts(const std::string& usage, std::vector<std::string>& target,
                       const std::string& help_text);
  CommandOption& flag(const std::string& names, bool& target, const std::string& help_text);
  CommandOption& number(const std::string& names, std::uint64_t& target,
                        const std::string& help_text, options::NumberRange range = {});

  // Adds an option that sets `target` to `parse(text)`.
  template <typename Target, typename Parse>
  CommandOption& value(const std::string& usage, Target& target, const Parse& parse,
                       const std::string& help_text, std::string_view shown_default = "") {
    const auto set = [&target, parse](const std::string& text) {
      target = static_cast<Target>(parse(text));
    };
    return parsed(usage, set, help_text, shown_default);
  }

  // All options in listing order, including --help and --version.
  std::vector<const CommandOption*> listed() const;

  // Whether `option`, named with its dashes, was given.
  bool has(std::string_view option) const;

  // Subcommands without subcommands of their own, at any depth, by full name ("dataset stats").
  std::vector<std::pair<std::string, const Command*>> leaves() const;
};

// A new subcommand and its options, which live as long as it.
template <typename Options>
struct Declared {
  Command& command;
  Options& options;
};

// Message about an argument that is missing; `is_list`: one that takes several words.
std::string lacks(const std::string& argument, bool is_list);

// Calls `take`; if it throws a UsageError, puts the option's name before the message.
void take_named(const std::string& name, const std::function<void()>& take);

// Parses a command line (program name first) and runs the chosen subcommand, or prints --help or
// --version. Returns the exit code. Throws UsageError and whatever the subcommand throws.
int run_command(Command& program, const std::vector<std::string>& words);

}  // namespace sudoku::cli
