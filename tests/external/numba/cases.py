# SPDX-License-Identifier: MIT
"""The tests of one file of Numba's CUDA tests, in a process of `run`.

    python cases.py                  the modules that have tests, a line each
    python cases.py MODULE FIRST     the tests of a module from number FIRST on: a line of JSON before and after each

Behind the first test that fails the process ends (with what that test left on the device); `run` starts the next one."""
import importlib
import importlib.util
import json
import os
import sys
import time
import unittest

PACKAGE = "numba.cuda.tests"
SAMPLES = ("benchmarks", "cudasim")  # measure, or need no device


def modules():
    package = importlib.import_module(PACKAGE)
    for path in package.__path__:
        for folder, _, files in sorted(os.walk(path)):
            inside = os.path.relpath(folder, path).split(os.sep)
            if inside[0] not in SAMPLES:
                yield from (".".join([PACKAGE, *inside, name[:-3]]) for name in sorted(files)
                            if name.startswith("test_") and name.endswith(".py"))


def patch_linker():
    """Numba 0.60 has its linker from pynvjitlink; numba-cuda brings its own."""
    if importlib.util.find_spec("pynvjitlink") and not importlib.util.find_spec("numba_cuda"):
        from pynvjitlink.patch import patch_numba_linker
        patch_numba_linker()


def flat(suite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from flat(test)
        else:
            yield test


def say(**line):
    print(json.dumps(line), file=OUT, flush=True)


def outcome(result):
    for name, found in (("failed", result.failures), ("error", result.errors)):
        if found:
            last = found[0][1].strip().splitlines()[-1]
            return ("skipped", last) if last.startswith("Skipped:") else (name, found[0][1])  # as pytest does
    if result.unexpectedSuccesses:
        return "failed", "unexpected success"
    if result.skipped:
        return "skipped", result.skipped[0][1]
    return "passes", "as expected, it fails" if result.expectedFailures else ""


def run(module, first):
    try:
        suite = unittest.defaultTestLoader.loadTestsFromModule(importlib.import_module(module))
    except BaseException as exception:  # pytest's Skipped is no Exception
        say(begin=module, number=first)
        say(end=module, result="skipped" if type(exception).__name__ == "Skipped" else "error", why=str(exception), seconds=0)
        return
    for number, test in enumerate(flat(suite)):
        if number < first:
            continue
        say(begin=test.id(), number=number)
        result, begin = unittest.TestResult(), time.monotonic()
        unittest.TestSuite([test]).run(result)
        kind, why = outcome(result)
        say(end=test.id(), result=kind, why=why, seconds=round(time.monotonic() - begin, 2))
        if kind in ("failed", "error"):
            OUT.flush()
            os._exit(3)


if __name__ == "__main__":
    OUT = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what kernels print
    if len(sys.argv) < 3:
        for name in modules():
            print(name, file=OUT, flush=True)
    else:
        patch_linker()
        run(sys.argv[1], int(sys.argv[2]))
