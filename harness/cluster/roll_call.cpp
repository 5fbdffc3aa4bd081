#include "harness/cluster/roll_call.h"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "harness/cluster/letters.h"
#include "harness/dataset/input_error.h"
#include "harness/results/json.h"
#include "harness/results/warnings.h"

namespace sudoku {

namespace {

// What a rank brings to the roll call before the race.
struct Bearer {
  std::string name;
  std::vector<std::string> facts;  // names and values in turn
};

template <typename Archive>
void fields(Archive& in, Is<Bearer> auto& bearer) {
  in.field("name", bearer.name);
  in.field("facts", bearer.facts);
}

// And after it.
struct Farewell {
  std::string name;
  std::string run;  // a document of what is not about the race
  RankCosts costs;
};

template <typename Archive>
void fields(Archive& in, Is<Farewell> auto& farewell) {
  in.field("name", farewell.name);
  in.field("run", farewell.run);
  in.field("blocks", farewell.costs.blocks);
  in.field("claims", farewell.costs.claims);
  in.field("claiming_ns", farewell.costs.claiming_ns);
  in.field("waiting_ns", farewell.costs.waiting_ns);
  in.field("reducing_ns", farewell.costs.reducing_ns);
}

std::string bearer_of(const Ranks& ranks, const Identity& facts) {
  return bytes_of(Bearer{.name = ranks.name(), .facts = in_turn(facts)});
}

std::string complaint(const Bearer& leader, const Bearer& bearer) {
  const std::string found = disagreement(identity_from(leader.facts), identity_from(bearer.facts));
  if (found.empty()) return {};
  return fmt::format("{} and {}: do not run the same race: {}", leader.name, bearer.name, found);
}

// Of the first rank that differs; empty when none does.
std::string first_complaint(const std::vector<std::string>& bearers) {
  for (const std::string& bearer : bearers) {
    std::string found = complaint(record_of<Bearer>(bearers.front()), record_of<Bearer>(bearer));
    if (!found.empty()) return found;
  }
  return {};
}

std::string farewell_of(const Ranks& ranks, const RunResult& result, const RankCosts& costs) {
  RunResult run;
  run.environment = result.environment;
  run.started = result.started;
  run.finished = result.finished;
  return bytes_of(Farewell{.name = ranks.name(), .run = to_json(run), .costs = costs});
}

HostRecord host_of(const Farewell& farewell, int ranks) {
  RunResult run = from_json(farewell.run, farewell.name);
  return {.name = fmt::format("{} ({} ranks)", farewell.name, ranks),
          .environment = std::move(run.environment),
          .started = std::move(run.started),
          .finished = std::move(run.finished)};
}

}  // namespace

void require_same_race(Ranks& ranks, const Identity& facts) {
  const std::string found = ranks.broadcast(first_complaint(ranks.gather(bearer_of(ranks, facts))));
  if (!found.empty()) throw InputError(found);
}

std::vector<RankCosts> name_hosts(Ranks& ranks, RunResult& result, const RankCosts& costs) {
  std::vector<RankCosts> costs_of_all;
  std::vector<HostRecord> hosts;
  for (const std::string& text : ranks.gather(farewell_of(ranks, result, costs))) {
    const auto farewell = record_of<Farewell>(text);
    costs_of_all.push_back(farewell.costs);
    hosts.push_back(host_of(farewell, ranks.size()));
    add_warnings(result.environment.warnings, hosts.back().environment.warnings);
    result.started = std::min(result.started, hosts.back().started);
    result.finished = std::max(result.finished, hosts.back().finished);
  }
  if (ranks.leads()) result.hosts = std::move(hosts);
  return costs_of_all;
}

}  // namespace sudoku
