// `sudoku-bench micro`: runs the program's Google Benchmark benchmarks.
#include "harness/micro/micro.h"

#include <algorithm>

#include <fmt/format.h>

#include "harness/cli/program.h"
#include "harness/dataset/catalog.h"

namespace sudoku::cli {

namespace {

// The options of `micro`, and its declaration with the flags for Google Benchmark.
struct CommandOptions : micro::MicroOptions {
  const Command* command = nullptr;
};

int run(CommandOptions& options) {
  options.flags = options.command->rest;
  const auto is_help = [](const std::string& flag) { return flag == "--help" || flag == "-h"; };
  if (std::ranges::any_of(options.flags, is_help)) {
    fmt::print("{}\n", options.command->help());
    std::fflush(stdout);
    micro::print_flags();
    return kOk;
  }
  if (options.datasets.empty()) options.datasets = dataset::datasets_folder();
  const result::ToolRecord tool = tool_record();
  options.context = {{"sudoku_bench_version", tool.version},
                     {"sudoku_bench_revision", tool.git_revision},
                     {"sudoku_bench_build", tool.build_type},
                     {"sudoku_bench_compiler", tool.compiler},
                     {"sudoku_bench_flags", tool.flags}};
  const micro::MicroVerdict verdict = micro::run_micro(options);
  if (verdict == micro::MicroVerdict::wrong_answer) return kWrongAnswer;
  // Google Benchmark has already printed the message about a filter without a match.
  return verdict == micro::MicroVerdict::nothing_matched ? kUsage : kOk;
}

}  // namespace

void add_micro(Command& program) {
  auto [command, options] = program.add<CommandOptions>(
      "micro", "Time solvers and the reader on small fixed puzzle sets with Google Benchmark", run);
  options.command = &command;
  command
      .texts("FILE FILE", options.files,
             "More puzzle files: each is solved like the bundled sets (solve/...), read "
             "(read/...), and solved completely in a bare loop (bare/...)")
      .is_required = false;
  command.text("--datasets FOLDER", options.datasets,
               "Folder of the bundled sets (default: the installed one)");
  command.footer =
      "Every flag of Google Benchmark can be given as --benchmark_flag=value; `sudoku-bench micro "
      "--help` lists them. A solver solves the same puzzles repeatedly, so that processors learn "
      "them: use these times to judge a change to the code, not to rank solvers.";
  command.passes_words_on = true;
}

}  // namespace sudoku::cli
