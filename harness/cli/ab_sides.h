// The sides of an A/B test as its user names them: builds of one source, and the options of `run`
// that only their processes get.
#pragma once

#include <array>
#include <optional>

#include "harness/cli/command.h"
#include "harness/cli/named_files.h"
#include "harness/compare/ab_trial.h"
#include "harness/run/settings.h"

namespace sudoku::cli {

inline constexpr std::array<compare::AbSide, 2> kSides = {compare::AbSide::base,
                                                          compare::AbSide::candidate};

// Name of a side in messages and of its argument: "BASE" or "NEW".
inline const char* name_of(compare::AbSide side) {
  return side == compare::AbSide::base ? "BASE" : "NEW";
}

// An option, or an argument that is no option, that `ab` passes on to `run`.
struct PassedOption {
  std::string name;  // as "--rounds", or an argument without a dash
  std::optional<std::string> value;
};

using PassedOptions = std::vector<PassedOption>;

bool names(const PassedOptions& options, std::string_view name);

// Why `ab` refuses an option of `run`.
std::string refusal(const run::Option& option);

// Refuses, by an InputError, a suite that sets an option which `ab` does not pass on to `run`.
void check_suite(const std::string& path);

// What may be files in the words of an option's value: each word, and its part before a colon.
std::vector<NamedFile> words_of(const std::string& option, const std::string& value);

struct SideOptions {
  std::string program;                // the argument BASE or NEW
  std::vector<std::string> builds;    // of --base or --new: plugins or programs
  std::vector<std::string> commands;  // of --base-exec or --new-exec
  std::string run_options;            // of --base-options or --new-options

  bool is_named() const { return !builds.empty() || !commands.empty(); }
};

struct SidesOptions {
  SideOptions base;
  SideOptions candidate;

  const SideOptions& of(compare::AbSide side) const {
    return side == compare::AbSide::base ? base : candidate;
  }

  // Whether options name the sides; the arguments BASE and NEW are then the first two files.
  bool are_named() const { return base.is_named() || candidate.is_named(); }

  // The files of the run: `others`, after those that the arguments BASE and NEW hold.
  std::vector<std::string> files(const std::vector<std::string>& others) const;

  // Files that the sides are read from, as far as they can be told.
  std::vector<NamedFile> inputs() const;
};

// Declares the arguments BASE and NEW, which the argument of the puzzle files must follow.
void declare_programs(Command& command, SidesOptions& options);

// Declares the options that name sides, and the options of `run` for one of them.
void declare_sides(Command& command, SidesOptions& options);

// A build under test: its program, and the options that only its processes get.
struct AbBuild {
  std::string program;
  PassedOptions options;
  std::string shown;  // name for messages
};

struct AbSides {
  std::vector<AbBuild> base;
  std::vector<AbBuild> candidate;

  const std::vector<AbBuild>& of(compare::AbSide side) const {
    return side == compare::AbSide::base ? base : candidate;
  }
};

// Both sides' builds. External solvers get one name, so that their rows match. Throws UsageError
// for a side without builds, programs against external solvers, or options that `ab` refuses.
AbSides sides_of(const SidesOptions& options);

}  // namespace sudoku::cli
