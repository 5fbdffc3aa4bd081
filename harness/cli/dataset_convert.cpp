// `dataset convert`: writes the puzzles of a file in another format.
#include "harness/cli/dataset.h"
#include "harness/cli/named_files.h"
#include "harness/cli/program.h"
#include "harness/cli/progress.h"
#include "harness/dataset/catalog.h"

namespace sudoku::cli {

namespace {

struct ConvertOptions {
  std::string in;
  dataset::ColumnChoice columns;
  std::string out;
  FormatOptions format;
  bool lenient = false;
};

int convert(const ConvertOptions& options) {
  watch_for_interrupts();
  // Mistakes in the options are reported before anything is read.
  dataset::OutputFormat wanted =
      output_format(options.out, options.format, dataset::Columns::puzzle_solution);
  const std::string in = dataset::file_named(options.in);
  require_distinct({{"IN", in}}, {{"OUT", options.out}});
  const base::InputFile file(in);
  dataset::PuzzleReader reader(file, {.columns = options.columns});
  if (!options.format.columns && !reader.has_solutions()) wanted.columns = dataset::Columns::puzzle;
  DatasetOutput output(options.out, wanted);
  const auto copy = [&output](const dataset::Block& block, ProgressLine& /*progress*/) {
    for (std::size_t i = 0; i < block.puzzles.size(); ++i)
      output.add(block.puzzles[i], block.solutions[i]);
  };
  if (!for_each_block(reader, true, copy)) return kInterrupted;
  require_all_rows(reader.bad_rows(), options.lenient, options.out);
  output.finish();
  return kOk;
}

}  // namespace

void add_dataset_convert(Command& dataset) {
  auto [command, options] =
      dataset.add<ConvertOptions>("convert", "Convert a puzzle file to another format", convert);
  command.examples = {{"sudoku-bench dataset convert puzzles.csv puzzles.sdm",
                       "Write the puzzles of a table as lines with 0 for blanks."}};
  command.footer =
      formats_help() +
      "\nRows keep their order. Puzzles and declared solutions are copied unchanged; other "
      "columns, "
      "names and comments are dropped. If a row cannot be read, nothing is written and the exit "
      "status is 2, unless --lenient is given; standard output may already have received earlier "
      "rows.";
  command.text("IN FILE", options.in,
               "Puzzle file in any supported format, plain, gzip, bzip2, xz, zstd or zip; - is "
               "standard input");
  add_column_options(command, options.columns);
  command.text("OUT FILE", options.out, "File to write; - is standard output");
  add_format_options(command, options.format, "with solutions if the input format can hold them");
  command.flag("--lenient", options.lenient, kLenientHelp);
}

}  // namespace sudoku::cli
