// Checks between parts of a result document. What a single field may hold is checked as it is read.

#include <algorithm>
#include <functional>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/result/json.h"

namespace sudoku::result {

namespace {

class Check {
 public:
  explicit Check(const std::string& name) : name_(name) {}

  void check(const RunResult& run) const {
    require_different(run.datasets, &DatasetRecord::name, "/datasets");
    require_different(
        run.results, [](const Row& row) { return name_of(row); }, "/results");
    for (std::size_t i = 0; i < run.results.size(); ++i) {
      const Row& row = run.results[i];
      const std::string at = fmt::format("/results/{}", i);
      if (std::ranges::count(run.datasets, row.dataset, &DatasetRecord::name) == 0)
        fail(at + "/dataset", "a name in datasets", quoted(row.dataset));
      require_ascending(row.blocks, at);
      for (std::size_t sample = 0; sample < row.subsamples.size(); ++sample)
        require_ascending(row.subsamples[sample].blocks,
                          fmt::format("{}/subsamples/{}", at, sample));
    }
    if (run.shards) require_parts(*run.shards);
  }

 private:
  // Requires different names of all records in the list at the pointer `at`.
  template <typename Record, typename NameOf>
  void require_different(const std::vector<Record>& records, const NameOf& name_of_record,
                         const char* at) const {
    std::set<std::string> met;
    for (std::size_t i = 0; i < records.size(); ++i) {
      const auto [name, is_new] = met.insert(std::invoke(name_of_record, records[i]));
      if (!is_new) fail(fmt::format("{}/{}", at, i), "a name that is there once", quoted(*name));
    }
  }

  void require_ascending(const std::vector<BlockRecord>& blocks, const std::string& at) const {
    for (std::size_t i = 1; i < blocks.size(); ++i) {
      if (blocks[i].index > blocks[i - 1].index) continue;
      fail(fmt::format("{}/blocks/{}/index", at, i),
           fmt::format("an index above {}", blocks[i - 1].index), blocks[i].index);
    }
  }

  void require_parts(const ShardsRecord& shards) const {
    for (std::size_t i = 0; i < shards.parts.size(); ++i) {
      const std::uint64_t least = i == 0 ? 1 : shards.parts[i - 1] + 1;
      if (shards.parts[i] >= least && shards.parts[i] <= shards.of) continue;
      fail(fmt::format("/shards/parts/{}", i),
           fmt::format("ascending numbers from 1 to {}", shards.of), shards.parts[i]);
    }
  }

  static std::string quoted(const std::string& text) {
    constexpr std::size_t kShown = 40;
    if (text.size() > kShown) return fmt::format("a text of {} characters", text.size());
    return '"' + text + '"';
  }

  [[noreturn]] void fail(const std::string& at, const std::string& expected,
                         const auto& found) const {
    throw base::InputError("{}: {}: expected {}, found {}", name_, at, expected, found);
  }

  const std::string& name_;
};

}  // namespace

void require_consistent(const RunResult& run, const std::string& name) { Check(name).check(run); }

}  // namespace sudoku::result
