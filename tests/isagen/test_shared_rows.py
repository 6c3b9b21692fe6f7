# SPDX-License-Identifier: MIT
"""Two instruction sets that share rows: each leaves out what is for the other's chips, and what neither has is refused."""
import os
import re
import unittest

from generate import IsaTest
import isagen as generator
import model

WIDE = """\
isa wide
chips late
set early =
word 32 opcode 5:0
field D dst "destination register" at 31:24 zero 255
include rows.isa
"""
NARROW = """\
isa narrow
chips early
set late =
word 32 opcode 5:0
field D dst "destination register" at 29:24 zero 63
include rows.isa
"""
ROWS = """\
field A src1 "source 1" at 13:8
field m neg  "negate"
format r @15:14=00

group sign: sign
  on early m@16 : {reg32 A neg=m}
  on late       : {reg32 A}
row add alu "add"
  op r=3
  use sign
  do iadd
  for D!=zero text ADD {reg32 D}, <sign>, {reg32 A}
  for D=zero on late text ADD.NOTHING <sign>, {reg32 A}
row old alu "of the early chip alone"
  op r=4
  on early
  do mov
  text OLD {reg32 D}, {reg32 A}
"""


class SharedRows(IsaTest):
    def isas(self, rows):
        for name, text in (("wide.isa", WIDE), ("narrow.isa", NARROW), ("rows.isa", rows)):
            with open(os.path.join(self.folder.name, name), "w", encoding="utf-8") as file:
                file.write(text)
        paths = [os.path.join(self.folder.name, name) for name in ("wide.isa", "narrow.isa")]
        isas = [generator.generate(path, self.folder.name) for path in paths]
        generator.check_left_out(isas)
        return isas

    def patterns(self, name):
        with open(os.path.join(self.folder.name, f"isa_{name}.c"), encoding="utf-8") as file:
            return re.findall(r"/\* (\w+\S*) \*/, .* /\* (\S{32}) \*/, HW_ISA", file.read())

    def test_each_has_its_own(self):
        self.isas(ROWS)
        self.assertEqual(self.patterns("narrow"), [("add", "??DDDDDD???????m00AAAAAA??000011"), ("old", "??DDDDDD????????00AAAAAA??000100")])
        self.assertEqual(self.patterns("wide"), [("add.r", "DDDDDDDD????????00AAAAAA??000011"), ("add.r2", "11111111????????00AAAAAA??000011")])

    def refused(self, rows):
        with self.assertRaises(model.IsaError) as raised:
            self.isas(rows)
        return str(raised.exception)

    def test_a_line_that_neither_has(self):
        said = self.refused(ROWS.replace("  on early m", "  in l m").replace("group", "format l @15:14=01\ngroup"))
        self.assertIn("no row has a combination with this line", said)

    def test_a_row_that_neither_has(self):
        said = self.refused(ROWS + "row none alu \"of nobody\"\n  op r=9\n  use sign\n  on early\n  do mov\n  for on late text NONE <sign>\n")
        self.assertIn("row none: this line is in no combination", said)

    def test_a_group_that_nobody_uses(self):
        self.assertIn("group more: no row uses it", self.refused(ROWS + "group more\n  : {reg32 A}\n"))

    def test_zero_is_of_a_register(self):
        self.assertIn("'m' is no field with a usual place and a register that is zero", self.refused(ROWS.replace("D!=zero", "m!=zero")))


if __name__ == "__main__":
    unittest.main()
