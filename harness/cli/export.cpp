// `sudoku-bench export`: writes a result in the formats of benchmark trackers.
#include "harness/result/export.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

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

}  // namespace

void add_export(Command& program) {
  auto [command, options] = program.add<ExportOptions>(
      "export", "Convert a result to a benchmark tracker's format", export_result);
  std::vector<std::string> names;
  command.footer = "Formats:";
  for (const result::ExportFormat& format : result::export_formats()) {
    names.emplace_back(format.name);
    command.footer += fmt::format("\n{}\t{}", format.name, format.about);
  }
  command.footer +=
      "\nA row without a speed (wrong answers, disqualified, gave up on puzzles) is an entry with "
      "`error_occurred` and a time of 0 in gbench, and left out of the other formats.";
  command.text("RESULT RESULT", options.result, "Result document");
  options::Option& format = command.text("--format FORMAT", options.format, "Format, see below");
  format.is_required = true;
  format.choices = names;
  command.text("-o,--output FILE", options.output, "File to write; - is standard output");
}

}  // namespace sudoku::cli
