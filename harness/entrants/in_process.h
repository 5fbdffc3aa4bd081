// A built-in solver on the harness's own threads.
#pragma once

#include <memory>
#include <vector>

#include "harness/entrants/clock.h"
#include "harness/entrants/entrant.h"

namespace sudoku {

class InProcess final : public Entrant {
 public:
  // An instance for each thread of the gang. All references must outlive it.
  InProcess(const SolverEntry& entry, Gang& gang, const StampClock& clock);

  const std::string& disqualified() const override { return never_; }

  void watch_memory() override;
  std::uint64_t added_memory() override;

  double startup_s() const override { return startup_s_; }

 private:
  std::chrono::nanoseconds pass(const Work& work, const Budget& budget,
                                std::vector<LateChunk>& late) override;
  std::chrono::nanoseconds pass_stamped(const Work& work, const Budget& budget,
                                        std::span<std::uint64_t> ticks) override;

  std::vector<std::unique_ptr<Solver>> instances_;  // by slot
  std::uint64_t instance_bytes_ = 0;
  std::uint64_t held_before_ = 0;  // by the process, instances included
  double startup_s_ = 0;
  std::string never_;
};

}  // namespace sudoku
