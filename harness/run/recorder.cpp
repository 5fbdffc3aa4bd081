#include "harness/run/recorder.h"

#include <algorithm>
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

// Why the answer to a puzzle that was timed again is wrong, or contradicts the outcome before.
std::string_view fault_again(const Grid& puzzle, const Answer& answer, Outcome before,
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
      chunk_(one_at_a_time_ ? 1 : plan.chunk),
      pilot_ns_(plan.pilot_ns) {}

void Recorder::add(const dataset::Block& block, const MeasuredBlock& measured) {
  result::merge(row_, measured.row);
  row_.blocks.push_back(measured.block);
  row_.puzzles = measured.block.puzzles;
  row_.guesses = measured.block.guesses;
  row_.solution_digest = measured.block.digest;
  row_.confirmed = measured.confirmed;
  if (!info_.searches) row_.logic.emplace();
  add_faults(block, measured);
  for (std::size_t i = 0; i < measured.answers.size(); ++i) {
    if (measured.answers[i].guesses == 0) ++row_.without_guess;
    ++row_.outcomes[measured.outcome_at(i)];
    if (row_.logic)
      add_logic(measured.sample->puzzles[i], measured.answers[i], measured.outcome_at(i));
  }
  add_times(block, measured);
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
    list_fault(row_, {.puzzle = std::string(measured.sample->puzzles[i].text()),
                      .line = block.lines[measured.sample->at[i]],
                      .outcome = fault.outcome,
                      .reason = fault.reason});
  }
}

// Adds the times of a block's puzzles, if these were timed.
void Recorder::add_times(const dataset::Block& block, const MeasuredBlock& measured) {
  stats::Histogram service_times;
  const auto limit_ps = static_cast<std::uint64_t>(settings_.puzzle_timeout.count()) * 1000;
  for (std::size_t i = 0; i < measured.ticks.size(); ++i) {
    const std::uint64_t ps = clock_.picoseconds(measured.ticks_at(i));
    const Outcome outcome = measured.outcome_at(i);
    if (one_at_a_time_)
      row_.par2_ps = row_.par2_ps.value_or(0) + (is_decided(outcome) ? ps : 2 * limit_ps);
    if (outcome == Outcome::crashed) continue;  // a crash has no time
    latency_.min_ps = std::min(latency_.min_ps, ps);
    latency_.max_ps = std::max(latency_.max_ps, ps);
    latency_.total_ps += ps;
    service_times.add(ps);
    if (!one_at_a_time_) continue;  // its time belongs to its chunk, not to any one puzzle
    keep_slow({.puzzle = {},
               .line = block.lines[measured.sample->at[i]],
               .latency_ns = nanoseconds(ps),
               .guesses = measured.answers[i].guesses,
               .outcome = outcome},
              measured.sample->puzzles[i]);
  }
  latency_.histogram = service_times.take();
}

// Keeps a puzzle if it is among the slowest; only then its text is made.
void Recorder::keep_slow(result::SlowPuzzle slow, const Grid& puzzle) {
  std::vector<result::SlowPuzzle>& slowest = row_.slowest;
  const auto place = std::ranges::upper_bound(slowest, slow, result::is_listed_before);
  if (static_cast<std::size_t>(place - slowest.begin()) == result::kSlowKept) return;
  slow.puzzle = puzzle.text();
  slowest.insert(place, std::move(slow));
  if (slowest.size() > result::kSlowKept) slowest.pop_back();
}

void Recorder::add_lower(const MeasuredBlock& measured) {
  row_.subsamples.push_back({.rate = measured.sample->rate,
                             .puzzles = measured.block.puzzles,
                             .blocks = {measured.block}});
}

result::RowSums Recorder::take() {
  latency_.chunk = chunk_;
  if (!latency_.histogram.count.empty()) row_.latency = std::move(latency_);
  latency_ = {};
  row_.pilot_ns = pilot_ns_;
  return std::exchange(row_, {});
}

void time_again(std::vector<result::SlowPuzzle>& slowest, runner::Runner& runner,
                const Budget& budget, const machine::StampClock& clock, UnrecordedFaults& faults) {
  const auto is_over = [&] { return is_cancelled(budget) || !runner.disqualified().empty(); };
  for (result::SlowPuzzle& slow : slowest) {
    const Grid puzzle = parse_grid(slow.puzzle).grid;
    for (int i = 0; i < kTimesAgain && slow.outcome != Outcome::timeout && !is_over(); ++i) {
      Answer answer;
      std::uint64_t ticks = 0;
      const runner::PassResult pass = runner.solve_stamped(
          {.puzzles = {&puzzle, 1}, .answers = {&answer, 1}}, budget, {&ticks, 1});
      faults.add(kTimedAgain, pass, {&puzzle, 1});
      if (!pass.incidents.empty() || is_over()) break;
      faults.add_wrong(
          kTimedAgain,
          fault_again(puzzle, answer, slow.outcome, budget.solution_limit, runner.info()), puzzle);
      slow.latency_ns = std::min(slow.latency_ns, nanoseconds(clock.picoseconds(ticks)));
    }
  }
  if (!is_cancelled(budget)) faults.add_crash(kTimedAgain, runner.disqualified());
  std::ranges::sort(slowest, result::is_listed_before);
}

}  // namespace sudoku::run
