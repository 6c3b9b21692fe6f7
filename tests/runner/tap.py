# SPDX-License-Identifier: MIT
"""TAP for Python test programs: a test is a function that raises AssertionError when it fails.

    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    from runner import tap
    ...
    if __name__ == "__main__":
        sys.exit(tap.run((first_test, second_test)))

A test may raise tap.Skip(why).  What it returns is an iterable of the ids of facts that it proves, or None."""
import os
import subprocess
import tempfile
from pathlib import Path


class Skip(Exception):
    pass


def halfwarp(*arguments, **options):
    """Run the tool under test to its end; returns subprocess's result with text output."""
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    if "input" not in options:
        pipes["stdin"] = subprocess.DEVNULL
    return subprocess.run([os.environ["HALFWARP"], *map(str, arguments)], **{**pipes, **options})


def with_folder(test):
    """A test whose argument is an empty folder, which is gone afterwards."""
    def wrapped():
        with tempfile.TemporaryDirectory() as folder:
            return test(Path(folder))
    wrapped.__name__ = test.__name__
    return wrapped


def run(tests, *arguments):
    """Run the tests with these arguments, print TAP, return the exit status."""
    failed = 0
    for number, test in enumerate(tests, 1):
        name = f"{number} - {test.__name__}"
        try:
            facts = test(*arguments) or ()
            print(f"ok {name}", *(f"# fact {fact}" for fact in facts), sep="\n", flush=True)
        except Skip as why:
            print(f"ok {name} # SKIP {why}", flush=True)
        except AssertionError as failure:
            failed += 1
            print(f"not ok {name}", *(f"# {line}" for line in str(failure).splitlines()), sep="\n", flush=True)
    return 1 if failed else 0
