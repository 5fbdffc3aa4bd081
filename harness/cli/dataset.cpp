#include "harness/cli/dataset.h"

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/base/errors.h"
#include "harness/base/units.h"
#include "harness/options/values.h"
#include "solvers/roster.h"

namespace sudoku::cli {

namespace {

// Names of the formats that can be written, or only of those whose member `holds` is true.
std::vector<std::string> format_names(bool dataset::Format::*holds = nullptr) {
  std::vector<std::string> names;
  for (const dataset::Format& format : dataset::all_formats()) {
    const bool is_wanted = holds == nullptr || format.*holds;
    if (format.write != nullptr && is_wanted) names.emplace_back(format.name);
  }
  return names;
}

std::string tables() {
  return fmt::format("{}", fmt::join(format_names(&dataset::Format::has_columns), " and "));
}

std::string shown(const std::string& path) { return path == "-" ? "standard output" : path; }

}  // namespace

void add_files(Command& command, std::vector<std::string>& files) {
  command.texts("FILE FILE", files, "Puzzle files in any supported format; - is standard input");
}

void add_column_options(Command& command, dataset::ColumnChoice& columns) {
  command.text("--puzzle-column COLUMN", columns.puzzle, dataset::kPuzzleColumnHelp);
  command.text("--solution-column COLUMN", columns.solution, dataset::kSolutionColumnHelp);
}

void add_dataset_threads(Command& command, unsigned& threads) {
  threads = static_cast<unsigned>(parallel::usable_cpus().size());
  command
      .number("--threads", threads, "Number of threads; the output does not depend on it",
              {.least = 1, .most = parallel::ThreadPool::kMaxThreads})
      .shown_default = "all available CPUs";
}

const SolverEntry* proving_solver(const std::string& name) {
  const auto solvers = options::parse_solvers(name);
  if (solvers.size() == 1 && solvers[0]->info.proves_uniqueness) return solvers[0];
  options::reject("one solver that proves uniqueness", name);
}

const SolverEntry& verdict_solver() { return *find_solver("lanes"); }

void judge_rows(const dataset::BadRows& bad_rows, std::uint64_t puzzles, const std::string& name) {
  if (puzzles == 0) throw dataset::no_usable_puzzle(name, bad_rows);
  for (const std::string& row : bad_rows.first)
    print_line(stderr, "{}", row);
  if (bad_rows.count > 0)
    print_line(stderr, "{}: {}", name, base::plural(bad_rows.count, "bad row"));
}

bool for_each_block(dataset::PuzzleReader& reader, bool shows_progress, const TakeBlock& take) {
  const std::atomic<bool>& interrupted = watch_for_interrupts();
  ProgressLine progress(shows_progress);
  dataset::Block block;
  std::uint64_t puzzles = 0;
  while (!interrupted && reader.read(block)) {
    take(block, progress);
    puzzles += block.puzzles.size();
    progress.reading(reader.name(), reader.bytes_read(), reader.bytes_total());
  }
  progress.clear();
  if (interrupted) return false;
  judge_rows(reader.bad_rows(), puzzles, reader.name());
  return true;
}

void require_all_rows(const dataset::BadRows& bad_rows, bool lenient, const std::string& path) {
  if (bad_rows.count == 0 || lenient) return;
  throw base::InputError("{}: {} because of {}; --lenient skips bad rows", shown(path),
                         path == "-" ? "incomplete" : "not written",
                         base::plural(bad_rows.count, "bad row"));
}

std::span<const Answer> SolverThreads::solve(std::span<const Grid> puzzles) {
  answers_.assign(puzzles.size(), {});
  const Budget budget = {.cancelled = &cancelled_};
  for_each(puzzles.size(), [&](std::size_t begin, std::size_t end, const auto& solver) {
    solver->solve(puzzles.subspan(begin, end - begin), budget,
                  std::span(answers_).subspan(begin, end - begin));
  });
  return answers_;
}

DatasetOutput::DatasetOutput(const std::string& path, const dataset::OutputFormat& output)
    : path_(path), file_(path), writer_(output, file_) {}

void DatasetOutput::finish() {
  writer_.flush();
  file_.finish();
  const std::uint64_t left_out = writer_.solutions_left_out();
  if (left_out == 0) return;
  print_line(stderr, "{}: {} left out: this format cannot hold them", shown(path_),
             base::plural(left_out, "declared solution"));
}

std::string formats_help() {
  std::string text = "Formats:";
  for (const dataset::Format& format : dataset::all_formats()) {
    if (format.write == nullptr) continue;
    text += fmt::format("\n{}{}\t{}", format.name,
                        format.ending.empty() ? "" : fmt::format(" (NAME{})", format.ending),
                        format.help);
  }
  return text + "\nA file whose name ends in .gz or .zst, such as NAME.csv.gz, is compressed.";
}

void add_format_option(Command& command, FormatOptions& options) {
  command.text(fmt::format("--to {}", fmt::join(format_names(), "|")), options.to,
               "Format of the output file (default: chosen by its name)");
}

void add_format_options(Command& command, FormatOptions& options,
                        const std::string& usual_columns) {
  add_format_option(command, options);
  const auto parse_columns = [](const std::string& name) {
    return static_cast<dataset::Columns>(std::ranges::find(dataset::kColumnTitles, name) -
                                         dataset::kColumnTitles.begin());
  };
  command
      .text("--blank C", options.blank,
            "Character for blank cells, one of .0*_ (default: the usual one of the format)")
      .choices = {".", "0", "*", "_"};
  command
      .value("--columns COLUMNS", options.columns, parse_columns,
             fmt::format("Columns of {}: puzzle, or puzzle,solution, or solution,puzzle "
                         "(default: {})",
                         tables(), usual_columns))
      .choices = {dataset::kColumnTitles.begin(), dataset::kColumnTitles.end()};
}

dataset::OutputFormat output_format(const std::string& path, const FormatOptions& options,
                                    dataset::Columns usual, const std::string& on_stdout) {
  const std::string& name = options.to.empty() && path == "-" ? on_stdout : options.to;
  const dataset::Format* format =
      name.empty() ? dataset::format_of_file(path) : dataset::find_format(name);
  if (format == nullptr) {
    throw base::UsageError("--to: no format is known for the file name '{}'; choose one of {}",
                           path, fmt::join(format_names(), ", "));
  }
  if (options.columns && !format->has_columns)
    throw base::UsageError("--columns: {} has no columns; {} have", format->name, tables());
  return {.format = format,
          .blank = options.blank.empty() ? format->blank : options.blank[0],
          .columns = options.columns.value_or(usual)};
}

void add_dataset(Command& program) {
  Command& dataset =
      program.add("dataset", "Describe, check, convert, transform, generate and fetch puzzles");
  for (const auto add :
       {add_dataset_stats, add_dataset_verify, add_dataset_convert, add_dataset_isomorph,
        add_dataset_generate, add_dataset_list, add_dataset_fetch}) {
    add(dataset);
  }
}

}  // namespace sudoku::cli
