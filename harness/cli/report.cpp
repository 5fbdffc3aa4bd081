// `sudoku-bench report`, `export` and `merge`: what is made of the results of `run`.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/base/output.h"
#include "harness/cli/named_files.h"
#include "harness/cli/program.h"
#include "harness/cli/progress.h"
#include "harness/report/reports.h"
#include "harness/result/comparison.h"
#include "harness/result/export.h"
#include "harness/result/json.h"
#include "harness/run/merge.h"

namespace sudoku::cli {

namespace {

struct ReportOptions {
  std::vector<std::string> results;
  std::string html;      // path of the page, "-" for standard output, or empty
  std::string markdown;  // path of the Markdown, "-" for standard output, or empty
  std::string csv;       // path of the CSV, "-" for standard output, or empty
  std::string svg;       // folder for pictures, or empty
};

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

int report(const ReportOptions& options) {
  check_files(options);
  std::vector<report::ReportInput> inputs;
  for (const std::string& file : options.results) {
    inputs.push_back({.file = file, .run = result::read_result(file)});
    result::leave_out_small_comparisons(inputs.back().run.results);
  }
  write_if_named(options.html, [&] { return report::html_report(inputs, tool_record()); });
  write_if_named(options.markdown, [&] { return report::markdown_report(inputs); });
  write_if_named(options.csv, [&] { return report::csv_report(inputs); });
  if (!options.svg.empty()) report::write_pictures(report::page_data(inputs), options.svg);
  const bool has_text = !options.html.empty() || !options.markdown.empty() || !options.csv.empty();
  if (!has_text && options.svg.empty()) fmt::print("{}", report::markdown_report(inputs));
  return kOk;
}

struct ExportOptions {
  std::string result;
  std::string format;
  std::string output = "-";
};

int export_result(const ExportOptions& options) {
  require_distinct({{"RESULT", options.result}}, {{"--output", options.output}});
  const result::RunResult run = result::read_result(options.result);
  const auto format = std::ranges::find(result::export_formats(), std::string_view(options.format),
                                        &result::ExportFormat::name);
  base::write_aside(options.output, format->write(run));
  return kOk;
}

struct MergeOptions {
  std::vector<std::string> results;
  std::string output;
  bool quiet = false;
};

int refuse_parts(const std::string& why) {
  print_line(stderr, "sudoku-bench: {}", why);
  return kNothingToCompare;
}

int merge_results(const MergeOptions& options) {
  require_distinct(all_of("RESULT", options.results), {{"--output", options.output}});
  base::ensure_writable(options.output);
  run::Merge merge;
  try {
    for (const std::string& path : options.results)
      merge.add(result::read_result(path), path);
  } catch (const run::PartsError& error) {
    return refuse_parts(error.what());
  }
  const std::vector<std::uint64_t> missing = merge.missing();
  const result::RunResult merged = merge.finish();
  base::write_aside(options.output, result::to_json(merged));
  std::FILE* const stream = options.output == "-" ? stderr : stdout;
  if (!options.quiet) fmt::print(stream, "{}", report::summary(merged, wants_colour(stream)));
  if (missing.empty()) return kOk;
  return refuse_parts(fmt::format("{}: lacks shard {} of {} and is marked as incomplete",
                                  options.output, fmt::join(missing, ", "), merged.shards->of));
}

}  // namespace

void add_report(Command& program) {
  auto [command, options] = program.add<ReportOptions>(
      "report", "Report results as an HTML page, Markdown or CSV", report);
  command.texts("results RESULT", options.results,
                "Result documents of `run`; several are shown side by side");
  command.text("--html FILE", options.html,
               "Write a self-contained HTML page; - is standard output");
  command.text("--markdown FILE", options.markdown,
               "Write Markdown: verdicts first, at most 50 rows, less than 64 kB; - is standard "
               "output, and the default if no output is given");
  command.text(
      "--csv FILE", options.csv,
      "Write CSV, one row per run, dataset, solver and thread count; - is standard output");
  command.text("--svg DIR", options.svg,
               "Write the main plots as SVG files into a folder, light and dark; needs node "
               "(package nodejs)");
}

void add_export(Command& program) {
  auto [command, options] = program.add<ExportOptions>(
      "export", "Convert a result to a benchmark tracker's format", export_result);
  command.footer = "Rows without a valid figure (wrong answers, disqualified) are left out.";
  command.text("RESULT RESULT", options.result, "Result document");
  std::string formats;
  std::vector<std::string> names;
  for (const result::ExportFormat& format : result::export_formats()) {
    names.emplace_back(format.name);
    formats += (formats.empty() ? "" : "; ") + names.back() + ": " + std::string(format.about);
  }
  Option& format = command.text("--format FORMAT", options.format, formats);
  format.is_required = true;
  format.choices = names;
  command.text("-o,--output FILE", options.output, "File to write; - is standard output");
}

void add_merge(Command& program) {
  auto [command, options] = program.add<MergeOptions>(
      "merge", "Merge the results of `run --shard`, given in any order", merge_results);
  command.texts("RESULT RESULT", options.results, "Result documents, one per shard");
  command.text("-o,--output FILE", options.output, "File to write; - is standard output")
      .is_required = true;
  command.flag("-q,--quiet", options.quiet, "Print only errors");
}

}  // namespace sudoku::cli
