// `dataset list` and `dataset fetch`: show the sets of the catalog, and download them.
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/base/input.h"
#include "harness/base/interruption.h"
#include "harness/base/table.h"
#include "harness/base/units.h"
#include "harness/cli/dataset.h"
#include "harness/cli/program.h"
#include "harness/cli/progress.h"
#include "harness/dataset/catalog.h"
#include "harness/dataset/fetch.h"

namespace sudoku::cli {

namespace {

struct FetchOptions {
  std::vector<std::string> names;
};

// Whether a set is completely downloaded. Without a known hash, any file of its name counts.
bool is_whole(const dataset::CatalogEntry& entry, const std::string& path) {
  if (!base::exists(path)) return false;
  const bool is_checked = !entry.sha256.empty() && entry.member.empty();
  return !is_checked || dataset::sha256_of(path) == entry.sha256;
}

// Downloads a set unless it is complete.
void fetch_entry(const dataset::CatalogEntry& entry, const std::string& path) {
  if (is_whole(entry, path)) {
    print_line(stdout, "{}: already present as {}", entry.name, path);
    return;
  }
  try {
    ProgressLine progress(true);
    dataset::FetchSettings settings;
    settings.progress = [&](std::uint64_t bytes) {
      progress.reading(entry.name, bytes, entry.bytes.value_or(0));
    };
    const dataset::Fetched fetched = dataset::fetch(entry, path, settings);
    progress.clear();
    print_line(stdout, "{}: fetched {} bytes, sha256 {}{}, as {}", entry.name,
               base::count_text(fetched.bytes), fetched.sha256,
               entry.sha256.empty() ? " (not in the catalog)" : " as expected", path);
  } catch (const base::Interrupted&) {
    print_line(stderr, "{}: interrupted{}", entry.name,
               entry.sha256.empty() ? "" : "; fetch it again to resume");
    throw;
  }
}

// Catalog entries of all sets to fetch: an unknown name is refused before the first download.
std::vector<dataset::CatalogEntry> entries_of(const FetchOptions& options) {
  const auto catalog = dataset::read_catalog();
  std::vector<dataset::CatalogEntry> entries;
  for (const std::string& name : options.names) {
    const dataset::CatalogEntry& entry = dataset::require_entry(catalog, name);
    if (entry.how == dataset::Origin::log_in || entry.how == dataset::Origin::by_hand) {
      throw base::InputError("{}: cannot be downloaded automatically; {}", entry.name,
                             way_to(entry, path_of(entry)));
    }
    entries.push_back(entry);
  }
  return entries;
}

int fetch(const FetchOptions& options) {
  watch_for_interrupts();
  for (const dataset::CatalogEntry& entry : entries_of(options)) {
    if (entry.how == dataset::Origin::bundled) {
      print_line(stdout, "{}: installed with the program as {}", entry.name, path_of(entry));
      continue;
    }
    const std::string folder = dataset::fetched_folder();
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) throw base::OutputError("{}: cannot be created: {}", folder, error.message());
    fetch_entry(entry, path_of(entry));
  }
  return kOk;
}

int list() {
  base::Table table({base::left("name"), base::right("puzzles"), base::right("size"),
                     base::left("state"), base::left("licence"), base::left("description")});
  for (const dataset::CatalogEntry& entry : dataset::read_catalog()) {
    const bool is_fetched = entry.how != dataset::Origin::bundled && is_here(entry);
    table.add_row({entry.name,
                   entry.puzzles ? base::count_text(*entry.puzzles) : base::kUnknownText,
                   entry.bytes ? base::bytes_text(*entry.bytes) : base::kUnknownText,
                   is_fetched ? "here" : dataset::name_of(entry.how), entry.licence, entry.about});
  }
  fmt::print("{}", table.text(screen_of(stdout)));
  return kOk;
}

}  // namespace

void add_dataset_list(Command& dataset) {
  Command& command = dataset.add("list", "List the puzzle sets in the catalog");
  command.act = list;
  command.footer =
      "States: bundled: installed with the program; here: fetched; fetch: can be fetched; log-in "
      "and by hand: must be downloaded by hand from its address. A name can be given wherever a "
      "puzzle file is expected, unless the current folder has a file of that name.";
}

void add_dataset_fetch(Command& dataset) {
  auto [command, options] =
      dataset.add<FetchOptions>("fetch", "Download puzzle sets by name", fetch);
  command.footer =
      "A set is moved into place only when it is complete: its size and sha256 match the catalog, "
      "and it contains puzzles. Until then, the received part is kept in the same folder as "
      "NAME.part, and the next call resumes from it if the sha256 is known. Sets are kept in "
      "$SUDOKU_BENCH_FETCHED, else $XDG_DATA_HOME/sudoku-bench, else ~/.local/share/sudoku-bench. "
      "Proxies are taken from the environment (https_proxy and so on). A connection that breaks, "
      "or is silent for 30 s, is made again up to four times. The exit status is 2 if a set cannot "
      "be fetched.";
  command.texts("NAME NAME", options.names, "Names of the sets to fetch (see `dataset list`)");
}

}  // namespace sudoku::cli
