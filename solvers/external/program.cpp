#include "solvers/external/program.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <spawn.h>

#include "solvers/external/external.h"

namespace sudoku {

namespace {

// What posix_spawn does to the child's descriptors.
class SpawnActions {
 public:
  explicit SpawnActions(const StandardStreams& streams) {
    ::posix_spawn_file_actions_init(&actions_);
    redirect(streams.input, STDIN_FILENO);
    redirect(streams.output, STDOUT_FILENO);
    redirect(streams.error, STDERR_FILENO);
    ::posix_spawn_file_actions_addclosefrom_np(&actions_, STDERR_FILENO + 1);
  }

  ~SpawnActions() { ::posix_spawn_file_actions_destroy(&actions_); }

  SpawnActions(const SpawnActions&) = delete;
  SpawnActions& operator=(const SpawnActions&) = delete;

  const posix_spawn_file_actions_t* pointer() const { return &actions_; }

 private:
  void redirect(const Descriptor& from, int stream) {
    ::posix_spawn_file_actions_adddup2(&actions_, from.number(), stream);
  }

  posix_spawn_file_actions_t actions_{};
};

// What posix_spawn does to the child's signals.
class SpawnSignals {
 public:
  SpawnSignals() {
    ::posix_spawnattr_init(&attributes_);
    ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    sigset_t signals{};
    ::sigemptyset(&signals);
    ::posix_spawnattr_setsigmask(&attributes_, &signals);
    ::sigfillset(&signals);
    ::posix_spawnattr_setsigdefault(&attributes_, &signals);
  }

  ~SpawnSignals() { ::posix_spawnattr_destroy(&attributes_); }

  SpawnSignals(const SpawnSignals&) = delete;
  SpawnSignals& operator=(const SpawnSignals&) = delete;

  const posix_spawnattr_t* pointer() const { return &attributes_; }

 private:
  posix_spawnattr_t attributes_{};
};

// The strings as C wants them; they must outlive the result.
std::vector<char*> pointers_to(std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  pointers.reserve(strings.size() + 1);
  for (std::string& string : strings)
    pointers.push_back(string.data());
  pointers.push_back(nullptr);
  return pointers;
}

std::vector<std::string> environment_with(const std::string& variable) {
  const std::string_view name = std::string_view(variable).substr(0, variable.find('=') + 1);
  std::vector<std::string> all = {variable};
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    if (!std::string_view(*entry).starts_with(name)) all.emplace_back(*entry);
  }
  return all;
}

// Folders may be searched, which looks like a right to run them. Says why not in errno.
bool can_run(const std::string& file) {
  struct stat status {};

  if (::access(file.c_str(), X_OK) != 0 || ::stat(file.c_str(), &status) != 0) return false;
  if (S_ISDIR(status.st_mode)) errno = EISDIR;
  return !S_ISDIR(status.st_mode);
}

bool is_in_path(const std::string& name) {
  const char* const path = std::getenv("PATH");
  std::string_view rest = path == nullptr ? "/bin:/usr/bin" : path;
  for (;;) {
    const std::string_view folder = rest.substr(0, rest.find(':'));
    std::string file(folder.empty() ? "." : folder);
    file.append("/").append(name);
    if (can_run(file)) return true;
    if (folder.size() == rest.size()) return false;
    rest.remove_prefix(folder.size() + 1);
  }
}

}  // namespace

void expect_program(const std::string& name) {
  if (name.empty()) throw ExternalError("expected a command, found none");
  if (name.find('/') == std::string::npos) {
    if (!is_in_path(name)) throw ExternalError("no program '" + name + "' in PATH");
  } else if (!can_run(name)) {
    throw ExternalError("cannot run '" + name + "': " + std::strerror(errno));
  }
}

pid_t start_program(std::vector<std::string> command, const std::string& variable,
                    const StandardStreams& streams) {
  const SpawnActions actions(streams);
  const SpawnSignals signals;
  std::vector<std::string> environment = environment_with(variable);
  pid_t process = -1;
  const int error =
      ::posix_spawnp(&process, command.front().c_str(), actions.pointer(), signals.pointer(),
                     pointers_to(command).data(), pointers_to(environment).data());
  if (error != 0) {
    throw ExternalError("cannot run '" + command.front() + "': " + std::strerror(error));
  }
  return process;
}

}  // namespace sudoku
