# SPDX-License-Identifier: MIT
"""The C sources are in the style of .clang-format."""
import os
import subprocess
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NOT_HERE = 77  # tools/format: no clang-format of the right version, or no checkout


class Format(unittest.TestCase):
    def test_sources_are_formatted(self):
        if os.environ.get("HW_SAMPLE"):
            self.skipTest("to format all sources takes many seconds")
        done = subprocess.run([ROOT / "tools/format", "--check"], capture_output=True, text=True)
        if done.returncode == NOT_HERE:
            self.skipTest(done.stderr.strip())
        self.assertEqual(done.returncode, 0, f"{done.stdout}{done.stderr}`make format` mends it")


if __name__ == "__main__":
    unittest.main()
