#include "harness/cluster/checkpoint.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/base/interruption.h"
#include "harness/cluster/ranks.h"
#include "harness/result/bytes.h"
#include "harness/result/document.h"
#include "harness/result/fields.h"
#include "harness/result/json.h"
#include "harness/result/sums.h"
#include "harness/run/journal.h"
#include "harness/run/plan.h"

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

// What a rank tells of itself before the race.
struct RankFacts {
  std::string name;
  std::vector<std::string> facts;  // names and values in turn
};

template <typename Archive>
void fields(Archive& in, result::Is<RankFacts> auto& rank) {
  in.field("name", rank.name);
  in.field("facts", rank.facts);
}

// What a rank tells of itself after the race.
struct RankReport {
  std::string name;
  std::string run;  // a document with its environment and times only
  RankCosts costs;
};

template <typename Archive>
void fields(Archive& in, result::Is<RankReport> auto& report) {
  in.field("name", report.name);
  in.field("run", report.run);
  in.field("blocks", report.costs.blocks);
  in.field("claims", report.costs.claims);
  in.field("claiming_ns", report.costs.claiming_ns);
  in.field("waiting_ns", report.costs.waiting_ns);
  in.field("reducing_ns", report.costs.reducing_ns);
}

// Numbers of the journals that a race was left with.
struct JournalNumbers {
  std::vector<std::uint64_t> numbers;
};

template <typename Archive>
void fields(Archive& in, result::Is<JournalNumbers> auto& left) {
  in.field("numbers", left.numbers);
}

// What the journals of a rank, or of all ranks, hold.
struct JournalledDataset {
  std::string plans;  // bytes
  std::vector<std::uint64_t> finished;
};

struct Journalled {
  std::vector<JournalledDataset> datasets;
};

template <typename Archive>
void fields(Archive& in, result::Is<JournalledDataset> auto& dataset) {
  in.field("plans", dataset.plans);
  in.field("finished", dataset.finished);
}

template <typename Archive>
void fields(Archive& in, result::Is<Journalled> auto& journalled) {
  in.field("datasets", journalled.datasets);
}

void add(const Journalled& more, Journalled& all) {
  for (std::size_t i = 0; i < all.datasets.size(); ++i) {
    JournalledDataset& dataset = all.datasets[i];
    const JournalledDataset& added = more.datasets[i];
    if (!added.plans.empty()) dataset.plans = added.plans;
    dataset.finished.insert(dataset.finished.end(), added.finished.begin(), added.finished.end());
  }
}

// What the journals of this rank hold about datasets of that many blocks.
Journalled journalled(const std::vector<std::unique_ptr<run::RaceJournal>>& journals,
                      const std::vector<std::uint64_t>& blocks) {
  Journalled ours;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    JournalledDataset& dataset = ours.datasets.emplace_back();
    for (const auto& journal : journals) {
      const std::vector<run::Plan>& plans = journal->plans(i);
      if (!plans.empty()) dataset.plans = run::to_bytes(plans);
      for (std::uint64_t block = 0; block < blocks[i]; ++block) {
        if (!journal->wants(i, block)) dataset.finished.push_back(block);
      }
    }
  }
  return ours;
}

// Adds the time from its construction to its destruction to a sum.
class Timer {
 public:
  explicit Timer(std::uint64_t& sum_ns) : sum_ns_(sum_ns) {}

  ~Timer() {
    const std::chrono::nanoseconds took = Clock::now() - start_;
    sum_ns_ += static_cast<std::uint64_t>(took.count());
  }

  Timer(const Timer&) = delete;
  Timer& operator=(const Timer&) = delete;

 private:
  using Clock = std::chrono::steady_clock;

  std::uint64_t& sum_ns_;
  Clock::time_point start_ = Clock::now();
};

// Says what differs for the first rank whose race is not the leader's; empty when all are the same.
std::string first_disagreement(const std::vector<std::string>& texts) {
  for (const std::string& text : texts) {
    const auto leader = result::record_of<RankFacts>(texts.front());
    const auto rank = result::record_of<RankFacts>(text);
    const std::string found =
        run::disagreement(run::fingerprint_from(leader.facts), run::fingerprint_from(rank.facts));
    if (found.empty()) continue;
    return fmt::format("{} and {}: do not run the same race: {}", leader.name, rank.name, found);
  }
  return {};
}

std::string journal_path(const std::string& path, std::uint64_t number) {
  return fmt::format("{}.{}", path, number);
}

// The number that the text is; none for anything else, as the "3.old" of a journal that was put
// aside.
std::optional<std::uint64_t> number_of(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// The numbers of PATH.0, PATH.1, … that there are, ascending.
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

std::string report_of(const Ranks& ranks, const result::RunResult& result, const RankCosts& costs) {
  result::RunResult run;
  run.environment = result.environment;
  run.started = result.started;
  run.finished = result.finished;
  return result::bytes_of(
      RankReport{.name = ranks.name(), .run = result::to_json(run), .costs = costs});
}

result::HostRecord host_of(const RankReport& report, int ranks) {
  result::RunResult run = result::from_json(report.run, report.name);
  return {.name = fmt::format("{} ({} ranks)", report.name, ranks),
          .environment = std::move(run.environment),
          .started = std::move(run.started),
          .finished = std::move(run.finished)};
}

}  // namespace

RankCheckpoint::RankCheckpoint(Ranks& ranks, run::JournalTerms terms)
    : ranks_(ranks), terms_(std::move(terms)) {}

bool RankCheckpoint::begin(const run::RaceSettings& settings, const result::RunResult& race) {
  shard_ = settings.shard;
  if (!ranks_.meet(kSurveyed)) return false;
  require_same_race(settings, race);
  open_journals();
  bool is_something_left = true;
  for (const auto& journal : journals_)
    is_something_left = journal->begin(settings, race) && is_something_left;
  if (!ranks_.meet(kOpened)) return false;
  ranks_.begin();
  was_complete_ = !is_something_left;
  if (was_complete_) return false;
  for (const result::DatasetRecord& dataset : race.datasets) {
    datasets_.push_back(
        {.name = dataset.name, .blocks = (dataset.puzzles + settings.block - 1) / settings.block});
  }
  share_journals();
  ranks_.on_message([this](const Message& message) { answer(message); });
  return true;
}

void RankCheckpoint::require_same_race(const run::RaceSettings& settings,
                                       const result::RunResult& race) const {
  const run::Fingerprint facts = run::fingerprint_of(settings, race, terms_.tool);
  const std::vector<std::string> texts =
      ranks_.gather(result::bytes_of(RankFacts{.name = ranks_.name(), .facts = in_turn(facts)}));
  const std::string found = ranks_.broadcast(first_disagreement(texts));
  if (!found.empty()) throw base::InputError(found);
}

void RankCheckpoint::open_journals() {
  // The leader looks before any rank makes a journal of its own.
  JournalNumbers left;
  if (ranks_.leads()) left.numbers = journals_left(terms_.path);
  left = result::record_of<JournalNumbers>(ranks_.broadcast(result::bytes_of(left)));
  if (terms_.path.empty()) {
    journals_.push_back(std::make_unique<run::RaceJournal>(terms_));
    return;
  }
  const auto rank = static_cast<std::uint64_t>(ranks_.rank());
  const auto ranks = static_cast<std::uint64_t>(ranks_.size());
  run::JournalTerms own = terms_;
  if (!std::ranges::binary_search(left.numbers, rank)) {
    // A rank more than there were begins a journal. When there is none at all, the result tells
    // whether anything is left to do; one rank says so.
    own.resume = terms_.resume && left.numbers.empty();
    if (!ranks_.leads()) own.say = [](const std::string&) {};
  }
  add_journal(rank, std::move(own));
  for (const std::uint64_t number : left.numbers) {
    if (number != rank && number % ranks == rank) add_journal(number, terms_);
    journal_paths_.push_back(journal_path(terms_.path, number));
  }
  for (std::uint64_t other = 0; other < ranks; ++other)
    journal_paths_.push_back(journal_path(terms_.path, other));
}

void RankCheckpoint::add_journal(std::uint64_t number, run::JournalTerms terms) {
  terms.path = journal_path(terms.path, number);
  journals_.push_back(std::make_unique<run::RaceJournal>(std::move(terms)));
}

// All ranks learn what is finished and planned by the journals of all.
void RankCheckpoint::share_journals() {
  std::vector<std::uint64_t> blocks;
  for (const Dataset& dataset : datasets_)
    blocks.push_back(dataset.blocks);
  Journalled all;
  all.datasets.resize(datasets_.size());
  for (const std::string& text : ranks_.gather(result::bytes_of(journalled(journals_, blocks))))
    add(result::record_of<Journalled>(text), all);
  all = result::record_of<Journalled>(ranks_.broadcast(result::bytes_of(all)));
  for (std::size_t i = 0; i < datasets_.size(); ++i) {
    const JournalledDataset& dataset = all.datasets[i];
    if (!dataset.plans.empty()) datasets_[i].plans = run::plans_of(dataset.plans);
    const std::set<std::uint64_t> finished(dataset.finished.begin(), dataset.finished.end());
    datasets_[i].finished = finished.size();
    datasets_[i].shares.emplace(datasets_[i].blocks, ranks_.size(), finished);
  }
}

run::DatasetStart RankCheckpoint::start(std::size_t dataset, const run::PlanMaker& make_plans) {
  current_ = dataset;
  range_ = {};
  has_all_ = false;
  const auto plans = [&] { return plans_of_leader(dataset, make_plans); };
  run::DatasetStart start = journals_.front()->start(dataset, plans);
  for (const auto& journal : std::span(journals_).subspan(1)) {
    const auto same = [&start] { return start.plans; };
    result::merge(start.finished, journal->start(dataset, same).finished);
  }
  return start;
}

// The plans that a journal has, or else those that the leader makes.
std::vector<run::Plan> RankCheckpoint::plans_of_leader(std::size_t dataset,
                                                       const run::PlanMaker& make_plans) {
  if (!datasets_[dataset].plans.empty()) return datasets_[dataset].plans;
  std::vector<run::Plan> plans;
  if (ranks_.leads()) plans = make_plans();
  const bool is_everybody_there = ranks_.meet(planned_stage(dataset));
  if (is_everybody_there) return run::plans_of(ranks_.broadcast(run::to_bytes(plans)));
  return ranks_.leads() ? plans : make_plans();
}

bool RankCheckpoint::wants(std::size_t dataset, std::uint64_t block) {
  while (!has_all_ && range_.end <= block)
    claim(dataset);
  return !has_all_ && range_.has(block);
}

void RankCheckpoint::claim(std::size_t dataset) {
  const Timer timer(costs_.claiming_ns);
  ++costs_.claims;
  if (ranks_.leads()) {
    ranks_.serve();
    range_ = share_of(dataset);
  } else {
    Ranks::send(Ranks::kLeader, {.kind = MessageKind::claim, .dataset = dataset});
    const Message range = ranks_.await();
    range_ = {.first = range.first, .end = range.end};
  }
  has_all_ = range_.first == range_.end;
}

BlockRange RankCheckpoint::share_of(std::size_t dataset) {
  return base::interruption() ? BlockRange{} : datasets_[dataset].shares->next();
}

void RankCheckpoint::answer(const Message& message) {
  if (message.kind == MessageKind::finished) return count(message.dataset, message.puzzles);
  const BlockRange range = share_of(message.dataset);
  Ranks::send(message.from, {.kind = MessageKind::range, .first = range.first, .end = range.end});
}

void RankCheckpoint::finished(std::size_t dataset, const result::HeatSums& block) {
  journals_.front()->finished(dataset, block);
  ++costs_.blocks;
  const std::uint64_t puzzles = puzzles_solved(block);
  if (ranks_.leads()) return count(dataset, puzzles);
  Ranks::send(Ranks::kLeader,
              {.kind = MessageKind::finished, .dataset = dataset, .puzzles = puzzles});
}

void RankCheckpoint::count(std::size_t dataset, std::uint64_t puzzles) {
  ++datasets_[dataset].finished;
  puzzles_ += puzzles;
}

run::RaceProgress RankCheckpoint::progress(const run::RaceProgress& own) {
  if (!ranks_.leads()) return own;
  ranks_.serve();
  const Dataset& dataset = datasets_[current_];
  return {.dataset = own.dataset,
          .solver = own.solver,
          .share = static_cast<double>(dataset.finished) / static_cast<double>(dataset.blocks),
          .puzzles = puzzles_};
}

void RankCheckpoint::add_others(std::size_t dataset, result::HeatSums& sums) {
  const bool is_everybody_through = [&] {
    const Timer timer(costs_.waiting_ns);
    return ranks_.meet(summed_stage(dataset));
  }();
  if (!is_everybody_through) return;
  ranks_.share_interruption(base::interruption());
  {
    const Timer timer(costs_.reducing_ns);
    gather(sums);
  }
  if (ranks_.leads() && !base::interruption()) require_whole(datasets_[dataset], sums);
}

// The leader gets the sum of all ranks; the others keep their own.
void RankCheckpoint::gather(result::HeatSums& sums) const {
  const std::vector<std::string> texts = ranks_.gather(result::to_bytes(sums));
  for (std::size_t rank = 1; rank < texts.size(); ++rank)
    result::merge(sums, result::heat_sums_of(texts[rank]));
}

// Messages, journals and arithmetic have done what they should.
void RankCheckpoint::require_whole(const Dataset& dataset, const result::HeatSums& sums) const {
  std::vector<std::uint64_t> wanted;
  for (std::uint64_t block = 0; block < dataset.blocks; ++block) {
    if (!shard_ || shard_->has(block)) wanted.push_back(block);
  }
  if (sums.blocks == wanted) return;
  const auto [found, due] = std::ranges::mismatch(sums.blocks, wanted);
  throw std::logic_error(fmt::format(
      "{}: of {} blocks {} were measured, the first that is missing, or there twice, is number {}",
      dataset.name, wanted.size(), sums.blocks.size(), due == wanted.end() ? *found : *due));
}

std::vector<RankCosts> RankCheckpoint::finish(result::RunResult& result) {
  ranks_.meet(Ranks::kEnd);
  if (was_complete_) return {};
  std::vector<RankCosts> costs;
  std::vector<result::HostRecord> hosts;
  for (const std::string& text : ranks_.gather(report_of(ranks_, result, costs_))) {
    const auto report = result::record_of<RankReport>(text);
    costs.push_back(report.costs);
    hosts.push_back(host_of(report, ranks_.size()));
    result::add_warnings(result.environment.warnings, hosts.back().environment.warnings);
    result.started = std::min(result.started, hosts.back().started);
    result.finished = std::max(result.finished, hosts.back().finished);
  }
  if (ranks_.leads()) result.hosts = std::move(hosts);
  if (!journals_.empty()) journals_.front()->sign(result);
  return costs;
}

void RankCheckpoint::remove_journals() const {
  for (const std::string& path : journal_paths_)
    std::remove(path.c_str());
}

}  // namespace sudoku::cluster
