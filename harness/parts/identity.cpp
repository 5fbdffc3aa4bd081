#include "harness/parts/identity.h"

#include <algorithm>
#include <array>
#include <concepts>
#include <fstream>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/measure/provenance.h"
#include "harness/results/fields.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace sudoku {

namespace {

constexpr const char* kWhole = "the whole";  // race, and no shard of it

// An archive (figure_fields.h) that lists what has a value of its own.
class FactLister {
 public:
  FactLister(std::string prefix, Identity& facts) : prefix_(std::move(prefix)), facts_(facts) {}

  void field(const char* name, const std::string& value) { add(name, value); }

  void field(const char* name, bool value) { add(name, value ? "true" : "false"); }

  void field(const char* name, const std::vector<std::string>& values) {
    add(name, fmt::format("{}", fmt::join(values, " ")));
  }

  void field(const char* name, std::integral auto value) { add(name, fmt::to_string(value)); }

  void field(const char* name, std::floating_point auto value) { add(name, fmt::to_string(value)); }

  template <typename T>
  void later_field(const char* name, const T& value) {
    field(name, value);
  }

  // A suite says what settings say, too.
  void field(const char* /*name*/, const std::optional<SuiteRecord>& /*suite*/) {}

 private:
  void add(const char* name, const std::string& value) {
    facts_.push_back({prefix_ + name, value});
  }

  std::string prefix_;
  Identity& facts_;
};

template <typename Record>
void list(const std::string& prefix, const Record& record, Identity& facts) {
  FactLister lister(prefix, facts);
  fields(lister, record);
}

// What both a race about to begin and a finished one tell.
Identity identity_from(const RunResult& run) {
  Identity facts;
  list("program: ", run.tool, facts);
  list("settings: ", run.settings, facts);
  facts.push_back({"number of datasets", fmt::to_string(run.datasets.size())});
  for (std::size_t i = 0; i < run.datasets.size(); ++i)
    facts.push_back({fmt::format("sha256 of dataset {}", i + 1), run.datasets[i].sha256});
  return facts;
}

std::string text_of(const std::optional<std::uint64_t>& number, const char* otherwise) {
  return number ? fmt::to_string(*number) : otherwise;
}

std::string sample_of(const RaceSettings& settings) {
  if (settings.sample_rate) return fmt::format("rate {}", *settings.sample_rate);
  return text_of(settings.sample_count, "by the time budget");
}

std::string shard_of(const RaceSettings& settings) {
  if (!settings.shard) return kWhole;
  return fmt::format("{}/{}", settings.shard->number, settings.shard->of);
}

std::string shard_of(const RunResult& result) {
  if (!result.shards) return kWhole;
  return fmt::format("{}/{}", fmt::join(result.shards->parts, ","), result.shards->of);
}

void add_external(const std::string& solver, const ExternalRecord& external, Identity& facts) {
  list(solver + ": ", external, facts);
}

}  // namespace

Identity identity_of(const RaceSettings& settings, const RunResult& race) {
  Identity facts = identity_from(race);
  std::vector<std::string_view> solvers;
  for (const Contender& contender : settings.contenders) {
    solvers.push_back(contender.info.name);
    if (contender.spec) {
      add_external(std::string(contender.info.name), provenance_of(*contender.spec), facts);
    }
  }
  facts.push_back({"solvers", fmt::format("{}", fmt::join(solvers, ","))});
  facts.push_back({"threads", fmt::format("{}", fmt::join(settings.threads, ","))});
  facts.push_back({"batch", text_of(settings.batch, "each solver's own")});
  facts.push_back({"sample", sample_of(settings)});
  facts.push_back({"shard", shard_of(settings)});
  facts.push_back({"pin", settings.pin ? "auto" : "off"});
  facts.push_back({"strict", settings.strict ? "true" : "false"});
  facts.push_back({"instruction set", race.environment.isa_dispatched});
  return facts;
}

Identity identity_of(const RunResult& result) {
  Identity facts = identity_from(result);
  std::vector<std::string> solvers;
  std::set<std::uint64_t> threads;
  for (const ResultRecord& row : result.results) {
    threads.insert(row.threads);
    if (std::ranges::find(solvers, row.solver) != solvers.end()) continue;
    solvers.push_back(row.solver);
    if (row.external) add_external(row.solver, *row.external, facts);
  }
  facts.push_back({"solvers", fmt::format("{}", fmt::join(solvers, ","))});
  facts.push_back({"threads", fmt::format("{}", fmt::join(threads, ","))});
  facts.push_back({"instruction set", result.environment.isa_dispatched});
  return facts;
}

Identity identity_of(const RunResult& result, const RaceSettings& now) {
  Identity facts = identity_of(result);
  facts.push_back({"shard", shard_of(result)});
  if (!now.sample_rate) return facts;
  const auto other = std::ranges::find_if(result.results, [&now](const ResultRecord& row) {
    return row.sample_rate != now.sample_rate;
  });
  if (other != result.results.end())
    facts.push_back({"sample", fmt::format("rate {}", other->sample_rate)});
  return facts;
}

Fact binary_fact() {
  std::ifstream file("/proc/self/exe", std::ios::binary);
  XXH3_state_t state;
  XXH3_64bits_reset(&state);
  std::array<char, 1U << 16U> bytes{};
  while (file.read(bytes.data(), bytes.size()) || file.gcount() > 0) {
    XXH3_64bits_update(&state, bytes.data(), static_cast<std::size_t>(file.gcount()));
  }
  return {"program: file", fmt::format("{:016x}", XXH3_64bits_digest(&state))};
}

std::vector<Difference> differences(const Identity& before, const Identity& now) {
  std::vector<Difference> found;
  for (const Fact& fact : now) {
    const auto old = std::ranges::find(before, fact.name, &Fact::name);
    if (old == before.end() || old->value == fact.value) continue;
    found.push_back({.name = fact.name, .before = old->value, .now = fact.value});
  }
  return found;
}

std::string disagreement(const Identity& a, const Identity& b) {
  std::vector<std::string> found;
  for (const Difference& difference : differences(a, b)) {
    found.push_back(
        fmt::format("{} is {} and {}", difference.name, difference.before, difference.now));
  }
  return fmt::format("{}", fmt::join(found, "; "));
}

std::vector<std::string> in_turn(const Identity& facts) {
  std::vector<std::string> names_and_values;
  for (const Fact& fact : facts) {
    names_and_values.push_back(fact.name);
    names_and_values.push_back(fact.value);
  }
  return names_and_values;
}

Identity identity_from(const std::vector<std::string>& names_and_values) {
  Identity facts;
  for (std::size_t i = 0; i + 1 < names_and_values.size(); i += 2)
    facts.push_back({names_and_values[i], names_and_values[i + 1]});
  return facts;
}

}  // namespace sudoku
