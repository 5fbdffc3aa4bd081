// Fuzz target: commands that print any bytes give each puzzle an outcome, with printable reasons.
#include <algorithm>
#include <array>

#include "solvers/external/external.h"
#include "solvers/fuzz_fixture.h"

namespace sudoku {

// The command is a program that prints the fuzzer's bytes, whatever its input.
void fuzz_command(std::string_view bytes) {
  Decisions decide(bytes);
  ExternalSpec spec;
  spec.name = "cat";
  spec.batch = 1 + decide.below(4);
  spec.limit = static_cast<LimitUse>(decide.below(kLimitUses.size()));
  const Budget budget{.solution_limit = 1 + decide.below(3)};
  const MemoryFile words(decide.rest());
  spec.command = {"cat", words.path()};

  const std::array<Grid, 4> puzzles = {kEmptyGrid, kEmptyGrid, kEmptyGrid, kEmptyGrid};
  std::array<Answer, 4> answers;
  const auto complain = [&](std::size_t position, Outcome outcome, std::string_view reason) {
    must(position < answers.size() && answers[position].outcome == outcome,
         "a complaint is about a puzzle that has its outcome");
    must(std::ranges::none_of(reason, [](char c) { return c < ' ' || c > '~'; }),
         "a reason can be printed");
  };
  make_command(spec, std::chrono::seconds(1), complain)->solve(puzzles, budget, answers);
  for (const Answer& answer : answers)
    must(answer.outcome != Outcome::unanswered, "every puzzle has an outcome");
}

}  // namespace sudoku
