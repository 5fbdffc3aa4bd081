#include "harness/cli/ab_process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <set>
#include <utility>

#include <sys/prctl.h>
#include <unistd.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/cli/command.h"
#include "harness/cli/external_values.h"
#include "harness/cli/fresh_process.h"
#include "harness/cli/interrupt.h"
#include "harness/cli/values.h"
#include "harness/dataset/input_error.h"
#include "harness/dataset/interruption.h"
#include "harness/results/json.h"
#include "solvers/external/child_process.h"
#include "solvers/external/external.h"

namespace sudoku {

namespace {

using namespace std::chrono_literals;

// On a machine that others use, only slices of a few milliseconds are ever left alone, and only
// some of them: a leg times as many, and its fastest counts. A pass of the slowest solver is one:
// a little above the 2 ms from which `run` makes no copies, so that all legs time the same puzzles.
constexpr double kSliceNs = 2.5e6;
constexpr double kMostSlices = 30;
// With many rows a leg has fewer slices of each: as good in the same time, and the eleven blocks
// that a verdict needs are there in time on a busy machine too.
constexpr double kFewestSlices = 10;
constexpr double kLegNs = 600e6;

// Of the budget for as many slices, `run` keeps half for reaching its shortest round, of 2 ms.
constexpr int kBudgetMsPerSlice = 4;

constexpr double kFewestPuzzles = 32;
constexpr double kMostPuzzles = 8192;

constexpr std::size_t kMostLines = 20;  // of what a leg that failed has said

const char* name_of_side(AbSide side) {
  return side == AbSide::base ? "BASE" : "NEW";
}

void append(std::vector<std::string>& words, const std::vector<std::string>& more) {
  words.insert(words.end(), more.begin(), more.end());
}

// So many puzzles of each file take the slowest of the rows about one slice.
double puzzles_of(const AbRows& rows) {
  double slowest_ns = 1;
  for (const ResultRecord* row : rows) {
    const double ns = row->time_per_puzzle_ns.median;
    if (std::isfinite(ns)) slowest_ns = std::max(slowest_ns, ns);
  }
  return std::clamp(kSliceNs / slowest_ns, kFewestPuzzles, kMostPuzzles);
}

int slices_of(const AbRows& rows) {
  const auto count = static_cast<double>(rows.size());
  return static_cast<int>(std::clamp(kLegNs / (kSliceNs * count), kFewestSlices, kMostSlices));
}

// Built-in solvers of the rows, as `--solvers` takes them.
std::string solvers_of(const AbRows& rows) {
  std::vector<std::string> solvers;
  for (const ResultRecord* row : rows) {
    if (!row->external && std::ranges::count(solvers, row->solver) == 0)
      solvers.push_back(row->solver);
  }
  return solvers.empty() ? "none" : fmt::format("{}", fmt::join(solvers, ","));
}

std::string threads_of(const AbRows& rows) {
  std::set<std::uint64_t> threads;
  for (const ResultRecord* row : rows)
    threads.insert(row->threads);
  return fmt::format("{}", fmt::join(threads, ","));
}

// Whether an option and its value concern the rows: not when it names solvers or threads, which are
// named anew, or describes a solver from outside that has no row.
bool is_about(const AbRows& rows, const std::string& option, const std::string& value) {
  if (option == "--solvers" || option == "--threads") return false;
  if (option != "--plugin" && option != "--exec") return true;
  const ExternalSpec spec = option == "--exec" ? parse_command(value) : parse_plugin(value);
  return std::ranges::any_of(
      rows, [&spec](const ResultRecord* row) { return row->external && row->solver == spec.name; });
}

std::vector<std::string> words_about(const AbRows& rows, const std::vector<std::string>& words) {
  std::vector<std::string> kept;
  for (std::size_t i = 0; i < words.size(); ++i) {
    static constexpr std::array kNaming = {"--solvers", "--threads", "--plugin", "--exec"};
    const std::size_t equals = words[i].find('=');
    const std::string option = words[i].substr(0, equals);
    const bool is_naming = std::ranges::count(kNaming, option) > 0;
    const bool is_apart = is_naming && equals == std::string::npos && i + 1 < words.size();
    if (!is_naming) {
      kept.push_back(words[i]);
      continue;
    }
    const std::string value = is_apart ? words[++i] : words[i].substr(equals + 1);
    if (is_about(rows, option, value)) kept.insert(kept.end(), {option, value});
  }
  return kept;
}

constexpr int kCannotRun = 126;  // as shells say it

constexpr const char* kLegWord = "leg-of-ab";

// The name of the program, that word, and the process that it dies with.
constexpr std::size_t kLegWords = 3;

std::vector<std::string> words_of_leg(const std::vector<std::string>& command) {
  std::vector<std::string> words = {kThisProgram, kLegWord, std::to_string(::getpid())};
  append(words, command);
  return words;
}

// The verdict has room for the last line only.
void tell_complaints(const ChildProcess& process, AbSide side) {
  const std::vector<std::string> lines = process.complaints(kMostLines);
  if (lines.size() < 2) return;
  fmt::print(stderr, "a leg of {} said:\n", name_of_side(side));
  for (const std::string& line : lines)
    fmt::print(stderr, "  {}\n", line);
}

bool is_mistake(const std::string& obituary) {
  return obituary.starts_with("ended with exit status 1:") ||
         obituary.starts_with("ended with exit status 2:");
}

// Everything a program prints, while the time lasts.
std::string collect(ChildProcess& process, std::chrono::steady_clock::time_point until,
                    const std::atomic<bool>& cancelled) {
  std::string text;
  while (process.read(text)) {
    if (cancelled) throw LegFailure("interrupted");
    if (std::chrono::steady_clock::now() > until) return text;
    process.wait(false, 50ms);
  }
  return text;
}

}  // namespace

AbProcesses::AbProcesses(AbPlan plan, const std::atomic<bool>& cancelled)
    : plan_(std::move(plan)), cancelled_(cancelled) {}

RunResult AbProcesses::run_whole(AbSide side) {
  std::vector<std::string> terms = {"--rounds", "1",      "--warmup",
                                    "0",        "--seed", std::to_string(plan_.seed)};
  if (whole_sample_.empty()) {
    append(terms, {"--time-budget", plan_.time_budget});
  } else {
    append(terms, {"--time-budget", "0", "--sample", whole_sample_});
  }
  RunResult whole = run(side, whole_race(build_of(side)), terms);
  if (has_begun_) return whole;
  has_begun_ = true;
  plan_sample(whole);
  return whole_sample_.empty() ? whole : run_whole(side);
}

RunResult AbProcesses::run_timed(AbSide side, std::uint64_t sample, const AbRows& rows) {
  const int slices = slices_of(rows);
  return run(
      side, race_of(build_of(side), rows),
      {"--rounds", std::to_string(slices), "--warmup", "2ms", "--time-budget",
       fmt::format("{}ms", kBudgetMsPerSlice * slices), "--sample",
       fmt::format("{:.0f}", puzzles_of(rows)), "--seed", std::to_string(plan_.seed + sample)});
}

double AbProcesses::share_over() const {
  const std::chrono::duration<double> over = Clock::now() - start_;
  return over / std::chrono::duration<double>(plan_.max_time);
}

// What a time budget drew for slow solvers would differ from leg to leg.
void AbProcesses::plan_sample(const RunResult& whole) {
  double rate = 1;
  for (const ResultRecord& row : whole.results)
    rate = std::min(rate, row.sample_rate);
  if (rate < 1) whole_sample_ = fmt::format("{}%", 100 * rate);
  for (const DatasetRecord& dataset : whole.datasets)
    paths_[dataset.name] = dataset.path;
}

const AbBuild& AbProcesses::build_of(AbSide side) const {
  return side == AbSide::base ? plan_.base : plan_.fresh;
}

AbProcesses::Race AbProcesses::whole_race(const AbBuild& build) const {
  Race race = plan_.files;
  append(race, plan_.words);
  append(race, build.options);
  return race;
}

AbProcesses::Race AbProcesses::race_of(const AbBuild& build, const AbRows& rows) const {
  Race race = files_of(rows);
  append(race, words_about(rows, plan_.words));
  append(race, words_about(rows, build.options));
  append(race, {"--solvers", solvers_of(rows), "--threads", threads_of(rows)});
  return race;
}

// Datasets are numbered where file names are the same, so these stay together. Files that only a
// suite names are named here; files that only a build's own options name, there.
std::vector<std::string> AbProcesses::files_of(const AbRows& rows) const {
  std::vector<std::string> paths;
  for (const ResultRecord* row : rows) {
    const std::string& path = paths_.at(row->dataset);
    if (std::ranges::count(paths, path) == 0) paths.push_back(path);
  }
  if (std::ranges::count(plan_.words, "--suite") > 0 && plan_.files.empty()) return paths;
  const auto file_name = [](const std::string& path) {
    return std::filesystem::path(path).filename();
  };
  std::vector<std::string> files;
  std::ranges::copy_if(plan_.files, std::back_inserter(files), [&](const std::string& file) {
    return std::ranges::count(paths, file_name(file), file_name) > 0;
  });
  return files.empty() ? plan_.files : files;
}

RunResult AbProcesses::run(AbSide side, const Race& race, const std::vector<std::string>& terms) {
  std::vector<std::string> command = {build_of(side).program, "run"};
  append(command, race);
  append(command, terms);
  append(command, {"--latency", "off", "--verify", "off", "--quiet", "--result", "-"});
  const std::string output = output_of(side, command);
  try {
    return from_json(output, "its result");
  } catch (const InputError& error) {
    throw LegFailure(fmt::format("a leg of {} left no result that can be read: {}",
                                 name_of_side(side), error.what()));
  }
}

std::string AbProcesses::output_of(AbSide side, const std::vector<std::string>& command) {
  try {
    ChildProcess process(words_of_leg(command), "SUDOKU_BENCH_LEG=1");
    const auto until = Clock::now() + plan_.leg_timeout;
    std::string output = collect(process, until, cancelled_);
    if (Clock::now() > until) {
      tell_complaints(process, side);
      throw LegFailure(fmt::format("a leg of {} still ran after {}", name_of_side(side),
                                   format_time(plan_.leg_timeout)));
    }
    if (!output.empty()) return output;
    const std::string end = process.obituary();
    tell_complaints(process, side);
    // Later, it is the build that makes the difference, and not the command line.
    if (!has_begun_ && is_mistake(end)) throw InputError("a leg of BASE " + end);
    throw LegFailure(fmt::format("a leg of {} {}", name_of_side(side), end));
  } catch (const ExternalError& error) {
    throw LegFailure(fmt::format("a leg of {}: {}", name_of_side(side), error.what()));
  }
}

bool is_leg(const std::vector<std::string>& command) {
  return command.size() > kLegWords && command[1] == kLegWord;
}

int become_leg(std::vector<std::string> command) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (std::to_string(::getppid()) != command[2]) ::_exit(kInterrupted);  // it is dead already
  std::vector<char*> words;
  for (std::size_t i = kLegWords; i < command.size(); ++i)
    words.push_back(command[i].data());
  words.push_back(nullptr);
  ::execvp(words[0], words.data());
  fmt::print(stderr, "cannot run '{}': {}\n", words[0], std::strerror(errno));
  return kCannotRun;
}

bool has_control(const std::string& program) {
  ChildProcess process(words_of_leg({program, "solvers"}), "SUDOKU_BENCH_LEG=1");
  try {
    const auto until = std::chrono::steady_clock::now() + 10s;
    const std::string list = "\n" + collect(process, until, watch_for_interrupts());
    return list.find(fmt::format("\n{}\n", kControlSolver)) != std::string::npos;
  } catch (const LegFailure&) {
    throw Interrupted();
  }
}

}  // namespace sudoku
