// `dataset convert`: the puzzles of a file in another format.

#include <fmt/format.h>

#include "harness/cli/dataset.h"
#include "harness/cli/known_sets.h"
#include "harness/cli/named_files.h"
#include "harness/cli/program.h"
#include "harness/cli/progress.h"

namespace sudoku::cli {

namespace {

struct ConvertOptions {
  std::string in;
  std::string out;
  FormatOptions format;
  bool lenient = false;
};

// Says what no format could take over, except what the help says.
void say_what_stays(const dataset::PuzzleReader& reader, const std::string& name) {
  if (reader.has_ratings()) {
    print_line(stderr, "{}: its ratings are left out, no layout has a place for them", name);
  }
}

// False when it was interrupted.
bool copy(dataset::PuzzleReader& reader, DatasetOutput& output, const std::string& name) {
  const std::atomic<bool>& interrupted = watch_for_interrupts();
  ProgressLine progress(true);
  dataset::Block block;
  while (!interrupted && reader.read(block)) {
    for (std::size_t i = 0; i < block.puzzles.size(); ++i)
      output.add(block.puzzles[i], block.solutions[i]);
    progress.reading(name, reader.bytes_read(), reader.bytes_total());
  }
  return !interrupted;
}

int convert(const ConvertOptions& options) {
  watch_for_interrupts();
  // Mistakes in the options are refused before anything is read.
  dataset::OutputFormat wanted =
      output_format(options.out, options.format, dataset::Columns::puzzle_solution);
  const std::string in = dataset_file(options.in);
  require_distinct({{"FILE", in}}, {{"FILE", options.out}});
  const dataset::InputFile file(in);
  dataset::PuzzleReader reader(file.path(), file.name(), {.hashed = false});
  if (options.format.columns.empty() && !reader.has_solutions())
    wanted.columns = dataset::Columns::puzzle;
  DatasetOutput output(options.out, wanted);
  if (!copy(reader, output, file.name())) return kInterrupted;
  report_bad_rows(reader.quarantine(), file.name());
  require_puzzles(output.puzzles(), file.name());
  require_all_rows(reader.quarantine(), options.lenient, options.out);
  output.finish();
  say_what_stays(reader, file.name());
  return kOk;
}

void declare(Command& command, ConvertOptions& options) {
  command
      .text("in", "FILE", options.in,
            "Puzzle file in any layout that can be read, plain, gzip or zstd; - is standard "
            "input")
      .required();
  command.text("out", "FILE", options.out, "File to write; - is standard output").required();
  add_format_options(command, options.format, "with solutions when the input has a place for them");
  command.flag("--lenient", options.lenient, kLenientHelp);
}

constexpr const char* kConvertFooter =
    " Rows keep their order; puzzles and declared solutions are carried over as they are, other "
    "columns, names and comments are not. When a row cannot be read, nothing is written and the "
    "exit status is 2, unless --lenient is given; on standard output, what came before is there "
    "already.";

}  // namespace

void add_dataset_convert(Command& dataset) {
  dataset.add("convert", "Write the puzzles of a file in another layout", declare, convert).footer =
      formats_help() + kConvertFooter;
}

}  // namespace sudoku::cli
