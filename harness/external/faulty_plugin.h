// The faults of the tests' faulty plugin, and the puzzles on which it commits them.
#pragma once

#include <cstdint>
#include <string_view>

#include "solvers/sudoku.h"

namespace sudoku::external {

// A fault of the plugin: the low 8 bits of its `config`. The bits above are the number N that some
// faults take. Unless said otherwise, the plugin then goes on to the right answer.
enum class PluginFault : std::uint32_t {
  none,
  segv,                   // writes to address 16
  aborts,                 // abort()
  exits,                  // exit(0), which calls the functions registered with atexit()
  throws,                 // std::runtime_error("this plugin throws")
  hangs,                  // computes for ever
  leaks,                  // takes memory and writes to it until it is killed or gets bad_alloc
  wrong_answer,           // the right solution but for one digit, which repeats in its house
  other_grid,             // a grid that breaks no house, only the clues
  too_many,               // reports three solutions more than the limit
  scribbles,              // writes to its input
  overruns,               // writes a terminator past the solution
  overreads,              // reads a character past the input's terminator
  prints,                 // "this plugin prints" to standard output; first sleeps N ms, once
  closes_descriptors,     // closes all but standard input, output and error; then sleeps N ms
  garbage,                // reports one solution, made of '#'
  overflows_stack,        // recurses without end
  always_segv,            // as segv, but on every puzzle
  cuts_files,             // truncates all files but standard input, output and error
  dawdles,                // sleeps for N milliseconds
  keeps_memory,           // takes N MB, from its first call on, whatever the puzzle
  replaces_descriptors,   // replaces all descriptors up to 63 by /dev/null
  unmaps,                 // unmaps the page of its solution
  kills_its_group,        // kills its process group with SIGKILL
  breeds,                 // starts five children in sessions of their own, which sleep
  raises,                 // raises signal N
  forks_and_exits,        // forks; the parent exits, the child returns from the call
  jumps,                  // longjmp() into the last call without a fault
  dies_before_its_child,  // aborts; its child keeps its files open, in a new session if N is 0
  answers_few,            // batches only: returns N fewer than the puzzles of the batch
  answers_many,           // batches only: returns one more than the puzzles of the batch
  denies,                 // reports no solution
  forks_and_returns,      // forks; both the parent and the child return from the call
  vforks_and_returns,     // as forks_and_returns, but the child has the memory of the parent
  closes_one,             // closes descriptor N
  closes_and_breeds,      // as breeds, then as closes_descriptors
  moves,                  // leaves one of the CPUs that it may run on
};

inline constexpr std::uint32_t kFaults = 37;

constexpr std::uint32_t config_of(PluginFault fault, std::uint32_t number = 0) {
  return static_cast<std::uint32_t>(fault) | number << 8U;
}

// Whether the plugin misbehaves on this puzzle: on one in 64 patterns of blanks.
constexpr bool is_faulty_on(std::string_view puzzle) {
  std::uint64_t hash = 0xCBF2'9CE4'8422'2325;  // FNV-1a
  for (const char cell : puzzle.substr(0, kCells))
    hash = (hash ^ (cell == kBlank ? 1U : 0U)) * 0x100'0000'01B3;
  return (hash ^ hash >> 32) % 64 == 0;
}

static_assert(is_faulty_on(std::string_view("1.")) == is_faulty_on(std::string_view("2.")));

}  // namespace sudoku::external
