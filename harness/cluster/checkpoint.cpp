#include "harness/cluster/checkpoint.h"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/base/interruption.h"
#include "harness/base/json.h"
#include "harness/result/json.h"

namespace sudoku::cluster {

BlockShares::BlockShares(std::uint64_t blocks, std::uint64_t takers,
                         std::set<std::uint64_t> finished)
    : blocks_(blocks), takers_(takers), finished_(std::move(finished)) {}

BlockRange BlockShares::next() {
  for (; finished_.contains(next_); ++next_)
    finished_.erase(next_);
  const std::uint64_t left = blocks_ - next_ - finished_.size();
  const std::uint64_t gap = finished_.empty() ? blocks_ : *finished_.begin();
  const std::uint64_t most = std::max<std::uint64_t>(left / (2 * takers_), 1);
  const std::uint64_t end = std::min({next_ + most, gap, blocks_});
  return {.first = std::exchange(next_, end), .end = end};
}

namespace {

using base::Json;

// A range that no block comes behind.
constexpr BlockRange kNoneLeft = {.first = UINT64_MAX, .end = UINT64_MAX};

// The leader's answer to ranks that join a race of which nothing is left to do.
constexpr std::string_view kComplete = "complete";

std::uint64_t passes_over(const std::vector<result::BlockRecord>& blocks) {
  std::uint64_t puzzles = 0;
  for (const result::BlockRecord& block : blocks)
    puzzles += block.puzzles * block.seconds.size();
  return puzzles;
}

std::uint64_t puzzles_solved(const result::HeatSums& sums) {
  std::uint64_t puzzles = 0;
  for (const result::RowSums& row : sums.rows) {
    puzzles += passes_over(row.blocks);
    for (const result::SampleRecord& sample : row.subsamples)
      puzzles += passes_over(sample.blocks);
  }
  return puzzles;
}

// What a rank takes over of a run that is resumed: which solvers were stopped, and its share of the
// time that they have spent.
result::HeatSums share_of(const result::HeatSums& sums, int ranks) {
  result::HeatSums share;
  for (const result::RowSums& row : sums.rows) {
    result::RowSums& part = share.rows.emplace_back();
    part.disqualified = row.disqualified;
    part.complete = row.complete;
    part.spent_ns = row.spent_ns / static_cast<std::uint64_t>(ranks);
  }
  return share;
}

std::string report_of(const std::string& rank, const result::RunResult& result,
                      const RankCosts& costs) {
  result::RunResult run;
  run.environment = result.environment;
  run.started = result.started;
  run.finished = result.finished;
  return base::json_text(Json{{"name", rank},
                              {"run", result::to_json(run)},
                              {"interrupted", base::interruption().load()},
                              {"blocks", costs.blocks},
                              {"claims", costs.claims},
                              {"claiming_ns", costs.claiming_ns}});
}

result::HostRecord host_of(const Json& report, std::size_t ranks) {
  const auto name = report["name"].get<std::string>();
  result::RunResult run = result::from_json(report["run"].get<std::string>(), name);
  return {.name = fmt::format("{} ({} ranks)", name, ranks),
          .environment = std::move(run.environment),
          .started = std::move(run.started),
          .finished = std::move(run.finished)};
}

}  // namespace

bool RankCheckpoint::wants(std::size_t dataset, std::uint64_t block) {
  if (std::exchange(dataset_, dataset) != dataset) range_ = {};
  while (range_.end <= block) {
    const auto start = std::chrono::steady_clock::now();
    range_ = claim(dataset);
    const std::chrono::nanoseconds took = std::chrono::steady_clock::now() - start;
    costs_.claiming_ns += static_cast<std::uint64_t>(took.count());
    ++costs_.claims;
    if (range_.first == range_.end) range_ = kNoneLeft;
  }
  return range_.has(block);
}

WorkerCheckpoint::WorkerCheckpoint(Ranks& ranks, result::ToolRecord tool)
    : ranks_(ranks), tool_(std::move(tool)) {}

bool WorkerCheckpoint::begin(const run::RaceSettings& settings, const result::RunResult& race) {
  const Json fingerprint = json_of(run::fingerprint_of(settings, race, tool_));
  const std::optional<std::string> answer =
      ranks_.ask(MessageKind::join,
                 base::json_text(Json{{"name", ranks_.name()}, {"fingerprint", fingerprint}}));
  return answer && *answer != kComplete;
}

run::DatasetStart WorkerCheckpoint::start(std::size_t dataset,
                                          const run::PlanMaker& /*make_plans*/) {
  const std::optional<std::string> answer = ranks_.ask(MessageKind::plans, fmt::to_string(dataset));
  if (!answer) return {};
  run::DatasetLine line = run::dataset_line(*answer, "the message of rank 0");
  return {.plans = std::move(line.plans), .finished = std::move(line.sums).value()};
}

BlockRange WorkerCheckpoint::claim(std::size_t dataset) {
  const std::optional<std::string> answer = ranks_.ask(MessageKind::claim, fmt::to_string(dataset));
  if (!answer) return {};
  const Json range = Json::parse(*answer);
  return {.first = range[0].get<std::uint64_t>(), .end = range[1].get<std::uint64_t>()};
}

void WorkerCheckpoint::finished(std::size_t dataset, const result::HeatSums& block) {
  ranks_.send(Ranks::kLeader, MessageKind::block,
              run::to_json({.dataset = dataset, .sums = block}));
  ++costs_.blocks;
}

run::RaceProgress WorkerCheckpoint::progress(const run::RaceProgress& own) {
  ranks_.serve();
  return own;
}

void WorkerCheckpoint::add_others(std::size_t /*dataset*/, result::HeatSums& sums) {
  sums = {.blocks = {},
          .rows = std::vector<result::RowSums>(sums.rows.size()),
          .contests = std::vector<result::ContestRecord>(sums.contests.size())};
}

void WorkerCheckpoint::finish(const result::RunResult& result) {
  ranks_.send(Ranks::kLeader, MessageKind::ended, report_of(ranks_.name(), result, costs_));
  ranks_.await_dismissal();
}

LeaderCheckpoint::LeaderCheckpoint(Ranks& ranks, run::CheckpointOptions options)
    : ranks_(ranks), options_(options), file_(std::move(options)) {
  if (!options_.path.empty() && run::is_earlier_journal(options_.path + ".0")) {
    throw base::OutputError(
        fmt::format("{0}.0: is the journal of a rank, and an earlier version of this program left "
                    "it: finish the run with that version, or remove {0}.0 and those of the other "
                    "ranks, {0}.1 and so on, and begin again",
                    options_.path));
  }
  ended_.resize(static_cast<std::size_t>(ranks_.size()));
  ranks_.on_message([this](const Message& message) { take(message); });
}

bool LeaderCheckpoint::begin(const run::RaceSettings& settings, const result::RunResult& race) {
  ranks_.begin();
  fingerprint_ = run::fingerprint_of(settings, race, options_.tool);
  for (const result::DatasetRecord& record : race.datasets) {
    Dataset& dataset = datasets_.emplace_back();
    dataset.name = record.name;
    dataset.blocks = (record.puzzles + settings.block - 1) / settings.block;
    for (std::uint64_t block = 0; block < dataset.blocks; ++block)
      if (!settings.shard || settings.shard->has(block)) dataset.wanted.push_back(block);
  }
  ranks_.wait_until([this] { return joined_ == ranks_.size() - 1 || base::interruption(); });
  if (base::interruption()) return false;
  const bool is_something_left = file_.begin(settings, race);
  ranks_.send_to_others(MessageKind::answer,
                        is_something_left ? std::string() : std::string(kComplete));
  return is_something_left;
}

void LeaderCheckpoint::take(const Message& message) {
  switch (message.kind) {
    case MessageKind::join:
      require_same_race(message.text);
      ++joined_;
      return;
    case MessageKind::plans:
      return answer_start(message);
    case MessageKind::claim: {
      const BlockRange range = datasets_[std::stoul(message.text)].shares->next();
      return ranks_.send(message.from, MessageKind::answer,
                         base::json_text(Json::array({range.first, range.end})));
    }
    case MessageKind::block:
      return add_block(message);
    case MessageKind::ended:
      ended_[static_cast<std::size_t>(message.from)] = message.text;
      if (Json::parse(message.text)["interrupted"].get<bool>()) base::interrupt();
      return;
    default:
      throw std::logic_error("a message that is none for the leader");
  }
}

void LeaderCheckpoint::answer_start(const Message& message) {
  const std::string& start = datasets_[std::stoul(message.text)].start;
  if (start.empty()) {
    waiting_.push_back(message.from);
  } else {
    ranks_.send(message.from, MessageKind::answer, start);
  }
}

void LeaderCheckpoint::add_block(const Message& message) {
  const run::DatasetLine line = run::dataset_line(message.text, "a message");
  Dataset& dataset = datasets_[line.dataset];
  file_.append(message.text);
  result::merge(dataset.others, line.sums.value());
  count(dataset, *line.sums);
}

void LeaderCheckpoint::require_same_race(const std::string& join) const {
  const auto other = base::SortedJson::parse(join);
  const std::string found =
      run::disagreement(fingerprint_, run::fingerprint_of(other["fingerprint"]));
  if (found.empty()) return;
  throw base::InputError(fmt::format("{} and {}: do not run the same race: {}", ranks_.name(),
                                     other["name"].get<std::string>(), found));
}

run::DatasetStart LeaderCheckpoint::start(std::size_t dataset, const run::PlanMaker& make_plans) {
  current_ = dataset;
  Dataset& ours = datasets_[dataset];
  run::DatasetStart start = file_.start(dataset, make_plans);
  ours.others = std::move(start.finished);
  ours.finished = ours.others.blocks.size();
  ours.shares.emplace(
      ours.blocks, ranks_.size(),
      std::set<std::uint64_t>(ours.others.blocks.begin(), ours.others.blocks.end()));
  start.finished = share_of(ours.others, ranks_.size());
  ours.start = run::to_json({.dataset = dataset, .plans = start.plans, .sums = start.finished});
  for (const int rank : std::exchange(waiting_, {}))
    ranks_.send(rank, MessageKind::answer, ours.start);
  return start;
}

BlockRange LeaderCheckpoint::claim(std::size_t dataset) {
  ranks_.serve();
  return base::interruption() ? BlockRange{} : datasets_[dataset].shares->next();
}

void LeaderCheckpoint::finished(std::size_t dataset, const result::HeatSums& block) {
  file_.finished(dataset, block);
  count(datasets_[dataset], block);
  ++costs_.blocks;
}

void LeaderCheckpoint::count(Dataset& dataset, const result::HeatSums& block) {
  ++dataset.finished;
  puzzles_ += puzzles_solved(block);
}

run::RaceProgress LeaderCheckpoint::progress(const run::RaceProgress& own) {
  ranks_.serve();
  const Dataset& dataset = datasets_[current_];
  return {
      .dataset = own.dataset,
      .solver = own.solver,
      .share = static_cast<double>(dataset.finished) / static_cast<double>(dataset.wanted.size()),
      .puzzles = puzzles_};
}

void LeaderCheckpoint::add_others(std::size_t dataset, result::HeatSums& sums) {
  Dataset& ours = datasets_[dataset];
  ranks_.wait_until([&] {
    return base::interruption() ? have_all_ended() : ours.finished >= ours.wanted.size();
  });
  result::merge(sums, std::exchange(ours.others, {}));
  // Messages, file and arithmetic have done what they should.
  if (base::interruption() || sums.blocks == ours.wanted) return;
  const auto [found, due] = std::ranges::mismatch(sums.blocks, ours.wanted);
  throw std::logic_error(fmt::format(
      "{}: of {} blocks {} were measured, the first that is missing, or there twice, is number {}",
      ours.name, ours.wanted.size(), sums.blocks.size(), due == ours.wanted.end() ? *found : *due));
}

bool LeaderCheckpoint::have_all_ended() const {
  return std::none_of(ended_.begin() + 1, ended_.end(),
                      [](const std::string& report) { return report.empty(); });
}

std::vector<RankCosts> LeaderCheckpoint::finish(result::RunResult& result) {
  ended_.front() = report_of(ranks_.name(), result, costs_);
  ranks_.wait_until([this] { return have_all_ended(); });
  ranks_.send_to_others(MessageKind::dismiss);
  std::vector<RankCosts> costs;
  result.hosts.emplace();
  for (const std::string& text : ended_) {
    const Json report = Json::parse(text);
    costs.push_back({.blocks = report["blocks"].get<std::uint64_t>(),
                     .claims = report["claims"].get<std::uint64_t>(),
                     .claiming_ns = report["claiming_ns"].get<std::uint64_t>()});
    const result::HostRecord& host = result.hosts->emplace_back(host_of(report, ended_.size()));
    result::add_warnings(result.environment.warnings, host.environment.warnings);
    result.started = std::min(result.started, host.started);
    result.finished = std::max(result.finished, host.finished);
  }
  file_.sign(result);
  return costs;
}

}  // namespace sudoku::cluster
