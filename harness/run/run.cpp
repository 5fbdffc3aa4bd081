#include "harness/run/run.h"

#include <algorithm>
#include <cassert>
#include <filesystem>
#include <memory>
#include <set>
#include <span>
#include <utility>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/base/errors.h"
#include "harness/base/interruption.h"
#include "harness/base/units.h"
#include "harness/options/options.h"
#include "harness/result/comparison.h"
#include "harness/runner/valgrind_count.h"
#include "solvers/roster.h"
#include "solvers/simd/isa.h"

namespace sudoku::run {

std::string part_warning(const result::ShardsRecord& shards) {
  return fmt::format("contains only shard {} of {} of the run", fmt::join(shards.parts, ", "),
                     shards.of);
}

namespace {

// Fewest sampled puzzles of a dataset that show whether puzzles repeat in it.
constexpr std::size_t kFewestDrawn = 16;

std::string utc_now() {
  return fmt::format(
      "{:%Y-%m-%dT%H:%M:%SZ}",
      fmt::gmtime(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now())));
}

// Name of a dataset: its file name, with a number added if another dataset has the same name.
std::string name_for(const std::string& file, const std::vector<result::DatasetRecord>& others) {
  const std::string stem = std::filesystem::path(file).filename().string();
  std::string name = stem;
  for (int i = 2; std::ranges::count(others, name, &result::DatasetRecord::name) > 0; ++i)
    name = fmt::format("{}#{}", stem, i);
  return name;
}

result::DatasetRecord record_of(const dataset::Survey& found, const std::string& name,
                                const std::string& path) {
  return {.name = name,
          .path = path,
          .sha256 = found.sha256,
          .puzzles = found.puzzles,
          .bad_rows = found.bad_rows.count,
          .first_bad_rows = found.bad_rows.first,
          .clues_min = found.clues_min,
          .clues_mean = found.clues_mean,
          .clues_max = found.clues_max};
}

// Costs of the harness, measured with the solver that does nothing; `puzzles` is not empty.
result::OverheadRecord measure_overhead(parallel::ThreadPool& pool,
                                        const machine::StampClock& clock,
                                        std::span<const Grid> puzzles) {
  constexpr std::size_t kPuzzles = 8192;
  constexpr std::size_t kChunk = 512;
  constexpr int kPasses = 50;
  const SolverEntry* null = find_solver("null");
  assert(null != nullptr);
  const runner::SolverSpec solver_spec(*null);
  const std::unique_ptr<runner::Runner> runner = runner::make_runner(solver_spec, pool, clock, {});
  std::vector<Grid> repeated(kPuzzles);
  for (std::size_t i = 0; i < kPuzzles; ++i)
    repeated[i] = puzzles[i % puzzles.size()];
  std::vector<Answer> answers(kPuzzles);
  std::vector<std::uint64_t> ticks(kPuzzles);
  const runner::Work work{.puzzles = repeated, .answers = answers, .chunk = kChunk};

  auto spans = Nanoseconds::max();
  auto stamped = Nanoseconds::max();
  for (int i = 0; i < kPasses; ++i) {
    spans = std::min(spans, runner->solve(work, {}).time);
    stamped = std::min(stamped, runner->solve_stamped(work, {}, ticks).time);
  }
  const auto per_puzzle = [](Nanoseconds time) {
    return static_cast<double>(time.count()) / static_cast<double>(kPuzzles);
  };
  return {.clock_ns = clock.cost_ns(),
          .null_span_ns = per_puzzle(spans),
          .null_stamped_ns = per_puzzle(stamped)};
}

class Run {
 public:
  Run(const options::RunSettings& settings, const std::atomic<bool>& cancelled,
      RunObserver& observer, Journal& journal)
      : settings_(settings),
        context_{.settings = settings,
                 .cancelled = cancelled,
                 .observer = observer,
                 .journal = journal,
                 .counters = machine::HardwareCounters(settings.counters == options::Counters::on
                                                           ? machine::open_counter
                                                           : nullptr)} {
    for (const unsigned threads : settings.threads) {
      context_.pools.push_back(std::make_unique<parallel::ThreadPool>(threads, settings.pin));
      if (settings.pin)
        context_.meters.push_back(
            std::make_unique<machine::CoreMeter>(*context_.pools.back(), context_.clock));
    }
  }

  // Surveys all inputs before it measures: a bad one must not cost an hour of results.
  result::RunResult run(const std::vector<std::string>& files) {
    const machine::ClockState then = machine::clock_state(context_.clock);
    result_.started = utc_now();
    result_.settings = options::recorded_settings(settings_);
    result_.environment = machine::probe_environment();
    result_.environment.isa_dispatched = name_of(chosen_isa());
    result_.environment.pinned = settings_.pin;
    result_.environment.no_counters = why_no_counters();
    check_solver_specs();
    const std::vector<SurveyedDataset> datasets = survey_files(files);
    if (!context_.is_over() && context_.journal.begin(settings_, result_)) {
      result_.overhead =
          measure_overhead(*context_.pools.front(), context_.clock, datasets.front().pilots);
      for (const SurveyedDataset& dataset : datasets)
        if (!context_.is_over()) run_dataset(context_, dataset, result_);
    }
    result_.complete = !context_.is_over();
    if (const std::string& file = context_.files.changed(); !file.empty()) {
      context_.noise.warn(file + " changed during the run");
      context_.observer.file_changed(file);
    }
    leave_out_unfounded();
    result_.finished = utc_now();
    for (const std::string& change :
         machine::changes_between(then, machine::clock_state(context_.clock)))
      context_.noise.warn(change);
    if (std::ranges::any_of(context_.pools,
                            [](const auto& pool) { return pool->affinity_changed(); })) {
      context_.noise.warn(
          "threads did not stay on their CPUs: they were moved, or the CPUs were taken away");
    }
    context_.noise.report(result_.environment);
    if (settings_.shard) {
      result_.shards = {.of = settings_.shard->of, .parts = {settings_.shard->number}};
      result_.environment.warnings.push_back(part_warning(*result_.shards));
    }
    return std::move(result_);
  }

 private:
  // Why nobody counts instructions, although that was asked for.
  std::optional<std::string> why_no_counters() const {
    if (settings_.counters != options::Counters::valgrind) return context_.counters.absence();
    const std::string why = runner::why_no_valgrind();
    return why.empty() ? std::nullopt : std::optional(why);
  }

  // Leaves out ratios that cannot be, and warns of threads that had to share CPUs.
  void leave_out_unfounded() {
    result::leave_out_unfounded_scaling(result_);
    const auto cpus = static_cast<std::uint64_t>(result_.environment.cores);
    const std::uint64_t threads = std::ranges::max(settings_.threads);
    if (threads <= cpus) return;
    context_.noise.warn(fmt::format("{} had to share {}, so no scaling is shown",
                                    base::plural(threads, "thread"), base::plural(cpus, "CPU")));
  }

  // Throws when an external solver cannot be started: early, while the user is still watching.
  void check_solver_specs() {
    for (const runner::SolverSpec& solver_spec : settings_.solver_specs) {
      if (solver_spec.entry != nullptr || context_.cancelled) continue;
      const auto runner = runner::make_runner(solver_spec, *context_.pools.front(), context_.clock,
                                              isolation_of(context_));
      if (runner->disqualified().empty() || context_.cancelled) continue;
      throw base::LoadError(fmt::format("{} {}", solver_spec.info.name, runner->disqualified()));
    }
  }

  // Surveys the files; returns fewer when the run is interrupted.
  std::vector<SurveyedDataset> survey_files(const std::vector<std::string>& files) {
    std::vector<SurveyedDataset> datasets;
    try {
      for (const std::string& file : files)
        if (!context_.cancelled) datasets.push_back(survey_file(file));
    } catch (const base::Interrupted&) {
      // The user interrupted the survey; context_.cancelled is already set.
    }
    return datasets;
  }

  SurveyedDataset survey_file(const std::string& argument) {
    base::InputFile file(argument);
    const std::string name = name_for(file.name(), result_.datasets);
    const auto progress = [&](std::uint64_t read, std::uint64_t total) {
      context_.observer.reading(name, read, total);
      return !context_.cancelled;
    };
    dataset::Survey found = dataset::survey(file, settings_.reading(), settings_.seed, progress);
    const result::DatasetRecord record = record_of(found, name, argument);
    if (found.puzzles == 0 && !context_.cancelled)
      throw dataset::no_usable_puzzle(file.name(), found.bad_rows);
    if (record.bad_rows > 0) context_.observer.bad_rows(record);
    if (found.declared_wrong > 0) {
      context_.noise.warn(
          fmt::format("{}:{}: the declared solution does not solve its puzzle; {} of {} do not, "
                      "and answers are not compared with them",
                      name, found.declared_wrong_line, found.declared_wrong, found.declared));
    }
    if (const auto remark = dataset::remark_on_full_grids(found.full_grids, found.puzzles))
      context_.noise.warn(fmt::format("{}: full grids: {}", name, *remark));
    warn_of_repeats(name, found.pilots);
    result_.datasets.push_back(record);
    return {.number = result_.datasets.size() - 1,
            .file = std::move(file),
            .record = record,
            .pilots = std::move(found.pilots)};
  }

  // Warns of repeated puzzles: relabelling their digits does not hide that they repeat.
  void warn_of_repeats(const std::string& name, std::span<const Grid> sample) {
    std::set<std::string_view> different;
    for (const Grid& puzzle : sample)
      different.insert(puzzle.text());
    if (sample.size() < kFewestDrawn || different.size() > sample.size() / 2) return;
    context_.noise.warn(
        fmt::format("{}: of {} randomly chosen puzzles, only {} are different: repeated puzzles "
                    "may make solvers look faster",
                    name, sample.size(), different.size()));
  }

  const options::RunSettings& settings_;
  RunContext context_;
  result::RunResult result_;
};

}  // namespace

result::RunResult run_datasets(const std::vector<std::string>& files,
                               const options::RunSettings& settings,
                               const std::atomic<bool>& cancelled, RunObserver& observer,
                               Journal& journal) {
  return Run(settings, cancelled, observer, journal).run(files);
}

}  // namespace sudoku::run
