#include "harness/history/trend.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "harness/base/random.h"

namespace sudoku::history {

namespace {

HistoryEntry entry_of_day(std::size_t day) {
  return {.id = static_cast<std::int64_t>(day),
          .sha256 = fmt::format("{:064x}", day),
          .added = "",
          .started = fmt::format("2026-{:02}-{:02}T12:00:00Z", 1 + day / 28, 1 + day % 28),
          .commit_time = "",
          .revision = fmt::format("r{}", day),
          .label = "",
          .machine = "CPU",
          .rows = 1};
}

FigureRecord figure(const std::string& solver, double per_second, double guesses = 3) {
  return {.dataset = "hard.csv",
          .key = {.dataset_sha256 = "00ff",
                  .threads = 1,
                  .cpu = "CPU",
                  .settings = "Release build",
                  .solver = solver,
                  .variant = "baseline"},
          .per_second = {.median = per_second, .low = per_second * 0.99, .high = per_second * 1.01},
          .guesses = guesses};
}

// `count` results, one a day, each with the figures that `rows` returns for the day.
template <typename Rows>
std::vector<StoredResult> days(std::size_t count, const Rows& rows) {
  std::vector<StoredResult> sources;
  for (std::size_t day = 0; day < count; ++day)
    sources.push_back({.entry = entry_of_day(day), .figures = rows(day)});
  return sources;
}

double noise(std::size_t day) { return 0.99 + 0.02 * base::Random(day).unit(); }

std::vector<StoredResult> slower_from(std::size_t day_of_change, std::size_t count) {
  return days(count, [day_of_change](std::size_t day) {
    return std::vector{figure("mrv", (day < day_of_change ? 1000 : 900) * noise(day))};
  });
}

TEST(Trend, FindsAChangeOfSpeedWithItsRevisions) {
  const Trend trend = trend_of(slower_from(12, 20), {});
  ASSERT_EQ(trend.series.size(), 1U);
  const TrendSeries& series = trend.series[0];
  EXPECT_EQ(series.name, "mrv on hard.csv");
  ASSERT_EQ(series.speed.size(), 1U);
  EXPECT_EQ(series.speed[0].first, 12U);
  EXPECT_NEAR(series.speed[0].from, 1000, 10);
  EXPECT_NEAR(series.speed[0].to, 900, 10);
  EXPECT_LE(series.speed[0].chance, 0.01);
  EXPECT_TRUE(series.guesses.empty());
}

std::vector<StoredResult> faster_twice() {
  return days(60, [](std::size_t day) {
    const double level = day < 20 ? 1000 : day < 40 ? 1500 : 4000;
    return std::vector{figure("mrv", level * noise(day), day < 30 ? 8 : 6)};
  });
}

TEST(Trend, HasTheLevelsBetweenItsChanges) {
  const Trend trend = trend_of(faster_twice(), {});
  const std::vector<TrendChange>& speed = trend.series.at(0).speed;
  ASSERT_EQ(speed.size(), 2U);
  EXPECT_EQ(speed[0].first, 20U);
  EXPECT_NEAR(speed[0].from, 1000, 10);
  EXPECT_NEAR(speed[0].to, 1500, 15);
  EXPECT_EQ(speed[1].first, 40U);
  EXPECT_NEAR(speed[1].from, 1500, 15);
  EXPECT_NEAR(speed[1].to, 4000, 40);
  ASSERT_NE(newest_change(trend.series[0], 20), nullptr);
  EXPECT_EQ(newest_change(trend.series[0], 20)->first, 40U);
  EXPECT_EQ(newest_change(trend.series[0], 19), nullptr);
}

// Far higher speeds hide a change of speeds, but not one of their logarithms.
TEST(Trend, FindsAChangeBesideFarHigherSpeeds) {
  const auto sources = days(20, [](std::size_t day) {
    const bool is_outlier = day == 13 || day == 17;
    return std::vector{figure("mrv", is_outlier ? 30'000 : day < 10 ? 1000 : 10)};
  });
  const Trend trend = trend_of(sources, {});
  ASSERT_EQ(trend.series.at(0).speed.size(), 1U);
  EXPECT_EQ(trend.series[0].speed[0].first, 10U);
}

TEST(Trend, JoinsWhatASmallChangeDivides) {
  const auto sources = days(60, [](std::size_t day) {
    return std::vector{figure("mrv", day < 20 ? 1000 : day < 40 ? 1010 : 1500)};
  });
  const auto changes = trend_of(sources, {}).series.at(0).speed;
  ASSERT_EQ(changes.size(), 1U);
  EXPECT_EQ(changes[0].first, 40U);
  EXPECT_EQ(changes[0].from, 1005);
  EXPECT_EQ(trend_of(sources, {.threshold = 0.005}).series.at(0).speed.size(), 2U);
}

TEST(Trend, IsSteadyWithoutOne) {
  const Trend trend = trend_of(slower_from(40, 40), {});
  EXPECT_TRUE(trend.series.at(0).speed.empty());
}

struct NewestCase {
  std::size_t change;
  std::size_t count;
  std::size_t last;
  bool is_recent;
};

TEST(Trend, KnowsWhetherAChangeIsRecent) {
  for (const NewestCase& c : {NewestCase{12, 20, 8, true},
                              {12, 20, 7, false},
                              {12, 20, 100, true},
                              {40, 40, 10, false}}) {
    SCOPED_TRACE(c.last);
    const Trend trend = trend_of(slower_from(c.change, c.count), {});
    EXPECT_EQ(newest_change(trend.series.at(0), c.last) != nullptr, c.is_recent);
  }
}

TEST(Trend, TellsNoChangeBelowItsThreshold) {
  const auto sources = slower_from(12, 24);
  EXPECT_EQ(trend_of(sources, {.threshold = 0.08}).series.at(0).speed.size(), 1U);
  EXPECT_EQ(trend_of(sources, {.threshold = 0.15}).series.at(0).speed.size(), 0U);
}

// Trends of 50 series of noise: one in 20 such trends may report a false change.
TEST(SlowTrend, DoesNotCryOverManySeries) {
  int alarms = 0;
  for (std::size_t seed = 0; seed < 10; ++seed) {
    const auto sources = days(20, [seed](std::size_t day) {
      std::vector<FigureRecord> rows;
      rows.reserve(50);
      base::Random random(1000 * seed + day);
      for (int solver = 0; solver < 50; ++solver)
        rows.push_back(figure(fmt::format("s{:02}", solver), 1000 + 200 * random.unit()));
      return rows;
    });
    const Trend trend = trend_of(sources, {});
    if (std::ranges::any_of(trend.series, [](const TrendSeries& s) { return !s.speed.empty(); }))
      ++alarms;
  }
  EXPECT_LE(alarms, 2);
}

// A change that is as likely as one in a hundred is none among a hundred steady series.
TEST(Trend, TellsLessSureChangesOnlyOfFewSeries) {
  const auto changes = [](int steady, std::size_t days_of_steady) {
    const auto sources = days(14, [&](std::size_t day) {
      std::vector<FigureRecord> rows = {
          figure("mrv", (day < 10 ? 1000 : 950) * (1 + 0.05 * (noise(day) - 1)))};
      for (int i = 0; i < steady && day < days_of_steady; ++i)
        rows.push_back(figure(fmt::format("s{}", i), 1000 * noise(100 * day + 7)));
      return rows;
    });
    std::size_t found = 0;
    for (const TrendSeries& series : trend_of(sources, {}).series)
      found += series.name == "mrv on hard.csv" ? series.speed.size() : 0;
    return found;
  };
  EXPECT_EQ(changes(0, 14), 1U);
  EXPECT_EQ(changes(100, 14), 0U);
  EXPECT_EQ(changes(100, 3), 1U) << "series that are too short for a verdict do not count";
}

TEST(Trend, TakesAnyDifferenceOfGuessesForAChange) {
  const auto sources = days(
      5, [](std::size_t day) { return std::vector{figure("mrv", 1000, day < 3 ? 3.0 : 3.001)}; });
  const Trend trend = trend_of(sources, {});
  const TrendSeries& series = trend.series.at(0);
  ASSERT_EQ(series.guesses.size(), 1U);
  EXPECT_EQ(series.guesses[0].first, 3U);
  EXPECT_EQ(series.guesses[0].to, 3.001);
}

TEST(Trend, LooksPastResultsWithoutGuesses) {
  auto sources = days(5, [](std::size_t) { return std::vector{figure("mrv", 1000)}; });
  sources[2].figures[0].guesses.reset();
  EXPECT_TRUE(trend_of(sources, {}).series.at(0).guesses.empty());
}

// Regression: each size of the sample, which depends on the machine's load, began a series.
TEST(Trend, IsOneOfAllSamplesOfADataset) {
  const auto sources = days(12, [](std::size_t day) {
    FigureRecord row = figure("mrv", 1000 * noise(day), day % 2 == 0 ? 3 : 4);
    const char* const samples[] = {"", ", sample 1/8 of seed 1"};
    row.key.settings = fmt::format("Release build{}, in worker processes", samples[day % 2]);
    return std::vector{row};
  });
  const Trend trend = trend_of(sources, {});
  ASSERT_EQ(trend.series.size(), 1U);
  EXPECT_EQ(trend.series[0].key.settings, "Release build, in worker processes");
  EXPECT_EQ(trend.series[0].points[1].sample, "sample 1/8 of seed 1");
  EXPECT_TRUE(trend.series[0].guesses.empty()) << "of other puzzles";
  EXPECT_EQ(trend_remarks(trend),
            std::vector<std::string>{
                "1 series have results of different samples: their speeds also differ by the "
                "sampling error, and guesses are compared within each sample."});
  EXPECT_NE(trend_csv(trend).find("Release build, in worker processes, sample 1/8 of seed 1"),
            std::string::npos);
}

TEST(Trend, KeepsMachinesApartAndSaysSo) {
  const auto sources = days(24, [](std::size_t day) {
    FigureRecord row = figure("mrv", day % 2 == 0 ? 1000 : 500);
    row.key.cpu = day % 2 == 0 ? "Fast CPU" : "Slow CPU";
    return std::vector{row};
  });
  const Trend trend = trend_of(sources, {});
  ASSERT_EQ(trend.series.size(), 2U);
  EXPECT_EQ(trend.series[0].name, "mrv on hard.csv [Fast CPU]");
  EXPECT_EQ(trend.series[1].name, "mrv on hard.csv [Slow CPU]");
  EXPECT_NE(trend_sentence(trend).find("changes of speed: none"), std::string::npos);
  EXPECT_EQ(trend_remarks(trend),
            std::vector<std::string>{"2 series share solver and dataset with another series but "
                                     "are not compared with it; the differences are in brackets."});
}

TEST(Trend, NamesAllThatTellsNamesakesApart) {
  const auto sources = days(1, [](std::size_t) {
    std::vector rows(3, figure("mrv", 1000));
    rows[0].key.variant = "";
    rows[1].key.dataset_sha256 = "0123456789ab";
    rows[2].key.threads = 2;
    return rows;
  });
  std::vector<std::string> names;
  for (const TrendSeries& series : trend_of(sources, {}).series)
    names.push_back(series.name);
  EXPECT_EQ(names,
            (std::vector<std::string>{"mrv on hard.csv [no instruction set known; content 00ff]",
                                      "mrv on hard.csv (2 threads)",
                                      "mrv on hard.csv [baseline; content 01234567]"}));
}

TEST(Trend, ShowsWhatIsAskedFor) {
  const auto sources = days(3, [](std::size_t) {
    FigureRecord two = figure("mrv", 1900);
    two.key.threads = 2;
    return std::vector{figure("dlx", 500), figure("mrv", 1000), two};
  });
  EXPECT_EQ(trend_of(sources, {}).series.size(), 3U);
  EXPECT_EQ(trend_of(sources, {.solvers = {"mrv"}}).series.size(), 2U);
  EXPECT_EQ(trend_of(sources, {.threads = {2}}).series.size(), 1U);
  EXPECT_EQ(trend_of(sources, {.datasets = {"easy.csv"}}).series.size(), 0U);
}

TEST(TrendReport, NamesTheVariantOfASolverThatHasSeveral) {
  const auto sources = days(3, [](std::size_t) {
    FigureRecord wide = figure("simd", 3000);
    wide.key.variant = "avx512";
    return std::vector{figure("dlx", 500), figure("simd", 1000), wide};
  });
  const std::string page = trend_page(trend_of(sources, {}), {});
  for (const char* name :
       {"\"name\":\"dlx\"", "\"name\":\"simd (avx512)\"", "\"name\":\"simd (baseline)\""})
    EXPECT_NE(page.find(name), std::string::npos) << name;
}

TEST(TrendReport, PutsTheChangesFirst) {
  const std::string text = trend_text(trend_of(slower_from(12, 20), {}), {});
  EXPECT_TRUE(
      text.starts_with("20 results from 2026-01-01 to 2026-01-20 in 1 series: changes of "
                       "speed: 1, of guesses: none.\n\nsince "))
      << text;
  EXPECT_NE(text.find("\n2026-01-13  mrv on hard.csv  speed   1.00 k/s  "), std::string::npos)
      << text;
  EXPECT_NE(text.find("  −9.97 %  r11..r12   p "), std::string::npos) << text;
  const std::string coloured = trend_text(trend_of(slower_from(12, 20), {}), {.colour = true});
  EXPECT_NE(coloured.find("\033[1;31m−9.97 %"), std::string::npos) << "slower is worse";
}

// Two solvers: one that became slower and began to guess, one without guesses and new.
std::vector<StoredResult> eventful() {
  return days(12, [](std::size_t day) {
    std::vector rows = {figure("mrv", day < 6 ? 1000 : 400, day < 3 ? 0 : 5)};
    if (day < 10) return rows;
    rows.push_back(figure("dlx", 500));
    rows.back().guesses.reset();
    return rows;
  });
}

TEST(TrendReport, HasAllChangesAndAllSeries) {
  const Trend trend = trend_of(eventful(), {});
  EXPECT_EQ(
      trend_markdown(trend),
      R"(**12 results from 2026-01-01 to 2026-01-12 in 2 series: changes of speed: 1, of guesses: 1.**

| since | series | figure | from | to | change | revisions | certainty |
|---|---|---|---:|---:|---:|---|---|
| 2026-01-07 | mrv on hard.csv | speed | 1.00 k/s | 400 /s | −60.0 % | r5..r6 | p 0.0018 |
| 2026-01-04 | mrv on hard.csv | guesses | 0 | 5.00 | from 0 | r2..r3 | exact |

| series | results | oldest | newest | guesses | speed |
|---|---:|---:|---:|---:|---|
| dlx on hard.csv | 2 | 500 /s | 500 /s | – | too few results |
| mrv on hard.csv | 12 | 1.00 k/s | 400 /s | 5.00 | 1 change |

- 1 of 2 series have fewer than 10 results: too few to detect a change of speed.
)");
  const std::string text = trend_text(trend, {});
  EXPECT_TRUE(
      text.ends_with("  1 change\n\n  1 of 2 series have fewer than 10 results: too few to "
                     "detect a change of speed.\n"))
      << text;
  const std::string csv = trend_csv(trend);
  EXPECT_NE(csv.find("r6,,mrv,baseline,hard.csv,00ff,1,CPU,Release build,400,396,404,5,1,0\n"),
            std::string::npos)
      << csv;
  EXPECT_NE(csv.find(",1000,990,1010,5,0,1\n"), std::string::npos) << csv;
}

TEST(TrendReport, OfNothingSaysSo) {
  EXPECT_EQ(trend_sentence(trend_of({}, {})),
            "0 results from  to  in 0 series: changes of speed: none, of guesses: none.");
}

TEST(TrendReport, SaysWhetherASmallChangeIsMoreOrLess) {
  const auto text_with = [](double guesses) {
    const auto results = days(40, [guesses](std::size_t day) {
      return std::vector{figure("mrv", 1000 * noise(day), day < 20 ? 200 : guesses)};
    });
    return trend_text(trend_of(results, {}), {});
  };
  EXPECT_NE(text_with(201).find("  +0.500 %  "), std::string::npos) << text_with(201);
  EXPECT_NE(text_with(199).find("  −0.500 %  "), std::string::npos) << text_with(199);
}

TEST(TrendReport, ShowsEachChangeWithItsSize) {
  const std::string text = trend_text(trend_of(faster_twice(), {}), {.colour = true});
  std::size_t place = 0;
  for (const char* size :
       {"\033[32m2.66 times\033[0m", "\033[32m−25.0 %\033[0m", "\033[32m+50.6 %\033[0m"}) {
    const std::size_t next = text.find(size, place);
    ASSERT_NE(next, std::string::npos) << "not the newest first: " << size << " in " << text;
    place = next;
  }
}

TEST(TrendReport, SaysWhatCannotBeTold) {
  const Trend trend = trend_of(slower_from(3, 6), {});
  EXPECT_EQ(trend_remarks(trend),
            std::vector<std::string>{
                "1 of 1 series have fewer than 10 results: too few to detect a change of speed."});
  EXPECT_NE(trend_text(trend, {}).find("too few results"), std::string::npos);
  EXPECT_NE(trend_sentence(trend).find("changes of speed: too few results to tell, of guesses: "),
            std::string::npos)
      << "\"none\" would claim that there was no change";
  EXPECT_NE(trend_page(trend, {}).find("\"judged\":false"), std::string::npos);
}

TEST(TrendReport, GivesSpreadsheetsALineForEachPoint) {
  auto sources = slower_from(40, 2);
  sources[1].entry.label = "=1+1";
  sources[1].figures[0].per_second.low = std::numeric_limits<double>::quiet_NaN();
  const std::string csv = trend_csv(trend_of(sources, {}));
  EXPECT_EQ(std::ranges::count(csv, '\n'), 3);
  EXPECT_TRUE(csv.starts_with(
      "when,result,revision,label,solver,variant,dataset,dataset_sha256,threads,cpu,"
      "settings,puzzles_per_second,puzzles_per_second_low,puzzles_per_second_high,guesses_mean,"
      "speed_changed,guesses_changed\n"))
      << csv;
  EXPECT_NE(csv.find("\n2026-01-02T12:00:00Z,000000000000,r1,'=1+1,mrv,"), std::string::npos)
      << csv;
}

TEST(TrendReport, StaysBelowWhatAPullRequestTakes) {
  const auto sources = days(2, [](std::size_t) {
    std::vector<FigureRecord> rows;
    rows.reserve(2000);
    for (int solver = 0; solver < 2000; ++solver)
      rows.push_back(figure(fmt::format("solver{:04}", solver), 1000));
    return rows;
  });
  const std::string markdown = trend_markdown(trend_of(sources, {}));
  EXPECT_LE(markdown.size(), 64'000U);
  EXPECT_TRUE(markdown.starts_with("**2 results from ")) << markdown;
}

TEST(TrendPage, HasAPlotForEachMachineAndFile) {
  const Trend trend = trend_of(days(12,
                                    [](std::size_t day) {
                                      std::vector rows = {figure("mrv", 1000 * noise(day)),
                                                          figure("dlx", 500), figure("mrv", 200)};
                                      rows[2].key.cpu = "another";
                                      rows.push_back(rows[0]);
                                      rows[3].dataset = "easy.csv";
                                      rows[3].key.dataset_sha256 = "11ff";
                                      return rows;
                                    }),
                               {});
  const std::string page = trend_page(trend, {});
  const auto count = [&page](const std::string& text) {
    int found = 0;
    for (std::size_t at = page.find(text); at != std::string::npos; at = page.find(text, at + 1))
      ++found;
    return found;
  };
  EXPECT_EQ(count("\"machine\":\"CPU\""), 2);
  EXPECT_EQ(count("\"machine\":\"another\""), 1);
  EXPECT_EQ(count("\"oldest_levels\":"), 4);
}

TEST(TrendPage, HasEachPointOfEachSeries) {
  auto sources = days(2, [](std::size_t day) {
    std::vector rows = {figure("mrv", 1000, day == 0 ? 8 : 6), figure("dlx", 500)};
    rows[1].guesses.reset();
    return rows;
  });
  sources[0].entry.label = "old";
  sources[1].figures.pop_back();
  for (StoredResult& source : sources)
    source.figures[0].key.settings += ", sample 1/8 of seed 1";
  const std::string page = trend_page(trend_of(sources, {}), {});
  const std::size_t start = page.find("\"groups\":");
  EXPECT_EQ(
      page.substr(start, page.find(",\"solvers\"") - start),
      R"json("groups":[{"dataset":"hard.csv","threads":1,"machine":"CPU",)json"
      R"json("settings":"Release build","sha256":"00ff","series":[{"solver":0,)json"
      R"json("judged":false,"oldest_levels":{"speed":500,"guesses":0},"points":[)json"
      R"json({"when":"2026-01-01T12:00:00Z","revision":"r0","label":"old","sample":"",)json"
      R"json("result":"000000000000","speed":[500,495,505],)json"
      R"json("speed_cell":["500 (495–505)",500],"guesses":null,"guesses_cell":null}],)json"
      R"json("speed":[],"guesses":[]},{"solver":1,"judged":false,)json"
      R"json("oldest_levels":{"speed":1000,"guesses":8},"points":[)json"
      R"json({"when":"2026-01-01T12:00:00Z","revision":"r0","label":"old",)json"
      R"json("sample":"sample 1/8 of seed 1","result":"000000000000",)json"
      R"json("speed":[1000,990,1010],"speed_cell":["1.00 k (0.99–1.01)",1000],)json"
      R"json("guesses":8,"guesses_cell":["8.00",8]},{"when":"2026-01-02T12:00:00Z",)json"
      R"json("revision":"r1","label":"","sample":"sample 1/8 of seed 1",)json"
      R"json("result":"000000000000","speed":[1000,990,1010],)json"
      R"json("speed_cell":["1.00 k (0.99–1.01)",1000],"guesses":6,)json"
      R"json("guesses_cell":["6.00",6]}],"speed":[],"guesses":[{"first":1,"from":8,"to":6,)json"
      R"json("text":"−25.0 %","worse":false}]}]}]})json");
}

TEST(TrendPage, TakesTheLevelBeforeTheFirstChangeForAHundredPercent) {
  const Trend trend = trend_of(faster_twice(), {});
  const std::string page = trend_page(trend, {});
  ASSERT_EQ(trend.series.at(0).speed.size(), 2U);
  EXPECT_NE(page.find(fmt::format(R"("oldest_levels":{{"speed":{:.5g},"guesses":8}})",
                                  trend.series[0].speed[0].from)),
            std::string::npos)
      << page.substr(page.find("\"oldest_levels"), 60);
}

TEST(TrendPage, HoldsItsDataOnly) {
  const std::string page = trend_page(trend_of(slower_from(12, 20), {}), {});
  EXPECT_NE(page.find("\"trend\":{\"sentence\":\"20 results"), std::string::npos);
  EXPECT_NE(page.find("\"solvers\":[{\"name\":\"mrv\"}]"), std::string::npos);
  EXPECT_NE(page.find("\"changes\":[{\"since\":\"2026-01-13\",\"series\":\"mrv on hard.csv\","),
            std::string::npos);
  EXPECT_NE(page.find("\"worse\":true"), std::string::npos);
}

}  // namespace

}  // namespace sudoku::history
