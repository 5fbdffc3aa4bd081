#include "harness/entrants/crew.h"

#include <algorithm>

#include <poll.h>

#include <fmt/format.h>

#include "harness/entrants/worker.h"
#include "harness/entrants/worker_task.h"

namespace sudoku {

namespace {

using namespace std::chrono_literals;

// After the puzzle timeout, before a command that does not answer is given up by its worker, which
// can start it again. That must come before the worker is killed.
constexpr std::chrono::nanoseconds kCommandGrace = 250ms;

// Every death costs a puzzle, but for two of a batch solver's on one chunk.
constexpr const char* kEndless = "died more often than there are puzzles";

// After the death of a worker whose line stays open.
constexpr std::chrono::milliseconds kLastWords = 200ms;

// Between two looks at workers that say nothing.
constexpr std::chrono::milliseconds kLookEvery = 20ms;

}  // namespace

Crew::Crew(const Contender& contender, Gang& gang, const StampClock& clock,
           const IsolationTerms& terms)
    : Entrant(contender.info, gang, clock),
      contender_(contender),
      terms_(terms),
      arena_(terms.capacity, gang.threads()),
      crew_(gang.threads()) {
  for (unsigned number = 0; number < crew_.size(); ++number)
    hire(number);
  for (unsigned number = 0; number < crew_.size() && disqualified_.empty(); ++number) {
    if (crew_[number].process->hear(terms.start_patience) == kReady) continue;
    dismiss(fmt::format("cannot be started: {}", why_not_started(number)));
  }
}

std::string Crew::why_not_started(unsigned number) const {
  WorkerProcess& process = *crew_[number].process;
  if (process.is_silent()) {
    process.kill();
    return fmt::format("it was not ready within {:.3g} s, {}",
                       std::chrono::duration<double>(terms_.start_patience).count(),
                       contender_.spec ? "still loading the library" : "still making the solver");
  }
  const std::string end = process.bury();
  const std::string why = text_of(arena_.post(number).last_sign);
  return why.empty() ? end : why;
}

bool Crew::is_command() const {
  return contender_.spec && !contender_.spec->is_plugin();
}

bool Crew::is_batch() const {
  return info().batch > 1;
}

void Crew::hire(unsigned number) {
  const std::vector<int> cpus = usable_cpus();
  const WorkerTask task{.slot = number,
                        .cpu = terms_.pin ? cpus[number % cpus.size()] : -1,
                        .launched = SteadyClock::now(),
                        .patience = terms_.puzzle_timeout.count() > 0
                                        ? terms_.puzzle_timeout + kCommandGrace
                                        : Nanoseconds(0),
                        .entry = contender_.entry,
                        .spec = contender_.spec ? *contender_.spec : ExternalSpec{}};
  arena_.post(number).last_sign[0] = '\0';
  crew_[number].sentence.reset();
  crew_[number].dead_since.reset();
  crew_[number].process =
      std::make_unique<WorkerProcess>(worker_words(task), arena_.descriptor(), terms_.memory_limit);
}

Crew::Nanoseconds Crew::pass(const Work& work, const Budget& budget, std::vector<LateChunk>& late) {
  const std::span<std::uint64_t> ticks = arena_.ticks().first(work.puzzles.size());
  std::ranges::fill(ticks, std::uint64_t{0});
  const Nanoseconds time = run(work, budget, Manner::spans);
  const std::uint64_t limit = limit_in_ticks(budget);
  for (std::size_t i = 0; i < ticks.size(); ++i) {
    // Copied, for the worker could still write it.
    const std::uint64_t took = ticks[i];
    if (took > limit) late.push_back({.range = work.rest_of_chunk(i), .ticks = took});
  }
  return time;
}

Crew::Nanoseconds Crew::pass_stamped(const Work& work, const Budget& budget,
                                     std::span<std::uint64_t> ticks) {
  std::ranges::fill(arena_.ticks().first(work.puzzles.size()), std::uint64_t{0});
  const Nanoseconds time = run(work, budget, Manner::stamped);
  std::ranges::copy(arena_.ticks().first(work.puzzles.size()), ticks.begin());
  refuse_impossible(ticks.first(work.puzzles.size()));
  if (budget.time_limit.count() == 0) return time;
  const auto limit = static_cast<std::uint64_t>(static_cast<double>(budget.time_limit.count()) /
                                                clock().ns_per_tick());
  for (const auto& [position, incident] : incidents()) {
    if (incident.outcome == Outcome::timeout) ticks[position] = limit;
  }
  return time;
}

Crew::Nanoseconds Crew::run(const Work& work, const Budget& budget, Manner manner) {
  mutable_incidents().clear();
  late_.clear();
  breach_.clear();
  if (!disqualified_.empty()) return Nanoseconds(0);
  resume();
  give_out(work, budget, manner);
  supervise(budget);
  if (!breach_.empty() && disqualified_.empty()) find_culprits(work, budget);
  take_back(work);
  if (finished_ < started_) return Nanoseconds(0);  // dismissed before anybody was done
  const Nanoseconds lost = lost_ / static_cast<Nanoseconds::rep>(crew_.size());
  return std::max(Nanoseconds(0), finished_ - started_ - lost);
}

void Crew::give_out(const Work& work, const Budget& budget, Manner manner) {
  puzzles_ = work.puzzles.size();
  std::ranges::copy(work.puzzles, arena_.puzzles().begin());
  std::ranges::copy(work.answers, arena_.answers().begin());
  Order& order = arena_.order();
  order.puzzles = puzzles_;
  order.copies = work.copies;
  order.chunk = work.chunk;
  order.manner = manner;
  order.has_until = work.until.has_value();
  order.until = work.until.value_or(SteadyClock::time_point{});
  order.solution_limit = budget.solution_limit;
  order.guess_limit = budget.guess_limit;
  order.time_limit = budget.time_limit;
  order.limit_in_ticks = limit_in_ticks(budget);
  order.workers = static_cast<unsigned>(crew_.size());
  order.cursor = 0;
  order.arrived = 0;
  order.cancelled = false;
  given_out_ = SteadyClock::now();
  replaced_ = 0;
  lost_ = Nanoseconds(0);
  started_ = SteadyClock::time_point::max();
  finished_ = SteadyClock::time_point::min();
  for (unsigned number = 0; number < crew_.size(); ++number) {
    arena_.post(number).left_over = {};
    arena_.post(number).one_by_one = false;
    arena_.post(number).size = 0;
    arena_.post(number).taken = 0;
    // A worker that dies before it starts must not lend an earlier pass's start to this one.
    arena_.post(number).started = SteadyClock::time_point::max();
    crew_[number].at_work = true;
    crew_[number].seen_at = kNowhere;
    crew_[number].seen_since = SteadyClock::now();
    crew_[number].process->say(kGo);
  }
}

void Crew::supervise(const Budget& budget) {
  std::vector<pollfd> lines(crew_.size());
  while (std::ranges::any_of(crew_, &Member::at_work)) {
    for (std::size_t i = 0; i < crew_.size(); ++i) {
      const int line = crew_[i].at_work ? crew_[i].process->line() : -1;
      lines[i] = {.fd = line, .events = POLLIN, .revents = 0};
    }
    poll(lines.data(), lines.size(), static_cast<int>(kLookEvery.count()));
    if (budget.cancelled != nullptr && budget.cancelled->load()) dismiss("interrupted");
    for (unsigned number = 0; number < crew_.size(); ++number)
      attend_to(number, lines[number].revents != 0, budget);
  }
}

void Crew::attend_to(unsigned number, bool has_spoken, const Budget& budget) {
  if (!crew_[number].at_work) return;
  const WorkerProcess& process = *crew_[number].process;
  const bool has_ended = process.has_ended();  // first: it may speak and end
  if (has_spoken || !process.is_silent()) {
    if (process.hear(0ms) == kDone) return finish(number);
    replace(number);
  } else if (has_ended) {
    attend_to_dead(number);
  } else {
    look_after(number, budget);
  }
}

// A child that returned in the worker's place may still say so; it holds the line for that long.
void Crew::attend_to_dead(unsigned number) {
  Member& member = crew_[number];
  const auto now = SteadyClock::now();
  if (!member.dead_since) member.dead_since = now;
  if (now - *member.dead_since > kLastWords) replace(number);
}

void Crew::finish(unsigned number) {
  const Post& post = arena_.post(number);
  crew_[number].at_work = false;
  // Copied, for the worker could still write them.
  const SteadyClock::time_point started = post.started;
  const SteadyClock::time_point finished = post.finished;
  if (!can_be(started, finished)) return dismiss("reported times that cannot be");
  if (post.taken > 0) crew_[number].in_a_row = 0;
  started_ = std::min(started_, started);
  finished_ = std::max(finished_, finished);
  if (post.breach[0] != '\0') breach_ = text_of(post.breach);
  take_complaints(number);
  if (post.gives_up && disqualified_.empty()) {
    const std::string last = incidents().empty() ? breach_ : incidents().rbegin()->second.reason;
    dismiss(fmt::format("{} puzzles in a row: {}", kMostInARow, last));
  }
}

// Kills a worker that hangs or holds too much; its line then tells.
void Crew::look_after(unsigned number, const Budget& budget) {
  Member& member = crew_[number];
  if (member.sentence) return;
  look_at_clock(number, budget);
  if (!member.sentence && terms_.memory_limit > 0) look_at_memory(number);
  if (member.sentence) member.process->kill();
}

Work::Range Crew::in_hand(unsigned number) const {
  const Post& post = arena_.post(number);
  const std::size_t first = std::min<std::size_t>(post.first, puzzles_);
  return {.first = first, .size = std::min<std::size_t>(post.size, puzzles_ - first)};
}

std::size_t Crew::first_unanswered(Work::Range range) const {
  const std::span<const Answer> answers = arena_.answers().subspan(range.first, range.size);
  const auto open = std::ranges::find(answers, Outcome::unanswered, &Answer::outcome);
  return range.first + static_cast<std::size_t>(open - answers.begin());
}

void Crew::replace(unsigned number) {
  Member& member = crew_[number];
  const auto noticed = member.dead_since.value_or(SteadyClock::now());
  Post& post = arena_.post(number);
  started_ = std::min(started_, std::max(post.started, given_out_));
  finished_ = std::max(finished_, noticed);
  const Incident incident = fate_of(member, post);
  take_complaints(number);
  const Work::Range left = left_by(number, incident);
  if (++replaced_ > 2 * (puzzles_ + crew_.size())) dismiss(kEndless);
  if (!disqualified_.empty()) return;
  hire(number);
  if (member.process->hear(terms_.start_patience) != kReady) {
    dismiss(fmt::format("{} and cannot be started again: {}", incident.reason,
                        why_not_started(number)));
    return;
  }
  post.left_over = left;
  post.size = 0;
  post.taken = 0;
  member.seen_at = kNowhere;
  member.seen_since = SteadyClock::now();
  lost_ += SteadyClock::now() - noticed;
  member.process->say(kGo);
}

// What comes back has passed through the solver's hands.
void Crew::take_back(const Work& work) const {
  const std::span<const Answer> answers = arena_.answers().first(work.puzzles.size());
  for (std::size_t i = 0; i < answers.size(); ++i) {
    work.answers[i] = answers[i];
    if (!is_outcome(work.answers[i].outcome)) work.answers[i].outcome = Outcome::unanswered;
  }
  for (const std::size_t i : late_) {
    if (!incidents().contains(i)) work.answers[i].outcome = Outcome::timeout;
  }
}

std::uint64_t Crew::added_memory() {
  std::uint64_t all = 0;
  for (unsigned number = 0; number < crew_.size(); ++number) {
    const Member& member = crew_[number];
    const auto memory = member.process ? member.process->memory() : std::nullopt;
    if (!memory || (is_command() && !memory->has_descendants)) return 0;
    const std::uint64_t peak = memory->process.peak;
    all += peak - std::min<std::uint64_t>(peak, arena_.post(number).bare_bytes);
    all += memory->descendants.peak;
  }
  return all;
}

void Crew::rest() {
  for (const Member& member : crew_) {
    if (member.process != nullptr) member.process->pause();
  }
  resting_ = true;
}

void Crew::resume() {
  if (!std::exchange(resting_, false)) return;
  for (const Member& member : crew_) {
    if (member.process != nullptr) member.process->resume();
  }
}

Crew::Nanoseconds Crew::cpu_time() const {
  Nanoseconds all = Entrant::cpu_time();
  for (const Member& member : crew_) {
    if (member.process != nullptr) all += member.process->cpu_time();
  }
  return all;
}

double Crew::startup_s() const {
  Nanoseconds longest{0};
  for (unsigned number = 0; number < crew_.size(); ++number)
    longest = std::max(longest, arena_.post(number).startup);
  return std::chrono::duration<double>(longest).count();
}

}  // namespace sudoku
