// Command solvers: puzzles are written to a program as lines, and its output lines are the answers.
#include <algorithm>
#include <charconv>
#include <chrono>
#include <csignal>
#include <ctime>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "solvers/external/answer_line.h"
#include "solvers/external/child_process.h"
#include "solvers/external/external.h"
#include "solvers/external/quoted.h"

namespace sudoku {

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

std::optional<Grid> solution_of(std::string_view text) {
  const ParsedGrid parsed = parse_grid(text);
  if (!parsed.ok || count_clues(parsed.grid) != kCells) return std::nullopt;
  return parsed.grid;
}

std::optional<std::uint64_t> count_of(std::string_view text) {
  std::uint64_t count = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, count);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return count;
}

// Longest delay until a cancelled run is noticed.
constexpr std::chrono::milliseconds kSlice = 100ms;

// A program that reads lines and answers with lines.
class Dialogue {
 public:
  static constexpr std::size_t kLongestLine = std::size_t{64} * 1024;

  enum class Event { line, ended, too_long, silent, cancelled };

  Dialogue(const std::vector<std::string>& command, const std::string& variable)
      : program_(command, variable) {}

  // Queues text for the program. hear() writes it while waiting: full pipes could block both sides.
  void say(std::string text) {
    text.insert(0, unsaid_);
    saying_ = std::move(text);
    unsaid_ = saying_;
  }

  // Reads the program's next line, without its end, into `line`; valid until the next call. Event
  // `silent`: no whole line within `patience` (0: no limit). SIGPIPE must be blocked or ignored.
  Event hear(std::string_view& line, std::chrono::nanoseconds patience, const Budget& budget) {
    const bool is_limited = patience.count() > 0;
    const auto begun = Clock::now();
    waited_ = {};
    while (!take_line(line)) {
      if (said_.size() - heard_ > kLongestLine) return Event::too_long;
      if (ended_) return Event::ended;
      if (is_cancelled(budget)) return Event::cancelled;
      if (is_limited && waited_ >= patience) return Event::silent;
      program_.write(unsaid_);
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(patience - waited_);
      program_.wait(!unsaid_.empty(), is_limited ? std::min(left, kSlice) : kSlice);
      listen();
      if (is_limited) waited_ = Clock::now() - begun;
    }
    return line.size() > kLongestLine ? Event::too_long : Event::line;
  }

  // How long the last hear() waited for a line; 0 if it had already arrived or `patience` was 0.
  std::chrono::nanoseconds waited() const { return waited_; }

  // The output of the program beyond the lines that hear() has returned.
  std::string_view unheard() {
    listen();
    return std::string_view(said_).substr(heard_);
  }

  std::string exit_reason() { return program_.exit_reason(); }

 private:
  bool take_line(std::string_view& line) {
    const std::size_t end = said_.find('\n', heard_);
    if (end == std::string::npos) return false;
    line = std::string_view(said_).substr(heard_, end - heard_);
    heard_ = end + 1;
    if (line.ends_with('\r')) line.remove_suffix(1);
    return true;
  }

  void listen() {
    said_.erase(0, heard_);
    heard_ = 0;
    ended_ = ended_ || !program_.read(said_);
  }

  ChildProcess program_;
  std::string saying_;
  std::string_view unsaid_;  // input not yet written to the program
  std::string said_;
  std::size_t heard_ = 0;  // number of characters that hear() has returned
  bool ended_ = false;
  std::chrono::nanoseconds waited_{0};
};

// Blocks SIGPIPE for this thread and discards a pending one at the end: writing to a pipe without a
// reader is an error here, not the end of the process.
class SigpipeBlocked {
 public:
  SigpipeBlocked() {
    ::sigemptyset(&sigpipe_);
    ::sigaddset(&sigpipe_, SIGPIPE);
    ::pthread_sigmask(SIG_BLOCK, &sigpipe_, &before_);
  }

  ~SigpipeBlocked() {
    // If SIGPIPE was blocked before construction, a pending SIGPIPE is left to the caller.
    if (::sigismember(&before_, SIGPIPE) == 1) return;
    const timespec at_once{};
    while (::sigtimedwait(&sigpipe_, nullptr, &at_once) == SIGPIPE) {
    }
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }

  SigpipeBlocked(const SigpipeBlocked&) = delete;
  SigpipeBlocked& operator=(const SigpipeBlocked&) = delete;

 private:
  sigset_t sigpipe_{};
  sigset_t before_{};
};

constexpr std::size_t kGarbageQuoted = 60;

template <typename Puzzle>
std::string lines_of(std::span<const Puzzle> puzzles) {
  std::string lines;
  lines.reserve(puzzles.size() * (std::size(Puzzle{}.text()) + 1));
  for (const Puzzle& puzzle : puzzles) {
    const auto text = puzzle.text();
    lines.append(text.data(), text.size()) += '\n';
  }
  return lines;
}

class Command final : public SolverOfBothKinds<Command> {
 public:
  Command(ExternalSpec spec, std::chrono::nanoseconds patience, ReportIncident complain)
      : SolverOfBothKinds(spec.pencilmarks),
        spec_(std::move(spec)),
        patience_(patience),
        complain_(std::move(complain)) {
    spec_.batch = std::max<std::uint64_t>(spec_.batch, 1);
    expect_program(spec_.command.empty() ? "" : spec_.command.front());
  }

  template <typename Puzzle>
  void solve_all(std::span<const Puzzle> puzzles, const Budget& budget, std::span<Answer> answers) {
    const SigpipeBlocked blocked;
    for (std::size_t first = 0; first < puzzles.size();) {
      const std::size_t size = std::min<std::size_t>(spec_.batch, puzzles.size() - first);
      first_ = first;
      first += exchange(puzzles.subspan(first, size), budget, answers.subspan(first, size));
    }
  }

 private:
  // Writes puzzles to the program and returns how many were answered, at least one. If the program
  // fails, the last of these counts as failed, and a restarted program gets the remaining puzzles.
  template <typename Puzzle>
  std::size_t exchange(std::span<const Puzzle> puzzles, const Budget& budget,
                       std::span<Answer> answers) {
    if (is_cancelled(budget)) return give_up(answers);
    if (!is_ready(budget.solution_limit, answers[0])) return 1;
    dialogue_->say(lines_of(puzzles));
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      std::string_view line;
      const auto event = dialogue_->hear(line, patience_, budget);
      if (event == Dialogue::Event::cancelled) return i + give_up(answers.subspan(i));
      if (event != Dialogue::Event::line) {
        blame(i, event, answers[i]);
        return i + 1;
      }
      if (const auto said = external::answer_of(line, limit_, spec_.limit)) {
        answers[i] = *said;
      } else {
        charge(i, Outcome::wrong, "answered '" + quoted(line, kGarbageQuoted) + "'", answers[i]);
      }
      // The program cannot be told the time limit.
      const bool is_late = budget.time_limit.count() > 0 && dialogue_->waited() > budget.time_limit;
      if (is_late && answers[i].outcome != Outcome::wrong) answers[i].outcome = Outcome::timeout;
    }
    return puzzles.size();
  }

  std::size_t give_up(std::span<Answer> answers) {
    dialogue_.reset();
    std::ranges::fill(answers, Answer{.outcome = Outcome::timeout});
    return answers.size();
  }

  // Whether the program runs and has printed nothing unasked; if not, `answer` is a failure.
  bool is_ready(std::uint64_t limit, Answer& answer) {
    if (limit != limit_) dialogue_.reset();
    limit_ = limit;
    if (!dialogue_) return starts(answer);
    const std::string_view more = dialogue_->unheard();
    if (more.empty()) return true;
    charge(0, Outcome::wrong,
           "wrote more than one line per puzzle: '" + quoted(more, kGarbageQuoted) + "'", answer);
    dialogue_.reset();
    return false;
  }

  bool starts(Answer& answer) {
    try {
      dialogue_ = std::make_unique<Dialogue>(spec_.command,
                                             "SUDOKU_BENCH_SOLUTIONS=" + std::to_string(limit_));
    } catch (const ExternalError& error) {
      charge(0, Outcome::crashed, error.what(), answer);
    }
    return dialogue_ != nullptr;
  }

  void blame(std::size_t i, Dialogue::Event event, Answer& answer) {
    if (event == Dialogue::Event::silent) {
      const auto waited = std::chrono::ceil<std::chrono::milliseconds>(patience_).count();
      charge(i, Outcome::timeout, "no answer in " + std::to_string(waited) + " ms", answer);
    } else if (event == Dialogue::Event::too_long) {
      charge(i, Outcome::wrong, "wrote a line of more than 65536 characters", answer);
    } else {
      charge(i, Outcome::crashed, dialogue_->exit_reason(), answer);
    }
    dialogue_.reset();
  }

  void charge(std::size_t i, Outcome outcome, const std::string& reason, Answer& answer) {
    answer = Answer{.outcome = outcome};
    complain_(first_ + i, outcome, reason);
  }

  ExternalSpec spec_;
  std::chrono::nanoseconds patience_;
  ReportIncident complain_;
  std::unique_ptr<Dialogue> dialogue_;  // null: the program does not run
  std::uint64_t limit_ = 0;             // the solution limit with which the program was started
  std::size_t first_ = 0;               // position of the first puzzle passed to exchange()
};

}  // namespace

std::optional<Answer> external::answer_of(std::string_view line, std::uint64_t limit,
                                          LimitUse use) {
  if (line.empty()) return Answer{.outcome = Outcome::none};
  if (const auto solution = solution_of(line))
    return Answer{.outcome = Outcome::first, .solutions = 1, .solution = *solution};
  const std::size_t space = line.find(' ');
  const auto count = count_of(line.substr(0, space));
  if (!count) return std::nullopt;
  Answer answer;
  set_count(answer, *count, limit, use);
  if (space == std::string_view::npos) return answer;
  const auto solution = solution_of(line.substr(space + 1));
  if (!solution || *count == 0) return std::nullopt;
  answer.solution = *solution;
  return answer;
}

std::unique_ptr<Solver> make_command(const ExternalSpec& spec, std::chrono::nanoseconds patience,
                                     ReportIncident complain) {
  return std::make_unique<Command>(spec, patience, std::move(complain));
}

}  // namespace sudoku
