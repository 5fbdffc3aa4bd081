#include "harness/parts/race_journal.h"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/dataset/input_error.h"
#include "harness/measure/plan_bytes.h"
#include "harness/results/figure_fields.h"
#include "harness/results/json.h"
#include "harness/results/output_error.h"
#include "harness/results/record_bytes.h"
#include "harness/results/sum_bytes.h"

namespace sudoku {

namespace {

constexpr std::uint64_t kRace = 0;     // what it is about; the first record
constexpr std::uint64_t kSitting = 1;  // it is begun, or gone on with
constexpr std::uint64_t kPlans = 2;    // of a dataset
constexpr std::uint64_t kBlock = 3;    // is finished

struct Entry {
  std::uint64_t kind = 0;
  std::uint64_t dataset = 0;
  std::string body;
};

struct RaceEntry {
  std::string started;
  std::vector<std::string> facts;  // name and value in turn
};

template <typename Archive>
void fields(Archive& in, Is<Entry> auto& entry) {
  in.field("kind", entry.kind);
  in.field("dataset", entry.dataset);
  in.field("body", entry.body);
}

template <typename Archive>
void fields(Archive& in, Is<RaceEntry> auto& race) {
  in.field("started", race.started);
  in.field("facts", race.facts);
}

void require_same(const Identity& before, const Identity& now, const std::string& path) {
  std::vector<std::string> differing;
  for (const Difference& difference : differences(before, now)) {
    differing.push_back(
        fmt::format("{} was {} and is {}", difference.name, difference.before, difference.now));
  }
  if (differing.empty()) return;
  throw InputError(fmt::format("{}: is of another race and cannot be gone on with: {}", path,
                               fmt::join(differing, "; ")));
}

bool exists(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

bool holds_blocks(const std::string& path) {
  JournalReader reader(path);
  try {
    while (const std::optional<std::string> record = reader.next()) {
      if (record_of<Entry>(*record).kind == kBlock) return true;
    }
  } catch (const BytesError&) {
    return true;  // whole records, and another program may know what they say
  }
  return false;
}

// NAME, or the first of NAME2, NAME3, … that is no file yet.
std::string free_name(const std::string& name) {
  std::string free = name;
  for (int number = 2; exists(free); ++number)
    free = name + fmt::to_string(number);
  return free;
}

}  // namespace

RaceJournal::RaceJournal(JournalTerms terms) : terms_(std::move(terms)) {
  require_journal_or_none(terms_.path);
}

bool RaceJournal::begin(const RaceSettings& settings, const RunResult& race) {
  RunResult about = race;
  about.tool = terms_.tool;
  Identity facts = identity_of(settings, about);
  facts.push_back(binary_fact());
  heats_.resize(race.datasets.size());
  const bool goes_on = terms_.resume && exists(terms_.path);
  was_complete_ = terms_.resume && !goes_on && is_complete(settings, facts);
  if (was_complete_) return false;
  writer_ = std::make_unique<JournalWriter>(terms_.path);
  // Which may put another writer in its place.
  const JournalEnd end = goes_on ? read(facts) : put_aside();
  writer_->go_on_from(end);
  if (started_.empty()) {
    started_ = race.started;
    append(kRace, 0, bytes_of(RaceEntry{.started = started_, .facts = in_turn(facts)}));
  }
  append(kSitting, 0, race.started);
  require_plans_for(settings.contenders.size());
  return true;
}

// Throws InputError when the result is one that cannot be gone on with.
bool RaceJournal::is_complete(const RaceSettings& settings, const Identity& facts) const {
  if (!exists(terms_.result)) {
    terms_.say(fmt::format("{}: there is nothing to go on with, the race begins", terms_.path));
    return false;
  }
  const RunResult result = read_result(terms_.result);
  require_same(identity_of(result, settings), facts, terms_.result);
  if (!result.complete) {
    throw InputError(
        fmt::format("{}: is incomplete, and the journal to go on from is gone: {}; run it without "
                    "--resume to begin again",
                    terms_.result, terms_.path));
  }
  terms_.say(fmt::format("{}: is complete, nothing is left to do", terms_.result));
  return true;
}

// Hours of work are not to be lost for a forgotten option.
JournalEnd RaceJournal::put_aside() {
  if (!holds_blocks(terms_.path)) return {};
  const std::string aside = free_name(terms_.path + ".old");
  terms_.say(
      fmt::format("{}: is of a run that was interrupted, and --resume would have gone on "
                  "with it; it is kept as {}",
                  terms_.path, aside));
  if (std::rename(terms_.path.c_str(), aside.c_str()) != 0) {
    throw OutputError(fmt::format("{}: cannot be renamed: {}", terms_.path,
                                  std::generic_category().message(errno)));
  }
  writer_ = std::make_unique<JournalWriter>(terms_.path);
  return {};
}

JournalEnd RaceJournal::read(const Identity& facts) {
  JournalReader reader(terms_.path);
  try {
    const std::optional<std::string> first = reader.next();
    if (first) {
      const auto race = record_of<RaceEntry>(record_of<Entry>(*first).body);
      require_same(identity_from(race.facts), facts, terms_.path);
      started_ = race.started;
    }
    while (const std::optional<std::string> record = reader.next())
      take(*record);
  } catch (const BytesError& error) {
    throw InputError(
        fmt::format("{}: record {}: {}", terms_.path, reader.end().records, error.what()));
  }
  tell_of(reader);
  return reader.end();
}

void RaceJournal::tell_of(const JournalReader& reader) const {
  if (reader.left_over() > 0) {
    terms_.say(fmt::format("{}: its last {} bytes are damaged or no whole record, and are left out",
                           terms_.path, reader.left_over()));
  }
  std::size_t blocks = 0;
  for (const Heat& heat : heats_)
    blocks += heat.blocks.size();
  terms_.say(fmt::format("{}: {} finished, the race goes on", terms_.path,
                         blocks == 1 ? "1 block is" : fmt::format("{} blocks are", blocks)));
}

void RaceJournal::take(const std::string& record) {
  const auto entry = record_of<Entry>(record);
  if (entry.dataset >= heats_.size()) throw BytesError("a dataset that there is not");
  Heat& heat = heats_[entry.dataset];
  switch (entry.kind) {
    case kSitting:
      ++sittings_;
      break;
    case kPlans:
      heat.plans = plans_of(entry.body);
      break;
    case kBlock: {
      const HeatSums block = heat_sums_of(entry.body);
      heat.blocks.insert(block.blocks.begin(), block.blocks.end());
      merge(heat.sums, block);
      break;
    }
    default:
      throw BytesError("a record of a kind that there is not");
  }
}

void RaceJournal::require_plans_for(std::size_t contenders) const {
  for (const Heat& heat : heats_) {
    if (heat.plans.empty() || heat.plans.size() == contenders) continue;
    throw InputError(fmt::format("{}: has plans for {} solvers, and there are {}", terms_.path,
                                 heat.plans.size(), contenders));
  }
}

void RaceJournal::append(std::uint64_t kind, std::size_t dataset, const std::string& body) {
  const int error = writer_->append(
      bytes_of(Entry{.kind = kind, .dataset = std::uint64_t{dataset}, .body = body}));
  if (error == 0 || has_failed_) return;
  has_failed_ = true;
  terms_.say(
      fmt::format("{}: cannot be written: {}; the run goes on, but --resume would measure "
                  "again what is not in it",
                  terms_.path, std::generic_category().message(error)));
}

std::vector<Plan> RaceJournal::plans(std::size_t dataset) {
  return heats_[dataset].plans;
}

void RaceJournal::planned(std::size_t dataset, const std::vector<Plan>& plans) {
  if (!heats_[dataset].plans.empty()) return;
  heats_[dataset].plans = plans;
  append(kPlans, dataset, to_bytes(plans));
}

HeatSums RaceJournal::finished_earlier(std::size_t dataset) {
  return std::exchange(heats_[dataset].sums, {});
}

bool RaceJournal::wants(std::size_t dataset, std::uint64_t block) {
  return !heats_[dataset].blocks.contains(block);
}

void RaceJournal::finished(std::size_t dataset, const HeatSums& block) {
  append(kBlock, dataset, to_bytes(block));
}

void RaceJournal::sign(RunResult& result) const {
  if (!started_.empty()) result.started = started_;
  if (sittings_ > 0) result.resumed = sittings_;
}

void RaceJournal::remove() const {
  if (writer_) writer_->remove();
}

}  // namespace sudoku
