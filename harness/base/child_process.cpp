#include "harness/base/child_process.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>
#include <thread>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/base/errors.h"
#include "harness/base/text.h"

namespace sudoku::base {

namespace {

// The strings as a null-terminated array for C; they must outlive the result.
std::vector<char*> pointers_to(std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  pointers.reserve(strings.size() + 1);
  for (std::string& string : strings)
    pointers.push_back(string.data());
  pointers.push_back(nullptr);
  return pointers;
}

[[noreturn]] void fail_to_run(const Launch& how, int error) {
  const std::string name = how.program.empty() ? "'" + how.command.front() + "'" : how.program;
  throw std::system_error(error, std::generic_category(), "cannot run " + name);
}

std::vector<std::string> environment_with(const std::string& variable) {
  const std::string_view name = std::string_view(variable).substr(0, variable.find('=') + 1);
  std::vector<std::string> all = {variable};
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry)
    if (!std::string_view(*entry).starts_with(name)) all.emplace_back(*entry);
  return all;
}

// Whether the file may be run; if not, errno says why. access() also allows folders.
bool can_run(const std::string& file) {
  struct stat status = {};
  if (::access(file.c_str(), X_OK) != 0 || ::stat(file.c_str(), &status) != 0) return false;
  if (S_ISDIR(status.st_mode)) errno = EISDIR;
  return !S_ISDIR(status.st_mode);
}

// Blocks all signals for this thread during its lifetime.
class SignalsHeldBack {
 public:
  SignalsHeldBack() {
    sigset_t all{};
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before_);
  }

  ~SignalsHeldBack() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

  SignalsHeldBack(const SignalsHeldBack&) = delete;
  SignalsHeldBack& operator=(const SignalsHeldBack&) = delete;

  const sigset_t& before() const { return before_; }

 private:
  sigset_t before_{};
};

constexpr std::size_t kMostDescriptors = 8;

// Renumbers `descriptors` to 0, 1, … in a new process. Returns the new number of `report`.
int take_descriptors(const std::vector<int>& descriptors, int report) {
  const auto count = static_cast<int>(descriptors.size());
  if (count == 0) return report;
  // Move all descriptors out of the way of the numbers that are assigned below.
  std::array<int, kMostDescriptors> moved{};
  for (std::size_t i = 0; i < descriptors.size(); ++i)
    moved[i] = ::fcntl(descriptors[i], F_DUPFD, count + 1);
  const int kept = ::fcntl(report, F_DUPFD, count + 1);
  for (int i = 0; i < count; ++i)
    ::dup2(moved[static_cast<std::size_t>(i)], i);
  ::dup3(kept, count, O_CLOEXEC);
  ::closefrom(count + 1);
  return count;
}

// Resets signals to their defaults in a new process, except ignored ones if those are inherited,
// and blocks just the signals in `blocked`.
void take_signals(bool inherits_ignored, const sigset_t& blocked) {
  for (int signal = 1; signal < NSIG; ++signal) {
    struct sigaction action = {};
    const bool is_ignored =
        ::sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
    if (!is_ignored || !inherits_ignored) ::signal(signal, SIG_DFL);
  }
  ::sigprocmask(SIG_SETMASK, &blocked, nullptr);
}

constexpr int kCannotRun = 127;  // the exit status that shells use

// Prepares a new process for its program. `report` is the descriptor that tells the parent why the
// program cannot run; returns its new number.
int set_up_child(const Launch& how, pid_t parent, const sigset_t& blocked, int report) {
  if (how.in_own_group) ::setpgid(0, 0);
  if (how.death_signal != 0) {
    ::prctl(PR_SET_PDEATHSIG, how.death_signal);
    if (::getppid() != parent) ::_exit(kCannotRun);  // the parent died before prctl()
  }
  report = take_descriptors(how.descriptors, report);
  if (how.prepare) how.prepare();
  take_signals(how.ignores_what_we_ignore, blocked);
  return report;
}

// Maximum number of rounds of killing descendants; each round finds those started meanwhile.
constexpr int kMostRounds = 100;

std::string folder_of(pid_t process) { return "/proc/" + std::to_string(process); }

// Whether the process is a zombie, which holds no resources and which only its parent can reap.
bool is_zombie(pid_t process) {
  std::ifstream status(folder_of(process) + "/stat");
  std::string text;
  std::getline(status, text);
  const std::size_t name_end = text.rfind(") ");
  return name_end == std::string::npos || text[name_end + 2] == 'Z';
}

// Adds the children of all threads of a process. Returns false when /proc does not tell.
bool add_children_of(pid_t process, std::vector<pid_t>& children) {
  std::error_code error;
  bool known = false;
  for (const auto& thread :
       std::filesystem::directory_iterator(folder_of(process) + "/task", error)) {
    std::ifstream list(thread.path() / "children");
    known = known || list.is_open();
    for (pid_t child = 0; list >> child;)
      children.push_back(child);
  }
  return known;
}

constexpr std::size_t kPipeSize = std::size_t{64} * 1024;  // capacity of a pipe on Linux, in bytes
constexpr std::size_t kErrorOutputKept = 4096;
constexpr std::size_t kErrorLineQuoted = 200;

struct Pipe {
  Descriptor reads;
  Descriptor writes;
};

Pipe make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0)
    throw LoadError(std::string("cannot make a pipe: ") + std::strerror(errno));
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

// Makes our end of a pipe non-blocking; the program expects its own end to block.
Descriptor never_blocking(Descriptor& end) {
  ::fcntl(end.number(), F_SETFL, O_NONBLOCK);
  return std::move(end);
}

// Appends to `text` what can be read from a pipe now. Returns false at the end of the stream.
bool read_from(const Descriptor& pipe, std::string& text) {
  std::array<char, kPipeSize> part;  // not initialised: zeroing 64 KiB is slower than most reads
  const ssize_t size = ::read(pipe.number(), part.data(), part.size());
  if (size > 0) text.append(part.data(), static_cast<std::size_t>(size));
  return size > 0 || (size < 0 && (errno == EAGAIN || errno == EINTR));
}

}  // namespace

std::string end_of(int status) {
  if (WIFEXITED(status)) return "ended with exit status " + std::to_string(WEXITSTATUS(status));
  const int signal = WTERMSIG(status);
  return "was killed by signal " + std::to_string(signal) + " (" + ::strsignal(signal) + ")";
}

std::string file_of_program(const std::string& name) {
  if (name.find('/') != std::string::npos) return can_run(name) ? name : "";
  const char* const path = std::getenv("PATH");
  std::istringstream folders(std::string(path == nullptr ? "/bin:/usr/bin" : path) + ":");
  for (std::string folder; std::getline(folders, folder, ':');) {
    std::string file = (folder.empty() ? "." : folder) + "/" + name;
    if (can_run(file)) return file;
  }
  return "";
}

void expect_program(const std::string& name) {
  if (name.empty()) throw LoadError("expected a command, found none");
  if (!file_of_program(name).empty()) return;
  if (name.find('/') == std::string::npos) throw LoadError("no program '" + name + "' in PATH");
  throw LoadError("cannot run '" + name + "': " + std::strerror(errno));
}

pid_t launch(const Launch& how) {
  assert(how.descriptors.size() <= kMostDescriptors);
  std::vector<std::string> words = how.command;
  std::vector<std::string> variables;
  if (!how.variable.empty()) variables = environment_with(how.variable);
  const std::vector<char*> word_pointers = pointers_to(words);
  const std::vector<char*> variable_pointers = pointers_to(variables);
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) fail_to_run(how, errno);
  const Descriptor reads(ends[0]);
  Descriptor writes(ends[1]);
  const SignalsHeldBack held_back;
  const sigset_t blocked = how.ignores_what_we_ignore ? held_back.before() : sigset_t{};
  const char* const program = how.program.empty() ? words.front().c_str() : how.program.c_str();
  char* const* const environment = variables.empty() ? environ : variable_pointers.data();
  const pid_t parent = ::getpid();
  const pid_t process = ::fork();
  if (process < 0) fail_to_run(how, errno);
  if (process == 0) {  // nothing may be allocated here
    const int report = set_up_child(how, parent, blocked, writes.number());
    ::execvpe(program, word_pointers.data(), environment);
    const int error = errno;
    ::_exit(::write(report, &error, sizeof error) < 0 ? kCannotRun + 1 : kCannotRun);
  }
  if (how.in_own_group) ::setpgid(process, process);  // in both processes, as either may come first
  writes.close();
  int error = 0;
  ssize_t size = 0;
  while ((size = ::read(reads.number(), &error, sizeof error)) < 0 && errno == EINTR) {
  }
  if (size <= 0) return process;
  wait_for(process);
  fail_to_run(how, error);
}

std::optional<std::vector<pid_t>> descendants_of(pid_t process) {
  std::vector<pid_t> found;
  if (!add_children_of(process, found)) return std::nullopt;
  for (std::size_t i = 0; i < found.size(); ++i)
    add_children_of(found[i], found);
  std::erase_if(found, is_zombie);
  return found;
}

void kill_with_descendants(pid_t process) {
  ::kill(process, SIGSTOP);  // so that it starts no more processes
  for (int round = 0; round < kMostRounds; ++round) {
    const auto descendants = descendants_of(process);
    if (!descendants || descendants->empty()) break;
    for (const pid_t one : *descendants)
      ::kill(one, SIGKILL);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  ::kill(process, SIGKILL);
}

int wait_for(pid_t process) {
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

ChildProcess::ChildProcess(const std::vector<std::string>& command, const std::string& variable,
                           int death_signal) {
  Pipe input = make_pipe();
  Pipe output = make_pipe();
  Pipe error = make_pipe();
  try {
    process_ = launch(
        {.command = command,
         .variable = variable,
         .descriptors = {input.reads.number(), output.writes.number(), error.writes.number()},
         .death_signal = death_signal});
  } catch (const std::system_error& failure) {
    throw LoadError(failure.what());
  }
  input_ = never_blocking(input.writes);
  output_ = never_blocking(output.reads);
  error_ = never_blocking(error.reads);
}

ChildProcess::~ChildProcess() {
  input_.close();
  if (process_ < 0) return;
  kill_with_descendants(process_);
  wait_for(process_);
}

void ChildProcess::write(std::string_view& text) {
  while (!text.empty()) {
    const ssize_t size = ::write(input_.number(), text.data(), text.size());
    if (size < 0 && errno == EINTR) continue;
    if (size < 0 && errno == EAGAIN) return;
    text.remove_prefix(size < 0 ? text.size() : static_cast<std::size_t>(size));
  }
}

bool ChildProcess::read(std::string& text) { return read_from(output_, text); }

void ChildProcess::wait(bool to_write, std::chrono::milliseconds most) {
  std::array<pollfd, 3> streams = {{{.fd = output_.number(), .events = POLLIN, .revents = 0},
                                    {.fd = error_.number(), .events = POLLIN, .revents = 0},
                                    {.fd = input_.number(), .events = POLLOUT, .revents = 0}}};
  const int ready = ::poll(streams.data(), to_write ? 3 : 2, static_cast<int>(most.count()));
  if (ready > 0 && streams[1].revents != 0) take_error_output();
}

void ChildProcess::take_error_output() {
  // Close the stream at its end: poll() would report it as ready for ever.
  if (!read_from(error_, error_output_)) error_.close();
  if (error_output_.size() > kErrorOutputKept)
    error_output_.erase(0, error_output_.size() - kErrorOutputKept);
}

std::string ChildProcess::exit_reason(std::string_view when) {
  std::string text = "closed its output";
  if (ends_soon()) text = end_of(status_);
  if (!when.empty()) text.append(" ").append(when);
  if (error_.number() >= 0) take_error_output();
  const std::vector<std::string> last = error_lines(1);
  return last.empty() ? text : text + ": " + last.front();
}

std::vector<std::string> ChildProcess::error_lines(std::size_t most) const {
  std::string_view text = error_output_;
  while (text.ends_with('\n'))
    text.remove_suffix(1);
  std::vector<std::string> lines;
  while (!text.empty() && lines.size() < most) {
    const std::size_t begin = text.rfind('\n') + 1;
    lines.push_back(printable(text.substr(begin), kErrorLineQuoted));
    text = text.substr(0, begin == 0 ? 0 : begin - 1);
  }
  std::reverse(lines.begin(), lines.end());
  return lines;
}

// Waits up to half a second for the exit of a program that has just closed its output.
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

}  // namespace sudoku::base
