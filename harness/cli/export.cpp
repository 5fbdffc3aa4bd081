// `sudoku-bench export`: writes a result in the formats of benchmark trackers.
#include "harness/result/export.h"

#include <algorithm>
#include <string>
#include <vector>

#include "harness/base/output.h"
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

void declare(Command& command, ExportOptions& options) {
  command.text("RESULT", "RESULT", options.result, "Result document").required();
  std::string formats;
  std::vector<std::string> names;
  for (const result::ExportFormat& format : result::export_formats()) {
    names.emplace_back(format.name);
    formats += (formats.empty() ? "" : "; ") + names.back() + ": " + std::string(format.about);
  }
  command.text("--format", "FORMAT", options.format, formats).required().choices = names;
  command.text("-o,--output", "FILE", options.output, "File to write; - is standard output");
}

}  // namespace

void add_export(Command& program) {
  program.add("export", "Convert a result to a benchmark tracker's format", declare, export_result)
      .footer = "Rows without a valid figure (wrong answers, disqualified) are left out.";
}

}  // namespace sudoku::cli
