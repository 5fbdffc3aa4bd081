#include "harness/result/document.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace sudoku::result {

std::string text_of(const SettingValue& value) {
  return std::visit([](const auto& found) { return fmt::to_string(found); }, value);
}

SettingsRecord::SettingsRecord() {
  std::apply([this](auto... key) { (set(key, typename decltype(key)::Type{}), ...); },
             kEverySetting);
  set(kSolutionLimit, 2);
  set(kProcesses, 1);
}

void SettingsRecord::set(const std::string& name, SettingValue value) {
  const auto place = std::ranges::find(all_, name, &std::pair<std::string, SettingValue>::first);
  if (place == all_.end()) {
    all_.emplace_back(name, std::move(value));
  } else {
    place->second = std::move(value);
  }
}

const SettingValue* SettingsRecord::find(std::string_view name) const {
  const auto place = std::ranges::find(all_, name, &std::pair<std::string, SettingValue>::first);
  return place == all_.end() ? nullptr : &place->second;
}

void add_warnings(std::vector<std::string>& warnings, const std::vector<std::string>& more) {
  for (const std::string& warning : more) {
    if (std::ranges::find(warnings, warning) == warnings.end()) warnings.push_back(warning);
  }
}

std::string processor_of(const EnvironmentRecord& environment) {
  return fmt::format("{}, {} CPU{}",
                     environment.cpu.empty() ? "unknown processor" : environment.cpu,
                     environment.cores, environment.cores == 1 ? "" : "s");
}

void set_hosts(RunResult& run, std::vector<HostRecord> hosts) {
  std::map<std::string, std::vector<std::string>> names;  // of hosts, by processor
  for (const HostRecord& host : hosts) {
    add_warnings(run.environment.warnings, host.environment.warnings);
    run.started = std::min(run.started, host.started);
    run.finished = std::max(run.finished, host.finished);
    names[processor_of(host.environment)].push_back(host.name);
  }
  run.hosts = std::move(hosts);
  if (names.size() < 2) return;
  std::vector<std::string> parts;
  for (const auto& [processor, its_hosts] : names)
    parts.push_back(fmt::format("{} ({})", processor, fmt::join(its_hosts, ", ")));
  add_warnings(
      run.environment.warnings,
      {fmt::format("the processors are unlike: {}: puzzles/s is an average over them, each "
                   "ratio is made on one machine",
                   fmt::join(parts, "; "))});
}

std::chrono::nanoseconds puzzle_limit(std::uint64_t puzzles, std::chrono::nanoseconds timeout,
                                      std::chrono::nanoseconds budget) {
  // No puzzle is given up because it had to wait for a CPU.
  constexpr std::chrono::nanoseconds kShortestLimit = std::chrono::milliseconds(200);
  if (puzzles >= kSmallSet || budget.count() == 0) return timeout;
  return std::min(timeout, std::max(budget, kShortestLimit));
}

}  // namespace sudoku::result
