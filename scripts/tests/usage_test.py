"""Tests of the command lines of all programs in scripts/ and scripts/dev/, in a copy of that folder."""
import os
import shutil

import fixture
from fixture import SOURCES


class Scripts(fixture.ScriptTest):
    def setUp(self):
        super().setUp()
        shutil.copytree(SOURCES / "scripts", self.folder / "scripts", ignore=shutil.ignore_patterns("tests"))
        self.scripts = sorted(str(path.relative_to(self.folder)) for path in self.folder.rglob("scripts/**/*")
                              if path.is_file() and os.access(path, os.X_OK) and self.can_run(path))
        self.before = self.files()

    @staticmethod
    def can_run(path):
        """Whether this system has the interpreter of a script, such as node."""
        return shutil.which(path.read_text().split("\n")[0].split(" ")[1]) is not None

    def files(self):
        return sorted(self.folder.rglob("*"))

    def test_answer_help_and_do_nothing(self):
        self.assertGreater(len(self.scripts), 20)
        for script in self.scripts:
            for option in "--help", "-h":
                with self.subTest(script + option):
                    ended = self.run_words(self.folder / script, option)
                    self.assert_status(0, ended)
                    self.assertIn(script, ended.stdout)
                    self.assertNotIn("set -e", ended.stdout)
                    self.assertEqual(ended.stderr, "")
                    self.assertEqual(self.files(), self.before)

    def test_refuse_unknown_options(self):
        for script in self.scripts:
            if script == "scripts/bench":
                continue  # passes options on to the program that it builds
            with self.subTest(script):
                ended = self.run_words(self.folder / script, "--no-such-option")
                self.assert_status(1, ended)
                self.assertEqual(ended.stdout, "")
                name = os.path.basename(script)
                self.assertEqual(ended.stderr, f"{name}: unknown option '--no-such-option' (see --help)\n")
                self.assertEqual(self.files(), self.before)

    def test_answer_help_behind_their_own_arguments(self):
        """Help is not answered among the arguments of another program."""
        for words, status in (("bench mine.csv --help", 0), ("setup check -h", 0), ("solver-gate --build make --help", 0),
                              ("dev/on-system nowhere scripts/test --help", 1)):
            with self.subTest(words):
                ended = self.run_words(*f"scripts/{words}".split())
                self.assert_status(status, ended)
                self.assertEqual(ended.stdout == "", status == 1)


fixture.main()
