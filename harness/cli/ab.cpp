#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "harness/cli/ab_options.h"
#include "harness/cli/ab_process.h"
#include "harness/cli/build_info.h"
#include "harness/cli/command.h"
#include "harness/cli/interrupt.h"
#include "harness/cli/known_sets.h"
#include "harness/cli/named_files.h"
#include "harness/cli/terminal.h"
#include "harness/cli/words.h"
#include "harness/gate/verdict_report.h"
#include "harness/report/page/page.h"
#include "harness/results/write_aside.h"
#include "solvers/external/child_process.h"
#include "solvers/external/external.h"

namespace sudoku {

namespace {

// Rewrites the JUnit file whenever a case is added or changes: a kill leaves those until then.
class AbJunit final : public AbObserver {
 public:
  explicit AbJunit(const VerdictFiles& files) : files_(files) {}

  void learned(const AbReport& report) override {
    if (files_.junit.empty() || files_.junit == "-") return;
    write_aside(files_.junit, comparison_junit(report.comparison, files_.suite));
  }

 private:
  const VerdictFiles& files_;
};

// A build that is not there is not a mistake in a file, and must never look like a pass.
bool is_missing_build(const std::string& program, const char* name) {
  try {
    expect_program(program);
    return false;
  } catch (const ExternalError& error) {
    print_line(stderr, "sudoku-bench: {}: {}", name, error.what());
    return true;
  }
}

// The solvers of both builds: when nobody is named, those from outside race alone.
std::string solvers_of_legs(const CLI::App& ab, const AbOptions& options) {
  if (ab.count("--solvers") > 0) return ab.get_option("--solvers")->results().front();
  const std::string outside = options.base_options + " " + options.fresh_options + " ";
  const bool has_outside = ab.count("--plugin") + ab.count("--exec") > 0 ||
                           outside.find("--plugin") != std::string::npos ||
                           outside.find("--exec") != std::string::npos;
  return has_outside ? "none" : ab.get_option("--solvers")->get_default_str();
}

// What a suite or a side's own options say of the solvers is left alone.
bool names_solvers_elsewhere(const CLI::App& ab, const AbOptions& options) {
  const std::string own = options.base_options + " " + options.fresh_options;
  return ab.count("--solvers") == 0 &&
         (ab.count("--suite") > 0 || own.find("--solvers") != std::string::npos);
}

std::vector<std::string> words_with_control(const CLI::App& ab, const AbOptions& options) {
  std::vector<std::string> words = words_of_legs(ab, options);
  if (names_solvers_elsewhere(ab, options)) return words;
  std::string solvers = solvers_of_legs(ab, options);
  if (has_control(options.base) && has_control(options.fresh)) {
    solvers = solvers == "none" ? kControlSolver : solvers + "," + kControlSolver;
  }
  words.insert(words.end(), {"--solvers", solvers});
  return words;
}

AbPlan plan_of(const CLI::App& ab, const AbOptions& options) {
  return {.base = {options.base, split_words(options.base_options)},
          .fresh = {options.fresh, split_words(options.fresh_options)},
          .files = dataset_files(options.run.files),
          .words = words_with_control(ab, options),
          .seed = options.trial.seed,
          .max_time = options.trial.max_time,
          .leg_timeout = options.leg_timeout};
}

// With a build that left nothing, it shows the other one and says so.
void write_page(const AbReport& report, const std::string& file) {
  const Judgement judgement = judgement_of(report.comparison);
  std::vector<ReportInput> sides;
  if (!report.base.results.empty()) sides.push_back({.file = "BASE", .run = report.base});
  if (!report.fresh.results.empty()) sides.push_back({.file = "NEW", .run = report.fresh});
  write_aside(file, html_report(sides, tool_record(), &judgement));
}

// What may name a file among the options of one side: each word, and what stands before a colon.
void add_words(const std::string& option, const std::string& words,
               std::vector<NamedFile>& inputs) {
  for (const std::string& word : split_words(words))
    inputs.insert(inputs.end(), {{option, word}, {option, word.substr(0, word.find(':'))}});
}

void check_ab_files(const AbOptions& options) {
  std::vector<NamedFile> inputs = all_of("FILE", dataset_files(options.run.files));
  for (const std::string& plugin : options.run.plugins)
    add_words("--plugin", plugin, inputs);
  for (const std::string& command : options.run.commands)
    add_words("--exec", command, inputs);
  add_words("--base-options", options.base_options, inputs);
  add_words("--new-options", options.fresh_options, inputs);
  inputs.insert(inputs.end(),
                {{"BASE", options.base}, {"NEW", options.fresh}, {"--suite", options.run.suite}});
  require_distinct(inputs, {{"--markdown", options.files.markdown},
                            {"--junit", options.files.junit},
                            {"--html", options.html}});
}

int ab(const CLI::App& app, const AbOptions& options) {
  if (is_missing_build(options.base, "BASE") || is_missing_build(options.fresh, "NEW")) {
    return kNothingToCompare;
  }
  check_ab_files(options);
  for (const std::string& file : {options.files.markdown, options.files.junit, options.html}) {
    if (!file.empty()) ensure_writable(file);
  }
  AbProcesses legs(plan_of(app, options), watch_for_interrupts());
  AbJunit junit(options.files);
  const AbReport report = run_ab_trial(legs, options.trial, junit);
  tell_verdict(report.comparison, options.files);
  if (!options.html.empty()) write_page(report, options.html);
  return legs.is_cancelled() ? kInterrupted : exit_code_of(result_of(report.comparison));
}

constexpr const char* kAbFooter =
    "Every leg is a process of its own: `BASE run FILE... OPTION...` or `NEW run ...`. One of each "
    "solves everything once, and these two are compared exactly. Then pairs of legs, in the order "
    "base new new base or new base base new, time small samples, another one for each pair; all of "
    "their answers are compared too. Rows are judged one by one, and the rows of a solver on "
    "several files also together. What looks slower must look slower once more in a second series, "
    "of processes that run nothing else, the most suspicious first. The level is 1 % for all rows, "
    "solvers and looks together. Where the time ran out, the verdict says how much would do.\n"
    "Exit status: 3 wrong answers, crashes or legs without a result, 4 answers, search or time "
    "changed, 6 rows that do not match or a missing program, 5 too noisy, 0 none of these; the "
    "first that applies.";

}  // namespace

void add_ab(CLI::App& app, Action& action) {
  auto options = std::make_shared<AbOptions>();
  CLI::App* ab = app.add_subcommand(
      "ab", "Say whether one build is slower than another, by running both in turns");
  declare_ab_options(*ab, *options);
  ab->footer(kAbFooter);
  ab->callback(
      [options, ab, &action] { action = [options, ab] { return sudoku::ab(*ab, *options); }; });
}

}  // namespace sudoku
