// Processes of `ab`: each runs one build on all puzzles, or on some of them.
#pragma once

#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/child_process.h"
#include "harness/base/input_file.h"
#include "harness/base/output.h"
#include "harness/compare/ab_trial.h"
#include "harness/external/external.h"
#include "harness/options/external_description.h"

namespace sudoku::cli {

// Name of a side in messages and of its argument: "BASE" or "NEW".
std::string name_of(compare::AbSide side);

// An option, or an argument that is no option, that `ab` passes on to `run`.
struct PassedOption {
  std::string name;  // as "--rounds", or an argument without a dash
  std::optional<std::string> value;
};

using PassedOptions = std::vector<PassedOption>;

bool names(const PassedOptions& options, std::string_view name);

// A build under test: a program, or this program with an external solver.
struct AbBuild {
  std::string option;  // that describes it, as "--base-exec"
  std::string text;    // path of the program, or description of the external solver
  std::optional<options::Kind> kind = {};  // of the external solver
  PassedOptions options = {};              // that only its processes get
  external::Spec spec = {};                // of the external solver
  std::string name = {};                   // in messages: "BASE" or "NEW"

  std::string program() const { return kind ? base::kThisProgram : text; }
};

external::Spec parse_external(options::Kind kind, const std::string& text);

// There may be no base.
using AbSides = std::map<compare::AbSide, AbBuild>;

// What an A/B test runs, and for how long.
struct AbPlan {
  AbSides sides;
  std::vector<std::string> files;     // input files of all builds
  std::vector<std::string> untimed;   // those of them that are only checked
  PassedOptions options;              // options of `run` for all builds
  bool by_processor = true;           // whether processes count instructions with the processor
  std::uint64_t seed = 1;             // of the samples
  std::chrono::nanoseconds max_time;  // for all processes
  std::chrono::nanoseconds process_timeout;  // for one process
};

// The files that the builds are started from.
std::vector<std::string> files_of(const AbPlan& plan);

// Runs the processes. Options of `run` that select puzzles follow from the times of the plan, for
// all builds. A change of `files` ends the test as an interruption does.
std::unique_ptr<compare::AbRunner> make_processes(const AbPlan& plan,
                                                  const std::atomic<bool>& cancelled,
                                                  base::WatchedFiles& files);

}  // namespace sudoku::cli
