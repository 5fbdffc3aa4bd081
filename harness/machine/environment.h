// The machine that a run measures on: facts that a reader needs to judge the figures, and warnings.
// A fact that the machine does not tell stays empty, without an error.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "harness/machine/stamp_clock.h"
#include "harness/result/document.h"

namespace sudoku::machine {

// CPU time of the whole machine, in ticks, from the first line of /proc/stat.
struct CpuTicks {
  std::uint64_t total = 0;
  std::uint64_t busy = 0;    // ticks used by any process of this machine
  std::uint64_t stolen = 0;  // ticks that the hypervisor gave to other machines
};

CpuTicks parse_cpu_ticks(std::string_view proc_stat);

// A turn of a solver, in which the machine did other work, too.
struct Turn {
  std::string_view solver;
  Seconds took{0};
  Seconds own{0};   // CPU time of the solver
  Seconds busy{0};  // CPU time of all processes of the machine
};

// Measures the work of other processes during the timed turns of a run. A start and a stop together
// take 25 us, so they enclose turns, not single passes.
class NoiseMeter {
 public:
  void start();
  // Returns the CPU time that all processes of the machine have used since start().
  Seconds stop();

  // Counts a turn for the warning on other processes, of which a run has one.
  void add(const Turn& turn);

  // Adds a warning to the environment record, unless it is there already.
  void warn(const std::string& sentence);

  // Completes a finished run's environment record: the share of the turns' CPU time that other
  // virtual machines took (NaN: unknown), and warnings.
  void report(result::EnvironmentRecord& environment) const;

 private:
  // All turns of a solver, and the CPU time that other processes used during them.
  struct TurnsOfSolver {
    std::string solver;
    Seconds took{0};
    Seconds others{0};
  };

  std::string warning_of_use() const;

  CpuTicks start_;
  CpuTicks ticks_;
  bool is_known_ = true;  // false once CPU ticks could not be read
  std::vector<TurnsOfSolver> turns_;
  std::vector<std::string> warnings_;
};

// Clocks and number of CPUs at one moment of a run, which assumes that its clocks agree and that it
// keeps its CPUs. Each clock has its own origin.
struct ClockState {
  double steady_s = 0;  // of SteadyClock
  double stamps_s = 0;  // of the calibrated time stamp counter
  std::size_t cpus = 0;
};

ClockState clock_state(const StampClock& clock);

// One sentence each for clocks that drifted apart from `then` to `now`, and for lost CPUs.
std::vector<std::string> changes_between(const ClockState& then, const ClockState& now);

// What the operating system and the processor say about the machine; empty where unavailable. Texts
// of files under /sys are their first lines.
struct SystemTexts {
  std::string cpuinfo = {};    // /proc/cpuinfo
  std::string governor = {};   // cpufreq/scaling_governor of the first usable CPU
  std::string boost = {};      // cpufreq/boost: 1 is on
  std::string no_turbo = {};   // intel_pstate/no_turbo: 1 is off
  std::string cpu_quota = {};  // cpu.max of the control group: "150000 100000" or "max 100000"
  std::vector<std::string> siblings = {};  // topology/thread_siblings_list of each usable CPU
};

// What these texts say of the environment, with the warnings that do not follow from its fields.
// Pure.
result::EnvironmentRecord environment_of(const SystemTexts& system);

// The environment record of this machine, without isa_dispatched, pinned and
// steal.
result::EnvironmentRecord probe_environment();

// Warnings that follow from the fields of a finished environment record. Pure.
std::vector<std::string> warnings_of(const result::EnvironmentRecord& environment);

}  // namespace sudoku::machine
