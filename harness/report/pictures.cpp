#include "harness/report/pictures.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <system_error>

#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/base/output.h"
#include "solvers/external/child_process.h"

// Page and scripts are defined in assets.S: compiling half a megabyte of text would take seconds.
extern "C" {
extern const char kSudokuReportPage[];
extern const char kSudokuReportPageEnd[];
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
  throw base::OutputError(fmt::format("{}: pictures cannot be drawn: {}", folder, reason));
}

[[noreturn]] void fail_with(const std::string& folder, int error) {
  fail(folder, std::generic_category().message(error));
}

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

// Anonymous file, deleted when the last process closes it. Unlike pipes, two such files cannot
// block each other, and a reader that dies early does not cause SIGPIPE.
using Stream = std::unique_ptr<std::FILE, Close>;

Stream make_stream(const std::string& folder) {
  Stream stream(std::tmpfile());
  if (!stream) fail_with(folder, errno);
  return stream;
}

Stream stream_of(std::string_view script, const std::string& data, const std::string& folder) {
  Stream stream = make_stream(folder);
  std::fwrite(script.data(), 1, script.size(), stream.get());
  std::fputc('\0', stream.get());
  std::fwrite(data.data(), 1, data.size(), stream.get());
  if (std::fflush(stream.get()) != 0) fail_with(folder, errno);
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

pid_t start_node(std::FILE* in, std::FILE* out, const std::string& folder) {
  try {
    return launch({.command = {"node", "-e", kLoader},
                   .descriptors = {::fileno(in), ::fileno(out), STDERR_FILENO},
                   .ignores_what_we_ignore = true});
  } catch (const std::system_error& error) {
    if (error.code().value() == ENOENT) fail(folder, "node is not installed (package nodejs)");
    fail_with(folder, error.code().value());
  }
}

void run_node(std::FILE* in, std::FILE* out, const std::string& folder) {
  const pid_t process = start_node(in, out, folder);
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) fail(folder, "node failed, see above");
}

// Removes the text up to the next NUL from `rest` and returns it.
std::string_view next_part(std::string_view& rest) {
  const std::size_t end = rest.find('\0');
  const std::string_view part = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  return part;
}

}  // namespace

// Names of pictures become file names: node, which has read foreign data, must not choose folders.
bool is_picture_name(std::string_view name) {
  const auto is_plain = [](char c) { return (c >= 'a' && c <= 'z') || c == '_' || c == '-'; };
  return name.ends_with(".svg") && std::ranges::all_of(name.substr(0, name.size() - 4), is_plain);
}

void write_pictures(const std::string& page_data, const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) fail(folder, error.message());
  const Stream in = stream_of(report_pictures_script(), page_data, folder);
  const Stream out = make_stream(folder);
  run_node(in.get(), out.get(), folder);
  const std::string pictures = content_of(out.get());
  std::string_view rest = pictures;
  while (!rest.empty()) {
    const std::string_view name = next_part(rest);
    if (!is_picture_name(name)) fail(folder, "node wrote a picture with an unexpected name");
    base::write_aside(fmt::format("{}/{}", folder, name), next_part(rest));
  }
}

std::string_view report_page_template() {
  return {kSudokuReportPage, kSudokuReportPageEnd};
}

std::string_view report_pictures_script() {
  return {kSudokuReportPictures, kSudokuReportPicturesEnd};
}

}  // namespace sudoku::report
