#include "harness/result/deterministic_fixture.h"

#include "harness/result/fields.h"
#include "harness/result/json.h"

namespace sudoku::result {

namespace {

// Resets record fields with one of the flags to their defaults, also in nested records.
struct Eraser {
  unsigned flags;

  template <typename T>
  void operator()(T& /*value*/) const {}

  template <HasTable Record>
  void operator()(Record& record) const {
    static const Record kNew{};
    for_each_field<Record>([&]<typename Line>(const Line& line) {
      if constexpr (kIsStored<Line>) {
        if ((line.flags & flags) != 0) record.*line.member = kNew.*line.member;
        (*this)(record.*line.member);
      }
    });
  }

  template <typename T>
  void operator()(std::optional<T>& record) const {
    if (record) (*this)(*record);
  }

  template <typename T>
  void operator()(std::vector<T>& records) const {
    for (T& record : records)
      (*this)(record);
  }
};

}  // namespace

std::string deterministic_json(RunResult run) {
  Eraser{kVaries}(run);
  for (Row& row : run.results)
    if (row.outcomes[Outcome::timeout] > 0) Eraser{kVariesByTimeout}(row);
  return to_json(run);
}

}  // namespace sudoku::result
