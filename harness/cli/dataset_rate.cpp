// `dataset rate`: how hard puzzles are for people and for solvers, as a table and a summary.
#include "harness/cli/dataset_rate.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include <fmt/format.h>

#include "harness/base/csv_line.h"
#include "harness/base/estimate.h"
#include "harness/base/random.h"
#include "harness/base/table.h"
#include "harness/base/text.h"
#include "harness/base/units.h"
#include "harness/cli/dataset.h"
#include "harness/cli/named_files.h"
#include "harness/cli/program.h"
#include "harness/cli/progress.h"
#include "harness/report/view.h"
#include "harness/run/values.h"
#include "harness/stats/rank_correlation.h"
#include "solvers/roster.h"

namespace sudoku::cli {

namespace {

// Name of a difficulty level, such as "naked pair" or "search".
std::string_view name_of_level(int level) {
  return level == dataset::kLevelOfSearch ? "search" : name_of(static_cast<Technique>(level));
}

// `values` without NaN.
dataset::Distribution distribution_of(const std::vector<double>& values) {
  dataset::Distribution distribution;
  for (const double value : values)
    if (!std::isnan(value)) distribution.add(value);
  return distribution;
}

struct RateOptions {
  std::vector<std::string> files;
  std::string out = "-";
  std::vector<const SolverEntry*> solvers;
  std::uint64_t isomorphs = dataset::RatingOptions().isomorphs;
  std::uint64_t seed = dataset::RatingOptions().seed;
  bool lenient = false;
  unsigned threads = 1;
};

std::vector<const SolverEntry*> proving_solvers(const std::string& names) {
  std::vector<const SolverEntry*> solvers = run::parse_solvers(names);
  const bool prove = std::ranges::all_of(solvers, [](const SolverEntry* entry) {
    return entry->info.searches && entry->info.proves_uniqueness;
  });
  if (solvers.empty() || !prove) run::reject("solvers that search and prove uniqueness", names);
  return solvers;
}

// Rates blocks of puzzles in several threads, and keeps the ratings of the latest block.
class RatingThreads {
 public:
  RatingThreads(const RateOptions& options, const std::atomic<bool>& cancelled)
      : pool_(options.threads, false), solvers_(options.solvers.size()) {
    const dataset::RatingOptions rating = {
        .isomorphs = options.isomorphs, .seed = options.seed, .cancelled = &cancelled};
    for (unsigned slot = 0; slot < pool_.threads(); ++slot) {
      Solver& logic = own(*find_solver("logic"));
      std::vector<Solver*> solvers;
      for (const SolverEntry* entry : options.solvers)
        solvers.push_back(&own(*entry));
      raters_.emplace_back(logic, std::move(solvers), rating);
    }
  }

  void rate(const dataset::Block& block) {
    ratings_.resize(block.puzzles.size());
    efforts_.resize(block.puzzles.size() * solvers_);
    for_each_chunk(pool_, ratings_.size(), [&](std::size_t begin, std::size_t end, unsigned slot) {
      for (std::size_t i = begin; i < end; ++i) {
        ratings_[i] = raters_[slot].rate(block.all()[i], block.first + i,
                                         std::span(efforts_).subspan(i * solvers_, solvers_));
      }
    });
  }

  const dataset::Rating& rating(std::size_t i) const { return ratings_[i]; }

  std::span<const dataset::Effort> efforts(std::size_t i) const {
    return std::span(efforts_).subspan(i * solvers_, solvers_);
  }

 private:
  Solver& own(const SolverEntry& entry) { return *owned_.emplace_back(entry.create()); }

  parallel::ThreadPool pool_;
  std::size_t solvers_;
  std::vector<std::unique_ptr<Solver>> owned_;
  std::vector<dataset::Rater> raters_;
  std::vector<dataset::Rating> ratings_;
  std::vector<dataset::Effort> efforts_;
};

std::string csv_header(const std::vector<std::string>& solvers) {
  std::string header = "dataset,line,puzzle,outcome,level,technique,rating";
  for (const std::string& solver : solvers)
    header += fmt::format(",{0}_guesses,{0}_ns", solver);
  return header + "\n";
}

std::string csv_rows(const std::string& dataset, const dataset::Block& block,
                     const RatingThreads& rated) {
  std::string rows;
  const auto out = std::back_inserter(rows);
  for (std::size_t i = 0; i < block.puzzles.size(); ++i) {
    const dataset::Rating& rating = rated.rating(i);
    fmt::format_to(out, "{},{},{},{},{},{},", dataset, block.lines[i], block.all()[i].text(),
                   name_of(rating.outcome), rating.level ? fmt::to_string(*rating.level) : "",
                   rating.level ? name_of_level(*rating.level) : "");
    if (!std::isnan(block.ratings[i])) fmt::format_to(out, "{}", block.ratings[i]);
    for (const dataset::Effort& effort : rated.efforts(i))
      fmt::format_to(out, ",{:.6g},{:.1f}", effort.guesses, effort.time_ns);
    rows += '\n';
  }
  return rows;
}

std::vector<std::string> names_of(const std::vector<const SolverEntry*>& solvers) {
  std::vector<std::string> names;
  names.reserve(solvers.size());
  for (const SolverEntry* entry : solvers)
    names.emplace_back(entry->info.name);
  return names;
}

// Rates the puzzles of a file. Returns false when interrupted.
bool rate_file(const RateOptions& options, const std::string& argument, RatingThreads& threads,
               EncodedFile& csv) {
  const std::atomic<bool>& interrupted = watch_for_interrupts();
  const dataset::InputFile file(argument);
  dataset::PuzzleReader reader(file, {.ratings = true, .pencilmarks = true});
  for (const SolverEntry* entry : options.solvers)
    require_takes(*entry, reader);
  RateSummary summary(file.name(), names_of(options.solvers));
  const std::string name = base::csv_field(file.name());
  const auto take = [&](const dataset::Block& block, ProgressLine& /*progress*/) {
    threads.rate(block);
    if (interrupted) return;
    csv.write(csv_rows(name, block, threads));
    for (std::size_t i = 0; i < block.puzzles.size(); ++i)
      summary.add(block.first + i, threads.rating(i), block.ratings[i], threads.efforts(i));
  };
  if (!for_each_block(reader, options.out != "-", take)) return false;
  require_all_rows(reader.quarantine(), options.lenient, options.out);
  fmt::print(options.out == "-" ? stderr : stdout, "{}\n", summary.text());
  return true;
}

int rate(const RateOptions& options) {
  require_distinct(all_of("FILE", options.files), {{"--output", options.out}});
  RatingThreads threads(options, watch_for_interrupts());
  EncodedFile csv(options.out);
  csv.write(csv_header(names_of(options.solvers)));
  for (const std::string& file : options.files)
    if (!rate_file(options, file, threads, csv)) return kInterrupted;
  csv.finish();
  return kOk;
}

void declare(Command& command, RateOptions& options) {
  add_files(command, options.files);
  command.text("-o,--output", "FILE", options.out,
               "CSV file to write, one row per puzzle, compressed if its name ends in .gz or .zst; "
               "- is standard output, and the summary then goes to standard error");
  options.solvers = {find_solver("mrv_hidden")};
  command
      .value("--solvers", "LIST", options.solvers, proving_solvers,
             "Solvers whose guesses and time are measured while they look for a second solution")
      .shown_default = "mrv_hidden";
  command.number("--isomorphs", options.isomorphs, {},
                 "Number of random isomorphs of each puzzle over which guesses and time are "
                 "averaged; 0: the puzzle itself");
  command.number("--seed", options.seed, {}, "Random seed");
  command.flag("--lenient", options.lenient, kLenientHelp);
  add_dataset_threads(command, options.threads);
}

std::string footer() {
  std::string text =
      "The level of a puzzle is that of the hardest technique it needs when the easiest applicable "
      "one is always used:";
  for (int level = 1; level <= dataset::kLevelOfSearch; ++level) {
    text += fmt::format(" {} {}{}", level, name_of_level(level),
                        level == dataset::kLevelOfSearch ? ". " : ",");
  }
  return text +
         "Only proper puzzles have a level. Everything except the times (columns that end in _ns) "
         "is the same for any number of threads and on any machine. Several threads disturb each "
         "other's times: use --threads 1 for accurate ones. Files are read as a stream; rows keep "
         "their order. The correlations in the summary are Spearman's rank correlations, exact for "
         "up to 100,000 puzzles; beyond, they are those of a random sample of 100,000.";
}

}  // namespace

RateSummary::RateSummary(std::string name, const std::vector<std::string>& solvers)
    : name_(std::move(name)), columns_({"level", "file's rating"}) {
  for (const std::string& solver : solvers) {
    columns_.push_back(solver + " guesses");
    columns_.push_back(solver + " ns");
  }
}

void RateSummary::add(std::uint64_t index, const dataset::Rating& rating, double declared,
                      std::span<const dataset::Effort> efforts) {
  ++puzzles_;
  if (rating.level) {
    ++levels_[static_cast<std::size_t>(*rating.level)];
  } else {
    ++improper_;
  }
  std::vector<double> row = {rating.level ? *rating.level : base::kUnknown, declared};
  for (const dataset::Effort& effort : efforts)
    row.insert(row.end(), {effort.guesses, effort.time_ns});
  sample_.offer(base::mix(index), row);
}

std::string RateSummary::text() const {
  std::string text = base::printable(name_) + ": " + report::plural(puzzles_, "puzzle") + "\n\n" +
                     levels_text() + "\n" + spreads_text() + "\n" + correlations_text();
  if (sample_.kept().size() < puzzles_) {
    text += fmt::format(
        "  means, quantiles and correlations are those of a random sample of {} puzzles\n",
        base::count_text(sample_.kept().size()));
  }
  return text;
}

std::string RateSummary::levels_text() const {
  base::Table table({base::right("level"), base::left("hardest technique"), base::right("puzzles"),
                     base::right("share")});
  const auto add = [&](const std::string& level, std::string_view name, std::uint64_t count) {
    if (count == 0) return;
    table.add_row(
        {level, std::string(name), base::count_text(count), base::share_text(count, puzzles_)});
  };
  for (int level = 0; level <= dataset::kLevelOfSearch; ++level)
    add(fmt::to_string(level), name_of_level(level), levels_[static_cast<std::size_t>(level)]);
  add(base::kUnknownText, "not proper", improper_);
  return table.text(false);
}

std::string RateSummary::spreads_text() const {
  base::Table table({base::left(""), base::right("mean"), base::right("median"), base::right("p90"),
                     base::right("p99"), base::right("max")});
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const dataset::Distribution values = distribution_of(column(i));
    if (values.count() == 0) continue;
    table.add_row({columns_[i], base::number_text(values.mean()),
                   base::number_text(values.quantile(0.5)), base::number_text(values.quantile(0.9)),
                   base::number_text(values.quantile(0.99)),
                   base::number_text(values.quantile(1))});
  }
  return table.text(false);
}

std::vector<double> RateSummary::column(std::size_t index) const {
  std::vector<double> values;
  for (const auto& [key, row] : sample_.kept())
    values.push_back(row[index]);
  return values;
}

std::string RateSummary::correlations_text() const {
  std::vector<std::size_t> shown;  // indices of the columns whose values vary
  std::vector<base::Column> columns = {base::left("rank correlation")};
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (distribution_of(column(i)).counts().size() < 2) continue;
    shown.push_back(i);
    columns.push_back(base::right(columns_[i]));
  }
  if (shown.size() < 2) return "";
  base::Table table(std::move(columns));
  for (const std::size_t i : shown) {
    std::vector<base::Cell> cells = {columns_[i]};
    for (const std::size_t j : shown) {
      if (j >= i) break;
      const double rho = stats::rank_correlation(column(i), column(j));
      cells.emplace_back(std::isnan(rho) ? base::kUnknownText : fmt::format("{:.3f}", rho));
    }
    table.add_row(std::move(cells));
  }
  return table.text(false);
}

void add_dataset_rate(Command& dataset) {
  dataset
      .add("rate", "Rate how hard each puzzle is: techniques needed, guesses, time", declare, rate)
      .footer = footer();
}

}  // namespace sudoku::cli
