// `dataset convert`: from any layout that can be read to any that can be written.
#include <memory>

#include <fmt/format.h>

#include "harness/cli/dataset.h"
#include "harness/cli/dataset_output.h"
#include "harness/cli/interrupt.h"
#include "harness/cli/known_sets.h"
#include "harness/cli/progress.h"

namespace sudoku {

namespace {

struct ConvertOptions {
  std::string in;
  std::string out;
  std::string to;       // a layout; empty: by the file's name
  std::string blank;    // one character; empty: the layout's own
  std::string columns;  // of tables; empty: what the input has
  bool lenient = false;
};

constexpr const char* kPuzzle = "puzzle";
constexpr const char* kBoth = "puzzle,solution";
constexpr const char* kSwapped = "solution,puzzle";

Columns columns_named(const std::string& names) {
  if (names == kPuzzle) return Columns::puzzle;
  return names == kBoth ? Columns::puzzle_solution : Columns::solution_puzzle;
}

// What only the command line decides, checked before anything is read.
WriteOptions write_options(const ConvertOptions& options) {
  const Target target = target_for(options.out, options.to);
  const bool is_table = target == Target::csv || target == Target::bare;
  if (!options.columns.empty() && !is_table) {
    throw CLI::ValidationError(
        fmt::format("--columns: {} has no columns; csv and bare have", info_of(target).name));
  }
  return {.target = target,
          .blank = options.blank.empty() ? info_of(target).blank : options.blank[0]};
}

// Nothing leaves a file silently, except what the help says no layout can take.
void say_what_stays(const PuzzleReader& reader, const std::string& name) {
  if (reader.has_ratings()) {
    fmt::print(stderr, "{}: its ratings are left out, no layout has a place for them\n", name);
  }
}

// False when it was interrupted.
bool copy(PuzzleReader& reader, DatasetOutput& output, const std::string& name) {
  const std::atomic<bool>& interrupted = watch_for_interrupts();
  ProgressLine progress(true);
  Block block;
  while (!interrupted && reader.read(block)) {
    for (std::size_t i = 0; i < block.puzzles.size(); ++i)
      output.add(block.puzzles[i], block.solutions[i]);
    progress.reading(name, reader.bytes_read(), reader.bytes_total());
  }
  return !interrupted;
}

int convert(const ConvertOptions& options) {
  WriteOptions wanted = write_options(options);
  const InputFile file(dataset_file(options.in));
  PuzzleReader reader(file.path(), file.name(), {.hashed = false});
  const std::string given = reader.has_solutions() ? kBoth : kPuzzle;
  wanted.columns = columns_named(options.columns.empty() ? given : options.columns);
  DatasetOutput output(options.out, wanted);
  if (!copy(reader, output, file.name())) return kInterrupted;
  report_bad_rows(reader.quarantine(), file.name());
  require_puzzles(output.puzzles(), file.name());
  require_all_rows(reader.quarantine(), options.lenient, options.out);
  output.finish();
  say_what_stays(reader, file.name());
  return kOk;
}

void declare(CLI::App& app, ConvertOptions& options) {
  app.add_option("in", options.in,
                 "Puzzle file in any layout that can be read, plain, gzip or zstd; - is standard "
                 "input")
      ->type_name("FILE")
      ->required()
      ->default_str("");
  app.add_option("out", options.out, "File to write; - is standard output")
      ->type_name("FILE")
      ->required()
      ->default_str("");
  add_target_option(app, options.to);
  app.add_option("--blank", options.blank,
                 "Character for blanks: one of . 0 * _ (default: the layout's own)")
      ->type_name("C")
      ->check(CLI::IsMember({".", "0", "*", "_"}).description(""));
  app.add_option("--columns", options.columns,
                 "Columns of csv and bare: puzzle, or puzzle,solution, or solution,puzzle "
                 "(default: with solutions when the input has a place for them)")
      ->type_name("COLUMNS")
      ->check(CLI::IsMember({kPuzzle, kBoth, kSwapped}).description(""));
  app.add_flag("--lenient", options.lenient, kLenientHelp);
}

constexpr const char* kConvertFooter =
    " Rows keep their order; puzzles and declared solutions are carried over as they are, other "
    "columns, names and comments are not. When a row cannot be read, nothing is written and the "
    "exit status is 2, unless --lenient is given; on standard output, what came before is there "
    "already.";

}  // namespace

void add_dataset_convert(CLI::App& dataset, Action& action) {
  auto options = std::make_shared<ConvertOptions>();
  CLI::App* app =
      dataset.add_subcommand("convert", "Write the puzzles of a file in another layout");
  declare(*app, *options);
  app->footer(std::string(kTargetsHelp) + kConvertFooter);
  app->callback([options, &action] { action = [options] { return convert(*options); }; });
}

}  // namespace sudoku
