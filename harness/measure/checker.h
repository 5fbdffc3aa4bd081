// What is checked about every answer of every round, off the clock.
#pragma once

#include <cstdint>
#include <string_view>

#include "solvers/solver.h"

namespace sudoku {

// Why an answer cannot be right, seen by itself; empty when nothing speaks against it. Checks that
// the solver wrote one, that outcome and number of solutions fit each other and the limit, and
// that the solution keeps the clues and fills every house; that what a solver filled before it got
// stuck keeps the clues and has no digit twice in a house.
// A solver that only counts (`info`) may leave the solution out.
std::string_view fault_of(const Grid& puzzle, const Answer& answer, std::uint64_t solution_limit,
                          const SolverInfo& info);

// Whether two answers to the same puzzle can both be right, as far as each goes: one that stops at
// the first solution, only counts, or got stuck says less than others.
bool agree(const Answer& a, const Answer& b);

// Why an answer contradicts the solution that the dataset declares (kEmptyGrid: none declared);
// empty when it does not. A declared solution that does not solve the puzzle proves nothing.
std::string_view fault_against_declared(const Grid& puzzle, const Grid& declared,
                                        const Answer& answer);

// Whether it got stuck, and shows what it had filled by then.
bool shows_part(const Answer& answer);

// Whether the outcome says how many solutions there are: unique, multiple, none, first.
bool is_decided(Outcome outcome);

// A 64-bit hash of a puzzle with its outcome and, when unique, its solution; the same for every
// solver that is right. 0 unless the outcome is decided. Digests are sums of these.
std::uint64_t answer_hash(const Grid& puzzle, const Answer& answer);

}  // namespace sudoku
