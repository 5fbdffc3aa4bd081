// `sudoku-bench ab`: runs two builds alternately, and judges whether one of them is slower.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <iterator>
#include <map>
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

struct SideOptions {
  std::string program;           // the argument BASE or NEW
  std::optional<AbBuild> build;  // of --base or --new, or of --base-exec or --new-exec
  std::string run_options;       // of --base-options or --new-options
};

// Both sides as their user names them.
using SidesOptions = std::map<compare::AbSide, SideOptions>;

// Whether options name the builds; the arguments BASE and NEW are then the first two files.
bool are_named(const SidesOptions& sides) {
  return std::ranges::any_of(sides, [](const auto& side) { return side.second.build.has_value(); });
}

// Parses the arguments in --base-options or --new-options. Options that this build does not know,
// but another one may, are kept as arguments.
PassedOptions passed_options_of(const std::vector<std::string>& words) {
  PassedOptions options;
  for (auto word = words.begin(); word != words.end(); ++word) {
    const std::size_t equals = word->starts_with('-') ? word->find('=') : std::string::npos;
    PassedOption option{word->substr(0, equals), {}};
    const options::Option* const known = options::option_named(option.name);
    if (equals != std::string::npos) {
      option.value = word->substr(equals + 1);
    } else if (known != nullptr && !known->is_flag() && word + 1 != words.end()) {
      option.value = *++word;
    }
    options.push_back(std::move(option));
  }
  return options;
}

// The options of `run` for a side. Throws UsageError for those that `ab` refuses.
PassedOptions run_options_of(compare::AbSide side, const SideOptions& options) {
  PassedOptions passed = passed_options_of(options::split_command(options.run_options));
  for (const PassedOption& own : passed) {
    const options::Option* const option = options::option_named(own.name);
    if (option != nullptr && option->traits.not_for_ab != nullptr)
      throw base::UsageError("{}: {}: {}", option_of(side, "-options"), own.name, refusal(*option));
    if (own.name == "--suite") check_suite(own.value.value_or(""));
  }
  return passed;
}

void require_builds(const SidesOptions& sides) {
  for (const auto& [side, options] : sides) {
    const bool lacks_build = are_named(sides) && !options.build;
    // A new build without a base is checked alone.
    if (lacks_build && side == compare::AbSide::candidate) {
      throw base::UsageError("the new side is missing: give {} or {}", option_of(side),
                             option_of(side, "-exec"));
    }
    if (lacks_build && !options.run_options.empty())
      throw base::UsageError("{}: there is no base", option_of(side, "-options"));
    if (!are_named(sides) && options.program.empty()) {
      throw base::UsageError("{}; name two programs, or builds by --base and --new",
                             lacks(name_of(side), false));
    }
  }
}

// Reads the descriptions of external solvers, which need one name on both sides, so that their rows
// match.
void add_externals(AbSides& sides) {
  std::vector<const AbBuild*> externals;
  for (auto& side : sides) {
    AbBuild& build = side.second;
    if (!build.kind) continue;
    externals.push_back(&build);
    take_named(build.option, [&build] { build.spec = parse_external(*build.kind, build.text); });
    build.options.push_back(
        {build.kind == options::Kind::plugin ? "--plugin" : "--exec", build.text});
  }
  if (externals.empty()) return;
  if (externals.size() < sides.size()) {
    throw base::UsageError(
        "programs cannot be compared with plugins or commands: a build without a colon is a "
        "program");
  }
  const std::string& name = externals.front()->spec.name;
  if (const AbBuild& other = *externals.back(); other.spec.name != name) {
    throw base::UsageError("{}: both builds need one name: expected name={}, found '{}'",
                           other.option, name, other.spec.name);
  }
}

// Both sides' builds. Throws UsageError for a side without a build, a program against an external
// solver, or options that `ab` refuses.
AbSides sides_of(const SidesOptions& options) {
  require_builds(options);
  AbSides sides;
  for (const auto& [side, of_side] : options) {
    if (are_named(options) && !of_side.build) continue;
    AbBuild build =
        of_side.build.value_or(AbBuild{.option = option_of(side), .text = of_side.program});
    build.options = run_options_of(side, of_side);
    build.name = name_of(side);
    sides.emplace(side, std::move(build));
  }
  add_externals(sides);
  return sides;
}

// Who counts instructions.
enum class CountedBy : std::uint8_t { whoever_can, processor, valgrind, nobody };

constexpr const char* kCountedBy = "auto|perf|valgrind|off";

CountedBy parse_counted_by(const std::string& text) {
  return static_cast<CountedBy>(options::require_one_of(options::choices_in(kCountedBy), text));
}

struct AbOptions {
  SidesOptions sides = {{compare::AbSide::base, {}}, {compare::AbSide::candidate, {}}};
  compare::AbSettings trial;
  std::chrono::nanoseconds process_timeout = std::chrono::minutes(1);
  std::vector<std::string> untimed;  // of --check-only
  std::string base_label;
  std::string candidate_label;
  std::string keep;  // folder for the documents of both builds
  bool times_identical = false;
  CountedBy counted_by = CountedBy::whoever_can;
  VerdictFiles files{.suite = "sudoku-bench ab"};
  RunOptions run;  // options of `run` for both builds

  // Puzzle files to time.
  std::vector<std::string> timed_files() const {
    std::vector<std::string> paths;
    for (const auto& [side, of_side] : sides)
      if (are_named(sides) && !of_side.program.empty()) paths.push_back(of_side.program);
    paths.insert(paths.end(), run.files.begin(), run.files.end());
    return dataset::files_named(paths);
  }

  // Puzzle files that are only checked, without those that are named to be timed, too.
  std::vector<std::string> untimed_files() const {
    std::vector<std::string> paths = dataset::files_named(untimed);
    std::erase_if(paths, [timed = timed_files()](const std::string& path) {
      return std::ranges::count(timed, path) > 0;
    });
    return paths;
  }

  std::vector<std::string> puzzle_files() const {
    std::vector<std::string> paths = timed_files();
    std::ranges::copy(untimed_files(), std::back_inserter(paths));
    return paths;
  }
};

// Default solvers of `ab`: fast ones of every kind, so that many processes fit into the time.
constexpr const char* kDefaultAbSolvers = "mrv,dlx,lanes,simd";

// Adds the options that name a side, and the options of `run` for it.
void declare_side(Command& command, compare::AbSide side, SideOptions& options) {
  command.parsed(
      option_of(side, " BUILD"),
      [side, &options](const std::string& text) {
        if (text.empty()) throw base::UsageError(options::kEmptyName);
        const bool is_plugin = text.find(':') != std::string::npos;
        options.build = {.option = option_of(side),
                         .text = text,
                         .kind = is_plugin ? std::optional(options::Kind::plugin) : std::nullopt};
      },
      fmt::format("A build of {}: a plugin, described as for --plugin, or the path of a "
                  "sudoku-bench program, without a colon",
                  name_of(side)));
  options::Option& of_command = command.parsed(
      option_of(side, "-exec COMMAND"),
      [side, &options](const std::string& text) {
        options.build = {
            .option = option_of(side, "-exec"), .text = text, .kind = options::Kind::command};
      },
      fmt::format("A build of {} that is a command, described as for --exec", name_of(side)));
  of_command.excluded = {option_of(side)};
  command.text(option_of(side, "-options WORDS"), options.run_options,
               fmt::format("Options of `run` for {} only, as one argument; use it to compare two "
                           "sets of options of one program",
                           name_of(side)));
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
  for (auto& [side, of_side] : options.sides)
    declare_side(command, side, of_side);
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
  command.value("--threshold SHARE", trial.rule.threshold, options::parse_part,
                "Ignore changes of time up to this share",
                fmt::format("{}%", 100 * trial.rule.threshold));
  options::Option& accept = command.parsed(
      "--accept CHANGE", [&trial](const std::string& text) { accept_change(text, trial.gate); },
      "Accept a change: 'search changed' (other numbers of guesses), or 'slower on purpose: "
      "REASON'. The verdict shows it. Repeatable");
  accept.is_list = accept.one_each = true;
  command.flag("--time-identical", options.times_identical,
               "Compare builds that are the same file, too, as a test of the machine");
  command.number("--seed", trial.seed, "Seed of the samples and of the order of processes");
  command.value(fmt::format("--counters {}", kCountedBy), options.counted_by, parse_counted_by,
                "Who counts instructions, as evidence beside time: the processor (perf), or "
                "valgrind on a few hundred puzzles; auto: the processor where the machine allows "
                "it, else valgrind if it is installed",
                "auto");
  declare_gate(command, trial.gate);
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

// Sets --solvers for both builds, unless a suite or a build's own options do: the solvers given, or
// none if there are external ones, and the control solver if both builds have it.
void add_solvers(AbPlan& plan, const options::Options& options) {
  const auto is_named = [&plan](std::string_view name) {
    return names(plan.options, name) || std::ranges::any_of(plan.sides, [name](const auto& side) {
             return names(side.second.options, name);
           });
  };
  const auto given = std::ranges::find(
      options.given, "solvers", [](const auto& option) -> auto& { return option.first; });
  const bool is_given = given != options.given.end();
  if (!is_given && (names(plan.options, "--suite") || is_named("--solvers"))) return;
  std::string solvers = is_given                                     ? given->second
                        : is_named("--plugin") || is_named("--exec") ? "none"
                                                                     : kDefaultAbSolvers;
  if (std::ranges::all_of(plan.sides,
                          [](const auto& side) { return has_control(side.second.program()); }))
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
                 .files = files,
                 .untimed = options.untimed_files(),
                 .options = shared_options(options),
                 .seed = options.trial.seed,
                 .max_time = options.trial.max_time,
                 .process_timeout = options.process_timeout};
  for (const auto& [side, build] : plan.sides)
    if (lacks_files(plan, build)) throw base::UsageError(lacks("FILE", true));
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
  std::string text = base::sha256_of(content);
  for (const PassedOption& option : build.options) {
    const std::string value = option.value.value_or("");
    const std::size_t at = build.kind ? value.find(path) : std::string::npos;
    const std::string rest = at == std::string::npos ? value : value.substr(at + path.size());
    text += fmt::format(" {}={}", option.name, rest);
  }
  return text;
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

void check_ab_files(const AbOptions& options) {
  std::vector<NamedFile> inputs = all_of("FILE", options.puzzle_files());
  add_words(inputs, "--plugin", options.run.plugins);
  add_words(inputs, "--exec", options.run.commands);
  for (const auto& [side, of_side] : options.sides) {
    if (!are_named(options.sides)) inputs.push_back({name_of(side), of_side.program});
    if (of_side.build) add_words(inputs, of_side.build->option, {of_side.build->text});
    add_words(inputs, option_of(side, "-options"), {of_side.run_options});
  }
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

// Plans who counts instructions. Returns a remark if valgrind cannot, where nobody else does.
// Throws UsageError if the user has asked for valgrind.
std::vector<std::string> plan_counting(CountedBy wanted, AbPlan& plan, compare::AbSettings& trial) {
  const bool needs_valgrind =
      wanted == CountedBy::whoever_can && machine::HardwareCounters().absence().has_value();
  std::vector<std::string> remarks;
  if (needs_valgrind || wanted == CountedBy::valgrind) {
    const std::string why = runner::why_no_valgrind();
    if (!why.empty() && !needs_valgrind) throw base::UsageError("--counters valgrind: {}", why);
    if (!why.empty()) remarks.push_back("valgrind could count instructions, but " + why);
    trial.by_valgrind = why.empty();
  }
  trial.gate.counters = wanted != CountedBy::nobody;
  plan.by_processor = trial.gate.counters && !trial.by_valgrind;
  return remarks;
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
  AbSides sides = sides_of(options.sides);
  if (has_missing_program(sides)) return kNothingToCompare;
  check_ab_files(options);
  compare::AbSettings trial = options.trial;
  const VerdictFiles& files = options.files;
  const std::string identical = options.times_identical ? "" : why_identical(sides);
  AbPlan plan = plan_of(options, std::move(sides));
  std::vector<std::string> remarks;
  if (identical.empty()) remarks = plan_counting(options.counted_by, plan, trial);
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
      {"sudoku-bench ab ./old-bench ./new-bench puzzles.csv --solvers mrv",
       "Compare two builds of this program."},
      {"sudoku-bench ab --base ./old.so:solve --new ./new.so:solve puzzles.csv",
       "Compare two builds of a plugin."},
      {"sudoku-bench ab --base-exec './old --fast' --new-exec 'name=old:./new --fast' puzzles.csv",
       "Compare two commands."}};
  command.footer =
      "Every measurement is a separate process: `BASE run FILE... OPTION...` or `NEW run ...`. "
      "First, one process of each build solves everything once, with all checks, and the two "
      "results are compared exactly. Without BASE, or if its process fails, NEW is checked alone. "
      "Instructions are counted, as evidence beside time. Then both solve the puzzles one by one, "
      "to find those that became much slower. Then groups of four processes, in the order base new "
      "new base or new base base new, time small samples, "
      "a new sample for each group; all of their answers are compared too. A solver is slower if "
      "the whole interval of its change lies beyond the threshold, and passes if a slow-down as "
      "large as the threshold is excluded. This is looked at after 3 groups, then after a third "
      "more each time: a large change is found early, a small one late. The significance level is "
      "1 % for all solvers, files and looks together.\n"
      "Exit status: 3 wrong answers, crashes or processes without a result, 4 answers, search, "
      "timeouts, memory or time got worse, 6 results that do not match or a missing program, 5 too "
      "noisy, 0 none of these; the first that applies.";
  // These arguments must precede that of the puzzle files.
  command
      .text("BASE BASE", options.sides[compare::AbSide::base].program,
            "The base program, unless --base or --new or their -exec forms are given")
      .is_required = false;
  command
      .text("NEW NEW", options.sides[compare::AbSide::candidate].program,
            "The new program; may be the same file")
      .is_required = false;
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
