#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The generator of the tables of methods: what is unsound is refused, with file, line and a sentence."""
import os
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
TOOL = os.path.join(ROOT, "tools", "methodgen", "methodgen.py")

# Enough for a row to be added: two chips, the channel's class and one of the compute object.
HEAD = """\
chip OLD 0x50
chip NEW 0x84
object 0x0000 channel CHANNEL
object 0x50c0 compute OLD_COMPUTE
object 0x85c0 compute NEW_COMPUTE on NEW
enum mode
  = 1 PACKED, 2 STRIPED
fields two
  0-15   X uint
  16-31  Y uint
rows compute
"""


class MethodGen(unittest.TestCase):
    def generate(self, text):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "toy.methods")
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            done = subprocess.run([sys.executable, TOOL, "-o", folder, path], capture_output=True, text=True)
            tables = ""
            if done.returncode == 0:
                with open(os.path.join(folder, "method_tables.c"), encoding="utf-8") as file:
                    tables = file.read()
                with open(os.path.join(folder, "method_numbers.h"), encoding="utf-8") as file:
                    tables += file.read()
            return done, tables

    def accepted(self, rows):
        done, tables = self.generate(HEAD + rows)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return tables

    def refused(self, rows, *parts, line=None):
        done, _ = self.generate(HEAD + rows)
        self.assertEqual(done.returncode, 1, rows)
        number = line or HEAD.count("\n") + 1
        self.assertIn(f"toy.methods:{number}: ", done.stderr)
        for part in parts:
            self.assertIn(part, done.stderr)

    def test_constants(self):
        made = self.accepted('0x03a4 GRIDDIM fields two\n0x03b8 REG_MODE mode\n0x0600 PARAM[4]\n')
        for part in ("#define HW_COMPUTE_GRIDDIM", "#define HW_COMPUTE_GRIDDIM_Y", "HW_COMPUTE_REG_MODE_STRIPED",
                     "HW_COMPUTE_PARAM"):
            self.assertIn(part, made)

    def test_the_same_twice(self):
        self.assertEqual(self.accepted("0x0100 NOP\n"), self.accepted("0x0100 NOP\n"))

    def test_numbers(self):
        self.refused("0x0102 ODD\n", "multiples of 4")
        self.refused("0x1ff0 LAST[8]\n", "below")
        self.refused("0x0100 NONE[0]\n", "at least one")

    def test_rows_overlap(self):
        self.refused("0x0100 A[4]\n0x0108 B\n", "A[]", line=HEAD.count("\n") + 2)
        self.refused("0x0100 A\n0x0104 A\n", line=HEAD.count("\n") + 2)

    def test_aliases(self):
        self.assertIn('{"BOUNDS[]", 0}', self.accepted("0x0100 A[4]\n  alias BOUNDS\n"))
        self.refused("0x0100 A\n  alias B\n0x0104 B\n", "B", line=HEAD.count("\n") + 3)
        self.refused("0x0100 A\n  alias B\n0x0104 C\n  alias B\n", "B", line=HEAD.count("\n") + 3)
        self.refused("0x0100 A\n  alias b\n", "alias NAME", line=HEAD.count("\n") + 2)

    def test_rows_of_other_classes_do_not(self):
        self.accepted("0x0100 A on OLD_COMPUTE\n0x0100 B on NEW_COMPUTE\n")

    def test_fields_overlap(self):
        self.refused("0x0100 A\n  0-3 X\n  3-5 Y\n", "overlap", line=HEAD.count("\n") + 3)
        self.refused("0x0100 A\n  5-3 X\n", "lowest first", line=HEAD.count("\n") + 2)
        self.refused("0x0100 A\n  30-32 X\n", "0 to 31", line=HEAD.count("\n") + 2)
        self.accepted("0x0100 A\n  0 T bool\n  1-3 X when T=0\n  1-3 Y when T=1\n")

    def test_unknown_words(self):
        self.refused("dance\n", "begins no statement")
        self.refused("0x0100 A toaster\n", "toaster")
        self.refused("0x0100 A fields three\n", "three")
        self.refused("0x0100 A on FUTURE\n", "FUTURE")
        self.refused('0x0100 A "open\n', "double quotes")

    def test_values(self):
        self.refused("0x0100 A enum\n  = one ONE\n", "VALUE NAME", line=HEAD.count("\n") + 2)
        self.refused("0x0100 A enum\n  = 1 ONE, 1 UNO\n", "same name or value", line=HEAD.count("\n") + 2)
        self.refused("0x0100 A uint 5..3\n", "in order")

    def test_the_readme(self):
        with open(os.path.join(ROOT, "methods", "README.md"), encoding="utf-8") as file:
            blocks = re.findall(r"```methods\n(.*?)```", file.read(), re.S)
        self.assertEqual(len(blocks), 1)
        done, _ = self.generate(blocks[0])
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_the_repository(self):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([sys.executable, TOOL, "-o", folder, os.path.join(ROOT, "methods", "tesla.methods")],
                                  capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main()
