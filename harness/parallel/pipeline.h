// Three stages that overlap: what is read in order is worked on by all threads at once and written
// in the same order.
#pragma once

#include <cstddef>
#include <functional>

#include "harness/parallel/gang.h"

namespace sudoku {

// An item is a place for data, used again and again; no two stages have the same one at a time.
struct Stages {
  std::function<bool(std::size_t item)> read;                 // one at a time; false: no more
  std::function<void(std::size_t item, unsigned slot)> work;  // slot: as in Gang::Body
  std::function<void(std::size_t item)> write;                // one at a time, as read
};

// Runs until there is no more to read and everything is written, on the threads of the gang and in
// the items [0, items): memory depends on them alone. What a stage throws ends the others and is
// thrown here.
void run_pipeline(Gang& gang, std::size_t items, const Stages& stages);

}  // namespace sudoku
