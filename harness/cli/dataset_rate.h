// What `dataset rate` says of a file in all.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "harness/dataset/profile.h"

namespace sudoku::cli {

// Rows of numbers, of which at most so many are kept: those that a hash of their number puts
// first. The choice depends on the rows alone, not on their order of arrival.
class RowSample {
 public:
  static constexpr std::size_t kCapacity = 100'000;

  explicit RowSample(std::size_t columns) : columns_(columns) {}

  void add(std::uint64_t number, std::span<const double> row);

  // What was kept of a column; the rows come in the same order for every column.
  std::vector<double> column(std::size_t index) const;

  std::size_t size() const { return heap_.size(); }

 private:
  struct Kept {
    std::uint64_t hash = 0;
    std::size_t slot = 0;  // of its numbers
  };

  std::size_t columns_;
  std::vector<Kept> heap_;  // the last of them first
  std::vector<double> numbers_;
};

class RateSummary {
 public:
  RateSummary(std::string name, const std::vector<std::string>& solvers);

  // `index` is the puzzle's in its file, `declared` the file's own rating or NaN.
  void add(std::uint64_t index, const dataset::Rating& rating, double declared,
           std::span<const dataset::Effort> efforts);

  std::uint64_t puzzles() const { return puzzles_; }

  std::string text() const;

 private:
  std::string levels_text() const;
  std::string spreads_text() const;
  std::string correlations_text() const;
  std::vector<std::size_t> varying_columns() const;

  std::string name_;
  std::vector<std::string> columns_;
  RowSample sample_;
  std::vector<double> row_;
  std::uint64_t puzzles_ = 0;
  std::uint64_t improper_ = 0;
  std::array<std::uint64_t, kTechniques + 1> levels_{};
};

// "naked pair", "search"
std::string_view name_of_level(int level);

}  // namespace sudoku::cli
