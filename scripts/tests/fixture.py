"""What the tests of scripts have in common. To run one by hand, as CTest does:
  SUDOKU_BENCH=build/release/sudoku-bench scripts/tests/solver_gate_test.py SlowSolverGate.test_NAME
"""
import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[2]
# No settings of the user or of a workflow, and no repository around the folder of the test.
ENVIRONMENT = {name: value for name, value in os.environ.items()
               if not name.startswith(("GIT", "REGRESSION_", "RUNNER_", "SUDOKU_BENCH_"))} | {
    "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b",
    "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b", "SOURCES": str(SOURCES),
    "CC": os.environ.get("CC", "/usr/bin/cc"),
    "SUDOKU_BENCH": os.path.abspath(os.environ.get("SUDOKU_BENCH", SOURCES / "build/release/sudoku-bench"))}
PRELUDE = """commit() { git add --all; git commit --quiet --allow-empty --message "$1"; }\n"""


class ScriptTest(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.start_afresh()

    def start_afresh(self):
        """Gives the test a new folder."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name).resolve()
        (self.folder / "temporary").mkdir()

    @contextlib.contextmanager
    def case(self, name):
        """A case of a table, with a folder of its own."""
        self.start_afresh()
        with self.subTest(name):
            yield

    def need(self, *programs):
        for program in programs:
            if not shutil.which(program):
                self.skipTest(f"there is no {program}")

    def run_words(self, *words, **environment):
        place = {"folder": str(self.folder), "TMPDIR": f"{self.folder}/temporary", "GIT_CEILING_DIRECTORIES": str(self.folder)}
        return subprocess.run(words, cwd=self.folder, env=ENVIRONMENT | place | environment, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, errors="replace")

    def bash(self, script, **environment):
        """Runs commands of bash in the test's folder, $folder, until one fails."""
        return self.run_words("bash", "-euc", PRELUDE + script, **environment)

    def write(self, name, text, mode=0o644):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(mode)

    def write_program(self, name, text):
        self.write(name, text, 0o755)

    def text_of(self, name):
        """The text of a file of the test's folder, or nothing if there is none."""
        path = self.folder / name
        return path.read_text(errors="replace") if path.exists() else ""

    def assert_status(self, status, ended):
        self.assertEqual(ended.returncode, status, ended.stdout + ended.stderr)

    def assert_start(self, start, text):
        self.assertEqual(text[:len(start)], start, text)


class SolverTest(ScriptTest):
    """Base of tests that build plugins, and have some puzzles, good.csv."""

    def setUp(self):
        if not ENVIRONMENT["CC"]:
            self.skipTest("cross-compiled: no compiler for plugins")
        super().setUp()

    def start_afresh(self):
        super().start_afresh()
        rows = ["puzzle,solution"]
        for name, count in ("easy", 4), ("multiple", 1), ("none", 1):
            rows += (SOURCES / f"datasets/{name}.csv").read_text().split("\n")[1:1 + count]
        self.write("good.csv", "\n".join(rows) + "\n")

    def result(self, name):
        return self.text_of("results/" + name)


def main():
    """Runs the tests named on the command line. Ends with status 77 if all skipped themselves."""
    result = unittest.main(exit=False).result
    if result.skipped and len(result.skipped) == result.testsRun:
        print(f"{sys.argv[-1]}: Skipped\n{result.skipped[0][1]}")
        sys.exit(77)
    sys.exit(not result.wasSuccessful())
