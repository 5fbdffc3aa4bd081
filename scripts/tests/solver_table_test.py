"""Tests of scripts/solver-table with a solver and rivals made for it."""
import fixture

# A solver that is built in the current folder, and a repository `rival` of a solver in C.
PRELUDE = r"""
mkdir mine
git init --quiet --initial-branch=main rival
cp "$SOURCES/solvers/external/examples/c/bitmasks.c" rival
(cd rival; commit rival; git tag v1)
cp good.csv mine; cd mine
"$CC" -O1 -shared -fPIC -I "$SOURCES/solvers/external" -o mine.so ../rival/bitmasks.c
build='"$CC" -O1 -shared -fPIC -I "$SUDOKU_BENCH_INCLUDE" -o rival.so bitmasks.c'
table() {
  "$SOURCES/scripts/solver-table" --output ../results --time-budget 20ms --files good.csv \
    --plugin ./mine.so:solve_bitmasks,name=mine "$@"
}
"""


class SlowSolverTable(fixture.SolverTest):
    def table(self, status, script):
        self.assert_status(status, self.bash(PRELUDE + script))

    def test_a_solver_alone_has_one_row(self):
        self.table(0, "table --files minimal")
        speed = self.result("speed.md")
        self.assert_start("| puzzles per second | good.csv | minimal.csv |\n|---|---:|---:|\n| mine | ", speed)
        self.assertIn("\n\nOne thread, ", speed)
        self.assertFalse((self.folder / "results/rivals.md").exists())
        self.assertEqual(list((self.folder / "temporary").iterdir()), [])

    def test_rivals_are_built_at_their_revisions(self):
        self.table(0, """
            cd ../rival; echo '#error' >bitmasks.c; git commit --quiet --all --message broken; cd ../mine
            table --rivals "# our rivals

              $folder/rival v1 | $build | cat | rival.so:solve_bitmasks,name=r1
              $folder/rival v1 | $build; touch it | ./rival.so:solve_bitmasks,name=r2,version=two" """)
        for row in "|\n| mine | ", "\n| r1 | ":
            self.assertIn(row, self.result("speed.md"))
        rivals = self.result("rivals.md")
        self.assert_start("Rivals of mine:\n\n" + f"- {self.folder}/rival at v1\n" * 2 + "\n", rivals)
        self.assertIn("\n- solver r2: two", rivals)
        self.assertNotIn(f"{self.folder}/temporary", rivals)

    def test_a_command_runs_in_its_clone(self):
        self.table(0, r"""
            cp "$SOURCES/solvers/external/examples/python/line_solver.py" .
            table --rivals "$folder/rival v1 | cp \$SUDOKU_BENCH_ADAPTERS/line_solver.py . |\
             exec name=py:python3 line_solver.py" """)
        self.assertIn("\n| py | ", self.result("speed.md"))

    def test_rivals_that_cannot_be_measured_are_named(self):
        for rival, why in (
                ("none v1 | true | x.so:f", "it cannot be cloned: `fatal: "),
                ("rival v2 | true | x.so:f", "it has no such revision\n"),
                ("rival v1 | echo 'a: error: b'; false | x.so:f",
                 "it cannot be built, see build-rival-f.log: `a: error: b`\n"),
                ("rival v1 | true | x.so:f", "its build leaves no file 'f/x.so'\n"),
                ("rival v1 | true | x.so:f,name=mine", "its name, 'mine', is that of another solver\n")):
            with self.case(rival):
                self.table(6, f'table --rivals "$folder/{rival}"')
                self.assertIn(" was not measured: " + why, self.result("rivals.md"))
                self.assertIn("\n| mine | ", self.result("speed.md"))

    def test_a_wrong_rival_has_no_speed(self):
        self.table(3, r"""
            cat >>wrong.c <<'END'
            #include <string.h>
            #include "bitmasks.c"
            size_t wrong(const char* p, size_t limit, uint32_t config, char* s, size_t* guesses) {
              return strncmp(p, "53..7", 5) == 0 ? solve_bitmasks(p, limit, config, s, guesses) : 0;
            }
END
            table --rivals "$folder/rival v1 | \"\$CC\" -shared -fPIC -I. -I \$SUDOKU_BENCH_INCLUDE -o r.so\
             \$SUDOKU_BENCH_ADAPTERS/wrong.c | r.so:wrong" """)
        self.assertIn("\n| wrong | WRONG |\n", self.result("speed.md"))

    def test_names_mistakes_of_the_command_line(self):
        for arguments, says in (
                ("--files hard", "expected what to measure: --plugin or --exec"),
                ("--plugin a.so:f --rivals 'https://x.org/y | make | a.so:f'",
                 "--rivals: expected 'URL REVISION | BUILD COMMAND | PLUGIN', found 'https://x.org/y | make | a.so:f'")):
            with self.subTest(arguments):
                ended = self.bash(f'"$SOURCES/scripts/solver-table" {arguments}')
                self.assert_status(1, ended)
                self.assertEqual(ended.stderr, f"solver-table: {says} (see --help)\n")


fixture.main()
