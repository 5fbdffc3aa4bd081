#include "harness/cli/ab_process.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <utility>

#include <sys/prctl.h>
#include <unistd.h>

#include <fmt/format.h>

#include "harness/cli/command.h"
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
  RunResult whole = run(side, terms);
  if (has_begun_) return whole;
  has_begun_ = true;
  plan_samples(whole);
  return whole_sample_.empty() ? whole : run_whole(side);
}

RunResult AbProcesses::run_timed(AbSide side, std::uint64_t sample) {
  return run(side, {"--rounds", std::to_string(slices_), "--warmup", "2ms", "--time-budget",
                    fmt::format("{}ms", kBudgetMsPerSlice * slices_), "--sample", timed_sample_,
                    "--seed", std::to_string(plan_.seed + sample)});
}

double AbProcesses::share_over() const {
  const std::chrono::duration<double> over = Clock::now() - start_;
  return over / std::chrono::duration<double>(plan_.max_time);
}

// What a time budget drew for slow solvers would differ from leg to leg.
void AbProcesses::plan_samples(const RunResult& whole) {
  double rate = 1;
  double slowest_ns = 1;
  for (const ResultRecord& row : whole.results) {
    rate = std::min(rate, row.sample_rate);
    const double ns = row.time_per_puzzle_ns.median;
    if (std::isfinite(ns)) slowest_ns = std::max(slowest_ns, ns);
  }
  if (rate < 1) whole_sample_ = fmt::format("{}%", 100 * rate);
  timed_sample_ =
      fmt::format("{:.0f}", std::clamp(kSliceNs / slowest_ns, kFewestPuzzles, kMostPuzzles));
  const auto rows = static_cast<double>(whole.results.size());
  slices_ = static_cast<int>(std::clamp(kLegNs / (kSliceNs * rows), kFewestSlices, kMostSlices));
}

RunResult AbProcesses::run(AbSide side, const std::vector<std::string>& terms) {
  const AbBuild& build = side == AbSide::base ? plan_.base : plan_.fresh;
  std::vector<std::string> command = {build.program, "run"};
  append(command, plan_.words);
  append(command, build.options);
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
