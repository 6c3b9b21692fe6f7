# SPDX-License-Identifier: MIT
"""What rows have that do not say it themselves: the chips of `on` at the left margin, the scoreboards of their timing
class."""
import os
import re
import unittest

from generate import IsaTest

HEAD = """\
isa toy
chips one two
control scoreboards at 40 strict
word 64 opcode 5:0
field D dst "destination register" at 15:8
field A src1 "source 1" at 23:16
format r
"""
ROW = """\
row {name} {timing} "a row"
  op r={opcode}
  do mov
  text {name} {{reg32 D}}, {{reg32 A}}
"""


def row(name, opcode, timing="alu", line=""):
    return ROW.format(name=name, opcode=opcode, timing=timing) + (f"  {line}\n" if line else "")


class Defaults(IsaTest):
    def forms(self, text):
        """name -> (chips as a mask, what it sets)."""
        made = self.accepted(HEAD + text)
        found = re.findall(r"^    \{ \d+ /\* (\w+) \*/.*\n +8, HW_OP_MOV, HW_CLASS_\w+, (0x\w+), .* HW_SETS_(\w+),", made, re.MULTILINE)
        return {name: (int(chips, 16), sets) for name, chips, sets in found}

    def test_chips_of_the_rows_below(self):
        found = self.forms(row("A", 1) + "on two\n" + row("B", 2) + row("C", 3, line="on one") + row("D", 4) + "on all\n" + row("E", 5))
        self.assertEqual([chips for chips, _ in found.values()], [3, 2, 1, 2, 3])

    def test_chips_to_the_end_of_the_file(self):
        """Neither does a file hand them on to the one that includes it, nor has it those of that one."""
        with open(os.path.join(self.folder.name, "more.isa"), "w", encoding="utf-8") as file:
            file.write(row("A", 1) + "on one\n" + row("B", 2))
        found = self.forms("on two\ninclude more.isa\n" + row("C", 3))
        self.assertEqual([chips for chips, _ in found.values()], [3, 1, 2])

    def test_scoreboards_of_a_class(self):
        found = self.forms("sets both mem convert\nsets read texture\n" + row("A", 1) + row("B", 2, "mem") + row("C", 3, "convert", "sets write") +
                           row("D", 4, "texture"))
        self.assertEqual([sets for _, sets in found.values()], ["FIXED", "BOTH", "WRITE", "READ"])

    def test_what_is_refused(self):
        self.refused(HEAD + "on three\n" + row("A", 1), "on", "'three' is no chip of this ISA (one two)")
        self.refused(HEAD + "sets all mem\n" + row("A", 1), "sets", "expected sets never or both or write or read or none or fixed")
        self.refused(HEAD + "sets both mem\nsets read mem\n" + row("A", 1), "sets read", "what mem sets is given twice")
        self.assertIn("'memory' in a `sets` line is no timing class", self.generate(HEAD + "sets both memory\n" + row("A", 1)).stderr)


if __name__ == "__main__":
    unittest.main()
