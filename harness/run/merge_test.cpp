#include "harness/run/merge.h"

#include <algorithm>
#include <map>

#include <gtest/gtest.h>

#include "harness/result/deterministic_fixture.h"
#include "harness/result/json.h"
#include "harness/run/quiet_fixture.h"
#include "harness/run/run_fixture.h"

namespace sudoku::run {

namespace {

class MergedShards : public testing::Test {
 protected:
  result::RunResult run(std::uint64_t number, std::uint64_t of) {
    settings_.shard.reset();
    if (of > 0) settings_.shard = {.number = number, .of = of};
    TurnCounter turns;
    std::vector<std::string> files = {file_};
    if (!second_file_.empty()) files.push_back(second_file_);
    result::RunResult result = run_datasets(files, settings_, never_, turns);
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

  static std::string refusal(result::RunResult a, result::RunResult b) {
    Merge merge;
    try {
      merge.add(std::move(a), "a.json");
      merge.add(std::move(b), "b.json");
    } catch (const PartsError& error) {
      return error.what();
    }
    return "it was not refused";
  }

  base::TemporaryFolder folder_;
  std::string file_ = folder_.write("puzzles.txt", puzzles_of_each_kind(70));
  std::string second_file_;
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
  }
}

TEST_F(MergedShards, AreTheWholeOfSeveralFiles) {
  file_ = folder_.write("a.txt", puzzles_of_each_kind(10));
  second_file_ = folder_.write("b.txt", puzzles_of_each_kind(20));
  settings_ = quick_run({"mrv", "dlx"});
  EXPECT_EQ(result::deterministic_json(merged(2)), result::deterministic_json(whole()));
}

using SlowMergedShards = MergedShards;

TEST_F(SlowMergedShards, AreTheWholeOfASample) {
  settings_.sample_rate = 0.3;
  settings_.threads = {1, 2};
  const std::string whole = result::deterministic_json(this->whole());
  EXPECT_EQ(result::deterministic_json(merged(3)), whole);
}

// The puzzle in hard.txt defeats reading-order search (Wikipedia, "Sudoku solving algorithms").
TEST_F(MergedShards, AreTheWholeWhenPuzzlesRunOutOfTime) {
  file_ = folder_.write(
      "hard.txt",
      puzzles_of_each_kind(5) +
          "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9\n");
  settings_ = quick_run({"naive", "mrv"});
  settings_.latency = false;
  settings_.block = 2;
  settings_.puzzle_timeout = std::chrono::milliseconds(300);
  const result::RunResult whole = this->whole();
  EXPECT_EQ(whole.results[0].outcomes[Outcome::timeout], 1U);
  EXPECT_EQ(result::deterministic_json(merged(3)), result::deterministic_json(whole));
}

TEST_F(MergedShards, AreTheWholeOfPencilmarkPuzzles) {
  file_ = folder_.write("marks.txt", pencilmarks_of_each_kind(100));
  const result::RunResult whole = this->whole();
  EXPECT_EQ(whole.datasets[0].kind, "pencilmarks");
  EXPECT_EQ(result::deterministic_json(merged(3)), result::deterministic_json(whole));
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

TEST_F(MergedShards, HaveTheFiguresOfAllBlocks) {
  const result::RunResult result = merged(2);
  const result::Row& row = result.results[0];
  EXPECT_EQ(row.blocks.size(), 7U);
  EXPECT_GT(row.puzzles_per_second.median, 0);
  ASSERT_TRUE(row.latency);
  EXPECT_GE(row.latency->quantile_ns(0.99), row.latency->quantile_ns(0.5));
  EXPECT_EQ(row.slowest.size(), 10U);
  EXPECT_TRUE(
      std::ranges::is_sorted(row.slowest, std::ranges::greater(), &result::SlowPuzzle::latency_ns));
  EXPECT_FALSE(result.comparisons.empty());
  EXPECT_TRUE(result.results[1].speedup);
}

// Shards 1 and 2 of a short run on one and on two threads; the second solver takes batches.
class TwoShards : public MergedShards {
 protected:
  const std::vector<result::RunResult>& shards() {
    static const std::vector<result::RunResult> both = [this] {
      file_ = folder_.write("puzzles.txt", puzzles_of_each_kind(20));
      settings_ = quick_run({"mrv", "lanes"});
      settings_.threads = {1, 2};
      return std::vector{run(1, 2), run(2, 2)};
    }();
    return both;
  }

  static constexpr std::size_t kMrv = 0;
  static constexpr std::size_t kLanes = 2;
};

// Guesses of a batch solver depend on which puzzles share a batch.
TEST_F(TwoShards, MayDifferInTasksButNotInBatches) {
  const auto refused = [&](std::size_t row, const auto& change) {
    result::RunResult other = shards()[1];
    change(other.results[row]);
    const std::string text = refusal(shards()[0], other);
    const std::size_t end = text.rfind(" instructions, ");
    return end == std::string::npos ? text : text.substr(end);
  };
  EXPECT_EQ(refused(kMrv, [](result::Row& row) { row.chunk += 1; }), "it was not refused");
  EXPECT_EQ(refused(kLanes, [](result::Row& row) { row.chunk = 99; }),
            " instructions, 1 of the puzzles, batches of 99");
  const auto external = [](bool takes_batches) {
    return [takes_batches](result::Row& row) {
      row.external.emplace();
      if (takes_batches) row.external->takes_batches = true;
      row.chunk = 99;
      row.isa = "";
    };
  };
  EXPECT_EQ(refused(kMrv, external(true)), " instructions, 1 of the puzzles, batches of 99");
  EXPECT_EQ(refused(kLanes, external(false)), " instructions, 1 of the puzzles");
}

TEST_F(TwoShards, MustHaveTheSameRows) {
  result::RunResult other = shards()[1];
  other.results[kMrv].isa = "";
  EXPECT_TRUE(refusal(shards()[0], other)
                  .ends_with(" and one of mrv on puzzles.txt, 1 threads, unknown instructions, 1 "
                             "of the puzzles"));
  other = shards()[1];
  other.results.pop_back();
  EXPECT_EQ(refusal(shards()[0], other),
            "a.json and b.json: are not shards of the same run: 4 rows and 3");
}

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
    for (const std::string& warning : merged.environment.warnings)
      EXPECT_EQ(warning.find("contains only"), std::string::npos) << warning;
  }
}

// Five mixtures of machines. Each is said, with the speed on every one of them.
TEST_F(TwoShards, OfUnlikeProcessorsSayTheSpeedOnEach) {
  using Mixture = void (*)(result::EnvironmentRecord&);
  const Mixture mixtures[] = {
      [](result::EnvironmentRecord& machine) { machine.cpu = "another model"; },
      [](result::EnvironmentRecord& machine) { machine.cpu.clear(); },
      [](result::EnvironmentRecord& machine) { machine.cores += 1; },
      [](result::EnvironmentRecord& machine) { machine.cores *= 2; },
      [](result::EnvironmentRecord& machine) {
        machine.cpu += " v2";
        machine.cores = 1;
      }};
  const auto warns = [](const std::vector<result::RunResult>& shards) {
    Merge merge;
    for (const result::RunResult& shard : shards)
      merge.add(shard, shard.started);
    const result::RunResult merged = merge.finish();
    for (std::size_t i = 0; i < shards.size(); ++i) {
      EXPECT_EQ(merged.hosts->at(i).rates->at(0).puzzles_per_second,
                shards[i].results[0].puzzles_per_second.median);
    }
    return std::ranges::any_of(merged.environment.warnings, [](const std::string& warning) {
      return warning.starts_with("the processors are unlike: ");
    });
  };
  std::vector<result::RunResult> shards = this->shards();
  shards[0].started = "2026-01-01";
  shards[1].started = "2026-01-02";
  EXPECT_FALSE(warns(shards));
  for (const Mixture& mixture : mixtures) {
    std::vector<result::RunResult> mixed = shards;
    mixture(mixed[1].environment);
    EXPECT_TRUE(warns(mixed)) << result::processor_of(mixed[1].environment);
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

TEST_F(MergedShards, AreRefusedWhenTheyDoNotBelongTogether) {
  const result::RunResult first = run(1, 2);
  const result::RunResult second = run(2, 2);
  EXPECT_EQ(refusal(first, whole()), "b.json: is not a shard: it was run without --shard");
  EXPECT_EQ(refusal(first, first), "a.json and b.json: both have shard 1 of 2");
  EXPECT_EQ(refusal(first, run(2, 3)), "a.json and b.json: belong to runs of 2 and of 3 shards");

  result::RunResult unfinished = second;
  unfinished.complete = false;
  EXPECT_EQ(refusal(first, unfinished),
            "b.json: is incomplete: run it again with --resume, then merge it");

  result::RunResult other = second;
  other.settings.set(result::kSeed, 7);
  EXPECT_EQ(refusal(first, other),
            "a.json and b.json: are not shards of the same run: settings: seed is 1 and 7");
  other = second;
  other.datasets[0].sha256 = "f00";
  EXPECT_EQ(refusal(first, other),
            "a.json and b.json: are not shards of the same run: sha256 of dataset 1 is " +
                first.datasets[0].sha256 + " and f00");
  other = second;
  other.results[0].sample_rate = 0.5;
  EXPECT_EQ(refusal(first, other),
            "a.json and b.json: are not shards of the same run: a row of mrv on puzzles.txt, 1 "
            "threads, baseline instructions, 1 of the puzzles and one of mrv on puzzles.txt, 1 "
            "threads, baseline instructions, 0.5 of the puzzles");
  other = second;
  other.shards->parts = {5};
  EXPECT_EQ(refusal(first, other), "b.json: has an impossible shard number");
  other = second;
  other.shards->of = options::Shard::kMostParts + 1;
  EXPECT_EQ(refusal(first, other), "b.json: has an impossible shard number");
  other = second;
  other.shards->parts.clear();
  EXPECT_EQ(refusal(first, other), "b.json: is not a shard: it was run without --shard");
  EXPECT_EQ(refusal(first, second), "it was not refused");
}

}  // namespace

}  // namespace sudoku::run
