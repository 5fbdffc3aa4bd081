"""Test of scripts/dev/make-datasets."""
import fixture
from fixture import SOURCES


class MakeDatasets(fixture.ScriptTest):
    def test_makes_the_bundled_files_again(self):
        rows = 5
        self.assert_status(0, self.bash(f'"$SOURCES/scripts/dev/make-datasets" . {rows}'))
        for name in "easy", "minimal", "hard", "multiple", "none":
            with self.subTest(name):
                bundled = (SOURCES / f"datasets/{name}.csv").read_text().split("\n")
                self.assertEqual(self.text_of(f"{name}.csv").split("\n"), bundled[:1 + rows] + [""])


fixture.main()
