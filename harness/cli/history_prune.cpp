// `history prune`: old results out of the history.
#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "harness/cli/dataset.h"
#include "harness/cli/history.h"
#include "harness/cli/terminal.h"
#include "harness/cli/values.h"
#include "harness/history/history.h"
#include "harness/history/moment.h"
#include "harness/report/view.h"

namespace sudoku {

namespace {

struct PruneOptions {
  std::string db = kDefaultHistory;
  std::uint64_t keep = 0;           // 0: not asked for
  std::chrono::days older_than{0};  // 0: not asked for
  bool dry_run = false;
};

constexpr std::array<std::pair<char, int>, 3> kAges = {{{'d', 1}, {'w', 7}, {'y', 365}}};
constexpr int kMostDays = 100 * 365;

std::chrono::days parse_age(const std::string& text) {
  int number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  const auto* const unit =
      std::ranges::find(kAges, stop == end ? ' ' : *stop, &std::pair<char, int>::first);
  const bool is_age = error == std::errc() && end - stop == 1 && unit != kAges.end() &&
                      number > 0 && number <= kMostDays / unit->second;
  if (!is_age) reject("an age such as 90d, 12w or 1y", text);
  return std::chrono::days(number * unit->second);
}

// Of `entries`, oldest first, those to go.
std::vector<HistoryEntry> chosen(std::vector<HistoryEntry> entries, const PruneOptions& options) {
  if (options.keep > 0) {
    entries.resize(entries.size() - std::min<std::size_t>(entries.size(), options.keep));
    return entries;
  }
  const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  const std::string oldest = utc_of(now - options.older_than);
  std::erase_if(entries, [&oldest](const HistoryEntry& entry) { return entry.when() >= oldest; });
  return entries;
}

int prune(const PruneOptions& options) {
  if ((options.keep == 0) == (options.older_than.count() == 0)) {
    throw CLI::ValidationError("history prune: expected either --keep or --older-than");
  }
  History history(options.db, History::Open::write);
  const std::vector<HistoryEntry> all = history.entries();
  const std::vector<HistoryEntry> gone = chosen(all, options);
  for (const HistoryEntry& entry : gone) {
    print_line(stdout, "{} {} of {}, revision {}", options.dry_run ? "would remove" : "removed",
               short_sha256(entry.sha256), entry.when(), entry.revision);
  }
  if (!options.dry_run && !gone.empty()) history.remove(gone);
  fmt::print("{} of {} {}\n", gone.size(), plural(all.size(), "result"),
             options.dry_run ? "would be removed" : "removed");
  return kOk;
}

}  // namespace

void add_history_prune(CLI::App& history, Action& action) {
  auto options = std::make_shared<PruneOptions>();
  CLI::App* command = history.add_subcommand("prune", "Remove old results");
  add_history_file(*command, options->db);
  const auto parse_keep = [options](const std::string& text) {
    options->keep = parse_number(text, 1, kUnlimited);
  };
  add_dataset_option(*command, "--keep", parse_keep, "Keep the newest N of all results")
      ->type_name("N");
  const auto parse_older = [options](const std::string& text) {
    options->older_than = parse_age(text);
  };
  add_dataset_option(*command, "--older-than", parse_older,
                     "Remove those of before that many days (d), weeks (w) or years (y)")
      ->type_name("AGE");
  command->add_flag("--dry-run", options->dry_run, "Only say what would be removed");
  command->callback([options, &action] { action = [options] { return prune(*options); }; });
}

}  // namespace sudoku
