# SPDX-License-Identifier: MIT
"""Older dialects of NVIDIA's text: what rows and modifiers say of them, what follows from it, and what is refused."""
import re
import unittest

from generate import ADD, HEAD, IsaTest

WRAP = 'enum wrap 0 "" nv-4.0 ".W" | 1 ".W" nv-4.0 "" wrap=1\n'
SHIFT = """\
row shl alu "shift"
  0001 s m ?? DDDDDDDD AAAAAAAA BBBBBBBB
  do shl
  text SHL{wrap s} {reg32 D}, {reg32 A neg=m}, {reg32 B}
"""
OLDER = SHIFT + "  nv-4.2 SHL{wrap s} {reg32 D}, {reg32 A}, {reg32 B neg=m}\n"


class Dialects(IsaTest):
    def texts(self, made):
        """Where the elements of a form's five texts are, and how many: NVIDIA's, decuda's, cudasm's, nv-4.2's, nv-4.0's."""
        row = made[made.index("static const struct hw_form rows"):]
        first, count = re.search(r"\{ (\d+(?:, \d+){4}) \}, \{ (\d+(?:, \d+){4}) \} \},\n\};", row).groups()
        return list(zip(first.split(", "), count.split(", ")))

    def test_a_text_holds_until_an_older_one(self):
        text = self.texts(self.accepted(HEAD + ADD))
        self.assertEqual([count for _, count in text[1:3]], ["0", "0"])
        self.assertEqual(len({text[0], text[3], text[4]}), 1)
        newest, _, _, middle, oldest = self.texts(self.accepted(HEAD + ADD + "  nv-4.0 ADD.OLD {reg32 D}, {reg32 A}, {reg32 B}\n"))
        self.assertEqual(newest, middle)
        self.assertNotEqual(middle, oldest)

    def test_spelt_otherwise_in_the_oldest(self):
        made = self.accepted(HEAD + WRAP + SHIFT)
        newest, _, _, middle, oldest = self.texts(made)
        self.assertEqual(newest, middle)
        self.assertNotEqual(middle, oldest)
        self.assertIn("{ &enum_wrap, &enum_wrap_nv40 }", made)

    def test_shape_and_spelling(self):
        newest, _, _, middle, oldest = self.texts(self.accepted(HEAD + WRAP + OLDER))
        self.assertEqual(len({newest, middle, oldest}), 3)

    def test_newer_spelling_is_read(self):
        made = self.accepted(HEAD + 'enum size 0 ".S16" nv-4.2 ".S8" | 1 ".S32"\n' + SHIFT.replace("wrap", "size"))
        table = made[:made.index("static const struct hw_enum enum_size_nv42")]
        entries = table[table.rindex("struct hw_enum_entry"):]
        self.assertLess(entries.index('".S8"'), entries.index('".S16"'))

    def test_other_letters(self):
        self.refused(HEAD + ADD.replace("B}\n", "B}\n  nv-4.2 ADD {reg32 D}, {imm L}\n").replace("AAAAAAAA", "AAAALLLL"),
                     "row add", "row add: its text in nv-4.2 reads 'L', which its newest text does not")

    def test_a_text_of_two_values(self):
        self.refused(HEAD + WRAP.replace('nv-4.0 ""', 'nv-4.0 ".W"') + SHIFT, "enum wrap",
                     "enum wrap: two values are '.W' in nv-4.0")


class Wrapped(IsaTest):
    def test_the_last_piece_is_the_highest(self):
        """The letter of four bits has the low three at 19:17 and its top bit at 0."""
        row = ADD.replace("s m ?? DDDDDDDD AAAAAAAA BBBBBBBB", "s m ?? DDDDDDDD KKK AAAAA BBBBBBB K").replace("}, {reg32 B}", "}, {imm K}, {reg32 B}")
        plain = HEAD + 'field K bank "bank"\n' + row
        self.assertIn('/* bank */, 4, 2, { { 0, 1 }, { 13, 3 } }', self.accepted(plain))
        self.assertIn('/* bank */, 4, 2, { { 13, 3 }, { 0, 1 } }', self.accepted(plain.replace('"bank"\n', '"bank" wrapped\n')))


if __name__ == "__main__":
    unittest.main()
