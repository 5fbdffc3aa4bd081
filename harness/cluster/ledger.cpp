// What the journals of all ranks hold together.
#include "harness/cluster/ledger.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/cluster/ranks.h"
#include "harness/result/document.h"
#include "harness/result/json.h"
#include "harness/run/journal.h"
#include "harness/run/plan.h"

namespace sudoku::cluster {

// Of a dataset.
struct Journalled {
  std::vector<run::Plan> plans;      // empty: none yet
  std::set<std::uint64_t> finished;  // blocks; for the leader only
};

// All ranks at once, for datasets of that many blocks.
std::vector<Journalled> pool(Ranks& ranks, RankJournals& journals,
                             const std::vector<std::uint64_t>& blocks);

namespace {

// Stages of a race, in the order in which all ranks reach them.
constexpr int kSurveyed = 1;
constexpr int kOpened = 2;
constexpr int kOfFirstDataset = 3;  // and two for each

int planned_stage(std::size_t dataset) {
  return kOfFirstDataset + 2 * static_cast<int>(dataset);
}

int summed_stage(std::size_t dataset) {
  return planned_stage(dataset) + 1;
}

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

bool has_plans(const std::vector<run::Plan>& plans) {
  return !plans.empty();
}

}  // namespace

ClusterLedger::ClusterLedger(Ranks& ranks, Assembly& assembly, run::JournalTerms terms,
                             const std::atomic<bool>& cancelled)
    : ranks_(ranks), assembly_(assembly), terms_(std::move(terms)), cancelled_(cancelled) {}

bool ClusterLedger::begin(const run::RaceSettings& settings, const result::RunResult& race) {
  shard_ = settings.shard;
  if (!assembly_.meet(kSurveyed)) return false;
  result::RunResult about = race;
  about.tool = terms_.tool;
  run::Identity facts = run::identity_of(settings, about);
  facts.push_back(run::binary_fact());
  require_same_race(ranks_, facts);
  for (const result::DatasetRecord& dataset : race.datasets) {
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

bool ClusterLedger::open_journals(const run::RaceSettings& settings,
                                  const result::RunResult& race) {
  // Before any rank makes one of its own.
  std::vector<std::uint64_t> left =
      ranks_.leads() ? journals_left(terms_.path) : std::vector<std::uint64_t>();
  left = result::record_of<NumbersLetter>(ranks_.broadcast(result::bytes_of(NumbersLetter{left})))
             .numbers;
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

std::vector<run::Plan> ClusterLedger::plans(std::size_t dataset) {
  if (!ranks_.leads() && !has_plans(heats_[dataset].plans)) agree_on_plans(dataset, {});
  return heats_[dataset].plans;
}

void ClusterLedger::planned(std::size_t dataset, const std::vector<run::Plan>& plans) {
  if (ranks_.leads() && !has_plans(heats_[dataset].plans)) agree_on_plans(dataset, plans);
  journals_->planned(dataset, plans);
}

void ClusterLedger::agree_on_plans(std::size_t dataset, const std::vector<run::Plan>& plans) {
  if (!assembly_.meet(planned_stage(dataset))) return;
  const std::string agreed = ranks_.broadcast(run::to_bytes(plans));
  heats_[dataset].plans = run::plans_of(agreed);
}

result::HeatSums ClusterLedger::finished_earlier(std::size_t dataset) {
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
    Ranks::send(Ranks::kLeader, kClaimLetter, result::bytes_of(ClaimLetter{.dataset = dataset}));
    const auto range = result::record_of<RangeLetter>(ranks_.await().text);
    range_ = {.first = range.first, .end = range.end};
  }
  has_all_ = range_.first == range_.end;
}

BlockRange ClusterLedger::share_of(std::size_t dataset) {
  return cancelled_ ? BlockRange{} : heats_[dataset].shares->next();
}

void ClusterLedger::answer(const Letter& letter) {
  if (letter.kind == kDoneLetter) {
    const auto done = result::record_of<DoneLetter>(letter.text);
    return count(done.dataset, done.puzzles);
  }
  const BlockRange range = share_of(result::record_of<ClaimLetter>(letter.text).dataset);
  Ranks::send(letter.from, kRangeLetter,
              result::bytes_of(RangeLetter{.first = range.first, .end = range.end}));
}

void ClusterLedger::finished(std::size_t dataset, const result::HeatSums& block) {
  journals_->finished(dataset, block);
  ++costs_.blocks;
  const std::uint64_t puzzles = puzzles_solved(block);
  if (ranks_.leads()) return count(dataset, puzzles);
  Ranks::send(Ranks::kLeader, kDoneLetter,
              result::bytes_of(DoneLetter{.dataset = dataset, .puzzles = puzzles}));
}

void ClusterLedger::count(std::size_t dataset, std::uint64_t puzzles) {
  ++heats_[dataset].finished;
  puzzles_ += puzzles;
}

void ClusterLedger::summed_up(std::size_t dataset, result::HeatSums& sums) {
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
void ClusterLedger::require_whole(std::size_t dataset, const result::HeatSums& sums) const {
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

run::RaceProgress ClusterLedger::seen_by_all(const run::RaceProgress& own) {
  assembly_.serve();
  const Heat& heat = heats_[current_];
  return {.dataset = own.dataset,
          .solver = own.solver,
          .share = static_cast<double>(heat.finished) / static_cast<double>(heat.blocks),
          .puzzles = puzzles_};
}

std::vector<RankCosts> ClusterLedger::finish(result::RunResult& result) {
  assembly_.meet(Assembly::kEnd);
  if (was_complete_) return {};
  std::vector<RankCosts> costs = name_hosts(ranks_, result, costs_);
  if (journals_) journals_->sign(result);
  return costs;
}

void ClusterLedger::remove_journals() const {
  if (journals_) journals_->remove_all();
}

Assembly::Assembly(Ranks& ranks, Hooks hooks) : ranks_(ranks), hooks_(std::move(hooks)) {
  if (ranks_.leads()) ranks_.while_waiting([this] { serve(); });
}

void Assembly::serve() {
  while (const std::optional<Letter> letter = Ranks::receive()) {
    if (letter->kind == kFailureLetter) {
      const auto failure = result::record_of<FailureLetter>(letter->text);
      end_job(static_cast<int>(failure.code), failure.message);
    }
    if (hooks_.answer) hooks_.answer(*letter);
  }
}

bool Assembly::meet(int stage) {
  while (true) {
    const Ranks::Span stages = ranks_.span_of(stage);
    if (stages.least == stages.most) return true;
    // Whoever fails writes to the leader first, so that letter is on its way.
    if (stages.most == kFailed) ranks_.wait_for_the_end();
    hooks_.cancel();
    if (stages.least == stage) return false;
  }
}

void Assembly::share_cancellation(bool cancelled) {
  if (ranks_.span_of(cancelled ? 1 : 0).most == 1) hooks_.cancel();
}

void Assembly::end_job(int code, const std::string& message) const {
  hooks_.complain(message);
  Ranks::abort(code);
}

void Assembly::fail(int code, const std::string& message) {
  if (ranks_.leads()) {
    ranks_.while_waiting({});  // of several failures, this one is told
  } else {
    const FailureLetter letter{.code = static_cast<std::uint64_t>(code),
                               .message = fmt::format("{}: {}", ranks_.name(), message)};
    Ranks::send(Ranks::kLeader, kFailureLetter, result::bytes_of(letter));
  }
  const bool is_alone = has_begun_ || ranks_.span_of(kFailed).least != kFailed;
  if (is_alone && ranks_.leads()) end_job(code, message);
  if (is_alone) ranks_.wait_for_the_end();
  if (ranks_.leads()) hooks_.complain(message);
}

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

// What a rank brings to the roll call before the race.
struct Bearer {
  std::string name;
  std::vector<std::string> facts;  // names and values in turn
};

template <typename Archive>
void fields(Archive& in, result::Is<Bearer> auto& bearer) {
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
void fields(Archive& in, result::Is<Farewell> auto& farewell) {
  in.field("name", farewell.name);
  in.field("run", farewell.run);
  in.field("blocks", farewell.costs.blocks);
  in.field("claims", farewell.costs.claims);
  in.field("claiming_ns", farewell.costs.claiming_ns);
  in.field("waiting_ns", farewell.costs.waiting_ns);
  in.field("reducing_ns", farewell.costs.reducing_ns);
}

std::string bearer_of(const Ranks& ranks, const run::Identity& facts) {
  return result::bytes_of(Bearer{.name = ranks.name(), .facts = run::in_turn(facts)});
}

std::string complaint(const Bearer& leader, const Bearer& bearer) {
  const std::string found =
      run::disagreement(run::identity_from(leader.facts), run::identity_from(bearer.facts));
  if (found.empty()) return {};
  return fmt::format("{} and {}: do not run the same race: {}", leader.name, bearer.name, found);
}

// Of the first rank that differs; empty when none does.
std::string first_complaint(const std::vector<std::string>& bearers) {
  for (const std::string& bearer : bearers) {
    std::string found =
        complaint(result::record_of<Bearer>(bearers.front()), result::record_of<Bearer>(bearer));
    if (!found.empty()) return found;
  }
  return {};
}

std::string farewell_of(const Ranks& ranks, const result::RunResult& result,
                        const RankCosts& costs) {
  result::RunResult run;
  run.environment = result.environment;
  run.started = result.started;
  run.finished = result.finished;
  return result::bytes_of(
      Farewell{.name = ranks.name(), .run = result::to_json(run), .costs = costs});
}

result::HostRecord host_of(const Farewell& farewell, int ranks) {
  result::RunResult run = result::from_json(farewell.run, farewell.name);
  return {.name = fmt::format("{} ({} ranks)", farewell.name, ranks),
          .environment = std::move(run.environment),
          .started = std::move(run.started),
          .finished = std::move(run.finished)};
}

}  // namespace

void require_same_race(Ranks& ranks, const run::Identity& facts) {
  const std::string found = ranks.broadcast(first_complaint(ranks.gather(bearer_of(ranks, facts))));
  if (!found.empty()) throw base::InputError(found);
}

std::vector<RankCosts> name_hosts(Ranks& ranks, result::RunResult& result, const RankCosts& costs) {
  std::vector<RankCosts> costs_of_all;
  std::vector<result::HostRecord> hosts;
  for (const std::string& text : ranks.gather(farewell_of(ranks, result, costs))) {
    const auto farewell = result::record_of<Farewell>(text);
    costs_of_all.push_back(farewell.costs);
    hosts.push_back(host_of(farewell, ranks.size()));
    result::add_warnings(result.environment.warnings, hosts.back().environment.warnings);
    result.started = std::min(result.started, hosts.back().started);
    result.finished = std::max(result.finished, hosts.back().finished);
  }
  if (ranks.leads()) result.hosts = std::move(hosts);
  return costs_of_all;
}

namespace {

// As a rank tells it.
struct HeatEntry {
  std::string plans;  // bytes; empty: none
  std::vector<std::uint64_t> finished;
};

struct JournalEntries {
  std::vector<HeatEntry> heats;
};

template <typename Archive>
void fields(Archive& in, result::Is<HeatEntry> auto& heat) {
  in.field("plans", heat.plans);
  in.field("finished", heat.finished);
}

template <typename Archive>
void fields(Archive& in, result::Is<JournalEntries> auto& entries) {
  in.field("heats", entries.heats);
}

std::string bytes_of_any(const std::vector<run::Plan>& plans) {
  return plans.empty() ? "" : run::to_bytes(plans);
}

JournalEntries entries_of(RankJournals& journals, const std::vector<std::uint64_t>& blocks) {
  JournalEntries entries;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    HeatEntry& heat = entries.heats.emplace_back();
    heat.plans = bytes_of_any(journals.plans(i));
    for (std::uint64_t block = 0; block < blocks[i]; ++block) {
      if (!journals.wants(i, block)) heat.finished.push_back(block);
    }
  }
  return entries;
}

void add(std::vector<Journalled>& pooled, const JournalEntries& entries) {
  for (std::size_t i = 0; i < pooled.size(); ++i) {
    const HeatEntry& heat = entries.heats[i];
    pooled[i].finished.insert(heat.finished.begin(), heat.finished.end());
    if (!heat.plans.empty()) pooled[i].plans = run::plans_of(heat.plans);
  }
}

}  // namespace

std::vector<Journalled> pool(Ranks& ranks, RankJournals& journals,
                             const std::vector<std::uint64_t>& blocks) {
  std::vector<Journalled> pooled(blocks.size());
  for (const std::string& text : ranks.gather(result::bytes_of(entries_of(journals, blocks))))
    add(pooled, result::record_of<JournalEntries>(text));
  JournalEntries agreed;
  for (const Journalled& heat : pooled)
    agreed.heats.push_back({.plans = bytes_of_any(heat.plans), .finished = {}});
  add(pooled, result::record_of<JournalEntries>(ranks.broadcast(result::bytes_of(agreed))));
  return pooled;
}

namespace {

std::string path_of(const std::string& path, std::uint64_t number) {
  return fmt::format("{}.{}", path, number);
}

// None for text that is anything else, as the "3.old" of a journal that was put aside.
std::optional<std::uint64_t> number_of(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace

std::vector<std::uint64_t> journals_left(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  const std::string stem = std::filesystem::path(path).filename().string() + ".";
  std::vector<std::uint64_t> numbers;
  std::error_code error;
  for (const auto& entry :
       std::filesystem::directory_iterator(folder.empty() ? "." : folder, error)) {
    const std::string name = entry.path().filename().string();
    if (path.empty() || !name.starts_with(stem)) continue;
    const std::optional<std::uint64_t> number =
        number_of(std::string_view(name).substr(stem.size()));
    if (number) numbers.push_back(*number);
  }
  std::ranges::sort(numbers);
  return numbers;
}

RankJournals::RankJournals(const run::JournalTerms& terms, const Place& place) {
  if (terms.path.empty()) return;
  run::JournalTerms own = terms;
  const bool is_left = std::ranges::binary_search(place.left, place.rank);
  if (!is_left) {
    // A rank more than there were begins a journal. When there is none at all, the result tells
    // whether anything is left to do; one rank says so.
    own.resume = terms.resume && place.left.empty();
    if (place.rank != 0) own.say = [](const std::string&) {};
  }
  add(own, place.rank);
  for (const std::uint64_t number : place.left) {
    if (number != place.rank && number % place.ranks == place.rank) add(terms, number);
    all_.push_back(path_of(terms.path, number));
  }
  for (std::uint64_t rank = 0; rank < place.ranks; ++rank)
    all_.push_back(path_of(terms.path, rank));
}

void RankJournals::add(const run::JournalTerms& terms, std::uint64_t number) {
  run::JournalTerms numbered = terms;
  numbered.path = path_of(terms.path, number);
  journals_.push_back(std::make_unique<run::RaceJournal>(std::move(numbered)));
}

bool RankJournals::begin(const run::RaceSettings& settings, const result::RunResult& race) {
  bool is_something_left = true;
  for (const auto& journal : journals_)
    is_something_left = journal->begin(settings, race) && is_something_left;
  return is_something_left;
}

std::vector<run::Plan> RankJournals::plans(std::size_t dataset) {
  for (const auto& journal : journals_) {
    std::vector<run::Plan> plans = journal->plans(dataset);
    if (!plans.empty()) return plans;
  }
  return {};
}

void RankJournals::planned(std::size_t dataset, const std::vector<run::Plan>& plans) {
  if (!journals_.empty()) journals_.front()->planned(dataset, plans);
}

result::HeatSums RankJournals::finished_earlier(std::size_t dataset) {
  result::HeatSums sums;
  for (const auto& journal : journals_)
    result::merge(sums, journal->finished_earlier(dataset));
  return sums;
}

bool RankJournals::wants(std::size_t dataset, std::uint64_t block) {
  return std::ranges::all_of(journals_,
                             [&](const auto& journal) { return journal->wants(dataset, block); });
}

void RankJournals::finished(std::size_t dataset, const result::HeatSums& block) {
  if (!journals_.empty()) journals_.front()->finished(dataset, block);
}

void RankJournals::sign(result::RunResult& result) const {
  if (!journals_.empty()) journals_.front()->sign(result);
}

void RankJournals::remove_all() const {
  for (const std::string& path : all_)
    std::remove(path.c_str());
}

}  // namespace sudoku::cluster
