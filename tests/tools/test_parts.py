# SPDX-License-Identifier: MIT
"""What `make test` leaves to `make test-all` is there, and tests/README.md names it (tests/runner/parts.py)."""
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
from runner import scripts  # noqa: E402

runner = scripts.load(ROOT / "tests/run")
builds, parts = runner.builds, runner.parts


def suites(build):
    return {suite.name: suite.source for suite in runner.suites_of(build, runner.environment_of(build, None, True))}


class Parts(unittest.TestCase):
    def test_what_is_left_out_would_run(self):
        for build in builds.BUILDS:
            self.assertEqual(set(parts.LEFT_OUT.get(build.name, ())) - set(suites(build)), set(), build.name)

    def test_gcc_leaves_nothing_out(self):
        self.assertEqual(parts.LEFT_OUT["gcc"], ())

    def test_the_page_names_all_of_it(self):
        page = (ROOT / "tests/README.md").read_text(encoding="utf-8")
        for build in builds.BUILDS:
            if not build.usual:
                continue
            for name, source in suites(build).items():
                if parts.is_left_out(build, name) or parts.is_partial(build, name, source):
                    stem = name.split("/")[1]
                    known = stem in page or any(f"{beginning}*" in page for beginning in (stem[:end] for end in range(8, len(stem))))
                    self.assertTrue(known, f"{build.name}: tests/README.md does not name {name}")


if __name__ == "__main__":
    unittest.main()
