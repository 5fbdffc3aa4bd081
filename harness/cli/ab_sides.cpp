#include "harness/cli/ab_sides.h"

#include <algorithm>

#include "harness/base/errors.h"
#include "harness/cli/suite.h"
#include "solvers/external/child_process.h"

namespace sudoku::cli {

bool names(const PassedOptions& options, std::string_view name) {
  return std::ranges::count(options, name, &PassedOption::name) > 0;
}

std::string refusal(const run::Option& option) {
  return fmt::format("`ab` does not pass it to `run`: {}", option.traits.not_for_ab);
}

void check_suite(const std::string& path) {
  const Suite suite = read_suite(path);
  for (const SuiteKey& key : suite.keys) {
    const run::Option* const option = run::option_named("--" + key.name);
    if (option != nullptr && option->traits.not_for_ab != nullptr)
      reject_in_suite(suite, key.place, fmt::format("{}: {}", key.name, refusal(*option)));
  }
}

std::vector<NamedFile> words_of(const std::string& option, const std::string& value) {
  std::vector<NamedFile> files;
  for (const std::string& word : run::split_command(value))
    files.insert(files.end(), {{option, word}, {option, word.substr(0, word.find(':'))}});
  return files;
}

namespace {

std::string option_of(compare::AbSide side, const char* end = "") {
  return fmt::format("--{}{}", side == compare::AbSide::base ? "base" : "new", end);
}

struct External {
  std::string option;  // that describes it, as "--base-exec"
  run::Kind kind;
  std::string description;
  ExternalSpec spec;
};

External external_of(const std::string& option, run::Kind kind, const std::string& description) {
  External external{.option = option, .kind = kind, .description = description, .spec = {}};
  take_named(option, [&external, kind] {
    external.spec = kind == run::Kind::plugin ? run::parse_plugin(external.description)
                                              : run::parse_command(external.description);
  });
  return external;
}

std::vector<External> externals_of(compare::AbSide side, const SideOptions& options) {
  std::vector<External> externals;
  for (const std::string& build : options.builds) {
    if (build.find(':') != std::string::npos)
      externals.push_back(external_of(option_of(side), run::Kind::plugin, build));
  }
  for (const std::string& command : options.commands)
    externals.push_back(external_of(option_of(side, "-exec"), run::Kind::command, command));
  return externals;
}

// The name of an external solver on both sides: the one that its user gave it, or the default name
// of the first new build. Throws UsageError for two given names.
std::string common_name(const std::vector<External>& base, const std::vector<External>& candidate) {
  std::string name;
  for (const auto* side : {&base, &candidate}) {
    for (const External& external : *side) {
      if (run::has_default_name(external.spec)) continue;
      if (name.empty()) name = external.spec.name;
      if (name == external.spec.name) continue;
      throw base::UsageError("{}: all builds have one name: expected name={}, found '{}'",
                             external.option, name, external.spec.name);
    }
  }
  return name.empty() ? candidate.front().spec.name : name;
}

// Parses the arguments in --base-options or --new-options. Options that this build does not know,
// but another one may, are kept as arguments.
PassedOptions passed_options_of(const std::vector<std::string>& words) {
  PassedOptions options;
  for (auto word = words.begin(); word != words.end(); ++word) {
    const std::size_t equals = word->starts_with('-') ? word->find('=') : std::string::npos;
    PassedOption option{word->substr(0, equals), {}};
    const run::Option* const known = run::option_named(option.name);
    if (equals != std::string::npos) {
      option.value = word->substr(equals + 1);
    } else if (known != nullptr && !known->is_flag() && word + 1 != words.end()) {
      option.value = *++word;
    }
    options.push_back(std::move(option));
  }
  return options;
}

// The options of `run` for all builds of a side. Throws UsageError for those that `ab` refuses.
PassedOptions run_options_of(compare::AbSide side, const SideOptions& options) {
  PassedOptions passed = passed_options_of(run::split_command(options.run_options));
  for (const PassedOption& own : passed) {
    const run::Option* const option = run::option_named(own.name);
    if (option != nullptr && option->traits.not_for_ab != nullptr)
      throw base::UsageError("{}: {}: {}", option_of(side, "-options"), own.name, refusal(*option));
    if (own.name == "--suite") check_suite(own.value.value_or(""));
  }
  return passed;
}

std::vector<AbBuild> builds_of(const std::vector<External>& externals, const std::string& name,
                               const PassedOptions& run_options) {
  std::vector<AbBuild> builds;
  for (const External& external : externals) {
    const bool is_named = external.spec.name == name;
    const std::string description =
        is_named ? external.description : run::with_name(external.kind, external.description, name);
    const bool is_plugin = external.kind == run::Kind::plugin;
    AbBuild& build = builds.emplace_back(AbBuild{
        .program = kThisProgram,
        .options = run_options,
        .shown = is_plugin ? external.description : fmt::format("'{}'", external.description)});
    build.options.push_back({is_plugin ? "--plugin" : "--exec", description});
  }
  return builds;
}

// The programs that a side's options, or its argument, name.
std::vector<AbBuild> programs_of(const SideOptions& options, bool are_named,
                                 const PassedOptions& run_options) {
  const std::vector<std::string> programs =
      are_named ? options.builds : std::vector<std::string>{options.program};
  std::vector<AbBuild> builds;
  builds.reserve(programs.size());
  for (const std::string& program : programs)
    builds.push_back({.program = program, .options = run_options, .shown = program});
  return builds;
}

void require_builds(const SidesOptions& options) {
  for (const compare::AbSide side : kSides) {
    const SideOptions& of_side = options.of(side);
    if (std::ranges::count(of_side.builds, "") > 0)
      throw base::UsageError("{}: {}", option_of(side), run::kEmptyName);
    if (options.are_named() && !of_side.is_named()) {
      throw base::UsageError("the other side is missing: give {} or {}", option_of(side),
                             option_of(side, "-exec"));
    }
    if (!options.are_named() && of_side.program.empty()) {
      throw base::UsageError("{} is required: two programs, or builds by --base and --new",
                             name_of(side));
    }
  }
}

}  // namespace

std::vector<std::string> SidesOptions::files(const std::vector<std::string>& others) const {
  if (!are_named()) return others;
  std::vector<std::string> files;
  for (const std::string& file : {base.program, candidate.program})
    if (!file.empty()) files.push_back(file);
  files.insert(files.end(), others.begin(), others.end());
  return files;
}

std::vector<NamedFile> SidesOptions::inputs() const {
  std::vector<NamedFile> files;
  const auto add = [&files](const std::string& option, const std::string& value) {
    const std::vector<NamedFile> words = words_of(option, value);
    files.insert(files.end(), words.begin(), words.end());
  };
  for (const compare::AbSide side : kSides) {
    const SideOptions& options = of(side);
    if (!are_named()) files.push_back({name_of(side), options.program});
    for (const std::string& build : options.builds)
      add(option_of(side), build);
    for (const std::string& command : options.commands)
      add(option_of(side, "-exec"), command);
    add(option_of(side, "-options"), options.run_options);
  }
  return files;
}

void declare_programs(Command& command, SidesOptions& options) {
  command.text("BASE", "BASE", options.base.program,
               "The base program, unless --base or --base-exec is given");
  command.text("NEW", "NEW", options.candidate.program, "The new program; may be the same file");
}

void declare_sides(Command& command, SidesOptions& options) {
  const auto declare = [&command](compare::AbSide side, SideOptions& of_side) {
    command
        .texts(option_of(side), "BUILD", of_side.builds,
               fmt::format("A build of {}: a plugin, described as for --plugin, or the path of a "
                           "sudoku-bench program, without a colon. Repeat it for several links of "
                           "the same source, to tell code from its layout",
                           name_of(side)))
        .one_each = true;
    command
        .texts(option_of(side, "-exec"), "COMMAND", of_side.commands,
               fmt::format("A build of {} that is a command, described as for --exec; may be "
                           "repeated",
                           name_of(side)))
        .one_each = true;
    command.text(option_of(side, "-options"), "WORDS", of_side.run_options,
                 fmt::format("Options of `run` for {} only, as one argument; use it to compare two "
                             "sets of options of one program",
                             name_of(side)));
  };
  declare(compare::AbSide::base, options.base);
  declare(compare::AbSide::candidate, options.candidate);
}

AbSides sides_of(const SidesOptions& options) {
  require_builds(options);
  const PassedOptions base_options = run_options_of(compare::AbSide::base, options.base);
  const PassedOptions candidate_options =
      run_options_of(compare::AbSide::candidate, options.candidate);
  const auto base = externals_of(compare::AbSide::base, options.base);
  const auto candidate = externals_of(compare::AbSide::candidate, options.candidate);
  const std::size_t builds = options.base.builds.size() + options.base.commands.size() +
                             options.candidate.builds.size() + options.candidate.commands.size();
  if (base.empty() && candidate.empty()) {
    return {.base = programs_of(options.base, options.are_named(), base_options),
            .candidate = programs_of(options.candidate, options.are_named(), candidate_options)};
  }
  if (base.size() + candidate.size() < builds) {
    throw base::UsageError(
        "programs cannot be compared with plugins or commands: a build without a colon is a "
        "program");
  }
  const std::string name = common_name(base, candidate);
  return {.base = builds_of(base, name, base_options),
          .candidate = builds_of(candidate, name, candidate_options)};
}

}  // namespace sudoku::cli
