#include "harness/measure/environment.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

#include <fmt/format.h>

namespace sudoku {

namespace {

constexpr std::string_view kSpace = " \t\r\n";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

// Takes the part before the separator (or all) off the front of `text`.
std::string_view take(std::string_view& text, char separator) {
  const std::size_t end = std::min(text.find(separator), text.size());
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return part;
}

template <typename T>
std::optional<T> parse(std::string_view text) {
  T value{};
  const std::string_view digits = trimmed(text);
  const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return parsed.ec == std::errc{} ? std::optional(value) : std::nullopt;
}

// The value of the first line "key : value"; empty when there is none.
std::string_view value_of(std::string_view text, std::string_view key) {
  while (!text.empty()) {
    std::string_view line = take(text, '\n');
    if (trimmed(take(line, ':')) == key) return trimmed(line);
  }
  return {};
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

// Arm processors have no model name there, only numbers.
std::string cpu_name(std::string_view cpuinfo) {
  const std::string_view model = value_of(cpuinfo, "model name");
  if (!model.empty()) return std::string(model);
  const std::string_view part = value_of(cpuinfo, "CPU part");
  if (part.empty()) return {};
  return fmt::format("implementer {}, part {}", value_of(cpuinfo, "CPU implementer"), part);
}

std::uint64_t memory_of(std::string_view meminfo) {
  return parse<std::uint64_t>(value_of(meminfo, "MemTotal")).value_or(0) * 1024;
}

std::string boost_of(const SystemTexts& system) {
  const std::string_view boost = trimmed(system.boost);
  if (!boost.empty()) return boost == "1" ? "on" : "off";
  const std::string_view no_turbo = trimmed(system.no_turbo);
  if (!no_turbo.empty()) return no_turbo == "1" ? "off" : "on";
  return {};
}

// How many of `cpus` a list in the kernel's form ("0-3,8") holds.
std::ptrdiff_t count_listed(std::string_view list, const std::vector<int>& cpus) {
  std::ptrdiff_t count = 0;
  list = trimmed(list);
  while (!list.empty()) {
    std::string_view range = take(list, ',');
    const int first = parse<int>(take(range, '-')).value_or(-1);
    const int last = parse<int>(range).value_or(first);
    count += std::ranges::count_if(cpus, [=](int cpu) { return first <= cpu && cpu <= last; });
  }
  return count;
}

bool share_cores(const SystemTexts& system) {
  return std::ranges::any_of(system.siblings, [&](const std::string& list) {
    return count_listed(list, system.cpus) > 1;
  });
}

std::string container_kind(const SystemTexts& system) {
  const std::string_view variable = trimmed(system.container_variable);
  if (!variable.empty()) return std::string(variable);
  if (system.podman_mark) return "podman";
  if (contains(system.cgroup, "kubepods")) return "kubernetes";
  if (system.docker_mark || contains(system.cgroup, "docker")) return "docker";
  return contains(system.cgroup, "lxc") ? "lxc" : "";
}

struct Signature {
  std::string_view text;
  const char* name;
};

constexpr std::array<Signature, 6> kHypervisors = {{{"KVMKVMKVM", "kvm"},
                                                    {"Microsoft Hv", "hyper-v"},
                                                    {"VMwareVMware", "vmware"},
                                                    {"XenVMMXenVMM", "xen"},
                                                    {"TCGTCGTCGTCG", "qemu without kvm"},
                                                    {"bhyve bhyve ", "bhyve"}}};

std::string machine_kind(const SystemTexts& system) {
  // Firecracker calls itself KVM; it is known by the kernel command line it writes.
  const bool firecracker = contains(system.kernel_command, "virtio_mmio.device=") ||
                           contains(system.kernel_command, "firecracker");
  if (firecracker) return "firecracker";
  if (trimmed(system.hypervisor).empty()) return {};
  for (const Signature& known : kHypervisors) {
    if (system.hypervisor.starts_with(known.text)) return known.name;
  }
  return "virtual machine";
}

std::string container_of(const SystemTexts& system) {
  const std::string container = container_kind(system);
  const std::string machine = machine_kind(system);
  return container.empty() || machine.empty() ? container + machine : container + " on " + machine;
}

// How many CPUs' worth of time the control group grants; none when it sets no limit.
std::optional<double> quota_of(std::string_view cpu_max) {
  const auto quota = parse<double>(take(cpu_max, ' '));
  const auto period = parse<double>(cpu_max);
  if (!quota || !period || *period <= 0) return std::nullopt;
  return *quota / *period;
}

std::vector<std::string> quota_warnings(const SystemTexts& system) {
  const auto quota = quota_of(system.cpu_quota);
  if (!quota || *quota >= static_cast<double>(system.cpus.size())) return {};
  return {fmt::format("the control group grants {:.2g} of {} CPUs: longer legs will be held up",
                      *quota, system.cpus.size())};
}

constexpr int kPilotTries = 20;
constexpr int kPilotRounds = 15'000;  // half a millisecond at 3 GHz
constexpr int kPilotAdditions = 100;  // in one round of the loop; the loop's own count runs beside

// One round of the pilot: additions of which each waits for the one before. Of registers, because
// some processors carry out additions of constants ahead of time. False where we know no such code.
bool pilot_round([[maybe_unused]] std::uint64_t& sum, [[maybe_unused]] std::uint64_t step) {
#if defined(__x86_64__)
  __asm__ volatile(".rept 100\n\tadd %1, %0\n\t.endr" : "+r"(sum) : "r"(step) : "cc");
  return true;
#elif defined(__aarch64__)
  __asm__ volatile(".rept 100\n\tadd %0, %0, %1\n\t.endr" : "+r"(sum) : "r"(step));
  return true;
#else
  return false;
#endif
}

}  // namespace

EnvironmentRecord environment_of(const SystemTexts& system) {
  EnvironmentRecord environment;
  environment.cpu = cpu_name(system.cpuinfo);
  environment.isa_available = system.isa_available;
  environment.cores = static_cast<int>(system.cpus.size());
  environment.smt_siblings = share_cores(system);
  environment.governor = trimmed(system.governor);
  environment.boost = boost_of(system);
  environment.load =
      parse<double>(system.loadavg).value_or(std::numeric_limits<double>::quiet_NaN());
  environment.memory_bytes = memory_of(system.meminfo);
  environment.kernel = system.kernel;
  environment.container = container_of(system);
  environment.warnings = quota_warnings(system);
  return environment;
}

EnvironmentRecord probe_environment() {
  EnvironmentRecord environment = environment_of(read_system());
  const std::string others = warning_of_others(cpus_of_others());
  if (!others.empty()) environment.warnings.push_back(others);
  environment.pilot_ghz = measure_pilot_ghz();
  return environment;
}

std::vector<std::string> warnings_of(const EnvironmentRecord& environment) {
  std::vector<std::string> warnings;
  const auto warn_if = [&warnings](bool condition, std::string sentence) {
    if (condition) warnings.push_back(std::move(sentence));
  };
  warn_if(!environment.governor.empty() && environment.governor != "performance",
          fmt::format("the governor is {}: frequencies will wander", environment.governor));
  warn_if(
      environment.smt_siblings,
      "some CPUs share a physical core (SMT siblings): more threads than cores slow each other");
  warn_if(environment.steal >= 0.005,
          fmt::format("steal time took {:.1f} % of the run: other machines share the processor",
                      environment.steal * 100));
  return warnings;
}

std::vector<std::string> build_warnings() {
#if defined(NDEBUG) && defined(__OPTIMIZE__)
  return {};
#else
  return {"this is a debug build: its figures mean nothing"};
#endif
}

double measure_pilot_ghz() {
  using Clock = std::chrono::steady_clock;
  double best_ns = std::numeric_limits<double>::infinity();
  std::uint64_t sum = 0;
  for (int i = 0; i < kPilotTries; ++i) {
    const auto start = Clock::now();
    for (int round = 0; round < kPilotRounds; ++round) {
      if (!pilot_round(sum, 1)) return 0;
    }
    best_ns =
        std::min(best_ns, std::chrono::duration<double, std::nano>(Clock::now() - start).count());
  }
  return kPilotRounds * double{kPilotAdditions} / best_ns;
}

}  // namespace sudoku
