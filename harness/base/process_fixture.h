// Test fixtures that change this process for a while: its variables, standard input, and children.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <string>
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
    std::optional<std::string> value;  // none unsets it
  };

  Environment(std::initializer_list<Variable> variables) {
    for (const Variable& variable : variables) {
      const char* const before = std::getenv(variable.name);
      before_.push_back({variable.name, std::nullopt});
      if (before != nullptr) before_.back().value = before;
      set(variable);
    }
  }

  ~Environment() { std::ranges::for_each(before_, set); }

  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

 private:
  static void set(const Variable& variable) {
    if (variable.value) {
      ::setenv(variable.name, variable.value->c_str(), 1);
    } else {
      ::unsetenv(variable.name);
    }
  }

  std::vector<Variable> before_;
};

}  // namespace sudoku::base
