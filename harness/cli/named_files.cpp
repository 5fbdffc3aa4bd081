#include "harness/cli/named_files.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>

#include <sys/stat.h>
#include <unistd.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <CLI/Validators.hpp>
#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/base/output.h"
#include "harness/run/values.h"

namespace sudoku::cli {

namespace {

namespace fs = std::filesystem;

// Types of options that name a file, a folder or a stored result, also as the first of several
// types (FILE|PUZZLE).
constexpr std::array<std::string_view, 6> kNamingTypes = {"FILE",   "FOLDER", "DIR",
                                                          "RESULT", "BASE",   "NEW"};

bool names_file(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  return std::ranges::count(kNamingTypes, std::string_view(type).substr(0, type.find('|'))) > 0;
}

std::string complaint_about(const std::string& name) {
  return name.empty() ? run::kEmptyName : "";
}

// Identity of a file: equal for two names of the same file.
struct FileIdentity {
  dev_t device = 0;
  ino_t number = 0;
  std::string path;  // canonical, of a file that does not exist yet; else empty

  bool operator==(const FileIdentity&) const = default;
};

// Nothing for what several can use at once: pipes, devices, standard streams that are closed.
std::optional<FileIdentity> identity_of(const std::string& path, int standard_stream) {
  if (path.empty()) return std::nullopt;

  struct stat status {};

  const int error = path == "-" ? ::fstat(standard_stream, &status) : ::stat(path.c_str(), &status);
  if (error == 0) {
    if (!S_ISREG(status.st_mode)) return std::nullopt;
    return FileIdentity{.device = status.st_dev, .number = status.st_ino, .path = {}};
  }
  if (path == "-") return std::nullopt;
  std::error_code ignored;
  const fs::path full = fs::absolute(path, ignored);
  const fs::path folder = fs::weakly_canonical(full.parent_path(), ignored);
  return FileIdentity{.path = (folder / full.filename()).string()};
}

void require_different(const NamedFile& output, const NamedFile& other, int stream_of_other) {
  const auto identity = identity_of(output.path, STDOUT_FILENO);
  if (!identity || identity != identity_of(other.path, stream_of_other)) return;
  throw base::UsageError(fmt::format("{} '{}' would overwrite {} '{}': they are the same file",
                                     output.option, output.path, other.option, other.path));
}

}  // namespace

void refuse_empty_names(CLI::App& app) {
  for (CLI::Option* option : app.get_options([](const CLI::Option*) { return true; })) {
    if (names_file(*option)) option->check(complaint_about);
  }
  for (CLI::App* subcommand : app.get_subcommands([](const CLI::App*) { return true; }))
    refuse_empty_names(*subcommand);
}

std::vector<NamedFile> all_of(const std::string& option, const std::vector<std::string>& paths) {
  std::vector<NamedFile> files;
  files.reserve(paths.size());
  for (const std::string& path : paths)
    files.push_back({option, path});
  return files;
}

std::vector<NamedFile> files_of(const ExternalSpec& solver) {
  return solver.is_plugin() ? all_of("--plugin", {solver.library})
                            : all_of("--exec", solver.command);
}

void require_distinct(const std::vector<NamedFile>& inputs, const std::vector<NamedFile>& outputs) {
  for (auto output = outputs.begin(); output != outputs.end(); ++output) {
    for (const NamedFile& input : inputs)
      require_different(*output, input, STDIN_FILENO);
    for (auto other = outputs.begin(); other != output; ++other) {
      // Two outputs that are both written directly (a pipe, a device) follow each other.
      if (base::is_written_aside(output->path) || base::is_written_aside(other->path)) {
        require_different(*output, *other, STDOUT_FILENO);
      }
    }
  }
}

}  // namespace sudoku::cli
