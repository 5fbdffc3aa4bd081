// What other work did to a run while it measured.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "harness/results/result.h"

namespace sudoku {

// The first line of /proc/stat, in ticks of all CPUs.
struct CpuTicks {
  std::uint64_t total = 0;
  std::uint64_t busy = 0;    // of any process of this machine
  std::uint64_t stolen = 0;  // by the hypervisor, for other machines
};

CpuTicks parse_cpu_ticks(std::string_view proc_stat);

// How many threads of the machine want a CPU, by /proc/loadavg, the one that reads it among them; 0
// where it does not tell.
std::uint64_t parse_runnable(std::string_view proc_loadavg);

// CPUs that other processes use at this moment: 0 when nobody else wants one, otherwise measured
// over 0.1 s. The load average would be that of the minutes before: of our own build, for example.
double cpus_of_others();

// A sentence from half a CPU on, else empty.
std::string warning_of_others(double cpus);

// Adds up over the timed legs. Takes some 25 us for a start and a stop, so it goes around legs and
// not around rounds.
class NoiseMeter {
 public:
  void start();
  // After a start: CPU time that all processes of the machine have used since then.
  std::chrono::duration<double> stop();

  // Keeps a sentence for the record, once.
  void warn(const std::string& sentence);

  // Of the CPU time of all legs, the share that was stolen; not a number when it is not known.
  double steal_share() const;

  // Of all threads of the process, during legs.
  std::uint64_t involuntary_switches() const { return switches_; }

  // Completes the record of a finished run: steal, switches, warnings.
  void report(EnvironmentRecord& environment) const;

 private:
  struct Sample {
    CpuTicks ticks;
    std::uint64_t switches = 0;
  };

  static Sample sample();

  Sample start_;
  CpuTicks ticks_;
  bool is_known_ = true;  // the ticks could be read
  std::uint64_t switches_ = 0;
  std::vector<std::string> warnings_;
};

}  // namespace sudoku
