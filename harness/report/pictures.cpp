// The main plots of a report as static SVG files.
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <sstream>
#include <system_error>

#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/base/output.h"
#include "harness/report/reports.h"
#include "solvers/external/child_process.h"

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

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

// Anonymous file, deleted when the last process closes it. Unlike pipes, two such files cannot
// block each other, and a reader that dies early does not cause SIGPIPE.
using Stream = std::unique_ptr<std::FILE, Close>;

Stream stream_of(const std::string& content, const std::string& folder) {
  Stream stream(std::tmpfile());
  if (!stream || std::fwrite(content.data(), 1, content.size(), stream.get()) < content.size() ||
      std::fflush(stream.get()) != 0)
    fail(folder, std::generic_category().message(errno));
  std::rewind(stream.get());
  return stream;
}

std::string content_of(std::FILE* stream) {
  std::rewind(stream);
  std::string content;
  std::array<char, 65536> part{};
  while (const std::size_t size = std::fread(part.data(), 1, part.size(), stream)) {
    content.append(part.data(), size);
  }
  return content;
}

void run_node(std::FILE* in, std::FILE* out, const std::string& folder) {
  pid_t process = 0;
  try {
    process = launch({.command = {"node", "-e", kLoader},
                      .descriptors = {::fileno(in), ::fileno(out), STDERR_FILENO},
                      .ignores_what_we_ignore = true});
  } catch (const std::system_error& error) {
    const bool is_missing = error.code().value() == ENOENT;
    fail(folder, is_missing ? "node is not installed (package nodejs)" : error.code().message());
  }
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
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
  const Stream in = stream_of(script + '\0' + data, folder);
  const Stream out = stream_of("", folder);
  run_node(in.get(), out.get(), folder);
  std::istringstream pictures(content_of(out.get()));
  std::string name;
  std::string picture;
  while (std::getline(pictures, name, '\0') && std::getline(pictures, picture, '\0')) {
    if (!is_picture_name(name)) fail(folder, "node wrote a picture with an unexpected name");
    base::write_aside(fmt::format("{}/{}", folder, name), picture);
  }
}

}  // namespace sudoku::report
