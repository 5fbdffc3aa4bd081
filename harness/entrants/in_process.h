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

  std::chrono::nanoseconds solve(const Work& work, const Budget& budget) override;
  std::chrono::nanoseconds solve_stamped(const Work& work, const Budget& budget,
                                         std::span<std::uint64_t> ticks) override;

  const std::map<std::size_t, Incident>& incidents() const override { return no_incidents_; }

  const std::string& disqualified() const override { return never_; }

  std::uint64_t instance_bytes() const override { return instance_bytes_; }

  ResidentMemory resident_memory() const override;
  void reset_peak_memory() override;

  double startup_s() const override { return startup_s_; }

 private:
  const StampClock& clock_;
  std::vector<std::unique_ptr<Solver>> instances_;  // by slot
  std::uint64_t instance_bytes_ = 0;
  double startup_s_ = 0;
  std::map<std::size_t, Incident> no_incidents_;
  std::string never_;
};

}  // namespace sudoku
