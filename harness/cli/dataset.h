// Shared parts of the `dataset` subcommands: options, bad rows, threads and output files.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/base/output.h"
#include "harness/cli/program.h"
#include "harness/cli/progress.h"
#include "harness/dataset/formats.h"
#include "harness/dataset/reader.h"
#include "harness/parallel/thread_pool.h"
#include "solvers/solver.h"

namespace sudoku::cli {

void add_dataset_convert(Command& dataset);
void add_dataset_verify(Command& dataset);
void add_dataset_stats(Command& dataset);
void add_dataset_isomorph(Command& dataset);
void add_dataset_generate(Command& dataset);
void add_dataset_list(Command& dataset);
void add_dataset_fetch(Command& dataset);

// Adds --threads; its default is the number of CPUs that the program may use.
void add_dataset_threads(Command& command, unsigned& threads);

void add_files(Command& command, std::vector<std::string>& files);

// Adds --puzzle-column and --solution-column.
void add_column_options(Command& command, dataset::ColumnChoice& columns);

inline constexpr const char* kLenientHelp = "Skip unreadable rows and report them";

// Returns the named solver. Throws UsageError unless it is a single one that proves uniqueness.
const SolverEntry* proving_solver(const std::string& name);

// Fastest built-in solver that proves uniqueness.
const SolverEntry& verdict_solver();

// Reports the unreadable rows of a file on standard error. Throws InputError if no row is usable.
void judge_rows(const dataset::BadRows& bad_rows, std::uint64_t puzzles, const std::string& name);

// Calls `take` with each block of puzzles of a file, then judge_rows(). False when interrupted.
using TakeBlock = std::function<void(const dataset::Block& block, ProgressLine& progress)>;
bool for_each_block(dataset::PuzzleReader& reader, bool shows_progress, const TakeBlock& take);

// Unless `lenient`, throws InputError for unreadable rows, which the output would silently lack.
void require_all_rows(const dataset::BadRows& bad_rows, bool lenient, const std::string& path);

// Threads that process puzzles in chunks, each with a State of its own, such as a solver.
template <typename State>
class Threads {
 public:
  // Number of puzzles in a chunk: enough for the solver of the largest batches, and few enough to
  // give each thread a part of any large block of puzzles.
  static constexpr std::size_t kChunk = 512;

  explicit Threads(
      unsigned threads, const std::function<State()>& make = [] { return State(); })
      : pool_(threads, false) {
    for (unsigned slot = 0; slot < threads; ++slot)
      states_.push_back(make());
  }

  // Calls body(begin, end, state) for chunks [begin, end) of `puzzles`.
  template <typename Body>
  void for_each(std::size_t puzzles, const Body& body, std::size_t chunk = kChunk) {
    pool_.for_each((puzzles + chunk - 1) / chunk, [&](std::size_t number, unsigned slot) {
      body(number * chunk, std::min(puzzles, (number + 1) * chunk), states_[slot]);
    });
  }

 private:
  parallel::ThreadPool pool_;
  std::vector<State> states_;
};

class SolverThreads : public Threads<std::unique_ptr<Solver>> {
 public:
  // Solvers give up early once `cancelled` is true.
  SolverThreads(const SolverEntry& entry, unsigned threads, const std::atomic<bool>& cancelled)
      : Threads(threads, entry.create), cancelled_(cancelled) {}

  // Looks for up to two solutions of `puzzles`, in parallel; the returned answers are valid until
  // the next call.
  std::span<const Answer> solve(std::span<const Grid> puzzles);

 private:
  const std::atomic<bool>& cancelled_;
  std::vector<Answer> answers_;
};

// Output file that appears under its name at finish(), compressed when the name says so.
class EncodedFile final : public base::ByteSink {
 public:
  explicit EncodedFile(const std::string& path)
      : file_(path), encoder_(base::make_encoder(path, file_)) {}

  void write(std::string_view bytes) override {
    if (encoder_) return encoder_->write(bytes);
    file_.write(bytes);
  }

  void finish() override {
    if (encoder_) encoder_->finish();
    file_.finish();
  }

 private:
  base::AsideFile file_;
  std::unique_ptr<base::ByteSink> encoder_;  // null for an uncompressed file
};

class DatasetOutput {
 public:
  DatasetOutput(const std::string& path, const dataset::OutputFormat& output);

  void add(const Grid& puzzle, const Grid& solution) { writer_.add(puzzle, solution); }

  // Moves the finished file into place, and prints how many solutions its format could not hold.
  void finish();

  std::uint64_t puzzles() const { return writer_.puzzles(); }

 private:
  std::string path_;
  EncodedFile file_;
  dataset::PuzzleWriter writer_;
};

// Help text about the formats of puzzle files and the file names that select them.
std::string formats_help();

struct FormatOptions {
  std::string to;     // name of the output format; empty: chosen by the file name
  std::string blank;  // character for empty cells; empty: the format's own
  std::optional<dataset::Columns> columns;  // columns of a table; unset: the command's default
};

void add_format_option(Command& command, FormatOptions& options);

// Adds the options --to, --blank and --columns, whose default the help calls `usual_columns`.
void add_format_options(Command& command, FormatOptions& options, const std::string& usual_columns);

// Fills in the defaults of `options`. Without --to, standard output gets the format `on_stdout`, if
// that is not empty. Throws UsageError.
dataset::OutputFormat output_format(const std::string& path, const FormatOptions& options,
                                    dataset::Columns usual, const std::string& on_stdout = "");

}  // namespace sudoku::cli
