// What it costs to run a race together.
#pragma once

#include <chrono>
#include <cstdint>

namespace sudoku {

// Adds the time until its end to a sum.
class Timer {
 public:
  explicit Timer(std::uint64_t& sum_ns) : sum_ns_(sum_ns) {}

  ~Timer() {
    const std::chrono::nanoseconds took = Clock::now() - start_;
    sum_ns_ += static_cast<std::uint64_t>(took.count());
  }

  Timer(const Timer&) = delete;
  Timer& operator=(const Timer&) = delete;

 private:
  using Clock = std::chrono::steady_clock;

  std::uint64_t& sum_ns_;
  Clock::time_point start_ = Clock::now();
};

}  // namespace sudoku
