// The line on the terminal that moves while a race runs.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace sudoku {

// Writes to standard error; does nothing unless that is a terminal.
class ProgressLine {
 public:
  // The prefix stands before everything.
  explicit ProgressLine(bool wanted, std::string prefix = "");
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void reading(std::string_view dataset, std::uint64_t read, std::uint64_t total);

  // `total` is 0 when it is not known.
  void fetching(std::string_view name, std::uint64_t here, std::uint64_t total);

  // `share` of the dataset (0 to 1) is behind, `puzzles` solved in all rounds and solvers.
  void running(std::string_view dataset, std::string_view solver, double share,
               std::uint64_t puzzles);

  // `made` puzzles of `total` are there.
  void making(std::string_view kind, std::uint64_t made, std::uint64_t total);

  // Takes the line away, so that something else can be printed.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  void draw(const std::string& line);
  bool is_due();
  double seconds_of(std::string_view dataset);

  bool wanted_;
  std::string prefix_;
  bool drawn_ = false;
  std::string dataset_;  // that start_ belongs to
  Clock::time_point start_;
  std::uint64_t first_bytes_ = 0;  // that were here at start_
  Clock::time_point last_;
};

}  // namespace sudoku
