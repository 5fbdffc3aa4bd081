// `sudoku-bench merge`: merges the results of `run --shard` into one.
#include "harness/run/merge.h"

#include <cstdio>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/base/output.h"
#include "harness/cli/named_files.h"
#include "harness/cli/program.h"
#include "harness/cli/progress.h"
#include "harness/report/reports.h"
#include "harness/result/json.h"

namespace sudoku::cli {

namespace {

struct MergeOptions {
  std::vector<std::string> results;
  std::string output;
  bool quiet = false;
  bool verbose = false;
};

int refuse_parts(const std::string& why) {
  print_line(stderr, "sudoku-bench: {}", why);
  return kNothingToCompare;
}

int merge_results(const MergeOptions& options) {
  require_distinct(all_of("RESULT", options.results), {{"--output", options.output}});
  base::ensure_writable(options.output);
  run::Merge merge;
  try {
    for (const std::string& path : options.results)
      merge.add(result::read_result(path), path);
  } catch (const run::PartsError& error) {
    return refuse_parts(error.what());
  }
  const std::vector<std::uint64_t> missing = merge.missing();
  const result::RunResult merged = merge.finish();
  Outputs outputs;
  outputs.write(options.output, [&] { return result::to_json(merged); });
  std::FILE* const stream = base::is_standard_output(options.output) ? stderr : stdout;
  if (!options.quiet)
    fmt::print(stream, "{}", report::summary(merged, screen_of(stream), options.verbose));
  outputs.require_written();
  if (missing.empty()) return code_of(merged);
  return refuse_parts(fmt::format("{}: lacks shard {} of {} and is marked as incomplete",
                                  options.output, fmt::join(missing, ", "), merged.shards->of));
}

}  // namespace

void add_merge(Command& program) {
  auto [command, options] = program.add<MergeOptions>(
      "merge", "Merge the results of `run --shard`, given in any order", merge_results);
  command.footer =
      "Exit status: 6 if the results do not belong together or a shard is missing, 3 if a solver "
      "gave a wrong answer, crashed or was disqualified in one of them, as `run` would have ended, "
      "0 otherwise.";
  command.texts("RESULT RESULT", options.results, "Result documents, one per shard");
  command.text("-o,--output FILE", options.output, "File to write; - is standard output")
      .is_required = true;
  command.flag("-v,--verbose", options.verbose, "Print all remarks and warnings");
  command.flag("-q,--quiet", options.quiet, "Print only errors");
}

}  // namespace sudoku::cli
