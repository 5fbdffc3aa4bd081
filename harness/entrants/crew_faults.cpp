// What the workers of a crew die of, and which puzzle pays.
#include <algorithm>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "harness/entrants/crew.h"
#include "harness/entrants/worker.h"

namespace sudoku {

namespace {

// The calibration of the counter is not exact.
constexpr double kTolerance = 1.01;

// After the puzzle timeout, before a worker that does not answer is killed.
constexpr std::chrono::nanoseconds kGrace = std::chrono::milliseconds(500);

std::string size_text(std::uint64_t bytes) {
  return fmt::format("{:.0f} MB", static_cast<double>(bytes) / 1e6);
}

}  // namespace

// No puzzle can take longer than the pass.
void Crew::refuse_impossible(std::span<const std::uint64_t> ticks) {
  if (ticks.empty() || !disqualified_.empty()) return;
  const double ns = static_cast<double>(std::ranges::max(ticks)) * clock().ns_per_tick();
  const Nanoseconds elapsed = SteadyClock::now() - given_out_;
  if (ns > kTolerance * static_cast<double>(elapsed.count()))
    dismiss("reported times that cannot be");
}

// What lies in shared memory may have been overwritten.
bool Crew::can_be(SteadyClock::time_point started, SteadyClock::time_point finished) const {
  return given_out_ <= started && started <= finished && finished <= SteadyClock::now();
}

// Seen at one puzzle for so long, it has been at it for longer.
void Crew::look_at_clock(unsigned number, const Budget& budget) {
  Member& member = crew_[number];
  const auto now = SteadyClock::now();
  const Work::Range range = in_hand(number);
  const std::size_t at = range.size > 0 ? first_unanswered(range) : kNowhere;
  if (at != member.seen_at) {
    member.seen_at = at;
    member.seen_since = now;
  }
  const Nanoseconds seen_for = now - member.seen_since;
  const bool is_limited = limit_in_ticks(budget) != kUnlimited;
  if (is_limited && at < range.first + range.size && seen_for > budget.time_limit) late_.insert(at);
  const Nanoseconds patience = terms_.puzzle_timeout + kGrace;
  if (terms_.puzzle_timeout.count() == 0 || seen_for <= patience) return;
  member.sentence =
      Incident{.outcome = Outcome::timeout,
               .reason = fmt::format("killed after {:.3g} s",
                                     std::chrono::duration<double>(patience).count())};
}

void Crew::look_at_memory(unsigned number) {
  Member& member = crew_[number];
  const auto memory = member.process->memory();
  if (memory && is_too_much(memory->now())) member.sentence = held_too_much(memory->now());
}

bool Crew::is_too_much(std::uint64_t bytes) const {
  return terms_.memory_limit > 0 && bytes > terms_.memory_limit;
}

Incident Crew::held_too_much(std::uint64_t bytes) const {
  return {.reason = fmt::format("held {} of memory, {} are allowed", size_text(bytes),
                                size_text(terms_.memory_limit))};
}

Incident Crew::fate_of(Member& member, const Post& post) const {
  const std::string end = member.process->bury();
  // Linux counts the peak coarsely: it can be less than what the worker was killed for.
  const std::uint64_t peak = member.process->peak_bytes();
  if (is_too_much(peak)) return held_too_much(peak);
  if (member.sentence) return *member.sentence;
  const std::string sign = text_of(post.last_sign);
  if (member.process->exit_status() == kCannotGoOn) return {.reason = sign};
  return {.reason = sign.empty() ? end : fmt::format("{}: {}", end, sign)};
}

// Charges the puzzle that a worker died on; returns what is left of its chunk. Answers are written
// in order, but for those of a batch solver: it gets its chunk again, puzzle by puzzle.
Work::Range Crew::left_by(unsigned number, const Incident& incident) {
  Post& post = arena_.post(number);
  const Work::Range range = in_hand(number);
  const std::size_t end = range.first + range.size;
  if (is_batch() && range.size > 1 && !post.one_by_one) {
    std::ranges::fill(arena_.answers().subspan(range.first, range.size), Answer{});
    post.one_by_one = true;
    return range;
  }
  post.one_by_one = is_batch() && range.size > 1;
  const std::size_t culprit = first_unanswered(range);
  if (culprit == end) {
    breach_ = incident.reason;  // on some puzzle before: that is looked for when the pass is over
    count_in_a_row(number, post.taken > 0, incident.reason);
    return {};
  }
  take_down(culprit, incident);
  count_in_a_row(number, post.taken > 1 || culprit > range.first, incident.reason);
  return {.first = culprit + 1, .size = end > culprit + 1 ? end - culprit - 1 : 0};
}

void Crew::take_down(std::size_t position, const Incident& incident) {
  arena_.answers()[position].outcome = incident.outcome;
  mutable_incidents().insert_or_assign(position, incident);
}

void Crew::count_in_a_row(unsigned number, bool answered_before, const std::string& reason) {
  unsigned& in_a_row = crew_[number].in_a_row;
  in_a_row = answered_before ? 1 : in_a_row + 1;
  if (in_a_row >= kMostInARow) {
    dismiss(fmt::format("{} puzzles in a row: {}", in_a_row, reason));
  }
}

void Crew::take_complaints(unsigned number) {
  Post& post = arena_.post(number);
  const std::size_t count = std::min<std::size_t>(post.complaints, Post::kMostComplaints);
  for (std::size_t i = 0; i < count; ++i) {
    const Complaint complaint = post.complaint[i];
    if (complaint.position >= puzzles_ || !is_outcome(complaint.outcome)) continue;
    mutable_incidents().insert_or_assign(
        complaint.position,
        Incident{.outcome = complaint.outcome, .reason = text_of(complaint.reason)});
  }
  post.complaints = 0;
}

// The solver is out: nothing of it is left running.
void Crew::dismiss(const std::string& reason) {
  disqualified_ = reason;
  arena_.order().cancelled = true;
  for (Member& member : crew_) {
    member.at_work = false;
    member.process.reset();
  }
}

// A worker that found its surroundings changed says so after the pass; once more then, looking
// around after every puzzle, off the clock.
void Crew::find_culprits(const Work& work, const Budget& budget) {
  const auto times = std::pair(started_, finished_);
  const Nanoseconds lost = lost_;
  std::map<std::size_t, Incident> before;
  before.swap(mutable_incidents());
  const std::string breach = breach_;
  give_out(work, budget, Manner::careful);
  supervise(budget);
  if (incidents().empty() && disqualified_.empty()) {
    take_down(0,
              {.outcome = Outcome::crashed,
               .reason = breach + " (on one of the puzzles of a pass; not when each is watched)"});
  }
  mutable_incidents().merge(before);
  std::tie(started_, finished_) = times;
  lost_ = lost;
}

}  // namespace sudoku
