// Fuzz target: commands that print any bytes give each puzzle an outcome, with printable reasons.
#include <algorithm>
#include <array>

#include "harness/base/text.h"
#include "harness/external/external.h"
#include "solvers/fuzz_fixture.h"

namespace sudoku {

// The command is a program that prints the fuzzer's bytes, whatever its input.
void fuzz_command(std::string_view bytes) {
  Decisions decide(bytes);
  external::Spec spec;
  spec.name = "cat";
  spec.batch = 1 + decide.below(4);
  spec.limit = static_cast<external::LimitUse>(decide.below(external::kLimitUses.size()));
  const Budget budget{.solution_limit = 1 + decide.below(3)};
  const MemoryFile words(decide.rest());
  spec.command = {"cat", words.path()};

  const std::array<Grid, 4> puzzles = {kEmptyGrid, kEmptyGrid, kEmptyGrid, kEmptyGrid};
  std::array<Answer, 4> answers;
  const auto report = [&](std::size_t position, Outcome outcome, std::string_view reason) {
    must(position < answers.size() && answers[position].outcome == outcome,
         "a complaint is about a puzzle that has its outcome");
    must(base::printable(reason) == reason, "a reason can be printed");
  };
  external::make_command(spec, std::chrono::seconds(1), report)->solve(puzzles, budget, answers);
  for (const Answer& answer : answers)
    must(answer.outcome != Outcome::unanswered, "every puzzle has an outcome");
}

}  // namespace sudoku
