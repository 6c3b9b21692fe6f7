# SPDX-License-Identifier: MIT
"""Reading what test programs print, and counting it.

Two languages come in: cmocka's subunit (`success: name`, `failure: name [`, `skip: name`) and TAP
(`ok 1 - name`, `not ok 2 - name`, `ok 3 - name # SKIP why`).  A program that ends badly, or that names
no test at all, counts as one failure on top of what it printed."""
import re
from dataclasses import dataclass, field

TAP_LINE = re.compile(r"^(?P<not>not )?ok\b\s*(?P<number>\d+)?\s*(?:-\s*)?(?P<name>.*)$")
SUBUNIT_LINE = re.compile(r"^(?P<what>success|failure|error|skip): (?P<name>\S+)")
SKIP_MARK = re.compile(r"#\s*skip\b", re.IGNORECASE)
FACT_LINE = re.compile(r"^#\s*fact\s+(?P<id>\S+)")


@dataclass
class Results:
    passed: int = 0
    failed: int = 0
    skipped: int = 0
    failures: list = field(default_factory=list)  # names of failed tests
    facts: list = field(default_factory=list)     # (id, test name) of facts that TAP tests prove

    def add(self, other):
        self.passed += other.passed
        self.failed += other.failed
        self.skipped += other.skipped

    def count(self, name, outcome):
        if outcome == "failed":
            self.failed += 1
            self.failures.append(name)
        elif outcome == "skipped":
            self.skipped += 1
        else:
            self.passed += 1

    def __str__(self):
        return f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped"


def read_subunit(output):
    outcomes = {"success": "passed", "failure": "failed", "error": "failed", "skip": "skipped"}
    results = Results()
    for line in output.splitlines():
        match = SUBUNIT_LINE.match(line)
        if match:
            results.count(match["name"], outcomes[match["what"]])
    return results


def read_tap(output):
    """TAP; a line `# fact SF-035` says that the test before it proves that fact, if it passed."""
    results = Results()
    name, outcome = None, None
    for line in output.splitlines():
        match = TAP_LINE.match(line)
        if match:
            name = match["name"]
            outcome = "failed" if match["not"] else "skipped" if SKIP_MARK.search(name) else "passed"
            results.count(name, outcome)
            continue
        fact = FACT_LINE.match(line)
        if fact and outcome == "passed":
            results.facts.append((fact["id"], name))
    return results
