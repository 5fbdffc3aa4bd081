#include "solvers/external/child_process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <thread>

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include "solvers/external/descendants.h"
#include "solvers/external/external.h"
#include "solvers/external/program.h"
#include "solvers/external/quoted.h"

namespace sudoku {

namespace {

constexpr std::size_t kPipeSize = std::size_t{64} * 1024;  // what Linux gives a pipe
constexpr std::size_t kComplaintsKept = 4096;
constexpr std::size_t kComplaintQuoted = 200;

struct Pipe {
  Descriptor reads;
  Descriptor writes;
};

Pipe make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    throw ExternalError(std::string("cannot make a pipe: ") + std::strerror(errno));
  }
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

// Our end only: the program expects that its own wait.
Descriptor never_blocking(Descriptor& end) {
  ::fcntl(end.number(), F_SETFL, O_NONBLOCK);
  return std::move(end);
}

// Appends what is there to be read. False when there will never be more.
bool read_from(const Descriptor& pipe, std::string& text) {
  std::array<char, kPipeSize> part;  // not cleared: that would cost more than most answers
  const ssize_t size = ::read(pipe.number(), part.data(), part.size());
  if (size > 0) text.append(part.data(), static_cast<std::size_t>(size));
  return size > 0 || (size < 0 && (errno == EAGAIN || errno == EINTR));
}

std::vector<std::string> last_lines_of(std::string_view text, std::size_t most) {
  while (text.ends_with('\n'))
    text.remove_suffix(1);
  std::vector<std::string> lines;
  while (!text.empty() && lines.size() < most) {
    const std::size_t begin = text.rfind('\n') + 1;
    lines.push_back(quoted(text.substr(begin), kComplaintQuoted));
    text = text.substr(0, begin == 0 ? 0 : begin - 1);
  }
  std::reverse(lines.begin(), lines.end());
  return lines;
}

std::string end_of(int status) {
  if (WIFEXITED(status)) return "ended with exit status " + std::to_string(WEXITSTATUS(status));
  const int signal = WTERMSIG(status);
  return "was killed by signal " + std::to_string(signal) + " (" + ::strsignal(signal) + ")";
}

}  // namespace

ChildProcess::ChildProcess(const std::vector<std::string>& command, const std::string& variable) {
  Pipe input = make_pipe();
  Pipe output = make_pipe();
  Pipe error = make_pipe();
  process_ = start_program(command, variable, {input.reads, output.writes, error.writes});
  input_ = never_blocking(input.writes);
  output_ = never_blocking(output.reads);
  error_ = never_blocking(error.reads);
}

ChildProcess::~ChildProcess() {
  input_.close();
  if (process_ >= 0) kill();
}

void ChildProcess::write(std::string_view& text) {
  while (!text.empty()) {
    const ssize_t size = ::write(input_.number(), text.data(), text.size());
    if (size < 0 && errno == EINTR) continue;
    if (size < 0 && errno == EAGAIN) return;
    text.remove_prefix(size < 0 ? text.size() : static_cast<std::size_t>(size));
  }
}

bool ChildProcess::read(std::string& text) {
  return read_from(output_, text);
}

void ChildProcess::wait(bool to_write, std::chrono::milliseconds most) {
  std::array<pollfd, 3> streams = {{{.fd = output_.number(), .events = POLLIN, .revents = 0},
                                    {.fd = error_.number(), .events = POLLIN, .revents = 0},
                                    {.fd = input_.number(), .events = POLLOUT, .revents = 0}}};
  const int ready = ::poll(streams.data(), to_write ? 3 : 2, static_cast<int>(most.count()));
  if (ready > 0 && streams[1].revents != 0) take_complaints();
}

void ChildProcess::take_complaints() {
  // Closed, it would be ready for ever, and nobody would wait any more.
  if (!read_from(error_, complaints_)) error_.close();
  if (complaints_.size() > kComplaintsKept) {
    complaints_.erase(0, complaints_.size() - kComplaintsKept);
  }
}

std::string ChildProcess::obituary() {
  std::string text = "closed its output";
  if (ends_soon()) text = end_of(status_);
  if (error_.number() >= 0) take_complaints();
  const std::vector<std::string> last = complaints(1);
  return last.empty() ? text : text + ": " + last.front();
}

std::vector<std::string> ChildProcess::complaints(std::size_t most) const {
  return last_lines_of(complaints_, most);
}

// A program that ends closes its output a moment before.
bool ChildProcess::ends_soon() {
  for (int i = 0; i < 500 && process_ >= 0; ++i) {
    if (::waitpid(process_, &status_, WNOHANG) == process_) {
      process_ = -1;
    } else {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
  return process_ < 0;
}

void ChildProcess::kill() {
  kill_with_descendants(process_);
  while (::waitpid(process_, &status_, 0) < 0 && errno == EINTR) {
  }
  process_ = -1;
}

}  // namespace sudoku
