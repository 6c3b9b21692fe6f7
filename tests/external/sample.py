# SPDX-License-Identifier: MIT
"""A plugin of pytest: a part of the tests, chosen by the SHA-1 of a seed and FILE::NAME, in the order of that number.

SAMPLE_PART=10 takes every test whose number is a multiple of 10, SAMPLE_SEED goes before the name, SAMPLE_RESULTS is
a table: a line "begin" before each test and its result after it.  Tests that it has do not run again, so a run may be
stopped; a test that began and did not end (the process died, or was stopped for being too long) is called "died"."""

import hashlib
import os
import time

PART, SEED = int(os.environ["SAMPLE_PART"]), os.environ["SAMPLE_SEED"]
RESULTS = os.environ["SAMPLE_RESULTS"]
began = 0.0


def name_of(nodeid):
    """FILE::NAME; a slash may be in the name, too."""
    path, colons, name = nodeid.partition("::")
    return path.split("/")[-1] + colons + name


def number_of(item):
    return int(hashlib.sha1(f"{SEED}{name_of(item.nodeid)}".encode()).hexdigest(), 16)


def put(*columns):
    with open(RESULTS, "a", encoding="utf-8") as table:
        print(*columns, sep="\t", file=table)


def settle():
    """The names that the table has; what began only has died."""
    rows = (
        [line.rstrip("\n").split("\t") for line in open(RESULTS, encoding="utf-8")] if os.path.exists(RESULTS) else []
    )
    ended = {row[1] for row in rows if row[0] != "begin"}
    died = [row[1] for row in rows if row[0] == "begin" and row[1] not in ended]
    for name in died:
        put("died", name, "", "the process ended, or was stopped, in this test")
    return ended | set(died)


def pytest_collection_modifyitems(items):
    chosen = sorted((item for item in items if number_of(item) % PART == 0), key=number_of)
    done = settle()
    print(f"seed {SEED}: {len(chosen)} of {len(items)} tests, {len(done)} done before")
    items[:] = [item for item in chosen if name_of(item.nodeid) not in done]


def pytest_runtest_logstart(nodeid):
    global began
    began = time.monotonic()
    put("begin", name_of(nodeid))


def pytest_runtest_logreport(report):
    if report.when == "teardown" or report.when == "setup" and report.passed:
        return
    if hasattr(report, "context"):  # of a subtest: the test's own report comes behind it, and fails with it
        return
    why = "" if report.passed else " | ".join(str(report.longrepr)[-1500:].split("\n"))
    put(report.outcome, name_of(report.nodeid), f"{time.monotonic() - began:.1f}", why)
