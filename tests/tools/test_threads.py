# SPDX-License-Identifier: MIT
"""The build under the thread sanitizer leaves out the tests of what starts no thread (tests/runner/builds.py)."""
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
from runner import builds  # noqa: E402

SOURCES = ("src/archive", "src/isa", "src/listing", "src/module", "src/ops", "src/sched",
           *(f"tests/unit/{room}" for room in builds.THREADLESS_ROOMS))
STARTS = ("pthread_", "thrd_", "hw_runner_create(")


class Threads(unittest.TestCase):
    def test_what_is_left_out_starts_none(self):
        for folder in SOURCES:
            files = sorted((ROOT / folder).rglob("*.[ch]"))
            self.assertTrue(files, folder)
            for file in files:
                text = file.read_text(encoding="utf-8")
                self.assertFalse([word for word in STARTS if word in text], str(file))
                if "hw_launch_run(" in text:
                    self.assertIn("workers = 1;", text, f"{file} launches on threads")

    def test_names_are_those_of_tests(self):
        for kind, names in builds.THREADLESS.items():
            for name in names:
                found = [path for path in (ROOT / f"tests/{kind}").iterdir()
                         if path.stem in (name, f"fuzz_{name}")]
                self.assertTrue(found, f"{kind}/{name}")


if __name__ == "__main__":
    unittest.main()
