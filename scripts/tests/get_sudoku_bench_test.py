"""Tests of scripts/get-sudoku-bench, and of what scripts/solvers.sh says about a failed build."""
import shutil

import fixture
from fixture import SOURCES

GET = '"$SOURCES/scripts/get-sudoku-bench" '


class GetSudokuBench(fixture.ScriptTest):
    def copy_scripts(self):
        (self.folder / "tree/scripts").mkdir(parents=True)
        for script in "get-sudoku-bench", "solvers.sh", "usage.sh":
            shutil.copy(SOURCES / "scripts" / script, self.folder / "tree/scripts")
        self.write_program("tree/scripts/setup", "#!/bin/sh\n")

    def test_takes_the_program_of_an_archive(self):
        self.need("curl")
        ended = self.bash("""
            mkdir -p sudoku-bench-1/bin
            printf '#!/bin/sh\nexit 0\n' >sudoku-bench-1/bin/sudoku-bench; chmod +x sudoku-bench-1/bin/sudoku-bench
            tar -czf a.tar.gz sudoku-bench-1; hash=$(sha256sum <a.tar.gz)
            """ + GET + """--archive "file://$folder/a.tar.gz" --archive-sha256 "${hash%% *}" --to unpacked""")
        self.assert_status(0, ended)
        self.assertEqual(ended.stdout, f"{self.folder}/unpacked/sudoku-bench-1/bin/sudoku-bench\n")

    def test_refuses_words_that_are_no_options(self):
        for word in "--", "x", "":
            with self.subTest(word):
                ended = self.bash(f"{GET} '{word}' x")
                self.assert_status(1, ended)
                self.assertEqual(ended.stderr, f"get-sudoku-bench: unknown option '{word}' (see --help)\n")

    def test_refuses_another_archive(self):
        ended = self.bash(f"echo >a.tar.gz; {GET} --archive a.tar.gz --archive-sha256 0123 --to unpacked")
        self.assert_status(6, ended)
        self.assertIn("a.tar.gz' has another sha256 than expected: 01ba4719", ended.stderr)

    def test_builds_the_program_once_into_the_prefix(self):
        self.copy_scripts()
        self.write_program("bin/cmake", """#!/bin/sh
            echo "$*" >>"$folder/built"
            [ "$1" != --install ] || install -D /bin/true "$4/bin/sudoku-bench" """)
        for _ in range(2):
            ended = self.bash("""unset SUDOKU_BENCH; PATH=$folder/bin:$PATH
                tree/scripts/get-sudoku-bench --prefix "$folder/the prefix" """)
            self.assert_status(0, ended)
            self.assertEqual(ended.stdout, f"{self.folder}/the prefix/bin/sudoku-bench\n")
        built = self.text_of("built")
        self.assertEqual(built.count("\n"), 3, built)
        self.assert_start("--preset release\n--build --preset release ", built)
        self.assertTrue(built.endswith("the prefix --component sudoku-bench\n"), built)

    def test_its_key_depends_on_sources_only(self):
        self.copy_scripts()
        ended = self.bash("""
            mkdir -p tree/{datasets,harness,solvers,results}; cd tree
            touch CMakeLists.txt CMakePresets.json harness/main.cpp
            compare_key() {
              key=$(scripts/get-sudoku-bench --key)
              [ "$key" = "$last" ] && echo same || echo other
              last=$key
            }
            last=$(scripts/get-sudoku-bench --key)
            touch README.md LICENSE harness/README.md harness/main_test.cpp results/{r.json,r.svg}; compare_key
            echo >>harness/main.cpp; compare_key
            echo >datasets/more.csv; compare_key""")
        self.assertEqual(ended.stdout, "same\nother\nother\n", ended.stderr)


class FirstError(fixture.ScriptTest):
    def test_is_the_line_of_a_log_that_tells_why_a_build_failed(self):
        for log, error in (
                ("cc -Werror -c a.c\na.c:3:5: error: one\na.c:9:5: error: two\nmake: *** [Makefile:3: a.o] Error 1\n",
                 "a.c:3:5: error: one"),
                ("warning: x\n\033[1m\033[31merror[E0425]\033[0m: cannot find value `x`\n --> src/lib.rs:7:5\n"
                 "error: could not compile `s`\n", "error[E0425]: cannot find value `x` (src/lib.rs:7:5)"),
                ("a.o: in function `f':\na.c:(.text+0x1): undefined reference to `g'\n"
                 "collect2: error: ld returned 1 exit status\n", "a.c:(.text+0x1): undefined reference to `g'"),
                ("make: *** No rule to make target 'x'.  Stop.\n", "make: *** No rule to make target 'x'.  Stop."),
                ("CMake Error at CMakeLists.txt:3 (find_package):\n  none\nConfiguring incomplete, errors occurred!\n",
                 "CMake Error at CMakeLists.txt:3 (find_package):"),
                ("bash: line 1: meson: command not found\n", "bash: line 1: meson: command not found"),
                ("one\n2 errors found\nno more errors\n", "2 errors found"),
                ("one\nit failed\n\n", "it failed")):
            with self.case(error):
                self.write("log", log)
                self.assertEqual(self.bash("source $SOURCES/scripts/solvers.sh; first_error log").stdout, error + "\n")


fixture.main()
