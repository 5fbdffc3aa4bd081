// Tests of what must hold for every option of `run`: help and suites.
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "harness/base/errors.h"
#include "harness/cli/bench_fixture.h"
#include "harness/cli/suite.h"
#include "harness/options/options.h"
#include "harness/result/example_results_fixture.h"
#include "harness/result/json.h"
#include "harness/run/run_fixture.h"

namespace sudoku::cli {
namespace {

class EveryOption : public Bench {
 protected:
  static std::string value_of(const options::Option& option) {
    return run::other_values().at(option.key());
  }

  static options::Options with(const options::Option& option) {
    options::Options options;
    options::options_of(options).find(option.name())->take(value_of(option));
    return options;
  }

  static std::string text_of(const options::Option& option, options::Options options) {
    return options::options_of(options).find(option.name())->text();
  }

  static result::SettingValue recorded_of(const options::Option& option, options::Options options) {
    return options::options_of(options).find(option.name())->recorded();
  }
};

TEST_F(EveryOption, HasAnotherValueForTests) {
  EXPECT_EQ(run::other_values().size(), options::all().size());
  for (const options::Option& option : options::all()) {
    const options::Options options = with(option);
    EXPECT_EQ(options.given.size(), 1U);
    EXPECT_TRUE(options.has(option.key()));
  }
}

TEST_F(EveryOption, IsInHelp) {
  const std::string help = sudoku_bench("run --help-all").out;
  for (const options::Option& option : options::all()) {
    if (!option.is_argument()) expect_part(help, option.name() + (option.is_flag() ? "" : " "));
    expect_part(help, option.help.substr(0, option.help.find(' ')));
    expect_part(help, fmt::format("\n{}:\n", option.group));
  }
}

TEST_F(EveryOption, IsAKeyOfSuites) {
  for (const options::Option& option : options::all()) {
    const std::string name = option.is_argument() ? "files" : option.key();
    if (name == "suite") continue;
    const bool is_table = name == kPlugin || name == kExec;
    const std::string text = is_table
                                 ? fmt::format("[[{}]]\nlibrary = 'a.so'\nsymbol = 'f'\n", kPlugin)
                                 : fmt::format("{} = '{}'\n", name, value_of(option));
    RunOptions options;
    apply_suite(folder_.write("s.toml", text), options);
    if (is_table) {
      EXPECT_EQ(options.suite_externals.size(), 1U);
    } else if (option.is_argument()) {
      EXPECT_EQ(options.files, (std::vector<std::string>{path(value_of(option))}));
    } else {
      EXPECT_TRUE(options.has(name)) << name;
      EXPECT_EQ(text_of(option, options), text_of(option, with(option))) << name;
    }
  }
}

// Types of the values in a suite, for options that are neither texts nor flags.
options::ValueType type_of(const options::Option& option) {
  const std::set<std::string> truths = {"pin", "latency", "counters", "verify", "audit"};
  const std::set<std::string> numbers = {
      "solutions", "memory-limit", "threads",     "batch",         "rounds",
      "precision", "warmup",       "time-budget", "wait-for-core", "puzzle-timeout",
      "sample",    "seed",         "block",       "processes",     "start-timeout"};
  if (option.is_flag() || truths.contains(option.key())) return options::ValueType::truth;
  return numbers.contains(option.key()) ? options::ValueType::number : options::ValueType::text;
}

// A number or a truth in a suite is refused, with its place, where an option takes another type.
TEST_F(EveryOption, TakesOnlyItsTypeInASuite) {
  const std::pair<const char*, options::ValueType> values[] = {
      {"1", options::ValueType::number},
      {"0.5", options::ValueType::number},
      {"true", options::ValueType::truth},
      {"false", options::ValueType::truth}};
  for (const options::Option& option : options::all()) {
    const std::string name = option.is_argument() ? "files" : option.key();
    if (name == "suite" || name == kPlugin || name == kExec) continue;
    for (const auto& [text, type] : values) {
      SCOPED_TRACE(name + " = " + text);
      std::string error;
      try {
        RunOptions options;
        apply_suite(folder_.write("s.toml", fmt::format("{} = {}\n", name, text)), options);
      } catch (const base::InputError& fault) {
        error = fault.what();
      }
      const bool is_number = type == options::ValueType::number;
      const std::string place = fmt::format("{}:1:{}: {}: ", path("s.toml"), name.size() + 4, name);
      const bool is_refused =
          error.starts_with(place + "expected a string") &&
          error.ends_with(is_number ? ", found a number" : ", found true or false");
      EXPECT_EQ(is_refused, type_of(option) != type) << error;
    }
  }
}

TEST_F(EveryOption, ThatIsRecordedIsInTheSettings) {
  const std::string readme = content_of(SOURCE_FOLDER "/results/README.md");
  for (const options::Option& option : options::all()) {
    if (option.traits.recorded == nullptr) continue;
    const std::string name = option.traits.recorded;
    const result::SettingValue value = recorded_of(option, with(option));
    EXPECT_NE(value, recorded_of(option, options::Options())) << name;
    result::RunResult run = result::example_result();
    run.settings.set(name, value);
    const result::RunResult read = result::from_json(result::to_json(run), "r.json");
    ASSERT_NE(read.settings.find(name), nullptr) << name;
    EXPECT_EQ(*read.settings.find(name), value) << name;
    EXPECT_NE(readme.find("| `" + name + "` |"), std::string::npos)
        << name << " is not explained in results/README.md";
    if (name == "processes") continue;  // the processes of a run do not record their number
    EXPECT_EQ(*options::recorded_settings(with(option)).find(name), value) << name;
  }
}

}  // namespace
}  // namespace sudoku::cli
