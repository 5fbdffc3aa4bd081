#include "harness/run/run.h"

#include <algorithm>
#include <cassert>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/base/errors.h"
#include "harness/base/interruption.h"
#include "harness/run/checkpoint.h"
#include "harness/run/dataset_run.h"
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
  result::DatasetRecord record{.name = name,
                               .path = path,
                               .sha256 = found.sha256,
                               .puzzles = found.puzzles,
                               .quarantined = found.quarantine.rows,
                               .quarantine_first = found.quarantine.first,
                               .clues_min = found.clues.min,
                               .clues_mean = found.clues.mean,
                               .clues_max = found.clues.max,
                               .kind = std::string(result::kOfClues)};
  if (const auto& candidates = found.candidates) {
    record.kind = result::kOfPencilmarks;
    record.candidates = result::CandidatesRecord{
        .min = candidates->min, .mean = candidates->mean, .max = candidates->max};
  }
  return record;
}

// Costs of the harness, measured with the solver that does nothing; `puzzles` is not empty.
result::OverheadRecord measure_overhead(parallel::ThreadPool& pool, const StampClock& clock,
                                        std::span<const Grid> puzzles) {
  constexpr std::size_t kPuzzles = 8192;
  constexpr std::size_t kChunk = 512;
  constexpr int kPasses = 50;
  const SolverEntry* null = find_solver("null");
  assert(null != nullptr);
  const SolverSpec solver_spec(*null);
  const std::unique_ptr<Runner> runner = enter(solver_spec, pool, clock, {});
  std::vector<Grid> repeated(kPuzzles);
  for (std::size_t i = 0; i < kPuzzles; ++i)
    repeated[i] = puzzles[i % puzzles.size()];
  std::vector<Answer> answers(kPuzzles);
  std::vector<std::uint64_t> ticks(kPuzzles);
  const Work work{.puzzles = repeated, .answers = answers, .chunk = kChunk};

  auto spans = std::chrono::nanoseconds::max();
  auto stamped = std::chrono::nanoseconds::max();
  for (int i = 0; i < kPasses; ++i) {
    spans = std::min(spans, runner->solve(work, {}));
    stamped = std::min(stamped, runner->solve_stamped(work, {}, ticks));
  }
  const auto per_puzzle = [](std::chrono::nanoseconds time) {
    return static_cast<double>(time.count()) / static_cast<double>(kPuzzles);
  };
  return {.clock_ns = clock.cost_ns(),
          .null_span_ns = per_puzzle(spans),
          .null_stamped_ns = per_puzzle(stamped)};
}

class Run {
 public:
  Run(const RunSettings& settings, const std::atomic<bool>& cancelled, RunObserver& observer,
      Checkpoint& checkpoint)
      : settings_(settings),
        cancelled_(cancelled),
        observer_(observer),
        checkpoint_(checkpoint),
        counters_(settings.counters ? open_counter : nullptr),
        core_patience_(settings.wait_for_core) {
    for (const unsigned threads : settings.threads) {
      pools_.push_back(std::make_unique<parallel::ThreadPool>(threads, settings.pin));
      if (threads == 1 && settings.pin) core_.emplace(*pools_.back(), clock_);
    }
  }

  // Surveys all inputs before it measures: a bad one must not cost an hour of results.
  result::RunResult run(const std::vector<std::string>& files) {
    const ClockState then = clock_state(clock_);
    result_.started = utc_now();
    result_.settings = recorded_settings(settings_);
    result_.environment = probe_environment();
    result_.environment.isa_dispatched = name_of(chosen_isa());
    result_.environment.pinned = settings_.pin;
    result_.environment.no_counters = counters_.absence();
    check_solver_specs();
    const std::vector<SurveyedDataset> datasets = survey_files(files);
    if (!cancelled_ && checkpoint_.begin(settings_, result_)) {
      result_.overhead = measure_overhead(*pools_.front(), clock_, datasets.front().pilots.clues);
      run_datasets(datasets);
    }
    result_.complete = !cancelled_;
    result_.finished = utc_now();
    for (const std::string& change : changes_between(then, clock_state(clock_)))
      noise_.warn(change);
    if (std::ranges::any_of(pools_, [](const auto& pool) { return pool->affinity_changed(); })) {
      noise_.warn(
          "threads did not stay on their CPUs: they were moved, or the CPUs were taken away");
    }
    noise_.report(result_.environment);
    if (settings_.shard) {
      result_.shards = {.of = settings_.shard->of, .parts = {settings_.shard->number}};
      result_.environment.warnings.push_back(part_warning(*result_.shards));
    }
    return std::move(result_);
  }

 private:
  // Throws when an external solver cannot be started: early, while the user is still watching.
  void check_solver_specs() {
    for (const SolverSpec& solver_spec : settings_.solver_specs) {
      if (solver_spec.entry != nullptr) continue;
      const auto runner = enter(solver_spec, *pools_.front(), clock_, isolation_of(settings_));
      if (runner->disqualified().empty()) continue;
      throw ExternalError(fmt::format("{} {}", solver_spec.info.name, runner->disqualified()));
    }
  }

  // Surveys the files; returns fewer when the run is interrupted.
  std::vector<SurveyedDataset> survey_files(const std::vector<std::string>& files) {
    std::vector<SurveyedDataset> datasets;
    try {
      for (const std::string& file : files)
        if (!cancelled_) datasets.push_back(survey_file(file));
    } catch (const base::Interrupted&) {
      // The user interrupted the survey; cancelled_ is already set.
    }
    return datasets;
  }

  SurveyedDataset survey_file(const std::string& argument) {
    dataset::InputFile file(argument);
    const std::string name = name_for(file.name(), result_.datasets);
    const auto progress = [&](std::uint64_t read, std::uint64_t total) {
      observer_.reading(name, read, total);
      return !cancelled_.load();
    };
    const dataset::ReadOptions reading{.block_size = settings_.block, .strict = settings_.strict};
    dataset::Survey found = dataset::survey(file, reading, settings_.seed, progress);
    const result::DatasetRecord record = record_of(found, name, argument);
    if (record.quarantined > 0) observer_.bad_rows(record);
    if (found.puzzles == 0 && !cancelled_)
      throw base::InputError("{}: contains no usable puzzle", file.name());
    if (found.declared_wrong > 0) {
      noise_.warn(
          fmt::format("{}:{}: the declared solution does not solve its puzzle; {} of {} do not, "
                      "and answers are not compared with them",
                      name, found.declared_wrong_line, found.declared_wrong, found.declared));
    }
    warn_of_repeats(name, found.pilots.span());
    result_.datasets.push_back(record);
    return {.number = result_.datasets.size() - 1,
            .file = std::move(file),
            .record = record,
            .pilots = std::move(found.pilots)};
  }

  // Warns of repeated puzzles: relabelling their digits does not hide that they repeat.
  void warn_of_repeats(const std::string& name, const PuzzleSpan& sample) {
    std::set<std::string> different;
    for (std::size_t i = 0; i < sample.size(); ++i)
      different.insert(sample[i].text());
    if (sample.size() < kFewestDrawn || different.size() > sample.size() / 2) return;
    noise_.warn(
        fmt::format("{}: of {} randomly chosen puzzles, only {} are different: repeated puzzles "
                    "may make solvers look faster",
                    name, sample.size(), different.size()));
  }

  void run_datasets(const std::vector<SurveyedDataset>& datasets) {
    const RunContext context{.settings = settings_,
                             .clock = clock_,
                             .counters = counters_,
                             .cancelled = cancelled_,
                             .observer = observer_,
                             .checkpoint = checkpoint_,
                             .pools = pools_,
                             .noise = noise_,
                             .core = core_ ? &*core_ : nullptr,
                             .core_patience = core_patience_};
    for (const SurveyedDataset& dataset : datasets)
      if (!cancelled_) run_dataset(context, dataset, result_);
  }

  const RunSettings& settings_;
  const std::atomic<bool>& cancelled_;
  RunObserver& observer_;
  Checkpoint& checkpoint_;
  StampClock clock_;
  HardwareCounters counters_;  // made before the pools, to count their threads too
  std::vector<std::unique_ptr<parallel::ThreadPool>> pools_;
  NoiseMeter noise_;
  std::optional<CoreMeter> core_;
  std::chrono::nanoseconds core_patience_;
  result::RunResult result_;
};

}  // namespace

result::RunResult run_datasets(const std::vector<std::string>& files, const RunSettings& settings,
                               const std::atomic<bool>& cancelled, RunObserver& observer) {
  FileCheckpoint no_checkpoint({});
  return run_datasets(files, settings, cancelled, observer, no_checkpoint);
}

result::RunResult run_datasets(const std::vector<std::string>& files, const RunSettings& settings,
                               const std::atomic<bool>& cancelled, RunObserver& observer,
                               Checkpoint& checkpoint) {
  return Run(settings, cancelled, observer, checkpoint).run(files);
}

}  // namespace sudoku::run
