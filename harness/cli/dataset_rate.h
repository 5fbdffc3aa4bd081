// Summary of the ratings of a file's puzzles, printed by `dataset rate`.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "harness/dataset/profile.h"
#include "harness/dataset/sample.h"

namespace sudoku::cli {

class RateSummary {
 public:
  // Maximum number of puzzles that means, quantiles and correlations are computed from.
  static constexpr std::size_t kMostSampled = 100'000;

  RateSummary(std::string name, const std::vector<std::string>& solvers);

  // Adds a puzzle; `index` is its position in the file, `declared` the file's own rating, or NaN.
  void add(std::uint64_t index, const dataset::Rating& rating, double declared,
           std::span<const dataset::Effort> efforts);

  std::uint64_t puzzles() const { return puzzles_; }

  std::string text() const;

 private:
  std::string levels_text() const;
  std::string spreads_text() const;
  std::string correlations_text() const;
  std::vector<double> column(std::size_t index) const;

  std::string name_;
  std::vector<std::string> columns_;
  dataset::LeastKeys<std::vector<double>> sample_{kMostSampled};  // a puzzle's values, by column
  std::uint64_t puzzles_ = 0;
  std::uint64_t improper_ = 0;
  std::array<std::uint64_t, kTechniques + 1> levels_{};
};

}  // namespace sudoku::cli
