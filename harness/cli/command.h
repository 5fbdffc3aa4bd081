// Subcommands and their options as --help, `man` and `completion` list them, and the parser that
// takes a command line apart. command.cpp is the door to CLI11.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "harness/run/values.h"

namespace sudoku::cli {

// An option, a flag or an argument of a subcommand.
struct Option {
  std::string names = {};  // "-o,--output"; the name of an argument has no dashes
  std::string value = {};  // its word in --help; "on|off": one of these words; empty: a flag
  std::string help = {};
  // Takes a text that was given; of a flag, "true" or "false". Throws UsageError.
  std::function<void(const std::string& text)> set = {};
  std::string shown_default = {};  // empty: none is shown
  std::vector<std::string> choices = {};
  std::vector<std::string> excluded = {};  // names of options that cannot be given as well
  bool is_required = false;
  bool is_list = false;   // of several words, and may be repeated
  bool one_each = false;  // a list with one word each time
  std::size_t count = 0;  // times it was given

  bool is_flag() const { return value.empty(); }

  bool is_argument() const { return !names.starts_with('-'); }

  // All names, with their dashes, the long one last.
  std::vector<std::string> all_names() const { return run::split(names, ','); }

  std::string name() const { return all_names().back(); }

  Option& required() {
    is_required = true;
    return *this;
  }

  Option& shows(std::string default_text) {
    shown_default = std::move(default_text);
    return *this;
  }

  Option& one_of(std::vector<std::string> texts) {
    choices = std::move(texts);
    return *this;
  }

  Option& excludes(std::string name) {
    excluded.push_back(std::move(name));
    return *this;
  }
};

class Command {
 public:
  std::string name;
  std::string about;
  std::string footer;             // of --help; subcommands added later have it too
  std::string version;            // what --version prints; empty: there is no such option
  std::deque<Option> options;     // without --help and --version
  std::deque<Command> commands;   // one of them must follow
  std::function<int()> act;       // returns the exit code
  bool passes_words_on = false;   // unknown ones, and --help, to another parser
  std::vector<std::string> rest;  // these words
  // Options that are refused: names, and why.
  std::vector<std::pair<std::string, std::string>> refused;
  std::function<std::string()> help;  // text of --help; callable while the program runs

  Command(std::string called, std::string about_it)
      : name(std::move(called)), about(std::move(about_it)) {}

  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;

  // Adds a subcommand that only groups others.
  Command& add(const std::string& called, const std::string& about_it);

  // Adds a subcommand: `declare` adds its options, which live as long as it does, and `work`
  // returns the exit code.
  template <typename Options>
  Command& add(const std::string& called, const std::string& about_it,
               void (*declare)(Command& command,
                               std::type_identity_t<std::remove_const_t<Options>>& options),
               int (*work)(Options& options)) {
    Command& command = add(called, about_it);
    const auto options_of_it = std::make_shared<std::remove_const_t<Options>>();
    declare(command, *options_of_it);
    command.act = [options_of_it, work] { return work(*options_of_it); };
    return command;
  }

  // Options, with the default that the target holds now. The target must outlive the command.
  Option& text(const std::string& names, const std::string& value, std::string& target,
               const std::string& help_text);
  Option& texts(const std::string& names, const std::string& value,
                std::vector<std::string>& target, const std::string& help_text);
  Option& flag(const std::string& names, bool& target, const std::string& help_text);
  Option& number(const std::string& names, std::uint64_t& target, run::NumberRange range,
                 const std::string& help_text);

  // An option whose text `set` takes; no default is shown.
  Option& parsed(const std::string& names, const std::string& value,
                 std::function<void(const std::string& text)> set, const std::string& help_text);

  // An option whose text `parse` turns into what the target holds; no default is shown.
  template <typename Target, typename Parse>
  Option& value(const std::string& names, const std::string& word, Target& target,
                const Parse& parse, const std::string& help_text) {
    const auto set = [&target, parse](const std::string& text) {
      target = static_cast<Target>(parse(text));
    };
    return parsed(names, word, set, help_text);
  }

  // All options as they are listed, --help and --version among them.
  std::vector<const Option*> listed() const;

  // Whether the option of that name, with its dashes, was given.
  bool has(std::string_view option) const;

  // The subcommands without subcommands of their own, at any depth, with their full names: "run",
  // "dataset stats".
  std::vector<std::pair<std::string, const Command*>> leaves() const;
};

// Calls `take`; the message of a UsageError gets the option's name.
void take_named(const std::string& name, const std::function<void()>& take);

// Parses the words of a command line, the program's name first, and runs the subcommand that they
// name, or prints --help or --version. Returns the exit code. Throws UsageError, and what the
// subcommand throws.
int run_command(Command& program, const std::vector<std::string>& words);

}  // namespace sudoku::cli
