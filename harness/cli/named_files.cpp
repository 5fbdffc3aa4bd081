#include "harness/cli/named_files.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <system_error>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/base/errors.h"
#include "harness/base/input.h"
#include "harness/base/output.h"

namespace sudoku::cli {

namespace {

namespace fs = std::filesystem;

// Whether two paths name the same file, which need not exist yet. Pipes and devices do not count.
bool are_same_file(const fs::path& a, const fs::path& b) {
  std::error_code ignored;
  if (fs::exists(a, ignored) || fs::exists(b, ignored)) {
    return fs::is_regular_file(a, ignored) && fs::is_regular_file(b, ignored) &&
           fs::equivalent(a, b, ignored);
  }
  const auto canonical = [&ignored](const fs::path& path) {
    const fs::path full = fs::absolute(path, ignored);
    return fs::weakly_canonical(full.parent_path(), ignored) / full.filename();
  };
  return canonical(a) == canonical(b);
}

void require_different(const NamedFile& output, const NamedFile& other,
                       const char* stream_of_other) {
  const std::string& path = output.path == "-" ? "/dev/stdout" : output.path;
  const std::string& other_path = other.path == "-" ? stream_of_other : other.path;
  if (path.empty() || other_path.empty() || !are_same_file(path, other_path)) return;
  throw base::UsageError("{} '{}' would overwrite {} '{}': they are the same file", output.option,
                         output.path, other.option, other.path);
}

}  // namespace

std::vector<NamedFile> all_of(const std::string& option, const std::vector<std::string>& paths) {
  std::vector<NamedFile> files;
  files.reserve(paths.size());
  for (const std::string& path : paths)
    files.push_back({option, path});
  return files;
}

void require_distinct(const std::vector<NamedFile>& inputs, const std::vector<NamedFile>& outputs) {
  for (auto output = outputs.begin(); output != outputs.end(); ++output) {
    for (const NamedFile& input : inputs)
      require_different(*output, input, "/dev/stdin");
    for (auto other = outputs.begin(); other != output; ++other) {
      // Outputs that are written directly (pipes, devices) do not overwrite each other.
      if (base::is_written_aside(output->path) || base::is_written_aside(other->path))
        require_different(*output, *other, "/dev/stdout");
    }
  }
}

std::vector<std::string> existing(const std::vector<NamedFile>& outputs) {
  std::vector<std::string> paths;
  for (const NamedFile& output : outputs) {
    if (!base::is_standard_output(output.path) && base::exists(output.path))
      paths.push_back(output.path);
  }
  return paths;
}

void Outputs::write(const std::string& path, const std::function<std::string()>& make) {
  if (!path.empty()) attempt(path, [&] { base::write_aside(path, make()); });
}

void Outputs::attempt(const std::string& path, const std::function<void()>& act) {
  try {
    act();
  } catch (const base::BrokenPipe&) {
    failures_.emplace_back(path, "");
  } catch (const base::OutputError& error) {
    failures_.emplace_back(path, error.what());
  }
}

bool Outputs::lacks(const std::string& path) const {
  return std::ranges::count(failures_, path, &decltype(failures_)::value_type::first) > 0;
}

void Outputs::require_written() const {
  std::vector<std::string> reasons;
  for (const auto& [path, reason] : failures_)
    if (!reason.empty()) reasons.push_back(reason);
  if (!reasons.empty()) throw base::OutputError("{}", fmt::join(reasons, "; "));
  if (!failures_.empty()) throw base::BrokenPipe(failures_.front().first);
}

bool is_stdout_taken(const std::vector<NamedFile>& outputs) {
  return std::ranges::any_of(outputs, base::is_standard_output, &NamedFile::path);
}

void require_one_on_stdout(const std::vector<NamedFile>& outputs) {
  if (std::ranges::count_if(outputs, base::is_standard_output, &NamedFile::path) <= 1) return;
  std::vector<std::string> options;
  std::ranges::transform(outputs, std::back_inserter(options), &NamedFile::option);
  throw base::UsageError("only one of {} and {} can go to standard output",
                         fmt::join(options.begin(), options.end() - 1, ", "), options.back());
}

void check_outputs(const std::vector<NamedFile>& inputs, const std::vector<NamedFile>& outputs) {
  require_distinct(inputs, outputs);
  require_one_on_stdout(outputs);
  for (const NamedFile& output : outputs)
    if (!output.path.empty()) base::ensure_writable(output.path);
}

}  // namespace sudoku::cli
