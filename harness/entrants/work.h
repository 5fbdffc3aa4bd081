// Some puzzles, room for their answers, and how they are cut into tasks.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <optional>
#include <span>

#include "solvers/solver.h"

namespace sudoku {

// `copies` equal parts, each cut into chunks (the last of a part may be shorter), by position, so
// that no figure depends on scheduling.
struct Work {
  struct Range {
    std::size_t first = 0;
    std::size_t size = 0;
  };

  std::span<const Grid> puzzles;
  std::span<Answer> answers;  // as many
  std::size_t copies = 1;
  std::size_t chunk = 1;
  // Chunks but the first are not begun after this; their answers stay as they were.
  std::optional<std::chrono::steady_clock::time_point> until = {};

  std::size_t chunks_per_copy() const { return (puzzles.size() / copies + chunk - 1) / chunk; }

  std::size_t chunks() const { return copies * chunks_per_copy(); }

  Range range(std::size_t number) const {
    const std::size_t part = puzzles.size() / copies;
    const std::size_t at = number % chunks_per_copy() * chunk;
    return {.first = number / chunks_per_copy() * part + at, .size = std::min(chunk, part - at)};
  }

  // From a position to the end of its chunk.
  Range rest_of_chunk(std::size_t position) const {
    const std::size_t part = puzzles.size() / copies;
    const std::size_t at = position % part;
    return {.first = position, .size = std::min(chunk - at % chunk, part - at)};
  }

  // Whether a chunk about to be begun is to be left out.
  bool is_over(std::size_t number) const {
    return until && number > 0 && std::chrono::steady_clock::now() >= *until;
  }
};

}  // namespace sudoku
