// `sudoku-bench ab`: runs two builds alternately, and judges whether one of them is slower.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/base/errors.h"
#include "harness/base/interruption.h"
#include "harness/base/output.h"
#include "harness/cli/compare.h"
#include "harness/cli/named_files.h"
#include "harness/cli/program.h"
#include "harness/cli/progress.h"
#include "harness/cli/run.h"
#include "harness/cli/suite.h"
#include "harness/compare/ab_trial.h"
#include "harness/compare/verdict_report.h"
#include "harness/dataset/catalog.h"
#include "harness/report/reports.h"
#include "harness/result/json.h"
#include "harness/run/values.h"
#include "solvers/external/child_process.h"
#include "solvers/external/external.h"

namespace sudoku::cli {

namespace {

using namespace std::chrono_literals;

// Name of a side in messages and of its argument: "BASE" or "NEW".
std::string name_of(compare::AbSide side) { return side == compare::AbSide::base ? "BASE" : "NEW"; }

std::string option_of(compare::AbSide side, const char* end = "") {
  return fmt::format("--{}{}", side == compare::AbSide::base ? "base" : "new", end);
}

// An option, or an argument that is no option, that `ab` passes on to `run`.
struct PassedOption {
  std::string name;  // as "--rounds", or an argument without a dash
  std::optional<std::string> value;
};

using PassedOptions = std::vector<PassedOption>;

bool names(const PassedOptions& options, std::string_view name) {
  return std::ranges::count(options, name, &PassedOption::name) > 0;
}

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

// Why `ab` refuses an option of `run`.
std::string refusal(const run::Option& option) {
  return fmt::format("`ab` does not pass it to `run`: {}", option.traits.not_for_ab);
}

// Refuses, by an InputError, a suite that sets an option which `ab` does not pass on to `run`.
void check_suite(const std::string& path) {
  check_keys_of_suite(path, [](const std::string& key) {
    const run::Option* const option = run::option_named("--" + key);
    return option == nullptr || option->traits.not_for_ab == nullptr ? "" : refusal(*option);
  });
}

struct SideOptions {
  std::string program;                // the argument BASE or NEW
  std::vector<std::string> builds;    // of --base or --new: plugins or programs
  std::vector<std::string> commands;  // of --base-exec or --new-exec
  std::string run_options;            // of --base-options or --new-options

  bool is_named() const { return !builds.empty() || !commands.empty(); }
};

// Both sides as their user names them.
using SidesOptions = std::map<compare::AbSide, SideOptions>;

// Whether options name the builds; the arguments BASE and NEW are then the first two files.
bool are_named(const SidesOptions& sides) {
  return std::ranges::any_of(sides, [](const auto& side) { return side.second.is_named(); });
}

// A build under test: a program, or this program with an external solver.
struct AbBuild {
  std::string option;             // that describes it, as "--base-exec"
  std::string text;               // path of the program, or description of the external solver
  std::optional<run::Kind> kind;  // of the external solver
  PassedOptions options;          // that only its processes get
  ExternalSpec spec = {};         // of the external solver
  // In messages: "NEW" or, if there are several, "NEW, build 2 (new-2.so:solve),".
  std::string name = {};

  std::string program() const { return kind ? kThisProgram : text; }
};

using AbSides = std::map<compare::AbSide, std::vector<AbBuild>>;

// The name of external solvers on both sides: the one that their user gave them, or the default
// name of the first new build. Throws UsageError for two given names.
std::string common_name(const std::vector<AbBuild*>& externals, const AbBuild& first_new) {
  std::string name;
  for (const AbBuild* external : externals) {
    if (run::has_default_name(external->spec)) continue;
    if (name.empty()) name = external->spec.name;
    if (name == external->spec.name) continue;
    throw base::UsageError("{}: all builds have one name: expected name={}, found '{}'",
                           external->option, name, external->spec.name);
  }
  return name.empty() ? first_new.spec.name : name;
}

// Parses the arguments in --base-options or --new-options. Options that this build does not know,
// but another one may, are kept as arguments.
PassedOptions passed_options_of(const std::vector<std::string>& words) {
  PassedOptions options;
  for (auto word = words.begin(); word != words.end(); ++word) {
    const std::size_t equals = word->starts_with('-') ? word->find('=') : std::string::npos;
    PassedOption option{word->substr(0, equals), {}};
    const run::Option* const known = run::option_named(option.name);
    if (equals != std::string::npos) {
      option.value = word->substr(equals + 1);
    } else if (known != nullptr && !known->is_flag() && word + 1 != words.end()) {
      option.value = *++word;
    }
    options.push_back(std::move(option));
  }
  return options;
}

// The options of `run` for all builds of a side. Throws UsageError for those that `ab` refuses.
PassedOptions run_options_of(compare::AbSide side, const SideOptions& options) {
  PassedOptions passed = passed_options_of(run::split_command(options.run_options));
  for (const PassedOption& own : passed) {
    const run::Option* const option = run::option_named(own.name);
    if (option != nullptr && option->traits.not_for_ab != nullptr)
      throw base::UsageError("{}: {}: {}", option_of(side, "-options"), own.name, refusal(*option));
    if (own.name == "--suite") check_suite(own.value.value_or(""));
  }
  return passed;
}

std::vector<AbBuild> builds_of(compare::AbSide side, const SideOptions& options, bool are_named) {
  std::vector<AbBuild> builds;
  const auto add = [&, passed = run_options_of(side, options)](
                       const char* end, const std::string& text, std::optional<run::Kind> kind) {
    builds.push_back(
        {.option = option_of(side, end), .text = text, .kind = kind, .options = passed});
  };
  if (!are_named) add("", options.program, std::nullopt);
  for (const std::string& build : options.builds) {
    const bool is_plugin = build.find(':') != std::string::npos;
    add("", build, is_plugin ? std::optional(run::Kind::plugin) : std::nullopt);
  }
  for (const std::string& command : options.commands)
    add("-exec", command, run::Kind::command);
  for (std::size_t i = 0; i < builds.size(); ++i) {
    const char* const quote = builds[i].kind == run::Kind::command ? "'" : "";
    const std::string which = fmt::format(", build {0} ({1}{2}{1}),", i + 1, quote, builds[i].text);
    builds[i].name = name_of(side) + (builds.size() == 1 ? "" : which);
  }
  return builds;
}

void require_builds(const SidesOptions& sides) {
  for (const auto& [side, options] : sides) {
    if (std::ranges::count(options.builds, "") > 0)
      throw base::UsageError("{}: {}", option_of(side), run::kEmptyName);
    if (are_named(sides) && !options.is_named()) {
      throw base::UsageError("the other side is missing: give {} or {}", option_of(side),
                             option_of(side, "-exec"));
    }
    if (!are_named(sides) && options.program.empty()) {
      throw base::UsageError("{}; name two programs, or builds by --base and --new",
                             lacks(name_of(side), false));
    }
  }
}

ExternalSpec parse_external(run::Kind kind, const std::string& text) {
  return kind == run::Kind::plugin ? run::parse_plugin(text) : run::parse_command(text);
}

// Gives the external solvers of both sides one name, so that their rows match.
void name_externals(AbSides& sides) {
  std::vector<AbBuild*> externals;
  std::size_t builds = 0;
  for (auto& [side, of_side] : sides) {
    builds += of_side.size();
    for (AbBuild& build : of_side) {
      if (!build.kind) continue;
      externals.push_back(&build);
      take_named(build.option, [&build] { build.spec = parse_external(*build.kind, build.text); });
    }
  }
  if (externals.empty()) return;
  if (externals.size() < builds) {
    throw base::UsageError(
        "programs cannot be compared with plugins or commands: a build without a colon is a "
        "program");
  }
  const std::string name = common_name(externals, sides[compare::AbSide::candidate].front());
  for (AbBuild* build : externals) {
    build->options.push_back(
        {build->kind == run::Kind::plugin ? "--plugin" : "--exec",
         build->spec.name == name ? build->text : run::with_name(*build->kind, build->text, name)});
  }
}

// Both sides' builds. Throws UsageError for a side without builds, programs against external
// solvers, or options that `ab` refuses.
AbSides sides_of(const SidesOptions& options) {
  require_builds(options);
  AbSides sides;
  for (const auto& [side, of_side] : options)
    sides[side] = builds_of(side, of_side, are_named(options));
  name_externals(sides);
  return sides;
}

struct AbOptions {
  SidesOptions sides = {{compare::AbSide::base, {}}, {compare::AbSide::candidate, {}}};
  compare::AbSettings trial;
  std::chrono::nanoseconds process_timeout = std::chrono::minutes(1);
  VerdictFiles files{.suite = "sudoku-bench ab"};
  std::string html;
  RunOptions run;  // options of `run` for both builds

  std::vector<std::string> puzzle_files() const {
    std::vector<std::string> paths;
    for (const auto& [side, of_side] : sides)
      if (are_named(sides) && !of_side.program.empty()) paths.push_back(of_side.program);
    append(paths, run.files);
    return paths;
  }
};

struct AbPlan {
  AbSides sides;
  std::vector<std::string> files;  // input files of all builds
  PassedOptions options;           // options of `run` for all builds
};

// Time budget of a solver on a dataset in the first process of a build, which is not timed.
constexpr const char* kWholeBudget = "2s";

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

// The options that are passed on to a process that times only `rows`: without --solvers and
// --threads, which `ab` sets itself, and the --plugin or --exec of a solver without a row.
PassedOptions options_about(const compare::AbRows& rows, PassedOptions options) {
  std::erase_if(options, [&rows](const PassedOption& option) {
    if (option.name == "--solvers" || option.name == "--threads") return true;
    if (option.name != "--plugin" && option.name != "--exec") return false;
    const auto kind = option.name == "--exec" ? run::Kind::command : run::Kind::plugin;
    const ExternalSpec spec = parse_external(kind, option.value.value_or(""));
    return std::ranges::none_of(rows, [&spec](const result::Row* row) {
      return row->external && row->solver == spec.name;
    });
  });
  return options;
}

// Prints the standard error of a failed process, of which the verdict quotes only the last line.
void print_error_output(const ChildProcess& process, const std::string& build) {
  const std::vector<std::string> lines = process.error_lines(kMostLines);
  if (lines.size() < 2) return;
  fmt::print(stderr, "a process of {} wrote to standard error:\n", build);
  for (const std::string& line : lines)
    fmt::print(stderr, "  {}\n", line);
}

// Returns what a process prints until it ends or `until` has passed.
std::string collect(ChildProcess& process, std::chrono::steady_clock::time_point until,
                    const std::atomic<bool>& cancelled) {
  std::string text;
  while (process.read(text)) {
    if (cancelled) throw compare::ProcessFailure("interrupted");
    if (std::chrono::steady_clock::now() > until) return text;
    process.wait(false, 50ms);
  }
  return text;
}

class AbProcesses final : public compare::AbRunner {
 public:
  AbProcesses(const AbOptions& options, AbPlan plan, const std::atomic<bool>& cancelled)
      : options_(options), plan_(std::move(plan)), cancelled_(cancelled) {}

  std::size_t builds(compare::AbSide side) const override { return plan_.sides.at(side).size(); }

  // Runs a build once on all puzzles or, if time is short, on those that the first call sampled.
  // Throws InputError if BASE refuses an option.
  result::RunResult run_whole(compare::AbSide side) override {
    const AbBuild& build = plan_.sides.at(side).front();
    std::vector<std::string> words = plan_.files;
    append(words, plan_.options);
    append(words, build.options);
    append(words,
           {"--rounds", "1", "--warmup", "0", "--seed", std::to_string(options_.trial.seed)});
    if (whole_sample_.empty()) {
      append(words, {"--time-budget", std::string(kWholeBudget)});
    } else {
      append(words, {"--time-budget", "0", "--sample", whole_sample_});
    }
    result::RunResult whole = run(build, words);
    if (has_begun_) return whole;
    has_begun_ = true;
    plan_sample(whole);
    return whole_sample_.empty() ? whole : run_whole(side);
  }

  // Times the solvers and files of `rows`, a suite's external solvers and the build's own files.
  result::RunResult run_timed(compare::AbSide side, std::size_t build, std::uint64_t sample,
                              const compare::AbRows& rows) override {
    const double longest = kProcessNs / (kSliceNs * static_cast<double>(rows.size()));
    const int slices = static_cast<int>(std::clamp(longest, kFewestSlices, kMostSlices));
    const AbBuild& timed = plan_.sides.at(side)[build];
    std::set<std::uint64_t> threads;
    for (const result::Row* row : rows)
      threads.insert(row->threads);
    std::vector<std::string> words = files_of(rows);
    append(words, options_about(rows, plan_.options));
    append(words, options_about(rows, timed.options));
    append(words,
           {"--solvers", solvers_of(rows), "--threads", fmt::format("{}", fmt::join(threads, ",")),
            "--rounds", std::to_string(slices), "--warmup", "2ms", "--time-budget",
            fmt::format("{}ms", kBudgetMsPerSlice * slices), "--sample",
            fmt::format("{:.0f}", puzzles_of(rows)), "--seed",
            std::to_string(options_.trial.seed + sample)});
    return run(timed, words);
  }

  double share_over() const override {
    const std::chrono::duration<double> over = Clock::now() - start_;
    return over / std::chrono::duration<double>(options_.trial.max_time);
  }

  bool is_cancelled() const override { return cancelled_.load(); }

 private:
  using Clock = std::chrono::steady_clock;

  // Puzzle files of `rows`, with all files of the same names, which `run` tells apart by numbers.
  // Adds files that only a suite names, but leaves out files in a build's own options.
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

  // Runs a build with these arguments of `run`.
  result::RunResult run(const AbBuild& build, const std::vector<std::string>& words) {
    std::vector<std::string> command = {build.program(), "run"};
    append(command, words);
    append(command, {"--latency", "off", "--verify", "off", "--quiet", "--result", "-"});
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
      ChildProcess process(command, "SUDOKU_BENCH_LEG=1", SIGKILL);
      const auto until = Clock::now() + options_.process_timeout;
      std::string output = collect(process, until, cancelled_);
      if (Clock::now() > until) {
        print_error_output(process, name);
        throw compare::ProcessFailure(fmt::format("a process of {} was still running after {}",
                                                  name,
                                                  run::format_time(options_.process_timeout)));
      }
      if (!output.empty()) return output;
      const std::string end = process.exit_reason();
      print_error_output(process, name);
      // A wrong command line fails in the first process; any later failure is the tested build's.
      const bool is_mistake = end.starts_with("ended with exit status 1:") ||
                              end.starts_with("ended with exit status 2:");
      if (!has_begun_ && is_mistake) throw base::InputError("a process of {} {}", name, end);
      throw compare::ProcessFailure(fmt::format("a process of {} {}", name, end));
    } catch (const ExternalError& error) {
      throw compare::ProcessFailure(fmt::format("a process of {}: {}", name, error.what()));
    }
  }

  // Makes later processes solve the share of puzzles that the first one solved in its time budget.
  void plan_sample(const result::RunResult& whole) {
    double rate = 1;
    for (const result::Row& row : whole.results)
      rate = std::min(rate, row.sample_rate);
    if (rate < 1) whole_sample_ = fmt::format("{}%", 100 * rate);
    for (const result::DatasetRecord& dataset : whole.datasets)
      paths_[dataset.name] = dataset.path;
  }

  const AbOptions& options_;
  AbPlan plan_;
  const std::atomic<bool>& cancelled_;
  Clock::time_point start_ = Clock::now();
  std::string whole_sample_;                  // value of --sample; empty: limited by time_budget
  std::map<std::string, std::string> paths_;  // paths of datasets by name
  bool has_begun_ = false;
};

// Whether `program` has kControlSolver, which is identical in all builds. Throws Interrupted.
bool has_control(const std::string& program) {
  ChildProcess process({program, "solvers"}, "SUDOKU_BENCH_LEG=1", SIGKILL);
  try {
    const auto until = std::chrono::steady_clock::now() + 10s;
    const std::string list = "\n" + collect(process, until, watch_for_interrupts());
    return list.find(fmt::format("\n{}\n", compare::kControlSolver)) != std::string::npos;
  } catch (const compare::ProcessFailure&) {
    throw base::Interrupted();
  }
}

// Default solvers of `ab`: fast ones of every kind, so that many processes fit into the time.
constexpr const char* kDefaultAbSolvers = "mrv,dlx,lanes,simd";

// Adds the options that name a side, and the options of `run` for it.
void declare_side(Command& command, compare::AbSide side, SideOptions& options) {
  command
      .texts(option_of(side, " BUILD"), options.builds,
             fmt::format("A build of {}: a plugin, described as for --plugin, or the path of a "
                         "sudoku-bench program, without a colon. Repeat it for several links of "
                         "the same source, to tell code from its layout",
                         name_of(side)))
      .one_each = true;
  command
      .texts(option_of(side, "-exec COMMAND"), options.commands,
             fmt::format("A build of {} that is a command, described as for --exec; may be "
                         "repeated",
                         name_of(side)))
      .one_each = true;
  command.text(option_of(side, "-options WORDS"), options.run_options,
               fmt::format("Options of `run` for {} only, as one argument; use it to compare two "
                           "sets of options of one program",
                           name_of(side)));
}

// Adds the options of `run` that both builds get, and refuses the others by name.
void declare_processes(Command& command, AbOptions& options) {
  for (const run::Option& option : run::kOptions) {
    if (option.traits.not_for_ab != nullptr) {
      command.refused.emplace_back(option.names, refusal(option));
      continue;
    }
    Option& added = add_option(command, option, options.run);
    if (option.name() == "solvers") added.shown_default = kDefaultAbSolvers;
    if (option.name() == "threads") added.shown_default = "1";
  }
  for (auto& [side, of_side] : options.sides)
    declare_side(command, side, of_side);
}

void declare_judging(Command& command, AbOptions& options) {
  compare::AbSettings& trial = options.trial;
  command.value("--max-time T", trial.max_time, run::parse_wait,
                "Time for all processes together; the verdict may come earlier",
                run::format_time(trial.max_time));
  command.value("--leg-timeout T", options.process_timeout, run::parse_wait,
                "Time for one process; a process that takes longer counts as failed",
                run::format_time(options.process_timeout));
  command.value("--threshold SHARE", trial.rule.threshold, run::parse_part,
                "Ignore changes of time up to this share",
                fmt::format("{}%", 100 * trial.rule.threshold));
  command.number("--seed", trial.seed, "Seed of the samples and of the order of processes");
  declare_gate(command, trial.gate);
}

// Options of `run` for both builds as the user gave them, except --solvers.
PassedOptions shared_options(const AbOptions& options) {
  if (!options.run.suite.empty()) check_suite(options.run.suite);
  PassedOptions shared;
  for (const auto& [name, text] : options.run.given) {
    if (name == "files" || name == "solvers") continue;
    PassedOption option{"--" + name, {}};
    if (!run::option_named(option.name)->is_flag()) option.value = text;
    shared.push_back(std::move(option));
  }
  if (!options.run.has("threads")) shared.push_back({"--threads", "1"});
  return shared;
}

// Sets --solvers for all builds, unless a suite or a build's own options do: the solvers given, or
// none if there are external ones, and the control solver if all builds have it.
void add_solvers(AbPlan& plan, const run::Options& options) {
  std::vector<AbBuild> builds = plan.sides[compare::AbSide::base];
  append(builds, plan.sides[compare::AbSide::candidate]);
  const auto is_named = [&](std::string_view name) {
    const auto has = [name](const PassedOptions& passed) { return names(passed, name); };
    return has(plan.options) || std::ranges::any_of(builds, has, &AbBuild::options);
  };
  const auto given = std::ranges::find(
      options.given, "solvers", [](const auto& option) -> auto& { return option.first; });
  const bool is_given = given != options.given.end();
  if (!is_given && (names(plan.options, "--suite") || is_named("--solvers"))) return;
  std::string solvers = is_given                                     ? given->second
                        : is_named("--plugin") || is_named("--exec") ? "none"
                                                                     : kDefaultAbSolvers;
  if (std::ranges::all_of(builds, has_control, &AbBuild::program))
    solvers = solvers == "none" ? compare::kControlSolver : solvers + "," + compare::kControlSolver;
  plan.options.push_back({"--solvers", solvers});
}

// Whether `plan` and the own options of `build` name no puzzle file, and no suite that may.
bool lacks_files(const AbPlan& plan, const AbBuild& build) {
  const auto may_name_files = [](const PassedOption& option) {
    return option.name == "--suite" || !option.name.starts_with('-');
  };
  return plan.files.empty() && std::ranges::none_of(plan.options, may_name_files) &&
         std::ranges::none_of(build.options, may_name_files);
}

// Plans an A/B test. Throws UsageError or InputError for files or options that `ab` cannot use.
AbPlan plan_of(const AbOptions& options, AbSides sides) {
  const std::vector<std::string> files = options.puzzle_files();
  if (std::ranges::count(files, "-") > 0) {
    throw base::UsageError(
        "standard input can be read only once, but every process reads the files");
  }
  AbPlan plan = {.sides = std::move(sides),
                 .files = dataset::files_named(files),
                 .options = shared_options(options)};
  for (const auto& [side, builds] : plan.sides) {
    for (const AbBuild& build : builds)
      if (lacks_files(plan, build)) throw base::UsageError(lacks("FILE", true));
  }
  add_solvers(plan, options.run);
  return plan;
}

// Writes the page of an A/B test. A build without results is left out; the verdict says so.
void write_page(const compare::AbReport& report, const std::string& file) {
  std::vector<report::ReportInput> sides;
  if (!report.base.results.empty()) sides.push_back({.file = "BASE", .run = report.base});
  if (!report.candidate.results.empty()) sides.push_back({.file = "NEW", .run = report.candidate});
  base::write_aside(
      file, report::html_report(sides, tool_record(), compare::verdict_json(report.comparison)));
}

// Adds what may be files in the words of an option's values: each word, and its part before a
// colon.
void add_words(std::vector<NamedFile>& files, const std::string& option,
               const std::vector<std::string>& values) {
  for (const std::string& value : values) {
    for (const std::string& word : run::split_command(value))
      files.insert(files.end(), {{option, word}, {option, word.substr(0, word.find(':'))}});
  }
}

std::vector<NamedFile> outputs(const AbOptions& options) {
  return {{"--markdown", options.files.markdown},
          {"--junit", options.files.junit},
          {"--html", options.html}};
}

void check_ab_files(const AbOptions& options) {
  std::vector<NamedFile> inputs = all_of("FILE", dataset::files_named(options.puzzle_files()));
  add_words(inputs, "--plugin", options.run.plugins);
  add_words(inputs, "--exec", options.run.commands);
  for (const auto& [side, of_side] : options.sides) {
    if (!are_named(options.sides)) inputs.push_back({name_of(side), of_side.program});
    add_words(inputs, option_of(side), of_side.builds);
    add_words(inputs, option_of(side, "-exec"), of_side.commands);
    add_words(inputs, option_of(side, "-options"), {of_side.run_options});
  }
  inputs.push_back({"--suite", options.run.suite});
  require_distinct(inputs, outputs(options));
  require_one_on_stdout(outputs(options));
}

// Whether the program of a build is missing. Reports it, so that the test does not look passed.
bool has_missing_program(const AbSides& sides) {
  bool is_missing = false;
  for (const auto& [side, builds] : sides) {
    for (const AbBuild& build : builds) {
      try {
        expect_program(build.program());
      } catch (const ExternalError& error) {
        print_line(stderr, "sudoku-bench: {}: {}", name_of(side), error.what());
        is_missing = true;
      }
    }
  }
  return is_missing;
}

// Says which files an interrupted test has written.
void report_interruption(const AbOptions& options) {
  const std::vector<std::string> written = existing(outputs(options));
  if (!written.empty()) print_line(stderr, "interrupted; wrote {}", fmt::join(written, ", "));
}

int ab(const AbOptions& options) {
  AbSides sides = sides_of(options.sides);
  if (has_missing_program(sides)) return kNothingToCompare;
  check_ab_files(options);
  for (const NamedFile& output : outputs(options))
    if (!output.path.empty()) base::ensure_writable(output.path);
  AbProcesses processes(options, plan_of(options, std::move(sides)), watch_for_interrupts());
  VerdictFiles files = options.files;
  files.is_output_taken = is_stdout_taken(outputs(options));
  // Writes the JUnit file whenever a test case changes: a kill of `ab` loses no finished ones.
  const auto write_junit = [&files](const compare::AbReport& report) {
    if (files.junit.empty() || base::is_standard_output(files.junit)) return;
    base::write_aside(files.junit, compare::comparison_junit(report.comparison, files.suite));
  };
  const compare::AbReport report = compare::run_ab_trial(processes, options.trial, write_junit);
  const int code = print_verdict(report.comparison, files);
  if (!options.html.empty()) write_page(report, options.html);
  if (!processes.is_cancelled()) return code;
  report_interruption(options);
  return kInterrupted;
}

}  // namespace

void add_ab(Command& program) {
  auto [command, options] = program.add<AbOptions>(
      "ab", "Run two builds alternately and report whether one is slower", ab);
  command.footer =
      "Every measurement is a separate process: `BASE run FILE... OPTION...` or `NEW run ...`. "
      "First, one process of each build solves everything once, and the two results are compared "
      "exactly, and where the machine counts instructions, 0.5 % more are a finding. Then pairs of "
      "processes, in the order base new new base or new base base new, time small samples, a new "
      "sample for each pair; all of their answers are compared too. Each row is judged, and if "
      "there are several files, so are all rows of a solver together. A row that looks slower must "
      "look slower again in a second series of processes that run nothing else; the most "
      "suspicious rows come first. The significance level is 1 % for all rows, solvers and interim "
      "looks together. If the time runs out, the verdict says how much time would be enough.\n"
      "Exit status: 3 wrong answers, crashes or processes without a result, 4 answers, search, "
      "instructions or time changed, 6 rows that do not match or a missing program, 5 too noisy, 0 "
      "none of these; the first that applies.";
  // These arguments must precede that of the puzzle files.
  command
      .text("BASE BASE", options.sides[compare::AbSide::base].program,
            "The base program, unless --base or --base-exec is given")
      .is_required = false;
  command
      .text("NEW NEW", options.sides[compare::AbSide::candidate].program,
            "The new program; may be the same file")
      .is_required = false;
  declare_processes(command, options);
  declare_judging(command, options);
  command.text("--markdown FILE", options.files.markdown, "Write the verdict as Markdown");
  command.text("--junit FILE", options.files.junit,
               "Write the checks as JUnit XML; the file is updated as checks complete");
  command.text("--html FILE", options.html,
               "Write an HTML page with the verdict and the results of both builds on all puzzles");
}

}  // namespace sudoku::cli
