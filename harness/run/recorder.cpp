#include "harness/run/recorder.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "harness/run/check.h"
#include "harness/runner/provenance.h"
#include "solvers/search.h"
#include "solvers/simd/isa.h"

namespace sudoku::run {

namespace {

constexpr int kTimesAgain = 3;

double nanoseconds(std::uint64_t ps) { return static_cast<double>(ps) / 1000; }

// The puzzle of a text that the run itself has made, as a list of one.
PuzzleList puzzle_in(const std::string& text) {
  if (text.size() != Pencilmarks::kText) return {.clues = {parse_grid(text).grid}, .marks = {}};
  const Pencilmarks marks = parse_pencilmarks(text).marks;
  return {.clues = {clues_of(marks)}, .marks = {marks}};
}

// Why the answer to a puzzle that was timed again is wrong, or contradicts the outcome before.
std::string_view fault_again(PuzzleRef puzzle, const Answer& answer, Outcome before,
                             std::uint64_t solution_limit, const SolverInfo& info) {
  const std::string_view reason = fault_of(puzzle, answer, solution_limit, info);
  const bool is_other =
      is_decided(before) && is_decided(answer.outcome) && answer.outcome != before;
  return reason.empty() && is_other ? kChangedOutcome : reason;
}

}  // namespace

result::RowSums row_of(const runner::Runner& runner, const runner::SolverSpec& solver_spec,
                       const Plan& plan, const options::RunSettings& settings) {
  result::RowSums row;
  row.solver = runner.info().name;
  if (solver_spec.spec) row.external = runner::provenance_of(*solver_spec.spec);
  row.isolated = solver_spec.spec != nullptr || settings.isolate_all;
  row.threads = runner.pool().threads();
  row.chunk = plan.chunk;
  // External solvers have no instruction set in the row, as it is unknown.
  if (solver_spec.entry != nullptr) {
    row.isa = runner.info().vectorised ? name_of(chosen_isa()) : name_of(Isa::baseline);
  }
  row.solution_limit = settings.solution_limit;
  row.sample_rate = plan.rate;
  row.pilot_ns = plan.pilot_ns;
  row.rounds = plan.rounds;
  row.confirmed.emplace();
  if (!runner.info().searches) row.logic.emplace();
  if (!runner.info().tally.empty()) {
    row.tally_name = runner.info().tally;
    row.tally = 0;
  }
  for (const double rate : plan.lower)
    row.subsamples.push_back({.rate = rate, .puzzles = 0, .blocks = {}});
  return row;
}

Recorder::Recorder(const runner::Runner& runner, const Plan& plan,
                   const options::RunSettings& settings, const machine::StampClock& clock)
    : settings_(settings),
      clock_(clock),
      info_(runner.info()),
      one_at_a_time_(info_.batch == 1),
      latency_chunk_(one_at_a_time_ ? 1 : plan.chunk) {
  empty_.confirmed.emplace();
  if (!info_.searches) empty_.logic.emplace();
  if (!info_.tally.empty()) empty_.tally = 0;
  row_ = empty_;
}

void Recorder::add(const dataset::Block& block, const MeasuredBlock& measured) {
  const std::vector<Grid>& puzzles = measured.sample->puzzles;
  row_.blocks.push_back(measured.block);
  row_.puzzles += measured.block.puzzles;
  row_.guesses = result::capped_sum(row_.guesses, measured.block.guesses);
  if (measured.unsteady > 0) row_.unsteady = row_.unsteady.value_or(0) + measured.unsteady;
  row_.confirmed = measured.confirmed;
  row_.solution_digest += measured.block.digest;
  row_.peak_memory_bytes = std::max(row_.peak_memory_bytes, measured.added_memory);
  if (measured.solutions_unshown > 0)
    row_.solutions_unshown = row_.solutions_unshown.value_or(0) + measured.solutions_unshown;
  row_.solutions_asked += measured.solutions_asked;
  if (measured.solutions_hidden > 0)
    row_.solutions_hidden = row_.solutions_hidden.value_or(0) + measured.solutions_hidden;
  add_faults(block, measured);
  add_counts(measured);
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    row_.count(measured.answers[i]);
    ++row_.outcomes[measured.outcome_at(i)];
    if (row_.logic) add_logic(puzzles[i], measured.answers[i], measured.outcome_at(i));
    if (!measured.ticks.empty()) add_service_time(block, measured, i);
  }
}

void Recorder::add_counts(const MeasuredBlock& measured) {
  const auto add = [&measured](const std::optional<std::uint64_t>& more,
                               result::CountRecord& count) {
    if (!more) return;
    count.total += *more;
    count.puzzles += measured.block.puzzles;
  };
  add(measured.kept_memory, row_.kept_memory);
  for (std::size_t event = 0; event < measured.counts.size(); ++event)
    add(measured.counts[event], row_.*result::kCountedEvents[event].count);
}

void Recorder::add_logic(const Grid& puzzle, const Answer& answer, Outcome outcome) {
  result::LogicRecord& logic = *row_.logic;
  if (outcome == Outcome::incomplete) {
    logic.filled += static_cast<std::uint64_t>(count_clues(answer.solution) - count_clues(puzzle));
    logic.blanks += static_cast<std::uint64_t>(kCells - count_clues(puzzle));
  } else if (info_.rates && answer.solutions > 0 && outcome == answer.outcome) {
    ++logic.hardest[static_cast<std::size_t>(answer.hardest)];
  }
}

void Recorder::add_faults(const dataset::Block& block, const MeasuredBlock& measured) {
  for (const auto& [i, fault] : measured.faults) {
    const std::string puzzle = measured.sample->all()[i].text();
    const std::uint64_t line = block.lines[measured.sample->at[i]];
    if (fault.outcome != Outcome::wrong) {
      if (row_.incidents.size() == result::kListed) continue;
      row_.incidents.push_back(
          {.puzzle = puzzle, .line = line, .outcome = fault.outcome, .reason = fault.reason});
    } else if (row_.wrong_answers.size() < result::kListed) {
      row_.wrong_answers.push_back({.puzzle = puzzle, .line = line, .reason = fault.reason});
    }
  }
}

void Recorder::add_service_time(const dataset::Block& block, const MeasuredBlock& measured,
                                std::size_t i) {
  const std::uint64_t ps = clock_.picoseconds(measured.ticks_at(i));
  const Outcome outcome = measured.outcome_at(i);
  if (one_at_a_time_) {
    const auto limit_ps = static_cast<std::uint64_t>(settings_.puzzle_timeout.count()) * 1000;
    row_.par2_ps = row_.par2_ps.value_or(0) + (is_decided(outcome) ? ps : 2 * limit_ps);
  }
  if (outcome == Outcome::crashed) return;  // a crash has no time
  latency_.min_ps = std::min(latency_.min_ps, ps);
  latency_.max_ps = std::max(latency_.max_ps, ps);
  latency_.total_ps += ps;
  service_times_.add(ps);
  if (one_at_a_time_ && is_decided(outcome)) {
    const auto guesses = static_cast<double>(measured.answers[i].guesses);
    guess_time_.add(stats::log_bin(guesses, stats::kGuessBinsPerOctave),
                    stats::log_bin(static_cast<double>(ps), stats::kTimeBinsPerOctave));
  }
  keep_slow({.puzzle = {},
             .line = block.lines[measured.sample->at[i]],
             .latency_ns = nanoseconds(ps),
             .guesses = measured.answers[i].guesses,
             .outcome = outcome},
            measured.sample->all()[i]);
}

// Keeps a puzzle if it is among the slowest; only then its text is made.
void Recorder::keep_slow(result::SlowPuzzle slow, PuzzleRef puzzle) {
  // A batch solver's time belongs to its chunk, not to any one puzzle.
  if (!one_at_a_time_) return;
  if (slowest_.size() == result::kSlowKept) {
    if (!result::is_listed_before(slow, slowest_.front())) return;
    std::ranges::pop_heap(slowest_, result::is_listed_before);
    slowest_.pop_back();
  }
  slow.puzzle = puzzle.text();
  slowest_.push_back(std::move(slow));
  std::ranges::push_heap(slowest_, result::is_listed_before);
}

void Recorder::add_lower(const MeasuredBlock& measured) {
  row_.subsamples.push_back({.rate = measured.sample->rate,
                             .puzzles = measured.block.puzzles,
                             .blocks = {measured.block}});
}

result::RowSums Recorder::take() {
  latency_.chunk = latency_chunk_;
  latency_.histogram = service_times_.take();
  latency_.histogram_all_samples = all_samples_.take();
  if (!latency_.histogram_all_samples.count.empty()) row_.latency = std::move(latency_);
  latency_ = {};
  stats::Histogram2DRecord guess_time = guess_time_.take();
  if (!guess_time.count.empty()) row_.guess_time = std::move(guess_time);
  row_.slowest = std::exchange(slowest_, {});
  std::ranges::sort(row_.slowest, result::is_listed_before);
  std::ranges::stable_sort(row_.wrong_answers, {}, &result::WrongAnswer::line);
  std::ranges::stable_sort(row_.incidents, {}, &result::IncidentRecord::line);
  return std::exchange(row_, empty_);
}

void time_again(std::vector<result::SlowPuzzle>& slowest, runner::Runner& runner,
                const Budget& budget, const machine::StampClock& clock, UnrecordedFaults& faults) {
  const auto is_over = [&] { return is_cancelled(budget) || !runner.disqualified().empty(); };
  for (result::SlowPuzzle& slow : slowest) {
    const PuzzleList puzzle = puzzle_in(slow.puzzle);
    for (int i = 0; i < kTimesAgain && slow.outcome != Outcome::timeout && !is_over(); ++i) {
      Answer answer;
      std::uint64_t ticks = 0;
      const runner::PassResult pass = runner.solve_stamped(
          {.puzzles = puzzle.span(), .answers = {&answer, 1}}, budget, {&ticks, 1});
      faults.add(kTimedAgain, pass, puzzle.span());
      if (!pass.incidents.empty() || is_over()) break;
      faults.add_wrong(
          kTimedAgain,
          fault_again(puzzle.span()[0], answer, slow.outcome, budget.solution_limit, runner.info()),
          puzzle.span()[0]);
      slow.latency_ns = std::min(slow.latency_ns, nanoseconds(clock.picoseconds(ticks)));
    }
  }
  if (!is_cancelled(budget)) faults.add_crash(kTimedAgain, runner.disqualified());
  std::ranges::sort(slowest, result::is_listed_before);
}

}  // namespace sudoku::run
