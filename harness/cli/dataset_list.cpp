// `dataset list`: the sets of puzzles that are known by name.
#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "harness/cli/dataset.h"
#include "harness/cli/known_sets.h"
#include "harness/dataset/catalog.h"
#include "harness/dataset/input_error.h"
#include "harness/report/table.h"
#include "harness/report/units.h"

namespace sudoku {

namespace {

struct ListOptions {
  std::vector<std::string> names;
  std::string catalog;  // empty: the program's own
};

std::string number_or_dash(const std::optional<std::uint64_t>& number) {
  return number ? count_text(*number) : kUnknownText;
}

std::string text_or_dash(const std::string& text) {
  return text.empty() ? kUnknownText : text;
}

std::string state_of(const CatalogEntry& entry) {
  return entry.how != Origin::bundled && is_here(entry) ? "here" : std::string(name_of(entry.how));
}

Table table_of(const std::vector<CatalogEntry>& catalog) {
  Table table({{"name", Align::left},
               {"puzzles"},
               {"size"},
               {"state", Align::left},
               {"licence", Align::left},
               {"what it is", Align::left}});
  for (const CatalogEntry& entry : catalog) {
    table.add_row({{entry.name},
                   {number_or_dash(entry.puzzles)},
                   {entry.bytes ? bytes_text(*entry.bytes) : kUnknownText},
                   {state_of(entry)},
                   {entry.licence},
                   {entry.about}});
  }
  return table;
}

Table facts_of(const CatalogEntry& entry) {
  Table facts({{entry.name, Align::left}, {entry.about, Align::left}});
  const auto add = [&facts](const char* name, const std::string& text) {
    facts.add_row({{name}, {text}});
  };
  add("puzzles", number_or_dash(entry.puzzles));
  add("bytes", number_or_dash(entry.bytes));
  add("sha256", text_or_dash(entry.sha256));
  add("licence", entry.licence);
  add("address", text_or_dash(entry.address));
  add("file in it", text_or_dash(entry.member));
  add("layout", entry.layout);
  add("how", std::string(name_of(entry.how)));
  add(is_here(entry) ? "is here" : "will be", path_of(entry));
  return facts;
}

int list(const ListOptions& options) {
  const auto catalog = read_catalog(options.catalog.empty() ? catalog_path() : options.catalog);
  if (options.names.empty()) fmt::print("{}", table_of(catalog).text(false));
  for (const std::string& name : options.names) {
    const bool is_first = &name == &options.names.front();
    fmt::print("{}{}", is_first ? "" : "\n", facts_of(require_entry(catalog, name)).text(false));
  }
  return kOk;
}

constexpr const char* kListFooter =
    "State: bundled, with the program; here, fetched; fetch, can be fetched; log-in and by hand, "
    "its address is a page for people. A name stands for its file wherever a puzzle file is "
    "expected, unless the current folder has a file of that name.";

}  // namespace

void add_dataset_list(CLI::App& dataset, Action& action) {
  auto options = std::make_shared<ListOptions>();
  CLI::App* app = dataset.add_subcommand("list", "Show the sets of puzzles that are known by name");
  app->add_option("names", options->names, "Sets to show all that is known of")
      ->type_name("NAME")
      ->default_str("");
  add_catalog_option(*app, options->catalog);
  app->footer(kListFooter);
  app->callback([options, &action] { action = [options] { return list(*options); }; });
}

}  // namespace sudoku
