// `dataset stats`: statistics of a file of puzzles, as tables, JSON, or a page with pictures.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "harness/base/csv_line.h"
#include "harness/base/errors.h"
#include "harness/base/json.h"
#include "harness/base/output.h"
#include "harness/base/table.h"
#include "harness/base/units.h"
#include "harness/cli/dataset.h"
#include "harness/cli/named_files.h"
#include "harness/cli/program.h"
#include "harness/cli/progress.h"
#include "harness/dataset/canonical.h"
#include "harness/dataset/catalog.h"
#include "harness/dataset/profile.h"
#include "harness/dataset/reduction.h"
#include "harness/dataset/seen.h"
#include "harness/report/notes.h"
#include "harness/report/reports.h"

namespace sudoku::cli {

namespace {

// How many puzzles of a file stand earlier in it, or in an earlier file.
struct Repeats {
  std::uint64_t exact = 0;
  std::optional<std::uint64_t> isomorphic = {};  // exact ones included; unset without --isomorphs
};

// Numbers of a file's puzzles that are also in an earlier file.
struct SharedWith {
  std::string earlier;
  Repeats puzzles;
};

struct FileRepeats {
  Repeats within;                  // puzzles that are before in the same file
  std::vector<SharedWith> shared;  // for each earlier file
};

// Finds repeated puzzles within files and between them.
class SharedPuzzles {
 public:
  // For `files` files, with canonical forms or without. Shared puzzles are listed in the CSV file
  // `list`, unless that is empty.
  SharedPuzzles(std::size_t files, bool has_forms, const std::string& list)
      : expected_(files), has_forms_(has_forms) {
    if (list.empty()) return;
    list_.emplace(list);
    list_->write("file,line,puzzle,same_as_file,same_as_line\n");
  }

  void begin_file(const std::string& name) {
    Repeats none;
    if (has_forms_) none.isomorphic = 0;
    shared_.clear();
    for (const File& earlier : files_)
      shared_.push_back({earlier.name, none});
    using Keep = dataset::SeenPuzzles::Keep;
    // Nothing is looked up in the last file.
    const Keep kept = files_.size() + 1 < expected_ ? Keep::lines : Keep::hashes;
    files_.push_back({name, dataset::SeenPuzzles(kept), dataset::SeenPuzzles(kept)});
  }

  // Adds puzzles to the file begun last; `forms` are their canonical forms, or empty.
  void add(const dataset::Block& block, std::span<const Grid> forms) {
    std::string rows;
    for (std::size_t i = 0; i < block.puzzles.size(); ++i) {
      const PuzzleRef puzzle = block.all()[i];
      const Grid* const form = forms.empty() ? nullptr : &forms[i];
      look_up(puzzle, form, block.lines[i], rows);
      files_.back().exact.add(puzzle, block.lines[i]);
      if (form != nullptr) files_.back().forms.add(*form, block.lines[i]);
    }
    if (list_) list_->write(rows);
  }

  // Returns what was found in the file begun last.
  FileRepeats end_file() {
    File& file = files_.back();
    file.exact.sort();
    file.forms.sort();
    FileRepeats found = {.within = {.exact = file.exact.repeats()}, .shared = shared_};
    if (has_forms_) found.within.isomorphic = file.forms.repeats();
    return found;
  }

  // Completes the list.
  void finish() {
    if (list_) list_->finish();
  }

 private:
  struct File {
    std::string name;
    dataset::SeenPuzzles exact;
    dataset::SeenPuzzles forms;
  };

  // Looks for a puzzle in the earlier files, and adds what it finds to the `rows` of the list;
  // `form` is the canonical form, or null.
  void look_up(PuzzleRef puzzle, const Grid* form, std::uint64_t line, std::string& rows) {
    for (std::size_t i = 0; i < shared_.size(); ++i) {
      Repeats& found = shared_[i].puzzles;
      std::optional<std::uint64_t> same = files_[i].exact.line_of(puzzle);
      if (same) ++found.exact;
      if (form != nullptr) {
        const std::optional<std::uint64_t> isomorph = files_[i].forms.line_of(*form);
        if (isomorph) ++*found.isomorphic;
        if (!same) same = isomorph;
      }
      if (!same || !list_) continue;
      rows += fmt::format("{},{},{},{},{}\n", base::csv_field(files_.back().name), line,
                          puzzle.text(), base::csv_field(files_[i].name), *same);
    }
  }

  std::size_t expected_;
  bool has_forms_;
  std::optional<EncodedFile> list_;
  std::deque<File> files_;
  std::vector<SharedWith> shared_;  // of the last file
};

struct FileProfile {
  std::string name;
  std::string solver;  // solver whose guesses are counted
  dataset::Profile profile;
  bool has_pencilmarks = false;  // whether the puzzles are pencilmark puzzles
  std::uint64_t bad_rows = 0;
  FileRepeats repeats;
};

std::string quantile_text(const stats::Distribution& values, double quantile) {
  return base::number_text(values.quantile(quantile));
}

std::string spread_text(const stats::Distribution& values) {
  return fmt::format("mean {}, median {}, p90 {}, p99 {}, max {}", base::number_text(values.mean()),
                     quantile_text(values, 0.5), quantile_text(values, 0.9),
                     quantile_text(values, 0.99), quantile_text(values, 1));
}

report::Facts facts_of(const FileProfile& file) {
  const dataset::Profile& p = file.profile;
  report::Facts facts;
  const auto add = [&facts](const std::string& name, const std::string& text) {
    facts.emplace_back(name, text);
  };
  add("puzzles", base::count_text(p.puzzles));
  add("bad rows", base::count_text(file.bad_rows));
  add("exact duplicates", base::part_text(file.repeats.within.exact, p.puzzles));
  if (const auto repeats = file.repeats.within.isomorphic) {
    add("isomorphic duplicates", base::part_text(*repeats, p.puzzles));
    if (100 * *repeats > p.puzzles)
      add("remark", "more than 1 % repeat others up to symmetry: a speed counts them again");
  }
  if (file.has_pencilmarks) {
    add("candidates",
        fmt::format("min {}, {}", quantile_text(p.candidates, 0), spread_text(p.candidates)));
  }
  add("proper", base::part_text(p.proper, p.puzzles));
  add("several solutions", base::part_text(p.several, p.puzzles));
  add("no solution", base::part_text(p.none, p.puzzles));
  add("minimal", p.proper == 0 ? base::kUnknownText
                               : base::part_text(p.minimal, p.proper) + " of the proper ones");
  if (const auto remark = dataset::remark_on_full_grids(p.clues[kCells], p.puzzles))
    add("full grids", *remark);
  add("guesses of " + file.solver,
      fmt::format("{}; none for {}", spread_text(p.guesses),
                  base::share_text(p.guesses.count_of(0), p.guesses.count())));
  if (p.ratings.count() > 0) {
    add("ratings", fmt::format("{} puzzles, min {}, {}", base::count_text(p.ratings.count()),
                               quantile_text(p.ratings, 0), spread_text(p.ratings)));
  }
  return facts;
}

using Bars = std::vector<std::pair<std::string, std::uint64_t>>;

// Numbers of puzzles with each number of clues, from the fewest to the most in the file.
Bars clue_bars(const dataset::Profile& profile) {
  Bars bars;
  for (std::size_t count = 0; count < profile.clues.size(); ++count) {
    if (!bars.empty() || profile.clues[count] > 0)
      bars.emplace_back(fmt::to_string(count), profile.clues[count]);
  }
  while (!bars.empty() && bars.back().second == 0)
    bars.pop_back();
  return bars;
}

base::Table clues_of(const dataset::Profile& profile) {
  base::Table clues({base::right("clues"), base::right("puzzles"), base::right("share")});
  for (const auto& [count, puzzles] : clue_bars(profile)) {
    if (puzzles > 0)
      clues.add_row({count, base::count_text(puzzles), base::share_text(puzzles, profile.puzzles)});
  }
  return clues;
}

base::Json distribution_json(const stats::Distribution& values) {
  if (values.count() == 0) return nullptr;
  return {{"puzzles", values.count()},   {"mean", values.mean()},
          {"min", values.quantile(0)},   {"p50", values.quantile(0.5)},
          {"p90", values.quantile(0.9)}, {"p99", values.quantile(0.99)},
          {"max", values.quantile(1)}};
}

base::Json clues_json(const dataset::Profile& profile) {
  base::Json clues = base::Json::object();
  for (const auto& [count, puzzles] : clue_bars(profile))
    if (puzzles > 0) clues[count] = puzzles;
  return clues;
}

base::Json profile_json(const FileProfile& file) {
  const dataset::Profile& profile = file.profile;
  return {{"name", file.name},
          {"puzzles", profile.puzzles},
          {"bad_rows", file.bad_rows},
          {"duplicates", file.repeats.within.exact},
          {"essential_duplicates", base::json_or_null(file.repeats.within.isomorphic)},
          {"proper", profile.proper},
          {"several", profile.several},
          {"none", profile.none},
          {"minimal", profile.minimal},
          {"full_grids", profile.clues[kCells]},
          {"kind", file.has_pencilmarks ? "pencilmarks" : "clues"},
          {"clues", clues_json(profile)},
          {"candidates", distribution_json(profile.candidates)},
          {"solver", file.solver},
          {"guesses", distribution_json(profile.guesses)},
          {"guessless", profile.guesses.count_of(0)},
          {"ratings", distribution_json(profile.ratings)}};
}

base::Json bars_json(const Bars& bars) {
  std::uint64_t whole = 0;
  for (const auto& [label, puzzles] : bars)
    whole += puzzles;
  return base::json_list(bars, [whole](const auto& bar) {
    const double share = static_cast<double>(bar.second) / static_cast<double>(whole);
    return base::Json{bar.first, report::cell_json(base::count_cell(bar.second)),
                      report::cell_json(base::percent_cell(share))};
  });
}

// Histogram whose bars reach from `low` to below next(low), and so on.
template <typename Next, typename Label>
Bars bars_of(const stats::Distribution& values, double low, const Next& next, const Label& label) {
  Bars bars;
  for (auto value = values.counts().begin(); value != values.counts().end();) {
    const double end = next(low);
    std::uint64_t count = 0;
    for (; value != values.counts().end() && value->first < end; ++value)
      count += value->second;
    bars.emplace_back(label(low, end), count);
    low = end;
  }
  return bars;
}

// Histogram of guesses, with bars for 0, 1, 2, 3–4, 5–8, ...: guesses span orders of magnitude.
Bars doubling_bars(const stats::Distribution& values) {
  const auto next = [](double low) { return low < 2 ? low + 1 : 2 * low - 1; };
  const auto label = [](double low, double end) {
    const std::string first = base::count_text(static_cast<std::uint64_t>(low));
    const std::string last = base::count_text(static_cast<std::uint64_t>(end - 1));
    return first == last ? first : fmt::format("{}–{}", first, last);
  };
  return bars_of(values, 0, next, label);
}

// Histogram with about twenty bars of the same, round width.
Bars even_bars(const stats::Distribution& values) {
  const double least = values.quantile(0);
  const double greatest = values.quantile(1);
  // A much smaller width would not change the numbers that it is added to.
  const double finest = 1e-9 * std::max({std::abs(least), std::abs(greatest), 1.0});
  const double rough = std::max((greatest - least) / 20, finest);
  const double power = std::pow(10, std::floor(std::log10(rough)));
  const double width = rough <= 2 * power ? 2 * power : rough <= 5 * power ? 5 * power : 10 * power;
  // Multiples of the width, as sums of it drift; quotients are as near to their decimals as texts.
  const auto edge = [width](double n) { return width < 1 ? n / std::round(1 / width) : n * width; };
  return bars_of(
      values, edge(std::floor(least / width + 1e-6)),
      [&](double low) { return edge(std::round(low / width) + 1); },
      [](double low, double /*end*/) { return fmt::format("{:.6g}", low); });
}

// A bar chart of the page.
struct Picture {
  const char* id;
  const char* title;
  const char* about;
  const char* axis;
  std::string sentence;
  Bars bars;
};

// The first bar chart of a page: the puzzles by clues, or by candidates if they are pencilmarks.
Picture first_picture(const FileProfile& file) {
  if (file.has_pencilmarks) {
    const stats::Distribution& candidates = file.profile.candidates;
    return {"candidates",
            "Candidates",
            "Number of candidates that a puzzle's cells allow; each bar starts at its label.",
            "candidates",
            fmt::format("From {} to {} candidates.", quantile_text(candidates, 0),
                        quantile_text(candidates, 1)),
            even_bars(candidates)};
  }
  const Bars bars = clue_bars(file.profile);
  return {"clues",
          "Clues",
          "Number of puzzles with each number of clues.",
          "clues",
          fmt::format("From {} to {} clues.", bars.front().first, bars.back().first),
          bars};
}

// The bar charts of a page; those of a single bar would say less than the table of facts.
std::vector<Picture> pictures_of(const FileProfile& file) {
  const dataset::Profile& p = file.profile;
  const std::string puzzles = base::count_text(p.puzzles);
  std::vector<Picture> pictures = {
      first_picture(file),
      {"guesses", "Guesses",
       "How often the solver guessed until it had proved that there is no second solution.",
       "guesses",
       fmt::format("Guesses of {}: mean {}, at most {}.", file.solver,
                   base::number_text(p.guesses.mean()), quantile_text(p.guesses, 1)),
       doubling_bars(p.guesses)}};
  if (p.ratings.count() > 0) {
    pictures.push_back(
        {"ratings", "Ratings", "Ratings given in the file; each bar starts at its label.", "rating",
         fmt::format("{} of {} puzzles have a rating; their median is {}.",
                     base::count_text(p.ratings.count()), puzzles, quantile_text(p.ratings, 0.5)),
         even_bars(p.ratings)});
  }
  std::erase_if(pictures, [](const Picture& picture) { return picture.bars.size() < 2; });
  return pictures;
}

base::Json picture_json(const Picture& picture) {
  return {
      {"id", picture.id},     {"title", picture.title},       {"about", picture.about},
      {"axis", picture.axis}, {"sentence", picture.sentence}, {"bars", bars_json(picture.bars)}};
}

struct StatsOptions {
  std::vector<std::string> files;
  dataset::ColumnChoice columns;
  const SolverEntry* solver = nullptr;
  bool isomorphs = false;
  bool json = false;
  std::string html;    // path of the page, "-" for standard output, or empty
  std::string shared;  // as `html`, of the list of shared puzzles
  unsigned threads = 1;
};

// Computes the statistics of puzzle files; owns the solvers of all threads.
class Examination {
 public:
  Examination(const StatsOptions& options, const std::atomic<bool>& interrupted)
      : options_(options),
        interrupted_(interrupted),
        solving_(*options.solver, options.threads, interrupted),
        judging_(verdict_solver(), options.threads, interrupted),
        forming_(options.threads),
        shared_(options.files.size(), options.isomorphs, options.shared) {}

  // Returns the statistics of a file, which are incomplete when interrupted.
  FileProfile examine(const std::string& argument) {
    const base::InputFile file(dataset::file_named(argument));
    dataset::PuzzleReader reader(
        file, {.ratings = true, .pencilmarks = true, .columns = options_.columns});
    require_takes(*options_.solver, reader);
    FileProfile found;
    found.has_pencilmarks = reader.notation() == dataset::Notation::pencilmarks;
    if (options_.isomorphs && found.has_pencilmarks) {
      throw base::InputError(
          file.name() + ": --isomorphs: canonical forms of pencilmark puzzles are not defined");
    }
    shared_.begin_file(file.name());
    const bool shows_progress = !base::is_standard_output(options_.shared);
    for_each_block(reader, shows_progress, [&](const dataset::Block& block, ProgressLine&) {
      add_block(block, found.profile);
      shared_.add(block, forms_of(block));
    });
    found.name = file.name();
    found.solver = options_.solver->info.name;
    found.bad_rows = reader.quarantine().rows;
    found.repeats = shared_.end_file();
    return found;
  }

  // Completes the list of shared puzzles.
  void finish() { shared_.finish(); }

 private:
  void add_block(const dataset::Block& block, dataset::Profile& profile) {
    const PuzzleSpan puzzles = block.all();
    const auto answers = solving_.solve(puzzles, 2);
    const Budget budget = {.solution_limit = 2, .cancelled = &interrupted_};
    std::vector<char> minimal(block.puzzles.size());
    judging_.for_each(minimal.size(), [&](std::size_t begin, std::size_t end, auto& solver) {
      const std::size_t size = end - begin;
      dataset::MinimalityTest(*solver).run(puzzles.subspan(begin, size),
                                           answers.subspan(begin, size), budget,
                                           std::span(minimal).subspan(begin, size));
    });
    if (!interrupted_) profile.add(block, answers, minimal);
  }

  // The canonical forms of a block's puzzles, if asked for.
  std::vector<Grid> forms_of(const dataset::Block& block) {
    std::vector<Grid> forms(options_.isomorphs ? block.puzzles.size() : 0);
    forming_.for_each(forms.size(), [&](std::size_t begin, std::size_t end, auto& canonicaliser) {
      for (std::size_t i = begin; i < end; ++i)
        forms[i] = canonicaliser.form(block.puzzles[i]);
    });
    return forms;
  }

  const StatsOptions& options_;
  const std::atomic<bool>& interrupted_;
  SolverThreads solving_;
  SolverThreads judging_;
  Threads<dataset::Canonicaliser> forming_;
  SharedPuzzles shared_;
};

void print_tables(const FileProfile& file) {
  base::Table facts({base::left(file.name), base::left("")});
  for (const auto& [name, text] : facts_of(file))
    facts.add_row({name, text});
  fmt::print("{}", facts.text(screen_of(stdout)));
  if (!file.has_pencilmarks) fmt::print("\n{}", clues_of(file.profile).text(screen_of(stdout)));
}

// Table of the puzzles that each two files share.
base::Table shared_table(const std::vector<FileProfile>& files, bool has_forms) {
  std::vector<base::Heading> columns = {base::left("puzzles of"), base::left("also in"),
                                        base::right("exact")};
  if (has_forms) columns.push_back(base::right("isomorphic"));
  base::Table table(std::move(columns));
  for (const FileProfile& file : files) {
    const std::uint64_t puzzles = file.profile.puzzles;
    for (const auto& [earlier, shared] : file.repeats.shared) {
      std::vector<base::Cell> cells = {file.name, earlier, base::part_text(shared.exact, puzzles)};
      if (has_forms) cells.emplace_back(base::part_text(*shared.isomorphic, puzzles));
      table.add_row(std::move(cells));
    }
  }
  return table;
}

base::Json stats_json(const std::vector<FileProfile>& files) {
  base::Json all_shared = base::Json::array();
  for (const FileProfile& file : files) {
    for (const auto& [earlier, shared] : file.repeats.shared) {
      all_shared.push_back({{"name", file.name},
                            {"earlier", earlier},
                            {"exact", shared.exact},
                            {"isomorphic", base::json_or_null(shared.isomorphic)}});
    }
  }
  return {{"files", base::json_list(files, profile_json)}, {"shared", std::move(all_shared)}};
}

// The data of a file's section of the page.
base::Json section_json(const FileProfile& file) {
  report::Facts facts = facts_of(file);
  for (const auto& [earlier, shared] : file.repeats.shared) {
    std::string text = base::part_text(shared.exact, file.profile.puzzles);
    if (shared.isomorphic)
      text += ", isomorphic " + base::part_text(*shared.isomorphic, file.profile.puzzles);
    facts.emplace_back("also in " + earlier, text);
  }
  return {{"name", file.name},
          {"facts", facts},
          {"pictures", base::json_list(pictures_of(file), picture_json)}};
}

std::vector<NamedFile> outputs_of(const StatsOptions& options) {
  return {
      {"--html", options.html}, {"--shared", options.shared}, {"--json", options.json ? "-" : ""}};
}

int stats(const StatsOptions& options) {
  if (!options.shared.empty() && options.files.size() < 2)
    throw base::UsageError("--shared: expected at least two files, found one");
  const std::vector<NamedFile> outputs = outputs_of(options);
  check_outputs(all_of("FILE", dataset::files_named(options.files)), outputs);
  const bool shows_tables = !is_stdout_taken(outputs);
  const std::atomic<bool>& interrupted = watch_for_interrupts();
  Examination examination(options, interrupted);
  std::vector<FileProfile> files;
  for (const std::string& file : options.files) {
    files.push_back(examination.examine(file));
    if (interrupted) return kInterrupted;
    if (!shows_tables) continue;
    if (files.size() > 1) fmt::print("\n");
    print_tables(files.back());
  }
  examination.finish();
  if (shows_tables && files.size() > 1)
    fmt::print("\n{}", shared_table(files, options.isomorphs).text(screen_of(stdout)));
  if (options.json) fmt::print("{}\n", base::page_json_text(stats_json(files)));
  if (options.html.empty()) return kOk;
  base::write_aside(options.html, report::page_of({{"files", base::json_list(files, section_json)}},
                                                  tool_record()));
  return kOk;
}

}  // namespace

void add_dataset_stats(Command& dataset) {
  auto [command, options] = dataset.add<StatsOptions>(
      "stats", "Count puzzles, duplicates, clues, solutions, minimal puzzles, guesses and ratings",
      stats);
  command.footer =
      "Files are read as a stream. Finding duplicates takes 8 MB per million puzzles, and as much "
      "again with --isomorphs. To find what several files share, 16 MB per million puzzles of "
      "every file but the last are kept until the end, or 32 MB with --isomorphs.";
  add_files(command, options.files);
  add_column_options(command, options.columns);
  command.flag("--isomorphs", options.isomorphs,
               "Also count puzzles that are isomorphic to an earlier one: equal up to relabelling, "
               "moving lines, and transposing");
  options.solver = &verdict_solver();
  command.value("--solver SOLVER", options.solver, proving_solver,
                "Solver whose guesses are counted while it looks for a second solution",
                options.solver->info.name);
  command.flag("--json", options.json, "Print JSON instead of tables");
  command
      .text("--html FILE", options.html,
            "Write an HTML page with charts of the distributions; - is standard output")
      .excluded = {"--json"};
  command.text("--shared FILE", options.shared,
               "Write a CSV file that lists the puzzles of each file that are also in an earlier "
               "one, or isomorphic to one there with --isomorphs; compressed if its name ends in "
               ".gz or .zst; - is standard output, and no tables are then printed");
  add_dataset_threads(command, options.threads);
}

}  // namespace sudoku::cli
