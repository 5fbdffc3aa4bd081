#include "harness/cli/ab_processes.h"

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <iterator>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/base/errors.h"
#include "harness/options/settings.h"
#include "harness/result/json.h"
#include "harness/runner/provenance.h"

namespace sudoku::cli {

namespace {

using namespace std::chrono_literals;

template <typename Item>
void append(std::vector<Item>& list, const std::vector<Item>& more) {
  list.insert(list.end(), more.begin(), more.end());
}

void append(std::vector<std::string>& words, const PassedOptions& options) {
  for (const PassedOption& option : options) {
    words.push_back(option.name);
    if (option.value) words.push_back(*option.value);
  }
}

// Share of the time for all processes that the first process of a build gets for its solvers. They
// divide it by their number of rows, and need it all only if they are slow.
constexpr double kWholeShare = 0.1;
// Share of the time limit of one process that its solvers get at most: its checks take time, too.
constexpr double kWholeOfProcess = 0.4;

// Share of the time for all processes that valgrind may take to count a build's instructions, and
// the time that is always enough.
constexpr double kCountedShare = 0.05;
constexpr std::chrono::seconds kMostCounted = 6s;

// Size of puzzle files, in bytes, up to which two referees check every answer: they take about 40
// us for a puzzle of 82 bytes, of which a compressed file may hold four times as many.
constexpr std::uintmax_t kVerifiedBytes = 4'000'000;

// Puzzles of a file that are timed one by one: their times pass through a file of 200 bytes each.
constexpr std::uint64_t kMostTimedAlone = 100'000;

// Target duration of a slice: a round of `run`, in which the slowest solver solves its sample once.
// As a shared machine disturbs most slices, only the fastest one of a process counts. `run` would
// fill slices below 2 ms with copies of puzzles, and not all processes would time the same puzzles.
constexpr double kSliceNs = 2.5e6;
constexpr double kMostSlices = 30;
// Minimum number of rounds in a process that times many solvers and files. More would not improve
// an A/B test's verdict, and a busy machine might not finish the eleven ABBA groups it needs.
constexpr double kFewestSlices = 10;
constexpr double kProcessNs = 600e6;

// Milliseconds of --time-budget per round of `run`: twice the minimum duration of a round.
constexpr int kBudgetMsPerSlice = 4;

constexpr double kFewestPuzzles = 32;
constexpr double kMostPuzzles = 8192;

constexpr std::size_t kMostLines = 20;  // lines printed of a failed process's standard error

// Number of puzzles of each file that the slowest solver of `rows` solves in about kSliceNs.
double puzzles_of(const compare::AbRows& rows) {
  double slowest_ns = 1;
  for (const result::Row* row : rows) {
    const double ns = row->time_per_puzzle_ns.median;
    if (std::isfinite(ns)) slowest_ns = std::max(slowest_ns, ns);
  }
  return std::clamp(kSliceNs / slowest_ns, kFewestPuzzles, kMostPuzzles);
}

std::string solvers_of(const compare::AbRows& rows) {
  std::vector<std::string> solvers;
  for (const result::Row* row : rows) {
    if (!row->external && std::ranges::count(solvers, row->solver) == 0)
      solvers.push_back(row->solver);
  }
  return solvers.empty() ? "none" : fmt::format("{}", fmt::join(solvers, ","));
}

// The kind of external solver that an option describes; none: it describes none.
std::optional<options::Kind> kind_of(const PassedOption& option) {
  if (option.name == "--plugin") return options::Kind::plugin;
  if (option.name == "--exec") return options::Kind::command;
  return std::nullopt;
}

// The options that are passed on to a process that times only `rows`: without --solvers and
// --threads, which `ab` sets itself, and the --plugin or --exec of a solver without a row.
PassedOptions options_about(const compare::AbRows& rows, PassedOptions options) {
  std::erase_if(options, [&rows](const PassedOption& option) {
    if (option.name == "--solvers" || option.name == "--threads") return true;
    const auto kind = kind_of(option);
    if (!kind) return false;
    const external::Spec spec = parse_external(*kind, option.value.value_or(""));
    return std::ranges::none_of(rows, [&spec](const result::Row* row) {
      return row->external && row->solver == spec.name;
    });
  });
  return options;
}

// Number of puzzles of each file on which valgrind counts the solvers of `rows`, in about `budget`.
// Throws ProcessFailure if they are too slow for that.
double counted_puzzles_of(const compare::AbRows& rows, std::chrono::duration<double> budget) {
  constexpr double kSlowdown = 60;  // of a solver under valgrind, which also solves everything once
  constexpr double kMost = 500;     // puzzles of all files together
  constexpr double kFewest = 4;     // of each file
  double one_each_s = 0;            // time in which every row solves one puzzle
  std::set<std::string> files;
  for (const result::Row* row : rows) {
    files.insert(row->dataset);
    const double ns = row->time_per_puzzle_ns.median;
    if (std::isfinite(ns)) one_each_s += kSlowdown * 1e-9 * ns;
  }
  const double most = std::max(kFewest, std::ceil(kMost / static_cast<double>(files.size())));
  if (one_each_s * kFewest > budget.count())
    throw compare::ProcessFailure("the solvers are too slow to be run under valgrind");
  return std::clamp(std::floor(budget.count() / one_each_s), kFewest, most);
}

// Prints the standard error of a failed process, of which the verdict quotes only the last line.
void print_error_output(const base::ChildProcess& process, const std::string& build) {
  const std::vector<std::string> lines = process.error_lines(kMostLines);
  if (lines.size() < 2) return;
  fmt::print(stderr, "a process of {} wrote to standard error:\n", build);
  for (const std::string& line : lines)
    fmt::print(stderr, "  {}\n", line);
}

// Returns what a process prints until it ends or `until` has passed.
std::string collect(base::ChildProcess& process, std::chrono::steady_clock::time_point until,
                    const std::atomic<bool>& cancelled) {
  std::string text;
  while (process.read(text)) {
    if (cancelled) throw compare::ProcessFailure("interrupted");
    if (std::chrono::steady_clock::now() > until) return text;
    process.wait(false, 50ms);
  }
  return text;
}

// Number of items in a list such as "mrv,dlx"; `otherwise` without one.
double items_in(const PassedOptions& options, std::string_view name, double otherwise) {
  const auto found = std::ranges::find(options, name, &PassedOption::name);
  if (found == options.end()) return otherwise;
  const std::string& list = found->value.value_or("");
  return list == "none" ? 0 : 1 + static_cast<double>(std::ranges::count(list, ','));
}

// Bytes of all puzzle files; those that only a suite names do not count.
std::uintmax_t size_of(const std::vector<std::string>& files) {
  std::uintmax_t bytes = 0;
  for (const std::string& file : files) {
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(file, error);
    if (!error) bytes += size;
  }
  return bytes;
}

class AbProcesses final : public compare::AbRunner {
 public:
  AbProcesses(const AbPlan& plan, const std::atomic<bool>& cancelled, base::WatchedFiles& files)
      : plan_(plan), cancelled_(cancelled), files_(files) {}

  bool has_base() const override { return plan_.sides.contains(compare::AbSide::base); }

  // Throws InputError if the first process refuses an option.
  result::RunResult run_whole(compare::AbSide side) override {
    const AbBuild& build = plan_.sides.at(side);
    std::vector<std::string> words = plan_.files;
    append(words, plan_.options);
    append(words, build.options);
    append(words, {"--latency", "off", "--verify",
                   size_of(plan_.files) > kVerifiedBytes ? "sample" : "all"});
    append(words, once_with_budget(build));
    result::RunResult whole = run(build, words);
    has_begun_ = true;
    // Nobody can repeat a command with a file of ours.
    const auto pilots = std::ranges::find(whole.command, "--pilots");
    if (pilots != whole.command.end()) whole.command.erase(pilots, pilots + 2);
    for (const result::DatasetRecord& dataset : whole.datasets)
      paths_[dataset.name] = dataset.path;
    // The other side gets the same puzzles, however slow it is.
    if (pilots_.empty()) pilots_ = folder_.write("pilots.json", result::to_json(whole));
    return whole;
  }

  void time_puzzles(const compare::AbRows& rows, compare::AbSide first,
                    std::vector<compare::TimesOfBoth>& times) override {
    using compare::AbSide;
    using compare::TimesOfBoth;
    for (const AbSide side : {first, first == AbSide::base ? AbSide::candidate : AbSide::base}) {
      const std::string table = run_one_by_one(plan_.sides.at(side), rows);
      const auto build = side == AbSide::base ? &TimesOfBoth::base : &TimesOfBoth::candidate;
      // Another program may not know the option.
      if (std::filesystem::exists(table)) compare::add_puzzle_times(table, rows, build, times);
    }
  }

  // Times the solvers and files of `rows`, and a suite's external solvers.
  result::RunResult run_timed(compare::AbSide side, std::uint64_t sample,
                              const compare::AbRows& rows) override {
    const double longest = kProcessNs / (kSliceNs * static_cast<double>(rows.size()));
    const int slices = static_cast<int>(std::clamp(longest, kFewestSlices, kMostSlices));
    const AbBuild& build = plan_.sides.at(side);
    std::vector<std::string> words = unchecked(build, rows);
    append(words, {"--latency", "off", "--rounds", std::to_string(slices), "--warmup", "2ms"});
    append(words, {"--time-budget", fmt::format("{}ms", kBudgetMsPerSlice * slices)});
    append(words, sample_of(puzzles_of(rows), plan_.seed + sample));
    return run(build, words);
  }

  bool is_timed(const result::Row& row) const override {
    return std::ranges::count(plan_.untimed, paths_.at(row.dataset)) == 0;
  }

  result::RunResult run_counted(compare::AbSide side, const compare::AbRows& rows) override {
    const auto budget = std::min<std::chrono::duration<double>>(
        kCountedShare * plan_.max_time,
        std::min<std::chrono::duration<double>>(kMostCounted, plan_.process_timeout / 3));
    const AbBuild& build = plan_.sides.at(side);
    std::vector<std::string> words = unchecked(build, rows);
    append(words, {"--latency", "off", "--rounds", "1", "--warmup", "0", "--time-budget", "0"});
    append(words, sample_of(counted_puzzles_of(rows, budget), plan_.seed));
    return run(build, words, "valgrind");
  }

  double share_over() const override {
    const std::chrono::duration<double> over = Clock::now() - start_;
    return over / std::chrono::duration<double>(plan_.max_time);
  }

  bool is_cancelled() const override { return cancelled_ || !files_.changed().empty(); }

 private:
  using Clock = std::chrono::steady_clock;

  // Options that let each row solve its puzzles once, as many as it can in its part of the budget.
  std::vector<std::string> once_with_budget(const AbBuild& build) const {
    constexpr double kUnknownRows = 4;  // files or solvers of a suite
    const double files =
        plan_.files.empty() ? kUnknownRows : static_cast<double>(plan_.files.size());
    const double solvers =
        items_in(plan_.options, "--solvers", kUnknownRows) + (build.kind ? 1 : 0);
    const double rows = std::max(1.0, files * solvers * items_in(plan_.options, "--threads", 1));
    const auto budget =
        std::min(kWholeShare * std::chrono::duration<double>(plan_.max_time),
                 kWholeOfProcess * std::chrono::duration<double>(plan_.process_timeout));
    const double share_ms = std::max(1.0, std::ceil(1e3 * budget.count() / rows));
    std::vector<std::string> words = {"--rounds", "1", "--warmup", "0"};
    append(words, {"--seed", std::to_string(plan_.seed)});
    append(words, {"--time-budget", fmt::format("{:.0f}ms", share_ms)});
    if (!pilots_.empty()) append(words, {"--pilots", pilots_});
    return words;
  }

  static std::vector<std::string> sample_of(double puzzles, std::uint64_t seed) {
    return {"--sample", fmt::format("{:.0f}", puzzles), "--seed", std::to_string(seed)};
  }

  // Arguments of a process that solves the files of `rows` with their solvers and numbers of
  // threads, and checks no answer.
  std::vector<std::string> unchecked(const AbBuild& build, const compare::AbRows& rows) const {
    std::vector<std::string> words = files_of(rows);
    std::set<std::uint64_t> threads;
    for (const result::Row* row : rows)
      threads.insert(row->threads);
    append(words, options_about(rows, plan_.options));
    append(words, options_about(rows, build.options));
    append(words, {"--solvers", solvers_of(rows), "--threads",
                   fmt::format("{}", fmt::join(threads, ",")), "--verify", "off"});
    return words;
  }

  // Has a build solve the puzzles of `rows` one by one, where one of them has too many, as many of
  // each as of the one that has fewest. Returns the path of the table of their times.
  std::string run_one_by_one(const AbBuild& build, const compare::AbRows& rows) {
    std::string table = folder_.path() + "/puzzles.csv";
    std::filesystem::remove(table);
    const auto by_puzzles = [](const result::Row* row) { return row->puzzles; };
    const auto [fewest, most] = std::ranges::minmax(rows, {}, by_puzzles);
    std::vector<std::string> words = unchecked(build, rows);
    append(words, once_with_budget(build));
    if (most->puzzles > kMostTimedAlone)
      append(words, {"--sample", std::to_string(std::min(fewest->puzzles, kMostTimedAlone))});
    append(words, {"--latency", "on", "--puzzle-csv", table});
    run(build, words);
    return table;
  }

  // Puzzle files of `rows`, with all files of the same names, which `run` tells apart by numbers.
  // Adds files that only a suite names.
  std::vector<std::string> files_of(const compare::AbRows& rows) const {
    std::vector<std::string> paths;
    for (const result::Row* row : rows) {
      const std::string& path = paths_.at(row->dataset);
      if (std::ranges::count(paths, path) == 0) paths.push_back(path);
    }
    if (names(plan_.options, "--suite") && plan_.files.empty()) return paths;
    const auto file_name = [](const std::string& path) {
      return std::filesystem::path(path).filename();
    };
    std::vector<std::string> files;
    std::ranges::copy_if(plan_.files, std::back_inserter(files), [&](const std::string& file) {
      return std::ranges::count(paths, file_name(file), file_name) > 0;
    });
    return files.empty() ? plan_.files : files;
  }

  // Runs a build with these arguments of `run`. `counters`: the value of that option, unless the
  // processor counts, which is the default of all programs.
  result::RunResult run(const AbBuild& build, const std::vector<std::string>& words,
                        const std::string& counters = "off") {
    std::vector<std::string> command = {build.program(), "run"};
    append(command, words);
    if (!plan_.by_processor) append(command, {"--counters", counters});
    append(command, {"--quiet", "--result", "-"});
    const std::string output = output_of(build, command);
    try {
      return result::from_json(output, "its result");
    } catch (const base::InputError& error) {
      throw compare::ProcessFailure(
          fmt::format("a process of {} left no readable result: {}", build.name, error.what()));
    }
  }

  std::string output_of(const AbBuild& build, const std::vector<std::string>& command) {
    const std::string& name = build.name;
    try {
      base::ChildProcess process(command, "SUDOKU_BENCH_AB_PROCESS=1", SIGKILL);
      const auto until = Clock::now() + plan_.process_timeout;
      std::string output = collect(process, until, cancelled_);
      if (const std::string& file = files_.changed(); !file.empty())
        throw compare::ProcessFailure(file + " changed during the run");
      const bool is_late = Clock::now() > until;
      if (!output.empty() && !is_late) return output;
      const std::string end = is_late ? fmt::format("was still running after {}",
                                                    options::format_time(plan_.process_timeout))
                                      : process.exit_reason();
      print_error_output(process, name);
      // A wrong command line fails in the first process; any later failure is the tested build's.
      const bool is_mistake = end.starts_with("ended with exit status 1:") ||
                              end.starts_with("ended with exit status 2:");
      if (!has_begun_ && is_mistake) throw base::InputError("a process of {} {}", name, end);
      throw compare::ProcessFailure(fmt::format("a process of {} {}", name, end));
    } catch (const base::LoadError& error) {
      throw compare::ProcessFailure(fmt::format("a process of {}: {}", name, error.what()));
    }
  }

  const AbPlan& plan_;
  const std::atomic<bool>& cancelled_;
  base::WatchedFiles& files_;
  Clock::time_point start_ = Clock::now();
  base::TemporaryFolder folder_;
  std::string pilots_;                        // result of the first process, from which others plan
  std::map<std::string, std::string> paths_;  // paths of datasets by name
  bool has_begun_ = false;
};

}  // namespace

std::string name_of(compare::AbSide side) { return side == compare::AbSide::base ? "BASE" : "NEW"; }

external::Spec parse_external(options::Kind kind, const std::string& text) {
  return kind == options::Kind::plugin ? options::parse_plugin(text) : options::parse_command(text);
}

bool names(const PassedOptions& options, std::string_view name) {
  return std::ranges::count(options, name, &PassedOption::name) > 0;
}

std::vector<std::string> files_of(const AbPlan& plan) {
  std::vector<std::string> files;
  const auto add = [&files](const PassedOptions& options) {
    for (const PassedOption& option : options) {
      if (const auto kind = kind_of(option))
        append(files, runner::files_of(parse_external(*kind, option.value.value_or(""))));
    }
  };
  add(plan.options);
  for (const auto& [side, build] : plan.sides) {
    files.push_back(base::file_of_program(build.program()));
    add(build.options);
  }
  return files;
}

std::unique_ptr<compare::AbRunner> make_processes(const AbPlan& plan,
                                                  const std::atomic<bool>& cancelled,
                                                  base::WatchedFiles& files) {
  return std::make_unique<AbProcesses>(plan, cancelled, files);
}

}  // namespace sudoku::cli
