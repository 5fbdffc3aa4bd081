#include "harness/runner/worker_process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include "harness/base/child_process.h"
#include "harness/base/errors.h"
#include "harness/base/text.h"
#include "harness/parallel/thread_time.h"

namespace sudoku::runner {

namespace {

// Most bytes of a worker's last line on standard error that an incident's reason quotes.
constexpr std::size_t kMostQuoted = 60;

// Most bytes that a solver may print in a pass; the worker is killed for more.
constexpr std::uint64_t kMostPrinted = 1U << 20U;

// Bytes by which RLIMIT_DATA exceeds --memory-limit, which the harness enforces by polling.
constexpr std::uint64_t kAddressSlack = 256U << 20U;

base::Descriptor open_file(const char* name) {
  const int file = memfd_create(name, MFD_CLOEXEC);
  if (file < 0 || fcntl(file, F_SETFL, O_APPEND) != 0)
    base::throw_errno("cannot make a worker's output file");
  return base::Descriptor(file);
}

void limit(int resource, rlim_t most) {
  const rlimit both{.rlim_cur = most, .rlim_max = most};
  setrlimit(static_cast<__rlimit_resource>(resource), &both);
}

Nanoseconds cpu_time_in(const rusage& usage) {
  const auto time_of = [](const timeval& time) {
    return std::chrono::seconds(time.tv_sec) + std::chrono::microseconds(time.tv_usec);
  };
  return time_of(usage.ru_utime) + time_of(usage.ru_stime);
}

}  // namespace

std::string how_it_ended(int status) {
  if (WIFSIGNALED(status)) {
    const char* name = sigabbrev_np(WTERMSIG(status));
    return fmt::format("died of SIG{}", name != nullptr ? name : "?");
  }
  return fmt::format("ended the process with status {}", WEXITSTATUS(status));
}

void confine(std::uint64_t most_written) {
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);  // orphans stay its descendants, to be killed with it
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, most_written);
}

std::string last_line(std::string_view text, std::size_t most) {
  text = text.substr(0, text.find_last_not_of('\n') + 1);
  return base::printable(text.substr(text.rfind('\n') + 1), most);
}

WorkerProcess::WorkerProcess(const std::vector<std::string>& words, int memory,
                             std::uint64_t memory_limit)
    : output_(open_file("sudoku-bench worker's output")),
      errors_(open_file("sudoku-bench worker's errors")) {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    base::throw_errno("cannot create a socket to a worker process");
  line_ = base::Descriptor(ends[0]);
  const base::Descriptor its_end(ends[1]);
  const base::Descriptor nothing(open("/dev/null", O_RDONLY | O_CLOEXEC));
  std::vector<std::string> all = words;
  all.insert(all.begin(), "sudoku-bench");
  pid_ = base::launch({.command = std::move(all),
                       .program = base::kThisProgram,
                       .descriptors = {nothing.number(), output_.number(), errors_.number(),
                                       its_end.number(), memory},
                       .in_own_group = true,
                       .death_signal = SIGKILL,
                       .prepare = [memory_limit] {
                         confine(kMostPrinted);
                         if (!machine::kIsSanitized && memory_limit > 0)
                           limit(RLIMIT_DATA, memory_limit + kAddressSlack);
                       }});
}

WorkerProcess::~WorkerProcess() {
  if (pid_ < 0) return;
  kill();
  base::wait_for(pid_);
}

char WorkerProcess::receive() const {
  char word = 0;
  return read(line(), &word, 1) == 1 ? word : '\0';
}

bool WorkerProcess::is_silent(std::chrono::milliseconds time) const {
  pollfd on_line{.fd = line(), .events = POLLIN, .revents = 0};
  return poll(&on_line, 1, static_cast<int>(time.count())) <= 0;
}

bool WorkerProcess::has_ended() const {
  siginfo_t ended{};
  const auto id = static_cast<id_t>(pid_);
  return waitid(P_PID, id, &ended, WEXITED | WNOHANG | WNOWAIT) == 0 && ended.si_pid == pid_;
}

void WorkerProcess::kill() const {
  base::kill_with_descendants(pid_);  // even those in other process groups
  signal_group(SIGKILL);
}

void WorkerProcess::signal_group(int signal) const {
  if (pid_ > 0) ::kill(-pid_, signal);
}

Nanoseconds WorkerProcess::cpu_time() const {
  if (pid_ <= 0) return {};
  std::vector<pid_t> family = base::descendants_of(pid_).value_or(std::vector<pid_t>{});
  family.push_back(pid_);
  Nanoseconds all{0};
  for (const pid_t process : family) {
    clockid_t clock{};
    if (clock_getcpuclockid(process, &clock) == 0) all += parallel::cpu_time_of(clock);
  }
  return all;
}

bool WorkerProcess::has_descendants() const {
  const auto descendants = base::descendants_of(pid_);
  return !descendants || !descendants->empty();
}

std::string WorkerProcess::reap() {
  // A dying worker may take 0.1 s to end; one that only closed its socket is killed after 1 s.
  constexpr int kLooks = 1000;
  int status = 0;
  rusage usage{};
  pid_t gone = 0;
  for (int i = 0; i < kLooks && gone == 0; ++i) {
    gone = wait4(pid_, &status, WNOHANG, &usage);
    if (gone == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  const bool lived_on = gone == 0;
  if (lived_on) base::kill_with_descendants(pid_);
  signal_group(SIGKILL);  // what else is in its process group
  while (lived_on && wait4(pid_, &status, 0, &usage) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  cpu_time_at_end = cpu_time_in(usage);
  exit_status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return (lived_on ? "closed its connection" : how_it_ended(status)) + last_stderr();
}

std::string WorkerProcess::last_stderr() const {
  struct stat status = {};
  if (fstat(errors_.number(), &status) != 0) return {};
  std::string text(static_cast<std::size_t>(status.st_size), '\0');
  const ssize_t size = pread(errors_.number(), text.data(), text.size(), 0);
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
  const std::string line = last_line(text, kMostQuoted);
  return line.empty() ? "" : fmt::format(" ('{}')", line);
}

}  // namespace sudoku::runner
