// The journal of a race: what it is about, the plans of its datasets and every finished block, so
// that a run that was ended by anything can be gone on with.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "harness/measure/ledger.h"
#include "harness/parts/identity.h"
#include "harness/parts/journal_file.h"

namespace sudoku {

struct JournalTerms {
  std::string path;    // of the journal
  std::string result;  // that it belongs to
  bool resume = false;
  ToolRecord tool;
  // Gets sentences for the user.
  std::function<void(const std::string&)> say;
};

// A record that cannot be written is said once and is no reason to stop: what was measured is
// there, and a resume will measure again what the journal lacks.
class RaceJournal final : public Ledger {
 public:
  // Throws OutputError when something else is in the journal's place: before files are read, which
  // may take long.
  explicit RaceJournal(JournalTerms terms);

  // Throws InputError when it is to go on with another race, and OutputError when the journal
  // cannot be written. False when the result is complete already.
  bool begin(const RaceSettings& settings, const RunResult& race) override;

  std::vector<Plan> plans(std::size_t dataset) override;
  void planned(std::size_t dataset, const std::vector<Plan>& plans) override;
  HeatSums finished_earlier(std::size_t dataset) override;
  bool wants(std::size_t dataset, std::uint64_t block) override;
  void finished(std::size_t dataset, const HeatSums& block) override;

  // Whether begin() found nothing left to do.
  bool was_complete() const { return was_complete_; }

  // Writes into the result when the race really began, and how often it was gone on with.
  void sign(RunResult& result) const;

  // The result is written: the journal has served.
  void remove() const;

 private:
  // A dataset as the journal tells it.
  struct Heat {
    std::vector<Plan> plans;
    HeatSums sums;  // moved out when the race asks for it
    std::set<std::uint64_t> blocks;
  };

  bool is_complete(const RaceSettings& settings, const Identity& facts) const;
  JournalEnd put_aside();
  JournalEnd read(const Identity& facts);
  void take(const std::string& record);
  void tell_of(const JournalReader& reader) const;
  void require_plans_for(std::size_t contenders) const;
  void append(std::uint64_t kind, std::size_t dataset, const std::string& body);

  JournalTerms terms_;
  std::unique_ptr<JournalWriter> writer_;
  std::string started_;
  std::uint64_t sittings_ = 0;
  std::vector<Heat> heats_;
  bool was_complete_ = false;
  bool has_failed_ = false;
};

}  // namespace sudoku
