// `sudoku-bench export`: a result in the formats of benchmark trackers.
#include "harness/result/export.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "harness/base/output.h"
#include "harness/cli/command.h"
#include "harness/cli/named_files.h"
#include "harness/cli/program.h"
#include "harness/result/json.h"

namespace sudoku::cli {

namespace {

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

}  // namespace

void add_export(CLI::App& app, Action& action) {
  auto options = std::make_shared<ExportOptions>();
  CLI::App* command = app.add_subcommand("export", "Write a result in a format that trackers read");
  command->add_option("RESULT", options->result, "Result document")
      ->type_name("RESULT")
      ->required()
      ->default_str("");
  std::string formats;
  std::vector<std::string> names;
  for (const result::ExportFormat& format : result::export_formats()) {
    names.emplace_back(format.name);
    formats += (formats.empty() ? "" : "; ") + names.back() + ": " + std::string(format.about);
  }
  command->add_option("--format", options->format, formats)
      ->type_name("FORMAT")
      ->required()
      ->check(one_of(names))
      ->default_str("");
  command->add_option("-o,--output", options->output, "File to write; - is standard output")
      ->type_name("FILE");
  command->footer("Rows without a sound figure (wrong answers, disqualified) are left out.");
  command->callback([options, &action] { action = [options] { return export_result(*options); }; });
}

}  // namespace sudoku::cli
