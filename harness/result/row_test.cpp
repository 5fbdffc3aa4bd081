#include "harness/result/row.h"

#include <cmath>
#include <concepts>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "harness/base/byte_source_fixture.h"
#include "harness/result/document.h"
#include "harness/result/json.h"
#include "harness/stats/histogram.h"

namespace sudoku::result {

namespace {

using Counts = std::vector<std::uint64_t>;

SlowPuzzle slow(std::uint64_t line, double ns) {
  return {
      .puzzle = "p", .line = line, .latency_ns = ns, .guesses = line, .outcome = Outcome::first};
}

// Results of block `n` of a run, to be merged with those of other blocks.
DatasetRows block(std::uint64_t n) {
  RowSums row;
  row.puzzles = 10 + n;
  row.outcomes[0] = 10;
  row.outcomes[1] = n;
  row.guesses = 100 * n;
  row.without_guess = n;
  row.logic.emplace().hardest[2] = n;
  row.solution_digest = 0x9e3779b97f4a7c15U * (n + 1);
  row.peak_memory_bytes = 1000 - n;
  row.blocks = {{.index = n, .puzzles = 10 + n, .seconds = {0.1, 0.2}, .guesses = 7, .digest = 8}};
  row.subsamples = {{.rate = 0.5, .puzzles = n, .blocks = row.blocks}};
  row.latency = LatencyRecord{.min_ps = 10 + n,
                              .max_ps = 500 * n + 20,
                              .total_ps = 12345 * n,
                              .histogram = {.first_ps = {n, 100, 5000}, .count = {1, 2, 3}}};
  row.par2_ps = 99 * n;
  for (std::uint64_t i = 0; i < 20; ++i)
    row.slowest.push_back(slow(100 * n + i, static_cast<double>(1000 - 10 * i + n % 3)));
  row.wrong_answers = {{.puzzle = "w", .line = 100 * n, .reason = "r"}};
  row.incidents = {
      {.puzzle = "i", .line = 100 * n, .outcome = Outcome::crashed, .reason = "signal 11"}};
  row.spent_ns = 5;
  const ComparisonRecord comparison = {
      .dataset = "",
      .threads = 1,
      .pairs = {{.a = "a",
                 .b = "b",
                 .puzzles = n,
                 .cells = {.x = {0, 1, 1}, .y = {n, 4, 5}, .count = {1, 2, n}}}}};
  return {.blocks = {n}, .rows = {row, Row{}}, .comparisons = {comparison}, .undecided = n % 2};
}

DatasetRows sum_of(const std::vector<std::uint64_t>& order) {
  DatasetRows sums;
  for (const std::uint64_t n : order)
    merge(sums, block(n));
  return sums;
}

std::string text_of(const DatasetRows& sums) { return base::json_text(json_of(sums)); }

TEST(Rows, AreTheSameInAnyOrderAndGrouping) {
  const std::string in_order = text_of(sum_of({0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(text_of(sum_of({5, 3, 1, 0, 4, 2})), in_order);
  DatasetRows left = sum_of({4, 0});
  merge(left, sum_of({2, 5, 1, 3}));
  EXPECT_EQ(text_of(left), in_order);
}

TEST(Rows, AddUp) {
  const DatasetRows sums = sum_of({3, 1});
  EXPECT_EQ(sums.blocks, (Counts{1, 3}));
  EXPECT_EQ(sums.undecided, 2U);
  const RowSums& row = sums.rows[0];
  EXPECT_EQ(row.puzzles, 24U);
  EXPECT_EQ(row.blocks[0].index, 1U);
  EXPECT_EQ(row.peak_memory_bytes, 999U);
  EXPECT_EQ(row.latency->histogram.first_ps, (Counts{1, 3, 100, 5000}));
  EXPECT_EQ(row.latency->histogram.count, (Counts{1, 1, 4, 6}));
  EXPECT_EQ(row.par2_ps, 396U);
  EXPECT_EQ(row.slowest.size(), kSlowKept);
  EXPECT_EQ(row.slowest.front().line, 100U);
  EXPECT_EQ(row.wrong_answers[0].line, 100U);
  EXPECT_FALSE(sums.rows[1].par2_ps);
  const PairRecord& pair = sums.comparisons[0].pairs[0];
  EXPECT_EQ(pair.puzzles, 4U);
  EXPECT_EQ(pair.cells.x, (Counts{0, 0, 1, 1}));
  EXPECT_EQ(pair.cells.count, (Counts{1, 1, 4, 4}));
}

// The number in a field; null for a field of something else.
template <typename Value>
auto* number_in(Value& value) {
  if constexpr (std::same_as<Value, CountRecord>) {
    return &value.total;
  } else if constexpr (std::same_as<Value, OutcomeCounts>) {
    return &value[Outcome::unique];
  } else if constexpr (std::same_as<Value, std::optional<std::uint64_t>> ||
                       std::same_as<Value, std::optional<double>>) {
    return &value.emplace(0);
  } else if constexpr (std::is_arithmetic_v<Value>) {
    return &value;
  } else {
    return static_cast<std::uint64_t*>(nullptr);
  }
}

// How the numbers of a record are merged, in lines, tried on 3 and 5 and on 5 and 3.
template <typename Record>
std::string ways_to_merge() {
  std::map<std::string, std::string> ways = {{"88", ""}, {"35", ""}, {"33", ""}, {"55", ""}};
  for_each_field<Record>([&ways]<typename Line>(const Line& line) {
    if constexpr (kIsStored<Line>) {
      std::string both;
      for (const int first : {3, 5}) {
        Record sums;
        Record more;
        auto* const number = number_in(sums.*line.member);
        auto* const other = number_in(more.*line.member);
        if (number == nullptr || std::same_as<decltype(number), bool* const>) return;
        *number = static_cast<std::remove_pointer_t<decltype(number)>>(first);
        *other = static_cast<std::remove_pointer_t<decltype(other)>>(8 - first);
        merge(sums, more);
        both += fmt::format("{}", *number);
      }
      ways.at(both) += std::string(" ") + line.name;
    }
  });
  std::string lines;
  for (const auto& [both, way] : {std::pair("88", "sum"), std::pair("35", "first"),
                                  std::pair("33", "least"), std::pair("55", "greatest")}) {
    if (!ways[both].empty()) lines += fmt::format("{}:{}\n", way, ways[both]);
  }
  return lines;
}

TEST(Rows, MergeEachNumberInItsWay) {
  EXPECT_EQ(ways_to_merge<Row>(),
            "sum: puzzles outcomes instructions cycles branch_misses guesses.total without_guess "
            "guesses.unsteady par2_ps kept_memory solution_digest solutions_unshown "
            "solutions_asked solutions_hidden spent_ns\n"
            "first: threads chunk solutions_limit sample_rate pilot_ns rounds startup_s\n"
            "greatest: peak_memory_bytes\n");
  EXPECT_EQ(ways_to_merge<LatencyRecord>(),
            "sum: total_ps\nfirst: chunk censored\nleast: min\ngreatest: max\n");
  EXPECT_EQ(ways_to_merge<CountRecord>(), "sum: total puzzles\n");
  EXPECT_EQ(ways_to_merge<ConfirmedRecord>(), "sum: referees solvers declared\n");
  EXPECT_EQ(ways_to_merge<LogicRecord>(), "sum: filled blanks\n");
  EXPECT_EQ(ways_to_merge<ValgrindCount>(), "sum: puzzles instructions\n");
  EXPECT_EQ(ways_to_merge<SampleRecord>(), "sum: puzzles\nfirst: sample_rate\n");
  EXPECT_EQ(ways_to_merge<PairRecord>(), "sum: puzzles\n");
}

TEST(Rows, AreCompleteIfAllPartsAre) {
  for (const bool is_first : {true, false}) {
    Row sums;
    Row more;
    (is_first ? sums : more).complete = false;
    merge(sums, more);
    EXPECT_FALSE(sums.complete);
  }
}

TEST(Rows, MayLeaveOutWhatWillNotBeListed) {
  DatasetRows sums = sum_of({1, 2});
  DatasetRows all = sums;
  DatasetRows more = block(4);
  merge(all, more);
  leave_out_faster(more.rows[0], sums.rows[0]);
  EXPECT_LT(more.rows[0].slowest.size(), 20U);
  merge(sums, more);
  EXPECT_EQ(text_of(sums), text_of(all));
}

DatasetRows read(const std::string& text) {
  return dataset_rows_of(base::SortedJson::parse(text), "line");
}

TEST(Rows, PassThroughJsonWithEveryBit) {
  DatasetRows sums = sum_of({0, 7, 3});
  RowSums& row = sums.rows[0];
  row.guesses = UINT64_MAX;
  row.without_guess = (std::uint64_t{1} << 53U) + 1;
  row.blocks[0].seconds = {0.1 + 0.2, 5e-324, 1.7976931348623157e308, 0, 1e15};
  const DatasetRows again = read(text_of(sums));
  EXPECT_EQ(text_of(again), text_of(sums));
  EXPECT_EQ(again.rows[0].guesses, row.guesses);
  EXPECT_EQ(again.rows[0].without_guess, row.without_guess);
  EXPECT_EQ(again.rows[0].blocks[0].seconds, row.blocks[0].seconds);
  row.blocks[0].seconds = {std::numeric_limits<double>::quiet_NaN()};
  EXPECT_TRUE(std::isnan(read(text_of(sums)).rows[0].blocks[0].seconds.front()));
}

TEST(Rows, AreReadFromDamagedJsonOrNotAtAll) {
  const std::string text = text_of(block(2));
  int refused = 0;
  constexpr std::string_view kDamage = "09-.e{x";
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string damaged = text;
    damaged[i] = kDamage[i % kDamage.size()];
    const auto json = base::SortedJson::parse(damaged, nullptr, false);
    if (json.is_discarded()) continue;
    try {
      // Rows that can be read from damaged JSON can also be merged.
      DatasetRows sums = dataset_rows_of(json, "line");
      merge(sums, block(1));
    } catch (const base::InputError&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 0);
}

// What a row without wrong answers has left when it is finished, after `change`.
template <typename Change>
Row finished_after(Change change) {
  RowSums row = block(1).rows.front();
  row.wrong_answers.clear();
  row.incidents.clear();
  row.instructions = {.total = 100, .puzzles = 2};
  change(row);
  return finished(row);
}

TEST(Row, KeepsItsFiguresWhenItIsFinished) {
  const Row row = finished_after([](RowSums&) {});
  EXPECT_TRUE(row.latency);
  EXPECT_TRUE(row.par2_ps);
  EXPECT_EQ(row.instructions.total, 100U);
  EXPECT_EQ(row.slowest.size(), kListed);
}

TEST(Row, HasNoFiguresOfTimeWhenItIsVoidOrEmpty) {
  const Row voided[] = {finished_after([](RowSums& it) { it.outcomes[Outcome::wrong] = 1; }),
                        finished_after([](RowSums& it) { it.disqualified = "stopped"; }),
                        finished_after([](RowSums& it) { it.puzzles = 0; })};
  for (const Row& row : voided) {
    EXPECT_FALSE(row.latency);
    EXPECT_FALSE(row.par2_ps) << "a PAR-2 would rank a solver with wrong answers";
    EXPECT_TRUE(row.slowest.empty());
    for (const CountedEvent& event : kCountedEvents)
      EXPECT_FALSE(row.mean_of(row.*event.count)) << event.name;
  }
}

// An incident with a line in the file is among the counted faults; one without a line is not.
TEST(Row, ListsFaultsWithoutALineOnlyIfNoOtherIsCounted) {
  for (const bool is_counted : {false, true}) {
    RowSums sums;
    sums.wrong_answers = {{.puzzle = "p", .line = kNoLine, .reason = "in a warm-up"},
                          {.puzzle = "q", .line = 7, .reason = "r"}};
    sums.incidents = {
        {.puzzle = "p", .line = kNoLine, .outcome = Outcome::crashed, .reason = "in a warm-up"},
        {.puzzle = "q", .line = 8, .outcome = Outcome::crashed, .reason = "r"}};
    sums.outcomes[Outcome::wrong] = sums.outcomes[Outcome::crashed] = is_counted ? 1 : 0;
    const Row row = finished(sums);
    EXPECT_EQ(row.wrong_answers.size(), is_counted ? 1U : 2U);
    EXPECT_EQ(row.wrong_answers.back().line, 7U);
    EXPECT_EQ(row.incidents.size(), is_counted ? 1U : 2U);
    EXPECT_EQ(row.incidents.back().line, 8U);
  }
}

TEST(ProcessTimes, AreComparedWithoutWaitingIfThatIsKnownOnBothSides) {
  const ProcessesRecord known{.time_per_puzzle_ns = {10, 20}, .running_ns = {{1, 2}}};
  const ProcessesRecord unknown{.time_per_puzzle_ns = {30, 40}, .running_ns = {}};
  using Times = std::pair<std::vector<double>, std::vector<double>>;
  EXPECT_EQ(times_to_compare(known, known), Times({1, 2}, {1, 2}));
  EXPECT_EQ(times_to_compare(known, unknown), Times({10, 20}, {30, 40}));
  EXPECT_EQ(times_to_compare(unknown, known), Times({30, 40}, {10, 20}));
}

TEST(Row, RecoversSumsFromFiguresOfADocument) {
  Row row;
  row.puzzles = 300;
  row.set_guessless_share(199.0 / 300);
  row.set_par2_s(0.25);
  Row::MeanCount{&Row::instructions}(row, 1000.0 / 300);
  row.latency = {.histogram = {.first_ps = {500, 12125}, .count = {299, 1}}};
  row.latency->set_mean_ns(2.5);
  EXPECT_EQ(row.without_guess, 199U);
  EXPECT_EQ(row.par2_ps, 75'000'000'000'000U);
  EXPECT_EQ(row.instructions.total, 1000U);
  EXPECT_EQ(row.instructions.puzzles, 300U);
  EXPECT_EQ(row.latency->total_ps, 750'000U);
}

TEST(Row, TakesNoSumFromAnUnknownFigure) {
  Row row;
  row.puzzles = 10;
  row.set_par2_s(std::numeric_limits<double>::quiet_NaN());
  row.set_guessless_share(std::numeric_limits<double>::quiet_NaN());
  EXPECT_EQ(row.without_guess, 0U);
  EXPECT_FALSE(row.par2_ps);
}

TEST(Row, HasTheWorstStatusThatApplies) {
  RowSums row;
  EXPECT_EQ(status_of(row), RowStatus::unmeasured);
  row.puzzles = 1;
  EXPECT_EQ(status_of(row), RowStatus::sound);
  for (const auto& [outcome, status] : {std::pair(Outcome::incomplete, RowStatus::partial),
                                        std::pair(Outcome::timeout, RowStatus::gave_up)}) {
    row.outcomes[outcome] = 1;
    EXPECT_EQ(status_of(row), status);
  }
  row.disqualified = "why";
  EXPECT_EQ(status_of(row), RowStatus::disqualified);
  row.outcomes[Outcome::wrong] = 1;
  EXPECT_EQ(status_of(row), RowStatus::wrong);
}

TEST(Row, IsOfACommandOnlyWithItsWords) {
  Row row;
  EXPECT_FALSE(is_command(row));
  row.external.emplace().library = "a.so";
  EXPECT_FALSE(is_command(row));
  row.external->command = {"solver"};
  EXPECT_TRUE(is_command(row));
}

TEST(Hosts, RanFromTheFirstStartToTheLastEnd) {
  RunResult run;
  run.started = "03:00";
  run.finished = "04:00";
  std::vector<HostRecord> hosts(2);
  hosts[0].started = "02:00";
  hosts[0].finished = hosts[1].started = "03:30";
  hosts[1].finished = "05:00";
  set_hosts(run, hosts);
  EXPECT_EQ(run.started, "02:00");
  EXPECT_EQ(run.finished, "05:00");
  EXPECT_EQ(run.hosts->size(), 2U);
}

TEST(Hosts, OfUnlikeProcessorsAreNamed) {
  RunResult run;
  std::vector<HostRecord> hosts(3);
  for (std::size_t i = 0; i < hosts.size(); ++i) {
    hosts[i].name = fmt::format("shard {} of 3", i + 1);
    hosts[i].environment.cpu = "Zen 5";
    hosts[i].environment.cores = 32;
  }
  set_hosts(run, hosts);
  EXPECT_EQ(run.environment.warnings, (std::vector<std::string>{}));
  hosts[1].environment.cores = 1;
  set_hosts(run, hosts);
  EXPECT_EQ(
      run.environment.warnings,
      (std::vector<std::string>{
          "the processors are unlike: Zen 5, 1 CPU (shard 2 of 3); Zen 5, 32 CPUs (shard 1 of 3, "
          "shard 3 of 3): puzzles/s is an average over them, each ratio is made on one machine"}));
}

TEST(Rows, ComparePairsOfOtherSolversApart) {
  const auto pair = [](const char* a, const char* b) {
    return PairRecord{.a = a, .b = b, .puzzles = 1, .cells = {}};
  };
  ComparisonRecord sums = {.dataset = "d", .threads = 1, .pairs = {pair("a", "b")}};
  const ComparisonRecord more = {
      .dataset = "d", .threads = 1, .pairs = {pair("a", "c"), pair("a", "b")}};
  merge(sums, more);
  ASSERT_EQ(sums.pairs.size(), 2U);
  EXPECT_EQ(sums.pairs[0].puzzles, 2U);
  EXPECT_EQ(sums.pairs[1].puzzles, 1U);
}

TEST(Row, ReadsQuantilesOffItsHistogram) {
  const LatencyRecord latency = {
      .min_ps = 100,
      .max_ps = 1'000'000'000,
      .histogram = {.first_ps = {100, 200, 1000, 1'000'000'000}, .count = {5, 3, 1, 1}}};
  EXPECT_EQ(latency.quantile_ns(0), 0.1);
  EXPECT_EQ(latency.quantile_ns(0.5), 0.1);
  EXPECT_EQ(latency.quantile_ns(0.51), 0.2);
  EXPECT_EQ(latency.quantile_ns(0.9), 1.002);
  EXPECT_EQ(latency.quantile_ns(0.9999), 1e6);
  EXPECT_EQ(latency.quantile_ns(1), 1e6);
  EXPECT_TRUE(std::isnan(LatencyRecord{.histogram = {}}.quantile_ns(0.5)));
}

}  // namespace

}  // namespace sudoku::result
