"""Tests of scripts/ci-regression in repositories made for it, where nothing can be built."""
import shutil

import fixture
from fixture import SOURCES


class CiRegression(fixture.ScriptTest):
    def start_afresh(self):
        super().start_afresh()
        (self.folder / "repository/scripts").mkdir(parents=True)
        for script in "ci-regression", "usage.sh":
            shutil.copy(SOURCES / "scripts" / script, self.folder / "repository/scripts")
        self.write_program("repository/scripts/setup", "#!/bin/sh\n")
        self.write_program("repository/cmake", "#!/bin/sh\necho 'error: nothing to build' >&2; exit 1\n")

    def gate(self, history, base="HEAD^1"):
        """Compares with `base` in a repository made by the commands `history`."""
        return self.bash(f"""
            export GITHUB_STEP_SUMMARY=$folder/summary PATH=$folder/repository:$PATH
            cd repository
            {history}
            scripts/ci-regression {base}""")

    def test_says_why_nothing_is_measured(self):
        one_commit = "git init --quiet --initial-branch=main; commit one\n"
        for history, base, reason in (
                ("", "HEAD^1", "git cannot read this repository: "),  # regression: was said to be shallow
                ("""git init --quiet --initial-branch=main ../origin
                    cd ../origin; commit one; commit two; cd ../repository
                    git clone --quiet --bare --depth 1 "file://$PWD/../origin" .git
                    git config core.bare false
                    rm -r ../origin""", "HEAD^1", "this clone is shallow, and the rest of it cannot be fetched: "),
                (one_commit, "gone", "no commit 'gone'"),
                (one_commit + "git checkout --quiet --orphan other; commit other", "main",
                 "HEAD and 'main' have no common commit")):
            with self.case(reason):
                ended = self.gate(history, base)
                self.assert_status(6, ended)
                self.assertIn("ci-regression: " + reason, ended.stderr)
                self.assertIn("**NOT MEASURED: " + reason, self.text_of("summary"))

    def test_compares_a_merge_with_its_first_parent(self):
        """Regression: changes that others made on main after a branch started were taken for the branch's."""
        ended = self.gate("""
            git init --quiet --initial-branch=main; commit one
            git checkout --quiet -b topic; commit mine
            git checkout --quiet main; commit others
            git merge --quiet --no-ff --message merge topic""")
        self.assert_status(3, ended)
        self.assertTrue(ended.stdout.endswith(" others\n"), ended.stdout)
        self.assertIn("HEAD cannot be built", ended.stderr)
        self.assertIn("build-head.log: error: nothing to build\n", ended.stderr)

    def test_gives_ab_both_builds(self):
        self.write_program("tell", '#!/bin/sh\necho "$0 $*"; exit 4\n')
        self.write_program("repository/cmake",
                           '#!/bin/sh\nmkdir -p build/release; cp "$folder/tell" build/release/sudoku-bench\n')
        ended = self.gate("git init --quiet --initial-branch=main; commit one; commit two")
        self.assert_status(4, ended)
        build = f"{self.folder}/repository/build"
        self.assertIn(f"\n{build}/release/sudoku-bench ab --base {build}/regression-base/build/release/"
                      f"sudoku-bench --new {build}/release/sudoku-bench datasets/", ended.stdout)


fixture.main()
