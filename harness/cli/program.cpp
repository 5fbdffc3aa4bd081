#include "harness/cli/program.h"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <new>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "harness/report/utf8.h"
#include "harness/results/output_error.h"
#include "solvers/nearest.h"

namespace sudoku {

namespace {

std::string exit_statuses() {
  std::string text = "Exit status:";
  for (const ExitStatus& status : kExitStatuses) {
    text += fmt::format("\n  {:<4}{}", status.code, status.meaning);
  }
  return text;
}

// What was printed may still wait in a buffer, and a full disk shows only now.
int flushed(int code) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
  throw OutputError("standard output: cannot be written");
}

// The words that neither the program nor the subcommand understood.
std::vector<std::string> unknown_words(const CLI::App& app) {
  std::vector<std::string> words = app.remaining();
  for (const CLI::App* subcommand : app.get_subcommands()) {
    const std::vector<std::string> more = unknown_words(*subcommand);
    words.insert(words.end(), more.begin(), more.end());
  }
  return words;
}

// Whether the last word that was understood needs another behind it.
bool wants_subcommand(const CLI::App& app) {
  const auto chosen = app.get_subcommands();
  return chosen.empty() ? app.get_require_subcommand_min() > 0 : wants_subcommand(*chosen.front());
}

// The subcommand that was chosen last.
const CLI::App& innermost(const CLI::App& app) {
  const auto chosen = app.get_subcommands();
  return chosen.empty() ? app : innermost(*chosen.front());
}

std::string unknown_option(const CLI::App& app, const std::string& word) {
  std::vector<std::string> names;
  for (const CLI::Option* option : innermost(app).get_options()) {
    for (const std::string& name : option->get_lnames())
      names.push_back("--" + name);
  }
  const std::string name = word.substr(0, word.find('='));
  return fmt::format("there is no option '{}'{}", name, suggestion(name, names));
}

std::string unknown_subcommand(const CLI::App& app, const std::string& word) {
  std::vector<std::string> names;
  for (const CLI::App* subcommand : innermost(app).get_subcommands({}))
    names.push_back(subcommand->get_name());
  return fmt::format("there is no subcommand '{}'{}", word, suggestion(word, names));
}

// CLI11 would rather say what is missing than name what it did not understand.
std::string message_of(const CLI::App& app, const CLI::Error& error) {
  const std::vector<std::string> unknown = unknown_words(app);
  const bool is_extra = error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError) ||
                        error.get_exit_code() == static_cast<int>(CLI::ExitCodes::RequiredError);
  if (unknown.empty() || !is_extra) return error.what();
  if (unknown.front().starts_with('-')) return unknown_option(app, unknown.front());
  return wants_subcommand(app) ? unknown_subcommand(app, unknown.front())
                               : fmt::format("'{}' was not expected", unknown.front());
}

// CLI11 has codes of its own; ours has one for all mistakes on the command line.
int report(const CLI::App& app, const CLI::Error& error, const Failure& fail) {
  if (error.get_exit_code() == 0) return app.exit(error);  // --help
  return fail(kUsage,
              fmt::format("{}\n(--help lists what there is)", printable(message_of(app, error))));
}

int parse_and_act(const Program& program, const std::vector<std::string>& command) {
  CLI::App app(program.about, program.name);
  app.require_subcommand(1);
  app.option_defaults()->always_capture_default();
  app.footer(exit_statuses());
  Action action;
  program.declare(app, action);
  try {
    // CLI11 takes the words from the last to the first.
    app.parse(std::vector<std::string>(command.rbegin(), command.rend() - 1));
    return flushed(action());
  } catch (const CLI::Error& error) {
    return report(app, error, program.fail);
  }
}

// Why, which may quote what strangers wrote: a bounded text that moves no cursor. Of a long one
// its end stays too, where the reason stands.
std::string shown(std::string_view why) {
  constexpr std::size_t kMost = 4000;
  constexpr std::size_t kEnd = 500;
  const bool is_long = why.size() > kMost + kEnd;
  std::string text = clean_text(why, is_long ? kMost : why.size() + kEnd);
  if (is_long) text += clean_text(why.substr(why.size() - kEnd), 3 * kEnd);
  std::ranges::replace_if(
      text, [](char c) { return is_control(c) && c != '\n'; }, ' ');
  return text;
}

}  // namespace

int guarded(const Failure& fail, const std::function<int()>& action) {
  try {
    return action();
  } catch (const BrokenPipe&) {
    return kOk;
  } catch (const std::bad_alloc&) {
    return fail(kBadInput, "there is not enough memory");
  } catch (const std::exception& error) {
    return fail(kBadInput, shown(error.what()));
  }
}

int run_program(const Program& program, const std::vector<std::string>& command) {
  return guarded(program.fail, [&] { return parse_and_act(program, command); });
}

}  // namespace sudoku
