// The subcommands of `sudoku-bench dataset`, and what they share.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <CLI/App.hpp>

#include "harness/base/output.h"
#include "harness/cli/program.h"
#include "harness/dataset/catalog.h"
#include "harness/dataset/reader.h"
#include "harness/dataset/writer.h"
#include "harness/parallel/gang.h"
#include "solvers/solver.h"

namespace sudoku::cli {

void add_dataset_convert(CLI::App& dataset, Action& action);
void add_dataset_verify(CLI::App& dataset, Action& action);
void add_dataset_stats(CLI::App& dataset, Action& action);
void add_dataset_isomorph(CLI::App& dataset, Action& action);
void add_dataset_generate(CLI::App& dataset, Action& action);
void add_dataset_list(CLI::App& dataset, Action& action);
void add_dataset_fetch(CLI::App& dataset, Action& action);
void add_dataset_rate(CLI::App& dataset, Action& action);

// An option whose text is parsed by us, and named in the message when it cannot be.
CLI::Option* add_dataset_option(CLI::App& app, const std::string& name,
                                const std::function<void(const std::string&)>& parse,
                                const std::string& description);

struct NumberRange {
  std::uint64_t least = 0;
  std::uint64_t most = kUnlimited;
};

void add_dataset_number(CLI::App& app, const std::string& name, std::uint64_t& value,
                        NumberRange range, const std::string& description);

// --catalog; empty means the program's own.
void add_catalog_option(CLI::App& app, std::string& path);

// Throws CLI::ValidationError, naming the nearest, when there is none of that name.
const dataset::CatalogEntry& require_entry(const std::vector<dataset::CatalogEntry>& catalog,
                                           const std::string& name);

// --threads; the default is the CPUs that the program may use.
void add_dataset_threads(CLI::App& app, unsigned& threads);

inline constexpr const char* kLenientHelp =
    "Leave rows that cannot be read out, say which, and go on as if they were not there";

// Prints the bad rows of a file on standard error, if it has any.
void report_bad_rows(const dataset::Quarantine& quarantine, const std::string& name);

// Throws InputError when not one row of the file could be used.
void require_puzzles(std::uint64_t puzzles, const std::string& name);

// Throws CLI::ValidationError unless the text names one that proves uniqueness.
const SolverEntry* proving_solver(const std::string& name);

// The fastest solver that proves verdicts.
const SolverEntry& verdict_solver();

// Threads that work on the puzzles of a block together.

class DatasetCrew {
 public:
  // Called with the puzzles [begin, end) of those at hand and the slot of the thread.
  using Body = std::function<void(std::size_t begin, std::size_t end, unsigned slot)>;

  explicit DatasetCrew(unsigned threads) : gang_(threads, false) {}

  unsigned threads() const { return gang_.threads(); }

  // A thread takes `chunk` of them at a time. The usual number is enough for the widest batch
  // solver, and few enough that all threads get some of a block.
  void for_each(std::size_t puzzles, const Body& body, std::size_t chunk = kChunk);

  static constexpr std::size_t kChunk = 512;

 private:
  parallel::Gang gang_;
};

// The same, a solver for each of them.
class SolvingCrew {
 public:
  // Answers end early once `cancelled` is true.
  SolvingCrew(const SolverEntry& entry, unsigned threads, const std::atomic<bool>& cancelled);

  // The answers are valid until the next call.
  std::span<const Answer> solve(std::span<const Grid> puzzles, std::uint64_t solution_limit);

  using Body = std::function<void(std::size_t begin, std::size_t end, Solver& solver)>;

  void for_each(std::size_t puzzles, const Body& body);

 private:
  DatasetCrew crew_;
  std::vector<std::unique_ptr<Solver>> solvers_;
  const std::atomic<bool>& cancelled_;
  std::vector<Answer> answers_;
};

// A file of puzzles that a subcommand of `dataset` writes.

// An AsideFile for what writes to sinks.
class StreamedFile final : public base::ByteSink {
 public:
  explicit StreamedFile(const std::string& path) : file_(path) {}

  void write(std::string_view bytes) override { file_.write(bytes); }

  void finish() override { file_.finish(); }

 private:
  base::AsideFile file_;
};

// Puzzles into a file, compressed when its name says so.
class DatasetOutput {
 public:
  DatasetOutput(const std::string& path, const dataset::WriteOptions& options);

  // Throws InputError when the layout has no room for another puzzle.
  void add(const Grid& puzzle, const Grid& solution);

  // Makes the file appear, and says on standard error what of the puzzles it does not hold.
  void finish();

  std::uint64_t puzzles() const { return writer_.puzzles(); }

 private:
  std::string path_;
  StreamedFile file_;
  std::unique_ptr<base::ByteSink> encoder_;  // null: stored plain
  dataset::PuzzleWriter writer_;
};

// The layout of the file `path`: `name`, or what the file's own name tells when that is empty.
// Throws CLI::ValidationError.
dataset::Target target_for(const std::string& path, const std::string& name);

// --to, the name of a layout.
void add_target_option(CLI::App& app, std::string& name);

// A file that lacks rows is not written, or the lack might never be seen. Throws InputError.
void require_all_rows(const dataset::Quarantine& quarantine, bool lenient, const std::string& path);

// What each of them looks like, and which file names tell it; for the help.
inline constexpr const char* kTargetsHelp =
    "Layouts: csv (NAME.csv), a table with the header puzzle,solution. bare, a table without a "
    "header. pairs (NAME.txt), a puzzle of 81 characters and its solution, if it has one, on a "
    "line. lines, puzzles alone. sdm (NAME.sdm), lines with 0 for blanks. sdk (NAME.sdk), nine "
    "lines of nine characters. ss (NAME.ss), the same with bars and rules between the boxes. "
    "blocks, 'Grid 01' and nine lines, with 0 for blanks. triples, row,column,digit of each clue, "
    "one puzzle to a file. NAME.csv.gz and NAME.csv.zst are compressed, and so for the others.";

// The options that say what a file of puzzles that is written looks like.

struct LayoutOptions {
  std::string to;       // a layout; empty: by the file's name
  std::string blank;    // one character; empty: the layout's own
  std::string columns;  // of tables; empty: the command's choice
};

// `usual_columns` is what the command chooses, for the help.
void add_layout_options(CLI::App& app, LayoutOptions& options, const std::string& usual_columns);

// What the command line decides. Throws CLI::ValidationError.
dataset::WriteOptions write_options(const std::string& path, const LayoutOptions& options,
                                    dataset::Columns usual);

}  // namespace sudoku::cli
