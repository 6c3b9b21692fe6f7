# SPDX-License-Identifier: MIT
"""tools/exportgen: which names of a table a toolkit's library has, and what it refuses."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOOL = Path(__file__).resolve().parents[2] / "tools" / "exportgen" / "exportgen.py"


def make(table, toolkit="12.4", node=""):
    """The two files made of a table, or what the tool complains of."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        (path / "lib.exports").write_text(table)
        done = subprocess.run([sys.executable, TOOL, path / "lib.exports", "--toolkit", toolkit, "--library", "lib.so",
                               "--function", "missing", f"--node={node}", "-o", path / "lib"],
                              capture_output=True, text=True)
        if done.returncode:
            return done.stderr
        return (path / "lib.c").read_text(), (path / "lib.map").read_text()


class Names(unittest.TestCase):
    def names(self, table, toolkit):
        return [line.strip(" ;") for line in make(table, toolkit)[1].splitlines() if line.startswith("        ")]

    def test_a_library_has_the_names_of_its_major_version(self):
        table = "always 11.0 -\nlate 12.2 -\nnext 13.0 -\ngone 11.0 12.0\nold 10.0 11.8 # a remark\n"
        self.assertEqual(self.names(table, "11.8"), ["always", "gone", "old"])
        self.assertEqual(self.names(table, "12.4"), ["always", "gone", "late"])
        self.assertEqual(self.names(table, "12.1"), ["always", "gone"])
        self.assertEqual(self.names(table, "13.0"), ["always", "late", "next"])

    def test_stubs_say_which_name_is_missing(self):
        stubs, script = make("number 11 -\naddress 11 - pointer\n", node="libx.so.12")
        self.assertIn("STUB(number)", stubs)
        self.assertIn("STUB_OF_POINTER(address)", stubs)
        self.assertTrue(script.startswith("libx.so.12 {"))

    def test_wrong_lines_are_refused_with_their_number(self):
        self.assertIn("lib.exports:2: not `NAME FIRST LAST", make("right 11 -\nwrong 11\n"))
        self.assertIn("lib.exports:3: right has a line already", make("right 11 -\n\nright 12 -\n"))


if __name__ == "__main__":
    unittest.main()
