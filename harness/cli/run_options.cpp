#include "harness/cli/run_options.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iterator>

#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/base/output.h"
#include "harness/parallel/gang.h"
#include "solvers/nearest.h"
#include "solvers/simd/isa.h"

namespace sudoku::cli {

namespace {

// Built-in solvers first, then what the suite adds, then the command line.
std::vector<run::Contender> contenders_of(const RunOptions& options) {
  std::vector<run::Contender> contenders;
  for (const SolverEntry* entry : options.solvers)
    contenders.emplace_back(*entry);
  const auto add = [&](ExternalSpec spec) {
    if (spec.batch == 0) spec.batch = spec.is_plugin() ? 1 : options.exec_batch;
    contenders.emplace_back(std::move(spec));
  };
  std::ranges::for_each(options.suite_externals, add);
  const auto add_parsed_by = [&](const auto& parse, const std::string& name) {
    return [&add, parse, name](const std::string& text) {
      take_named(name, [&] { add(parse(text)); });
    };
  };
  std::ranges::for_each(options.plugins, add_parsed_by(run::parse_plugin, "--plugin"));
  std::ranges::for_each(options.commands, add_parsed_by(run::parse_command, "--exec"));
  return contenders;
}

bool is_among(const std::vector<run::Contender>& contenders, std::string_view name) {
  return std::ranges::any_of(contenders,
                             [name](const run::Contender& c) { return c.info.name == name; });
}

void require_different_names(const std::vector<run::Contender>& contenders) {
  for (auto contender = contenders.begin(); contender != contenders.end(); ++contender) {
    const std::string_view name = contender->info.name;
    if (!is_among({contenders.begin(), contender}, name)) continue;
    throw base::UsageError(
        fmt::format("two solvers are named '{}'; give one another name with name=", name));
  }
}

std::vector<std::string_view> names_of(const std::vector<run::Contender>& contenders) {
  std::vector<std::string_view> names;
  names.reserve(contenders.size());
  for (const run::Contender& contender : contenders)
    names.emplace_back(contender.info.name);
  return names;
}

std::string runnable_isas() {
  std::string names;
  for (std::size_t i = 0; i <= static_cast<std::size_t>(best_isa()); ++i)
    names += fmt::format("{}{}", i == 0 ? "" : ", ", name_of(static_cast<Isa>(i)));
  return names;
}

void complete_parts(RunOptions& options) {
  if (options.resume && journal_of(options.result).empty()) {
    throw base::UsageError("--resume: needs the file that --result of the first run named");
  }
  if (options.resume && !options.puzzle_csv.empty()) {
    throw base::UsageError(
        "--resume: cannot go on with --puzzle-csv: the rows of finished blocks are not kept");
  }
  if (options.processes > 1 && (options.resume || options.shard)) {
    throw base::UsageError("--processes: cannot be run in parts: neither --resume nor --shard");
  }
  if (!options.shard) return;
  if (options.has("time-budget") && options.time_budget.count() > 0) {
    throw base::UsageError(
        "--shard: a time budget would give each part samples of its own; use --sample");
  }
  options.time_budget = std::chrono::nanoseconds(0);
}

}  // namespace

Option& add_option(Command& command, const run::Option& option, run::Options& options) {
  const auto set = [&option, &options](const std::string& text) {
    run::set_option(option, options, text);
  };
  Option& added = command.parsed(std::string(option.names), std::string(option.value), set,
                                 std::string(option.help));
  added.is_list = std::holds_alternative<std::vector<std::string> run::Options::*>(option.target);
  added.one_each = !added.is_argument();
  const std::string shown = option.traits.shown_default;
  if (!added.is_flag()) added.shows(shown.empty() ? run::text_of(option, options) : shown);
  if (*option.traits.excludes != '\0') added.excludes(option.traits.excludes);
  return added;
}

void declare_run_options(Command& command, RunOptions& options) {
  for (const run::Option& option : run::kOptions)
    add_option(command, option, options);
}

std::array<std::string, 4> outputs(const RunOptions& options) {
  return {options.result, options.html, options.markdown, options.puzzle_csv};
}

std::string journal_of(const std::string& result) {
  const bool stays = !result.empty() && base::is_written_aside(result);
  return stays ? result + ".journal" : "";
}

void complete(RunOptions& options) {
  complete_parts(options);
  if (std::ranges::count(outputs(options), "-") > 1) {
    throw base::UsageError(
        "only one of --result, --html, --markdown and --puzzle-csv can go to standard output");
  }
  if (options.files.empty()) throw base::UsageError("files is required");
  if (options.processes > 1 && std::ranges::count(options.files, "-") > 0) {
    throw base::UsageError("--processes: standard input can be read only once; give a file");
  }
  if (!options.has("threads"))
    options.threads = {static_cast<unsigned>(parallel::usable_cpus().size())};
  options.contenders = contenders_of(options);
  if (options.contenders.empty()) {
    throw base::UsageError("--solvers: none, and nobody from outside: nobody races");
  }
  require_different_names(options.contenders);
  if (options.reference.empty()) options.reference = options.contenders.front().info.name;
  if (!is_among(options.contenders, options.reference)) {
    throw base::UsageError(
        fmt::format("--reference: '{}' is not among the solvers of this run{}", options.reference,
                    suggestion(options.reference, names_of(options.contenders))));
  }
}

void dispatch_isa(const std::string& isa) {
  if (isa == "auto") return;
  if (!force_isa(parse_isa(isa).value())) {
    throw base::UsageError(
        fmt::format("--isa: this machine cannot run {}; it can run {}", isa, runnable_isas()));
  }
  ::setenv("SUDOKU_BENCH_ISA", isa.c_str(), 1);
}

}  // namespace sudoku::cli
