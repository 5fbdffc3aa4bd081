#include "harness/entrants/process.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <system_error>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include "harness/entrants/worker.h"
#include "solvers/external/child_process.h"
#include "solvers/external/quoted.h"

namespace sudoku {

namespace {

constexpr const char* kThisProgram = "/proc/self/exe";

// Of the last words of a worker, in a reason.
constexpr std::size_t kMostQuoted = 60;

// What a solver may print in a pass before it is killed for it.
constexpr rlim_t kMostPrinted = 1U << 20U;

// The sanitizers reserve far more address space than they use.
#if defined(__SANITIZE_ADDRESS__)
constexpr bool kLimitsAddresses = false;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
constexpr bool kLimitsAddresses = false;
#else
constexpr bool kLimitsAddresses = true;
#endif
#else
constexpr bool kLimitsAddresses = true;
#endif

// Beyond the limit on memory that is held, which is looked at now and then only.
constexpr std::uint64_t kAddressSlack = 256U << 20U;

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

// Moves a descriptor beyond the numbers that a worker's own have.
Descriptor out_of_the_way(int number) {
  constexpr int kFirstFree = 10;
  if (number >= kFirstFree) return Descriptor(number);
  const Descriptor old(number);
  const int moved = fcntl(number, F_DUPFD_CLOEXEC, kFirstFree);
  if (moved < 0) fail("a descriptor for a worker process");
  return Descriptor(moved);
}

Descriptor open_file(const char* name) {
  const int file = memfd_create(name, MFD_CLOEXEC);
  if (file < 0 || fcntl(file, F_SETFL, O_APPEND) != 0) fail("a file for a worker's output");
  return out_of_the_way(file);
}

// All that the child needs, made before the fork: after it, nothing may be allocated.
struct Launch {
  std::vector<char*> words;
  std::array<int, 5> descriptors;  // by the number they get
  std::uint64_t memory_limit;
};

void limit(int resource, rlim_t most) {
  const rlimit both{.rlim_cur = most, .rlim_max = most};
  setrlimit(static_cast<__rlimit_resource>(resource), &both);
}

// A worker may send signals to itself and to what it has started, and to nobody else, nor debug
// others: where the system can see to that (Linux 6.12 with Landlock).
void keep_signals_in() {
  struct Ruleset {  // of <linux/landlock.h>, where it is new enough
    std::uint64_t file_access;
    std::uint64_t network_access;
    std::uint64_t scoped;
  };

  constexpr std::uint64_t kSignals = 1U << 1U;
  const Ruleset ruleset{.file_access = 0, .network_access = 0, .scoped = kSignals};
  const long made = syscall(SYS_landlock_create_ruleset, &ruleset, sizeof ruleset, 0);
  if (made >= 0) syscall(SYS_landlock_restrict_self, made, 0);
}

// In the child, between fork and exec.
[[noreturn]] void become_worker(const Launch& launch, pid_t parent) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);  // it died before the line above
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);  // so that nothing it starts can be lost from sight
  for (std::size_t i = 0; i < launch.descriptors.size(); ++i)
    dup2(launch.descriptors[i], static_cast<int>(i));
  keep_signals_in();
  close_range(static_cast<unsigned>(launch.descriptors.size()), ~0U, 0);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  for (const int signal : {SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGHUP, SIGXFSZ})
    std::signal(signal, SIG_DFL);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, kMostPrinted);
  if (kLimitsAddresses && launch.memory_limit > 0) {
    limit(RLIMIT_DATA, launch.memory_limit + kAddressSlack);
  }
  execv(kThisProgram, launch.words.data());
  _exit(127);
}

std::string how_it_ended(int status) {
  if (WIFSIGNALED(status)) {
    const char* name = sigabbrev_np(WTERMSIG(status));
    return fmt::format("died of SIG{}", name != nullptr ? name : "?");
  }
  return fmt::format("ended the process with status {}", WEXITSTATUS(status));
}

}  // namespace

WorkerProcess::WorkerProcess(const std::vector<std::string>& words, int arena,
                             std::uint64_t memory_limit)
    : output_(open_file("sudoku-bench worker's output")),
      errors_(open_file("sudoku-bench worker's errors")) {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    fail("a line to a worker process");
  }
  line_ = out_of_the_way(ends[0]);
  const Descriptor its_end = out_of_the_way(ends[1]);
  const Descriptor nothing = out_of_the_way(open("/dev/null", O_RDONLY | O_CLOEXEC));
  const Descriptor its_arena = out_of_the_way(fcntl(arena, F_DUPFD_CLOEXEC, 0));
  std::vector<std::string> all = words;
  all.insert(all.begin(), "sudoku-bench");
  Launch launch{.words = {},
                .descriptors = {nothing.number(), output_.number(), errors_.number(),
                                its_end.number(), its_arena.number()},
                .memory_limit = memory_limit};
  for (std::string& word : all)
    launch.words.push_back(word.data());
  launch.words.push_back(nullptr);
  const pid_t parent = getpid();
  pid_ = fork();
  if (pid_ < 0) fail("a worker process");
  if (pid_ == 0) become_worker(launch, parent);
  setpgid(pid_, pid_);  // whoever comes first
}

WorkerProcess::~WorkerProcess() {
  if (pid_ < 0) return;
  kill();
  while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

void WorkerProcess::pause() const {
  if (pid_ > 0) ::kill(-pid_, SIGSTOP);
}

void WorkerProcess::resume() const {
  if (pid_ > 0) ::kill(-pid_, SIGCONT);
}

std::chrono::nanoseconds WorkerProcess::cpu_time() const {
  if (pid_ <= 0) return {};
  std::vector<pid_t> family = descendants_of(pid_).value_or(std::vector<pid_t>{});
  family.push_back(pid_);
  std::chrono::nanoseconds all{0};
  for (const pid_t process : family) {
    clockid_t clock{};
    timespec used{};
    if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &used) != 0) continue;
    all += std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec);
  }
  return all;
}

void WorkerProcess::kill() const {
  kill_with_descendants(pid_);  // in groups of their own, too
  ::kill(-pid_, SIGKILL);
}

std::optional<FamilyMemory> WorkerProcess::memory() const {
  return family_memory_of(pid_);
}

void WorkerProcess::say(char word) const {
  send(line(), &word, 1, MSG_NOSIGNAL);
}

bool WorkerProcess::is_silent() const {
  pollfd watched{.fd = line(), .events = POLLIN, .revents = 0};
  return poll(&watched, 1, 0) == 0;
}

bool WorkerProcess::has_ended() const {
  siginfo_t ended{};
  const auto id = static_cast<id_t>(pid_);
  return waitid(P_PID, id, &ended, WEXITED | WNOHANG | WNOWAIT) == 0 && ended.si_pid == pid_;
}

char WorkerProcess::hear(std::chrono::milliseconds patience) const {
  pollfd watched{.fd = line(), .events = POLLIN, .revents = 0};
  const auto until = std::chrono::steady_clock::now() + patience;
  int ready = 0;
  do {
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
    ready = poll(&watched, 1, static_cast<int>(std::max<std::int64_t>(left.count(), 0)));
  } while (ready < 0 && errno == EINTR);
  char word = 0;
  return ready > 0 && read(line(), &word, 1) == 1 ? word : '\0';
}

std::string WorkerProcess::bury() {
  // It is about to die, or has closed its line and lives on. A second, for on a busy machine it may
  // take a tenth of one to say what it has found, and to end.
  constexpr int kLooks = 1000;
  int status = 0;
  rusage usage{};
  pid_t gone = 0;
  for (int i = 0; i < kLooks && gone == 0; ++i) {
    gone = wait4(pid_, &status, WNOHANG, &usage);
    if (gone == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  const bool lived_on = gone == 0;
  if (lived_on) kill_with_descendants(pid_);
  ::kill(-pid_, SIGKILL);  // what it has started, too
  while (lived_on && wait4(pid_, &status, 0, &usage) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  exit_status_ = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  peak_bytes_ = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
  return (lived_on ? "closed its line to the harness" : how_it_ended(status)) + last_words();
}

std::string WorkerProcess::last_words() const {
  std::array<char, 512> end{};

  struct stat status {};

  if (fstat(errors_.number(), &status) != 0) return {};
  const off_t from = std::max<off_t>(0, status.st_size - static_cast<off_t>(end.size()));
  const ssize_t size = pread(errors_.number(), end.data(), end.size(), from);
  std::string_view text(end.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
  while (text.ends_with('\n'))
    text.remove_suffix(1);
  const std::size_t line = text.rfind('\n');
  if (line != std::string_view::npos) text.remove_prefix(line + 1);
  return text.empty() ? "" : fmt::format(" ('{}')", quoted(text, kMostQuoted));
}

}  // namespace sudoku
