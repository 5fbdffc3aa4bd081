// Files of any size, solved from end to end.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>

#include "harness/dataset/byte_sink.h"
#include "harness/dataset/reader.h"
#include "harness/dataset/stretch.h"
#include "solvers/solver.h"

namespace sudoku {

struct BulkOptions {
  const SolverEntry& solver;
  std::uint64_t solution_limit = 2;
  unsigned threads = 1;
  bool strict = false;                         // the first bad row throws InputError
  const std::atomic<bool>& cancelled;          // ends it early when true
  std::function<void(std::uint64_t)> written;  // with the bytes of input that are dealt with
};

struct BulkReport {
  std::uint64_t puzzles = 0;
  std::array<std::uint64_t, kOutcomes> outcomes{};
  Quarantine bad;
};

// The bytes that stretches should have at least, for a solver.
std::size_t least_stretch(const SolverInfo& solver);

// Writes a row of answer_rows.h for each row of the file, in its order, below their header.
// Reading, solving and writing overlap; memory does not depend on the size of the file. Throws
// InputError, and what the sink throws.
BulkReport solve_file(StretchReader& reader, const BulkOptions& options, ByteSink& sink);

}  // namespace sudoku
