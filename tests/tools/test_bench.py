# SPDX-License-Identifier: MIT
"""bench/run refuses names that mean nothing, and bench/goals ends with a status where a goal is missed; bench/record keeps
figures by commit, and bench/draw draws them."""
import json
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def line(name, ratio, goal=None):
    asked = f', "goal": {goal}' if goal else ""
    return f'{{"name": "{name}", "value": 1.5, "unit": "ms", "against": "a peer", "ratio": {ratio}{asked}}}\n'


class Bench(unittest.TestCase):
    def goals(self, *lines):
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            file.write("".join(lines))
            file.flush()
            done = subprocess.run([ROOT / "bench/goals", file.name], capture_output=True, text=True)
        self.assertEqual(done.stderr, "")
        return done.returncode, done.stdout

    def test_goals_that_are_met(self):
        self.assertEqual(self.goals(line("a", 0.1), line("b", 2, 1.5), line("c", "1e+03", 5)), (0, "2 of 2 goals are met\n"))
        self.assertEqual(self.goals(line("a", 0.1)), (0, ""))

    def test_goals_that_are_missed(self):
        self.assertEqual(self.goals(line("a b, c", 1.9, 2), line("d", 9, 0.85), line("e", "0.05", "0.85")),
                         (1, "missed: a b, c: 1.9 x, at least 2 x is the goal\nmissed: e: 0.05 x, at least 0.85 x is the goal\n"
                             "1 of 3 goals are met\n"))

    def test_the_benchmarks_write_what_goals_reads(self):
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder, "line.c")
            source.write_text('#include "measure.h"\nint main(void) { return !(write_result(stdout, "a b", 3, "ms", "x", 1.25, 1.5) && '
                              'write_result(stdout, "c", 3, "ms", "x", 2, 0)); }\n')
            subprocess.run(["cc", "-D_GNU_SOURCE", "-I", ROOT / "bench", source, "-o", f"{folder}/line"], check=True)
            lines = subprocess.run([f"{folder}/line"], capture_output=True, text=True, check=True).stdout
        self.assertEqual(self.goals(lines), (1, "missed: a b: 1.25 x, at least 1.5 x is the goal\n0 of 1 goals are met\n"))

    def test_unknown_names_are_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([ROOT / "bench/run", folder, "saxpy", "calling"], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("nothing is called `calling`", done.stderr)
        self.assertIn("calls", done.stderr)


class History(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = Path(self.folder.name) / "repository"
        shutil.copytree(ROOT / "bench", self.root / "bench", ignore=lambda folder, names: set(names) - {"bench", "record", "draw"})
        (self.root / "bench/history.tsv").write_text("# Figures\n")
        self.build = Path(self.folder.name) / "build"
        self.build.mkdir()
        self.git("init", "-q")
        self.commit("first")

    def tearDown(self):
        self.folder.cleanup()

    def git(self, *words):
        return subprocess.run(["git", "-C", self.root, "-c", "user.name=n", "-c", "user.email=n@example.invalid", *words],
                              check=True, capture_output=True, text=True).stdout.strip()

    def commit(self, what):
        self.git("add", ".")
        self.git("commit", "-q", "--allow-empty", "-m", what)
        return self.git("log", "-1", "--format=%h")

    def record(self, ratio):
        results = [{"name": "hash sm_20", "value": 1, "unit": "ms", "against": "scalar C, gcc", "ratio": ratio, "goal": 3},
                   {"name": "hash sm_20, timed", "value": 1, "unit": "ms", "against": "a million a second", "ratio": 1, "goal": 1},
                   {"name": "hash sm_20, x", "value": 1, "unit": "ms", "against": "scalar C, gcc", "ratio": 1}]
        (self.build / "bench.json").write_text(json.dumps(results))
        return subprocess.run([self.root / "bench/record", self.build], capture_output=True, text=True)

    def test_figures_are_kept_by_commit_and_drawn(self):
        commits = []
        for ratio in (13.4, 12.25):
            commits.append(self.commit("next"))
            done = self.record(ratio)
            self.assertEqual(done.returncode, 0, done.stderr)
        lines = [line.split("\t") for line in (self.root / "bench/history.tsv").read_text().splitlines()[1:]]
        self.assertEqual([(line[0], *line[3:]) for line in lines],
                         [(commits[0], "hash sm_20", "scalar C, gcc", "13.4"), (commits[1], "hash sm_20", "scalar C, gcc", "12.25")])
        picture = Path(self.folder.name) / "bench.svg"
        subprocess.run([self.root / "bench/draw", "-o", picture], check=True)
        text = picture.read_text()
        self.assertTrue(all(f"{commit}: {ratio}" in text for commit, ratio in zip(commits, ("13.4", "12.25"))), text)
        self.assertIn("<polyline", text)

    def test_a_changed_tree_is_refused(self):
        (self.root / "bench/draw").write_text("changed")
        done = self.record(1)
        self.assertEqual(done.returncode, 1)
        self.assertIn("bench/draw", done.stderr)
        self.assertEqual((self.root / "bench/history.tsv").read_text(), "# Figures\n")

    def test_a_line_that_is_none_is_named(self):
        (self.root / "bench/history.tsv").write_text("# Figures\nabc\tdef\n")
        done = subprocess.run([self.root / "bench/draw", "-o", f"{self.folder.name}/x.svg"], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr),
                         (1, "draw: history.tsv:2: 2 fields; a line has 6: commit, date, machine, name, peer, ratio\n"))

    def test_the_picture_of_the_page_is_drawn_of_the_file(self):
        with tempfile.NamedTemporaryFile(suffix=".svg") as drawn:
            subprocess.run([ROOT / "bench/draw", "-o", drawn.name], check=True)
            self.assertEqual(Path(drawn.name).read_text(), (ROOT / "docs/images/bench.svg").read_text())


if __name__ == "__main__":
    unittest.main()
