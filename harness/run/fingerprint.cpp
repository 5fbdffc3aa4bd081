#include "harness/run/fingerprint.h"

#include <array>
#include <concepts>
#include <fstream>
#include <optional>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/base/text.h"
#include "harness/options/options.h"
#include "harness/result/fields.h"
#include "harness/runner/provenance.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace sudoku::run {

namespace {

std::string value_text(const std::string& value) {
  // A path may be any bytes, but the text must survive JSON, which is UTF-8.
  return base::clean_text(value, std::string::npos);
}

std::string value_text(const std::vector<std::string>& values) {
  return value_text(fmt::format("{}", fmt::join(values, " ")));
}

std::string value_text(std::integral auto value) { return fmt::to_string(value); }

template <typename T>
std::string value_text(const std::optional<T>& value) {
  return value ? value_text(*value) : "";
}

// Appends each field of a record as a setting, named `prefix` and the field's name.
template <typename Record>
void list(const std::string& prefix, const Record& record, Fingerprint& fingerprint) {
  result::for_each_field<Record>(
      [&](const auto& line) { fingerprint[prefix + line.name] = value_text(record.*line.member); });
}

// Adds a solver's name to the list of them.
void add_solver(const std::string& name, Fingerprint& fingerprint) {
  std::string& all = fingerprint["solvers"];
  all += all.empty() ? name : "," + name;
}

// The settings of a fingerprint that are known both before a run and from its result.
Fingerprint common_settings(const result::ToolRecord& tool, const result::RunResult& run) {
  Fingerprint fingerprint;
  list("program: ", tool, fingerprint);
  for (const options::Option& option : options::all()) {
    if (option.traits.recorded == nullptr || !option.traits.in_fingerprint) continue;
    const result::SettingValue* const value = run.settings.find(option.traits.recorded);
    if (value == nullptr) continue;  // result of a version without the option
    fingerprint[fmt::format("settings: {}", option.traits.recorded)] = result::text_of(*value);
  }
  fingerprint["number of datasets"] = fmt::to_string(run.datasets.size());
  for (std::size_t i = 0; i < run.datasets.size(); ++i)
    fingerprint[fmt::format("sha256 of dataset {}", i + 1)] = run.datasets[i].sha256;
  return fingerprint;
}

// Hash of the program's own file: the same revision may have been built with local changes.
std::string hash_of_program() {
  std::ifstream file("/proc/self/exe", std::ios::binary);
  XXH3_state_t state;
  XXH3_64bits_reset(&state);
  std::array<char, 1U << 16U> bytes{};
  while (file.read(bytes.data(), bytes.size()) || file.gcount() > 0)
    XXH3_64bits_update(&state, bytes.data(), static_cast<std::size_t>(file.gcount()));
  return fmt::format("{:016x}", XXH3_64bits_digest(&state));
}

}  // namespace

Fingerprint fingerprint_of(const options::RunSettings& settings, const result::RunResult& started,
                           const result::ToolRecord& tool) {
  Fingerprint fingerprint = common_settings(tool, started);
  for (const runner::SolverSpec& solver : settings.solver_specs) {
    add_solver(std::string(solver.info.name), fingerprint);
    if (solver.spec)
      list(fmt::format("{}: ", solver.info.name), runner::provenance_of(*solver.spec), fingerprint);
  }
  options::Options options(settings);
  for (const options::Option& option : options::options_of(options).options) {
    if (option.traits.recorded != nullptr || !option.traits.in_fingerprint) continue;
    fingerprint[option.key()] = std::get<std::string>(option.recorded());
  }
  fingerprint["instruction set"] = started.environment.isa_dispatched;
  fingerprint["program: file"] = hash_of_program();
  return fingerprint;
}

Fingerprint fingerprint_of(const result::RunResult& result) {
  Fingerprint fingerprint = common_settings(result.tool, result);
  std::set<std::string> solvers;
  std::set<std::uint64_t> threads;
  for (const result::Row& row : result.results) {
    threads.insert(row.threads);
    if (!solvers.insert(row.solver).second) continue;
    add_solver(row.solver, fingerprint);
    if (row.external) list(row.solver + ": ", *row.external, fingerprint);
  }
  fingerprint["threads"] = fmt::format("{}", fmt::join(threads, ","));
  fingerprint["instruction set"] = result.environment.isa_dispatched;
  return fingerprint;
}

std::string differences(const Fingerprint& a, const Fingerprint& b, const char* pattern) {
  std::vector<std::string> found;
  for (const auto& [name, value] : b) {
    const auto other = a.find(name);
    if (other == a.end() || other->second == value) continue;
    found.push_back(fmt::format(fmt::runtime(pattern), name, other->second, value));
  }
  return fmt::format("{}", fmt::join(found, "; "));
}

}  // namespace sudoku::run
