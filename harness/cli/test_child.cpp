#include "harness/cli/test_child.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <iterator>
#include <system_error>
#include <thread>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <pty.h>

namespace sudoku::cli {

namespace {

void redirect(int stream, const std::string& path) {
  const int file =
      ::open(path.c_str(), stream == STDIN_FILENO ? O_RDONLY : O_WRONLY | O_CREAT, 0600);
  ::dup2(file, stream);
  ::close(file);
}

void limit_files(long bytes) {
  const auto most = static_cast<rlim_t>(bytes);
  const rlimit limit{.rlim_cur = most, .rlim_max = most};
  ::setrlimit(RLIMIT_FSIZE, &limit);
  ::signal(SIGXFSZ, SIG_IGN);  // without this, the signal would end the program before its message
}

// Reads what is printed on a terminal until no process has it open any more.
std::string drain(int terminal) {
  std::string text;
  std::array<char, 4096> part{};
  while (true) {
    const ssize_t size = ::read(terminal, part.data(), part.size());
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return text;
    text.append(part.data(), static_cast<std::size_t>(size));
  }
}

constexpr std::chrono::seconds kPatience{60};

bool comes_true(const std::function<bool()>& condition, std::chrono::seconds time) {
  const auto until = std::chrono::steady_clock::now() + time;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > until) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return true;
}

// Whether sudoku-bench runs in the process, not a shell that is to start it, and catches a signal.
bool catches_signal(pid_t process, int number) {
  const std::string status = content_of("/proc/" + std::to_string(process) + "/status");
  if (!status.starts_with("Name:\tsudoku-bench\n")) return false;
  const std::string key = "SigCgt:\t";
  const std::size_t place = status.find(key);
  if (place == std::string::npos) return false;
  const std::uint64_t mask = std::stoull(status.substr(place + key.size(), 16), nullptr, 16);
  return (mask >> static_cast<unsigned>(number - 1) & 1U) != 0;
}

}  // namespace

Child::Child(const std::string& folder, const std::vector<std::string>& arguments,
             const ChildSetup& setup) {
  streams_.write("in", setup.input);
  process_ = setup.terminal ? ::forkpty(&terminal_, nullptr, nullptr, nullptr) : ::fork();
  if (process_ == 0) become(folder, arguments, setup);
}

Child::~Child() {
  if (process_ > 0) {
    ::kill(process_, SIGKILL);
    ::waitpid(process_, nullptr, 0);
  }
  if (terminal_ >= 0) ::close(terminal_);
}

void Child::become(const std::string& folder, const std::vector<std::string>& arguments,
                   const ChildSetup& setup) const {
  // Tests that run in the background, as under nohup, would hand on that signals are ignored.
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT})
    ::signal(number, SIG_DFL);
  if (::chdir(folder.c_str()) != 0) ::_exit(127);
  redirect(STDIN_FILENO, streams_.path() + "/in");
  if (!setup.terminal) {
    redirect(STDOUT_FILENO, streams_.path() + "/out");
    redirect(STDERR_FILENO, streams_.path() + "/err");
  }
  if (setup.file_limit >= 0) limit_files(setup.file_limit);
  std::string variable = setup.name_and_value;
  if (!variable.empty()) ::putenv(variable.data());
  std::vector<std::string> words = {setup.program};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  std::ranges::transform(words, std::back_inserter(pointers),
                         [](std::string& w) { return w.data(); });
  pointers.push_back(nullptr);
  ::execvp(pointers[0], pointers.data());
  ::_exit(127);
}

bool Child::has_ended() const {
  siginfo_t ended{};
  const auto process = static_cast<id_t>(process_);
  return ::waitid(P_PID, process, &ended, WEXITED | WNOHANG | WNOWAIT) != 0 || ended.si_pid != 0;
}

bool Child::waits_to_say(const std::string& text) {
  const auto has_said = [&] {
    return content_of(streams_.path() + "/err").find(text) != std::string::npos;
  };
  comes_true([&] { return has_said() || has_ended(); }, kPatience);
  return has_said();
}

bool Child::waits_to_catch(int number) const {
  const auto catches = [&] { return catches_signal(process_, number); };
  comes_true([&] { return catches() || has_ended(); }, kPatience);
  return catches();
}

bool Child::ends_within(std::chrono::seconds time) const {
  return comes_true([this] { return has_ended(); }, time);
}

void Child::signal(int number) const { ::kill(process_, number); }

Ended Child::wait() {
  Ended ended;
  if (terminal_ >= 0) ended.out = drain(terminal_);
  int status = 0;
  ::waitpid(process_, &status, 0);
  process_ = -1;
  ended.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  if (terminal_ >= 0) return ended;
  ended.out = content_of(streams_.path() + "/out");
  ended.err = content_of(streams_.path() + "/err");
  return ended;
}

Ended run_child(const std::string& folder, const std::vector<std::string>& arguments,
                const ChildSetup& setup) {
  return Child(folder, arguments, setup).wait();
}

std::vector<pid_t> processes_with(const std::string& text) {
  std::vector<pid_t> found;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", ignored)) {
    if (content_of(entry.path().string() + "/cmdline").find(text) != std::string::npos)
      found.push_back(std::stoi(entry.path().filename()));
  }
  return found;
}

bool nobody_runs_with(const std::string& text) {
  return comes_true([&] { return processes_with(text).empty(); }, std::chrono::seconds(10));
}

}  // namespace sudoku::cli
