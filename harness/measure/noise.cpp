#include "harness/measure/noise.h"

#include <fstream>
#include <limits>
#include <sstream>

#include <sys/resource.h>
#include <unistd.h>

#include "harness/measure/environment.h"
#include "harness/results/warnings.h"

namespace sudoku {

namespace {

// user nice system idle iowait irq softirq steal; guest time after these is part of user.
constexpr int kColumns = 8;
constexpr int kIdle = 3;
constexpr int kIoWait = 4;
constexpr int kSteal = 7;

// Some columns of /proc/stat are estimates and may step back.
std::uint64_t growth(std::uint64_t before, std::uint64_t after) {
  return after > before ? after - before : 0;
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

NoiseMeter::Sample NoiseMeter::sample() {
  // The first line is enough; the rest grows with the number of CPUs.
  std::ifstream file("/proc/stat");
  std::string line;
  std::getline(file, line);
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return {.ticks = parse_cpu_ticks(line), .switches = static_cast<std::uint64_t>(usage.ru_nivcsw)};
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
  const auto busy = static_cast<double>(growth(start_.ticks.busy, now.ticks.busy));
  return std::chrono::duration<double>(busy / static_cast<double>(::sysconf(_SC_CLK_TCK)));
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
