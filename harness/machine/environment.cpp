#include "harness/machine/environment.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <sstream>
#include <utility>

#include <sys/utsname.h>
#include <unistd.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/base/units.h"
#include "harness/parallel/thread_pool.h"
#include "harness/result/row.h"
#include "solvers/simd/isa.h"

namespace sudoku::machine {

namespace {

// Columns of /proc/stat: user nice system idle iowait irq softirq steal; user includes guest time.
constexpr int kColumns = 8;
constexpr int kIdle = 3;
constexpr int kIoWait = 4;
constexpr int kSteal = 7;

// Shorter turns show too few 10 ms ticks of CPU time to warn that other processes used CPUs.
constexpr Seconds kShortestTurns{0.5};
constexpr double kFewestOthers = 0.25;  // CPUs; less use by other processes causes no warning

// Increase of a counter, at least 0: some columns of /proc/stat are estimates and may step back.
std::uint64_t growth(std::uint64_t before, std::uint64_t after) {
  return after > before ? after - before : 0;
}

std::string first_line(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

// Only the first line of /proc/stat: the rest grows with the number of CPUs.
CpuTicks ticks_so_far() { return parse_cpu_ticks(first_line("/proc/stat")); }

// Relative drift of the time stamp counter that is tolerated: its calibration is good to a few
// millionths, and a counter that is not invariant is off by far more.
constexpr double kMostDrift = 0.01;
constexpr double kShortestSeconds = 0.1;  // in shorter runs, a single interrupt would show

std::string read_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string kernel_text() {
  utsname name{};
  if (::uname(&name) != 0) return {};
  return fmt::format("{} {} {}", name.sysname, name.release, name.machine);
}

std::vector<std::string> available_isa() {
  const auto runnable = runnable_isas();
  std::vector<std::string> names(runnable.begin(), runnable.end());
#if defined(__aarch64__)
  names.emplace_back("neon");
#endif
  return names;
}

// The value of the first line "key : value" of /proc/cpuinfo; empty without such a line.
std::string value_of(const std::string& cpuinfo, std::string_view key) {
  std::istringstream lines(cpuinfo);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t colon = line.find(": ");
    const bool has_key =
        line.starts_with(key) && line.find_first_not_of(" \t", key.size()) == colon;
    if (has_key && colon != std::string::npos) return line.substr(colon + 2);
  }
  return {};
}

// Name of the CPU. Arm processors have no model name in /proc/cpuinfo, only numbers.
std::string cpu_name(const std::string& cpuinfo) {
  std::string model = value_of(cpuinfo, "model name");
  if (!model.empty()) return model;
  const std::string part = value_of(cpuinfo, "CPU part");
  if (part.empty()) return {};
  return fmt::format("implementer {}, part {}", value_of(cpuinfo, "CPU implementer"), part);
}

std::string boost_of(const SystemTexts& system) {
  if (!system.boost.empty()) return system.boost == "1" ? "on" : "off";
  if (!system.no_turbo.empty()) return system.no_turbo == "1" ? "off" : "on";
  return {};
}

// Whether some of the usable CPUs share a core: they then have the same list of siblings.
bool share_cores(std::vector<std::string> siblings) {
  std::erase(siblings, "");
  std::ranges::sort(siblings);
  return std::ranges::adjacent_find(siblings) != siblings.end();
}

std::vector<std::string> quota_warnings(const SystemTexts& system) {
  std::istringstream words(system.cpu_quota);
  double quota = 0;
  double period = 0;
  if (!(words >> quota >> period) || period <= 0) return {};
  const double granted = quota / period;
  if (granted >= static_cast<double>(system.siblings.size())) return {};
  return {fmt::format("the control group grants {:.2g} of {} CPUs: long rounds will be throttled",
                      granted, system.siblings.size())};
}

SystemTexts read_system() {
  const std::string cpus = "/sys/devices/system/cpu/";
  const std::vector<int> usable = parallel::usable_cpus();
  SystemTexts system{
      .cpuinfo = read_text("/proc/cpuinfo"),
      .governor = first_line(fmt::format("{}cpu{}/cpufreq/scaling_governor", cpus, usable.front())),
      .boost = first_line(cpus + "cpufreq/boost"),
      .no_turbo = first_line(cpus + "intel_pstate/no_turbo"),
      .cpu_quota = first_line("/sys/fs/cgroup/cpu.max")};
  for (const int cpu : usable) {
    system.siblings.push_back(
        first_line(fmt::format("{}cpu{}/topology/thread_siblings_list", cpus, cpu)));
  }
  return system;
}

}  // namespace

CpuTicks parse_cpu_ticks(std::string_view proc_stat) {
  std::istringstream line{std::string(proc_stat)};
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

void NoiseMeter::start() { start_ = ticks_so_far(); }

Seconds NoiseMeter::stop() {
  const CpuTicks now = ticks_so_far();
  if (now.total == 0) is_known_ = false;
  ticks_.total += growth(start_.total, now.total);
  ticks_.stolen += growth(start_.stolen, now.stolen);
  return Seconds(static_cast<double>(growth(start_.busy, now.busy)) /
                 static_cast<double>(::sysconf(_SC_CLK_TCK)));
}

void NoiseMeter::add(const Turn& turn) {
  auto solver = std::ranges::find(turns_, turn.solver, &TurnsOfSolver::solver);
  if (solver == turns_.end()) solver = turns_.insert(solver, {std::string(turn.solver)});
  solver->took += turn.took;
  solver->others += turn.busy - turn.own;
}

// Names the solvers whose turns were long enough to tell that others used CPUs; empty: none.
std::string NoiseMeter::warning_of_use() const {
  std::vector<std::string_view> names;
  double most = 0;
  for (const TurnsOfSolver& one : turns_) {
    const double others = one.others / one.took;
    if (one.took < kShortestTurns || others < kFewestOthers) continue;
    names.push_back(one.solver);
    most = std::max(most, others);
  }
  if (names.empty()) return "";
  const bool are_all = names.size() > 1 && names.size() == turns_.size();
  return fmt::format("other processes used up to {:.1f} CPUs during the turns of {}", most,
                     are_all ? "all solvers" : fmt::format("{}", fmt::join(names, ", ")));
}

void NoiseMeter::warn(const std::string& sentence) { result::add_warnings(warnings_, {sentence}); }

void NoiseMeter::report(result::EnvironmentRecord& environment) const {
  environment.steal = is_known_ ? 0 : base::kUnknown;
  if (is_known_ && ticks_.total > 0)
    environment.steal = result::share_of(ticks_.stolen, ticks_.total);
#if !defined(NDEBUG) || !defined(__OPTIMIZE__)
  environment.warnings.emplace_back("this is a debug build: its figures mean nothing");
#endif
  result::add_warnings(environment.warnings, warnings_of(environment));
  if (const std::string use = warning_of_use(); !use.empty()) environment.warnings.push_back(use);
  result::add_warnings(environment.warnings, warnings_);
}

result::EnvironmentRecord environment_of(const SystemTexts& system) {
  result::EnvironmentRecord environment;
  environment.cpu = cpu_name(system.cpuinfo);
  environment.cores = static_cast<int>(system.siblings.size());
  environment.smt_siblings = share_cores(system.siblings);
  environment.governor = system.governor;
  environment.boost = boost_of(system);
  environment.warnings = quota_warnings(system);
  return environment;
}

std::vector<std::string> warnings_of(const result::EnvironmentRecord& environment) {
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
          fmt::format("steal time took {} of the run: other machines share the processor",
                      base::percent_text(environment.steal, 1)));
  return warnings;
}

result::EnvironmentRecord probe_environment() {
  result::EnvironmentRecord environment = environment_of(read_system());
  environment.isa_available = available_isa();
  environment.kernel = kernel_text();
  const bool is_load_known = ::getloadavg(&environment.load, 1) == 1;
  environment.load = is_load_known ? std::round(environment.load * 100) / 100 : base::kUnknown;
  environment.memory_bytes = static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) *
                             static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  return environment;
}

ClockState clock_state(const StampClock& clock) {
  return {.steady_s = Seconds(SteadyClock::now().time_since_epoch()).count(),
          .stamps_s = static_cast<double>(clock.now()) * clock.ns_per_tick() / 1e9,
          .cpus = parallel::usable_cpus().size()};
}

std::vector<std::string> changes_between(const ClockState& then, const ClockState& now) {
  std::vector<std::string> changes;
  const double elapsed = now.steady_s - then.steady_s;
  const double drift = (now.stamps_s - then.stamps_s) / elapsed - 1;
  if (elapsed > kShortestSeconds && !(std::abs(drift) <= kMostDrift)) {
    changes.push_back(
        fmt::format("the processor's counter differed from the clock by {:+.1f} % during the run: "
                    "latencies are not reliable",
                    100 * drift));
  }
  if (now.cpus < then.cpus) {
    changes.push_back(
        fmt::format("the run started with {} CPUs and later had {}: threads had to share them",
                    then.cpus, now.cpus));
  }
  return changes;
}

}  // namespace sudoku::machine
