// Field tables of records, one line per field. They determine the record's JSON (json.h), how parts
// of a run are merged, and what repeated runs must reproduce (deterministic_fixture.h).
// results/README.md says what each field of a document means.
//
// A record lists its fields in a static constexpr member:
//
//   static constexpr std::tuple kTable{
//       Field{"puzzles", &Row::puzzles, kSum},
//       Figure{"guesses.mean", &Row::guesses_mean},
//   };
//
// A Field is stored; a Figure is computed from fields and written to documents only. A name with a
// point, such as "guesses.mean", is a member of an object in the JSON.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace sudoku::result {

// Flags of a record's field, combined by |.
enum Flags : unsigned {
  kLater = 1,        // missing in older documents; an optional without a value is left out
  kJournalOnly = 2,  // absent from documents
  kVaries = 4,       // differs between runs with equal options
  // Field of numbers that differ between equal runs if puzzles time out, such as guesses.
  kVariesByTimeout = 8,
  kHex = 16,          // written as 16 hexadecimal digits
  kPicoseconds = 32,  // stored in picoseconds, written as nanoseconds
  kPositive = 64,     // a number above 0
};

struct Keep {
  void operator()(auto& /*value*/, const auto& /*more*/) const {}
};

// A stored field of a record. `merge` combines the values of two parts; the default keeps the first
// part's.
template <typename Record, typename T, typename Merge = Keep>
requires std::is_class_v<Merge>

struct Field {
  constexpr Field(const char* n, T Record::*m, Merge how, unsigned f = 0)
      : name(n), member(m), merge(how), flags(f) {}

  constexpr Field(const char* n, T Record::*m, unsigned f = 0) : Field(n, m, Merge(), f) {}

  const char* name;
  T Record::*member;
  Merge merge;
  unsigned flags;
};

// A figure computed from a record by `value`. `restore`, if any, gets a record read from a document
// and the figure there, to set a sum of the record that documents lack.
template <typename Value, typename Restore = std::nullptr_t>
struct Figure {
  constexpr Figure(const char* n, Value v, Restore r = nullptr) : name(n), value(v), restore(r) {}

  const char* name;
  Value value;
  Restore restore;
};

// The record whose table has the fields of `Record`; specialised for a base class of that record,
// whose table is a part of that one.
template <typename Record>
struct OwnerOfTable {
  using Type = Record;
};

template <typename Record>
concept HasTable = requires {
  OwnerOfTable<Record>::Type::kTable;
};

// Whether a table's line is about a field, or a figure, of `Record`.
template <typename Record, typename Line>
concept HasField = requires(const Line& line, const Record& record) {
  record.*line.member;
};

template <typename Record, typename Line>
concept HasFigure = requires(const Line& line, const Record& record) {
  std::invoke(line.value, record);
};

// Calls `visit` with every field and figure of the record, in the order of its table.
template <HasTable Record, typename Visit>
void for_each_field(const Visit& visit) {
  const auto visit_own = [&visit](const auto& line) {
    using Line = std::remove_cvref_t<decltype(line)>;
    if constexpr (HasField<Record, Line> || HasFigure<Record, Line>) visit(line);
  };
  std::apply([&](const auto&... line) { (visit_own(line), ...); },
             OwnerOfTable<Record>::Type::kTable);
}

template <typename Line>
inline constexpr bool kIsStored = requires(const Line& line) {
  line.member;
};

// Adds `more`, another part of the same record, field by field. The sum does not depend on order or
// grouping, except where the first part's value is kept.
template <HasTable Record>
void merge(Record& sums, const Record& more) {
  for_each_field<Record>([&]<typename Line>(const Line& line) {
    if constexpr (kIsStored<Line>) line.merge(sums.*line.member, more.*line.member);
  });
}

// A sparse histogram: equally long lists, the last of them `count`.
template <typename T>
concept HasLists = requires {
  T::kLists;
};

// Adds the sparse histogram `more` to `counts`; bins ascend in both and in the sum.
template <HasLists Counts>
void add_counts(Counts& counts, const Counts& more) {
  const auto bin_of = [](const Counts& some, std::size_t i) {
    std::array<std::uint64_t, Counts::kLists.size() - 1> bin{};
    for (std::size_t k = 0; k < bin.size(); ++k)
      bin[k] = (some.*Counts::kLists[k].second)[i];
    return bin;
  };
  Counts sum;
  const auto push = [&sum](const Counts& some, std::size_t i) {
    for (const auto& [name, list] : Counts::kLists)
      (sum.*list).push_back((some.*list)[i]);
  };
  const std::size_t size = counts.count.size();
  std::size_t i = 0;
  for (std::size_t j = 0; j < more.count.size(); ++j) {
    for (; i < size && bin_of(counts, i) < bin_of(more, j); ++i)
      push(counts, i);
    push(more, j);
    if (i < size && bin_of(counts, i) == bin_of(more, j)) sum.count.back() += counts.count[i++];
  }
  for (; i < size; ++i)
    push(counts, i);
  counts = std::move(sum);
}

// Sum that saturates instead of wrapping: a solver may report any number of guesses.
constexpr std::uint64_t capped_sum(std::uint64_t a, std::uint64_t b) {
  return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

// How the values of a field in two parts of a run are merged, for Field::merge.

struct Derived : Keep {};

inline constexpr Keep kSame;        // equal in all parts
inline constexpr Keep kFirst;       // the first part's value
inline constexpr Derived kDerived;  // recomputed after merging

// Sums numbers and sparse counts, records by field, arrays by element.
struct Sum {
  void operator()(std::uint64_t& sum, std::uint64_t more) const { sum = capped_sum(sum, more); }

  template <HasLists Counts>
  void operator()(Counts& counts, const Counts& more) const {
    add_counts(counts, more);
  }

  template <std::size_t size>
  void operator()(std::array<std::uint64_t, size>& sums,
                  const std::array<std::uint64_t, size>& more) const {
    std::ranges::transform(sums, more, sums.begin(), capped_sum);
  }

  template <HasTable Record>
  void operator()(Record& sums, const Record& more) const {
    merge(sums, more);
  }

  // Sums optional values: a missing value adds nothing.
  template <typename T>
  void operator()(std::optional<T>& sum, const std::optional<T>& more) const {
    if (sum && more) {
      (*this)(*sum, *more);
    } else if (more) {
      sum = more;
    }
  }
};

inline constexpr Sum kSum;

// Sum modulo 2^64.
inline constexpr auto kSumOfDigests = [](std::uint64_t& sum, std::uint64_t more) { sum += more; };

// Least value; of bool: logical and.
inline constexpr auto kLeast = [](auto& least, const auto& more) { least = std::min(least, more); };

inline constexpr auto kGreatest = [](auto& greatest, const auto& more) {
  greatest = std::max(greatest, more);
};

// Merges lists sorted by `key` and `before`, and keeps the first `most` elements.
template <auto key = std::identity{}, std::size_t most = SIZE_MAX, auto before = std::less{}>
struct Listed {
  template <typename T>
  void operator()(std::vector<T>& list, const std::vector<T>& more) const {
    const auto middle = static_cast<std::ptrdiff_t>(list.size());
    list.insert(list.end(), more.begin(), more.end());
    std::ranges::inplace_merge(list, list.begin() + middle, before, key);
    if (list.size() > most) list.resize(most);
  }
};

// Merges records with equal `key` in two lists; if keys are rates, the largest come first.
template <auto key>
struct Matched {
  template <typename T>
  void operator()(std::vector<T>& records, const std::vector<T>& more) const {
    for (const T& record : more) {
      const auto place = std::ranges::find(records, std::invoke(key, record), key);
      if (place != records.end()) {
        merge(*place, record);
      } else {
        records.push_back(record);
      }
    }
    using Key = std::remove_cvref_t<std::invoke_result_t<decltype(key), const T&>>;
    if constexpr (std::floating_point<Key>)
      std::ranges::stable_sort(records, std::ranges::greater(), key);
  }
};

// Merges two lists of records, each record with the one at the same index.
inline constexpr auto kByPlace = [](auto& records, const auto& more) {
  for (std::size_t i = 0; i < more.size(); ++i) {
    if (i < records.size()) {
      merge(records[i], more[i]);
    } else {
      records.push_back(more[i]);
    }
  }
};

}  // namespace sudoku::result
