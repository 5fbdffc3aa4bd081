// Test fixtures that change this process for a while: its variables, standard input, and children.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

namespace sudoku::base {

// Runs `action` in a child process, where it can change what cannot be changed back.
inline void in_child(const std::function<bool()>& action) {
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) ::_exit(action() ? 0 : 1);
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

inline std::ptrdiff_t open_descriptors() {
  return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {});
}

// Redirects standard input to `path` until the end of the scope.
class StandardInput {
 public:
  explicit StandardInput(const std::string& path) : saved_(::dup(STDIN_FILENO)) {
    const int descriptor = ::open(path.c_str(), O_RDONLY);
    ::dup2(descriptor, STDIN_FILENO);
    ::close(descriptor);
  }

  ~StandardInput() {
    ::dup2(saved_, STDIN_FILENO);
    ::close(saved_);
  }

  StandardInput(const StandardInput&) = delete;
  StandardInput& operator=(const StandardInput&) = delete;

 private:
  int saved_;
};

// Environment variables, which are as before when it ends.
class Environment {
 public:
  struct Variable {
    const char* name;
    const char* value;  // null unsets it
  };

  Environment(std::initializer_list<Variable> variables) {
    for (const auto& [name, value] : variables) {
      const char* const before = std::getenv(name);
      before_.emplace_back(name,
                           before == nullptr ? std::nullopt : std::optional<std::string>(before));
      set(name, value);
    }
  }

  ~Environment() {
    for (const auto& [name, value] : before_)
      set(name, value ? value->c_str() : nullptr);
  }

  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

 private:
  static void set(const char* name, const char* value) {
    value == nullptr ? ::unsetenv(name) : ::setenv(name, value, 1);
  }

  std::vector<std::pair<const char*, std::optional<std::string>>> before_;
};

}  // namespace sudoku::base
