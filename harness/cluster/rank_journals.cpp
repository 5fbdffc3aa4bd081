#include "harness/cluster/rank_journals.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

namespace sudoku {

namespace {

std::string path_of(const std::string& path, std::uint64_t number) {
  return fmt::format("{}.{}", path, number);
}

// None for text that is anything else, as the "3.old" of a journal that was put aside.
std::optional<std::uint64_t> number_of(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace

std::vector<std::uint64_t> journals_left(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  const std::string stem = std::filesystem::path(path).filename().string() + ".";
  std::vector<std::uint64_t> numbers;
  std::error_code error;
  for (const auto& entry :
       std::filesystem::directory_iterator(folder.empty() ? "." : folder, error)) {
    const std::string name = entry.path().filename().string();
    if (path.empty() || !name.starts_with(stem)) continue;
    const std::optional<std::uint64_t> number =
        number_of(std::string_view(name).substr(stem.size()));
    if (number) numbers.push_back(*number);
  }
  std::ranges::sort(numbers);
  return numbers;
}

RankJournals::RankJournals(const JournalTerms& terms, const Place& place) {
  if (terms.path.empty()) return;
  JournalTerms own = terms;
  const bool is_left = std::ranges::binary_search(place.left, place.rank);
  if (!is_left) {
    // A rank more than there were begins a journal. When there is none at all, the result tells
    // whether anything is left to do; one rank says so.
    own.resume = terms.resume && place.left.empty();
    if (place.rank != 0) own.say = [](const std::string&) {};
  }
  add(own, place.rank);
  for (const std::uint64_t number : place.left) {
    if (number != place.rank && number % place.ranks == place.rank) add(terms, number);
    all_.push_back(path_of(terms.path, number));
  }
  for (std::uint64_t rank = 0; rank < place.ranks; ++rank)
    all_.push_back(path_of(terms.path, rank));
}

void RankJournals::add(const JournalTerms& terms, std::uint64_t number) {
  JournalTerms numbered = terms;
  numbered.path = path_of(terms.path, number);
  journals_.push_back(std::make_unique<RaceJournal>(std::move(numbered)));
}

bool RankJournals::begin(const RaceSettings& settings, const RunResult& race) {
  bool is_something_left = true;
  for (const auto& journal : journals_)
    is_something_left = journal->begin(settings, race) && is_something_left;
  return is_something_left;
}

std::vector<Plan> RankJournals::plans(std::size_t dataset) {
  for (const auto& journal : journals_) {
    std::vector<Plan> plans = journal->plans(dataset);
    if (!plans.empty()) return plans;
  }
  return {};
}

void RankJournals::planned(std::size_t dataset, const std::vector<Plan>& plans) {
  if (!journals_.empty()) journals_.front()->planned(dataset, plans);
}

HeatSums RankJournals::finished_earlier(std::size_t dataset) {
  HeatSums sums;
  for (const auto& journal : journals_)
    merge(sums, journal->finished_earlier(dataset));
  return sums;
}

bool RankJournals::wants(std::size_t dataset, std::uint64_t block) {
  return std::ranges::all_of(journals_,
                             [&](const auto& journal) { return journal->wants(dataset, block); });
}

void RankJournals::finished(std::size_t dataset, const HeatSums& block) {
  if (!journals_.empty()) journals_.front()->finished(dataset, block);
}

void RankJournals::sign(RunResult& result) const {
  if (!journals_.empty()) journals_.front()->sign(result);
}

void RankJournals::remove_all() const {
  for (const std::string& path : all_)
    std::remove(path.c_str());
}

}  // namespace sudoku
