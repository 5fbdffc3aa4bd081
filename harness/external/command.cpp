// Command solvers: puzzles are written to a program as lines, and its output lines are the answers.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/base/child_process.h"
#include "harness/base/errors.h"
#include "harness/base/text.h"
#include "harness/base/units.h"
#include "harness/external/external.h"

namespace sudoku::external {

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

std::optional<Grid> solution_of(std::string_view text) {
  const ParsedGrid parsed = parse_grid(text);
  if (!parsed.ok || count_clues(parsed.grid) != kCells) return std::nullopt;
  return parsed.grid;
}

// Longest delay until a cancelled run is noticed.
constexpr std::chrono::milliseconds kSlice = 100ms;

// A program that reads lines and answers with lines.
class Dialogue {
 public:
  static constexpr std::size_t kLongestLine = std::size_t{64} * 1024;

  enum class Event { line, ended, too_long, silent, cancelled };

  Dialogue(const std::vector<std::string>& command, const std::string& variable)
      : program_(command, variable, SIGKILL) {}

  // Queues text for the program. receive() writes it while waiting: full pipes could block both
  // sides.
  void send(std::string text) {
    text.insert(0, unsaid_);
    saying_ = std::move(text);
    unsaid_ = saying_;
  }

  // Reads the program's next line, without its end, into `line`; valid until the next call. Event
  // `silent`: no whole line within `patience` (0: no limit).
  Event receive(std::string_view& line, std::chrono::nanoseconds patience, const Budget& budget) {
    const bool is_limited = patience.count() > 0;
    const auto begun = Clock::now();
    waited_ = {};
    while (!take_line(line)) {
      if (received_.size() - taken_ > kLongestLine) return Event::too_long;
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

  // How long the last receive() waited for a line; 0 if it had already arrived or `patience` was 0.
  std::chrono::nanoseconds waited() const { return waited_; }

  // The output that was read beyond the lines that receive() has returned.
  std::string_view rest() const { return std::string_view(received_).substr(taken_); }

  // Reads what the program has printed.
  void listen() {
    received_.erase(0, taken_);
    taken_ = 0;
    ended_ = ended_ || !program_.read(received_);
  }

  // How the program ended, and `when`.
  std::string exit_reason(std::string_view when = "") { return program_.exit_reason(when); }

 private:
  bool take_line(std::string_view& line) {
    const std::size_t end = received_.find('\n', taken_);
    if (end == std::string::npos) return false;
    line = std::string_view(received_).substr(taken_, end - taken_);
    taken_ = end + 1;
    return true;
  }

  base::ChildProcess program_;
  std::string saying_;
  std::string_view unsaid_;  // input not yet written to the program
  std::string received_;
  std::size_t taken_ = 0;  // number of characters that receive() has returned
  bool ended_ = false;
  std::chrono::nanoseconds waited_{0};
};

// The first line of a text, or its start, as a reason quotes it: with escapes for characters that
// are not seen.
std::string quoted(std::string_view text) {
  constexpr std::size_t kMost = 60;
  const std::string line = base::clean_text(text.substr(0, text.find('\n')), kMost);
  const std::string literal = fmt::format("{:?}", line);
  return "'" + literal.substr(1, literal.size() - 2) + "'";
}

constexpr std::string_view kBlanks = " \t\r";

std::string_view trimmed(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  return text.substr(0, text.find_last_not_of(kBlanks) + 1);
}

// Length of a puzzle's line, with its end.
constexpr std::size_t kLineSize = kCells + 1;

std::string lines_of(std::span<const Grid> puzzles) {
  std::string lines;
  lines.reserve(puzzles.size() * kLineSize);
  for (const Grid& puzzle : puzzles)
    lines.append(puzzle.text()) += '\n';
  return lines;
}

// Whether a solution keeps the clues of a puzzle's line.
bool fits(std::string_view line, const Grid& solution) {
  bool is_broken = false;
  for (std::size_t i = 0; i < kCells; ++i)
    is_broken |= line[i] != kBlank && line[i] != solution.cells[i];
  return !is_broken;
}

// The puzzles that a program was sent and the lines that it has answered since its start. Tells
// when a line is not the answer to the next puzzle, because lines are missing or too many.
class Transcript {
 public:
  // Adds the lines of puzzles.
  void add(std::string_view lines) {
    if (next_ >= 2 * kReach) {
      sent_.erase(0, (next_ - kReach) * kLineSize);
      next_ = kReach;
    }
    sent_ += lines;
  }

  // Why a line is not the answer to its puzzle.
  struct Refusal {
    std::string reason = {};          // empty: it may be the answer, though a wrong one
    bool is_for_line_before = false;  // the line is an answer, but the line before it was too many
  };

  // Takes the next line of the program, and the answer in it, if it is one.
  Refusal take(std::string_view line, const std::optional<Answer>& answer) {
    if (!answer) return {"answered " + quoted(line)};
    const std::size_t at = next_++;
    const bool is_shown = answer->solution != kEmptyGrid;
    if (is_shown && fits(puzzle(at), answer->solution)) {
      unproven_ = 0;
      return {};
    }
    Refusal refusal = is_shown ? shift_of(at, line, answer->solution) : Refusal();
    ++unproven_;
    last_unproven_ = quoted(line);
    return refusal;
  }

 private:
  // Distance in which the puzzle that a line answers is looked for.
  static constexpr std::size_t kReach = 64;

  std::string_view puzzle(std::size_t i) const {
    return std::string_view(sent_).substr(i * kLineSize, kCells);
  }

  // Looks for another puzzle that a solution fits, near the puzzle that it does not fit. Only lines
  // that showed no fitting solution can have been too many.
  Refusal shift_of(std::size_t at, std::string_view line, const Grid& solution) const {
    const std::size_t most_before = std::min({at, unproven_, kReach});
    const std::size_t most_after = std::min(sent_.size() / kLineSize - at - 1, kReach);
    for (std::size_t distance = 1; distance <= std::max(most_before, most_after); ++distance) {
      if (distance <= most_after && fits(puzzle(at + distance), solution)) {
        return {"left out a line: " + quoted(line) + " answers " +
                (distance == 1 ? "the next puzzle" : "a later puzzle of the batch")};
      }
      if (distance <= most_before && fits(puzzle(at - distance), solution)) {
        return {"printed a line too many, " + last_unproven_ + ": the answers after it are shifted",
                true};
      }
    }
    return {};
  }

  std::string sent_;           // the lines of the last puzzles, those not yet answered included
  std::size_t next_ = 0;       // index in `sent_` of the next puzzle to be answered
  std::size_t unproven_ = 0;   // number of lines since the last solution that fitted its puzzle
  std::string last_unproven_;  // the last of these lines, quoted
};

// What a program must answer to be ready: any solver knows what to do, and it is soon done.
constexpr std::string_view kEasyPuzzle =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";

// Time after the limit in which a command may answer all the same: late, but with a time.
constexpr std::chrono::nanoseconds kGrace = 250ms;

class Command final : public Solver {
 public:
  Command(Spec spec, const CommandTerms& terms, ReportIncident report)
      : spec_(std::move(spec)), terms_(terms), report_(std::move(report)) {
    start();
  }

  void solve(std::span<const Grid> puzzles, const Budget& budget, std::span<Answer> answers) final {
    for (first_ = 0; first_ < puzzles.size() && !is_cancelled(budget) && dialogue_;) {
      const std::size_t size = std::min<std::size_t>(spec_.batch, puzzles.size() - first_);
      first_ += exchange(puzzles.subspan(first_, size), budget, answers.subspan(first_, size));
    }
    if (!is_cancelled(budget)) return;
    dialogue_.reset();
    std::ranges::fill(answers.subspan(first_), Answer{.outcome = Outcome::timeout});
  }

 private:
  // Starts the program and waits until it has answered a batch of easy puzzles: nothing else tells
  // that it is ready. Throws LoadError if it does not.
  void start() {
    try {
      base::expect_program(spec_.command.empty() ? "" : spec_.command.front());
      dialogue_ = std::make_unique<Dialogue>(
          spec_.command, "SUDOKU_BENCH_SOLUTIONS=" + std::to_string(terms_.solution_limit));
    } catch (const base::LoadError& error) {
      throw base::LoadError(std::string("cannot be started: ") + error.what());
    }
    std::string lines;
    for (std::uint64_t i = 0; i < spec_.batch; ++i)
      lines += kEasyPuzzle;
    transcript_.add(lines);
    dialogue_->send(std::move(lines));
    for (std::uint64_t i = 0; i < spec_.batch; ++i) {
      const std::string_view line =
          first_line(i == 0 ? "before its first answer" : "in its first batch");
      const auto said = answer_of(line, terms_.solution_limit, spec_.limit);
      if (!said) {
        throw base::LoadError("printed " + quoted(line) +
                              " before its first answer: print notices to standard error");
      }
      transcript_.take(line, said);
    }
  }

  // The next line of a program that is being started. Throws LoadError if none comes.
  std::string_view first_line(std::string_view when) {
    std::string_view line;
    const auto event = dialogue_->receive(line, terms_.start_limit, {});
    if (event == Dialogue::Event::line) return line;
    if (event == Dialogue::Event::ended) throw base::LoadError(dialogue_->exit_reason(when));
    if (event == Dialogue::Event::too_long) throw base::LoadError(kTooLong);
    const std::string_view part = dialogue_->rest();
    const std::string what = part.empty() ? "nothing" : "only " + quoted(part) + " and no line end";
    throw base::LoadError(
        "printed " + what + " in " +
        base::seconds_text(std::chrono::duration<double>(terms_.start_limit).count()) +
        ": does it flush each line, or need a longer --start-timeout?");
  }

  // Writes puzzles to the program and returns how many were settled, at least one. If the program
  // fails, the last of these counts as failed, and the program is ended.
  std::size_t exchange(std::span<const Grid> puzzles, const Budget& budget,
                       std::span<Answer> answers) {
    dialogue_->listen();
    if (const std::string_view more = dialogue_->rest(); !more.empty()) {
      fail(0, Outcome::wrong, "printed " + quoted(more) + " before the puzzle was sent", answers);
      return 1;
    }
    std::string lines = lines_of(puzzles);
    transcript_.add(lines);
    dialogue_->send(std::move(lines));
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      std::string_view line;
      const auto event = dialogue_->receive(line, patience(), budget);
      if (event == Dialogue::Event::cancelled) return i;
      const std::size_t settled =
          event == Dialogue::Event::line ? read(line, i, answers) : blame(i, event, answers);
      if (!dialogue_) return settled;
      // The program cannot be told the time limit.
      const bool is_late = budget.time_limit.count() > 0 && dialogue_->waited() > budget.time_limit;
      if (is_late) answers[i].outcome = Outcome::timeout;
    }
    if (const std::string_view more = dialogue_->rest(); !more.empty()) {
      fail(puzzles.size() - 1, Outcome::wrong, "printed " + quoted(more) + " after its answer",
           answers);
    }
    return puzzles.size();
  }

  // Makes a line the answer to puzzle i. If it is none, charges that puzzle, or the one before if
  // its line was too many. Returns the number of puzzles settled.
  std::size_t read(std::string_view line, std::size_t i, std::span<Answer> answers) {
    const auto said = answer_of(line, terms_.solution_limit, spec_.limit);
    const Transcript::Refusal refusal = transcript_.take(line, said);
    if (refusal.reason.empty()) {
      answers[i] = *said;
      return i + 1;
    }
    const std::size_t charged = refusal.is_for_line_before && i > 0 ? i - 1 : i;
    fail(charged, Outcome::wrong, refusal.reason, answers);
    return charged + 1;
  }

  // Charges puzzle i with what befell the program. Returns the number of puzzles settled.
  std::size_t blame(std::size_t i, Dialogue::Event event, std::span<Answer> answers) {
    if (event == Dialogue::Event::silent) {
      fail(i, Outcome::timeout, no_answer_within(terms_.puzzle_limit), answers);
    } else if (event == Dialogue::Event::too_long) {
      fail(i, Outcome::wrong, kTooLong, answers);
    } else {
      fail(i, Outcome::crashed, dialogue_->exit_reason(), answers);
    }
    return i + 1;
  }

  // Charges puzzle i, and ends the program, whose next lines may belong to other puzzles.
  void fail(std::size_t i, Outcome outcome, const std::string& reason, std::span<Answer> answers) {
    answers[i] = Answer{.outcome = outcome};
    report_(first_ + i, outcome, reason);
    dialogue_.reset();
  }

  std::chrono::nanoseconds patience() const {
    const std::chrono::nanoseconds limit = terms_.puzzle_limit;
    return limit.count() == 0 ? limit : limit + kGrace;
  }

  static constexpr const char* kTooLong = "wrote a line of more than 65536 characters";

  Spec spec_;
  CommandTerms terms_;
  ReportIncident report_;
  std::unique_ptr<Dialogue> dialogue_;  // null: the program has ended
  Transcript transcript_;
  std::size_t first_ = 0;  // position of the first puzzle passed to exchange()
};

}  // namespace

std::optional<Answer> answer_of(std::string_view line, std::uint64_t limit, LimitUse use) {
  line = trimmed(line);
  if (line.empty()) return Answer{.outcome = Outcome::none};
  if (const auto solution = solution_of(line))
    return Answer{.outcome = Outcome::first, .solutions = 1, .solution = *solution};
  const std::size_t space = line.find_first_of(kBlanks);
  const auto count = base::number_in<std::uint64_t>(line.substr(0, space));
  if (!count) return std::nullopt;
  Answer answer;
  set_count(answer, *count, limit, use);
  if (space == std::string_view::npos) return answer;
  const auto solution = solution_of(trimmed(line.substr(space)));
  if (!solution || *count == 0) return std::nullopt;
  answer.solution = *solution;
  return answer;
}

std::unique_ptr<Solver> make_command(const Spec& spec, const CommandTerms& terms,
                                     ReportIncident report) {
  // Writing to a pipe without a reader is an error here, not the end of the process.
  std::signal(SIGPIPE, SIG_IGN);
  return std::make_unique<Command>(spec, terms, std::move(report));
}

}  // namespace sudoku::external
