# SPDX-License-Identifier: MIT
"""A pytest plugin that writes a line of JSON for each test that begins and for each one that has ended.

HW_CUPY_RESULTS names the file, HW_CUPY_DONE a file with tests that do not run again, HW_CUPY_SAMPLE is `SEED PARTS`: only
the tests run whose hash with the seed is a multiple of PARTS."""
import json
import os
import zlib

OUT = open(os.environ["HW_CUPY_RESULTS"], "a", buffering=1)
outcome = {}


def put(**fields):
    print(json.dumps(fields), file=OUT)


def in_a_line(nodeid):
    """Some names have the lines of an array in them."""
    return json.dumps(nodeid)[1:-1]


def chosen(name, seed, parts):
    return zlib.crc32(f"{seed} {name}".encode()) % parts == 0


def pytest_collection_modifyitems(config, items):
    done = set(open(os.environ["HW_CUPY_DONE"]).read().splitlines())
    seed, parts = map(int, os.environ["HW_CUPY_SAMPLE"].split())
    kept = [item for item in items if in_a_line(item.nodeid) not in done and chosen(item.nodeid, seed, parts)]
    config.hook.pytest_deselected(items=[item for item in items if item not in set(kept)])
    items[:] = kept
    put(collected=len(kept))


def pytest_runtest_logstart(nodeid, location):
    outcome.clear()
    put(begin=in_a_line(nodeid))


def pytest_runtest_logreport(report):
    """The worst of a test's set-up, call and tear-down is its result."""
    outcome["seconds"] = outcome.get("seconds", 0) + report.duration
    if report.failed or "result" not in outcome or report.outcome == "skipped":
        outcome["result"] = "expected" if hasattr(report, "wasxfail") else report.outcome
        outcome["why"] = str(report.longrepr[2] if report.skipped and isinstance(report.longrepr, tuple)
                             else getattr(getattr(report.longrepr, "reprcrash", None), "message", report.longrepr or ""))[:300]


def pytest_runtest_logfinish(nodeid, location):
    put(end=in_a_line(nodeid), **outcome)
