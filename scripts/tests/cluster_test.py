"""Tests of the examples of harness/cluster, with the variables that Slurm and Kubernetes set: their parts merge to the
run of one process."""
import re

import fixture
from fixture import SOURCES

EXAMPLES = SOURCES / "harness/cluster/examples"
OPTIONS = " --solvers mrv,lanes --block 64 --rounds 1 --warmup 0 --time-budget 0 --puzzle-timeout 0"


class Cluster(fixture.ScriptTest):
    def setUp(self):
        super().setUp()
        rows = (SOURCES / "datasets/minimal.csv").read_text().split("\n")[:301]
        self.write("puzzles.csv", "\n".join(rows) + "\n")

    def shell(self, line, **environment):
        """Runs a line of shell, in which the program is in PATH."""
        self.assert_status(0, self.bash(f"PATH=${{SUDOKU_BENCH%/*}}:$PATH; {line}", **environment))

    def assert_result(self):
        self.shell("sudoku-bench run puzzles.csv --threads 1 --result alone.json" + OPTIONS)
        self.shell("sudoku-bench compare alone.json result.json --deterministic-only")

    def test_parts_of_an_array_of_slurm_merge(self):
        for task in "1", "2", "3", "0":
            self.shell(f"bash {EXAMPLES}/array.sbatch" + (task != "0") * (" puzzles.csv" + OPTIONS),
                       PARTS_OF_RUN="3", SLURM_ARRAY_TASK_ID=task, SLURM_CPUS_PER_TASK="1")
        self.assert_result()

    def test_a_part_may_have_no_block(self):
        run = "sudoku-bench run puzzles.csv --solvers mrv,lanes --time-budget 0 --puzzle-timeout 0 --result "
        self.shell(f"{run} alone.json; {run} 1.json --shard 1/2; {run} 2.json --shard 2/2")
        self.shell("sudoku-bench merge --verbose 1.json 2.json -o result.json")
        self.shell("sudoku-bench compare alone.json result.json --deterministic-only")

    def test_parts_of_an_indexed_job_of_kubernetes_merge(self):
        job = (EXAMPLES / "indexed-job.yaml").read_text()
        line = re.sub("\n *", " ", re.search("args:\n *- (.*\n.*)\n", job)[1])
        for of_many, of_this in ('/16"', '/3"'), ("--threads 32", "--threads 1"):
            self.assertIn(of_many, line)
            line = line.replace(of_many, of_this)
        self.shell("mkdir parts")
        for pod in "0", "1", "2":
            self.shell(line + OPTIONS, JOB_COMPLETION_INDEX=pod)
        self.shell("sudoku-bench merge parts/*.json -o result.json")
        self.assert_result()


fixture.main()
