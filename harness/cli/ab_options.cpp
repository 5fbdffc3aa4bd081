#include "harness/cli/ab_options.h"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "harness/cli/parsed_option.h"
#include "harness/cli/values.h"

namespace sudoku {

namespace {

// Quick ones of every kind: the more legs, the smaller the changes that are seen.
constexpr const char* kDefaultAbSolvers = "mrv,dlx,lanes,simd";

// Options of `run` that say what is raced, not how it is measured.
constexpr std::array<std::string_view, 15> kOptionsOfLegs = {
    "--suite",   "--solvers",      "--plugin",  "--exec",   "--exec-batch",
    "--isolate", "--memory-limit", "--threads", "--pin",    "--isa",
    "--batch",   "--solutions",    "--permute", "--strict", "--puzzle-timeout"};

bool is_of_legs(const CLI::Option& option) {
  return std::ranges::count(kOptionsOfLegs, option.get_name()) > 0;
}

void declare_builds(CLI::App& ab, AbOptions& options) {
  ab.add_option("BASE", options.base, "The program as it was")
      ->type_name("BASE")
      ->required()
      ->default_str("");
  ab.add_option("NEW", options.fresh, "The program to be judged; may be the same file")
      ->type_name("NEW")
      ->required()
      ->default_str("");
}

void declare_legs(CLI::App& ab, AbOptions& options) {
  declare_run_options(ab, options.run);
  const std::vector<CLI::Option*> declared =
      ab.get_options([](const CLI::Option* option) { return option->nonpositional(); });
  for (CLI::Option* option : declared) {
    if (!is_of_legs(*option) && option->get_name() != "--help") ab.remove_option(option);
  }
  ab.get_option("--solvers")->default_str(kDefaultAbSolvers);
  ab.get_option("--threads")->default_str("1");
  ab.add_option("--base-options", options.base_options,
                "Options of `run` that only BASE gets, in one text: two plugins or two sets of "
                "options of one program can so be compared")
      ->type_name("WORDS");
  ab.add_option("--new-options", options.fresh_options, "Options of `run` that only NEW gets")
      ->type_name("WORDS");
}

void add_ab_time(CLI::App& ab, const std::string& name, std::chrono::nanoseconds& time,
                 const std::string& description) {
  add_parsed(
      ab, name, [&time](const std::string& text) { time = parse_wait(text); }, description)
      ->type_name("T")
      ->default_str(format_time(time));
}

void declare_judging(CLI::App& ab, AbOptions& options) {
  GateSettings& gate = options.trial.gate;
  add_ab_time(ab, "--max-time", options.trial.max_time,
              "Time for all legs together; a verdict may come earlier");
  add_ab_time(ab, "--leg-timeout", options.leg_timeout,
              "Time for one leg; one that takes longer has failed");
  add_parsed(
      ab, "--threshold",
      [&options](const std::string& text) { options.trial.rule.threshold = parse_part(text); },
      "Changes of time up to this one do not count")
      ->type_name("SHARE")
      ->default_str(fmt::format("{}%", 100 * options.trial.rule.threshold));
  add_parsed(
      ab, "--seed",
      [&options](const std::string& text) {
        options.trial.seed = parse_number(text, 0, kUnlimited);
      },
      "Of samples and of the order of legs")
      ->type_name("N")
      ->default_str(fmt::to_string(options.trial.seed));
  ab.add_flag("--accept-guesses", gate.accept_guesses,
              "The search is meant to have changed: other numbers of guesses are no failure");
  ab.add_flag("--deterministic-only", gate.deterministic_only,
              "Judge answers, outcomes and guesses only, and no time");
}

void declare_ab_output(CLI::App& ab, AbOptions& options) {
  ab.add_option("--markdown", options.files.markdown, "Write the verdict as Markdown")
      ->type_name("FILE")
      ->default_str("");
  ab.add_option("--junit", options.files.junit,
                "Write the checks as JUnit XML, again whenever there is another")
      ->type_name("FILE")
      ->default_str("");
  ab.add_option("--html", options.html,
                "Write a page: the verdict, and what both builds did on all puzzles")
      ->type_name("FILE")
      ->default_str("");
}

std::vector<std::string> as_typed(const CLI::Option& option) {
  std::vector<std::string> words;
  for (const std::string& value : option.results()) {
    words.push_back(option.get_name());
    if (option.get_expected_max() > 0) words.push_back(value);
  }
  return words;
}

}  // namespace

void declare_ab_options(CLI::App& ab, AbOptions& options) {
  declare_builds(ab, options);
  declare_legs(ab, options);
  declare_judging(ab, options);
  declare_ab_output(ab, options);
}

std::vector<std::string> words_of_legs(const CLI::App& ab, const AbOptions& options) {
  if (std::ranges::count(options.run.files, "-") > 0) {
    throw CLI::ValidationError("standard input can be read once, and every leg reads its files");
  }
  std::vector<std::string> words;
  for (const CLI::Option* option : ab.get_options()) {
    if (!is_of_legs(*option) || option->get_name() == "--solvers") continue;
    const std::vector<std::string> typed = as_typed(*option);
    words.insert(words.end(), typed.begin(), typed.end());
  }
  if (ab.count("--threads") == 0) words.insert(words.end(), {"--threads", "1"});
  return words;
}

}  // namespace sudoku
