// What must be the same for a race to be gone on with.
#pragma once

#include <string>
#include <vector>

#include "harness/measure/settings.h"
#include "harness/results/result.h"

namespace sudoku {

// Something with a name and its value, both as a message shows them.
struct Fact {
  std::string name;
  std::string value;
};

using Identity = std::vector<Fact>;

// Program, settings, datasets and solvers of a race whose inputs were read.
Identity identity_of(const RaceSettings& settings, const RunResult& race);

// As much of that as a finished result tells, whichever part of the race it is.
Identity identity_of(const RunResult& result);

// The same with that part, and with a sample that is another than is asked for now.
Identity identity_of(const RunResult& result, const RaceSettings& now);

// The program's own file, as a fact: a revision does not tell what was changed since.
Fact binary_fact();

// A fact that two sides do not agree on.
struct Difference {
  std::string name;
  std::string before;
  std::string now;
};

// Of the facts that both have.
std::vector<Difference> differences(const Identity& before, const Identity& now);

// The same as a message about two races says it; empty when there are none.
std::string disagreement(const Identity& a, const Identity& b);

// Names and values in turn, as records have them, and back.
std::vector<std::string> in_turn(const Identity& facts);
Identity identity_from(const std::vector<std::string>& names_and_values);

}  // namespace sudoku
