#include "harness/compare/gate.h"

#include <algorithm>
#include <initializer_list>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/base/estimate.h"
#include "harness/base/units.h"
#include "harness/external/external.h"
#include "harness/report/notes.h"
#include "harness/result/row.h"

namespace sudoku::compare {

namespace {

const result::DatasetRecord& dataset_of(const result::RunResult& run, const result::Row& row) {
  return *std::ranges::find(run.datasets, row.dataset, &result::DatasetRecord::name);
}

// `run`'s row with the solver, threads and file content of `row` (of several, that with its file
// name) or, failing that, its file name.
const result::Row* partner(const result::RunResult& run, const result::Row& row,
                           const result::DatasetRecord& dataset) {
  const result::Row* namesake = nullptr;
  const result::Row* same_content = nullptr;
  for (const result::Row& other : run.results) {
    if (other.solver != row.solver || other.threads != row.threads) continue;
    if (other.dataset == row.dataset) namesake = &other;
    if (dataset_of(run, other).sha256 != dataset.sha256) continue;
    if (other.dataset == row.dataset) return &other;
    if (same_content == nullptr) same_content = &other;
  }
  return same_content != nullptr ? same_content : namesake;
}

bool is_whole(const result::RunResult& run) {
  return !run.shards || run.shards->parts.size() == run.shards->of;
}

void add_unfinished(const result::RunResult& run, const char* name,
                    std::vector<std::string>& sentences) {
  if (!is_whole(run)) {
    sentences.push_back(fmt::format("the {} has only part{} {} of {} of the run: merge the parts",
                                    name, run.shards->parts.size() == 1 ? "" : "s",
                                    fmt::join(run.shards->parts, ", "), run.shards->of));
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
      {differs("solution limit", pair.base->solution_limit, pair.candidate->solution_limit),
       setting_differs("block size", result::kBlock),
       sampled ? setting_differs("seed of the sample", result::kSeed) : ""});
}

// Why a result has no counts for a row; empty when it has.
std::string why_no_counts(const char* name, const result::RunResult& run, const result::Row& row) {
  if (row.mean_of(row.instructions)) return "";
  if (row.threads > 1) return "only runs on one thread are counted";
  const result::SettingValue* const wanted = run.settings.find("counters");
  if (wanted != nullptr && result::text_of(*wanted) == "off")
    return fmt::format("the {} was run with --counters off", name);
  const std::optional<std::string>& reason = run.environment.no_counters;
  if (reason) return fmt::format("the machine of the {} does not count them ({})", name, *reason);
  return fmt::format("the {} has none", name);
}

// Compiler that made the row's solver, and its flags; of an external solver, the flags alone.
std::string compiler_of(const result::RunResult& run, const result::Row& row) {
  if (row.external) return row.external->flags;
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
  if (before.valgrind && now.valgrind) return why_no_counts_by_valgrind(before, now);
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
  add_unfinished(base, "baseline", comparison.unfinished);
  add_unfinished(candidate, "new result", comparison.unfinished);
  std::vector<const result::Row*> met;
  for (const result::Row& row : base.results) {
    const RowPair pair = {&row, partner(candidate, row, dataset_of(base, row))};
    if (pair.candidate == nullptr) {
      comparison.unmatched.push_back(result::name_of(row) + ": only in the baseline");
      continue;
    }
    met.push_back(pair.candidate);
    if (row.solver == kControlSolver) continue;
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

// Mean of a count in the new result and in the baseline: "1,004 instead of 1,000".
std::string instead_text(double now, double before) {
  return fmt::format("{} instead of {}", base::number_text(now), base::number_text(before));
}

// Guesses per puzzle in the new result and in the baseline.
std::string guesses_text(double now, double before, std::uint64_t puzzles) {
  const auto count = static_cast<double>(puzzles);
  return instead_text(now / count, before / count) + " per puzzle";
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

// Where a fault shows: "on line 483 (53..7…)", or "" for one that no recorded answer shows.
std::string place_of(std::uint64_t line, const std::string& puzzle) {
  if (line == result::kNoLine) return "";
  return fmt::format(" on line {}{}", line, puzzle.empty() ? "" : fmt::format(" ({})", puzzle));
}

// The first of a row's incidents that counts as `outcome`; null: there is none.
const result::IncidentRecord* first_incident(const result::Row& row, Outcome outcome) {
  const auto found = std::ranges::find(row.incidents, outcome, &result::IncidentRecord::outcome);
  return found == row.incidents.end() ? nullptr : &*found;
}

// "2 of 1,000 puzzles, the first on line 483 (53..7…): reason".
std::string on_puzzles(const result::Row& row, Outcome outcome) {
  std::string text = fmt::format("{} of {}", base::count_text(row.outcomes[outcome]),
                                 base::plural(row.puzzles, "puzzle"));
  const result::IncidentRecord* const first = first_incident(row, outcome);
  if (first == nullptr) return text;
  return fmt::format("{}, the first{}: {}", text, place_of(first->line, first->puzzle),
                     first->reason);
}

// Wrong answers, crashes or a disqualification of a row, if it has any.
std::optional<CheckRecord> soundness(const result::Row& row) {
  const std::uint64_t wrong = result::count_wrong(row);
  if (!row.disqualified.empty())
    return CheckRecord{"soundness", Finding::broken, "disqualified: " + row.disqualified};
  if (wrong > 0) {
    std::string text = base::plural(wrong, "wrong answer");
    if (!row.wrong_answers.empty()) {
      const result::WrongAnswer& first = row.wrong_answers.front();
      text +=
          first.line == result::kNoLine
              ? fmt::format(": {}", first.reason)
              : fmt::format(", the first{}: {}", place_of(first.line, first.puzzle), first.reason);
    }
    return CheckRecord{"soundness", Finding::broken, text};
  }
  if (row.outcomes[Outcome::crashed] > 0)
    return CheckRecord{"soundness", Finding::crashed, on_puzzles(row, Outcome::crashed)};
  const result::IncidentRecord* const unrecorded = result::unrecorded_incident(row);
  if (unrecorded == nullptr) return std::nullopt;
  return CheckRecord{"soundness", Finding::crashed, unrecorded->reason};
}

// Number of solutions that a row's solver is said to look for.
std::uint64_t solutions_declared(const result::Row& row) {
  const std::string& limit = row.external ? row.external->limit : "";
  if (limit == name_of(external::LimitUse::first)) return 1;
  if (limit == name_of(external::LimitUse::two))
    return std::min<std::uint64_t>(2, row.solution_limit);
  return row.solution_limit;
}

bool ignores_contradictions(const result::Row& row) {
  return row.task && row.task->ignores_contradictions;
}

// Whether an audit found that the solver does less than is said of it.
bool does_less(const result::Row& row) {
  return row.task &&
         (result::solutions_sought(row) < solutions_declared(row) || ignores_contradictions(row));
}

// Work that an audit found the new solver to leave out; what the base leaves out too is only noted.
std::optional<CheckRecord> task(const result::Row* base, const result::Row& candidate) {
  if (!does_less(candidate)) return std::nullopt;
  const bool is_old = base != nullptr && base->task &&
                      result::solutions_sought(*base) <= result::solutions_sought(candidate) &&
                      (ignores_contradictions(*base) || !ignores_contradictions(candidate));
  std::string text = report::audit_text(candidate);
  if (text.empty()) return std::nullopt;  // it is void
  if (result::solutions_sought(candidate) == 1 && solutions_declared(candidate) > 1)
    text += "; if that is meant, add limit=first to its description";
  return CheckRecord{"task", is_old ? Finding::minor : Finding::broken,
                     (is_old ? "as before: " : "") + text, "it " + candidate.task->does};
}

// Says that a row is incomplete: "the baseline was cut short: 377 of 12,196 puzzles solved"; or "".
std::string lack_of(const char* name, const result::RunResult& run, const result::Row& row) {
  // A row on a sample, or on a part of the dataset, does not tell how many puzzles it has to solve.
  const bool is_known = is_whole(run) && row.sample_rate == 1;
  const std::uint64_t whole = is_known ? dataset_of(run, row).puzzles : 0;
  if (row.complete && row.puzzles >= whole && !row.blocks.empty()) return "";
  const std::string of = whole > 0 ? fmt::format("{} of {}", base::count_text(row.puzzles),
                                                 base::plural(whole, "puzzle"))
                                   : base::plural(row.puzzles, "puzzle");
  return fmt::format("the {} was cut short: {} solved", name, of);
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
  return fmt::format("they changed from pass to pass on {}", base::plural(*row.unsteady, "puzzle"));
}

// Growth of memory that is a finding: by more than a quarter, and beyond what one build differs by
// from run to run. What malloc() has handed out is the same to the byte; resident memory may have a
// huge page (2 MiB) more or less.
constexpr double kMemoryGrowth = 1.25;
constexpr double kKeptNoise = 32 << 10;
constexpr double kPeakNoise = 4 << 20;

bool has_grown(double before, double now, double noise) {
  return now > kMemoryGrowth * before && now > before + noise;
}

// Compares what must be the same in two results of one solver on the same puzzles on any machine,
// block by block on the largest sample that both rows solved. Checks with nothing to report are
// left out.
class RowChecks {
 public:
  RowChecks(const result::RunResult& base, const result::RunResult& candidate, const RowPair& pair,
            const GateSettings& settings)
      : base_run_(base),
        candidate_run_(candidate),
        pair_(pair),
        base_(*pair.base),
        candidate_(*pair.candidate),
        shared_(pair),
        accepts_guesses_(settings.accept_guesses) {
    // Which puzzles time out varies from run to run, so with timeouts differences decide nothing;
    // where only the base has some, it lacks these answers.
    if_different_ = unfinished(candidate_) > 0 ? Finding::undecided
                    : unfinished(base_) > 0    ? Finding::minor
                                               : Finding::changed;
  }

  // The checks, in the order of CheckRecord::check.
  std::vector<CheckRecord> all() {
    add(soundness(candidate_));
    add(task(&base_, candidate_));
    if (is_repaired()) {
      add_completeness(lack_of("new result", candidate_run_, candidate_));
      return checks_;
    }
    const std::string lack = lack_of_both();
    add_completeness(lack);
    if (shared_.pairs.empty()) {
      if (lack.empty()) {
        add("answers", Finding::undecided,
            fmt::format("no common sample ({} and {} puzzles): run NEW with --pilots BASE",
                        base::count_text(base_.puzzles), base::count_text(candidate_.puzzles)));
      }
      return checks_;
    }
    const std::string where = differing(&result::BlockRecord::digest);
    add("answers", where.empty() ? Finding::same : if_different_,
        where.empty() ? base::count_text(shared_.puzzles) + " the same" : "differ, first " + where);
    compare_outcomes();
    compare_timeouts();
    compare_guesses();
    compare_memory();
    return checks_;
  }

 private:
  void add(std::optional<CheckRecord> check) {
    if (check) checks_.push_back(std::move(*check));
  }

  void add(const char* check, Finding finding, const std::string& text,
           const std::string& brief = "") {
    checks_.push_back({check, finding, text, brief});
  }

  void add_completeness(const std::string& lack) {
    if (!lack.empty()) add("completeness", Finding::undecided, lack);
  }

  // Adds a check of faults that only the base has, after which its answers are no measure for the
  // new build. Returns whether there are any.
  bool is_repaired() {
    const std::optional<CheckRecord> old_fault = soundness(base_);
    if (old_fault && !soundness(candidate_)) {
      add("soundness", Finding::fixed, "before: " + old_fault->text + "; now none");
      return true;
    }
    if (!does_less(base_) || does_less(candidate_)) return false;
    add("task", Finding::fixed, "before: " + report::audit_text(base_),
        "before, it " + base_.task->does);
    return true;
  }

  // An incomplete row never passes a comparison, however well the rest agrees.
  std::string lack_of_both() const {
    const std::string base = lack_of("baseline", base_run_, base_);
    const std::string candidate = lack_of("new result", candidate_run_, candidate_);
    if (!base.empty() || !candidate.empty())
      return base + (base.empty() || candidate.empty() ? "" : "; ") + candidate;
    if (shared_.pairs.empty() || shared_.puzzles == shared_.of) return "";
    return fmt::format("both solved only {} of {}", base::count_text(shared_.puzzles),
                       base::plural(shared_.of, "puzzle"));
  }

  // Where the first block lies that differs in a figure: "among puzzles 8,193 to 16,384" of those
  // that both solved; empty when none differs.
  std::string differing(std::uint64_t result::BlockRecord::*figure) const {
    std::uint64_t before = 0;
    for (const auto& [base, candidate] : shared_.pairs) {
      if (base->*figure != candidate->*figure) {
        return fmt::format("among puzzles {} to {}", base::count_text(before + 1),
                           base::count_text(before + base->puzzles));
      }
      before += base->puzzles;
    }
    return "";
  }

  // Compares counts of outcomes, if both rows finished exactly the same puzzles.
  void compare_outcomes() {
    if (!is_finished() || !pair_.is_same_sample() || shared_.puzzles != base_.puzzles) return;
    std::vector<std::string> changes;
    for (std::size_t i = 0; i < kOutcomes; ++i) {
      if (base_.outcomes[i] == candidate_.outcomes[i]) continue;
      changes.push_back(fmt::format("{} {} instead of {}", candidate_.outcomes[i],
                                    name_of(static_cast<Outcome>(i)), base_.outcomes[i]));
    }
    if (!changes.empty())
      add("outcomes", Finding::changed, fmt::format("{}", fmt::join(changes, ", ")));
  }

  bool is_finished() const { return unfinished(base_) == 0 && unfinished(candidate_) == 0; }

  // More puzzles without an answer in time are a finding: where the base answered, the time limit
  // is far longer than other work on the machine takes from a solver.
  void compare_timeouts() {
    const std::uint64_t before = base_.outcomes[Outcome::timeout];
    const std::uint64_t now = candidate_.outcomes[Outcome::timeout];
    if (before == 0 && now == 0) return;
    if (before == now) {
      add(kTimeouts, Finding::same, fmt::format("{} on both sides", now));
    } else if (before > now) {
      add(kTimeouts, now == 0 ? Finding::fixed : Finding::minor,
          fmt::format("{} timed out before, {} now", before, now));
    } else {
      add(kTimeouts, Finding::changed,
          fmt::format("{}; {} before", on_puzzles(candidate_, Outcome::timeout),
                      before == 0 ? "none" : fmt::to_string(before)));
    }
  }

  // Guesses of a batch solver depend on the widths of its vectors and its batches.
  void compare_guesses() {
    const bool are_counted = std::ranges::any_of(shared_.pairs, [](const auto& both) {
      return both.first->guesses > 0 || both.second->guesses > 0;
    });
    if (!are_counted) return;
    const std::string doubt = first_of({doubt_about(base_), doubt_about(candidate_)});
    const std::string where = differing(&result::BlockRecord::guesses);
    const std::string change = change_of_guesses(shared_);
    const std::string text = fmt::format("{}; differ first {}", change, where);
    if (!doubt.empty()) {
      add("guesses", Finding::undecided, "cannot be compared: " + doubt);
    } else if (where.empty()) {
      add("guesses", Finding::same, "the same");
    } else if (accepts_guesses_) {
      add("guesses", Finding::allowed, "accepted: " + text, "search changed: guesses " + change);
    } else if (base_.isa != candidate_.isa) {
      add("guesses", Finding::incomparable,
          fmt::format("{}; the instruction sets differ, {} and {}", text, base_.isa,
                      candidate_.isa));
    } else if (base_.chunk != candidate_.chunk) {
      add("guesses", Finding::undecided,
          fmt::format("{}; {} puzzles were solved together before, {} now", text, base_.chunk,
                      candidate_.chunk));
    } else {
      add("guesses", if_different_, text, "guesses " + change);
    }
  }

  // Compares memory of worker processes that solved all of the same puzzles. Machines differ in how
  // they hand out memory. Less memory is no finding.
  void compare_memory() {
    const bool is_comparable = base_run_.environment.cpu == candidate_run_.environment.cpu &&
                               base_.isolated && candidate_.isolated && pair_.is_same_sample() &&
                               is_finished() && base_.peak_memory_bytes > 0 &&
                               candidate_.peak_memory_bytes > 0;
    if (!is_comparable) return;
    std::vector<std::string> grown;
    const auto before = base_.mean_of(base_.kept_memory);
    const auto now = candidate_.mean_of(candidate_.kept_memory);
    const double noise = kKeptNoise / static_cast<double>(candidate_.puzzles);
    if (before && now && has_grown(*before, *now, noise)) {
      grown.push_back(fmt::format("keeps {} B more per puzzle than before ({} B before): a leak?",
                                  base::count_text(result::rounded(*now - *before)),
                                  base::count_text(result::rounded(*before))));
    }
    const auto peak_before = static_cast<double>(base_.peak_memory_bytes);
    const auto peak_now = static_cast<double>(candidate_.peak_memory_bytes);
    if (has_grown(peak_before, peak_now, kPeakNoise)) {
      grown.push_back(
          fmt::format("peak {:.1f} MB instead of {:.1f} MB", peak_now / 1e6, peak_before / 1e6));
    }
    add(kMemory, grown.empty() ? Finding::same : Finding::changed,
        grown.empty() ? "no more than before" : fmt::format("{}", fmt::join(grown, "; ")));
  }

  const result::RunResult& base_run_;
  const result::RunResult& candidate_run_;
  const RowPair& pair_;
  const result::Row& base_;
  const result::Row& candidate_;
  SharedBlocks shared_;
  bool accepts_guesses_;
  Finding if_different_;  // what differing answers or guesses mean
  std::vector<CheckRecord> checks_;
};

// Most puzzles that show the faults of one row.
constexpr std::size_t kExamples = 3;

// Adds puzzles on which a row of a result has faults: wrong answers, then crashes and timeouts.
void add_examples(const result::RunResult& run, const result::Row& row,
                  std::vector<Example>& examples) {
  std::size_t left = kExamples;
  const auto add = [&](std::uint64_t line, const std::string& puzzle, const std::string& what) {
    if (puzzle.empty() || left == 0) return;
    --left;
    examples.push_back({.row = result::name_of(row),
                        .line = line,
                        .puzzle = puzzle,
                        .what = what,
                        .command = report::repeat_command(run, row, puzzle)});
  };
  for (const result::WrongAnswer& wrong : row.wrong_answers)
    add(wrong.line, wrong.puzzle, "wrong: " + wrong.reason);
  for (const result::IncidentRecord& incident : row.incidents) {
    add(incident.line, incident.puzzle,
        fmt::format("{}: {}", name_of(incident.outcome), incident.reason));
  }
}

// Compares the instructions of a row and notes a change of them as evidence.
void compare_instructions(const result::RunResult& base, const result::RunResult& candidate,
                          RowVerdict& row) {
  row.uncounted = why_uncounted(base, candidate, row.rows);
  if (!row.uncounted.empty()) return;
  row.instructions = change_of_instructions(*row.rows.base, *row.rows.candidate);
  if (!row.instructions) return;
  row.checks.push_back({kInstructions, row.instructions->is_none() ? Finding::same : Finding::minor,
                        long_text(*row.instructions), brief_text(*row.instructions)});
}

// Names of the solvers that a comparison found repaired on some file.
std::vector<std::string> repaired_solvers(const Comparison& comparison) {
  std::vector<std::string> solvers;
  for (const RowVerdict& row : comparison.rows) {
    if (std::ranges::count(row.checks, Finding::fixed, &CheckRecord::finding) > 0)
      solvers.push_back(row.rows.candidate->solver);
  }
  return solvers;
}

// A repair of a solver may change its search on all files, also on those where it made no fault.
void excuse_repaired(Comparison& comparison) {
  const std::vector<std::string> solvers = repaired_solvers(comparison);
  for (RowVerdict& row : comparison.rows) {
    if (std::ranges::count(solvers, row.rows.candidate->solver) == 0) continue;
    for (CheckRecord& check : row.checks) {
      if (check.check != "guesses" || check.finding != Finding::changed) continue;
      check.finding = Finding::minor;
      check.text += "; the solver was repaired";
    }
  }
}

// Sentence on why instructions of no row were compared, by the first row on one thread.
std::string uncounted_text(const Comparison& comparison) {
  const RowVerdict* first = nullptr;
  for (const RowVerdict& row : comparison.rows) {
    if (row.uncounted.empty()) return "";
    if (first == nullptr || first->rows.base->threads > row.rows.base->threads) first = &row;
  }
  return first == nullptr ? "" : "instructions are not compared: " + first->uncounted;
}

}  // namespace

Comparison compare_results(const result::RunResult& base, const result::RunResult& candidate,
                           const GateSettings& settings) {
  Comparison comparison = matched(base, candidate);
  for (RowVerdict& row : comparison.rows) {
    row.compared = SharedBlocks(row.rows).puzzles;
    row.of = dataset_of(candidate, *row.rows.candidate).puzzles;
    row.checks = RowChecks(base, candidate, row.rows, settings).all();
    add_examples(candidate, *row.rows.candidate, comparison.examples);
  }
  excuse_repaired(comparison);
  if (settings.counters) compare_instructions(base, candidate, comparison);
  return comparison;
}

void compare_instructions(const result::RunResult& base, const result::RunResult& candidate,
                          Comparison& comparison) {
  for (RowVerdict& row : comparison.rows)
    compare_instructions(base, candidate, row);
  comparison.uncounted = uncounted_text(comparison);
}

Comparison check_alone(const result::RunResult& candidate, const std::string& why) {
  Comparison comparison{.scope = Scope::alone, .why = why};
  if (!candidate.complete) comparison.unfinished.emplace_back("the result was interrupted");
  for (const result::Row& row : candidate.results) {
    if (row.solver == kControlSolver) continue;
    RowVerdict verdict = {.rows = {&row, &row},
                          .checks = {},
                          .compared = row.puzzles,
                          .of = dataset_of(candidate, row).puzzles};
    const auto add = [&verdict](std::optional<CheckRecord> check) {
      if (check) verdict.checks.push_back(std::move(*check));
    };
    add(soundness(row));
    add(task(nullptr, row));
    if (const std::string lack = lack_of("result", candidate, row); !lack.empty())
      add(CheckRecord{"completeness", Finding::undecided, lack});
    if (row.outcomes[Outcome::timeout] > 0)
      add(CheckRecord{kTimeouts, Finding::minor, on_puzzles(row, Outcome::timeout)});
    if (verdict.checks.empty())
      add(CheckRecord{"answers", Finding::same, base::count_text(row.puzzles) + " right"});
    add_examples(candidate, row, comparison.examples);
    comparison.rows.push_back(std::move(verdict));
  }
  return comparison;
}

}  // namespace sudoku::compare
