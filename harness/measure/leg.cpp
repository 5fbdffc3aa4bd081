#include "harness/measure/leg.h"

#include <algorithm>
#include <cassert>

#include "harness/dataset/isomorph.h"
#include "harness/measure/checker.h"
#include "harness/measure/memory.h"

namespace sudoku {

namespace {

using SteadyClock = std::chrono::steady_clock;

// A timed region lasts at least this long, so that entering it does not show.
constexpr std::chrono::nanoseconds kRegion = std::chrono::milliseconds(2);

// Relabelled copies are made until they are this many puzzles: more than a branch predictor learns,
// few enough to stay in the cache.
constexpr std::size_t kMostCopied = 16384;

double seconds(std::chrono::nanoseconds time) {
  return std::chrono::duration<double>(time).count();
}

}  // namespace

Leg::Leg(Entrant& entrant, const Drawn& drawn, const LegTerms& terms, LegTools& tools,
         Histogram& all_samples)
    : entrant_(entrant),
      drawn_(drawn),
      terms_(terms),
      tools_(tools),
      all_samples_(all_samples),
      faults_(entrant.gang().threads()),
      random_(mix(terms.seed) ^ mix(drawn.block)) {
  record_.block.index = drawn.block;
  record_.block.puzzles = drawn.puzzles.size();
}

LegRecord Leg::run() {
  warm_up();
  for (std::uint64_t i = 0; i < terms_.rounds && !cancelled(); ++i) {
    if (i > 0 && over_allowance()) break;
    record_.block.seconds.push_back(round());
  }
  for (std::uint64_t i = 0; i < terms_.latency_rounds && !cancelled(); ++i) {
    if (i > 0 && over_allowance()) break;
    pass_as_given(true);
  }
  record_.complete = !cancelled();
  collect_faults();
  return std::move(record_);
}

// Wide vectors change the processor's frequency, and other solvers have just used its caches.
void Leg::warm_up() {
  if (terms_.warmup.count() == 0) return;
  relabel(1);
  poison(drawn_.puzzles.size());
  const Work work{.puzzles = tools_.puzzles, .answers = tools_.answers, .chunk = terms_.chunk};
  Budget budget = terms_.budget;
  budget.time_limit = terms_.warmup;  // or one slow puzzle could take the whole timeout
  const auto start = SteadyClock::now();
  const auto over = [&] { return SteadyClock::now() - start >= terms_.warmup || cancelled(); };
  while (!over()) {
    entrant_.gang().for_each(work.chunks(), [&](std::size_t chunk, unsigned slot) {
      if (over()) return;
      const auto [first, size] = work.range(chunk);
      entrant_.instance(slot).solve(work.puzzles.subspan(first, size), budget,
                                    work.answers.subspan(first, size));
    });
  }
  record_.spent += SteadyClock::now() - start;
}

// Seconds of one pass, averaged over as many as the floor asks for.
double Leg::round() {
  Nanoseconds total{0};
  std::size_t passes = 0;
  while (passes == 0 || (total < terms_.round_floor && !cancelled())) {
    if (!first_pass_done_ || terms_.stamp_rounds) {
      total += pass_as_given(terms_.stamp_rounds);
      passes += 1;
      continue;
    }
    const std::size_t copies =
        copies_for(passes == 0 ? Nanoseconds(0) : total / static_cast<Nanoseconds::rep>(passes));
    total += pass_relabelled(copies);
    passes += copies;
  }
  return seconds(total) / static_cast<double>(passes);
}

std::size_t Leg::copies_for(Nanoseconds last_pass) const {
  const std::size_t most = std::max<std::size_t>(1, kMostCopied / drawn_.puzzles.size());
  if (last_pass.count() == 0) {
    if (record_.block.seconds.empty()) return 1;
    last_pass = Nanoseconds(static_cast<Nanoseconds::rep>(record_.block.seconds.back() * 1e9) + 1);
  }
  return std::clamp<std::size_t>(static_cast<std::size_t>(kRegion / last_pass) + 1, 1, most);
}

Leg::Nanoseconds Leg::pass_as_given(bool stamped) {
  poison(drawn_.puzzles.size());
  const Work work{.puzzles = drawn_.puzzles, .answers = tools_.answers, .chunk = terms_.chunk};
  const Nanoseconds time = first_pass_done_ ? timed(work, stamped) : timed_first(work, stamped);
  if (cancelled()) return time;
  check(work);
  if (!first_pass_done_) keep_first_pass();
  if (stamped) keep_ticks();
  return time;
}

Leg::Nanoseconds Leg::pass_relabelled(std::size_t copies) {
  assert(copies > 0);
  relabel(copies);
  poison(tools_.puzzles.size());
  const Work work{.puzzles = tools_.puzzles,
                  .answers = tools_.answers,
                  .copies = copies,
                  .chunk = terms_.chunk};
  const Nanoseconds time = timed(work, false);
  if (!cancelled()) check(work);
  return time;
}

void Leg::relabel(std::size_t copies) {
  const std::size_t size = drawn_.puzzles.size();
  tools_.puzzles.resize(copies * size);
  for (std::size_t copy = 0; copy < copies; ++copy) {
    const Isomorph isomorph =
        terms_.permute ? random_isomorph(random_) : random_relabelling(random_);
    std::ranges::transform(drawn_.puzzles,
                           tools_.puzzles.begin() + static_cast<std::ptrdiff_t>(copy * size),
                           [&isomorph](const Grid& grid) { return apply(isomorph, grid); });
  }
}

// No answer of an earlier pass can be taken for one of this.
void Leg::poison(std::size_t answers) {
  tools_.answers.assign(answers, Answer{});
}

Leg::Nanoseconds Leg::timed(const Work& work, bool stamped) {
  Nanoseconds time{};
  if (stamped) {
    tools_.ticks.resize(work.puzzles.size());
    time = entrant_.solve_stamped(work, terms_.budget, tools_.clock, tools_.ticks);
  } else {
    time = entrant_.solve(work, terms_.budget);
  }
  record_.spent += time;
  return time;
}

// Everything else that the pass touches is resident already, so what is added is the solver's.
Leg::Nanoseconds Leg::timed_first(const Work& work, bool stamped) {
  tools_.ticks.assign(work.puzzles.size(), 0);
  reset_peak_memory();
  const std::uint64_t before = resident_memory().now;
  const Nanoseconds time = timed(work, stamped);
  const std::uint64_t peak = resident_memory().peak;
  record_.memory_growth = peak > before ? peak - before : 0;
  return time;
}

void Leg::check(const Work& work) {
  entrant_.gang().for_each(work.chunks(), [&](std::size_t chunk, unsigned slot) {
    const auto [first, size] = work.range(chunk);
    for (std::size_t i = first; i < first + size; ++i) {
      const std::string_view reason = fault_at(work, i);
      if (!reason.empty()) {
        faults_[slot].push_back({.position = i % drawn_.puzzles.size(), .reason = reason});
      }
    }
  });
}

std::string_view Leg::fault_at(const Work& work, std::size_t i) const {
  const Answer& answer = work.answers[i];
  const std::string_view reason = fault_of(work.puzzles[i], answer, terms_.budget.solution_limit);
  if (!reason.empty()) return reason;
  if (!first_pass_done_) return fault_against_declared(work.puzzles[i], drawn_.declared[i], answer);
  const Answer& before = record_.answers[i % drawn_.puzzles.size()];
  const bool comparable = is_decided(before.outcome) && is_decided(answer.outcome);
  if (comparable && (before.outcome != answer.outcome || before.solutions != answer.solutions)) {
    return "another outcome than in its first pass";
  }
  return {};
}

void Leg::keep_first_pass() {
  first_pass_done_ = true;
  record_.answers = tools_.answers;
  record_.hashes.resize(record_.answers.size());
  entrant_.gang().for_each(record_.answers.size(), [&](std::size_t i, unsigned /*slot*/) {
    record_.hashes[i] = answer_hash(drawn_.puzzles[i], record_.answers[i]);
  });
  for (std::size_t i = 0; i < record_.answers.size(); ++i) {
    record_.block.guesses += record_.answers[i].guesses;
    record_.block.digest += record_.hashes[i];
  }
}

void Leg::keep_ticks() {
  if (record_.ticks.empty()) record_.ticks = tools_.ticks;
  for (std::size_t i = 0; i < record_.ticks.size(); ++i) {
    record_.ticks[i] = std::min(record_.ticks[i], tools_.ticks[i]);
    all_samples_.add(tools_.clock.picoseconds(tools_.ticks[i]));
  }
}

void Leg::collect_faults() {
  for (const std::vector<Fault>& found : faults_) {
    for (const Fault& fault : found)
      record_.faults.emplace(fault.position, fault.reason);
  }
}

bool Leg::cancelled() const {
  return terms_.budget.cancelled != nullptr && terms_.budget.cancelled->load();
}

bool Leg::over_allowance() const {
  return terms_.allowance.count() > 0 && record_.spent > terms_.allowance;
}

}  // namespace sudoku
