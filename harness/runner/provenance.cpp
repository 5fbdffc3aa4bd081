#include "harness/runner/provenance.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <vector>

#include "harness/base/child_process.h"
#include "harness/base/errors.h"
#include "harness/base/input.h"
#include "harness/base/sha256.h"

namespace sudoku::runner {

namespace {

bool is_file(const std::filesystem::path& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored);
}

std::string program_of(const std::vector<std::string>& command) {
  const std::string& program = command.front();
  return program.find('/') == std::string::npos ? base::file_of_program(program) : program;
}

std::filesystem::path file_of(const external::Spec& spec) {
  if (spec.is_plugin()) return spec.library;
  const std::vector<std::string>& command = spec.command;
  if (command.empty()) return {};
  const auto argument =
      std::find_if(command.begin() + 1, command.end(),
                   [](const std::string& word) { return !word.starts_with('-'); });
  return argument != command.end() && is_file(*argument) ? *argument : program_of(command);
}

// Content of a file, empty when unreadable: an executable file need not be readable.
std::string readable_part(const std::filesystem::path& path) {
  try {
    return is_file(path) ? base::whole_file(path.string()) : "";
  } catch (const base::InputError&) {
    return "";
  }
}

}  // namespace

std::vector<std::string> files_of(const external::Spec& spec) {
  if (spec.is_plugin()) return {spec.library};
  if (spec.command.empty()) return {};
  std::vector<std::string> files = {program_of(spec.command)};
  std::copy_if(spec.command.begin() + 1, spec.command.end(), std::back_inserter(files), is_file);
  return files;
}

std::vector<std::string> files_of(const std::vector<SolverSpec>& solver_specs) {
  std::vector<std::string> files;
  for (const SolverSpec& solver_spec : solver_specs)
    if (solver_spec.spec) std::ranges::copy(files_of(*solver_spec.spec), std::back_inserter(files));
  return files;
}

result::ExternalRecord provenance_of(const external::Spec& spec) {
  result::ExternalRecord record = {
      .library = spec.library,
      .symbol = spec.symbol,
      .config = spec.config,
      .command = spec.command,
      .takes_batches = spec.takes_batches ? std::optional(true) : std::nullopt,
      .batch = spec.batch,
      .limit = std::string(name_of(spec.limit)),
      .fills_solution = spec.fills_solution,
      .thread_safe = spec.thread_safe,
      .version = spec.version,
      .flags = spec.flags,
      .sha256 = {}};
  const std::string file = readable_part(file_of(spec));
  if (file.empty()) return record;
  record.sha256 = base::sha256_of(file);
  return record;
}

}  // namespace sudoku::runner
