// `dataset isomorph`: writes random isomorphs of puzzles, or their canonical forms.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/base/errors.h"
#include "harness/base/input.h"
#include "harness/base/random.h"
#include "harness/cli/dataset.h"
#include "harness/cli/named_files.h"
#include "harness/cli/program.h"
#include "harness/cli/progress.h"
#include "harness/dataset/canonical.h"
#include "harness/dataset/catalog.h"
#include "harness/dataset/generator.h"
#include "harness/dataset/isomorph.h"

namespace sudoku::cli {

namespace {

struct IsomorphOptions {
  std::string in;  // input: a file or a puzzle
  dataset::ColumnChoice columns;
  std::string out = "-";
  FormatOptions format;
  std::uint64_t count = 1;
  std::uint64_t seed = 1;
  bool canonical = false;
  bool lenient = false;
  unsigned threads = 1;
};

// Writes the isomorphs of a block of puzzles, one puzzle after another.
class Maker {
 public:
  explicit Maker(const IsomorphOptions& options) : options_(options), threads_(options.threads) {}

  void make(const dataset::Block& block, DatasetOutput& output) {
    const std::uint64_t total = block.puzzles.size() * options_.count;
    for (std::uint64_t first = 0; first < total; first += kAtOnce) {
      made_.resize(std::min<std::uint64_t>(kAtOnce, total - first));
      threads_.for_each(made_.size(), [&](std::size_t begin, std::size_t end, auto& canonicaliser) {
        for (std::size_t i = begin; i < end; ++i)
          made_[i] = make_one(block, first + i, canonicaliser);
      });
      for (const dataset::GeneratedPuzzle& made : made_)
        output.add(made.puzzle, made.solution);
    }
  }

 private:
  static constexpr std::size_t kAtOnce = 8192;

  dataset::GeneratedPuzzle make_one(const dataset::Block& block, std::uint64_t number,
                                    dataset::Canonicaliser& canonicaliser) const {
    const std::uint64_t i = number / options_.count;
    const dataset::Isomorph isomorph = options_.canonical
                                           ? canonicaliser.isomorph(block.puzzles[i])
                                           : drawn(block.first + i, number % options_.count);
    return {.puzzle = dataset::apply(isomorph, block.puzzles[i]),
            .solution = dataset::apply(isomorph, block.solutions[i])};
  }

  // A random isomorph that depends only on the seed, the puzzle's number and the copy's number.
  dataset::Isomorph drawn(std::uint64_t puzzle, std::uint64_t copy) const {
    base::Random random(base::mix(options_.seed) ^ base::mix(base::mix(puzzle) + copy));
    return dataset::random_isomorph(random);
  }

  const IsomorphOptions& options_;
  Threads<dataset::Canonicaliser> threads_;
  std::vector<dataset::GeneratedPuzzle> made_;
};

DatasetOutput open_output(const IsomorphOptions& options, bool has_solutions) {
  const auto columns = has_solutions ? dataset::Columns::puzzle_solution : dataset::Columns::puzzle;
  return {options.out, output_format(options.out, options.format, columns, "pairs")};
}

int vary_puzzle(const IsomorphOptions& options) {
  const Grid puzzle = parse_grid(options.in).grid;
  DatasetOutput output = open_output(options, false);
  Maker(options).make({.puzzles = {puzzle}, .solutions = {kEmptyGrid}, .lines = {}}, output);
  output.finish();
  return kOk;
}

int vary(const IsomorphOptions& options) {
  if (parse_grid(options.in).ok && !base::exists(options.in)) return vary_puzzle(options);
  watch_for_interrupts();
  const std::string in = dataset::file_named(options.in);
  require_distinct({{"FILE", in}}, {{"--output", options.out}});
  const base::InputFile file(in);
  dataset::PuzzleReader reader(file, {.columns = options.columns});
  DatasetOutput output = open_output(options, reader.has_solutions());
  Maker maker(options);
  const auto make = [&](const dataset::Block& block, ProgressLine& /*progress*/) {
    maker.make(block, output);
  };
  if (!for_each_block(reader, options.out != "-", make)) return kInterrupted;
  require_all_rows(reader.bad_rows(), options.lenient, options.out);
  output.finish();
  return kOk;
}

}  // namespace

void add_dataset_isomorph(Command& dataset) {
  auto [command, options] = dataset.add<IsomorphOptions>(
      "isomorph", "Generate equivalent puzzles, or find their canonical form", vary);
  command.footer =
      "The symmetries of Sudoku relabel the digits, permute bands, stacks, and the rows and "
      "columns in them, and transpose. They preserve the number of solutions, minimality and "
      "difficulty for people. Random ones are chosen uniformly from all 2 x 6^8 x 9! of them. "
      "Declared solutions are transformed too. Without an output file, puzzles are written to "
      "standard output, one per line.\n" +
      formats_help();
  command.text("FILE FILE|PUZZLE", options.in,
               "A puzzle of 81 characters, or a puzzle file in any "
               "supported format; - is standard input");
  add_column_options(command, options.columns);
  command.number("--count", options.count, "Number of isomorphs of each puzzle", {.least = 1});
  command.number("--seed", options.seed, "Random seed");
  command
      .flag("--canonical", options.canonical,
            "Write the canonical form instead of random isomorphs: the first in text order of all "
            "isomorphs, with blanks before digits (minlex)")
      .excluded = {"--count", "--seed"};
  command.text("-o,--output FILE", options.out, "File to write; - is standard output");
  add_format_option(command, options.format);
  command.flag("--lenient", options.lenient, kLenientHelp);
  add_dataset_threads(command, options.threads);
}

}  // namespace sudoku::cli
