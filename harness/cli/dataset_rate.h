// The summary that `dataset rate` prints of a file.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "harness/dataset/profile.h"

namespace sudoku::cli {

// A random sample of at most kCapacity rows of numbers: those whose row number has the least hash.
// The choice depends on the rows alone, not on their order of arrival.
class RowSample {
 public:
  static constexpr std::size_t kCapacity = 100'000;

  explicit RowSample(std::size_t columns) : columns_(columns) {}

  void add(std::uint64_t number, std::span<const double> row);

  // The sample of one column; the rows come in the same order for every column.
  std::vector<double> column(std::size_t index) const;

  std::size_t size() const { return heap_.size(); }

 private:
  struct Kept {
    std::uint64_t hash = 0;
    std::size_t slot = 0;  // where its numbers stand, in rows of numbers_
  };

  std::size_t columns_;
  std::vector<Kept> heap_;  // a heap with the largest hash first
  std::vector<double> numbers_;
};

class RateSummary {
 public:
  RateSummary(std::string name, const std::vector<std::string>& solvers);

  // `index` is the puzzle's place in the file, `declared` the file's own rating or NaN.
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
