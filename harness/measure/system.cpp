#include "harness/measure/system.h"

#include <array>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>
#include <system_error>

#include <sched.h>
#include <sys/utsname.h>

#include <fmt/format.h>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace sudoku {

namespace {

std::string read_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<int> allowed_cpus() {
  cpu_set_t set;
  CPU_ZERO(&set);
  std::vector<int> cpus;
  if (::sched_getaffinity(0, sizeof set, &set) != 0) return cpus;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(cpu, &set)) cpus.push_back(cpu);
  }
  return cpus;
}

std::string kernel_text() {
  utsname name{};
  if (::uname(&name) != 0) return {};
  return fmt::format("{} {} {}", name.sysname, name.release, name.machine);
}

// systemd and podman set it for the first process, whose environment only root may read; many
// images hand it down to ours.
std::string container_variable() {
  std::ifstream first_process("/proc/1/environ", std::ios::binary);
  const std::string_view key = "container=";
  std::string entry;
  while (std::getline(first_process, entry, '\0')) {
    if (entry.starts_with(key)) return entry.substr(key.size());
  }
  const char* ours = std::getenv("container");
  return ours == nullptr ? "" : ours;
}

#if defined(__x86_64__)

std::vector<std::string> available_isa() {
  // The built-in answers with an int in one compiler and a bool in the other, and takes literals
  // only.
  const auto avx2 = static_cast<bool>(__builtin_cpu_supports("avx2"));
  const bool avx512 = static_cast<bool>(__builtin_cpu_supports("avx512f")) &&
                      static_cast<bool>(__builtin_cpu_supports("avx512bw")) &&
                      static_cast<bool>(__builtin_cpu_supports("avx512dq")) &&
                      static_cast<bool>(__builtin_cpu_supports("avx512vl"));
  std::vector<std::string> names = {"baseline"};
  if (avx2) names.emplace_back("avx2");
  if (avx512) names.emplace_back("avx512");
  return names;
}

constexpr unsigned kHypervisorBit = 1U << 31;  // of leaf 1, register C

// Intel and AMD leave that bit to hypervisors, which sign in leaf 0x40000000.
std::string hypervisor_signature() {
  std::array<unsigned, 4> leaf{};  // eax, ebx, ecx, edx
  if (__get_cpuid(1, leaf.data(), &leaf[1], &leaf[2], &leaf[3]) == 0) return {};
  if ((leaf[2] & kHypervisorBit) == 0) return {};
  __cpuid(0x40000000, leaf[0], leaf[1], leaf[2], leaf[3]);
  std::array<char, 13> signature{};
  std::memcpy(signature.data(), &leaf[1], 12);
  return signature.data();
}

#else

std::vector<std::string> available_isa() {
#if defined(__aarch64__)
  return {"baseline", "neon"};
#else
  return {"baseline"};
#endif
}

std::string hypervisor_signature() {
  return {};
}

#endif

void read_cpus(SystemTexts& system) {
  system.cpus = allowed_cpus();
  const std::string root = "/sys/devices/system/cpu/";
  for (const int cpu : system.cpus) {
    system.siblings.push_back(
        read_text(fmt::format("{}cpu{}/topology/thread_siblings_list", root, cpu)));
  }
  const int first = system.cpus.empty() ? 0 : system.cpus.front();
  system.governor = read_text(fmt::format("{}cpu{}/cpufreq/scaling_governor", root, first));
  system.boost = read_text(root + "cpufreq/boost");
  system.no_turbo = read_text(root + "intel_pstate/no_turbo");
}

void read_container(SystemTexts& system) {
  std::error_code ignored;
  system.docker_mark = std::filesystem::exists("/.dockerenv", ignored);
  system.podman_mark = std::filesystem::exists("/run/.containerenv", ignored);
  system.container_variable = container_variable();
  system.cgroup = read_text("/proc/1/cgroup");
  system.hypervisor = hypervisor_signature();
  system.kernel_command = read_text("/proc/cmdline");
}

}  // namespace

SystemTexts read_system() {
  SystemTexts system;
  system.cpuinfo = read_text("/proc/cpuinfo");
  system.loadavg = read_text("/proc/loadavg");
  system.meminfo = read_text("/proc/meminfo");
  system.kernel = kernel_text();
  system.cpu_quota = read_text("/sys/fs/cgroup/cpu.max");
  system.isa_available = available_isa();
  read_cpus(system);
  read_container(system);
  return system;
}

}  // namespace sudoku
