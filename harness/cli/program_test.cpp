// Tests of the program's environment: standard streams, limits, folders.
#include "harness/cli/program.h"

#include <filesystem>

#include <fmt/format.h>

#include "harness/base/test_archives.h"
#include "harness/cli/bench_fixture.h"
#include "harness/result/json.h"
#include "solvers/roster.h"

namespace sudoku::cli {
namespace {

using Surrounded = Bench;

TEST_F(Surrounded, ClosedStandardErrorIsNoOutputFile) {
  folder_.write("bad.csv", std::string(kHeader) + kRows + "not a puzzle,\n");
  const Ended whole = sudoku_bench("solve bad.csv");
  EXPECT_EQ(shell("exec sudoku-bench solve bad.csv -o out.csv 2>&-").code, kOk);
  EXPECT_EQ(content_of(path("out.csv")), whole.out);
  EXPECT_EQ(shell("exec sudoku-bench solve none.csv 2>&-").code, kBadInput);
  EXPECT_EQ(shell("exec sudoku-bench solve none.csv 2>/dev/full").code, kBadInput);
  EXPECT_EQ(shell("exec sudoku-bench solve bad.csv -o out.csv <&- >&- 2>&-").code, kOk);
  EXPECT_EQ(content_of(path("out.csv")), whole.out);
}

// Regression: the output vanished like a message, with exit status 0.
TEST_F(Surrounded, ClosedStandardErrorTakesNoOutput) {
  for (const std::string name : {"/dev/stderr", "/dev/fd/2"}) {
    EXPECT_EQ(shell("exec sudoku-bench solve good.csv -o " + name + " 2>&-").code, kBadInput);
    EXPECT_EQ(shell("exec sudoku-bench solve good.csv -o " + name).code, kOk);
  }
}

TEST_F(Surrounded, ClosedStandardOutputIsAnError) {
  for (const std::string& words : {std::string("version"), std::string("solve good.csv"),
                                   std::string("dataset convert good.csv - --to lines"),
                                   quick_run("good.csv --result -"), quick_run("good.csv")}) {
    SCOPED_TRACE(words);
    const Ended ended = shell("exec sudoku-bench " + words + " >&-");
    EXPECT_EQ(ended.code, kBadInput);
    expect_start(ended.err, "sudoku-bench: standard output: cannot be written");
  }
}

TEST_F(Surrounded, ClosedStandardInputIsAnError) {
  for (const std::string command : {"run", "solve"}) {
    const Ended ended = shell("exec sudoku-bench " + command + " - <&-");
    EXPECT_EQ(ended.code, kBadInput);
    EXPECT_EQ(ended.err, "sudoku-bench: <stdin>: cannot be read: Bad file descriptor\n");
  }
}

TEST_F(Surrounded, LimitOnFilesIsAWriteError) {
  folder_.write("many.csv", many_rows(100));
  for (const std::string words :
       {"solve many.csv -o out.csv", "dataset convert many.csv out.csv"}) {
    const Ended ended = shell("ulimit -f 4; exec sudoku-bench " + words);
    EXPECT_EQ(ended.code, kBadInput);
    EXPECT_EQ(ended.err, "sudoku-bench: out.csv: cannot be written: File too large\n");
    EXPECT_FALSE(std::filesystem::exists(path("out.csv")));
  }
}

TEST_F(Surrounded, SmallStackIsNamed) {
  const Ended ended = shell("ulimit -s 192; exec sudoku-bench run good.csv");
  EXPECT_EQ(ended.code, kBadInput);
  EXPECT_EQ(ended.err,
            "sudoku-bench: the stack limit is 192 kB, at least 1024 kB are needed (ulimit -s)\n");
#if !defined(__SANITIZE_ADDRESS__)  // the sanitizer needs more
  const Ended enough =
      shell("ulimit -s 1024; exec sudoku-bench run good.csv --solvers all --time-budget 20ms");
  EXPECT_EQ(enough.code, kOk) << enough.err;
#endif
}

TEST_F(Surrounded, TemporaryFolderThatIsNotThereIsNamedIfItIsNeeded) {
  const std::string variable = "TMPDIR=/nonexistent";
  const Ended ended = shell("exec sudoku-bench run - <good.csv", variable);
  EXPECT_EQ(ended.code, kBadInput);
  EXPECT_EQ(ended.err,
            "sudoku-bench: <stdin>: cannot be copied to a temporary file in /nonexistent (TMPDIR): "
            "No such file or directory\n");
  const std::string processes = quick_run("good.csv --processes 2");
  EXPECT_EQ(sudoku_bench(processes, {.name_and_value = variable}).code, kOk);
}

// Regression: solvers were blamed, some by exit code 3, when the program ran out of descriptors.
TEST_F(Surrounded, FewOpenFilesAreAnErrorOfTheirOwn) {
  const std::string isolated = quick_run("good.csv --isolate all --quiet");
  const std::string external = quick_run("good.csv --quiet --exec 'name=command:" COMMAND_OF_PLUGIN
                                         " " PLUGIN_FAULTY " sudoku_mrv_hidden'");

  const struct {
    std::string words;
    int limit;
    int needed;
  } cases[] = {
      {"solve good.csv -o o.csv", 10, 20},
      {"dataset stats good.csv", 19, 20},
      {isolated, 20, 28},
      {isolated, 27, 28},
      {external, 22, 28},
  };

  for (const auto& c : cases) {
    SCOPED_TRACE(c.words);
    const Ended ended = shell(fmt::format("ulimit -n {}; exec sudoku-bench {}", c.limit, c.words));
    EXPECT_EQ(ended.code, kBadInput);
    EXPECT_EQ(ended.out, "");
    EXPECT_EQ(ended.err,
              fmt::format("sudoku-bench: the limit of open files is {}, at least {} are needed "
                          "(ulimit -n)\n",
                          c.limit, c.needed));
    const Ended enough =
        shell(fmt::format("ulimit -n {}; exec sudoku-bench {}", c.needed, c.words));
    EXPECT_EQ(enough.code, kOk) << enough.err;
    EXPECT_EQ(enough.err, "");
  }
}

// A copy of the program alone has no bundled sets, unless it is told where they are.
TEST_F(Surrounded, WithoutItsDatasetsItSaysHowToNameThem) {
  std::filesystem::create_directories(path("lonely/bin"));
  const std::string program = path("lonely/bin/sudoku-bench");
  std::filesystem::copy(SUDOKU_BENCH_PROGRAM, program);
  const std::string folder = std::filesystem::canonical(path("lonely")).string();
  const std::string why = fmt::format(
      "the bundled puzzle sets are not in {}/share/sudoku-bench/datasets: set "
      "SUDOKU_BENCH_BUNDLED to the folder that holds them, such as datasets of the source tree\n",
      folder);
  for (const std::string words : {"run minimal", "dataset verify minimal", "dataset list"}) {
    const Ended ended = sudoku_bench(words, {.program = program});
    EXPECT_EQ(ended.code, kBadInput);
    const char* const name =
        words.ends_with("minimal") ? "minimal: there is no such file, and " : "";
    EXPECT_EQ(ended.err, fmt::format("sudoku-bench: {}{}", name, why));
  }
  const Ended told = sudoku_bench(
      quick_run("hard"),
      {.program = program, .name_and_value = "SUDOKU_BENCH_BUNDLED=" BUNDLED_DATASETS});
  EXPECT_EQ(told.code, kOk) << told.err;
}

// Only a user who asks for hardware counters is told that there are none.
TEST_F(Surrounded, CountersThatWereAskedForAreMissedOnce) {
  const Ended asked = sudoku_bench(quick_run("good.csv --counters on --result r.json"));
  ASSERT_EQ(asked.code, kOk) << asked.err;
  const auto why = result::read_result(path("r.json")).environment.no_counters;
  EXPECT_EQ(asked.err, why ? "--counters on: nothing was counted: " + *why + "\n" : "");
  const Ended twice = sudoku_bench(quick_run("good.csv --counters on --processes 2"));
  EXPECT_EQ(twice.err, asked.err);
  EXPECT_EQ(sudoku_bench(quick_run("good.csv")).err, "");
  EXPECT_EQ(sudoku_bench(quick_run("good.csv --counters off")).err, "");
  EXPECT_EQ(
      sudoku_bench(quick_run("good.csv --counters valgrind"), {.name_and_value = "PATH=/nowhere"})
          .err,
      fmt::format("--counters valgrind: nothing was counted: {}\n", why_no_valgrind()));
}

TEST_F(Surrounded, WithoutHomeOneIsAskedForOnlyWhereItIsNeeded) {
  const std::string without = "unset HOME XDG_DATA_HOME SUDOKU_BENCH_FETCHED; exec sudoku-bench ";
  EXPECT_EQ(shell(without + "dataset list").code, kOk);
  EXPECT_EQ(shell(without + quick_run("hard")).code, kOk);
  const Ended ended = shell(without + "dataset fetch 17_clue");
  EXPECT_EQ(ended.code, kBadInput);
  EXPECT_EQ(ended.err,
            "sudoku-bench: there is no folder for fetched sets: set SUDOKU_BENCH_FETCHED or "
            "HOME\n");
}

// This test needs its own mount namespace, which not every system allows.
TEST_F(Surrounded, WithoutProcWhatIsNotKnownIsNull) {
  const auto hidden = [this](const std::string& words) {
    return shell(
        "unshare -rm sh -c 'mount -t tmpfs none /proc || exit 99; exec \"$@\"' sh sudoku-bench " +
        words + " <good.csv");
  };
  if (hidden("version").code != kOk) GTEST_SKIP() << "/proc cannot be hidden here";
  const Ended run = hidden(quick_run("good.csv --result -"));
  ASSERT_EQ(run.code, kOk) << run.err;
  expect_part(run.out, "\"steal\": null");
  const std::pair<const char*, const char*> cases[] = {
      {"solve good.csv -o /dev/stdout",
       "/dev/stdout: cannot be written: it is in /dev, but leads to no device, pipe or open file"},
      {"run -", "<stdin>: its copy cannot be opened through /proc: No such file or directory"},
      {"run good.csv --processes 2", "cannot run /proc/self/exe: No such file or directory"},
  };
  for (const auto& [words, message] : cases) {
    const Ended ended = hidden(words);
    EXPECT_EQ(ended.code, kBadInput);
    EXPECT_EQ(ended.err, fmt::format("sudoku-bench: {}\n", message));
  }
  EXPECT_TRUE(std::filesystem::is_symlink("/dev/stdout"));
}

TEST_F(Bench, InstalledItHasItsDocumentsItsDatasetsAndItsModules) {
  namespace fs = std::filesystem;
  // Installing all components would overwrite CMake's manifest of the user's own installation.
  const Ended install = shell("'" CMAKE_PROGRAM "' --install '" BUILD_FOLDER
                              "' --component sudoku-bench --prefix \"$PWD/prefix\"");
  ASSERT_EQ(install.code, kOk) << install.err;
  for (const char* file :
       {"bash-completion/completions/sudoku-bench", "doc/sudoku-bench/changelog.gz",
        "doc/sudoku-bench/copyright", "sudoku-bench/datasets/catalog.csv"}) {
    EXPECT_TRUE(fs::exists(path("prefix/share/") + file)) << file;
  }
  const ChildSetup installed = {.program = path("prefix/bin/sudoku-bench")};
  const std::string sets = path("prefix/share/sudoku-bench/datasets");
  fs::copy_file(path("good.csv"), sets + "/hard.csv", fs::copy_options::overwrite_existing);
  const Ended ended = sudoku_bench("dataset convert hard - --to lines", installed);
  EXPECT_EQ(ended.code, kOk) << ended.err;
  EXPECT_EQ(ended.out, sudoku_bench("dataset convert good.csv - --to lines").out);

  fs::copy_file(BUILD_FOLDER "/sudoku-bench", path("alone"));
  folder_.write("good.csv.bz2", base::bzip2_compressed(content_of(path("good.csv"))));
  EXPECT_EQ(sudoku_bench("solve good.csv.bz2", installed).code, kOk);
  const Ended needy = sudoku_bench("solve good.csv.bz2", {.program = path("alone")});
  EXPECT_EQ(needy.code, kBadInput);
  expect_part(needy.err, "bzip2 and zip data cannot be unpacked: sudoku-bench-archive.so: ");
  for (const std::string solver : {"mrv", "ilp", "sat"}) {
    if (missing_engine_for(solver)) continue;
    EXPECT_EQ(sudoku_bench("run good.csv --rounds 1 --solvers " + solver, installed).code, kOk);
  }
  const Ended without = sudoku_bench("run good.csv --solvers ilp", {.program = path("alone")});
  EXPECT_EQ(without.code, kUsage);
  expect_part(
      without.err,
      "solver 'ilp' is not in this build (sudoku-bench-ilp.so: cannot open shared object file: "
      "No such file or directory); install coinor-libcbc-dev and build again");

  fs::remove_all(path("prefix/share"));
  expect_part(sudoku_bench("dataset stats hard", installed).err,
              "the bundled puzzle sets are not in " + sets + ": set SUDOKU_BENCH_BUNDLED to ");
#if defined(NDEBUG)  // assertions name their source files
  const std::string program = content_of(installed.program);
  EXPECT_EQ(program.find(SOURCE_FOLDER), std::string::npos);
  EXPECT_EQ(program.find(BUILD_FOLDER), std::string::npos);
#endif
}

// Tests of the revision that a build records for its sources.
class Revision : public Bench {
 protected:
  std::string of(const std::string& sources, const std::string& name_and_value = "") const {
    const Ended ended =
        bench({"-D", "SOURCE_DIR=" + path(sources), "-D", "OUTPUT=" + path("build_info.cpp"), "-P",
               std::string(SOURCE_FOLDER) + "/harness/cli/build_info.cmake"},
              {.program = CMAKE_PROGRAM, .name_and_value = name_and_value});
    EXPECT_EQ(ended.code, 0) << ended.err;
    const std::string text = content_of(path("build_info.cpp"));
    const std::string before = ".git_revision = \"";
    const std::size_t begin = text.find(before) + before.size();
    return text.substr(begin, text.find('"', begin) - begin);
  }

  void SetUp() override {
    if (!has("git")) GTEST_SKIP() << "not tried: git is not installed";
    const Ended made = shell(
        "set -e; mkdir -p repository/sources; cd repository; git init --quiet; touch sources/file; "
        "git add .; git -c user.name=a -c user.email=a@b commit --quiet --message=first");
    ASSERT_EQ(made.code, 0) << made.err;
  }
};

TEST_F(Revision, IsThatOfTheRepositoryOfTheSources) {
  const std::string revision = of("repository");
  EXPECT_EQ(revision.size(), 12U) << revision;
  EXPECT_EQ(of("repository/sources"), "unknown") << "a repository around the sources";
  EXPECT_EQ(of("repository", "GIT_TEST_ASSUME_DIFFERENT_OWNER=1"), revision);
  folder_.write("repository/sources/file", "changed");
  EXPECT_EQ(of("repository"), revision + "-dirty");
}

}  // namespace
}  // namespace sudoku::cli
