"""The commands and the C example of README.md, as a reader would try them: unshortened, and with an answer."""
import re

import fixture
from fixture import ENVIRONMENT, SOURCES

README = (SOURCES / "README.md").read_text()


def commands(heading):
    """The commands under a heading, which are indented as code."""
    section = README.split(f"## {heading}\n")[1].split("\n## ")[0]
    return [command for command in re.findall(r"(?m)^    (?! )((?:.*\\\n)*.*)$", section)
            if command.split()[0] in ("cc", "cp", "build/release/sudoku-bench")]


class SlowestReadme(fixture.SolverTest):
    def assert_sentences(self, commands, *sentences):
        """Runs commands as they stand. Each measurement has to end in one of the sentences."""
        self.write("my_solver.c", re.search("(?s)```c\n(.*?)```", README)[1])
        for name, target in (("datasets", SOURCES / "datasets"), ("solvers", SOURCES / "solvers"), ("cc", ENVIRONMENT["CC"]),
                             ("build/release/sudoku-bench", ENVIRONMENT["SUDOKU_BENCH"])):
            (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / name).symlink_to(target)
        said = ""
        for command in commands:
            with self.subTest(command):
                ended = self.bash("PATH=.:$PATH; " + command)
                self.assert_status(0, ended)
                said += ended.stdout
        for sentence in sentences:
            self.assertRegex(said, sentence)

    def test_races_your_own_solver(self):
        found = commands("Race your own solver")
        self.assertEqual(len(found), 7)
        right = r".*; (all|its) [0-9,]+ answers right\."
        self.assert_sentences(
            found, "my_solver: .*, ~?[0-9.,]+× slower than mrv" + right,
            "py: .*, (at least |~)?[0-9.,]+× slower than mrv" + right, "new: .*, ~?[0-9.,]+× faster than old" + right,
            "old: .*, the reference" + right)

    def test_compares_two_builds(self):
        builds = [command for command in commands("Race your own solver") if command.startswith("cc ")]
        found = builds + commands("Put it in CI")
        self.assertEqual(len(found), 4)
        # On a noisy machine it may be certain first that the new build is not slower.
        self.assert_sentences(found, r"FASTER: my_solver on minimal\.csv, |PASSED: the same answers ")


fixture.main()
