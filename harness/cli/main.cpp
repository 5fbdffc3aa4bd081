#include <cstdio>
#include <exception>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "harness/cli/command.h"
#include "harness/entrants/worker.h"
#include "harness/entrants/worker_task.h"
#include "harness/results/output_error.h"

namespace {

int fail(int code, const std::string& message) {
  fmt::print(stderr, "sudoku-bench: {}\n", message);
  return code;
}

std::string exit_statuses() {
  std::string text = "Exit status:";
  for (const sudoku::ExitStatus& status : sudoku::kExitStatuses) {
    text += fmt::format("\n  {:<4}{}", status.code, status.meaning);
  }
  return text;
}

// What was printed may still wait in a buffer, and a full disk shows only now.
int flushed(int code) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
  throw sudoku::OutputError("standard output: cannot be written");
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

// CLI11 would rather say what is missing than name what it did not understand.
std::string message_of(const CLI::App& app, const CLI::Error& error) {
  const std::vector<std::string> unknown = unknown_words(app);
  const bool is_extra = error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError) ||
                        error.get_exit_code() == static_cast<int>(CLI::ExitCodes::RequiredError);
  if (unknown.empty() || !is_extra) return error.what();
  if (unknown.front().starts_with('-')) {
    return fmt::format("there is no option '{}'", unknown.front());
  }
  return wants_subcommand(app) ? fmt::format("there is no subcommand '{}'", unknown.front())
                               : fmt::format("'{}' was not expected", unknown.front());
}

// CLI11 has codes of its own; ours has one for all mistakes on the command line.
int report(const CLI::App& app, const CLI::Error& error) {
  if (error.get_exit_code() == 0) return app.exit(error);  // --help
  return fail(sudoku::kUsage,
              fmt::format("{}\n(--help lists what there is)", message_of(app, error)));
}

int run(int argc, char** argv) {
  CLI::App app(
      "Solves Sudoku in bulk with many solvers, checks every answer, and reports throughput "
      "and per-puzzle latency.",
      "sudoku-bench");
  app.require_subcommand(1);
  app.option_defaults()->always_capture_default();
  app.footer(exit_statuses());
  sudoku::Action action;
  std::vector<std::string> command(argv, argv + argc);
  const std::optional<sudoku::ProcessPart> part = sudoku::take_process_words(command);
  sudoku::add_run(app, action, command, part);
  sudoku::add_solve(app, action);
  sudoku::add_compare(app, action);
  sudoku::add_ab(app, action);
  sudoku::add_report(app, action);
  sudoku::add_dataset(app, action);
  sudoku::add_export(app, action);
  sudoku::add_history(app, action);
  sudoku::add_merge(app, action);
  sudoku::add_micro(app, action);
  sudoku::add_solvers(app, action);
  sudoku::add_version(app, action);
  sudoku::add_man(app, action);
  sudoku::add_completion(app, action);
  try {
    // CLI11 takes the words from the last to the first.
    app.parse(std::vector<std::string>(command.rbegin(), command.rend() - 1));
    return flushed(action());
  } catch (const CLI::Error& error) {
    return report(app, error);
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc > 1 && argv[1] == std::string(sudoku::kWorkerWord)) {
      return sudoku::serve_as_worker({argv + 1, argv + argc});
    }
    return run(argc, argv);
  } catch (const sudoku::BrokenPipe&) {
    return sudoku::kOk;
  } catch (const std::exception& error) {
    return fail(sudoku::kBadInput, error.what());
  }
}
