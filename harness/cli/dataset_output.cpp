#include "harness/cli/dataset_output.h"

#include <cstdio>
#include <vector>

#include <CLI/Config.hpp>
#include <CLI/Error.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/cli/parsed_option.h"
#include "harness/cli/terminal.h"
#include "harness/dataset/input_error.h"
#include "harness/report/view.h"

namespace sudoku {

namespace {

std::vector<std::string> target_names() {
  std::vector<std::string> names;
  for (const TargetInfo& info : all_targets())
    names.emplace_back(info.name);
  return names;
}

std::string shown(const std::string& path) {
  return path == "-" ? "standard output" : path;
}

}  // namespace

DatasetOutput::DatasetOutput(const std::string& path, const WriteOptions& options)
    : path_(path),
      file_(path),
      encoder_(make_encoder(path, file_)),
      writer_(options, encoder_ ? *encoder_ : file_) {}

void DatasetOutput::add(const Grid& puzzle, const Grid& solution) {
  if (writer_.add(puzzle, solution)) return;
  throw InputError(
      fmt::format("{}: a file of triples holds one puzzle, there are more", shown(path_)));
}

void DatasetOutput::finish() {
  writer_.flush();
  if (encoder_) encoder_->finish();
  file_.finish();
  const std::uint64_t left_out = writer_.solutions_left_out();
  if (left_out == 0) return;
  print_line(stderr, "{}: {} left out, this layout has no place for them", shown(path_),
             plural(left_out, "declared solution"));
}

Target target_for(const std::string& path, const std::string& name) {
  if (const auto target = name.empty() ? target_of_file(path) : target_named(name)) return *target;
  throw CLI::ValidationError(fmt::format("--to: the name '{}' tells no layout; name one of {}",
                                         path, fmt::join(target_names(), ", ")));
}

void add_target_option(CLI::App& app, std::string& name) {
  app.add_option("--to", name, "Layout of the file to write (default: what its name tells)")
      ->type_name(fmt::format("{}", fmt::join(target_names(), "|")))
      ->check(one_of(target_names()));
}

void require_all_rows(const Quarantine& quarantine, bool lenient, const std::string& path) {
  if (quarantine.rows == 0 || lenient) return;
  throw InputError(fmt::format("{}: {} because of {}; --lenient leaves bad rows out", shown(path),
                               path == "-" ? "incomplete" : "not written",
                               plural(quarantine.rows, "bad row")));
}

}  // namespace sudoku
