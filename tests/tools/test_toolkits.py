# SPDX-License-Identifier: MIT
"""The folders that a test hides to be without a toolkit (tests/runner/toolkits.py): toolkits, and nothing around them."""
import os
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
from runner import toolkits  # noqa: E402


def make_tool(path):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)


class Toolkits(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.root = Path(scratch.name).resolve()
        (self.root / "local" / "cuda-13.0" / "nvvm").mkdir(parents=True)
        make_tool(self.root / "local" / "cuda-13.0" / "bin" / "ptxas")
        self.toolkit = str(self.root / "local" / "cuda-13.0")

    def folders(self, *path):
        with mock.patch.object(toolkits, "PLACES", (str(self.root / "local" / "cuda*"),)), \
                mock.patch.dict(os.environ, PATH=os.pathsep.join(str(self.root / folder) for folder in path)):
            return toolkits.folders()

    def test_a_script_that_starts_a_tool_is_no_toolkit(self):
        make_tool(self.root / "local" / "bin" / "ptxas")
        self.assertEqual(self.folders("local/bin"), [self.toolkit])

    def test_links_to_one_are_one(self):
        (self.root / "local" / "cuda").symlink_to(self.toolkit)
        self.assertEqual(self.folders("local/cuda/bin"), [self.toolkit])

    def test_one_inside_another_goes_with_it(self):
        (self.root / "local" / "nvvm").mkdir()
        make_tool(self.root / "local" / "bin" / "nvcc")
        self.assertEqual(self.folders("local/bin"), [str(self.root / "local")])

    def test_one_that_only_path_knows(self):
        (self.root / "else" / "nvvm").mkdir(parents=True)
        make_tool(self.root / "else" / "bin" / "nvcc")
        self.assertEqual(self.folders("else/bin"), [str(self.root / "else"), self.toolkit])


if __name__ == "__main__":
    unittest.main()
