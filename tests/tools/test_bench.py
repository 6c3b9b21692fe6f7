# SPDX-License-Identifier: MIT
"""bench/run refuses names that mean nothing, and bench/goals ends with a status where a goal is missed."""
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


if __name__ == "__main__":
    unittest.main()
