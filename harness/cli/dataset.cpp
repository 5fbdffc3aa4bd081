#include "harness/cli/dataset.h"

#include <fmt/format.h>

#include "harness/cli/terminal.h"
#include "harness/cli/values.h"
#include "harness/dataset/input_error.h"
#include "harness/parallel/gang.h"
#include "harness/report/view.h"
#include "solvers/nearest.h"
#include "solvers/roster.h"

namespace sudoku {

CLI::Option* add_dataset_option(CLI::App& app, const std::string& name,
                                const std::function<void(const std::string&)>& parse,
                                const std::string& description) {
  const auto parse_named = [name, parse](const std::string& text) {
    try {
      parse(text);
    } catch (const CLI::ValidationError& error) {
      throw CLI::ValidationError(name, error.what());
    }
  };
  return app.add_option_function<std::string>(name, parse_named, description);
}

void add_dataset_number(CLI::App& app, const std::string& name, std::uint64_t& value,
                        NumberRange range, const std::string& description) {
  const auto parse = [&value, range](const std::string& text) {
    value = parse_number(text, range.least, range.most);
  };
  add_dataset_option(app, name, parse, description)
      ->type_name("N")
      ->default_str(fmt::to_string(value));
}

void add_catalog_option(CLI::App& app, std::string& path) {
  app.add_option("--catalog", path, "Catalog to use instead of the one that comes with the program")
      ->type_name("FILE");
}

const CatalogEntry& require_entry(const std::vector<CatalogEntry>& catalog,
                                  const std::string& name) {
  if (const CatalogEntry* entry = find_entry(catalog, name)) return *entry;
  std::vector<std::string> names;
  names.reserve(catalog.size());
  for (const CatalogEntry& entry : catalog)
    names.push_back(entry.name);
  throw CLI::ValidationError(
      fmt::format("there is no set '{}' in the catalog{}", name, suggestion(name, names)));
}

void add_dataset_threads(CLI::App& app, unsigned& threads) {
  threads = static_cast<unsigned>(usable_cpus().size());
  const auto parse = [&threads](const std::string& text) {
    threads = static_cast<unsigned>(parse_number(text, 1, Gang::kMaxThreads));
  };
  add_dataset_option(app, "--threads", parse,
                     "Threads to work on; what comes out does not depend on them")
      ->type_name("N")
      ->default_str("the CPUs it may use");
}

void report_bad_rows(const Quarantine& quarantine, const std::string& name) {
  if (quarantine.rows == 0) return;
  for (const std::string& row : quarantine.first)
    print_line(stderr, "{}", row);
  print_line(stderr, "{}: {}", name, plural(quarantine.rows, "bad row"));
}

void require_puzzles(std::uint64_t puzzles, const std::string& name) {
  if (puzzles == 0) throw InputError(name + ": there is no usable puzzle in it");
}

const SolverEntry* proving_solver(const std::string& name) {
  const auto solvers = parse_solvers(name);
  if (solvers.size() == 1 && solvers[0]->info.proves_uniqueness) return solvers[0];
  reject("one solver that proves uniqueness", name);
}

const SolverEntry& verdict_solver() {
  const SolverEntry* lanes = find_solver("lanes");
  return lanes == nullptr ? *find_solver("mrv_hidden") : *lanes;
}

void add_dataset(CLI::App& app, Action& action) {
  CLI::App* dataset =
      app.add_subcommand("dataset", "Know, check, convert, vary, rate, make and fetch puzzles");
  dataset->require_subcommand(1);
  add_dataset_stats(*dataset, action);
  add_dataset_verify(*dataset, action);
  add_dataset_convert(*dataset, action);
  add_dataset_isomorph(*dataset, action);
  add_dataset_rate(*dataset, action);
  add_dataset_generate(*dataset, action);
  add_dataset_list(*dataset, action);
  add_dataset_fetch(*dataset, action);
}

}  // namespace sudoku
