#include <algorithm>
#include <utility>

#include "solvers/external/answer_line.h"
#include "solvers/external/dialogue.h"
#include "solvers/external/external.h"
#include "solvers/external/program.h"
#include "solvers/external/quoted.h"
#include "solvers/external/sigpipe.h"
#include "solvers/search.h"

namespace sudoku {

namespace {

constexpr std::size_t kGarbageQuoted = 60;

std::string lines_of(std::span<const Grid> puzzles) {
  std::string lines;
  lines.reserve(puzzles.size() * (kCells + 1));
  for (const Grid& puzzle : puzzles)
    lines.append(puzzle.text()) += '\n';
  return lines;
}

std::string milliseconds(std::chrono::nanoseconds time) {
  return std::to_string(std::chrono::ceil<std::chrono::milliseconds>(time).count()) + " ms";
}

class Command final : public Solver {
 public:
  Command(const ExternalSpec& spec, std::chrono::nanoseconds patience, Complain complain)
      : command_(spec.command),
        batch_(std::max<std::uint64_t>(spec.batch, 1)),
        limit_use_(spec.limit),
        patience_(patience),
        complain_(std::move(complain)) {
    expect_program(command_.empty() ? "" : command_.front());
  }

  void solve(std::span<const Grid> puzzles, const Budget& budget,
             std::span<Answer> answers) override {
    const SigpipeBlocked blocked;
    for (std::size_t first = 0; first < puzzles.size();) {
      const std::size_t size = std::min<std::size_t>(batch_, puzzles.size() - first);
      first_ = first;
      first += exchange(puzzles.subspan(first, size), budget, answers.subspan(first, size));
    }
  }

 private:
  // Returns how many puzzles are dealt with, at least one. After a failure that is up to and with
  // the one that it cost; the rest are for a new start.
  std::size_t exchange(std::span<const Grid> puzzles, const Budget& budget,
                       std::span<Answer> answers) {
    if (is_cancelled(budget)) return give_up(answers);
    if (!is_ready(budget.solution_limit, answers[0])) return 1;
    dialogue_->say(lines_of(puzzles));
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      std::string_view line;
      const auto event = dialogue_->hear(line, patience_, budget.cancelled);
      if (event == Dialogue::Event::cancelled) return i + give_up(answers.subspan(i));
      if (event != Dialogue::Event::line) {
        blame(i, event, answers[i]);
        return i + 1;
      }
      take(i, line, answers[i]);
      if (is_late(budget) && answers[i].outcome != Outcome::wrong) {
        answers[i].outcome = Outcome::timeout;
      }
    }
    return puzzles.size();
  }

  // It cannot be told of a time limit.
  bool is_late(const Budget& budget) const {
    return budget.time_limit.count() > 0 && dialogue_->waited() > budget.time_limit;
  }

  std::size_t give_up(std::span<Answer> answers) {
    dialogue_.reset();
    std::ranges::fill(answers, Answer{.outcome = Outcome::timeout});
    return answers.size();
  }

  // Whether it runs and is silent; if not, the first puzzle has paid for it.
  bool is_ready(std::uint64_t limit, Answer& answer) {
    if (limit != limit_) dialogue_.reset();
    limit_ = limit;
    if (!dialogue_) return starts(answer);
    const std::string_view more = dialogue_->unheard();
    if (more.empty()) return true;
    charge(0, Outcome::wrong,
           "wrote more than a line per puzzle: '" + quoted(more, kGarbageQuoted) + "'", answer);
    dialogue_.reset();
    return false;
  }

  bool starts(Answer& answer) {
    try {
      dialogue_ =
          std::make_unique<Dialogue>(command_, "SUDOKU_BENCH_SOLUTIONS=" + std::to_string(limit_));
    } catch (const ExternalError& error) {
      charge(0, Outcome::crashed, error.what(), answer);
    }
    return dialogue_ != nullptr;
  }

  void take(std::size_t i, std::string_view line, Answer& answer) {
    if (const auto said = answer_of(line, limit_, limit_use_)) {
      answer = *said;
    } else {
      charge(i, Outcome::wrong, "answered '" + quoted(line, kGarbageQuoted) + "'", answer);
    }
  }

  void blame(std::size_t i, Dialogue::Event event, Answer& answer) {
    if (event == Dialogue::Event::silent) {
      charge(i, Outcome::timeout, "no answer in " + milliseconds(patience_), answer);
    } else if (event == Dialogue::Event::too_long) {
      charge(i, Outcome::wrong, "wrote a line of more than 65536 characters", answer);
    } else {
      charge(i, Outcome::crashed, dialogue_->obituary(), answer);
    }
    dialogue_.reset();
  }

  void charge(std::size_t i, Outcome outcome, const std::string& reason, Answer& answer) {
    answer = Answer{.outcome = outcome};
    complain_(first_ + i, outcome, reason);
  }

  std::vector<std::string> command_;
  std::uint64_t batch_;
  LimitUse limit_use_;
  std::chrono::nanoseconds patience_;
  Complain complain_;
  std::unique_ptr<Dialogue> dialogue_;  // null: it does not run
  std::uint64_t limit_ = 0;             // that it was started with
  std::size_t first_ = 0;               // puzzle of this exchange, in the span that was handed over
};

}  // namespace

std::unique_ptr<Solver> make_command(const ExternalSpec& spec, std::chrono::nanoseconds patience,
                                     Complain complain) {
  return std::make_unique<Command>(spec, patience, std::move(complain));
}

}  // namespace sudoku
