# SPDX-License-Identifier: MIT
"""Run the Python unit tests of a folder (test_*.py) and print them as TAP: unittest_tap.py FOLDER."""
import sys
import traceback
import unittest


class TapResult(unittest.TestResult):
    def report(self, verdict, test, note=""):
        print(f"{verdict} {self.testsRun} - {test.id()}{note}", flush=True)

    def addSuccess(self, test):
        self.report("ok", test)

    def addSkip(self, test, reason):
        self.report("ok", test, f" # SKIP {reason}")

    def addExpectedFailure(self, test, err):
        self.report("ok", test)

    def fail(self, test, err):
        self.report("not ok", test)
        for line in "".join(traceback.format_exception(*err)).splitlines():
            print(f"# {line}")

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.fail(test, err)

    def addError(self, test, err):
        super().addError(test, err)
        self.fail(test, err)

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err:
            self.fail(subtest, err)

    def addUnexpectedSuccess(self, test):
        super().addUnexpectedSuccess(test)
        self.report("not ok", test, " (expected to fail)")


def main():
    suite = unittest.defaultTestLoader.discover(sys.argv[1], pattern="test_*.py")
    result = TapResult()
    suite.run(result)
    return 0 if result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
