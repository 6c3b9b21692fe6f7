# SPDX-License-Identifier: MIT
"""The examples of isa/README.md generate, and give the forms, words and numbers that the text names."""
import os
import re
import shutil
import unittest

from generate import ROOT, IsaTest, isagen


def blocks(language):
    with open(os.path.join(ROOT, "isa", "README.md"), encoding="utf-8") as file:
        return re.findall(rf"^```{language}\n(.*?)^```", file.read(), re.DOTALL | re.MULTILINE)


class Readme(IsaTest):
    def test_example(self):
        example, = blocks("isa")
        done = self.generate(example)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        with open(os.path.join(self.folder.name, "isa_example.c"), encoding="utf-8") as file:
            forms = re.findall(r"^    \{ \d+ /\* (\S+) \*/, \d+ /\* FADD", file.read(), re.MULTILINE)
        self.assertEqual(forms, ["fadd.r", "fadd.c", "fadd32i", "fadd32i2"])

    def test_blocks(self):
        """Four forms of each row, in the order and with the pattern that `Blocks` tells."""
        example, = blocks("blocks")
        forms = re.findall(r"^    \{ \d+ /\* (\S+) \*/, .* /\* (\S{32}) \*/, HW_ISA_TOY", self.accepted(
            example.replace("isa blocks", "isa toy")), re.MULTILINE)
        self.assertEqual([name for name, _ in forms], [f"{row}.{form}" for row in ("load", "store", "loadlocal") for form in ("r", "rb", "r2", "rb2")] +
                         ["uload.r", "uload.rb"])
        self.assertIn("DDDDAAAABBBB1?????????cc?oo?0001", [pattern for _, pattern in forms])

    def test_refused_instruction(self):
        """The row that `Adding an instruction` shows, in tesla.isa, is refused as it says."""
        row = blocks("row")[0]
        shutil.copytree(os.path.join(ROOT, "isa"), self.folder.name, dirs_exist_ok=True)
        with open(os.path.join(ROOT, "isa", "tesla.isa"), encoding="utf-8") as file:
            tesla = file.read()
        self.assertIn("'ctz' is no operation", self.generate(tesla + row).stderr)
        self.assertRegex(self.generate(tesla + row.replace("do ctz", "do lop")).stderr, r"row ctz overlaps row imul\S* ")


if __name__ == "__main__":
    unittest.main()
