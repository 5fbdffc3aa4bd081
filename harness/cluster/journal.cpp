#include "harness/cluster/journal.h"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/base/interruption.h"
#include "harness/base/json.h"
#include "harness/result/comparison.h"
#include "harness/result/json.h"

namespace sudoku::cluster {

Blocks take_share(Blocks& left, std::size_t takers) {
  const std::size_t most = std::max<std::size_t>(left.size() / (2 * takers), 1);
  const auto end = left.begin() + static_cast<std::ptrdiff_t>(std::min(most, left.size()));
  Blocks share(left.begin(), end);
  left.erase(left.begin(), end);
  return share;
}

namespace {

using base::Json;

// Options of this rank's journal: only the leader (rank 0) has a file.
run::JournalOptions options_of(const Ranks& ranks, run::JournalOptions options) {
  if (!ranks.leads()) options.path.clear();
  return options;
}

}  // namespace

RankJournal::RankJournal(Ranks& ranks, run::JournalOptions options)
    : ranks_(ranks),
      tool_(options.tool),
      file_(options_of(ranks, std::move(options))),
      costs_(static_cast<std::size_t>(ranks.size())),
      hosts_(costs_.size()) {
  ranks_.on_message(
      [this](int from, MessageKind kind, const std::string& text) { take(from, kind, text); });
}

bool RankJournal::begin(const options::RunSettings& settings, const result::RunResult& run) {
  fingerprint_ = run::fingerprint_of(settings, run, tool_);
  if (!ranks_.leads()) {
    const Json join = {{"name", ranks_.name()}, {"fingerprint", json_of(fingerprint_)}};
    ranks_.send(Ranks::kLeader, MessageKind::join, base::json_text(join));
    const auto answer = ranks_.await(MessageKind::answer);
    return answer && answer->empty();
  }
  for (const result::DatasetRecord& record : run.datasets) {
    Dataset& dataset = datasets_.emplace_back();
    for (std::uint64_t block = 0; block * settings.block < record.puzzles; ++block)
      if (!settings.shard || settings.shard->has(block)) dataset.left.push_back(block);
    dataset.wanted = dataset.left.size();
  }
  ranks_.wait_until([this] { return joined_ == ranks_.size() || base::interruption(); });
  if (base::interruption()) return false;
  const bool is_something_left = file_.begin(settings, run);
  ranks_.send_to_others(MessageKind::answer, is_something_left ? "" : "complete");
  return is_something_left;
}

run::DatasetStart RankJournal::start(std::size_t dataset, const run::PlanMaker& make_plans) {
  dataset_ = dataset;
  claimed_.clear();
  if (!ranks_.leads()) {
    const auto text = ranks_.await(MessageKind::start);
    if (!text) return {};
    run::DatasetLine line = run::dataset_line(*text, "the message of rank 0");
    return {.plans = std::move(line.plans), .before = std::move(line.sums).value()};
  }
  run::DatasetStart start = file_.start(dataset, make_plans);
  for (result::RowSums& row : start.before.rows)
    row.spent_ns /= costs_.size();
  Dataset& ours = datasets_[dataset];
  ours.finished =
      std::erase_if(ours.left, [&](std::uint64_t block) { return !file_.wants(dataset, block); });
  ranks_.send_to_others(
      MessageKind::start,
      run::to_json({.dataset = dataset, .plans = start.plans, .sums = start.before}));
  return start;
}

bool RankJournal::wants(std::size_t dataset, std::uint64_t block) {
  while (claimed_.empty() || claimed_.back() < block) {
    ranks_.send(Ranks::kLeader, MessageKind::claim, fmt::to_string(dataset));
    const auto answer = ranks_.await(MessageKind::answer);
    claimed_ = Json::parse(answer.value_or("[]")).get<Blocks>();
    if (claimed_.empty()) claimed_ = {UINT64_MAX};  // beyond all blocks: there are none to claim
  }
  return std::ranges::binary_search(claimed_, block);
}

void RankJournal::finished(std::size_t dataset, const result::DatasetRows& block) {
  if (!ranks_.leads()) {
    return ranks_.send(Ranks::kLeader, MessageKind::block,
                       run::to_json({.dataset = dataset, .sums = block}));
  }
  file_.finished(dataset, block);
  count(Ranks::kLeader, dataset);
}

void RankJournal::take(int from, MessageKind kind, const std::string& text) {
  const auto rank = static_cast<std::size_t>(from);
  switch (kind) {
    case MessageKind::join: {
      const auto other = base::SortedJson::parse(text);
      const std::string found =
          run::disagreement(fingerprint_, run::fingerprint_of(other["fingerprint"]));
      if (!found.empty()) {
        throw base::InputError("{} and {}: do not belong to the same run: {}", ranks_.name(),
                               other["name"].get<std::string>(), found);
      }
      ++joined_;
      return;
    }
    case MessageKind::claim: {
      const Json share = take_share(datasets_[std::stoul(text)].left, costs_.size());
      if (!share.empty()) ++costs_[rank].shares;
      return ranks_.send(from, MessageKind::answer, base::json_text(share));
    }
    case MessageKind::block: {
      const run::DatasetLine line = run::dataset_line(text, "a message");
      file_.add(line, text);
      return count(rank, line.dataset);
    }
    case MessageKind::ended: {
      const result::RunResult part = result::from_json(text, "a message");
      hosts_[rank] = part.hosts.value().front();
      ++ended_;
      if (!part.complete) base::interrupt();
      return;
    }
    default:
      throw std::logic_error("a message that is not for the leader");
  }
}

void RankJournal::count(std::size_t rank, std::size_t dataset) {
  ++costs_[rank].blocks;
  ++datasets_[dataset].finished;
}

run::RunProgress RankJournal::progress(const run::RunProgress& own) {
  ranks_.serve();
  if (!ranks_.leads()) return own;
  const Dataset& ours = datasets_[dataset_];
  return {.dataset = own.dataset,
          .solver = own.solver,
          .per_second = own.per_second,
          .share = static_cast<double>(ours.finished) / static_cast<double>(ours.wanted)};
}

void RankJournal::note_rates(const std::vector<result::RowSums>& own) {
  std::vector<result::Row> rows;
  for (const result::RowSums& row : own)
    rows.push_back(result::finished(row));
  result::compare_rows(rows, {}, "", 0);
  std::ranges::move(result::rates_of(rows), std::back_inserter(rates_));
}

void RankJournal::add_others(std::size_t dataset, result::DatasetRows& sums) {
  note_rates(sums.rows);
  if (!ranks_.leads()) {
    sums = {.blocks = {},
            .rows = std::vector<result::RowSums>(sums.rows.size()),
            .comparisons = std::vector<result::ComparisonRecord>(sums.comparisons.size())};
    return;
  }
  const Dataset& ours = datasets_[dataset];
  ranks_.wait_until([&] {
    return base::interruption() ? ended_ == ranks_.size() : ours.finished >= ours.wanted;
  });
  file_.add_others(dataset, sums);
  const bool repeats = std::ranges::adjacent_find(sums.blocks) != sums.blocks.end();
  if (!repeats && (base::interruption() || sums.blocks.size() == ours.wanted)) return;
  throw std::logic_error("a block of a dataset was measured by no rank, or by two");
}

std::vector<RankCosts> RankJournal::finish(result::RunResult& result) {
  hosts_.front() = {.name = fmt::format("{} ({} ranks)", ranks_.name(), ranks_.size()),
                    .environment = result.environment,
                    .started = result.started,
                    .finished = result.finished,
                    .rates = std::move(rates_)};
  if (!ranks_.leads()) {
    result::RunResult part;
    part.complete = result.complete;
    part.hosts = {hosts_.front()};
    ranks_.send(Ranks::kLeader, MessageKind::ended, result::to_json(part));
    return {};
  }
  ranks_.wait_until([this] { return ended_ == ranks_.size(); });
  result::set_hosts(result, std::move(hosts_));
  file_.sign(result);
  return costs_;
}

}  // namespace sudoku::cluster
