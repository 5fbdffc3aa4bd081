#include "harness/run/block_measurement.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "harness/base/estimate.h"
#include "harness/dataset/isomorph.h"
#include "harness/result/fields.h"
#include "harness/result/rates.h"
#include "harness/run/check.h"
#include "solvers/search.h"

namespace sudoku::run {

namespace {

// Least time of a timed region, so that the time to start its threads does not show.
constexpr Nanoseconds kRegion = std::chrono::milliseconds(2);

// Time between two readings of the core's share within a round: long beside a reading's 0.1 ms.
constexpr Nanoseconds kBetweenReadings = std::chrono::milliseconds(10);

// Passes over the puzzles as given of which the memory that the solver keeps is looked at.
constexpr unsigned kWeighed = 2;

// Unless --verify is all, a solver that only counts shows a solution to one of this many puzzles.
constexpr std::uint64_t kAskOneIn = 16;

}  // namespace

BlockMeasurement::BlockMeasurement(runner::Runner& runner, const dataset::Sample& sample,
                                   const MeasureOptions& options, MeasureScratch& scratch)
    : runner_(runner),
      sample_(sample),
      options_(options),
      scratch_(scratch),
      rounds_(options.plan.rounds),
      random_(base::mix(options.settings.seed) ^ base::mix(sample.block)) {
  record_.sample = &sample;
  record_.solver = &runner.info();
  record_.block.index = sample.block;
  record_.block.puzzles = sample.puzzles.size();
  record_.limit_in_ticks = scratch.clock.ticks(options_.budget.time_limit);
}

bool BlockMeasurement::wants(std::uint64_t number) const {
  if (number >= std::max(rounds_, options_.latency_rounds) || is_over()) return false;
  const bool is_too_long = options_.allowance.count() > 0 && taken_ > options_.allowance;
  return number == 0 || !is_too_long;
}

void BlockMeasurement::take_round(std::uint64_t number) {
  warm_up();
  is_throughput_turn_ = number < rounds_ && !is_over();
  if (is_throughput_turn_) throughput_round();
  if (number < options_.latency_rounds && !is_over()) pass_as_given(true);
}

bool BlockMeasurement::is_disturbed() const {
  return may_repeat() && result::was_disturbed(record_.block, record_.block.seconds.size() - 1);
}

bool BlockMeasurement::lacked_core() const {
  return may_repeat() && !result::had_core(record_.block, record_.block.seconds.size() - 1);
}

bool BlockMeasurement::may_repeat() const {
  return is_throughput_turn_ && !is_over() && !runner_.is_command();
}

void BlockMeasurement::repeat_round() {
  result::BlockRecord& block = record_.block;
  const Nanoseconds spent = record_.spent;
  const Nanoseconds taken = taken_;
  const std::size_t rounds = block.seconds.size() - 1;
  block.seconds.resize(rounds);
  if (block.core_share) block.core_share->resize(std::min(rounds, block.core_share->size()));
  block.repeated = block.repeated.value_or(0) + 1;
  warm_up();
  throughput_round();
  record_.spent = spent;
  taken_ = taken;
}

MeasuredBlock BlockMeasurement::finish() {
  if (!is_over() && !runner_.info().shows_solution) ask_for_solutions();
  record_.complete = !is_over();
  auto& waited = record_.block.waited;
  if (waited && std::ranges::all_of(*waited, [](double s) { return std::isnan(s); }))
    waited.reset();
  return std::move(record_);
}

// Warms up: wide vectors change the frequency, and other solvers have just used the caches.
void BlockMeasurement::warm_up() {
  if (options_.plan.warmup.count() == 0) return;
  runner::Work work = relabelled(1);
  Budget budget = options_.budget;
  budget.time_limit = options_.plan.warmup;  // no puzzle may take longer than the warm-up
  const auto start = SteadyClock::now();
  work.until = start + options_.plan.warmup;
  while (SteadyClock::now() < *work.until && !is_over()) {
    Incidents incidents = runner_.solve(work, budget).incidents;
    std::erase_if(incidents,
                  [](const auto& incident) { return incident.second.outcome == Outcome::timeout; });
    for (Answer& answer : scratch_.answers)  // puzzles that the warm-up did not get to
      if (answer.outcome == Outcome::unanswered) answer.outcome = Outcome::timeout;
    note_faults(work, incidents);
  }
  const Nanoseconds took = SteadyClock::now() - start;
  record_.spent += took;
  taken_ += took;
}

// Makes a round, and notes the mean share of the core before, in and after it, where it is known.
void BlockMeasurement::throughput_round() {
  machine::CoreMeter* const meter = options_.meter;
  if (meter == nullptr) return round();
  const double before = meter->share();
  if (runner_.pool().threads() == 1) core_shares_.assign(1, before);
  round();
  std::vector<double> shares = std::exchange(core_shares_, {});
  if (shares.empty()) shares.push_back(before);
  shares.push_back(meter->share());
  const double mean =
      std::accumulate(shares.begin(), shares.end(), 0.0) / static_cast<double>(shares.size());
  if (std::isnan(mean)) return;
  if (!record_.block.core_share) record_.block.core_share.emplace();
  record_.block.core_share->push_back(std::round(mean * 1000) / 1000);
}

// Solves all puzzles over and over for at least round_floor, and notes the mean seconds of a pass.
void BlockMeasurement::round() {
  // Seeds the relabellings of this round anew: they must not depend on how many passes earlier
  // rounds took.
  random_ = base::Random(base::mix(options_.settings.seed) ^ base::mix(sample_.block) ^
                         base::mix(~record_.block.seconds.size()));
  runner::PassResult all{.running = Nanoseconds(0)};
  std::size_t passes = 0;
  const auto is_short = [&] { return all.time + all.off_clock < options_.plan.round_floor; };
  while (passes == 0 || (is_short() && !is_over())) {
    if (!first_pass_done_ || options_.plan.slow) {
      all.add_times(pass_as_given(options_.plan.slow));
      passes += 1;
      continue;
    }
    const std::size_t copies =
        copies_for(passes == 0 ? Nanoseconds(0) : all.time / static_cast<Nanoseconds::rep>(passes));
    all.add_times(checked_pass(relabelled(copies), false));
    passes += copies;
  }
  note_waiting(all, static_cast<double>(passes));
  record_.block.seconds.push_back(Seconds(all.time).count() / static_cast<double>(passes));
}

// Notes for how long others kept the solver from running, for each of the round's passes.
void BlockMeasurement::note_waiting(const runner::PassResult& all, double passes) {
  std::optional<std::vector<double>>& waited = record_.block.waited;
  if (!waited) waited.emplace();
  waited->resize(record_.block.seconds.size(), base::kUnknown);
  waited->push_back(all.running ? Seconds(all.time - *all.running).count() / passes
                                : base::kUnknown);
}

std::size_t BlockMeasurement::copies_for(Nanoseconds last_pass) const {
  const std::size_t most = std::max<std::size_t>(1, kMostCopied / sample_.puzzles.size());
  if (last_pass.count() == 0) {
    if (record_.block.seconds.empty()) return 1;
    last_pass = Nanoseconds(static_cast<Nanoseconds::rep>(record_.block.seconds.back() * 1e9) + 1);
  }
  return std::clamp<std::size_t>(static_cast<std::size_t>(kRegion / last_pass) + 1, 1, most);
}

runner::PassResult BlockMeasurement::pass_as_given(bool stamped) {
  std::optional<runner::HeldMemory> held;
  if (passes_weighed_++ < kWeighed) held = runner_.held_memory();
  runner::PassResult pass = checked_pass(work_on(sample_.puzzles), stamped);
  if (is_over()) return pass;
  const auto after = held ? runner_.held_memory() : std::nullopt;
  const auto kept = after ? runner::kept_memory(*held, *after) : std::nullopt;
  if (kept) {
    // The least of the first two passes: what the solver sets up once, it keeps in the first only.
    auto& [total, puzzles] = record_.row.kept_memory;
    total = puzzles == 0 ? *kept : std::min(*kept, total);
    puzzles = record_.block.puzzles;
  }
  if (first_pass_done_) {
    compare_guesses();
  } else {
    keep_first_pass();
  }
  if (stamped) keep_ticks();
  return pass;
}

runner::PassResult BlockMeasurement::checked_pass(const runner::Work& work, bool stamped) {
  runner::PassResult pass = first_pass_done_ ? timed(work, stamped) : timed_first(work, stamped);
  note_faults(work, pass.incidents);
  return pass;
}

// Notes the incidents and the wrong answers of a pass. Keeps the first decided answer to each
// puzzle, with which those of later passes must agree.
void BlockMeasurement::note_faults(const runner::Work& work, const Incidents& incidents) {
  for (const auto& [position, incident] : incidents)
    record_.faults.try_emplace(position % sample_.puzzles.size(), incident);
  if (is_over()) return;
  check(work, incidents);
  if (first_pass_done_) return;
  known_.resize(work.answers.size());
  for (std::size_t i = 0; i < known_.size(); ++i)
    if (!is_decided(known_[i].outcome)) known_[i] = work.answers[i];
}

runner::Work BlockMeasurement::relabelled(std::size_t copies) {
  assert(copies > 0);
  const std::size_t size = sample_.puzzles.size();
  scratch_.puzzles.resize(copies * size);
  for (std::size_t copy = 0; copy < copies; ++copy) {
    for (std::size_t i = 0; i < size; ++i) {
      // Changes each puzzle in its own way: puzzles of a set are alike, and which digit comes first
      // decides how long many searches are. A round would be fast or slow as a whole.
      const dataset::Isomorph isomorph = dataset::random_relabelling(random_);
      scratch_.puzzles[copy * size + i] = dataset::apply(isomorph, sample_.puzzles[i]);
    }
  }
  return work_on(scratch_.puzzles, copies);
}

// Clears the answers, so that those of an earlier pass cannot be taken for this pass's.
runner::Work BlockMeasurement::work_on(std::span<const Grid> puzzles, std::size_t copies) {
  scratch_.answers.assign(puzzles.size(), Answer{});
  return {.puzzles = puzzles,
          .answers = scratch_.answers,
          .copies = copies,
          .chunk = options_.plan.chunk};
}

runner::PassResult BlockMeasurement::timed(const runner::Work& work, bool stamped) {
  if (stamped) scratch_.ticks.resize(work.puzzles.size());
  const std::size_t size = part_size(work);
  runner::PassResult all{.running = Nanoseconds(0)};
  for (std::size_t first = 0; first < work.puzzles.size() && !is_over(); first += size) {
    const std::size_t count = std::min(size, work.puzzles.size() - first);
    runner::Work part = work;
    part.puzzles = work.puzzles.subspan(first, count);
    part.answers = work.answers.subspan(first, count);
    const runner::PassResult pass =
        stamped ? runner_.solve_stamped(part, options_.budget,
                                        std::span(scratch_.ticks).subspan(first, count))
                : runner_.solve(part, options_.budget);
    if (is_watched() && (unread_ += pass.time) >= kBetweenReadings) {
      unread_ = {};
      core_shares_.push_back(options_.meter->share());
    }
    record_.spent += pass.running.value_or(pass.time) + pass.off_clock;
    all.add_times(pass);
    for (const auto& [position, incident] : pass.incidents)
      all.incidents.emplace(first + position, incident);
  }
  taken_ += all.time + all.off_clock;
  return all;
}

// Puzzles of `work`, in whole chunks, after which the core's share is to be read.
std::size_t BlockMeasurement::part_size(const runner::Work& work) const {
  const std::size_t all = work.puzzles.size();
  if (!is_watched() || work.copies > 1) return all;
  const double puzzles =
      static_cast<double>(kBetweenReadings.count()) / std::max(options_.plan.pilot_ns, 1.0);
  const auto fitting = static_cast<std::size_t>(std::min(puzzles, static_cast<double>(all)));
  return std::max<std::size_t>(1, fitting / work.chunk) * work.chunk;
}

// Whether the core's share is read now and then. In the first pass, its instructions would be
// counted as the solver's.
bool BlockMeasurement::is_watched() const { return first_pass_done_ && !core_shares_.empty(); }

// Measures the first pass. The harness's buffers are resident before: any added memory is the
// solver's.
runner::PassResult BlockMeasurement::timed_first(const runner::Work& work, bool stamped) {
  scratch_.ticks.assign(work.puzzles.size(), 0);
  runner_.watch_memory();
  const machine::HardwareCounts before = scratch_.counters.read();
  runner::PassResult pass = timed(work, stamped);
  const machine::HardwareCounts counts = machine::counts_between(before, scratch_.counters.read());
  record_.row.peak_memory_bytes = runner_.added_memory();
  // Counts are kept of one thread only: of several, waiting threads would add some.
  if (runner_.pool().threads() > 1) return pass;
  for (std::size_t event = 0; event < counts.size(); ++event) {
    if (counts[event])
      record_.row.*result::kCountedEvents[event].count = {*counts[event], record_.block.puzzles};
  }
  return pass;
}

void BlockMeasurement::check(const runner::Work& work, const Incidents& incidents) {
  // Positions of wrong answers in the work, and the reasons, by slot of the thread pool.
  std::vector<std::map<std::size_t, std::string_view>> found(runner_.pool().threads());
  runner_.pool().for_each(work.chunks(), [&](std::size_t chunk, unsigned slot) {
    const auto [first, size] = work.range(chunk);
    for (std::size_t i = first; i < first + size; ++i) {
      if (incidents.contains(i)) continue;
      const std::string_view reason = fault_at(work, i);
      if (!reason.empty()) found[slot].emplace(i, reason);
    }
  });
  for (const auto& some : found)
    for (const auto& [i, reason] : some)
      note_wrong(i % sample_.puzzles.size(), reason);
}

std::string_view BlockMeasurement::fault_at(const runner::Work& work, std::size_t i) const {
  const Answer& answer = work.answers[i];
  const std::string_view reason =
      fault_of(work.puzzles[i], answer, options_.budget.solution_limit, runner_.info());
  if (!reason.empty()) return reason;
  if (work.puzzles.data() == sample_.puzzles.data()) {  // not relabelled
    const auto against = fault_against_declared(work.puzzles[i], sample_.declared[i], answer);
    if (!against.empty()) return against;
  }
  if (known_.empty()) return {};
  const Answer& before = known_[i % known_.size()];
  const bool comparable = is_decided(before.outcome) && is_decided(answer.outcome);
  if (comparable && (before.outcome != answer.outcome || before.solutions != answer.solutions))
    return kChangedOutcome;
  return {};
}

void BlockMeasurement::keep_first_pass() {
  first_pass_done_ = true;
  record_.answers = scratch_.answers;
  std::atomic<std::uint64_t> digest{0};
  const bool hashes_solutions = !is_unpromised(runner_.info());
  runner_.pool().for_each(record_.answers.size(), [&](std::size_t i, unsigned /*slot*/) {
    Answer answer = record_.answers[i];
    // A plugin that begins to show its solutions, or ceases to, answers the same as before.
    if (!hashes_solutions) answer.solution = kEmptyGrid;
    digest += answer_hash(sample_.puzzles[i], answer);
  });
  record_.block.digest = digest;
  for (std::size_t i = 0; i < record_.answers.size(); ++i) {
    record_.block.guesses = result::capped_sum(record_.block.guesses, record_.answers[i].guesses);
    const bool is_confirmed = is_decided(record_.answers[i].outcome) &&
                              sample_.declared[i].cells[0] != kBlank &&
                              is_solution(sample_.puzzles[i], sample_.declared[i]);
    record_.confirmed.declared += is_confirmed ? 1 : 0;
  }
}

// Notes puzzles for which a solver reports another number of guesses than in its first pass.
void BlockMeasurement::compare_guesses() {
  for (std::size_t i = 0; i < record_.answers.size(); ++i) {
    const Answer& before = record_.answers[i];
    const Answer& now = scratch_.answers[i];
    const bool comparable = is_decided(before.outcome) && is_decided(now.outcome);
    if (comparable && before.guesses != now.guesses) unsteady_.insert(i);
  }
  if (!unsteady_.empty()) record_.row.unsteady = unsteady_.size();
}

void BlockMeasurement::keep_ticks() {
  if (record_.ticks.empty()) record_.ticks = scratch_.ticks;
  for (std::size_t i = 0; i < record_.ticks.size(); ++i)
    record_.ticks[i] = std::min(record_.ticks[i], scratch_.ticks[i]);
}

// A wrong answer to a puzzle replaces a crash or timeout that another pass noted for it.
void BlockMeasurement::note_wrong(std::size_t position, std::string_view reason) {
  runner::Incident& known = record_.faults[position];
  if (known.outcome != Outcome::wrong) known = {Outcome::wrong, std::string(reason)};
}

// Positions of the puzzles whose solutions the solver has counted without showing one.
std::vector<std::size_t> BlockMeasurement::unshown() const {
  std::vector<std::size_t> positions;
  for (std::size_t i = 0; i < record_.answers.size(); ++i) {
    const Answer& answer = record_.answers[i];
    const bool counted = answer.solutions > 0 && is_decided(answer.outcome);
    if (counted && answer.solution == kEmptyGrid) positions.push_back(i);
  }
  return positions;
}

// The positions at which a solution is asked for: the first of `positions`, which is not empty, and
// a sample of the others.
std::vector<std::size_t> BlockMeasurement::to_ask(std::vector<std::size_t> positions) const {
  const std::uint64_t one_in = options_.settings.verify == options::Verify::all ? 1 : kAskOneIn;
  std::erase_if(positions, [&, first = positions.front()](std::size_t i) {
    return i != first && base::mix(options_.settings.seed ^ base::mix(sample_.at[i])) % one_in != 0;
  });
  return positions;
}

// Asks a solver to show some of the solutions that it only counted, off the clock.
void BlockMeasurement::ask_for_solutions() {
  const std::vector<std::size_t> unshown = this->unshown();
  if (unshown.empty()) return;
  record_.row.solutions_unshown = unshown.size();
  const std::vector<std::size_t> positions = to_ask(unshown);
  scratch_.puzzles.clear();
  for (const std::size_t position : positions)
    scratch_.puzzles.push_back(sample_.puzzles[position]);
  const runner::Work work = work_on(scratch_.puzzles);
  Budget budget = options_.budget;
  budget.solution_limit = 1;
  const Incidents incidents = runner_.solve(work, budget).incidents;
  if (is_over()) return;
  record_.row.solutions_asked = positions.size();
  for (std::size_t i = 0; i < positions.size(); ++i) {
    if (const auto incident = incidents.find(i); incident != incidents.end()) {
      record_.faults.try_emplace(positions[i], incident->second);
      continue;
    }
    const Answer& answer = work.answers[i];
    const std::string_view reason = answer.outcome == Outcome::none
                                        ? "found no solution where it counted one"
                                        : fault_of(work.puzzles[i], answer, 1, runner_.info());
    if (!reason.empty()) note_wrong(positions[i], reason);
    const bool is_hidden = answer.outcome == Outcome::first && answer.solution == kEmptyGrid;
    if (is_hidden && reason.empty())
      record_.row.solutions_hidden = record_.row.solutions_hidden.value_or(0) + 1;
  }
}

bool BlockMeasurement::is_over() const {
  return is_cancelled(options_.budget) || !runner_.disqualified().empty();
}

}  // namespace sudoku::run
