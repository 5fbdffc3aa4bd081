// What the faulty plugin of the tests does wrong, and on which puzzles.
#pragma once

#include <cstdint>
#include <string_view>

#include "solvers/sudoku.h"

namespace sudoku {

// A fault is the low 8 bits of the plugin's `config`; the bits above are the number that some
// faults take. Unless said otherwise, the plugin goes on to the right answer afterwards.
enum class Fault : std::uint32_t {
  none,
  segv,                   // writes to address 16
  aborts,                 // abort()
  exits,                  // exit(0), with the functions that atexit() knows
  throws,                 // std::runtime_error("this plugin throws")
  hangs,                  // for ever, computing
  leaks,                  // takes memory and touches it until it is killed or gets none: bad_alloc
  wrong_answer,           // the right solution but for one digit, which repeats in its house
  other_grid,             // a grid that breaks no house, only the clues
  too_many,               // reports three solutions more than the limit
  scribbles,              // writes to its input
  overruns,               // writes a terminator behind the solution
  overreads,              // reads a character behind the input's terminator
  prints,                 // "this plugin prints" and a line feed, to standard output, flushed
  changes_signals,        // handles SIGSEGV, ignores SIGINT
  blocks_signals,         // blocks SIGTERM
  changes_rounding,       // of floating-point numbers: upward
  closes_descriptors,     // all but standard input, output and error
  garbage,                // one solution, made of '#'
  overflows_stack,        // recursion without end
  always_segv,            // as segv, but on every puzzle
  cuts_files,             // all but standard input, output and error, to nothing
  dawdles,                // sleeps for as many milliseconds
  keeps_memory,           // as many MB, from its first call on, whatever the puzzle
  replaces_descriptors,   // all of them up to 63, by /dev/null
  unmaps,                 // the page that its solution lies in
  kills_its_group,        // with SIGKILL
  breeds,                 // five children in sessions of their own, which sleep
  raises,                 // the signal of that number
  forks_and_exits,        // its child returns in its place
  jumps,                  // into the last call that went well
  kills_its_parent,       // with SIGKILL
  dies_before_its_child,  // aborts; the child, in a session of its own, holds its files for seconds
};

inline constexpr std::uint32_t kFaults = 33;

constexpr std::uint32_t config_of(Fault fault, std::uint32_t number = 0) {
  return static_cast<std::uint32_t>(fault) | number << 8U;
}

// Whether the plugin misbehaves on this puzzle: one in 64 patterns of blanks. Other digits in the
// same cells do not change it. The text is 81 characters, as in Grid.
constexpr bool is_faulty_on(std::string_view puzzle) {
  std::uint64_t hash = 0xCBF2'9CE4'8422'2325;  // FNV-1a
  for (const char cell : puzzle.substr(0, kCells))
    hash = (hash ^ (cell == kBlank ? 1U : 0U)) * 0x100'0000'01B3;
  return (hash ^ hash >> 32) % 64 == 0;
}

static_assert(is_faulty_on(std::string_view("1.")) == is_faulty_on(std::string_view("2.")));

}  // namespace sudoku
