// The machine as a run finds it: what a reader needs to judge the figures, and what speaks against
// trusting them. What a machine does not tell stays empty; nothing here fails.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "harness/result/document.h"
#include "harness/run/runner.h"

namespace sudoku::run {

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

// What other work did to a run during its timed legs. Takes some 25 us for a start and a stop, so
// it goes around legs and not around rounds.
class NoiseMeter {
 public:
  void start();
  // Returns the CPU time that all processes of the machine have used since start().
  std::chrono::duration<double> stop();

  // Keeps a sentence for the record, once.
  void warn(const std::string& sentence);

  // Share of the CPU time of all legs that was stolen; not a number when it is not known.
  double steal_share() const;

  // Involuntary context switches of all threads of the process, during legs.
  std::uint64_t involuntary_switches() const { return switches_; }

  // Completes the record of a finished run: steal, switches, warnings.
  void report(result::EnvironmentRecord& environment) const;

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

// Clocks and CPUs at one moment of a run, which takes for granted that the clocks agree and that it
// keeps its CPUs. Each clock counts from an origin of its own.
struct Circumstances {
  double wall_s = 0;    // of the clock that people set
  double steady_s = 0;  // of the clock that only goes on
  double stamps_s = 0;  // of the processor's counter, as calibrated
  std::size_t cpus = 0;
};

Circumstances circumstances(const StampClock& clock);

// A sentence for each thing that is not as it was.
std::vector<std::string> changes_between(const Circumstances& then, const Circumstances& now);

// What the operating system and the processor say of the machine, as text; empty where they say
// nothing.
struct SystemTexts {
  std::string cpuinfo;    // /proc/cpuinfo
  std::string loadavg;    // /proc/loadavg
  std::string meminfo;    // /proc/meminfo
  std::string governor;   // cpufreq/scaling_governor of a CPU of ours
  std::string boost;      // cpufreq/boost: 1 is on
  std::string no_turbo;   // intel_pstate/no_turbo: 1 is off
  std::string kernel;     // "Linux 6.1.0-18-amd64 x86_64"
  std::string cpu_quota;  // cpu.max of the control group: "150000 100000" or "max 100000"
  std::vector<std::string> siblings;  // topology/thread_siblings_list of each CPU of ours
  std::vector<int> cpus;              // that the process may run on
  std::vector<std::string> isa_available;

  bool docker_mark = false;        // /.dockerenv
  bool podman_mark = false;        // /run/.containerenv
  std::string container_variable;  // `container` of the first process or of ours
  std::string cgroup;              // /proc/1/cgroup
  std::string hypervisor;          // signature of the processor's hypervisor leaf: "KVMKVMKVM"
  std::string kernel_command;      // /proc/cmdline
};

SystemTexts read_system();

// Pure: all but isa_dispatched, pinned, steal, involuntary_switches and pilot_ghz, with those
// warnings that no field of the record could tell.
result::EnvironmentRecord environment_of(const SystemTexts& system);

// read_system, environment_of, what others do now and the pilot loop; takes 20 ms, and 0.1 s more
// while others are at work.
result::EnvironmentRecord probe_environment();

// What a finished record says against trusting its figures, one sentence each. Pure.
std::vector<std::string> warnings_of(const result::EnvironmentRecord& environment);

// What speaks against figures of this program, as it was built.
std::vector<std::string> build_warnings();

// The clock rate that a chain of dependent additions runs at, one a cycle; 0 where that is not
// known to hold. Takes 10 ms.
double measure_pilot_ghz();

}  // namespace sudoku::run
