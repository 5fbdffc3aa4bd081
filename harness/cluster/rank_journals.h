// The journals of a race that several ranks run: each writes one of its own, and on a resume there
// may be more or fewer ranks than journals.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "harness/parts/race_journal.h"

namespace sudoku {

// PATH.0, PATH.1, … that there are, as their numbers, ascending.
std::vector<std::uint64_t> journals_left(const std::string& path);

// Takes over every journal whose number leaves this rank's when divided by the number of ranks; the
// first is its own, which it goes on writing.
class RankJournals {
 public:
  struct Place {
    std::uint64_t rank = 0;
    std::uint64_t ranks = 1;
    std::vector<std::uint64_t> left;  // journals_left() before any rank opened one
  };

  // `terms.path` without the number; empty when no journal is kept.
  RankJournals(const JournalTerms& terms, const Place& place);

  // As Ledger, for all of them.
  bool begin(const RaceSettings& settings, const RunResult& race);
  std::vector<Plan> plans(std::size_t dataset);
  void planned(std::size_t dataset, const std::vector<Plan>& plans);
  HeatSums finished_earlier(std::size_t dataset);
  bool wants(std::size_t dataset, std::uint64_t block);
  void finished(std::size_t dataset, const HeatSums& block);

  void sign(RunResult& result) const;

  // Of all ranks: the result is written.
  void remove_all() const;

 private:
  void add(const JournalTerms& terms, std::uint64_t number);

  std::vector<std::unique_ptr<RaceJournal>> journals_;
  std::vector<std::string> all_;  // paths, of all ranks
};

}  // namespace sudoku
