#include "harness/results/consistency.h"

#include <functional>

#include <gtest/gtest.h>

#include "harness/dataset/input_error.h"
#include "harness/results/made_results.h"

namespace sudoku {

namespace {

struct ConsistencyCase {
  const char* name;
  std::function<void(RunResult&)> edit;
  const char* error;
};

const ConsistencyCase kConsistencyCases[] = {
    {"as written", [](RunResult&) {}, "accepted"},
    {"a row of no dataset", [](RunResult& run) { run.results[3].dataset = "x.csv"; },
     "r.json: /results/3/dataset: expected a name in datasets, found \"x.csv\""},
    {"a contest of no dataset",
     [](RunResult& run) { run.contests[1].dataset = std::string(10'000, 'x'); },
     "r.json: /contests/1/dataset: expected a name in datasets, found a text of 10000 "
     "characters"},
    {"a contestant that has no row",
     [](RunResult& run) { run.contests[0].fields[0].entries[1].solver = "me"; },
     "r.json: /contests/0/fields/0/entries/1/solver: expected the solver of one of /results, found "
     "\"me\""},
    {"a duellist that has no row", [](RunResult& run) { run.contests[0].duels[0].b = "you"; },
     "r.json: /contests/0/duels/0/b: expected the solver of one of /results, found \"you\""},
    {"a bin beyond all numbers",
     [](RunResult& run) { run.contests[0].fields[0].entries[0].ratios.bin[0] = 1ULL << 60U; },
     "r.json: /contests/0/fields/0/entries/0/ratios/bin: expected bins up to 513, found "
     "1152921504606846976"},
    {"a cell beyond all times", [](RunResult& run) { run.results[1].guess_time->y[0] = 514; },
     "r.json: /results/1/guess_time/y: expected bins up to 513, found 514"},
};

TEST(Consistency, NamesTheFieldThatDoesNotFit) {
  for (const ConsistencyCase& c : kConsistencyCases) {
    SCOPED_TRACE(c.name);
    RunResult run = large_result(3, 1);
    c.edit(run);
    std::string error = "accepted";
    try {
      require_consistent(run, "r.json");
    } catch (const InputError& found) {
      error = found.what();
    }
    EXPECT_EQ(error, c.error);
  }
}

}  // namespace

}  // namespace sudoku
