// Test fixture: environment variables that are as before when it ends.
#pragma once

#include <cstdlib>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sudoku::base {

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
