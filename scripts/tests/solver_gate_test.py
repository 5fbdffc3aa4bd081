"""Tests of scripts/solver-gate in repositories of solvers made for them."""
import re
import textwrap

import fixture
from fixture import SOURCES

# The repository of the tests holds a solver in C that is built from bitmasks.c, and a dataset.
PRELUDE = r"""
export GITHUB_ACTIONS=1 GITHUB_STEP_SUMMARY=$folder/summary GITHUB_OUTPUT=$folder/outputs
export GITHUB_REF=${GITHUB_REF_OF_TEST:-refs/heads/main} RUNNER_TEMP=$folder

# Writes a solver that solves each puzzle $1 times, and then executes the statement $2.
write_solver() {
  cp "$SOURCES/solvers/external/sudoku_plugin.h" "$SOURCES/solvers/external/examples/c/bitmasks.c" .
  cat >solver.c <<END
  #include "bitmasks.c"
  SUDOKU_PLUGIN size_t solve(const char* input, size_t limit, uint32_t config, char* solution, size_t* guesses) {
    size_t found = 0;
    for (int i = 0; i < $1; ++i) found = solve_bitmasks(input, limit, config, solution, guesses);
    ${2:-}
    return found;
  }
END
}
commit_twice() { write_solver 1; commit 'first of main'; ${1:-true}; commit second; }
refactor() { echo 'int more;' >>solver.c; }
# Runs the gate; options given before those of the test can be overridden by them.
gate() {
  "${GATE:-$SOURCES/scripts/solver-gate}" --output "$folder/results" --files good.csv \
    --build '"$CC" -O1 -shared -fPIC -I. -o solver.so solver.c' "$@"
}
answers() { gate --plugin ./solver.so:solve --option --deterministic-only "$@"; }
git init --quiet --initial-branch=main repository
cp good.csv repository
cd repository
"""
# A program in place of sudoku-bench that ends `ab` with $STUB and notes its arguments, a line each.
STUB = """#!/bin/sh
[ "$1" = ab ] || exit 0
printf '%s\n' "$@" >"$folder/told"
while [ $# -gt 0 ]; do [ "$1" != --markdown ] || echo "**STUB $STUB**" >"$2"; shift; done
exit $STUB
"""


class GateTest(fixture.SolverTest):
    def gate(self, script, **environment):
        return self.bash(PRELUDE + script, **environment)

    def gate_by_stub(self, script, status=0, **environment):
        self.write_program("stub", STUB)
        return self.gate("SUDOKU_BENCH=$folder/stub\n" + script, STUB=str(status), **environment)

    def told(self):
        return self.text_of("told")

    def assert_verdict(self, ended, status, start, **parts):
        """Checks how the verdict starts, and that files of the results, and the standard output, have PARTS."""
        self.assert_status(status, ended)
        self.assert_start("**" + start, self.result("verdict.md"))
        self.assertIn("**" + start, self.text_of("summary"))
        self.assertIn("**" + start, self.result("comment.md"))
        self.assertIn("<testcase ", self.result("junit.xml"))
        self.assertEqual(self.text_of("outputs"), f"exit-code={status}\nresults={self.folder}/results\n")
        self.assertEqual(list((self.folder / "temporary").iterdir()), [])
        for file in (self.folder / "results").iterdir():
            self.assertNotIn(f"{self.folder}/temporary", file.read_text(), file)
        files = {"verdict": "verdict.md", "comment": "comment.md", "junit": "junit.xml", "log": "build-head.log"}
        for name, part in parts.items():
            self.assertIn(part, ended.stdout if name == "out" else self.result(files[name]))


class SlowestSolverGate(GateTest):
    def test_a_slower_solver_fails(self):
        ended = self.gate("""
            write_solver 1; commit fast
            write_solver 3; commit slow
            gate --plugin ./solver.so:solve --max-time 10min""")
        self.assert_verdict(ended, 4, "SLOWER: solve on good.csv, +")


class SlowSolverGate(GateTest):
    def test_an_unchanged_solver_passes(self):
        ended = self.gate("""
            commit_twice refactor
            echo '#error' >solver.c
            touch new
            answers
            git worktree list >../worktrees""")
        self.assert_verdict(ended, 0, "PASSED: the same answers to all 2,006 puzzles",
                            out=" second, with the base ", comment=" first of main\n")
        self.assertEqual(ended.stderr, "solver-gate: changes that are not committed are not part of HEAD\n")
        comment = self.result("comment.md")
        self.assert_start("<!-- sudoku-bench solver-gate: solve -->\n**Solver gate of solve**\n\n**PASSED: ", comment)
        self.assertIn(" second\n", comment)
        self.assertIn("<html", self.result("report.html"))
        self.assertEqual(self.text_of("worktrees").count("\n"), 1)

    # Script, exit status, verdict and further parts.
    VERDICTS = (
        ("write_solver 1; commit first; answers", 0,
         "NO USABLE BASE: HEAD is the first commit; HEAD alone was checked**\n", {}),
        ("commit_twice; gate --plugin ./solver.so:missing", 3,
         "NOT MEASURED: HEAD cannot be used: its solver fails on an easy puzzle** "
         "`sudoku-bench: missing cannot be started: ", {}),
        (r"""commit_twice; answers --build 'printf "error: \140here\140 & <there>\1 %s\n" "$PWD/x"; false'""", 3,
         "NOT MEASURED: HEAD cannot be built, see build-head.log** `error: here & <there>\1 x`\n",
         {"junit": "error: `here` &amp; &lt;there&gt; x", "log": "error: `here` & <there>\1 x\n",
          "out": "\n::error title=solver gate::HEAD cannot be built"}),
        ("write_solver 1 'solution[0] = solution[1];'; commit first; answers", 3,
         "NO USABLE BASE: HEAD is the first commit; ", {}),
        ("""commit main
            git checkout --quiet --orphan other; write_solver 1; commit first
            answers --base main""", 0, "NO USABLE BASE: HEAD and 'main' have no common commit; ", {}),
        ('answers --repository "$folder"', 6, "NOT MEASURED: git cannot read this repository**", {}),
        ("write_solver 1; commit first; answers --base gone", 6, "NOT MEASURED: there is no commit 'gone'**", {}),
        ("""commit one; commit two
            git clone --quiet --depth 1 "file://$PWD" ../clone
            mv ../repository ../moved; cd ../clone
            answers""", 6, "NOT MEASURED: this clone is shallow, and the rest of it cannot be fetched**", {}),
        ("""commit_twice
            echo >../a.tar.gz; unset SUDOKU_BENCH
            answers --archive ../a.tar.gz --archive-sha256 0123""", 6,
         "NOT MEASURED: there is no sudoku-bench** `'../a.tar.gz' has another sha256 than expected: 01ba4719", {}),
    )

    def test_every_history_has_its_verdict(self):
        for script, status, verdict, parts in self.VERDICTS:
            with self.case(verdict):
                self.assert_verdict(self.gate(script), status, verdict, **parts)

    def test_checks_head_alone_without_a_usable_base(self):
        fails = "its solver fails on an easy puzzle{}** `"
        for base, says, quotes in (
                ("echo '#error' >solver.c", "it cannot be built, see build-base.log{}** `", "solver.c:1:2: error: #error"),
                ("touch nothing", "its build leaves no file '../base/solver.so'{}**\n", ""),
                ("write_solver 1 'extern int gone(void); gone();'", fails, "../base/solver.so: undefined symbol: gone"),
                ("write_solver 1 'extern int pause(void); for (;;) pause();'", fails,
                 "`≤ gave up on puzzles; the time spent on them counts: solve on 1 of 1`"),
                ("write_solver 1 'solution[0] = solution[1];'", fails, "`wrong: solve: ")):
            with self.case(base):
                ended = self.gate(base + """
                    commit base; rm -f nothing; write_solver 1; commit head
                    answers --build '[ -e nothing ] || "$CC" -shared -fPIC -I. -o solver.so solver.c'""")
                self.assert_verdict(ended, 0, "NO USABLE BASE: " + says.format("; HEAD alone was checked"),
                                    verdict=quotes, out="::warning title=solver gate::no usable base: ")
                self.assertIn("\n**CHECKED ALONE, ", self.result("verdict.md"))

    def test_completes_a_shallow_clone_of_a_merge(self):
        ended = self.gate("""
            write_solver 1; commit start
            git checkout --quiet -b topic; commit mine
            git checkout --quiet main; commit 'of others'
            git merge --quiet --no-ff --message merge topic
            git update-ref refs/pull/1/merge HEAD; git reset --quiet --hard HEAD^1
            git init --quiet ../clone; cd ../clone
            git remote add origin "file://$folder/repository"
            git fetch --quiet --depth 1 origin +refs/pull/1/merge:refs/remotes/pull/1/merge
            git checkout --quiet refs/remotes/pull/1/merge
            answers""")
        self.assert_verdict(ended, 0, "IDENTICAL", out=" merge, with the base ")
        self.assertIn(" of others\n", ended.stdout)

    def test_executes_nothing_in_a_name(self):
        ended = self.gate(r"""
            name='$(touch hacked) `touch hacked` "q" '\'';touch hacked;'
            head -4 good.csv >"$name.csv"; head -3 good.csv >./-minus.csv
            write_solver 1; commit "$name"; refactor; commit '::error::'"$name"
            gate --files "$name.csv" --files -minus.csv --option --deterministic-only \
              --build '"$CC" -shared -fPIC -I. -o "a b, \$(touch hacked).so" solver.c' \
              --plugin '"a b, $(touch hacked).so":solve,name=x'
            find .. -name hacked >../found""")
        self.assert_verdict(ended, 0, "PASSED: ")
        self.assertEqual(self.text_of("found"), "")

    def test_runs_a_command_in_its_own_tree(self):
        ended = self.gate(r"""
            cp "$SOURCES/solvers/external/examples/python/line_solver.py" .; commit right
            sed -i 's/{search.found} {search.first}/0/' line_solver.py; commit wrong
            gate --build true --exec 'python3 line_solver.py' --check-files good.csv --option --deterministic-only""")
        self.assert_verdict(ended, 3, "WRONG: python3 on good.csv, ", comment="**Solver gate of python3**")

    def test_passes_on_the_plugin_and_every_option(self):
        ended = self.gate_by_stub(r"""
            commit_twice
            install -D ../stub ../prefix/bin/sudoku-bench; unset SUDOKU_BENCH
            gate --prefix ../prefix --build 'touch b.so' --plugin $'\n"./b.so":f:2,name=x\n' --files good.csv \
              --check-files $'rare.csv\nnone' --max-time 7s --max-time '' --threshold 5% \
              --option $'--solutions=1\n--seed=3' --accept 'search changed'
            sed -i "s/$(git log -1 --format=%h)/HEAD/; s/$(git log -1 --format=%h HEAD^1)/BASE/" ../told
            sed -i "s|$folder/||" ../told""")
        self.assert_status(0, ended)
        self.assertEqual(self.told().splitlines(), [
            "ab", "--base", '"../base/b.so":f:2,name=x', "--base-label=BASE first of main", "--accept=search changed",
            "--new", '"./b.so":f:2,name=x', "--new-label=HEAD second", "good.csv", "good.csv",
            "--check-only=rare.csv", "--check-only=none", "--max-time=7s", "--markdown", "results/verdict.md",
            "--junit", "results/junit.xml", "--html", "results/report.html", "--threshold=5%", "--solutions=1", "--seed=3"])

    def test_passes_on_a_command_that_runs_in_its_tree(self):
        for command, passed in (
                ("""flags="a:b,c",limit=first:./x "y z\"""",
                 """name=x,flags="a:b,c",limit=first:env "--chdir={}" ./x "y z\""""),
                ("p/q:r", """name=q-r:env "--chdir={}" p/q:r""")):
            with self.case(command):
                self.assert_status(0, self.gate_by_stub(f"commit_twice; gate --build true --exec '{command}'"))
                self.assertIn("--base-exec\n" + passed.format("../base") + "\n", self.told())
                self.assertIn("--new-exec\n" + passed.format(".") + "\n", self.told())

    def test_accepts_what_labels_and_commits_say(self):
        ended = self.gate_by_stub(r"""
            write_solver 1; commit $'base\n\nSolver-Gate: search changed'
            commit $'one\n\nSolver-Gate: slower on purpose: checks\n  its input'
            commit $'two\n\nSolver-Gate: faster\nSigned-off-by: a'
            commit $'three\n\nSolver-Gate: slower on purpose: \n\nNot the last lines.'
            answers --base HEAD~3 \
              --labels $'[\n  "bug",\n  "search changed",\n  "slower on purpose",\n  "my search changed"\n]'""")
        self.assert_status(0, ended)
        self.assertIn("\n--accept=search changed\n--accept=slower on purpose: checks its input\n--new\n", self.told())
        refused = "which is not accepted: expected 'search changed' or 'slower on purpose: REASON'\n"
        self.assertEqual(ended.stderr, f"solver-gate: a label says 'slower on purpose', {refused}"
                                       f"solver-gate: a commit says 'faster', {refused}")
        self.assertIn("\nWarning: `a commit says 'faster', which is not accepted: ", self.result("comment.md"))

    def test_git_bisects_by_it(self):
        """Follows the documents in a repository whose build leaves the exit status of `ab` as its solver."""
        self.need("make")
        steps = re.search("(?s)    git bisect start.*?\n\n", (SOURCES / "solvers/external/README.md").read_text())[0]
        for commits, says in (("0 0 3 0 4", " is the first bad commit\n"),
                              ("0 0 broken 5 4 4", "The first bad commit could be any of:\n"),
                              ("0 0 6 0 4", "exit code 255 ")):
            with self.case(commits):
                self.write_program("stub", r"""#!/bin/sh
                    [ "$1" = ab ] || exit 0
                    while [ $# -gt 0 ]; do
                      case $1 in --new) new=$(expr "$2" : '"\(.*\)"') ;; --markdown) markdown=$2 ;; esac
                      shift
                    done
                    code=$(cat "$new"); echo "**STUB $code**" >"$markdown"; exit "$code" """)
                self.write("steps", textwrap.dedent(steps))
                ended = self.gate(f"SUDOKU_BENCH=$folder/stub; for status in {commits}; do" + r"""
                      command="echo $status >my_solver.so"
                      [ $status != broken ] || command=false
                      printf 'all:\n\t%s\n' "$command" >Makefile; commit "with $status"
                    done
                    git tag v1.2 "$(git rev-list --max-parents=0 HEAD)"; echo my_solver.so >.git/info/exclude
                    ln -s "$SOURCES" ../sudoku-bench
                    bash ../steps""")
                self.assertIn(says, ended.stdout + ended.stderr)

    def test_leaves_its_outcome_for_workflows(self):
        for inconclusive, ab, ref, status, outcome in (
                ("fail", 5, "", 5, "exit-code=5\n"), ("warn", 5, "", 0, "exit-code=5\n"),
                ("warn", 4, "refs/pull/12/merge", 4, "exit-code=4\npull-request=12\n")):
            with self.case(outcome + inconclusive):
                ended = self.gate_by_stub(f"commit_twice; answers --inconclusive {inconclusive}", ab, GITHUB_REF_OF_TEST=ref)
                self.assert_status(status, ended)
                self.assertEqual(self.result("outcome"), outcome)
                self.assert_start(f"exit-code={ab}\n", self.text_of("outputs"))
                warning = "::warning title=solver gate::this machine was too noisy for a verdict\n"
                self.assertEqual(ended.stdout.endswith(warning), status == 0)

    def test_measures_head_beside_its_rivals_on_request(self):
        ended = self.gate(r"""
            commit_twice
            git init --quiet --initial-branch=main ../rival; (cd ../rival; commit x)
            answers --rivals "# comment
              $folder/rival HEAD | cp \$SUDOKU_BENCH_ADAPTERS/solver.so . | solver.so:solve,name=rival
              $folder/rival gone | true | x.so:f" """)
        self.assert_status(0, ended)
        self.assertIn("\n| rival | ", self.result("speed.md"))
        self.assertIn("\n" + self.result("speed.md"), self.text_of("outputs"))
        self.assertIn("the tables of HEAD and its rivals are not complete", self.result("comment.md"))

    def test_a_program_without_its_puzzle_sets_says_how_to_name_them(self):
        script = """
            commit_twice
            mkdir -p ../lonely/bin; cp "$SUDOKU_BENCH" ../lonely/bin
            SUDOKU_BENCH=$folder/lonely/bin/sudoku-bench
            answers --files hard"""
        self.assert_verdict(self.gate(script), 2, "NOT MEASURED: there are no puzzles 'hard'** ",
                            verdict="set SUDOKU_BENCH_BUNDLED to the folder that holds them")
        self.start_afresh()
        self.assert_status(0, self.gate(script, SUDOKU_BENCH_BUNDLED=f"{SOURCES}/datasets"))

    def test_names_mistakes_of_the_command_line(self):
        what = "expected what to compare: one --plugin or --exec"
        for options, says in (
                ("--build", "--build: expected a value, found none"),
                ("--plugin a.so:f", "--build: expected the command that builds the solver"),
                ("--build make --plugin ''", what),
                ("--build make --plugin a.so:f --exec a", what),
                ("--build make --exec a --inconclusive maybe", "--inconclusive: expected warn or fail, found 'maybe'"),
                ("--build make --exec a --speed-table maybe", "--speed-table: expected true or false, found 'maybe'"),
                ("--build make --exec a --accept slower",
                 "--accept: expected 'search changed' or 'slower on purpose: REASON', found 'slower'")):
            with self.subTest(options):
                ended = self.bash(f'"$SOURCES/scripts/solver-gate" {options}')
                self.assert_status(1, ended)
                self.assertEqual(ended.stderr, f"solver-gate: {says} (see --help)\n")

    def test_the_action_passes_its_inputs(self):
        """Executes the last step of the action, whose inputs are variables."""
        action = (SOURCES / ".github/actions/solver-gate/action.yml").read_text()
        self.write("step", textwrap.dedent(action.split("      run: |\n")[-1]))
        ended = self.gate("""commit_twice; bash -eo pipefail ../step
                             mv ../solver-gate ../results; sed -i "s|/solver-gate|/results|" ../outputs""",
                          GATE=f"{SOURCES}/scripts/solver-gate", BASE_REF="HEAD^1", FILES="good.csv", CHECK_FILES="", EXEC="",
                          BUILD='"$CC" -O1 -shared -fPIC -I. -o solver.so solver.c', BUDGET="1min", THRESHOLD="",
                          PLUGIN="./solver.so:solve", OPTIONS="--deterministic-only", INCONCLUSIVE="warn", ARCHIVE="",
                          ARCHIVE_SHA256="", RIVALS="", SPEED_TABLE="false", LABELS='[\n  "bug"\n]')
        self.assert_verdict(ended, 0, "IDENTICAL")


class TemplateTest(GateTest):
    def assert_passes(self, template, name):
        """Builds and compares a template as its workflow says, on a small dataset."""
        folder = SOURCES / "solvers/external/examples" / template
        workflow = (folder / ".github/workflows/solver-gate.yml").read_text()
        inputs = {key: textwrap.dedent(lines) if lines else line for key, lines, line in
                  re.findall(r"(?m)^          ([a-z-]+): (?:\|\n((?:            .*\n)+)|(.*)$)", workflow)}
        for name_of_set in inputs["files"].split():
            self.assertTrue((SOURCES / f"datasets/{name_of_set}.csv").exists(), name_of_set)
        ended = self.gate(f"""
            cp -r "{folder}/." "$SOURCES/solvers/external/sudoku_plugin.h" .; commit first; commit second
            gate --build "$BUILD" --plugin "$PLUGIN" --exec "$EXEC" --option --deterministic-only \
              --option --time-identical --option --puzzle-timeout=1min --option --process-timeout=5min""",
                          **{key.upper(): inputs.get(key, "") for key in ("build", "plugin", "exec")})
        # A slow machine has time for a sample of the puzzles only.
        self.assert_verdict(ended, 0, "PASSED: the same answers to ", verdict="2,006 puzzles",
                            comment=f"**Solver gate of {name}**")


class SlowSolverGateTemplate(TemplateTest):
    def test_in_c(self):
        self.need("make")
        self.assert_passes("c", "solve_bitmasks")

    def test_in_rust(self):
        self.need("cargo")
        self.assert_passes("rust", "solve_rust")

    def test_all_post_their_verdicts_by_the_same_workflow(self):
        examples = SOURCES / "solvers/external/examples"
        workflows = [(examples / language / ".github/workflows/solver-gate-comment.yml").read_text()
                     for language in ("c", "rust", "python")]
        self.assertEqual(workflows, workflows[:1] * 3)


class SlowestSolverGateTemplate(TemplateTest):
    def test_in_python(self):
        self.assert_passes("python", "line_solver")


fixture.main()
