// `sudoku-bench report`: shows results as a page, Markdown or CSV.
#include <algorithm>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/cli/named_files.h"
#include "harness/cli/program.h"
#include "harness/cli/progress.h"
#include "harness/report/reports.h"
#include "harness/report/trend.h"
#include "harness/result/comparison.h"
#include "harness/result/json.h"

namespace sudoku::cli {

namespace {

struct ReportOptions {
  std::vector<std::string> results;
  std::string html;      // path of the page, "-" for standard output, or empty
  std::string markdown;  // path of the Markdown, "-" for standard output, or empty
  std::string csv;       // path of the CSV, "-" for standard output, or empty
  bool text = false;     // print the tables of `run`
  bool verbose = false;
};

// The files named, and those in the folders named, by name.
std::vector<std::string> files_of(const std::vector<std::string>& named) {
  std::vector<std::string> files;
  for (const std::string& path : named) {
    std::error_code ignored;
    if (!std::filesystem::is_directory(path, ignored)) {
      files.push_back(path);
      continue;
    }
    const std::size_t before = files.size();
    for (const auto& entry : std::filesystem::directory_iterator(path, ignored))
      if (entry.path().extension() == ".json") files.push_back(entry.path());
    if (files.size() == before)
      throw base::InputError("{}: expected result documents, *.json, found none", path);
    std::ranges::sort(files.begin() + static_cast<std::ptrdiff_t>(before), files.end());
  }
  return files;
}

void print_summaries(const std::vector<report::ReportInput>& inputs, bool has_details) {
  for (const report::ReportInput& input : inputs) {
    if (inputs.size() > 1) print_line(stdout, "{}", input.file);
    fmt::print("{}", report::summary(input.run, screen_of(stdout), has_details));
    if (&input != &inputs.back()) fmt::print("\n");
  }
  const std::string trend = report::trend_text(inputs, screen_of(stdout));
  if (!trend.empty()) fmt::print("\n{}", trend);
}

int report(ReportOptions& options) {
  options.results = files_of(options.results);
  check_outputs(
      all_of("RESULT", options.results),
      {{"--html", options.html}, {"--markdown", options.markdown}, {"--csv", options.csv}});
  std::vector<report::ReportInput> inputs;
  for (const std::string& file : options.results)
    inputs.push_back({.file = file, .run = result::read_result(file)});
  Outputs outputs;
  outputs.write(options.html, [&] { return report::html_report(inputs, tool_record()); });
  outputs.write(options.markdown, [&] { return report::markdown_report(inputs); });
  outputs.write(options.csv, [&] { return report::csv_report(inputs); });
  const bool has_output =
      !options.html.empty() || !options.markdown.empty() || !options.csv.empty();
  if (options.text || (!has_output && is_terminal(stdout))) {
    print_summaries(inputs, options.verbose);
  } else if (!has_output) {
    fmt::print("{}", report::markdown_report(inputs));
  }
  outputs.require_written();
  return kOk;
}

}  // namespace

void add_report(Command& program) {
  auto [command, options] = program.add<ReportOptions>(
      "report", "Report results as an HTML page, Markdown or CSV", report);
  command.examples = {{"sudoku-bench report result.json --html report.html",
                       "Make a page that opens offline in any browser."},
                      {"sudoku-bench report old.json new.json --markdown -",
                       "Show two results side by side, for a pull request."},
                      {"sudoku-bench report nightly/ --html trend.html",
                       "See when a solver changed, by the results in a folder."}};
  command.texts("RESULT RESULT", options.results,
                "Result documents of `run`, or folders of them; several are shown side by side, "
                "and of three or more the steps in the ratio of each solver to the reference");
  command.text("--html FILE", options.html,
               "Write a self-contained HTML page; - is standard output");
  command.text("--markdown FILE", options.markdown,
               "Write Markdown: verdicts first, at most 50 rows, less than 64 kB; - is standard "
               "output, and the default without a terminal if no output is given");
  command.text(
      "--csv FILE", options.csv,
      "Write CSV, one row per run, dataset, solver and thread count; - is standard output");
  command.flag("--text", options.text,
               "Print the tables as `run` does, within the terminal's width; the default on a "
               "terminal if no output is given");
  command.flag("-v,--verbose", options.verbose, "Print all remarks and warnings with the tables");
}

}  // namespace sudoku::cli
