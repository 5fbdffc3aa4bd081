// Declared subcommands and options, the command-line parser, and the text of --help. Only
// command.cpp uses CLI11.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/options/option.h"

namespace sudoku::cli {

template <typename Options>
struct Declared;

// A command line and what it does, for --help.
struct UseCase {
  std::string command;
  std::string what;
};

class Command : public options::OptionList {
 public:
  std::string name;
  std::string called;  // the words that name it on a command line: "sudoku-bench dataset stats"
  std::string about;
  // Text below --help: paragraphs, titles that end in a colon, and entries with a tab between their
  // label and their text. The short --help leaves out the paragraphs.
  std::string footer;
  std::vector<UseCase> examples;
  std::string version;           // printed by --version; empty: the command has no --version
  std::deque<Command> commands;  // subcommands; if there are any, one must be given
  std::function<int()> act;      // runs the command and returns the exit code
  // Prints the help of another parser, which gets the unknown arguments; null: there is none.
  std::function<void()> other_help;
  std::vector<std::string> rest;  // the unknown arguments
  // Names of the options that the command refuses, and the reasons.
  std::vector<std::pair<std::string, std::string>> refused;

  Command(std::string its_name, std::string about_it, const std::string& group = "")
      : name(std::move(its_name)), called(group + name), about(std::move(about_it)) {}

  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;

  // Adds a subcommand that only groups others.
  Command& add(const std::string& its_name, const std::string& about_it) {
    return commands.emplace_back(its_name, about_it, called + " ");
  }

  // Adds a subcommand that owns its options. `work` returns the exit code.
  template <typename Options>
  Declared<Options> add(const std::string& its_name, const std::string& about_it,
                        const std::function<int(Options& options)>& work) {
    Command& command = add(its_name, about_it);
    const auto options_of_it = std::make_shared<Options>();
    command.act = [options_of_it, work] { return work(*options_of_it); };
    return {command, *options_of_it};
  }

  // All options in listing order, including --help and --version.
  std::vector<const options::Option*> listed() const;

  // Whether `option`, named with its dashes, was given.
  bool has(std::string_view option) const;
};

// A new subcommand and its options, which live as long as it.
template <typename Options>
struct Declared {
  Command& command;
  Options& options;
};

// Message about an argument that is missing; `is_list`: one that takes several words.
std::string lacks(const std::string& argument, bool is_list);

using options::take_named;

// The innermost command that a command line (program name first) names. Leaves its arguments in
// `words`.
Command& take_command(Command& program, std::vector<std::string>& words);

// Parses the arguments of a command of `program` and runs it, or prints --help or --version.
// Returns the exit code. Throws UsageError and whatever the command throws.
int run_command(const Command& program, Command& command,
                const std::vector<std::string>& arguments);

// The help of a command. The short one has the first sentence on each of the usual options;
// `is_whole`: all of everything, and the footer of the program, which tells the exit codes.
std::string help_text(const Command& program, const Command& command, bool is_whole,
                      std::size_t width);

}  // namespace sudoku::cli
