#include "harness/cli/run_parts.h"

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "harness/cli/parsed_option.h"
#include "harness/cli/values.h"
#include "harness/results/write_aside.h"

namespace sudoku {

void declare_parts(CLI::App& run, RunOptions& options) {
  run.add_flag(
      "--resume", options.resume,
      "Go on with a run that was killed or interrupted, from the journal beside the file of "
      "--result: blocks that are finished are not solved again. It must be the same race, "
      "by the same program; without a journal the race begins");
  add_parsed(
      run, "--shard",
      [&options](const std::string& text) { options.race.shard = parse_shard(text); },
      "Solve every N-th block only, from the I-th on; `sudoku-bench merge` makes one result of all "
      "N. There is no time budget then, because all parts need the same samples: --sample "
      "takes a smaller one")
      ->type_name("I/N");
}

void complete_parts(const CLI::App& run, RunOptions& options) {
  if (options.resume && journal_of(options.result).empty()) {
    throw CLI::ValidationError("--resume: needs the file that --result of the first run named");
  }
  if (options.resume && !options.puzzle_csv.empty()) {
    throw CLI::ValidationError(
        "--resume: cannot go on with --puzzle-csv: the rows of finished blocks are not kept");
  }
  if (options.processes > 1 && (options.resume || options.race.shard)) {
    throw CLI::ValidationError("--processes: cannot be run in parts: neither --resume nor --shard");
  }
  if (!options.race.shard) return;
  const bool is_given = run.get_option("--time-budget")->count() > 0;
  if (is_given && options.race.time_budget.count() > 0) {
    throw CLI::ValidationError(
        "--shard: a time budget would give each part samples of its own; use --sample");
  }
  options.race.time_budget = std::chrono::nanoseconds(0);
}

std::string journal_of(const std::string& result) {
  const bool stays = !result.empty() && is_written_aside(result);
  return stays ? result + ".journal" : "";
}

}  // namespace sudoku
