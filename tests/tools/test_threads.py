# SPDX-License-Identifier: MIT
"""The build under the thread sanitizer leaves out the tests of what starts no thread (tests/runner/builds.py)."""
import re
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
from runner import builds  # noqa: E402

SOURCES = ("src/archive", "src/compiler", "src/isa", "src/link", "src/listing", "src/module", "src/ops", "src/sched", "src/sweep",
           *(f"tests/unit/{room}" for room in builds.THREADLESS_ROOMS))
FILES = ("src/cli/exec_*.c", "tests/fuzz/fuzz_*.c")
STARTS = ("pthread_", "thrd_", "hw_execution_context_create(")
ON_WORKERS = ("hw_launch_run(", "hw_timer_create(", "hw_channel_create(")


def sources():
    for folder in SOURCES:
        yield from sorted((ROOT / folder).rglob("*.[ch]"))
    for files in FILES:
        yield from sorted(ROOT.glob(files))


def with_neighbours(file):
    """A file's text, and that of the headers beside it that it includes."""
    text = file.read_text(encoding="utf-8")
    beside = (file.parent / name for name in re.findall(r'#include "([^"/]+)"', text))
    return "".join([text, *(header.read_text(encoding="utf-8") for header in beside if header.is_file())])


class Threads(unittest.TestCase):
    def test_what_is_left_out_starts_none(self):
        for folder in SOURCES:
            self.assertTrue(any((ROOT / folder).rglob("*.c")), folder)
        for file in sources():
            text = file.read_text(encoding="utf-8")
            self.assertFalse([word for word in STARTS if word in text], str(file))
            if any(word in text for word in ON_WORKERS):
                workers = set(re.findall(r"\bworkers = (\w+)", with_neighbours(file)))
                self.assertEqual(workers, {"1"}, f"{file} launches on threads")

    def test_names_are_those_of_tests(self):
        for name in builds.THREADLESS_COMMANDS + builds.LIKE_ANOTHER:
            self.assertTrue(list((ROOT / "tests/cli").glob(f"{name}*")), name)
        for room in builds.THREADLESS_ROOMS:
            self.assertTrue((ROOT / "tests/unit" / room).is_dir(), room)


if __name__ == "__main__":
    unittest.main()
