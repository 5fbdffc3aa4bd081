#include "harness/measure/noise.h"

#include <algorithm>
#include <array>
#include <ctime>
#include <fstream>
#include <limits>
#include <sstream>
#include <thread>

#include <sys/resource.h>
#include <unistd.h>

#include <fmt/format.h>

#include "harness/measure/environment.h"
#include "harness/results/warnings.h"

namespace sudoku {

namespace {

// user nice system idle iowait irq softirq steal; guest time after these is part of user.
constexpr int kColumns = 8;
constexpr int kIdle = 3;
constexpr int kIoWait = 4;
constexpr int kSteal = 7;

// Ten ticks of each CPU.
constexpr std::chrono::milliseconds kLook{100};
constexpr double kFewestCpus = 0.5;

// Some columns of /proc/stat are estimates and may step back.
std::uint64_t growth(std::uint64_t before, std::uint64_t after) {
  return after > before ? after - before : 0;
}

std::string first_line(const char* path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

std::chrono::duration<double> duration_of(std::uint64_t ticks) {
  return std::chrono::duration<double>(static_cast<double>(ticks) /
                                       static_cast<double>(::sysconf(_SC_CLK_TCK)));
}

std::chrono::duration<double> own_cpu_time() {
  timespec time{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

}  // namespace

CpuTicks parse_cpu_ticks(std::string_view proc_stat) {
  const std::string_view first = proc_stat.substr(0, proc_stat.find('\n'));
  std::istringstream line{std::string(first)};
  std::string label;
  if (!(line >> label) || label != "cpu") return {};
  CpuTicks ticks;
  std::uint64_t value = 0;
  for (int column = 0; column < kColumns && line >> value; ++column) {
    ticks.total += value;
    if (column != kIdle && column != kIoWait && column != kSteal) ticks.busy += value;
    if (column == kSteal) ticks.stolen = value;
  }
  return ticks;
}

// Its fourth word is "runnable/all".
std::uint64_t parse_runnable(std::string_view proc_loadavg) {
  std::istringstream words{std::string(proc_loadavg)};
  std::array<double, 3> averages{};
  for (double& average : averages)
    words >> average;
  std::uint64_t runnable = 0;
  char slash = ' ';
  return words >> runnable >> slash && slash == '/' ? runnable : 0;
}

double cpus_of_others() {
  if (parse_runnable(first_line("/proc/loadavg")) <= 1) return 0;
  const auto start = std::chrono::steady_clock::now();
  const auto own_before = own_cpu_time();
  const CpuTicks before = parse_cpu_ticks(first_line("/proc/stat"));
  std::this_thread::sleep_for(kLook);
  const CpuTicks after = parse_cpu_ticks(first_line("/proc/stat"));
  const auto others = duration_of(growth(before.busy, after.busy)) - (own_cpu_time() - own_before);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  return std::max(0.0, others / took);
}

std::string warning_of_others(double cpus) {
  if (cpus < kFewestCpus) return "";
  return fmt::format("other processes used {:.1f} CPUs just before the run", cpus);
}

NoiseMeter::Sample NoiseMeter::sample() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  // The first line is enough; the rest grows with the number of CPUs.
  return {.ticks = parse_cpu_ticks(first_line("/proc/stat")),
          .switches = static_cast<std::uint64_t>(usage.ru_nivcsw)};
}

void NoiseMeter::start() {
  start_ = sample();
}

std::chrono::duration<double> NoiseMeter::stop() {
  const Sample now = sample();
  if (now.ticks.total == 0) is_known_ = false;
  ticks_.total += growth(start_.ticks.total, now.ticks.total);
  ticks_.stolen += growth(start_.ticks.stolen, now.ticks.stolen);
  switches_ += growth(start_.switches, now.switches);
  return duration_of(growth(start_.ticks.busy, now.ticks.busy));
}

void NoiseMeter::warn(const std::string& sentence) {
  add_warnings(warnings_, {sentence});
}

double NoiseMeter::steal_share() const {
  if (!is_known_) return std::numeric_limits<double>::quiet_NaN();
  if (ticks_.total == 0) return 0;
  return static_cast<double>(ticks_.stolen) / static_cast<double>(ticks_.total);
}

void NoiseMeter::report(EnvironmentRecord& environment) const {
  environment.steal = steal_share();
  environment.involuntary_switches = switches_;
  for (const auto& found : {build_warnings(), warnings_of(environment), warnings_})
    environment.warnings.insert(environment.warnings.end(), found.begin(), found.end());
}

}  // namespace sudoku
