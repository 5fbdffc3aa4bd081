#include "harness/run/merge.h"

#include <functional>

#include <gtest/gtest.h>

#include "harness/base/texts_fixture.h"
#include "harness/result/deterministic_fixture.h"
#include "harness/result/json.h"
#include "harness/run/run_fixture.h"

namespace sudoku::run {

namespace {

class MergedShards : public testing::Test {
 protected:
  result::RunResult run(std::uint64_t number, std::uint64_t of) {
    settings_.shard.reset();
    if (of > 0) settings_.shard = {.number = number, .of = of};
    TurnCounter turns;
    const result::RunResult result = run_datasets(files_, settings_, never_, turns);
    // Results to be merged are read from documents, as by `sudoku-bench merge`.
    return result::from_json(result::to_json(result), "shard");
  }

  result::RunResult whole() { return run(0, 0); }

  result::RunResult merged(std::uint64_t of, bool backwards = false) {
    Merge merge;
    for (std::uint64_t i = 1; i <= of; ++i) {
      const std::uint64_t number = backwards ? of + 1 - i : i;
      merge.add(run(number, of), "shard " + std::to_string(number));
    }
    EXPECT_TRUE(merge.missing().empty());
    return merge.finish();
  }

  static std::string refusal(const result::RunResult& a, const result::RunResult& b) {
    return base::message_of<PartsError>([&] {
      Merge merge;
      merge.add(a, "a.json");
      merge.add(b, "b.json");
    });
  }

  base::TemporaryFolder folder_;
  std::vector<std::string> files_ = {folder_.write("puzzles.txt", puzzles_of_each_kind(70))};
  options::RunSettings settings_ = quick_run({"mrv", "lanes", "logic"});
  const std::atomic<bool> never_ = false;
};

TEST_F(MergedShards, AreTheWhole) {
  const std::string whole = result::deterministic_json(this->whole());
  for (const std::uint64_t of : {1, 2, 3, 7}) {
    const result::RunResult result = merged(of, of == 3);
    EXPECT_TRUE(result.complete);
    EXPECT_EQ(result::deterministic_json(result), whole) << of;
    EXPECT_EQ(result.hosts->size(), of);
    EXPECT_EQ(result.results[0].slowest.size(), 10U);
    EXPECT_TRUE(result.results[1].speedup);
  }
}

struct PartedRun {
  const char* name;
  std::vector<std::string> contents;  // of its files
  std::function<void(options::RunSettings&)> change;
};

using SlowMergedShards = MergedShards;

// The last puzzle defeats reading-order search (Wikipedia, "Sudoku solving algorithms").
TEST_F(SlowMergedShards, AreTheWholeOfAnyRun) {
  const PartedRun cases[] = {
      {"two files", {puzzles_of_each_kind(20), puzzles_of_each_kind(100)}, [](auto&) {}},
      {"parts without a block", {puzzles_of_each_kind(5)}, [](auto&) {}},
      {"a sample",
       {puzzles_of_each_kind(70)},
       [](options::RunSettings& settings) {
         settings.sample_rate = 0.3;
         settings.threads = {1, 2};
       }},
      {"a timeout",
       {puzzles_of_each_kind(5) +
        "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9\n"},
       [](options::RunSettings& settings) {
         settings.solver_specs[1] = runner::SolverSpec(*find_solver("naive"));
         settings.latency = false;
         settings.block = 2;
         settings.puzzle_timeout = std::chrono::milliseconds(300);
       }},
  };
  for (const PartedRun& c : cases) {
    SCOPED_TRACE(c.name);
    files_.clear();
    for (const std::string& content : c.contents)
      files_.push_back(folder_.write(std::to_string(files_.size()) + ".txt", content));
    settings_ = quick_run({"mrv", "lanes", "logic"});
    c.change(settings_);
    const std::string whole = result::deterministic_json(this->whole());
    EXPECT_EQ(result::deterministic_json(merged(3)), whole);
  }
}

TEST_F(MergedShards, CanBeMergedInSteps) {
  const std::string whole = result::deterministic_json(this->whole());
  Merge first;
  first.add(run(3, 3), "3");
  first.add(run(1, 3), "1");
  EXPECT_EQ(first.missing(), std::vector<std::uint64_t>{2});
  result::RunResult part = first.finish();
  EXPECT_FALSE(part.complete);
  EXPECT_EQ(part.environment.warnings.back(), "contains only shard 1, 3 of 3 of the run");

  Merge second;
  second.add(result::from_json(result::to_json(part), "part"), "part");
  second.add(run(2, 3), "2");
  const result::RunResult result = second.finish();
  EXPECT_TRUE(result.complete);
  EXPECT_EQ(result::deterministic_json(result), whole);
  EXPECT_EQ(result.hosts->size(), 3U);
}

// Shards 1 and 2 of a short run on one and on two threads.
class TwoShards : public MergedShards {
 protected:
  const std::vector<result::RunResult>& shards() {
    static const std::vector<result::RunResult> both = [this] {
      files_ = {folder_.write("puzzles.txt", puzzles_of_each_kind(20))};
      settings_ = quick_run({"mrv", "lanes"});
      settings_.threads = {1, 2};
      return std::vector{run(1, 2), run(2, 2)};
    }();
    return both;
  }
};

// What cannot be added up comes from the first shard, whichever was added first.
TEST_F(TwoShards, NameTheirHostsAndKeepWhatTheFirstOneSays) {
  std::vector<result::RunResult> shards = this->shards();
  for (std::size_t i = 0; i < 2; ++i) {
    shards[i].results[0].pilot_ns = static_cast<double>(i);
    shards[i].environment.cpu = i == 0 ? "a" : "b";
    shards[i].started = i == 0 ? "2026-01-02" : "2026-01-01";
    shards[i].finished = i == 0 ? "2026-01-04" : "2026-01-03";
  }
  for (const bool backwards : {false, true}) {
    Merge merge;
    merge.add(shards[backwards ? 1 : 0], "one");
    merge.add(shards[backwards ? 0 : 1], "two");
    const result::RunResult merged = merge.finish();
    EXPECT_EQ(merged.results[0].pilot_ns, 0);
    ASSERT_TRUE(merged.hosts);
    ASSERT_EQ(merged.hosts->size(), 2U);
    EXPECT_EQ((*merged.hosts)[0].name, "shard 2 of 2");
    EXPECT_EQ((*merged.hosts)[0].environment.cpu, "b");
    EXPECT_EQ((*merged.hosts)[0].started, "2026-01-01");
    EXPECT_EQ((*merged.hosts)[0].finished, "2026-01-03");
    EXPECT_EQ((*merged.hosts)[1].name, "shard 1 of 2");
    EXPECT_EQ(merged.shards->parts, (std::vector<std::uint64_t>{1, 2}));
    EXPECT_EQ(warnings_with(merged, "the processors are unlike: a, ").size(), 1U);
    EXPECT_TRUE(warnings_with(merged, "contains only").empty());
  }
}

TEST_F(TwoShards, CompareSolversOnEachNumberOfThreads) {
  std::vector<result::RunResult> shards = this->shards();
  for (result::RunResult& shard : shards) {
    for (std::uint64_t threads = 1; threads <= 2; ++threads) {
      result::ComparisonRecord& comparison = shard.comparisons.emplace_back();
      comparison.dataset = "puzzles.txt";
      comparison.threads = threads;
      comparison.pairs = {{.a = "mrv", .b = "lanes", .puzzles = 10 * threads, .cells = {}}};
    }
  }
  Merge merge;
  merge.add(shards[0], "one");
  merge.add(shards[1], "two");
  const result::RunResult merged = merge.finish();
  ASSERT_EQ(merged.comparisons.size(), 2U);
  EXPECT_EQ(merged.comparisons[0].threads, 1U);
  EXPECT_EQ(merged.comparisons[0].pairs.at(0).puzzles, 20U);
  EXPECT_EQ(merged.comparisons[1].threads, 2U);
  EXPECT_EQ(merged.comparisons[1].pairs.at(0).puzzles, 40U);
}

struct OtherShard {
  std::string refusal;                             // its end; empty: they belong together
  std::function<void(result::RunResult&)> change;  // of shard 2 of 2
};

TEST_F(TwoShards, AreRefusedWhenTheyDoNotBelongTogether) {
  const result::RunResult& first = shards()[0];
  const OtherShard cases[] = {
      {"", [](auto&) {}},
      {"b.json: is not a shard: it was run without --shard", [](auto& b) { b.shards.reset(); }},
      {"b.json: is not a shard: it was run without --shard",
       [](auto& b) { b.shards->parts.clear(); }},
      {"a.json and b.json: both have shard 1 of 2", [&](auto& b) { b = first; }},
      {"a.json and b.json: belong to runs of 2 and of 3 shards", [](auto& b) { b.shards->of = 3; }},
      {"b.json: has an impossible number of shards",
       [](auto& b) { b.shards->of = options::Shard::kMostParts + 1; }},
      {"b.json: is incomplete: run it again with --resume, then merge it",
       [](auto& b) { b.complete = false; }},
      {"a.json and b.json: are not shards of the same run: settings: seed is 1 and 7",
       [](auto& b) { b.settings.set(result::kSeed, 7); }},
      {"sha256 of dataset 1 is " + first.datasets[0].sha256 + " and f00",
       [](auto& b) { b.datasets[0].sha256 = "f00"; }},
      {"they have other rows", [](auto& b) { b.results.pop_back(); }},
      {"they have other rows", [](auto& b) { b.results.back().dataset = "another"; }},
  };
  for (const OtherShard& c : cases) {
    result::RunResult second = shards()[1];
    c.change(second);
    const std::string said = refusal(first, second);
    EXPECT_EQ(said.empty(), c.refusal.empty()) << said;
    EXPECT_TRUE(said.ends_with(c.refusal)) << said << " instead of " << c.refusal;
  }
}

}  // namespace

}  // namespace sudoku::run
