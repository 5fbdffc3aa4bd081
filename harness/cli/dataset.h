// What the subcommands of `sudoku-bench dataset` share: options, messages about bad rows, threads
// that work on a block together, and the files of puzzles that they write.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "harness/base/output.h"
#include "harness/cli/program.h"
#include "harness/cli/progress.h"
#include "harness/dataset/formats.h"
#include "harness/dataset/reader.h"
#include "harness/parallel/gang.h"
#include "solvers/solver.h"

namespace sudoku::cli {

void add_dataset_convert(Command& dataset);
void add_dataset_verify(Command& dataset);
void add_dataset_stats(Command& dataset);
void add_dataset_isomorph(Command& dataset);
void add_dataset_generate(Command& dataset);
void add_dataset_list(Command& dataset);
void add_dataset_fetch(Command& dataset);
void add_dataset_rate(Command& dataset);

// --threads; the default is the CPUs that the program may use.
void add_dataset_threads(Command& command, unsigned& threads);

inline constexpr const char* kLenientHelp =
    "Leave rows that cannot be read out, say which, and go on as if they were not there";

// Throws UsageError unless the text names one solver that proves uniqueness.
const SolverEntry* proving_solver(const std::string& name);

// The fastest solver that proves verdicts.
const SolverEntry& verdict_solver();

// Prints the bad rows of a file on standard error, if it has any, and throws InputError when not
// one row could be used.
void judge_rows(const dataset::Quarantine& quarantine, std::uint64_t puzzles,
                const std::string& name);

// Calls `take` with each block of a file, shows how far it is when that is wanted, and judges its
// rows in the end. False when it was interrupted.
using TakeBlock = std::function<void(const dataset::Block& block, ProgressLine& progress)>;
bool for_each_block(dataset::PuzzleReader& reader, bool shows_progress, const TakeBlock& take);

// Throws InputError when the output at `path` would lack rows: written without them, the gap might
// never be noticed.
void require_all_rows(const dataset::Quarantine& quarantine, bool lenient, const std::string& path);

// Threads that work on the puzzles of a block together.
class DatasetCrew {
 public:
  // Called with the puzzles [begin, end) of the block and the slot of the thread.
  using Body = std::function<void(std::size_t begin, std::size_t end, unsigned slot)>;

  explicit DatasetCrew(unsigned threads) : gang_(threads, false) {}

  unsigned threads() const { return gang_.threads(); }

  // A thread takes `chunk` puzzles at a time. The default is enough for the widest batch solver,
  // and few enough that all threads get some of a block.
  void for_each(std::size_t puzzles, const Body& body, std::size_t chunk = kChunk);

  static constexpr std::size_t kChunk = 512;

 private:
  parallel::Gang gang_;
};

// A DatasetCrew with a solver for each thread.
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

// A file to write, compressed when its name says so; it appears at finish().
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
  std::unique_ptr<base::ByteSink> encoder_;  // null: stored plain
};

// A file of puzzles.
class DatasetOutput {
 public:
  DatasetOutput(const std::string& path, const dataset::OutputFormat& output);

  // Throws InputError when the file has no room for another puzzle.
  void add(const Grid& puzzle, const Grid& solution);

  // Makes the file appear, and says on standard error how many solutions were left out.
  void finish();

  std::uint64_t puzzles() const { return writer_.puzzles(); }

 private:
  std::string path_;
  const dataset::Format& format_;
  EncodedFile file_;
  dataset::PuzzleWriter writer_;
};

// The formats, and the file names that tell them; for the help.
std::string formats_help();

// Options for the format of a file of puzzles to write.
struct FormatOptions {
  std::string to;       // name of a format; empty: by the file's name
  std::string blank;    // one character; empty: the format's own
  std::string columns;  // of formats that have any; empty: the command's choice
};

// --to
void add_format_option(Command& command, FormatOptions& options);

// --to, --blank and --columns. `usual_columns` describes the command's choice, for the help.
void add_format_options(Command& command, FormatOptions& options, const std::string& usual_columns);

// The options with their defaults filled in; without --to, standard output is of the format
// `on_stdout`, if that is given. Throws UsageError.
dataset::OutputFormat output_format(const std::string& path, const FormatOptions& options,
                                    dataset::Columns usual, const std::string& on_stdout = "");

}  // namespace sudoku::cli
