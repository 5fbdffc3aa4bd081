// `dataset rate`: how hard puzzles are for people and for solvers, as a table and a summary.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "harness/base/csv_line.h"
#include "harness/base/estimate.h"
#include "harness/base/output.h"
#include "harness/base/random.h"
#include "harness/base/table.h"
#include "harness/base/text.h"
#include "harness/base/units.h"
#include "harness/cli/dataset.h"
#include "harness/cli/named_files.h"
#include "harness/cli/program.h"
#include "harness/cli/progress.h"
#include "harness/dataset/profile.h"
#include "harness/dataset/sample.h"
#include "harness/options/values.h"
#include "harness/stats/rank_correlation.h"
#include "solvers/roster.h"

namespace sudoku::cli {

namespace {

// Name of a difficulty level, such as "naked pair" or "search".
std::string_view name_of_level(int level) {
  return level == dataset::kLevelOfSearch ? "search" : name_of(static_cast<Technique>(level));
}

// `values` without NaN.
stats::Distribution distribution_of(const std::vector<double>& values) {
  stats::Distribution distribution;
  for (const double value : values)
    if (!std::isnan(value)) distribution.add(value);
  return distribution;
}

struct RateOptions {
  std::vector<std::string> files;
  dataset::ColumnChoice columns;
  std::string out = "-";
  std::vector<const SolverEntry*> solvers;
  dataset::RatingOptions rating;
  bool lenient = false;
  unsigned threads = 1;
};

std::vector<const SolverEntry*> proving_solvers(const std::string& names) {
  std::vector<const SolverEntry*> solvers = options::parse_solvers(names);
  const bool prove = std::ranges::all_of(solvers, [](const SolverEntry* entry) {
    return entry->info.searches && entry->info.proves_uniqueness;
  });
  if (solvers.empty() || !prove) options::reject("solvers that search and prove uniqueness", names);
  return solvers;
}

std::vector<dataset::Rating> rate_block(const dataset::Block& block,
                                        Threads<dataset::Rater>& threads) {
  std::vector<dataset::Rating> rated(block.puzzles.size());
  threads.for_each(rated.size(), [&](std::size_t begin, std::size_t end, dataset::Rater& rater) {
    for (std::size_t i = begin; i < end; ++i)
      rated[i] = rater.rate(block.all()[i], block.first + i);
  });
  return rated;
}

// Summary of the ratings of a file's puzzles.
class RateSummary {
 public:
  RateSummary(std::string name, const std::vector<const SolverEntry*>& solvers)
      : name_(std::move(name)), columns_({"level", "file's rating"}) {
    for (const SolverEntry* solver : solvers) {
      columns_.push_back(fmt::format("{} guesses", solver->info.name));
      columns_.push_back(fmt::format("{} ns", solver->info.name));
    }
  }

  // Adds a puzzle; `index` is its position in the file, `declared` the file's own rating, or NaN.
  void add(std::uint64_t index, const dataset::Rating& rating, double declared) {
    ++puzzles_;
    const std::optional<int> level = rating.level;
    ++(level ? levels_[static_cast<std::size_t>(*level)] : improper_);
    std::vector<double> row = {level ? *level : base::kUnknown, declared};
    for (const dataset::Effort& effort : rating.efforts)
      row.insert(row.end(), {effort.guesses, effort.time_ns});
    sample_.offer(base::mix(index), row);
  }

  std::string text() const {
    std::string text = base::printable(name_) + ": " + base::plural(puzzles_, "puzzle") + "\n\n" +
                       levels_text() + "\n" + spreads_text() + "\n" + correlations_text();
    if (sample_.kept().size() < puzzles_) {
      text += fmt::format(
          "  means, quantiles and correlations are those of a random sample of {} puzzles\n",
          base::count_text(sample_.kept().size()));
    }
    return text;
  }

 private:
  // Maximum number of puzzles that means, quantiles and correlations are computed from.
  static constexpr std::size_t kMostSampled = 100'000;

  std::string levels_text() const {
    base::Table table({base::right("level"), base::left("hardest technique"),
                       base::right("puzzles"), base::right("share")});
    const auto add = [&](const std::string& level, std::string_view name, std::uint64_t count) {
      if (count == 0) return;
      table.add_row(
          {level, std::string(name), base::count_text(count), base::share_text(count, puzzles_)});
    };
    for (int level = 0; level <= dataset::kLevelOfSearch; ++level)
      add(fmt::to_string(level), name_of_level(level), levels_[static_cast<std::size_t>(level)]);
    add(base::kUnknownText, "not proper", improper_);
    return table.text();
  }

  std::string spreads_text() const {
    base::Table table({base::left(""), base::right("mean"), base::right("median"),
                       base::right("p90"), base::right("p99"), base::right("max")});
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const stats::Distribution values = distribution_of(column(i));
      if (values.count() == 0) continue;
      std::vector<base::Cell> cells = {columns_[i], base::number_text(values.mean())};
      for (const double share : {0.5, 0.9, 0.99, 1.0})
        cells.emplace_back(base::number_text(values.quantile(share)));
      table.add_row(std::move(cells));
    }
    return table.text();
  }

  std::string correlations_text() const {
    std::vector<std::size_t> shown;  // indices of the columns whose values vary
    std::vector<base::Heading> columns = {base::left("rank correlation")};
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
    return table.text();
  }

  std::vector<double> column(std::size_t index) const {
    std::vector<double> values;
    for (const auto& [key, row] : sample_.kept())
      values.push_back(row[index]);
    return values;
  }

  std::string name_;
  std::vector<std::string> columns_;
  dataset::LeastKeys<std::vector<double>> sample_{kMostSampled};  // a puzzle's values, by column
  std::uint64_t puzzles_ = 0;
  std::uint64_t improper_ = 0;
  std::array<std::uint64_t, kTechniques + 1> levels_{};
};

std::string csv_rows(const std::string& dataset, const dataset::Block& block,
                     const std::vector<dataset::Rating>& rated) {
  std::string rows;
  const auto out = std::back_inserter(rows);
  for (std::size_t i = 0; i < block.puzzles.size(); ++i) {
    const dataset::Rating& rating = rated[i];
    fmt::format_to(out, "{},{},{},{},{},{},", dataset, block.lines[i], block.all()[i].text(),
                   name_of(rating.outcome), rating.level ? fmt::to_string(*rating.level) : "",
                   rating.level ? name_of_level(*rating.level) : "");
    if (!std::isnan(block.ratings[i])) fmt::format_to(out, "{}", block.ratings[i]);
    for (const dataset::Effort& effort : rating.efforts)
      fmt::format_to(out, ",{:.6g},{:.1f}", effort.guesses, effort.time_ns);
    rows += '\n';
  }
  return rows;
}

// Rates the puzzles of a file. Returns false when interrupted.
bool rate_file(const RateOptions& options, const std::string& argument,
               Threads<dataset::Rater>& threads, EncodedFile& csv) {
  const std::atomic<bool>& interrupted = watch_for_interrupts();
  const base::InputFile file(argument);
  dataset::PuzzleReader reader(file,
                               {.ratings = true, .pencilmarks = true, .columns = options.columns});
  for (const SolverEntry* entry : options.solvers)
    require_takes(*entry, reader);
  RateSummary summary(file.name(), options.solvers);
  const std::string name = base::csv_field(file.name());
  const auto take = [&](const dataset::Block& block, ProgressLine& /*progress*/) {
    const std::vector<dataset::Rating> rated = rate_block(block, threads);
    if (interrupted) return;
    csv.write(csv_rows(name, block, rated));
    for (std::size_t i = 0; i < rated.size(); ++i)
      summary.add(block.first + i, rated[i], block.ratings[i]);
  };
  if (!for_each_block(reader, options.out != "-", take)) return false;
  require_all_rows(reader.quarantine(), options.lenient, options.out);
  fmt::print(base::is_standard_output(options.out) ? stderr : stdout, "{}\n", summary.text());
  return true;
}

int rate(RateOptions& options) {
  options.rating.cancelled = &watch_for_interrupts();
  require_distinct(all_of("FILE", options.files), {{"--output", options.out}});
  Threads<dataset::Rater> threads(
      options.threads, [&options] { return dataset::Rater(options.solvers, options.rating); });
  EncodedFile csv(options.out);
  std::string header = "dataset,line,puzzle,outcome,level,technique,rating";
  for (const SolverEntry* solver : options.solvers)
    header += fmt::format(",{0}_guesses,{0}_ns", solver->info.name);
  csv.write(header + "\n");
  for (const std::string& file : options.files)
    if (!rate_file(options, file, threads, csv)) return kInterrupted;
  csv.finish();
  return kOk;
}

}  // namespace

void add_dataset_rate(Command& dataset) {
  auto [command, options] = dataset.add<RateOptions>(
      "rate", "Rate how hard each puzzle is: techniques needed, guesses, time", rate);
  command.footer =
      "The level of a puzzle is that of the hardest technique it needs when the easiest applicable "
      "one is always used:";
  for (int level = 1; level <= dataset::kLevelOfSearch; ++level) {
    command.footer += fmt::format(" {} {}{}", level, name_of_level(level),
                                  level == dataset::kLevelOfSearch ? ". " : ",");
  }
  command.footer +=
      "Only proper puzzles have a level. Everything except the times (columns that end in _ns) "
      "is the same for any number of threads and on any machine. Several threads disturb each "
      "other's times: use --threads 1 for accurate ones. Files are read as a stream; rows keep "
      "their order. The correlations in the summary are Spearman's rank correlations, exact for "
      "up to 100,000 puzzles; beyond, they are those of a random sample of 100,000.";
  add_files(command, options.files);
  add_column_options(command, options.columns);
  command.text("-o,--output FILE", options.out,
               "CSV file to write, one row per puzzle, compressed if its name ends in .gz or .zst; "
               "- is standard output, and the summary then goes to standard error");
  options.solvers = {find_solver("mrv_hidden")};
  command.value("--solvers LIST", options.solvers, proving_solvers,
                "Solvers whose guesses and time are measured while they look for a second solution",
                "mrv_hidden");
  command.number("--isomorphs", options.rating.isomorphs,
                 "Number of random isomorphs of each puzzle over which guesses and time are "
                 "averaged; 0: the puzzle itself");
  command.number("--seed", options.rating.seed, "Random seed");
  command.flag("--lenient", options.lenient, kLenientHelp);
  add_dataset_threads(command, options.threads);
}

}  // namespace sudoku::cli
