// Fuzz target: commands that print any bytes cannot be started, or give the first puzzle an
// outcome, with printable reasons.
#include <array>

#include "harness/base/errors.h"
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
  const external::CommandTerms terms{.solution_limit = 1 + decide.below(3),
                                     .start_limit = std::chrono::seconds(1),
                                     .puzzle_limit = std::chrono::seconds(1)};
  const Budget budget{.solution_limit = terms.solution_limit};
  const MemoryFile words(decide.rest());
  spec.command = {"cat", words.path()};

  const std::array<Grid, 4> puzzles = {kEmptyGrid, kEmptyGrid, kEmptyGrid, kEmptyGrid};
  std::array<Answer, 4> answers;
  const auto report = [&](std::size_t position, Outcome outcome, std::string_view reason) {
    must(position < answers.size() && answers[position].outcome == outcome,
         "a complaint is about a puzzle that has its outcome");
    must(base::printable(reason) == reason, "a reason can be printed");
  };
  try {
    external::make_command(spec, terms, report)->solve(puzzles, budget, answers);
    must(answers[0].outcome != Outcome::unanswered, "the first puzzle has an outcome");
  } catch (const base::LoadError& error) {
    must(base::printable(error.what()) == error.what(), "a reason can be printed");
  }
}

}  // namespace sudoku
