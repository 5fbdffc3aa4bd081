// Tests of the program's environment: standard streams, limits, folders.
#include "harness/cli/program.h"

#include <filesystem>

#include <fmt/format.h>

#include "harness/cli/bench_fixture.h"
#include "harness/result/json.h"

namespace sudoku::cli {

namespace {

class Surrounded : public Bench {
 protected:
  // Runs `command` in a shell, in which "$@" is the program with the arguments `words`.
  Ended shell(const std::string& command, const std::vector<std::string>& words,
              const std::string& name_and_value = "") const {
    std::vector<std::string> all = {"-c", command, "sh", SUDOKU_BENCH_PROGRAM};
    all.insert(all.end(), words.begin(), words.end());
    return run_child(folder_.path(), all, {.program = "/bin/sh", .name_and_value = name_and_value});
  }
};

TEST_F(Surrounded, ClosedStandardErrorIsNoOutputFile) {
  folder_.write("bad.csv", std::string(kHeader) + kRows + "not a puzzle,\n");
  const Ended whole = bench({"solve", "bad.csv"});
  EXPECT_EQ(shell("exec \"$@\" 2>&-", {"solve", "bad.csv", "-o", "out.csv"}).code, kOk);
  EXPECT_EQ(content_of(path("out.csv")), whole.out);
  EXPECT_EQ(shell("exec \"$@\" 2>&-", {"solve", "none.csv"}).code, kBadInput);
  EXPECT_EQ(shell("exec \"$@\" <&- >&- 2>&-", {"solve", "bad.csv", "-o", "out.csv"}).code, kOk);
  EXPECT_EQ(content_of(path("out.csv")), whole.out);
}

// Regression: the output vanished like a message, with exit status 0.
TEST_F(Surrounded, ClosedStandardErrorTakesNoOutput) {
  for (const char* name : {"/dev/stderr", "/dev/fd/2"}) {
    EXPECT_EQ(shell("exec \"$@\" 2>&-", {"solve", "good.csv", "-o", name}).code, kBadInput);
    EXPECT_EQ(shell("exec \"$@\"", {"solve", "good.csv", "-o", name}).code, kOk);
  }
}

TEST_F(Surrounded, StandardErrorThatCannotBeWrittenIsNoCrash) {
  EXPECT_EQ(shell("exec \"$@\" 2>/dev/full", {"solve", "none.csv"}).code, kBadInput);
}

TEST_F(Surrounded, ClosedStandardOutputIsAnError) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"version"},
        {"solve", "good.csv"},
        {"dataset", "convert", "good.csv", "-", "--to", "lines"},
        quick_run({"good.csv", "--result", "-"}),
        quick_run({"good.csv"})}) {
    SCOPED_TRACE(words[0]);
    const Ended ended = shell("exec \"$@\" >&-", words);
    EXPECT_EQ(ended.code, kBadInput);
    EXPECT_TRUE(ended.err.starts_with("sudoku-bench: standard output: cannot be written"))
        << ended.err;
  }
}

TEST_F(Surrounded, ClosedStandardInputIsAnError) {
  for (const char* command : {"run", "solve"}) {
    const Ended ended = shell("exec \"$@\" <&-", {command, "-"});
    EXPECT_EQ(ended.code, kBadInput);
    EXPECT_EQ(ended.err, "sudoku-bench: <stdin>: cannot be read: Bad file descriptor\n");
  }
}

TEST_F(Surrounded, LimitOnFilesIsAWriteError) {
  std::string many = kHeader;
  for (int i = 0; i < 100; ++i)
    many += kRows;
  folder_.write("many.csv", many);
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"solve", "many.csv", "-o", "out.csv"},
        {"dataset", "convert", "many.csv", "out.csv"}}) {
    const Ended ended = shell("ulimit -f 8; exec \"$@\"", words);
    EXPECT_EQ(ended.code, kBadInput);
    EXPECT_EQ(ended.err, "sudoku-bench: out.csv: cannot be written: File too large\n");
    EXPECT_FALSE(std::filesystem::exists(path("out.csv")));
  }
}

TEST_F(Surrounded, SmallStackIsNamed) {
  const Ended ended = shell("ulimit -s 192; exec \"$@\"", quick_run({"good.csv"}));
  EXPECT_EQ(ended.code, kBadInput);
  EXPECT_EQ(ended.err,
            "sudoku-bench: the stack limit is 192 kB, at least 1024 kB are needed (ulimit -s)\n");
}

TEST_F(Surrounded, LeastStackIsEnough) {
#if defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP() << "not tried: the sanitizer needs more";
#endif
  const Ended ended = shell("ulimit -s 1024; exec \"$@\"",
                            {"run", "good.csv", "--solvers", "all", "--time-budget", "20ms"});
  EXPECT_EQ(ended.code, kOk) << ended.err;
}

TEST_F(Surrounded, TemporaryFolderThatIsNotThereIsNamed) {
  const Ended ended = shell("exec \"$@\" <good.csv", quick_run({"-"}), "TMPDIR=/nonexistent");
  EXPECT_EQ(ended.code, kBadInput);
  EXPECT_EQ(ended.err,
            "sudoku-bench: <stdin>: cannot be copied to a temporary file in /nonexistent (TMPDIR): "
            "No such file or directory\n");
}

TEST_F(Surrounded, ProcessesNeedNoTemporaryFolder) {
  for (const char* variable : {"TMPDIR=", "TMPDIR=/nonexistent"}) {
    const Ended ended =
        bench(quick_run({"good.csv", "--processes", "2"}), {.name_and_value = variable});
    EXPECT_EQ(ended.code, kOk) << ended.err;
  }
}

// Regression: solvers were blamed, some by exit code 3, when the program ran out of descriptors.
TEST_F(Surrounded, FewOpenFilesAreAnErrorOfTheirOwn) {
  const Arguments isolated = quick_run({"good.csv", "--isolate", "all", "--quiet"});
  const Arguments external = quick_run(
      {"good.csv", "--exec",
       "name=command:" COMMAND_OF_PLUGIN " " PLUGIN_FAULTY " sudoku_mrv_hidden", "--quiet"});

  const struct {
    Arguments words;
    int limit;
    int needed;
  } cases[] = {
      {{"solve", "good.csv", "-o", "o.csv"}, 10, 20},
      {{"dataset", "stats", "good.csv"}, 19, 20},
      {isolated, 20, 28},
      {isolated, 27, 28},
      {external, 22, 28},
  };

  for (const auto& c : cases) {
    SCOPED_TRACE(testing::PrintToString(c.words));
    const Ended ended = shell(fmt::format("ulimit -n {}; exec \"$@\"", c.limit), c.words);
    EXPECT_EQ(ended.code, kBadInput);
    EXPECT_EQ(ended.out, "");
    EXPECT_EQ(ended.err,
              fmt::format("sudoku-bench: the limit of open files is {}, at least {} are needed "
                          "(ulimit -n)\n",
                          c.limit, c.needed));
    const Ended enough = shell(fmt::format("ulimit -n {}; exec \"$@\"", c.needed), c.words);
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
  for (const Arguments& words : {quick_run({"minimal"}), Arguments{"dataset", "verify", "minimal"},
                                 Arguments{"dataset", "list"}}) {
    SCOPED_TRACE(words.front());
    const Ended ended = bench(words, {.program = program});
    EXPECT_EQ(ended.code, kBadInput);
    const char* const name =
        words.back() == "minimal" ? "minimal: there is no such file, and " : "";
    EXPECT_EQ(ended.err, fmt::format("sudoku-bench: {}{}", name, why));
  }
  const Ended told =
      bench(quick_run({"hard"}),
            {.program = program, .name_and_value = "SUDOKU_BENCH_BUNDLED=" BUNDLED_DATASETS});
  EXPECT_EQ(told.code, kOk) << told.err;
}

// Only a user who asks for hardware counters is told that there are none.
TEST_F(Surrounded, CountersThatWereAskedForAreMissedOnce) {
  const Ended asked = bench(quick_run({"good.csv", "--counters", "on", "--result", "r.json"}));
  ASSERT_EQ(asked.code, kOk) << asked.err;
  const auto why = result::read_result(path("r.json")).environment.no_counters;
  EXPECT_EQ(asked.err, why ? "--counters on: nothing was counted: " + *why + "\n" : "");
  const Ended twice = bench(quick_run({"good.csv", "--counters", "on", "--processes", "2"}));
  EXPECT_EQ(twice.err, asked.err);
  EXPECT_EQ(bench(quick_run({"good.csv"})).err, "");
  EXPECT_EQ(bench(quick_run({"good.csv", "--counters", "off"})).err, "");
  EXPECT_EQ(
      bench(quick_run({"good.csv", "--counters", "valgrind"}), {.name_and_value = "PATH=/nowhere"})
          .err,
      fmt::format("--counters valgrind: nothing was counted: {}\n", why_no_valgrind()));
}

TEST_F(Surrounded, WithoutHomeOneIsAskedForOnlyWhereItIsNeeded) {
  const std::string without = "unset HOME XDG_DATA_HOME SUDOKU_BENCH_FETCHED; exec \"$@\"";
  EXPECT_EQ(shell(without, {"dataset", "list"}).code, kOk);
  EXPECT_EQ(shell(without, quick_run({"hard"})).code, kOk);
  const Ended ended = shell(without, {"dataset", "fetch", "17_clue"});
  EXPECT_EQ(ended.code, kBadInput);
  EXPECT_EQ(ended.err,
            "sudoku-bench: there is no folder for fetched sets: set SUDOKU_BENCH_FETCHED or "
            "HOME\n");
}

// This test needs its own mount namespace, which not every system allows.
TEST_F(Surrounded, WithoutProcWhatIsNotKnownIsNull) {
  const std::string hidden =
      R"(unshare -rm sh -c 'mount -t tmpfs none /proc || exit 99; exec "$@"' sh "$@" <good.csv)";
  if (shell(hidden, {"version"}).code != kOk) GTEST_SKIP() << "/proc cannot be hidden here";
  const Ended run = shell(hidden, quick_run({"good.csv", "--result", "-"}));
  ASSERT_EQ(run.code, kOk) << run.err;
  EXPECT_NE(run.out.find("\"steal\": null"), std::string::npos);
  EXPECT_NE(run.out.find("\"load\": null"), std::string::npos);
  EXPECT_EQ(result::from_json(run.out, "run").environment.memory_bytes, 0U);
  const Ended named = shell(hidden, {"solve", "good.csv", "-o", "/dev/stdout"});
  EXPECT_EQ(named.code, kBadInput);
  EXPECT_EQ(named.err,
            "sudoku-bench: /dev/stdout: cannot be written: it is in /dev, but leads to no device, "
            "pipe or open file\n");
  EXPECT_TRUE(std::filesystem::is_symlink("/dev/stdout"));
  const Ended piped = shell(hidden, quick_run({"-"}));
  EXPECT_EQ(piped.code, kBadInput);
  EXPECT_EQ(piped.err,
            "sudoku-bench: <stdin>: its copy cannot be opened through /proc: No such file or "
            "directory\n");
  const Ended series = shell(hidden, quick_run({"good.csv", "--processes", "2"}));
  EXPECT_EQ(series.code, kBadInput);
  EXPECT_EQ(series.err, "sudoku-bench: cannot run /proc/self/exe: No such file or directory\n");
}

class Installed : public Bench {
 protected:
  Installed() {
    // Installing all components would overwrite CMake's manifest of the user's own installation.
    install_ = run_child(
        folder_.path(),
        {"--install", BUILD_FOLDER, "--component", "sudoku-bench", "--prefix", path("prefix")},
        {.program = CMAKE_PROGRAM});
  }

  Ended installed(const std::vector<std::string>& arguments) const {
    return bench(arguments, {.program = path("prefix/bin/sudoku-bench")});
  }

  Ended install_;
};

TEST_F(Installed, ProgramHasItsPagesAndItsDatasets) {
  ASSERT_EQ(install_.code, kOk) << install_.err;
  for (const char* file :
       {"share/man/man1/sudoku-bench.1.gz", "share/bash-completion/completions/sudoku-bench",
        "share/doc/sudoku-bench/changelog.gz", "share/doc/sudoku-bench/copyright",
        "share/sudoku-bench/datasets/catalog.csv"}) {
    EXPECT_TRUE(std::filesystem::exists(path("prefix") + "/" + file)) << file;
  }
  const std::string set = path("prefix/share/sudoku-bench/datasets/hard.csv");
  std::filesystem::copy_file(path("good.csv"), set,
                             std::filesystem::copy_options::overwrite_existing);
  const Ended ended = installed({"dataset", "convert", "hard", "-", "--to", "lines"});
  EXPECT_EQ(ended.code, kOk) << ended.err;
  EXPECT_EQ(ended.out, bench({"dataset", "convert", "good.csv", "-", "--to", "lines"}).out);
}

TEST_F(Installed, ProgramLooksForDatasetsOnlyWhereItIsInstalled) {
  ASSERT_EQ(install_.code, kOk) << install_.err;
  std::filesystem::remove_all(path("prefix/share"));
  const Ended ended = installed({"dataset", "stats", "hard"});
  EXPECT_EQ(ended.code, kBadInput);
  EXPECT_EQ(ended.err,
            fmt::format(
                "sudoku-bench: hard: there is no such file, and the bundled puzzle sets are not in "
                "{}: set SUDOKU_BENCH_BUNDLED to the folder that holds them, such as "
                "datasets of the source tree\n",
                path("prefix/share/sudoku-bench/datasets")));
}

TEST_F(Installed, ProgramNamesNoFolderThatItWasBuiltIn) {
#if !defined(NDEBUG)
  GTEST_SKIP() << "not tried: assertions name their source files";
#endif
  ASSERT_EQ(install_.code, kOk) << install_.err;
  const std::string program = content_of(path("prefix/bin/sudoku-bench"));
  EXPECT_EQ(program.find(SOURCE_FOLDER), std::string::npos);
  EXPECT_EQ(program.find(BUILD_FOLDER), std::string::npos);
}

// Tests of the revision that a build records for its sources.
class Revision : public Bench {
 protected:
  // Runs a shell command in the folder of the test.
  void shell(const std::string& command) const {
    const Ended ended = bench({"-ec", command}, {.program = "sh"});
    ASSERT_EQ(ended.code, 0) << ended.err;
  }

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
    if (bench({"-c", "command -v git"}, {.program = "sh"}).code != 0) {
      GTEST_SKIP() << "not tried: git is not installed";
    }
    shell(
        "mkdir -p repository/sources; cd repository; git init --quiet; touch sources/file; "
        "git add .; git -c user.name=a -c user.email=a@b commit --quiet --message=first");
  }
};

TEST_F(Revision, IsThatOfTheRepositoryOfTheSources) {
  const std::string revision = of("repository");
  EXPECT_EQ(revision.size(), 12U) << revision;
  folder_.write("repository/sources/file", "changed");
  EXPECT_EQ(of("repository"), revision + "-dirty");
}

TEST_F(Revision, IsNotThatOfARepositoryAroundTheSources) {
  EXPECT_EQ(of("repository/sources"), "unknown");
}

TEST_F(Revision, IsKnownWhereAnotherUserOwnsTheSources) {
  EXPECT_EQ(of("repository", "GIT_TEST_ASSUME_DIFFERENT_OWNER=1").size(), 12U);
}

}  // namespace

}  // namespace sudoku::cli
