#include "harness/cli/named_files.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <optional>
#include <system_error>
#include <utility>

#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/base/errors.h"
#include "harness/base/output.h"

namespace sudoku::cli {

namespace {

namespace fs = std::filesystem;

// Identity of a file: equal for two names of the same file.
struct FileIdentity {
  dev_t device = 0;
  ino_t number = 0;
  std::string path;  // canonical path of a file that does not exist yet; otherwise empty

  bool operator==(const FileIdentity&) const = default;
};

// Identity of the file at `path`; nullopt for shareable ones: pipes, devices, closed streams.
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
      // Outputs that are written directly (pipes, devices) do not overwrite each other.
      if (base::is_written_aside(output->path) || base::is_written_aside(other->path)) {
        require_different(*output, *other, STDOUT_FILENO);
      }
    }
  }
}

void write_if_named(const std::string& path, const std::function<std::string()>& make) {
  if (!path.empty()) base::write_aside(path, make());
}

void check_outputs(const std::vector<NamedFile>& inputs, const std::vector<NamedFile>& outputs) {
  require_distinct(inputs, outputs);
  if (std::ranges::count(outputs, "-", &NamedFile::path) > 1) {
    std::vector<std::string> options;
    std::ranges::transform(outputs, std::back_inserter(options), &NamedFile::option);
    const std::string last = std::move(options.back());
    options.pop_back();
    throw base::UsageError(fmt::format("only one of {} and {} can go to standard output",
                                       fmt::join(options, ", "), last));
  }
  for (const NamedFile& output : outputs) {
    if (!output.path.empty()) base::ensure_writable(output.path);
  }
}

}  // namespace sudoku::cli
