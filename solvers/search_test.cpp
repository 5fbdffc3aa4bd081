// Tests of what searching solvers share: the meter, outcomes, and the recording of solutions.
#include "solvers/search.h"

#include <array>

#include <gtest/gtest.h>

namespace sudoku {
namespace {

// How many guesses a meter grants before it refuses, asked at most `attempts` times.
std::uint64_t granted(Meter& meter, std::uint64_t attempts) {
  for (std::uint64_t i = 0; i < attempts; ++i)
    if (!meter.guess()) return i;
  return attempts;
}

constexpr std::uint64_t kLook = Meter::kGuessesPerLook;

TEST(Meter, GrantsExactlyTheGuessLimit) {
  for (const std::uint64_t limit :
       {std::uint64_t{0}, std::uint64_t{1}, kLook - 1, kLook, kLook + 1, 5 * kLook + 7}) {
    const Budget budget{.guess_limit = limit, .time_limit = std::chrono::hours(1)};
    Meter meter(budget);
    EXPECT_FALSE(meter.spent());
    EXPECT_EQ(granted(meter, 2 * limit + 1), limit);
    EXPECT_EQ(granted(meter, 10), 0U) << "it stays spent";
    EXPECT_EQ(meter.guesses(), limit);
    EXPECT_TRUE(meter.spent());
  }
}

TEST(Meter, LooksAtCancellationEverySoManyGuesses) {
  std::atomic<bool> cancelled = false;
  const Budget budget{.cancelled = &cancelled};
  Meter meter(budget);
  EXPECT_EQ(granted(meter, 1000), 1000U);
  cancelled = true;
  EXPECT_LE(granted(meter, 1000), kLook);
  EXPECT_TRUE(meter.spent());
}

TEST(Meter, ATimeLimitOfANanosecondEndsAtTheSecondLook) {
  const Budget budget{.time_limit = std::chrono::nanoseconds(1)};
  Meter meter(budget);
  EXPECT_EQ(granted(meter, 10'000), 2 * kLook);
  EXPECT_TRUE(meter.spent());
}

TEST(Meter, OfSlowGuessesLooksAtEveryGuess) {
  std::atomic<bool> cancelled = false;
  const Budget budget{
      .guess_limit = 5, .time_limit = std::chrono::hours(1), .cancelled = &cancelled};
  Meter limited = Meter::of_slow_guesses(budget);
  EXPECT_LE(limited.time_left(), budget.time_limit);
  EXPECT_GT(limited.time_left(), budget.time_limit / 2);
  EXPECT_EQ(granted(limited, 10), 5U);
  Meter meter = Meter::of_slow_guesses(budget);
  EXPECT_EQ(granted(meter, 2), 2U);
  cancelled = true;
  EXPECT_EQ(granted(meter, 2), 0U);
  EXPECT_TRUE(meter.spent());
}

TEST(Meter, OfSlowGuessesCountsTheTimeFromItsStart) {
  const Budget budget{.time_limit = std::chrono::nanoseconds(1)};
  Meter meter = Meter::of_slow_guesses(budget);
  EXPECT_LE(meter.time_left().count(), 1);
  EXPECT_EQ(granted(meter, 2), 0U);
}

TEST(OutcomeOf, TellsWhatWasProved) {
  struct {
    std::uint64_t solutions, limit;
    Outcome outcome;
  } const cases[] = {{0, 1, Outcome::none},       {0, 2, Outcome::none},
                     {1, 1, Outcome::first},      {1, 2, Outcome::unique},
                     {1, 1000, Outcome::unique},  {2, 2, Outcome::multiple},
                     {7, 1000, Outcome::multiple}};

  for (const auto& c : cases)
    EXPECT_EQ(outcome_of(c.solutions, c.limit), c.outcome) << c.solutions << " of " << c.limit;
}

TEST(NoteSolution, KeepsTheFirstAndStopsAtTheLimit) {
  const Budget budget{.solution_limit = 2};
  Answer answer;
  EXPECT_FALSE(note_solution(filled_with('1'), budget, answer));
  EXPECT_TRUE(note_solution(filled_with('2'), budget, answer));
  EXPECT_EQ(answer.solutions, 2U);
  EXPECT_EQ(answer.solution, filled_with('1'));
}

TEST(Conclude, ASpentBudgetIsATimeoutWhateverWasFound) {
  const Budget budget{.guess_limit = 4};
  Meter meter(budget);
  EXPECT_EQ(granted(meter, 5), 4U);
  Answer answer{.solutions = 1, .solution = filled_with('1')};
  conclude(meter, budget, answer);
  EXPECT_EQ(answer.outcome, Outcome::timeout);
  EXPECT_EQ(answer.guesses, 4U);
  EXPECT_EQ(answer.solutions, 1U);
}

// A search that adds the number of its calls to the guesses already in the answer.
struct Probe {
  void run(const Grid& /*puzzle*/, const Budget& /*budget*/, Answer& answer) {
    answer.outcome = Outcome::none;
    answer.guesses += ++calls;
  }

  std::uint64_t calls = 0;
};

TEST(OneAtATime, ClearsEveryAnswerAndKeepsOneSearch) {
  const auto solver = one_at_a_time<Probe>();
  const std::array<Grid, 3> puzzles = {kEmptyGrid, kEmptyGrid, kEmptyGrid};
  std::array<Answer, 3> answers;
  answers.fill(
      {.outcome = Outcome::wrong, .solutions = 9, .guesses = 900, .solution = filled_with('9')});
  solver->solve(puzzles, Budget{}, answers);
  for (std::uint64_t i = 0; i < 3; ++i) {
    EXPECT_EQ(answers[i].outcome, Outcome::none);
    EXPECT_EQ(answers[i].guesses, i + 1);
    EXPECT_EQ(answers[i].solutions, 0U);
    EXPECT_EQ(answers[i].solution, kEmptyGrid);
  }
}

TEST(OneAtATime, DoesNotStartWhatIsCancelled) {
  const std::atomic<bool> cancelled = true;
  const auto solver = one_at_a_time<Probe>();
  Answer answer;
  solver->solve({&kEmptyGrid, 1}, Budget{.cancelled = &cancelled}, {&answer, 1});
  EXPECT_EQ(answer.outcome, Outcome::timeout);
  EXPECT_EQ(answer.guesses, 0U);
}

}  // namespace
}  // namespace sudoku
