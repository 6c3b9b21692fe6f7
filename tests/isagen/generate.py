# SPDX-License-Identifier: MIT
"""Run tools/isagen on a small .isa file that a test writes down."""
import os
import sys
import tempfile
import types
import unittest

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
sys.path.insert(0, os.path.join(ROOT, "tools", "isagen"))
import isagen as generator  # noqa: E402
import model  # noqa: E402

# Enough of an instruction set for a row to be added: one chip, 32 bits, a register form with a modifier.
HEAD = """\
isa toy
chips one two
field D dst   "destination register"
field A src1  "source 1"
field B src2  "source 2"
field L lit   "literal"
field m neg   "negate"
field s sat   "saturate"
field x flow  "a choice" never 3
enum sat 0 "" | 1 ".SAT" sat=1
"""
ADD = """\
row add alu "add"
  0001 s m ?? DDDDDDDD AAAAAAAA BBBBBBBB
  do iadd type=U32
  text ADD{sat s} {reg32 D}, {reg32 A neg=m}, {reg32 B}
"""


def isagen(path, directory):
    """What `isagen.py -o DIRECTORY PATH` does, its status and what it says: without a process for each test."""
    try:
        generator.generate(path, directory)
    except model.IsaError as error:
        return types.SimpleNamespace(returncode=1, stderr=f"{error}\n")
    return types.SimpleNamespace(returncode=0, stderr="")


class IsaTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = os.path.join(self.folder.name, "toy.isa")
        self.made = os.path.join(self.folder.name, "isa_toy.c")

    def generate(self, text):
        with open(self.path, "w", encoding="utf-8") as file:
            file.write(text)
        return isagen(self.path, self.folder.name)

    def line_of(self, text, start):
        """The number of the line of `text` that begins with `start`."""
        return next(n for n, line in enumerate(text.splitlines(), 1) if line.startswith(start))

    def accepted(self, text):
        done = self.generate(text)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        with open(self.made, encoding="utf-8") as file:
            return file.read()

    def refused(self, text, start, sentence):
        """`text` is refused with exactly this sentence about the line that begins with `start`, and writes nothing."""
        done = self.generate(text)
        self.assertEqual(done.stderr, f"{self.path}:{self.line_of(text, start)}: {sentence}\n")
        self.assertEqual(done.returncode, 1)
        self.assertEqual([name for name in os.listdir(self.folder.name) if name.startswith("isa_")], [])
