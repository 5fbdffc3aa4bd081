#include "harness/cli/dataset_output.h"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <CLI/Config.hpp>
#include <CLI/Error.hpp>
#include <CLI/Formatter.hpp>
#include <CLI/Validators.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/dataset/input_error.h"
#include "harness/report/view.h"
#include "harness/results/output_error.h"
#include "harness/results/write_aside.h"

namespace sudoku {

namespace {

constexpr mode_t kNewFile = 0666;  // less the umask, as for any program's output

// A link is followed, or the rename would replace the link.
std::string target_of(const std::string& path) {
  std::error_code ignored;
  const auto target = std::filesystem::canonical(path, ignored);
  return ignored ? path : target.string();
}

// Empty for what a rename must not replace: a device, a pipe, standard output.
std::string aside_of(const std::string& path, const std::string& target) {
  struct stat status {};

  const bool is_special = ::stat(target.c_str(), &status) == 0 && !S_ISREG(status.st_mode);
  return path == "-" || is_special ? "" : fmt::format("{}.{}.part", target, ::getpid());
}

std::vector<std::string> target_names() {
  std::vector<std::string> names;
  for (const TargetInfo& info : all_targets())
    names.emplace_back(info.name);
  return names;
}

std::string shown(const std::string& path) {
  return path == "-" ? "standard output" : path;
}

// Its reasons are better than those of open().
const std::string& writable(const std::string& path) {
  ensure_writable(path);
  return path;
}

}  // namespace

StreamedFile::StreamedFile(const std::string& path)
    : path_(writable(path)),
      target_(target_of(path)),
      aside_(aside_of(path, target_)),
      descriptor_(open()) {
  if (descriptor_ < 0) fail();
}

StreamedFile::~StreamedFile() {
  if (descriptor_ < 0) return;
  ::close(descriptor_);
  if (!aside_.empty()) ::unlink(aside_.c_str());
}

int StreamedFile::open() const {
  if (path_ == "-") return ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
  if (aside_.empty()) return ::open(target_.c_str(), O_WRONLY | O_CLOEXEC);
  return ::open(aside_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, kNewFile);
}

void StreamedFile::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0 && errno != EINTR) fail();
    if (written > 0) bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

void StreamedFile::finish() {
  if (!aside_.empty()) {
    // Some file systems tell of a full disk only here.
    if (::fsync(descriptor_) != 0) fail();
    if (std::rename(aside_.c_str(), target_.c_str()) != 0) fail();
  }
  ::close(std::exchange(descriptor_, -1));
}

void StreamedFile::fail() const {
  const int reason = errno;
  const std::string message = fmt::format("{}: cannot be written: {}", shown(path_),
                                          std::generic_category().message(reason));
  if (reason == EPIPE) throw BrokenPipe(message);
  throw OutputError(message);
}

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
  fmt::print(stderr, "{}: {} left out, this layout has no place for them\n", shown(path_),
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
      ->check(CLI::IsMember(target_names()).description(""));
}

void require_all_rows(const Quarantine& quarantine, bool lenient, const std::string& path) {
  if (quarantine.rows == 0 || lenient) return;
  throw InputError(fmt::format("{}: {} because of {}; --lenient leaves bad rows out", shown(path),
                               path == "-" ? "incomplete" : "not written",
                               plural(quarantine.rows, "bad row")));
}

}  // namespace sudoku
