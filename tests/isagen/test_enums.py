# SPDX-License-Identifier: MIT
"""The entries of enums: values that count, ranges, values taken out of a range, `like`; what is made of them, and what is
refused."""
import re
import unittest

from generate import HEAD, IsaTest

ADD = """\
field k kind "kind"
row add alu "add"
  0001 kk ?? DDDDDDDD AAAAAAAA ????????
  do iadd type=U32
  text ADD{more k} {reg32 D}, {reg32 A}
"""


class Enums(IsaTest):
    def entries(self, enum):
        """(value, text) of each entry of the enum `more`, and what they set."""
        made = self.accepted(HEAD + enum + ADD)
        found = re.findall(r'^    \{ (\d+), \d+, "(.*)", \{ \{ (\w+), (\w+) \}', made, re.MULTILINE)
        return [(int(value), text.replace("\\", "")) + (() if mod == "HW_MODIFIER_COUNT" else (mod, setting))
                for value, text, mod, setting in found]

    def refuse(self, enum, sentence):
        self.refused(HEAD + enum + "\n" + ADD, enum.split("\n")[-1][:8], sentence)

    def test_values_count(self):
        self.assertEqual(self.entries("enum more .A | .B sat=1 | 3 .D\n"), [(0, ".A"), (1, ".B", "HW_MOD_SAT", "1"), (3, ".D")])
        self.assertEqual(self.entries("enum more 1-2 .X# | .D\n"), [(1, ".X1"), (2, ".X2"), (3, ".D")])

    def test_texts_without_quotes(self):
        """`#` begins a comment behind a blank alone; a text with a blank, or that is empty, has quotes."""
        self.assertEqual(self.entries('enum more "" or .ZERO | "a b" | 2-3 .???#  # a comment\n'),
                         [(0, ""), (1, "a b"), (2, ".???2"), (3, ".???3"), (0, ".ZERO")])

    def test_a_value_out_of_a_range(self):
        """It stands for the range's, and all are in the order of their values."""
        self.assertEqual(self.entries("enum more 0-3 .???# | 2 .C\n"), [(0, ".???0"), (1, ".???1"), (2, ".C"), (3, ".???3")])
        made = self.accepted(HEAD + "enum more 0-3 never | 1 .B\n" + ADD)
        self.assertIn("{ 0xc000000u, 0x0u }, { 0x0u, 0x0u }", made)
        self.assertNotIn("{ 0xc000000u, 0x0u }, { 0x4000000u, 0x0u }", made)

    def test_two_entries_for_a_value(self):
        for entries in (".A | 0-1 .X#", "0-1 .X# | 1-2 .Y#", "0-1 .X# | 1 .A | 1 .B"):
            value = 0 if entries.startswith(".A") else 1
            self.refuse(f"enum more {entries}", f"enum more has two entries for the value {value}")

    def test_an_enum_with_other_entries(self):
        """Entries of its own stand for the other's; all are in the order of their values."""
        self.assertEqual(self.entries("enum kind .A | .B\nenum more like kind | 2-3 .X# | 0 .C or .CC\n"),
                         [(0, ".C"), (1, ".B"), (2, ".X2"), (3, ".X3"), (0, ".CC")])

    def test_an_enum_that_counts(self):
        """`{An+B}` counts the values of an entry, which may be some apart; `#` is the value."""
        self.assertEqual(self.entries("enum more 1-3/2 -# | 0-2/2 .{8n+4}x{n} sat={n}\n"),
                         [(1, "-1"), (3, "-3"), (0, ".4x0", "HW_MOD_SAT", "0"), (2, ".12x1", "HW_MOD_SAT", "1")])

    def test_an_enum_with_other_modifiers(self):
        self.assertEqual(self.entries("enum t .U8 type=U8 | .S8 type=S8\nenum more like t type->type2\n"),
                         [(0, ".U8", "HW_MOD_TYPE2", "HW_TYPE_U8"), (1, ".S8", "HW_MOD_TYPE2", "HW_TYPE_S8")])

    def test_values_that_no_instruction_has(self):
        made = self.accepted(HEAD + 'enum all "" | 1-3 never\nenum more like all | 2 .TWO\n' + ADD)
        self.assertIn("{ 0xc000000u, 0x0u }, { 0x4000000u, 0x0u }", made)
        self.assertNotIn("{ 0xc000000u, 0x0u }, { 0x8000000u, 0x0u }", made)

    def test_values_without_an_entry(self):
        """Under `reserved` they have its text, or another; what is like the enum has the same; `never` stays."""
        reserved = "reserved .INVALID#\n"
        self.assertEqual(self.entries("enum more 1 .B\n"), [(1, ".B")])
        self.assertEqual(self.entries(reserved + "enum more 1 .B\n"), [(0, ".INVALID0"), (1, ".B"), (2, ".INVALID2"), (3, ".INVALID3")])
        self.assertEqual(self.entries(reserved + "enum more ??? 1 .B | 3 never\n"), [(0, ".???0"), (1, ".B"), (2, ".???2")])
        self.assertEqual(self.entries("enum kind ??? 1 .B\n" + reserved + "enum more like kind | 2 .C\n"),
                         [(0, ".???0"), (1, ".B"), (2, ".C"), (3, ".???3")])

    def test_fields_of_several_widths(self):
        """One table for each."""
        made = self.accepted(HEAD + "reserved .INVALID#\nenum more .A | .B\n" + ADD.replace("{reg32 A}", "{reg32 A}{more m}").replace("kk ??", "kk m?"))
        self.assertEqual(made.count('".INVALID3"'), 1)
        self.assertEqual(len(re.findall("^static const struct hw_enum enum_more", made, re.MULTILINE)), 2)

    def test_like_what_is_not_there(self):
        self.refuse("enum more like h | 1 x", "'h' is no enum")
        self.refuse("enum more like sat type->type2", "there is no 'type' to be changed")


class Choices(IsaTest):
    """Lists of texts in a template, in place of an enum."""

    def texts(self, choice, more="", bits="kk ??"):
        made = self.accepted(HEAD + ADD.replace("{more k}", choice).replace("kk ??", bits) + more)
        return re.findall(r'^    \{ (\d+), \d+, "(.*)", \{', made, re.MULTILINE), made

    def test_one_text_for_each_value(self):
        entries, made = self.texts("{.A||.C|.D k}")
        self.assertEqual(entries, [("0", ".A"), ("1", ""), ("2", ".C"), ("3", ".D")])
        self.assertIn("HW_ELEMENT_ENUM, 1", made)

    def test_a_flag(self):
        """The text of 1 alone; equal lists are one table."""
        entries, made = self.texts("{reg32 k}{.X m}", "row sub alu \"sub\"\n  0010 m??? DDDDDDDD ???????? ????????\n  do iadd\n"
                                   "  text SUB{.X m} {reg32 D}\n", "kk m?")
        self.assertEqual(entries, [("0", ""), ("1", ".X")])
        self.assertEqual(len(re.findall("^static const struct hw_enum enum_", made, re.MULTILINE)), 1)

    def test_a_value_that_the_form_fixes(self):
        """Then it needs no texts for the others; but one for this."""
        row = ADD.replace("{more k}", "{.A|.B k}").replace("  text", "  for k=01 text")
        self.assertIn('"ADD.B "', self.accepted(HEAD + row))

    def test_a_value_without_a_text(self):
        row = ADD.replace("{more k}", "{.A|.B k}").replace("  text", "  for k=10 text")
        self.refused(HEAD + row, "  for", "row add: enum .A|.B has no value 2")

    def test_too_few(self):
        self.refused(HEAD + ADD.replace("{more k}", "{.A|.B k}"), "row add",
                     "row add: '.A|.B' has 2 texts for the 4 values of its field")

    def test_in_a_group(self):
        """Texts of a group's parts stand between blanks; those of a list do not."""
        row = ADD.replace("{more k} {reg32 D}", "<mode> <dst>").replace("  do", "  use mode\n  do")
        made = self.accepted(HEAD + "group mode: mode | dst\n  : {.A|.B|.C|.D k} | {reg32 D}\n" + row)
        self.assertEqual(made.count('".C"'), 1)


if __name__ == "__main__":
    unittest.main()
