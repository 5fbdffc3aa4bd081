#include "harness/report/facts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/report/units.h"
#include "harness/report/view.h"

namespace sudoku {

namespace {

void add_fact(Facts& facts, const char* name, const std::string& fact) {
  if (!fact.empty() && fact != kUnknownText) facts.emplace_back(name, fact);
}

std::string cores_text(const EnvironmentRecord& environment) {
  if (environment.cores == 0) return "";
  return fmt::format("{}{}{}", environment.cores,
                     environment.smt_siblings ? ", some of them SMT siblings" : "",
                     environment.pinned ? ", threads pinned" : ", threads not pinned");
}

std::string limit_or_none(double seconds) {
  return seconds > 0 ? limit_text(seconds) : "none";
}

}  // namespace

std::string tool_text(const ToolRecord& tool) {
  return fmt::format("sudoku-bench {} ({}), {}, {}, {}", tool.version, tool.git_revision,
                     tool.build_type, tool.compiler, tool.flags);
}

Facts environment_facts(const RunResult& run) {
  const EnvironmentRecord& environment = run.environment;
  Facts facts;
  add_fact(facts, "tool", tool_text(run.tool));
  add_fact(facts, "CPU", environment.cpu);
  add_fact(facts, "instruction sets",
           fmt::format("{}", fmt::join(environment.isa_available, ", ")));
  add_fact(facts, "used", environment.isa_dispatched);
  add_fact(facts, "cores", cores_text(environment));
  add_fact(facts, "clock of a dependent add chain",
           environment.pilot_ghz > 0 ? number_text(environment.pilot_ghz) + " GHz" : "");
  add_fact(facts, "governor", environment.governor);
  add_fact(facts, "boost", environment.boost);
  add_fact(facts, "load before the run", number_text(environment.load));
  add_fact(facts, "CPU time stolen by the hypervisor", percent_text(environment.steal));
  add_fact(facts, "involuntary context switches", count_text(environment.involuntary_switches));
  add_fact(facts, "memory", bytes_text(environment.memory_bytes));
  add_fact(facts, "kernel", environment.kernel);
  add_fact(facts, "container or virtual machine", environment.container);
  return facts;
}

Facts settings_facts(const SettingsRecord& settings) {
  Facts facts;
  add_fact(facts, "solution limit", count_text(settings.solution_limit));
  add_fact(
      facts, "rounds",
      fmt::format("{} for throughput, {} for latency", settings.rounds, settings.latency_rounds));
  add_fact(facts, "warm-up before a solver", limit_or_none(settings.warmup_s));
  add_fact(facts, "time budget per solver and dataset", limit_or_none(settings.time_budget_s));
  if (settings.processes > 1) add_fact(facts, "processes", count_text(settings.processes));
  add_fact(facts, "time limit per puzzle", limit_or_none(settings.puzzle_timeout_s));
  add_fact(facts, "block", plural(settings.block, "puzzle"));
  add_fact(facts, "seed", fmt::format("{}", settings.seed));
  add_fact(facts, "repeated passes", settings.permute ? "full isomorphs" : "digits relabelled");
  add_fact(facts, "referee", settings.verify);
  add_fact(facts, "in worker processes",
           settings.isolate == "all" ? "all solvers" : "solvers from outside");
  add_fact(facts, "memory limit of a worker process", bytes_text(settings.memory_limit_bytes));
  add_fact(facts, "reference", settings.reference);
  if (settings.suite) {
    add_fact(facts, "suite",
             fmt::format("{} (sha256 {})", settings.suite->path, settings.suite->sha256));
  }
  return facts;
}

Facts overhead_facts(const OverheadRecord& overhead) {
  Facts facts;
  add_fact(facts, "one clock stamp", duration_text(overhead.clock_ns));
  add_fact(facts, "per puzzle, null solver, throughput rounds",
           duration_text(overhead.null_span_ns));
  add_fact(facts, "per puzzle, null solver, latency rounds",
           duration_text(overhead.null_stamped_ns));
  return facts;
}

}  // namespace sudoku
