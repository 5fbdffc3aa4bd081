// `sudoku-bench report`: shows results as a page, Markdown, CSV or pictures.
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
  std::string svg;       // folder for pictures, or empty
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

// Refuses an output that is another file. --svg may write any picture that is in its folder or is
// named like another file.
void check_files(const ReportOptions& options) {
  const std::vector<NamedFile> inputs = all_of("RESULT", options.results);
  const std::vector<NamedFile> outputs = {
      {"--html", options.html}, {"--markdown", options.markdown}, {"--csv", options.csv}};
  std::vector<NamedFile> files = inputs;
  files.insert(files.end(), outputs.begin(), outputs.end());
  const std::filesystem::path folder = options.svg;
  const auto check_picture = [&](const std::string& name) {
    if (report::is_picture_name(name))
      require_distinct(files, {{"a picture of --svg", folder / name}});
  };
  if (!options.svg.empty()) {
    for (const NamedFile& file : files)
      check_picture(std::filesystem::path(file.path).filename());
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(folder, ignored))
      check_picture(entry.path().filename());
  }
  check_outputs(inputs, outputs);
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
  check_files(options);
  std::vector<report::ReportInput> inputs;
  for (const std::string& file : options.results)
    inputs.push_back({.file = file, .run = result::read_result(file)});
  Outputs outputs;
  outputs.write(options.html, [&] { return report::html_report(inputs, tool_record()); });
  outputs.write(options.markdown, [&] { return report::markdown_report(inputs); });
  outputs.write(options.csv, [&] { return report::csv_report(inputs); });
  outputs.attempt(options.svg, [&] {
    if (!options.svg.empty()) report::write_pictures(report::page_data(inputs), options.svg);
  });
  const bool has_output = !options.html.empty() || !options.markdown.empty() ||
                          !options.csv.empty() || !options.svg.empty();
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
  command.text("--svg DIR", options.svg,
               "Write the main plots as SVG files into a folder, light and dark; needs node "
               "(package nodejs)");
}

}  // namespace sudoku::cli
