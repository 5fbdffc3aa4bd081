// `sudoku-bench ab`: runs two builds alternately, and judges whether one of them is slower.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/base/child_process.h"
#include "harness/base/errors.h"
#include "harness/base/input.h"
#include "harness/base/input_file.h"
#include "harness/base/output.h"
#include "harness/base/sha256.h"
#include "harness/cli/ab_processes.h"
#include "harness/cli/compare.h"
#include "harness/cli/named_files.h"
#include "harness/cli/program.h"
#include "harness/cli/progress.h"
#include "harness/cli/suite.h"
#include "harness/compare/ab_trial.h"
#include "harness/compare/verdict_report.h"
#include "harness/dataset/catalog.h"
#include "harness/external/external.h"
#include "harness/machine/hardware_counters.h"
#include "harness/options/options.h"
#include "harness/options/values.h"
#include "harness/result/json.h"
#include "harness/runner/valgrind_count.h"

namespace sudoku::cli {

namespace {

using namespace std::chrono_literals;

std::string option_of(compare::AbSide side, const char* end = "") {
  return fmt::format("--{}{}", side == compare::AbSide::base ? "base" : "new", end);
}

// Why `ab` refuses an option of `run`.
std::string refusal(const options::Option& option) {
  return fmt::format("`ab` does not pass it to `run`: {}", option.traits.not_for_ab);
}

// Refuses, by an InputError, a suite that sets an option which `ab` does not pass on to `run`.
void check_suite(const std::string& path) {
  check_keys_of_suite(path, [](const std::string& key) {
    const options::Option* const option = options::option_named("--" + key);
    return option == nullptr || option->traits.not_for_ab == nullptr ? "" : refusal(*option);
  });
}

// The build that an option names: of an external solver of this kind, by its description; without a
// kind, a program by its path.
AbBuild build_of(compare::AbSide side, const std::string& option, std::optional<options::Kind> kind,
                 const std::string& text) {
  AbBuild build{.option = option, .text = text, .kind = kind, .name = name_of(side)};
  if (!kind) return build;
  build.spec = parse_external(*kind, text);
  build.options = {{kind == options::Kind::plugin ? "--plugin" : "--exec", text}};
  return build;
}

// Throws UsageError for builds that cannot be compared. A new build without a base is checked
// alone.
void check_builds(const AbSides& sides) {
  if (!sides.contains(compare::AbSide::candidate)) {
    throw base::UsageError("the new side is missing: give {} or {}",
                           option_of(compare::AbSide::candidate),
                           option_of(compare::AbSide::candidate, "-exec"));
  }
  if (!sides.contains(compare::AbSide::base)) return;
  const AbBuild& base = sides.at(compare::AbSide::base);
  const AbBuild& candidate = sides.at(compare::AbSide::candidate);
  if (base.kind.has_value() != candidate.kind.has_value()) {
    throw base::UsageError(
        "programs cannot be compared with plugins or commands: a build without a colon is a "
        "program");
  }
  // Rows match by the names of their solvers.
  if (base.spec.name != candidate.spec.name) {
    throw base::UsageError("{}: both builds need one name: expected name={}, found '{}'",
                           candidate.option, base.spec.name, candidate.spec.name);
  }
}

struct AbOptions {
  AbSides sides;
  compare::AbSettings trial;
  std::chrono::nanoseconds process_timeout = std::chrono::minutes(1);
  std::vector<std::string> untimed;  // of --check-only
  std::string base_label;
  std::string candidate_label;
  std::string keep;  // folder for the documents of both builds
  bool times_identical = false;
  VerdictFiles files{.suite = "sudoku-bench ab"};
  RunOptions run;  // options of `run` for both builds
};

// Default solvers of `ab`: fast ones of every kind, so that many processes fit into the time.
constexpr const char* kDefaultAbSolvers = "mrv,dlx,lanes,simd";

// Adds the options that name the build of a side.
void declare_side(Command& command, compare::AbSide side, AbSides& sides) {
  command.parsed(
      option_of(side, " BUILD"),
      [side, &sides](const std::string& text) {
        if (text.empty()) throw base::UsageError(options::kEmptyName);
        const bool is_plugin = text.find(':') != std::string::npos;
        sides[side] =
            build_of(side, option_of(side),
                     is_plugin ? std::optional(options::Kind::plugin) : std::nullopt, text);
      },
      fmt::format("A build of {}: a plugin, described as for --plugin, or the path of a "
                  "sudoku-bench program, without a colon",
                  name_of(side)));
  options::Option& of_command = command.parsed(
      option_of(side, "-exec COMMAND"),
      [side, &sides](const std::string& text) {
        sides[side] = build_of(side, option_of(side, "-exec"), options::Kind::command, text);
      },
      fmt::format("A build of {} that is a command, described as for --exec", name_of(side)));
  of_command.excluded = {option_of(side)};
}

// Adds the options of `run` that both builds get, and refuses the others by name.
void declare_processes(Command& command, AbOptions& options) {
  options::OptionList of_run = options::options_of(options.run);
  for (options::Option& option : of_run.options) {
    if (option.traits.not_for_ab != nullptr) {
      command.refused.emplace_back(option.names, refusal(option));
      continue;
    }
    if (option.name() == "--solvers") option.shown_default = kDefaultAbSolvers;
    if (option.name() == "--threads") option.shown_default = "1";
    command.options.push_back(std::move(option));
  }
  for (const compare::AbSide side : {compare::AbSide::base, compare::AbSide::candidate})
    declare_side(command, side, options.sides);
}

// Adds a change that --accept declares to the settings. Throws UsageError for other words.
void accept_change(const std::string& change, compare::GateSettings& gate) {
  const std::size_t colon = change.find(':');
  const std::size_t reason = change.find_first_not_of(": ", colon);
  if (change == "search changed") {
    gate.accept_guesses = true;
  } else if (change.substr(0, colon) == "slower on purpose" && reason < change.size()) {
    gate.accept_slower = change.substr(reason);
  } else {
    options::reject("'search changed' or 'slower on purpose: REASON'", change);
  }
}

void declare_judging(Command& command, AbOptions& options) {
  compare::AbSettings& trial = options.trial;
  command
      .texts("--check-only FILE", options.untimed,
             "A puzzle file, or a set by name, whose answers are checked, but whose time does not "
             "count: puzzles that are rare in practice, such as those without a solution. "
             "Repeatable")
      .one_each = true;
  command.value("--max-time T", trial.max_time, options::parse_wait,
                "Time for all processes together; the verdict may come earlier",
                options::format_time(trial.max_time));
  command.value("--process-timeout T", options.process_timeout, options::parse_wait,
                "Time for one process; a process that takes longer counts as failed",
                options::format_time(options.process_timeout));
  options::Option& accept = command.parsed(
      "--accept CHANGE", [&trial](const std::string& text) { accept_change(text, trial.gate); },
      "Accept a change: 'search changed' (other numbers of guesses), or 'slower on purpose: "
      "REASON'. The verdict shows it. Repeatable");
  accept.is_list = accept.one_each = true;
  command.flag("--time-identical", options.times_identical,
               "Compare builds that are the same file, too, as a test of the machine");
  command.number("--seed", trial.seed, "Seed of the samples and of the order of processes");
  declare_gate(command, trial.gate, trial.rule,
               "Count instructions, as evidence beside time, by the processor where the machine "
               "allows it, else by valgrind on a few hundred puzzles, if it is installed");
}

// Options of `run` for both builds as the user gave them, except --solvers.
PassedOptions shared_options(const AbOptions& options) {
  if (!options.run.suite.empty()) check_suite(options.run.suite);
  PassedOptions shared;
  for (const auto& [name, text] : options.run.given) {
    if (name == "FILE" || name == "solvers") continue;
    PassedOption option{"--" + name, {}};
    if (!options::option_named(option.name)->is_flag()) option.value = text;
    shared.push_back(std::move(option));
  }
  if (!options.run.has("threads")) shared.push_back({"--threads", "1"});
  return shared;
}

// Sets --solvers for both builds, unless a suite does: the solvers given, or none if there are
// external ones, and the control solver.
void add_solvers(AbPlan& plan, const options::Options& options) {
  const auto given = std::ranges::find(
      options.given, "solvers", [](const auto& option) -> auto& { return option.first; });
  const bool is_given = given != options.given.end();
  if (!is_given && names(plan.options, "--suite")) return;
  const bool has_externals = plan.sides.begin()->second.kind || names(plan.options, "--plugin") ||
                             names(plan.options, "--exec");
  const std::string solvers = is_given ? given->second : has_externals ? "none" : kDefaultAbSolvers;
  const std::string before = solvers == "none" ? "" : solvers + ",";
  plan.options.push_back({"--solvers", before + compare::kControlSolver});
}

// Plans an A/B test. Throws UsageError or InputError for builds, files or options that `ab` cannot
// use.
AbPlan plan_of(const AbOptions& options) {
  check_builds(options.sides);
  AbPlan plan = {.sides = options.sides,
                 .files = dataset::files_named(options.run.files),
                 .untimed = {},
                 .options = shared_options(options),
                 .seed = options.trial.seed,
                 .max_time = options.trial.max_time,
                 .process_timeout = options.process_timeout};
  for (const std::string& file : dataset::files_named(options.untimed)) {
    if (std::ranges::count(plan.files, file) > 0) continue;  // it is named to be timed, too
    plan.files.push_back(file);
    plan.untimed.push_back(file);
  }
  if (std::ranges::count(plan.files, "-") > 0) {
    throw base::UsageError(
        "standard input can be read only once, but every process reads the files");
  }
  if (plan.files.empty() && !names(plan.options, "--suite"))
    throw base::UsageError(lacks("FILE", true));
  add_solvers(plan, options.run);
  return plan;
}

// Both sides for the page of an A/B test, without the control solver, which is no rival. A build
// without results is left out; the verdict says so.
std::vector<report::ReportInput> page_sides(const compare::AbReport& report) {
  std::vector<report::ReportInput> sides;
  const auto add = [&sides](const char* name, const std::string& label, result::RunResult run) {
    std::erase_if(run.results,
                  [](const result::Row& row) { return row.solver == compare::kControlSolver; });
    if (run.results.empty()) return;
    sides.push_back({.file = label.empty() ? name : fmt::format("{} ({})", name, label),
                     .run = std::move(run)});
  };
  add("BASE", report.comparison.base_label, report.base);
  add("NEW", report.comparison.candidate_label, report.candidate);
  return sides;
}

// Whether a file loads the same shared libraries wherever it lies: it is machine code, which does
// not name folders relative to its own. A script may run anything.
bool is_same_everywhere(std::string_view file) {
  const bool names_its_folder = file.find("$ORIGIN") != std::string_view::npos ||
                                file.find("${ORIGIN}") != std::string_view::npos;
  return file.starts_with("\177ELF") && !names_its_folder;
}

// What a build is, if another one with the same text runs the same code with the same options:
// the sha256 of its file and all that is said of it. Empty when that is not known: a command runs
// other files, and so may a library.
std::string identity_of(const AbBuild& build) {
  const std::string path = build.kind ? build.spec.library : build.text;  // empty: a command
  std::error_code error;  // a missing file is the first process's to report
  const std::string content =
      std::filesystem::is_regular_file(path, error) ? base::whole_file(path) : "";
  if (!is_same_everywhere(content)) return "";
  const std::size_t at = build.text.find(path);
  const std::string& text = build.text;
  return base::sha256_of(content) +
         (at == std::string::npos ? text : text.substr(at + path.size()));
}

// Why both sides are certain to be the same; empty when they may differ.
std::string why_identical(const AbSides& sides) {
  if (sides.size() < 2) return "";
  const std::string base = identity_of(sides.at(compare::AbSide::base));
  if (base.empty() || base != identity_of(sides.at(compare::AbSide::candidate))) return "";
  return fmt::format("both sides are the same file (sha256 {:.12}…)", base);
}

// Adds what may be files in the words of an option's values: each word, and its part before a
// colon.
void add_words(std::vector<NamedFile>& files, const std::string& option,
               const std::vector<std::string>& values) {
  for (const std::string& value : values) {
    for (const std::string& word : options::split_command(value))
      files.insert(files.end(), {{option, word}, {option, word.substr(0, word.find(':'))}});
  }
}

void check_ab_files(const AbOptions& options, const AbPlan& plan) {
  std::vector<NamedFile> inputs = all_of("FILE", plan.files);
  add_words(inputs, "--plugin", options.run.plugins);
  add_words(inputs, "--exec", options.run.commands);
  for (const auto& [side, build] : options.sides)
    add_words(inputs, build.option, {build.text});
  inputs.push_back({"--suite", options.run.suite});
  check_outputs(inputs, options.files.named());
}

// Whether the program of a build is missing. Reports it, so that the test does not look passed.
bool has_missing_program(const AbSides& sides) {
  bool is_missing = false;
  for (const auto& [side, build] : sides) {
    try {
      base::expect_program(build.program());
    } catch (const base::LoadError& error) {
      print_line(stderr, "sudoku-bench: {}: {}", name_of(side), error.what());
      is_missing = true;
    }
  }
  return is_missing;
}

// Plans who counts instructions. Returns a remark if nobody can.
std::vector<std::string> plan_counting(AbPlan& plan, compare::AbSettings& trial) {
  plan.by_processor = trial.gate.counters && !machine::HardwareCounters().absence();
  if (!trial.gate.counters || plan.by_processor) return {};
  const std::string why = runner::why_no_valgrind();
  trial.by_valgrind = why.empty();
  if (trial.by_valgrind) return {};
  return {"valgrind could count instructions, but " + why};
}

// The files of --keep with the document of each build.
std::string kept_file(const std::string& folder, compare::AbSide side) {
  return folder + (side == compare::AbSide::base ? "/base.json" : "/new.json");
}

// Makes the folder of --keep, without the documents of an earlier test.
void clear_kept(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  for (const compare::AbSide side : {compare::AbSide::base, compare::AbSide::candidate})
    if (!error) std::filesystem::remove(kept_file(folder, side), error);
  if (error) throw base::OutputError("--keep {}: {}", folder, error.message());
}

// Writes the documents of both builds, as far as they are measured.
void keep_documents(const std::string& folder, const compare::AbReport& report, Outputs& outputs) {
  const auto keep = [&](compare::AbSide side, const result::RunResult& run) {
    const std::string path = kept_file(folder, side);
    if (!run.results.empty() && !outputs.lacks(path))
      outputs.attempt(path, [&] { base::write_aside(path, result::to_json(run)); });
  };
  keep(compare::AbSide::base, report.base);
  keep(compare::AbSide::candidate, report.candidate);
}

int ab(const AbOptions& options) {
  AbPlan plan = plan_of(options);
  if (has_missing_program(plan.sides)) return kNothingToCompare;
  check_ab_files(options, plan);
  compare::AbSettings trial = options.trial;
  const VerdictFiles& files = options.files;
  const std::string identical = options.times_identical ? "" : why_identical(plan.sides);
  std::vector<std::string> remarks;
  if (identical.empty()) remarks = plan_counting(plan, trial);
  const std::atomic<bool>& cancelled = watch_for_interrupts();
  base::WatchedFiles watched(files_of(plan));
  compare::AbReport report;
  Outputs outputs;
  if (identical.empty()) {
    const auto processes = make_processes(plan, cancelled, watched);
    if (!options.keep.empty()) clear_kept(options.keep);
    // Writes what there is after each group: a kill of `ab` loses no finished one.
    const auto write_so_far = [&](const compare::AbReport& so_far) {
      if (!options.keep.empty()) keep_documents(options.keep, so_far, outputs);
      if (base::is_standard_output(files.junit)) return;
      Outputs().write(files.junit,
                      [&] { return compare::comparison_junit(so_far.comparison, files.suite); });
    };
    report = compare::run_ab_trial(*processes, trial, write_so_far);
  } else {
    report.comparison = {.scope = compare::Scope::identical, .why = identical};
  }
  std::ranges::copy(remarks, std::back_inserter(report.comparison.remarks));
  report.comparison.base_label = options.base_label;
  report.comparison.candidate_label = options.candidate_label;
  const int code = print_verdict(report.comparison, files, outputs);
  outputs.write(files.html, [&] { return page_of(report.comparison, page_sides(report), true); });
  outputs.require_written();
  if (const std::string& file = watched.changed(); !file.empty())
    throw base::InputError("{} changed during the run", file);
  if (!cancelled.load()) return code;
  const std::vector<std::string> written = existing(files.named());
  if (!written.empty()) print_line(stderr, "interrupted; wrote {}", fmt::join(written, ", "));
  return kInterrupted;
}

}  // namespace

void add_ab(Command& program) {
  auto [command, options] = program.add<AbOptions>(
      "ab", "Run two builds alternately and report whether one is slower", ab);
  command.examples = {
      {"sudoku-bench ab --base ./old-bench --new ./new-bench puzzles.csv --solvers mrv",
       "Compare two builds of this program."},
      {"sudoku-bench ab --base ./old.so:solve --new ./new.so:solve puzzles.csv",
       "Compare two builds of a plugin."},
      {"sudoku-bench ab --base-exec './old --fast' --new-exec 'name=old:./new --fast' puzzles.csv",
       "Compare two commands."}};
  command.footer =
      "Every measurement is a separate process: `BASE run FILE... OPTION...` or `NEW run ...`. "
      "First, one process of each build solves everything once, with all checks, and the two "
      "results are compared exactly. Without a base, or if its process fails, NEW is checked "
      "alone. Then both solve the puzzles one by one, to find those that became much slower. Then "
      "groups of four processes time small samples. A solver is slower if the whole interval of "
      "its change lies beyond the threshold, and passes if a slow-down as large as the threshold "
      "is excluded: a large change is found early, a small one late. The significance level is 1 % "
      "for all solvers, files and looks together.\n"
      "Exit status: 3 wrong answers, crashes or processes without a result, 4 answers, search, "
      "timeouts, memory or time got worse, 6 results that do not match or a missing program, 5 too "
      "noisy, 0 none of these; the first that applies.";
  declare_processes(command, options);
  declare_judging(command, options);
  command.text("--base-label TEXT", options.base_label, "What BASE is, for reports: a commit");
  command.text("--new-label TEXT", options.candidate_label, "What NEW is");
  command.text("--keep DIR", options.keep,
               "Keep the documents of both builds in this folder, as base.json and new.json, with "
               "the times of all processes; written after each group, and read by `compare` and "
               "`report`");
  declare_files(command, options.files);
}

}  // namespace sudoku::cli
