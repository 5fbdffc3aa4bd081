// Small results, and a folder for the histories that keep them.
#pragma once

#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "harness/base/errors.h"
#include "harness/base/test_files.h"
#include "harness/history/history.h"
#include "harness/result/example_results.h"
#include "harness/result/json.h"

namespace sudoku::history {

// The example's first two rows, as measured in the minute `number` of a certain hour.
inline std::string document_of_minute(unsigned number) {
  result::RunResult run = result::example_result();
  run.results.resize(2);
  run.started = fmt::format("2026-11-22T{:02}:{:02}:00Z", number / 60 % 24, number % 60);
  return result::to_json(run);
}

inline result::StoredLine line_of_minute(unsigned number) {
  result::StoredLine line = {.sha256 = "",
                             .added = "2026-11-23T00:00:00Z",
                             .commit_time = "",
                             .revision = fmt::format("r{}", number),
                             .label = "",
                             .document = document_of_minute(number)};
  line.sha256 = document_sha256(line.document);
  return line;
}

class HistoryTest : public testing::Test {
 protected:
  std::string path() const { return folder_.path() + "/h.db"; }

  // What the exception says after the path and ": ", or "" when there is none.
  template <typename Work>
  std::string error_of(const Work& work) const {
    std::string what;
    try {
      work();
    } catch (const base::InputError& error) {
      what = error.what();
    } catch (const base::OutputError& error) {
      what = error.what();
    }
    return what.starts_with(path() + ": ") ? what.substr(path().size() + 2) : what;
  }

  base::TemporaryFolder folder_;
};

}  // namespace sudoku::history
