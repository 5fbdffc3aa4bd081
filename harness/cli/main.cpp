#include <cstdio>
#include <exception>
#include <string>

#include <fmt/format.h>

#include "harness/cli/command.h"
#include "harness/dataset/input_error.h"
#include "harness/results/output_error.h"

namespace {

int fail(int code, const std::string& message) {
  fmt::print(stderr, "sudoku-bench: {}\n", message);
  return code;
}

// CLI11 has codes of its own; ours has one for all mistakes on the command line.
int report(const CLI::App& app, const CLI::Error& error) {
  if (error.get_exit_code() == 0) return app.exit(error);  // --help
  return fail(sudoku::kUsage, fmt::format("{}\n(--help lists what there is)", error.what()));
}

int run(int argc, char** argv) {
  CLI::App app("Solves Sudoku in bulk with many solvers, checks every answer, and reports throughput "
               "and per-puzzle latency.",
               "sudoku-bench");
  app.require_subcommand(1);
  app.option_defaults()->always_capture_default();
  sudoku::Action action;
  sudoku::add_run(app, action, {argv, argv + argc});
  sudoku::add_micro(app, action);
  sudoku::add_solvers(app, action);
  sudoku::add_version(app, action);
  sudoku::add_man(app, action);
  sudoku::add_completion(app, action);
  try {
    app.parse(argc, argv);
    return action();
  } catch (const CLI::Error& error) {
    return report(app, error);
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const sudoku::InputError& error) {
    return fail(sudoku::kBadInput, error.what());
  } catch (const sudoku::OutputError& error) {
    return fail(sudoku::kBadInput, error.what());
  } catch (const std::exception& error) {
    return fail(sudoku::kBadInput, error.what());
  }
}
