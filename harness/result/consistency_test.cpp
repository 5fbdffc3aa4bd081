#include <functional>

#include <gtest/gtest.h>

#include "harness/base/byte_source_fixture.h"
#include "harness/result/example_results_fixture.h"
#include "harness/result/json.h"

namespace sudoku::result {

namespace {

struct ConsistencyCase {
  const char* name;
  std::function<void(RunResult&)> edit;
  const char* error;  // without the name of the document
};

// A change of the second row.
std::function<void(RunResult&)> of_row(void (*edit)(Row&)) {
  return [edit](RunResult& run) { edit(run.results[1]); };
}

// A split of the run into three shards, of which it has some.
std::function<void(RunResult&)> with_parts(const std::vector<std::uint64_t>& parts) {
  return [parts](RunResult& run) { run.shards = {.of = 3, .parts = parts}; };
}

const ConsistencyCase kConsistencyCases[] = {
    {"as written", [](RunResult&) {}, "no error"},
    {"a row of no dataset", [](RunResult& run) { run.results[3].dataset = "x.csv"; },
     "/results/3/dataset: expected a name in datasets, found \"x.csv\""},
    {"a row of a dataset with a long name",
     of_row([](Row& row) { row.dataset = std::string(10'000, 'x'); }),
     "/results/1/dataset: expected a name in datasets, found a text of 10000 characters"},
    {"a row that is there twice", [](RunResult& run) { run.results[4] = run.results[1]; },
     "/results/4: expected a name that is there once, found \"solver_01 on dataset_00.csv\""},
    {"a dataset that is there twice",
     [](RunResult& run) { run.datasets.push_back(run.datasets[0]); },
     "/datasets/1: expected a name that is there once, found \"dataset_00.csv\""},
    {"a block that is there twice", of_row([](Row& row) { row.blocks[2].index = 1; }),
     "/results/1/blocks/2/index: expected an index above 1, found 1"},
    {"a first block that comes behind the second",
     of_row([](Row& row) { row.blocks[0].index = row.blocks[1].index + 1; }),
     "/results/1/blocks/1/index: expected an index above 2, found 1"},
    {"a block that is there twice in a subsample", of_row([](Row& row) {
       row.subsamples = {{.rate = 0.5, .blocks = {row.blocks[0], row.blocks[0]}}};
     }),
     "/results/1/subsamples/0/blocks/1/index: expected an index above 0, found 0"},
    {"the first and the last part", with_parts({1, 3}), "no error"},
    {"a part before the first", with_parts({0, 2}),
     "/shards/parts/0: expected ascending numbers from 1 to 3, found 0"},
    {"a part behind the last", with_parts({3, 4}),
     "/shards/parts/1: expected ascending numbers from 1 to 3, found 4"},
    {"a part that is there twice", with_parts({2, 2}),
     "/shards/parts/1: expected ascending numbers from 1 to 3, found 2"},
};

TEST(Consistency, NamesTheFieldThatDoesNotFit) {
  for (const ConsistencyCase& c : kConsistencyCases) {
    SCOPED_TRACE(c.name);
    RunResult run = large_result(3, 1);
    c.edit(run);
    const std::string error = base::error_of([&run] { require_consistent(run, "r.json"); });
    EXPECT_EQ(error, (*c.error == '/' ? "r.json: " : "") + std::string(c.error));
  }
}

}  // namespace

}  // namespace sudoku::result
