// What the operating system and the processor say of the machine, as they say it.
#pragma once

#include <string>
#include <vector>

namespace sudoku {

// What the system says, as text; empty where it says nothing.
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

}  // namespace sudoku
