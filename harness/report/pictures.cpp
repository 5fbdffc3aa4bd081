// The main plots of a report as static SVG files.
#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <sstream>
#include <system_error>

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include "harness/base/child_process.h"
#include "harness/base/descriptor.h"
#include "harness/base/errors.h"
#include "harness/base/input.h"
#include "harness/base/output.h"
#include "harness/report/reports.h"

// The script is defined in assets.S: a JavaScript function for node, from the page's JSON document
// to a promise of "NAME\0SVG\0NAME\0SVG\0…".
extern "C" {
extern const char kSudokuReportPictures[];
extern const char kSudokuReportPicturesEnd[];
}

namespace sudoku::report {

namespace {

// Node program that reads script and data from standard input: they exceed a command line.
constexpr const char* kLoader =
    "const [script, data] = require('fs').readFileSync(0, 'utf8').split('\\0');"
    "require('vm').runInThisContext(script, 'report_pictures.js')(data)"
    ".then((text) => require('fs').writeFileSync(1, text));";

[[noreturn]] void fail(const std::string& folder, const std::string& reason) {
  throw base::OutputError("{}: pictures cannot be drawn: {}", folder, reason);
}

// Anonymous file in memory, to be read from its start. Unlike pipes, two such files cannot block
// each other, and a reader that dies early does not cause SIGPIPE.
base::Descriptor memory_file(std::string_view content, const std::string& folder) {
  base::Descriptor file(::memfd_create("sudoku-bench pictures", MFD_CLOEXEC));
  if (file.number() < 0 || !base::write_all(file.number(), content) ||
      ::lseek(file.number(), 0, SEEK_SET) < 0)
    fail(folder, std::generic_category().message(errno));
  return file;
}

void run_node(const base::Descriptor& in, const base::Descriptor& out, const std::string& folder) {
  pid_t process = 0;
  try {
    process = base::launch({.command = {"node", "-e", kLoader},
                            .descriptors = {in.number(), out.number(), STDERR_FILENO},
                            .ignores_what_we_ignore = true});
  } catch (const std::system_error& error) {
    const bool is_missing = error.code().value() == ENOENT;
    fail(folder, is_missing ? "node is not installed (package nodejs)" : error.code().message());
  }
  const int status = base::wait_for(process);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) fail(folder, "node failed, see above");
}

}  // namespace

// Names of pictures become file names: node, which has read foreign data, must not choose folders.
bool is_picture_name(std::string_view name) {
  const auto is_plain = [](char c) { return (c >= 'a' && c <= 'z') || c == '_' || c == '-'; };
  return name.ends_with(".svg") && std::ranges::all_of(name.substr(0, name.size() - 4), is_plain);
}

void write_pictures(const std::string& data, const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) fail(folder, error.message());
  const std::string script(kSudokuReportPictures, kSudokuReportPicturesEnd);
  const base::Descriptor in = memory_file(script + '\0' + data, folder);
  const base::Descriptor out = memory_file("", folder);
  run_node(in, out, folder);
  std::istringstream pictures(base::whole_file(fmt::format("/proc/self/fd/{}", out.number())));
  std::string name;
  std::string picture;
  while (std::getline(pictures, name, '\0') && std::getline(pictures, picture, '\0')) {
    if (!is_picture_name(name)) fail(folder, "node wrote a picture with an unexpected name");
    base::write_aside(fmt::format("{}/{}", folder, name), picture);
  }
}

}  // namespace sudoku::report
