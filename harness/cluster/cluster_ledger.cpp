#include "harness/cluster/cluster_ledger.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "harness/cluster/journal_pool.h"
#include "harness/cluster/letters.h"
#include "harness/cluster/reduce.h"
#include "harness/cluster/timer.h"
#include "harness/measure/plan_bytes.h"
#include "harness/parts/identity.h"

namespace sudoku {

namespace {

// Stages (assembly.h).
constexpr int kSurveyed = 1;
constexpr int kOpened = 2;
constexpr int kOfFirstDataset = 3;  // and two for each

int planned_stage(std::size_t dataset) {
  return kOfFirstDataset + 2 * static_cast<int>(dataset);
}

int summed_stage(std::size_t dataset) {
  return planned_stage(dataset) + 1;
}

std::uint64_t passes_over(const std::vector<BlockRecord>& blocks) {
  std::uint64_t puzzles = 0;
  for (const BlockRecord& block : blocks)
    puzzles += block.puzzles * block.seconds.size();
  return puzzles;
}

std::uint64_t puzzles_solved(const HeatSums& sums) {
  std::uint64_t puzzles = 0;
  for (const RowSums& row : sums.rows) {
    puzzles += passes_over(row.blocks);
    for (const SampleRecord& sample : row.subsamples)
      puzzles += passes_over(sample.blocks);
  }
  return puzzles;
}

bool has_plans(const std::vector<Plan>& plans) {
  return !plans.empty();
}

}  // namespace

ClusterLedger::ClusterLedger(Ranks& ranks, Assembly& assembly, JournalTerms terms,
                             const std::atomic<bool>& cancelled)
    : ranks_(ranks), assembly_(assembly), terms_(std::move(terms)), cancelled_(cancelled) {}

bool ClusterLedger::begin(const RaceSettings& settings, const RunResult& race) {
  shard_ = settings.shard;
  if (!assembly_.meet(kSurveyed)) return false;
  RunResult about = race;
  about.tool = terms_.tool;
  Identity facts = identity_of(settings, about);
  facts.push_back(binary_fact());
  require_same_race(ranks_, facts);
  for (const DatasetRecord& dataset : race.datasets) {
    heats_.push_back({.name = dataset.name,
                      .blocks = (dataset.puzzles + settings.block - 1) / settings.block,
                      .plans = {},
                      .shares = nullptr});
  }
  const bool is_something_left = open_journals(settings, race);
  if (!assembly_.meet(kOpened)) return false;
  assembly_.begin();
  was_complete_ = !is_something_left;
  if (was_complete_) return false;
  pool_journals();
  assembly_.on_letter([this](const Letter& letter) { answer(letter); });
  return true;
}

bool ClusterLedger::open_journals(const RaceSettings& settings, const RunResult& race) {
  // Before any rank makes one of its own.
  std::vector<std::uint64_t> left =
      ranks_.leads() ? journals_left(terms_.path) : std::vector<std::uint64_t>();
  left = record_of<NumbersLetter>(ranks_.broadcast(bytes_of(NumbersLetter{left}))).numbers;
  journals_ = std::make_unique<RankJournals>(
      terms_, RankJournals::Place{.rank = static_cast<std::uint64_t>(ranks_.rank()),
                                  .ranks = static_cast<std::uint64_t>(ranks_.size()),
                                  .left = left});
  return journals_->begin(settings, race);
}

void ClusterLedger::pool_journals() {
  std::vector<std::uint64_t> blocks;
  for (const Heat& heat : heats_)
    blocks.push_back(heat.blocks);
  std::vector<Journalled> pooled = pool(ranks_, *journals_, blocks);
  for (std::size_t i = 0; i < heats_.size(); ++i) {
    heats_[i].plans = std::move(pooled[i].plans);
    heats_[i].finished = pooled[i].finished.size();
    heats_[i].shares = std::make_unique<BlockShares>(heats_[i].blocks, ranks_.size(),
                                                     std::move(pooled[i].finished));
  }
}

std::vector<Plan> ClusterLedger::plans(std::size_t dataset) {
  if (!ranks_.leads() && !has_plans(heats_[dataset].plans)) agree_on_plans(dataset, {});
  return heats_[dataset].plans;
}

void ClusterLedger::planned(std::size_t dataset, const std::vector<Plan>& plans) {
  if (ranks_.leads() && !has_plans(heats_[dataset].plans)) agree_on_plans(dataset, plans);
  journals_->planned(dataset, plans);
}

void ClusterLedger::agree_on_plans(std::size_t dataset, const std::vector<Plan>& plans) {
  if (!assembly_.meet(planned_stage(dataset))) return;
  const std::string agreed = ranks_.broadcast(to_bytes(plans));
  heats_[dataset].plans = plans_of(agreed);
}

HeatSums ClusterLedger::finished_earlier(std::size_t dataset) {
  current_ = dataset;
  range_ = {};
  has_all_ = false;
  return journals_->finished_earlier(dataset);
}

bool ClusterLedger::wants(std::size_t dataset, std::uint64_t block) {
  while (!has_all_ && range_.end <= block)
    claim(dataset);
  return !has_all_ && range_.has(block);
}

void ClusterLedger::claim(std::size_t dataset) {
  const Timer timer(costs_.claiming_ns);
  ++costs_.claims;
  if (ranks_.leads()) {
    assembly_.serve();
    range_ = share_of(dataset);
  } else {
    Ranks::send(Ranks::kLeader, kClaimLetter, bytes_of(ClaimLetter{.dataset = dataset}));
    const auto range = record_of<RangeLetter>(ranks_.await().text);
    range_ = {.first = range.first, .end = range.end};
  }
  has_all_ = range_.first == range_.end;
}

BlockRange ClusterLedger::share_of(std::size_t dataset) {
  return cancelled_ ? BlockRange{} : heats_[dataset].shares->next();
}

void ClusterLedger::answer(const Letter& letter) {
  if (letter.kind == kDoneLetter) {
    const auto done = record_of<DoneLetter>(letter.text);
    return count(done.dataset, done.puzzles);
  }
  const BlockRange range = share_of(record_of<ClaimLetter>(letter.text).dataset);
  Ranks::send(letter.from, kRangeLetter,
              bytes_of(RangeLetter{.first = range.first, .end = range.end}));
}

void ClusterLedger::finished(std::size_t dataset, const HeatSums& block) {
  journals_->finished(dataset, block);
  ++costs_.blocks;
  const std::uint64_t puzzles = puzzles_solved(block);
  if (ranks_.leads()) return count(dataset, puzzles);
  Ranks::send(Ranks::kLeader, kDoneLetter,
              bytes_of(DoneLetter{.dataset = dataset, .puzzles = puzzles}));
}

void ClusterLedger::count(std::size_t dataset, std::uint64_t puzzles) {
  ++heats_[dataset].finished;
  puzzles_ += puzzles;
}

void ClusterLedger::summed_up(std::size_t dataset, HeatSums& sums) {
  if (!is_everybody_through(dataset)) return;
  assembly_.share_cancellation(cancelled_);
  {
    const Timer timer(costs_.reducing_ns);
    reduce(ranks_, sums);
  }
  if (ranks_.leads() && !cancelled_) require_whole(dataset, sums);
}

bool ClusterLedger::is_everybody_through(std::size_t dataset) {
  const Timer timer(costs_.waiting_ns);
  return assembly_.meet(summed_stage(dataset));
}

// Messages, journals and arithmetic have done what they should.
void ClusterLedger::require_whole(std::size_t dataset, const HeatSums& sums) const {
  std::vector<std::uint64_t> wanted;
  for (std::uint64_t block = 0; block < heats_[dataset].blocks; ++block) {
    if (!shard_ || shard_->has(block)) wanted.push_back(block);
  }
  if (sums.blocks == wanted) return;
  const auto [found, due] = std::ranges::mismatch(sums.blocks, wanted);
  throw std::logic_error(fmt::format(
      "{}: of {} blocks {} were measured, the first that is missing, or there twice, is number {}",
      heats_[dataset].name, wanted.size(), sums.blocks.size(),
      due == wanted.end() ? *found : *due));
}

RaceProgress ClusterLedger::seen_by_all(const RaceProgress& own) {
  assembly_.serve();
  const Heat& heat = heats_[current_];
  return {.dataset = own.dataset,
          .solver = own.solver,
          .share = static_cast<double>(heat.finished) / static_cast<double>(heat.blocks),
          .puzzles = puzzles_};
}

std::vector<RankCosts> ClusterLedger::finish(RunResult& result) {
  assembly_.meet(Assembly::kEnd);
  if (was_complete_) return {};
  std::vector<RankCosts> costs = name_hosts(ranks_, result, costs_);
  if (journals_) journals_->sign(result);
  return costs;
}

void ClusterLedger::remove_journals() const {
  if (journals_) journals_->remove_all();
}

}  // namespace sudoku
