#include "harness/compare/gate.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/base/estimate.h"
#include "harness/base/units.h"
#include "harness/report/view.h"
#include "harness/result/row.h"

namespace sudoku::compare {

namespace {

// Ratio as a change in per cent, to one decimal; adding 0.0 turns -0.0 into 0.0.
double percent(double ratio) { return std::round(1000 * (ratio - 1)) / 10 + 0.0; }

// A factor of a time ratio that is this close to 1 is not named as a reason for a change.
constexpr double kNothing = 0.005;

double ratio_of_guesses(const RowPair& pair) {
  const double before = pair.base->guesses_mean();
  const double now = pair.candidate->guesses_mean();
  if (before == 0 && now == 0) return 1;
  return before > 0 && now > 0 ? now / before : base::kUnknown;
}

double ratio_of_instructions(const RowPair& pair) {
  const auto before = pair.base->mean_of(pair.base->instructions);
  const auto now = pair.candidate->mean_of(pair.candidate->instructions);
  const bool comparable = pair.base->isa == pair.candidate->isa && before && now && *before > 0;
  return comparable ? *now / *before : base::kUnknown;
}

// Factor of a time ratio as text: "guesses +12.0 % (the search grew)".
std::string factor(const char* what, double ratio, const char* grew, const char* shrank) {
  std::string text = fmt::format("{} {}", what, change_text(ratio));
  if (std::abs(ratio - 1) < kNothing) return text;
  return text + fmt::format(" ({})", ratio > 1 ? grew : shrank);
}

const result::DatasetRecord& dataset_of(const result::RunResult& run, const result::Row& row) {
  return *std::ranges::find(run.datasets, row.dataset, &result::DatasetRecord::name);
}

// `run`'s row with the solver, threads and file content of `row` or, failing that, its file name.
const result::Row* partner(const result::RunResult& run, const result::Row& row,
                           const result::DatasetRecord& dataset) {
  const result::Row* namesake = nullptr;
  for (const result::Row& other : run.results) {
    if (other.solver != row.solver || other.threads != row.threads) continue;
    if (dataset_of(run, other).sha256 == dataset.sha256) return &other;
    if (other.dataset == row.dataset) namesake = &other;
  }
  return namesake;
}

bool is_whole(const result::RunResult& run) {
  return !run.shards || run.shards->parts.size() == run.shards->of;
}

// Parts of the run that a result covers: "part 2 of 3", "parts 1, 2 of 3", "the whole".
std::string parts_text(const result::RunResult& run) {
  if (is_whole(run)) return "the whole";
  return fmt::format("part{} {} of {}", run.shards->parts.size() == 1 ? "" : "s",
                     fmt::join(run.shards->parts, ", "), run.shards->of);
}

// Returns whether two results are parts of one run and share no block.
bool are_apart(const result::RunResult& a, const result::RunResult& b) {
  if (is_whole(a) || is_whole(b) || a.shards->of != b.shards->of) return false;
  const std::vector<std::uint64_t>& parts = a.shards->parts;
  return std::ranges::find_first_of(parts, b.shards->parts) == parts.end();
}

void add_unfinished(const result::RunResult& run, const result::RunResult& other, const char* name,
                    std::vector<std::string>& sentences) {
  const std::string parts = parts_text(run);
  if (!is_whole(run) && (!run.complete || parts != parts_text(other))) {
    sentences.push_back(fmt::format("the {} has only {} of the run", name, parts));
  } else if (!run.complete) {
    sentences.push_back(fmt::format("the {} was interrupted", name));
  }
}

// The first text that is not empty, if any.
std::string first_of(std::initializer_list<std::string> texts) {
  const auto* const found = std::ranges::find_if_not(texts, &std::string::empty);
  return found == texts.end() ? "" : *found;
}

template <typename Value>
std::string differs(const char* what, const Value& base, const Value& candidate) {
  if (base == candidate) return "";
  return fmt::format("the {} differs ({} against {})", what, base, candidate);
}

// Setting or data on which answers and guesses of two rows depend, if it differs; else empty.
std::string difference(const result::RunResult& base, const result::RunResult& candidate,
                       const RowPair& pair) {
  const std::string& sha256 = dataset_of(base, *pair.base).sha256;
  const std::string& other_sha256 = dataset_of(candidate, *pair.candidate).sha256;
  if (sha256 != other_sha256) {
    return fmt::format("the dataset differs (sha256 {:.12}… against {:.12}…)", sha256,
                       other_sha256);
  }
  const auto setting_differs = [&](const char* what, const auto& key) {
    return differs(what, base.settings[key], candidate.settings[key]);
  };
  const bool sampled = pair.base->sample_rate < 1 || pair.candidate->sample_rate < 1;
  return first_of(
      {are_apart(base, candidate)
           ? differs("part of the run", parts_text(base), parts_text(candidate))
           : "",
       differs("solution limit", pair.base->solution_limit, pair.candidate->solution_limit),
       setting_differs("block size", result::kBlock),
       sampled ? setting_differs("seed of the sample", result::kSeed) : ""});
}

// Why a result has no counts for a row; empty when it has.
std::string why_no_counts(const char* name, const result::RunResult& run, const result::Row& row) {
  if (row.mean_of(row.instructions)) return "";
  if (row.threads > 1) return "only rows on one thread are counted";
  const result::SettingValue* const wanted = run.settings.find("counters");
  if (wanted != nullptr && result::text_of(*wanted) == "off")
    return fmt::format("the {} was run with --counters off", name);
  const std::optional<std::string>& reason = run.environment.no_counters;
  if (reason) return fmt::format("the machine of the {} does not count them ({})", name, *reason);
  return fmt::format("the {} has none", name);
}

// Compiler that made the row's solver, and its flags.
std::string compiler_of(const result::RunResult& run, const result::Row& row) {
  if (row.external) return fmt::format("{} {}", row.external->compiler, row.external->flags);
  return fmt::format("{}{}", run.tool.compiler, run.tool.flags);
}

// Fewest instructions of a pass of which a change is judged: in a shorter one, what a pass takes to
// start shows.
constexpr std::uint64_t kFewestInstructions = 1'000'000;

std::uint64_t unfinished(const result::Row& row) {
  return row.outcomes[Outcome::timeout] + row.outcomes[Outcome::crashed];
}

// Whether other work than the solver's search may have changed the count of the row's instructions.
bool is_disturbed(const result::Row& row) { return row.unsteady || unfinished(row) > 0; }

// Value of RowVerdict::uncounted.
std::string why_uncounted(const result::RunResult& base, const result::RunResult& candidate,
                          const RowPair& pair) {
  const result::Row& before = *pair.base;
  const result::Row& now = *pair.candidate;
  return first_of(
      {why_no_counts("baseline", base, before), why_no_counts("new result", candidate, now),
       differs("compiler", compiler_of(base, before), compiler_of(candidate, now)),
       differs("instruction set", before.isa, now.isa),
       // The C library has several variants of its functions, and chooses by the processor.
       differs("processor", base.environment.cpu, candidate.environment.cpu),
       pair.is_same_sample() ? "" : "the sample differs",
       before.isolated != now.isolated ? "only one side ran in worker processes" : "",
       is_disturbed(before) || is_disturbed(now) ? "the search was not the same in each pass" : "",
       std::min(before.instructions.total, now.instructions.total) < kFewestInstructions
           ? "there are too few of them"
           : ""});
}

// Pairs rows with the same solver, dataset content (sha256), number of threads and settings that
// answers and guesses depend on, in the baseline's order.
Comparison matched(const result::RunResult& base, const result::RunResult& candidate) {
  Comparison comparison;
  if (!are_apart(base, candidate)) {
    add_unfinished(base, candidate, "baseline", comparison.unfinished);
    add_unfinished(candidate, base, "new result", comparison.unfinished);
  }
  std::vector<const result::Row*> met;
  for (const result::Row& row : base.results) {
    const RowPair pair = {&row, partner(candidate, row, dataset_of(base, row))};
    if (pair.candidate == nullptr) {
      comparison.unmatched.push_back(result::name_of(row) + ": only in the baseline");
      continue;
    }
    met.push_back(pair.candidate);
    const std::string what = difference(base, candidate, pair);
    if (what.empty()) {
      comparison.rows.push_back({.rows = pair, .checks = {}});
    } else {
      comparison.unmatched.push_back(fmt::format("{}: {}", result::name_of(row), what));
    }
  }
  for (const result::Row& row : candidate.results) {
    if (std::ranges::count(met, &row) == 0)
      comparison.unmatched.push_back(result::name_of(row) + ": only in the new result");
  }
  return comparison;
}

// Answers on the samples of a row: its own, then the smaller ones nested in it by descending rate.
std::vector<result::NestedRecord> samples_of(const result::Row& row) {
  std::vector<result::NestedRecord> samples = {{.rate = row.sample_rate,
                                                .puzzles = row.puzzles,
                                                .guesses = row.guesses,
                                                .digest = row.solution_digest}};
  samples.insert(samples.end(), row.nested.begin(), row.nested.end());
  return samples;
}

using NestedPair = std::pair<result::NestedRecord, result::NestedRecord>;

std::optional<NestedPair> largest_shared(const RowPair& pair) {
  // Rows with equal sample rates but no shared block solved different puzzles.
  if (pair.base->sample_rate == pair.candidate->sample_rate) return std::nullopt;
  const std::vector<result::NestedRecord> candidate = samples_of(*pair.candidate);
  for (const result::NestedRecord& sample : samples_of(*pair.base)) {
    const auto other = std::ranges::find(candidate, sample.rate, &result::NestedRecord::rate);
    // Samples drawn at one rate differ in size when a row was cut short.
    if (other != candidate.end() && other->puzzles == sample.puzzles && sample.puzzles > 0)
      return NestedPair(sample, *other);
  }
  return std::nullopt;
}

// Mean of a count in the new result and in the baseline: "1,004 instead of 1,000".
std::string instead_text(double now, double before) {
  return fmt::format("{} instead of {}", base::number_text(now), base::number_text(before));
}

// Guesses per puzzle in the new result and in the baseline.
std::string guesses_text(double now, double before, std::uint64_t puzzles) {
  const auto count = static_cast<double>(puzzles);
  return instead_text(now / count, before / count) + " per puzzle";
}

// Compares answers and guesses of rows with different sample rates, on the largest sample that
// both rows solved.
std::vector<CheckRecord> nested_checks(const RowPair& pair, Finding if_different,
                                       bool accept_guesses) {
  const std::optional<NestedPair> shared = largest_shared(pair);
  if (!shared) {
    return {{"answers", Finding::undecided,
             fmt::format("no common sample ({} and {} puzzles): run both with the same --sample",
                         base::count_text(pair.base->puzzles),
                         base::count_text(pair.candidate->puzzles))}};
  }
  const auto& [base, candidate] = *shared;
  const bool is_same = base.digest == candidate.digest;
  const std::string where =
      fmt::format("{} of a sample of {} that both solved", base::count_text(base.puzzles),
                  base::sample_text(base.rate));
  std::vector<CheckRecord> checks = {{"answers", is_same ? Finding::same : if_different,
                                      is_same ? where + " the same" : "differ on " + where}};
  if (!base.guesses || !candidate.guesses) return checks;
  if (*base.guesses == *candidate.guesses) {
    checks.push_back({"guesses", Finding::same, "the same"});
  } else {
    checks.push_back({"guesses", accept_guesses ? Finding::allowed : if_different,
                      guesses_text(static_cast<double>(*candidate.guesses),
                                   static_cast<double>(*base.guesses), base.puzzles)});
  }
  return checks;
}

// Relative change of instructions that is a finding. It is wider where instructions that depend on
// time or on a plan are counted too: those of the harness while it watches a worker process, and
// those between tasks when the tasks of both sides hold different numbers of puzzles.
constexpr double kInstructionThreshold = 0.005;
constexpr double kWideInstructionThreshold = 0.02;

// Value of RowVerdict::counts.
std::vector<std::string> count_changes(const RowPair& pair) {
  if (pair.base->puzzles != pair.candidate->puzzles) return {};
  std::vector<std::string> changes;
  for (const result::CountedEvent& event : result::kCountedEvents) {
    const auto before = pair.base->mean_of(pair.base->*event.count);
    const auto now = pair.candidate->mean_of(pair.candidate->*event.count);
    std::string& change = changes.emplace_back();
    if (!before || !now) continue;
    change = instead_text(*now, *before);
    if (*before > 0) change += fmt::format(" ({:+.2f} %)", 100 * (*now / *before - 1));
  }
  if (std::ranges::all_of(changes, &std::string::empty)) changes.clear();
  return changes;
}

// Judges the change of instructions, the most precise measure of cost: on one machine they repeat
// to a few in a thousand, whatever else it does.
std::optional<CheckRecord> instruction_check(const RowPair& pair) {
  const double change = ratio_of_instructions(pair) - 1;
  if (!std::isfinite(change)) return std::nullopt;
  const result::Row& base = *pair.base;
  const result::Row& candidate = *pair.candidate;
  const bool is_exact = !base.isolated && base.chunk == candidate.chunk;
  const double threshold = is_exact ? kInstructionThreshold : kWideInstructionThreshold;
  const Finding finding = change > threshold    ? Finding::slower
                          : change < -threshold ? Finding::faster
                                                : Finding::same;
  return CheckRecord{kInstructions, finding,
                     fmt::format("{:+.2f} %, {} per puzzle; threshold {}", 100 * change,
                                 instead_text(*candidate.mean_of(candidate.instructions),
                                              *base.mean_of(base.instructions)),
                                 base::percent_text(threshold, 1))};
}

// Blocks of puzzles that both rows of a comparison solved, in pairs.
struct SharedBlocks {
  std::vector<std::pair<const result::BlockRecord*, const result::BlockRecord*>> pairs;
  std::uint64_t puzzles = 0;
  std::uint64_t of = 0;  // the larger of both rows' numbers of puzzles at their common sample rate

  explicit SharedBlocks(const RowPair& pair) {
    const double rate = std::min(pair.base->sample_rate, pair.candidate->sample_rate);
    const auto base = result::blocks_at(*pair.base, rate);
    const auto candidate = result::blocks_at(*pair.candidate, rate);
    of = std::max(result::puzzles_of(base), result::puzzles_of(candidate));
    for (const result::BlockRecord& block : base) {
      const auto other = std::ranges::find(candidate, block.index, &result::BlockRecord::index);
      if (other == candidate.end() || other->puzzles != block.puzzles) continue;
      pairs.emplace_back(&block, &*other);
      puzzles += block.puzzles;
    }
  }
};

std::optional<CheckRecord> soundness(const result::Row& candidate) {
  const std::uint64_t wrong = result::count_wrong(candidate);
  const std::uint64_t crashed = candidate.outcomes[Outcome::crashed];
  if (!candidate.disqualified.empty())
    return CheckRecord{"soundness", Finding::broken, "disqualified: " + candidate.disqualified};
  if (wrong > 0) {
    std::string text = report::plural(wrong, "wrong answer");
    if (!candidate.wrong_answers.empty()) {
      const result::WrongAnswer& first = candidate.wrong_answers.front();
      text += first.line == result::kNoLine
                  ? fmt::format(": {}", first.reason)
                  : fmt::format(", the first on line {}: {}", first.line, first.reason);
    }
    return CheckRecord{"soundness", Finding::broken, text};
  }
  if (crashed > 0) {
    return CheckRecord{"soundness", Finding::crashed,
                       fmt::format("crashed on {}", report::plural(crashed, "puzzle"))};
  }
  const result::IncidentRecord* const unrecorded = result::unrecorded_incident(candidate);
  if (unrecorded == nullptr) return std::nullopt;
  return CheckRecord{"soundness", Finding::crashed, unrecorded->reason};
}

// Says that a row is incomplete: "the baseline was cut short: 377 of 12,196 puzzles solved"; or "".
std::string lack_of(const char* name, const result::RunResult& run, const result::Row& row) {
  // A row on a sample, or on a part of the dataset, does not tell how many puzzles it has to solve.
  const bool is_known = is_whole(run) && row.sample_rate == 1;
  const std::uint64_t whole = is_known ? dataset_of(run, row).puzzles : 0;
  if (row.complete && row.puzzles >= whole && !row.blocks.empty()) return "";
  const std::string of = whole > 0 ? fmt::format("{} of {}", base::count_text(row.puzzles),
                                                 report::plural(whole, "puzzle"))
                                   : report::plural(row.puzzles, "puzzle");
  return fmt::format("the {} was cut short: {} solved", name, of);
}

// An incomplete row never passes a comparison, however well the rest agrees.
std::optional<CheckRecord> completeness(const result::RunResult& base_run,
                                        const result::RunResult& candidate_run, const RowPair& pair,
                                        const SharedBlocks& shared) {
  const std::string base = lack_of("baseline", base_run, *pair.base);
  const std::string candidate = lack_of("new result", candidate_run, *pair.candidate);
  std::string text = base + (base.empty() || candidate.empty() ? "" : "; ") + candidate;
  if (text.empty() && !shared.pairs.empty() && shared.puzzles < shared.of) {
    text = fmt::format("both solved only {} of {}", base::count_text(shared.puzzles),
                       report::plural(shared.of, "puzzle"));
  }
  if (text.empty()) return std::nullopt;
  return CheckRecord{"completeness", Finding::undecided, text};
}

// Blocks that differ in a figure, as text: "3 of 6 blocks, the first is block 2".
std::string differing(const SharedBlocks& shared, std::uint64_t result::BlockRecord::*figure) {
  std::size_t count = 0;
  std::uint64_t first = 0;
  for (const auto& [base, candidate] : shared.pairs) {
    if (base->*figure == candidate->*figure) continue;
    if (count++ == 0) first = base->index;
  }
  if (count == 0) return "";
  return fmt::format("{} of {}, the first is block {}", count,
                     report::plural(shared.pairs.size(), "block"), first);
}

CheckRecord answers(const SharedBlocks& shared, Finding if_different) {
  const std::string where = differing(shared, &result::BlockRecord::digest);
  if (where.empty())
    return {"answers", Finding::same, base::count_text(shared.puzzles) + " the same"};
  return {"answers", if_different, "differ in " + where};
}

// Compares counts of outcomes; no check unless both rows solved exactly the same puzzles.
std::optional<CheckRecord> outcomes(const RowPair& pair, const SharedBlocks& shared) {
  const result::Row& base = *pair.base;
  const result::Row& candidate = *pair.candidate;
  if (!pair.is_same_sample() || shared.puzzles != base.puzzles) return std::nullopt;
  std::string text;
  for (std::size_t i = 0; i < kOutcomes; ++i) {
    if (base.outcomes[i] == candidate.outcomes[i]) continue;
    text += fmt::format("{}{} {} instead of {}", text.empty() ? "" : ", ", candidate.outcomes[i],
                        name_of(static_cast<Outcome>(i)), base.outcomes[i]);
  }
  if (text.empty()) return std::nullopt;
  return CheckRecord{"outcomes", Finding::changed, text};
}

std::optional<CheckRecord> timeouts(const RowPair& pair) {
  const std::uint64_t before = pair.base->outcomes[Outcome::timeout];
  const std::uint64_t now = pair.candidate->outcomes[Outcome::timeout];
  if (before == 0 && now == 0) return std::nullopt;
  return CheckRecord{"timeouts", before == now ? Finding::same : Finding::undecided,
                     fmt::format("{} before, {} now", before, now)};
}

// Change of the number of guesses over all shared blocks: "+3.2 %".
std::string change_of_guesses(const SharedBlocks& shared) {
  double before = 0;
  double now = 0;
  for (const auto& [base, candidate] : shared.pairs) {
    before += static_cast<double>(base->guesses);
    now += static_cast<double>(candidate->guesses);
  }
  const std::string means = guesses_text(now, before, shared.puzzles);
  return before == 0 ? means : fmt::format("{:+.2f} %, {}", 100 * (now / before - 1), means);
}

// Why the row's number of guesses is unreliable: "they changed from pass to pass …"; or "".
std::string doubt_about(const result::Row& row) {
  if (row.has_capped_guesses()) return "they exceed 64 bits";
  if (!row.unsteady) return "";
  return fmt::format("they changed from pass to pass on {}",
                     report::plural(*row.unsteady, "puzzle"));
}

CheckRecord guesses(const RowPair& pair, const SharedBlocks& shared, Finding if_different,
                    bool accepted) {
  const std::string doubt = first_of({doubt_about(*pair.base), doubt_about(*pair.candidate)});
  if (!doubt.empty()) return {"guesses", Finding::undecided, "cannot be compared: " + doubt};
  const std::string where = differing(shared, &result::BlockRecord::guesses);
  if (where.empty()) return {"guesses", Finding::same, "the same"};
  const std::string text = fmt::format("{}; differ in {}", change_of_guesses(shared), where);
  if (accepted) return {"guesses", Finding::allowed, text};
  // Guesses of a batch solver depend on the widths of its vectors and its batches.
  const bool is_incomparable = pair.base->isa != pair.candidate->isa;
  if (is_incomparable || pair.base->chunk != pair.candidate->chunk) {
    return {"guesses", is_incomparable ? Finding::incomparable : Finding::undecided,
            text + fmt::format("; {} in tasks of {} against {} in tasks of {}", pair.base->isa,
                               pair.base->chunk, pair.candidate->isa, pair.candidate->chunk)};
  }
  return {"guesses", if_different, text};
}

// Compares what must be the same in two results of one solver on the same puzzles on any machine,
// block by block on the largest sample that both rows solved. The order is that of
// CheckRecord::check; checks with nothing to report are left out. With timeouts, differing answers
// or guesses decide nothing, because which puzzles time out varies from run to run.
std::vector<CheckRecord> deterministic_checks(const result::RunResult& base,
                                              const result::RunResult& candidate,
                                              const RowVerdict& row, const GateSettings& settings) {
  const RowPair& pair = row.rows;
  std::vector<CheckRecord> checks;
  const auto add = [&checks](std::optional<CheckRecord> check) {
    if (check) checks.push_back(std::move(*check));
  };
  add(soundness(*pair.candidate));
  const SharedBlocks shared(pair);
  const std::optional<CheckRecord> lack = completeness(base, candidate, pair, shared);
  add(lack);
  const bool is_exact = unfinished(*pair.base) == 0 && unfinished(*pair.candidate) == 0;
  const Finding if_different = is_exact ? Finding::changed : Finding::undecided;
  if (shared.pairs.empty()) {
    if (!lack)
      std::ranges::for_each(nested_checks(pair, if_different, settings.accept_guesses), add);
    return checks;
  }
  add(answers(shared, if_different));
  if (is_exact) add(outcomes(pair, shared));
  add(timeouts(pair));
  add(guesses(pair, shared, if_different, settings.accept_guesses));
  if (settings.counters && row.uncounted.empty()) add(instruction_check(pair));
  return checks;
}

constexpr const char* kTime = "time";

stats::TimeSeries series_of(const RowPair& pair, std::uint64_t seed) {
  stats::TimeSeries series{.base = {}, .candidate = {}, .seed = seed};
  const result::ProcessesRecord base = pair.base->processes.value_or(result::ProcessesRecord{});
  const result::ProcessesRecord candidate =
      pair.candidate->processes.value_or(result::ProcessesRecord{});
  std::tie(series.base, series.candidate) = result::times_to_compare(base, candidate);
  series.noise = std::max(stats::noise_within(series.base), stats::noise_within(series.candidate));
  return series;
}

// Why the times of two rows are not comparable; empty when they are.
std::string why_apart(const result::RunResult& base, const result::RunResult& candidate,
                      const RowPair& pair) {
  if (result::is_void(*pair.base) || result::is_void(*pair.candidate))
    return "a void row has no time";
  if (base.environment.cpu != candidate.environment.cpu)
    return differs("machine", base.environment.cpu, candidate.environment.cpu);
  if (pair.is_same_sample()) return "";
  return fmt::format("the sample differs ({} against {}): run NEW with --pilots BASE",
                     report::plural(pair.base->puzzles, "puzzle"),
                     report::plural(pair.candidate->puzzles, "puzzle"));
}

std::string text_for_too_few(const RowPair& pair, std::size_t pairs) {
  const double ratio =
      pair.candidate->time_per_puzzle_ns.median / pair.base->time_per_puzzle_ns.median;
  const std::string seen = std::isfinite(ratio) ? change_text(ratio) + " measured; " : "";
  return fmt::format("{}no verdict: {} per side, {} needed (run --processes {})", seen,
                     pairs < 2 ? "one process" : fmt::format("{} processes", pairs),
                     stats::kProcessesNeeded, stats::kProcessesNeeded);
}

CheckRecord check_of(const RowPair& pair, const stats::TimeJudgement& row) {
  using stats::TimeVerdict;
  const std::string change = change_text(row.ratio);
  if (row.verdict == TimeVerdict::too_few)
    return {kTime, Finding::undecided, text_for_too_few(pair, row.pairs)};
  if (row.verdict == TimeVerdict::same)
    return {kTime, Finding::same, fmt::format("{}; {}", change, seen_text(row.detectable))};
  if (row.verdict == TimeVerdict::inconclusive) {
    const bool is_noisy = row.threshold > stats::kWidestThreshold && row.noise > 0;
    const std::string why = is_noisy ? "processes of one build differ by " + size_text(row.noise)
                                     : seen_text(row.detectable);
    return {kTime, Finding::undecided, fmt::format("{}: too noisy, {}", change, why)};
  }
  return {kTime, row.verdict == TimeVerdict::slower ? Finding::slower : Finding::faster,
          fmt::format("{}, more than {}: {}; {} would have been detected", change,
                      size_text(row.threshold), explained_change(pair, row.ratio.median),
                      size_text(row.detectable))};
}

// Judges the times of all matching rows as one family of tests.
void judge_times(const result::RunResult& base, const result::RunResult& candidate,
                 const stats::TimeRule& rule, std::vector<RowVerdict>& rows) {
  std::vector<stats::TimeSeries> series;
  std::vector<RowVerdict*> timed;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string why = why_apart(base, candidate, rows[i].rows);
    if (!why.empty()) {
      rows[i].checks.push_back({kTime, Finding::undecided, why});
      continue;
    }
    timed.push_back(&rows[i]);
    series.push_back(series_of(rows[i].rows, i));
  }
  const std::vector<stats::TimeJudgement> judged = stats::judge_times(series, rule);
  for (std::size_t i = 0; i < judged.size(); ++i) {
    timed[i]->time = judged[i];
    timed[i]->checks.push_back(check_of(timed[i]->rows, judged[i]));
  }
}

using Findings = std::initializer_list<Finding>;

constexpr Findings kBroken = {Finding::broken, Finding::crashed};
constexpr Findings kUndecided = {Finding::undecided, Finding::incomparable};

// Number of rows of a comparison with any of `findings`.
std::size_t rows_with(const Comparison& comparison, Findings findings) {
  const auto has_one = [findings](const RowVerdict& row) {
    return std::ranges::find_first_of(row.checks, findings, {}, &CheckRecord::finding) !=
           row.checks.end();
  };
  return static_cast<std::size_t>(std::ranges::count_if(comparison.rows, has_one));
}

std::vector<std::string> solvers_with(const Comparison& comparison, Finding finding) {
  std::vector<std::string> names;
  for (const SolverVerdict& solver : comparison.solvers) {
    if (solver.check.finding == finding) names.push_back(solver.name);
  }
  return names;
}

std::string regression_text(const Comparison& comparison) {
  const std::string all = report::plural(comparison.rows.size(), "row");
  const std::size_t changed = rows_with(comparison, {Finding::changed});
  const std::size_t slower = rows_with(comparison, {Finding::slower});
  std::vector<std::string> findings;
  if (changed > 0)
    findings.push_back(fmt::format("{} of {} answered or searched differently", changed, all));
  for (const SolverVerdict& solver : comparison.solvers) {
    if (!solver.finding.empty()) findings.push_back(solver.finding);
  }
  if (slower > 0) findings.push_back(fmt::format("{} of {} cost more than before", slower, all));
  return fmt::format("{}: {}.", changed > 0 ? "CHANGED" : "SLOWER", fmt::join(findings, "; "));
}

std::string inconclusive_text(const Comparison& comparison) {
  const std::size_t rows = rows_with(comparison, kUndecided);
  if (rows > 0) {
    return fmt::format("INCONCLUSIVE: {} of {} could not be decided.", rows,
                       report::plural(comparison.rows.size(), "row"));
  }
  const std::vector<std::string> solvers = solvers_with(comparison, Finding::undecided);
  if (solvers.empty()) return "INCONCLUSIVE: " + comparison.unfinished.front() + ".";
  return fmt::format("INCONCLUSIVE: {} could not be decided.", fmt::join(solvers, ", "));
}

// Sentence on why instructions of no row were judged, by the first row on one thread.
std::string uncounted_text(const Comparison& comparison) {
  const RowVerdict* first = nullptr;
  for (const RowVerdict& row : comparison.rows) {
    if (row.uncounted.empty()) return "";
    if (first == nullptr || first->rows.base->threads > row.rows.base->threads) first = &row;
  }
  return first == nullptr ? "" : "instructions are not compared: " + first->uncounted;
}

}  // namespace

std::string change_text(double ratio) { return fmt::format("{:+.1f} %", percent(ratio)); }

std::string change_text(const base::Estimate& ratio) {
  if (!std::isfinite(ratio.high)) return change_text(ratio.median);
  return fmt::format("{} ({:+.1f} to {:+.1f})", change_text(ratio.median), percent(ratio.low),
                     percent(ratio.high));
}

std::string size_text(double change) {
  return change <= 1 ? base::percent_text(change, 1) : "over 100 %";
}

std::string seen_text(double detectable) {
  if (!(detectable <= 1)) return "even a doubling of the time would not have been detected";
  return fmt::format("a slow-down of {} would have been detected", size_text(detectable));
}

std::string explained_change(const RowPair& pair, double ratio) {
  const double guesses = ratio_of_guesses(pair);
  const double instructions = ratio_of_instructions(pair);
  std::string text = change_text(ratio);
  if (!std::isfinite(guesses)) return text;
  text += " = " + factor("guesses", guesses, "the search grew", "the search shrank");
  if (!std::isfinite(instructions / guesses)) {
    return text + " × " +
           factor("time per guess", ratio / guesses,
                  "slower code or machine: no instructions were counted",
                  "faster code or machine: no instructions were counted");
  }
  return fmt::format("{} × {} × {}", text,
                     factor("instructions per guess", instructions / guesses, "the code got slower",
                            "the code got faster"),
                     factor("time per instruction", ratio / instructions,
                            "the machine was slower, or waited more for memory",
                            "the machine was faster, or waited less for memory"));
}

Comparison compare_results(const result::RunResult& base, const result::RunResult& candidate,
                           const GateSettings& settings) {
  Comparison comparison = matched(base, candidate);
  for (RowVerdict& row : comparison.rows) {
    if (settings.counters) {
      row.counts = count_changes(row.rows);
      row.uncounted = why_uncounted(base, candidate, row.rows);
    }
    row.checks = deterministic_checks(base, candidate, row, settings);
  }
  if (settings.counters) comparison.uncounted = uncounted_text(comparison);
  if (!settings.deterministic_only) judge_times(base, candidate, settings.time, comparison.rows);
  return comparison;
}

GateResult result_of(const Comparison& comparison) {
  if (!comparison.failures.empty() || rows_with(comparison, kBroken) > 0) return GateResult::broken;
  if (rows_with(comparison, {Finding::changed, Finding::slower}) > 0 ||
      !solvers_with(comparison, Finding::slower).empty())
    return GateResult::regressed;
  if (!comparison.unmatched.empty() || comparison.rows.empty()) return GateResult::unmatched;
  if (!comparison.unfinished.empty() || rows_with(comparison, kUndecided) > 0 ||
      !solvers_with(comparison, Finding::undecided).empty())
    return GateResult::inconclusive;
  return GateResult::passed;
}

std::string verdict_of(const Comparison& comparison) {
  const auto rows = [&comparison](Findings findings) {
    return fmt::format("{} of {}", rows_with(comparison, findings),
                       report::plural(comparison.rows.size(), "row"));
  };
  switch (result_of(comparison)) {
    case GateResult::broken:
      if (!comparison.failures.empty()) return "FAILED: " + comparison.failures.front() + ".";
      return fmt::format("WRONG: {} with wrong answers or crashes.", rows(kBroken));
    case GateResult::regressed:
      return regression_text(comparison);
    case GateResult::unmatched:
      return comparison.unmatched.empty()
                 ? "NOTHING TO COMPARE: the results have no rows."
                 : fmt::format("NOT COMPARABLE: {} without a counterpart.",
                               report::plural(comparison.unmatched.size(), "row"));
    case GateResult::inconclusive:
      return inconclusive_text(comparison);
    case GateResult::passed:
      break;
  }
  const std::size_t allowed = rows_with(comparison, {Finding::allowed});
  const bool is_timed = std::ranges::any_of(
      comparison.rows, [](const RowVerdict& row) { return row.time.has_value(); });
  return fmt::format("PASSED: {} with the same answers and {}{}.", rows({Finding::same}),
                     allowed == 0 ? "the same search"
                                  : fmt::format("{} with an accepted change of search", allowed),
                     is_timed ? ", none slower" : "");
}

}  // namespace sudoku::compare
