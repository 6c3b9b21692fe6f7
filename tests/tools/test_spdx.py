# SPDX-License-Identifier: MIT
"""Every source file names its licence."""
import subprocess
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class Licence(unittest.TestCase):
    def test_sources_name_it(self):
        if subprocess.run(["git", "rev-parse"], cwd=ROOT, capture_output=True).returncode:
            self.skipTest("this is no checkout: git lists no sources")
        done = subprocess.run([ROOT / "tools/spdx", "--check"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, f"{done.stdout}{done.stderr}`tools/spdx` writes it")


if __name__ == "__main__":
    unittest.main()
