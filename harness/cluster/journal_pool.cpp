#include "harness/cluster/journal_pool.h"

#include <string>

#include "harness/cluster/letters.h"
#include "harness/measure/plan_bytes.h"

namespace sudoku {

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
void fields(Archive& in, Is<HeatEntry> auto& heat) {
  in.field("plans", heat.plans);
  in.field("finished", heat.finished);
}

template <typename Archive>
void fields(Archive& in, Is<JournalEntries> auto& entries) {
  in.field("heats", entries.heats);
}

std::string bytes_of_any(const std::vector<Plan>& plans) {
  return plans.empty() ? "" : to_bytes(plans);
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
    if (!heat.plans.empty()) pooled[i].plans = plans_of(heat.plans);
  }
}

}  // namespace

std::vector<Journalled> pool(Ranks& ranks, RankJournals& journals,
                             const std::vector<std::uint64_t>& blocks) {
  std::vector<Journalled> pooled(blocks.size());
  for (const std::string& text : ranks.gather(bytes_of(entries_of(journals, blocks))))
    add(pooled, record_of<JournalEntries>(text));
  JournalEntries agreed;
  for (const Journalled& heat : pooled)
    agreed.heats.push_back({.plans = bytes_of_any(heat.plans), .finished = {}});
  add(pooled, record_of<JournalEntries>(ranks.broadcast(bytes_of(agreed))));
  return pooled;
}

}  // namespace sudoku
