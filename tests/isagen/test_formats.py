# SPDX-License-Identifier: MIT
"""Formats, included files and what else a large instruction set needs: what is made of them, and what is refused."""
import os
import unittest

from generate import HEAD, IsaTest

FORMATS = HEAD + """\
field G guard "guard" default 7
field R big   "register" zero 255 slot 1
prefix G {pguard G}
format r 00__ ???? BBBBBBBB AAAAAAAA GGGG _ ???  R=2
format l 01__ ???? LLLLLLLL AAAAAAAA GGGG _ ???
operand b in=r -> reg32 B
         in=l -> imm L
row add alu "add"
  in r,l 10 s
  do iadd
  text ADD{sat s} {reg32 A}, {b}
"""


class Formats(IsaTest):
    def test_a_form_for_each_format(self):
        made = self.accepted(FORMATS)
        self.assertIn('"add.r"', made)
        self.assertIn('"0010\\?\\?\\?\\?BBBBBBBBAAAAAAAAGGGGs\\?\\?\\?"', made)
        self.assertIn('"add.l"', made)
        self.assertIn('"0110\\?\\?\\?\\?LLLLLLLLAAAAAAAAGGGGs\\?\\?\\?"', made)
        self.assertEqual(made.count("{ HW_ELEMENT_pguard"), 2)

    def test_suffix_of_the_mnemonic(self):
        suffixed = FORMATS + "suffix s {half s}\n"
        plain = suffixed.replace("ADD{sat s} ", "ADD.X ")
        made = self.accepted(plain)
        self.assertLess(made.index("/* ADD.X */"), made.index("{ HW_ELEMENT_half"))
        self.assertEqual(self.accepted(plain.replace("ADD.X ", "ADD{half s}.X ")).count("{ HW_ELEMENT_half"), 2)

    def test_drawn_bits_must_fit(self):
        self.refused(FORMATS.replace("10 s", "10 ss"), "  in r,l", "row add: the pattern has 4 bits; format r leaves 3 to be drawn")

    def test_a_line_for_a_format_that_only_another_line_draws(self):
        text = FORMATS.replace("in r,l 10", "in r 10").replace("  text ADD{sat s} {reg32 A}, {b}\n",
                                                               "  text ADD{sat s} {reg32 A}, {b}\n"
                                                               "  for s=1\n    in l 10 s\n"
                                                               "  for in l s=0\n")
        self.refused(text, "  for in l", "row add has no pattern")

    def test_unknown_format(self):
        self.refused(FORMATS.replace("in r,l 10", "in r,q 10"), "  in r,q", "'q' is no format (r l)")

    def test_operand_without_a_case(self):
        self.refused(FORMATS.replace("         in=l -> imm L\n", ""), "row add",
                     "row add: operand b has no case in format l")

    def test_format_with_an_undeclared_letter(self):
        self.refused(FORMATS.replace("format l 01", "format l @1"), "format l",
                     "the pattern has '@', which is no declared field and not one of 0 1 - + ? = .")

    def test_a_format_may_draw_more_than_a_row_reads(self):
        made = self.accepted(FORMATS.replace("format l 01__ ????", "format l 01__ RRRR"))
        self.assertIn('"0110\\?\\?\\?\\?LLLLLLLLAAAAAAAAGGGGs\\?\\?\\?"', made)

    def test_a_mark_that_a_format_lacks(self):
        marked = FORMATS.replace("format r 00__ ???? ", "format r 00__ m??? ").replace("{b}", "{b neg=m}")
        made = self.accepted(marked)
        self.assertRegex(made, r"{ HW_ELEMENT_reg32, 1, \d, HW_NO_FIELD")
        self.assertIn("{ HW_ELEMENT_imm, 1, HW_NO_FIELD", made)
        self.assertIn("the text uses 'm', which its pattern lacks",
                      self.generate(marked.replace("00__ m???", "00__ ????")).stderr)

    def test_formats_of_some_chips(self):
        made = self.accepted(FORMATS.replace("format r 00", "format r on two 00"))
        self.assertIn("HW_OP_IADD, HW_CLASS_ALU, 0x2, 0x2, 0x0,", made)
        self.assertIn("HW_OP_IADD, HW_CLASS_ALU, 0x3, 0x3, 0x0,", made)

    def test_bits_that_some_chips_ignore(self):
        dont_care = FORMATS.replace("format r 00__ ???? ", "format r dont_care one 00__ .??? ")
        made = self.accepted(dont_care)
        self.assertIn('"00100\\?\\?\\?BBBBBBBBAAAAAAAAGGGGs\\?\\?\\?"', made)
        self.assertIn("0x3, 0x3, 0x1,", made)
        self.assertIn("{ 0x8000000u, 0x0u }, { 0, 0 }", made)
        other = 'row other alu "o"\n{}  0010 1??? DDDDDDDD AAAAAAAA ???? ????\n  do mov\n  text O {{reg32 D}}, {{reg32 A}}\n'
        self.accepted(dont_care + other.format("  on two\n"))
        self.assertIn("overlaps row add.r", self.generate(dont_care + other.format("")).stderr)

    def test_ignored_bits_are_assembled_as_the_row_says(self):
        drawn = FORMATS.replace("format l 01__ ????", "format l 01__ RRRR")
        self.assertIn('"0110\\?\\?\\?\\?LLLLLLLLAAAAAAAAGGGGs\\?\\?\\?"', self.accepted(drawn))
        ignoring = drawn.replace("  do iadd\n", "  ignore R\n  do iadd\n")
        self.assertIn('"0110----LLLLLLLLAAAAAAAAGGGGs\\?\\?\\?"', self.accepted(ignoring))
        told = ignoring.replace("  ignore R\n", "  ignore R\n  default R=10\n")
        self.assertIn('"0110+-+-LLLLLLLLAAAAAAAAGGGGs\\?\\?\\?"', self.accepted(told))

    def test_enum_with_the_name_of_a_operand(self):
        text = FORMATS + 'enum b 0 "" | 1 ".B"\n'
        self.assertEqual(self.generate(text).stderr, f"{self.path}: enum b has the name of an operand\n")

    def test_enum_with_the_name_of_a_primitive(self):
        text = FORMATS + 'enum imm 0 "" | 1 ".B"\n'
        self.assertEqual(self.generate(text).stderr, f"{self.path}: enum imm has the name of a primitive\n")


class Fields(IsaTest):
    def test_zero_and_slot(self):
        row = 'row a alu "a"\n  0001 RRRRRRRR' + "?" * 20 + "\n  do nop\n  text A {reg32 R}\n"
        self.assertIn('/* big */, 8, 1, { { 20, 8 } }, 0u, 255, 1, 0 }', self.accepted(FORMATS + row))
        self.assertIn('/* big */, 8, 1, { { 20, 8 } }, 0u, 255, 0, 0 }',
                      self.accepted(FORMATS + row.replace("  do", "  slot R=0\n  do")))
        made = self.accepted(FORMATS + row.replace("  do", "  slot R=0\n  slot R=- on two\n  do"))
        self.assertIn('/* big */, 8, 1, { { 20, 8 } }, 0u, 255, 0, 0 }', made)
        self.assertIn('/* big */, 8, 1, { { 20, 8 } }, 0u, 255, HW_NO_SLOT, 0 }', made)

    def test_a_letter_of_the_uniform_datapath(self):
        row = 'row a alu "a"\n  0001 UUUUUU' + "?" * 22 + "\n  do nop\n  text A {reg32 U}\n"
        self.assertIn('/* ureg */, 6, 1, { { 22, 6 } }, 0u, 63, HW_NO_SLOT, 1 }',
                      self.accepted(HEAD + 'field U ureg "uniform register" zero 63 uniform\n' + row))

    def test_spare_letters_have_their_default(self):
        text = HEAD + 'field q spare "unused" default 5 spare\n' + ('row a alu "a"\n  0001 qqq x' + "?" * 24 +
               "\n  do nop\n  for x=0 text A {reg32 q}\n  for x=1 text AX\n")
        made = self.accepted(text)
        self.assertIn('"0001qqq0', made)
        self.assertIn('"0001+-+1', made)

    def test_assembled_for_some_chips(self):
        made = self.accepted(FORMATS.replace("  do iadd", "  as two\n  do iadd"))
        self.assertIn("HW_OP_IADD, HW_CLASS_ALU, 0x3, 0x2, ", made)

    def test_spare_bits_of_a_wide_word(self):
        """A letter that only decuda's text reads lies above bit 64, or across it."""
        wide = HEAD + 'row w alu "w"\n  0001 LLLL' + "?" * 46 + " DDDDDDDD LL " + "?" * 64 + (
            "\n  do nop\n  text W {reg32 D}\n  decuda w {reg32 D}, {imm L}\n")
        self.assertIn("must be adjacent bits", self.generate(wide).stderr)
        made = self.accepted(wide.replace("LLLL" + "?" * 46, "?" * 50).replace("LL ?", "LLL"))
        self.assertIn("{ HW_SPARE, 63, 3 }", made)


class Scheduling(IsaTest):
    OWN = HEAD + "control scoreboards at 105\n"
    ROW = 'row a alu "a"\n  ??' + "=" * 21 + "?" * 97 + " DDDDDDDD\n  do nop\n  text A {reg32 D}\n"

    def test_control_words(self):
        self.assertIn(" { 0x3, HW_SCHED_SCOREBOARDS, 3, 21, 0, 64, 0, 0x0u, 0x0u },\n",
                      self.accepted(FORMATS + "control scoreboards before 3\n"))

    def test_control_words_of_some_chips_with_fixed_bits(self):
        drawn = "control counts before 7 on two 0010" + " ________" * 7 + " 0111\n"
        self.assertIn(" { 0x2, HW_SCHED_COUNTS, 7, 8, 4, 60, 0, 0xf00000000000000fu, 0x2000000000000007u },\n",
                      self.accepted(FORMATS + drawn))

    def test_control_words_that_do_not_fit(self):
        self.assertIn("4 instructions with 21 bits each need 84 bits, not 64",
                      self.generate(FORMATS + "control scoreboards before 4\n").stderr)
        self.assertIn("a control word is drawn with 64 characters",
                      self.generate(FORMATS + "control counts before 1 0_1\n").stderr)

    def test_no_place(self):
        for wrong in "control counts in 3", "control count before 7":
            self.assertIn("expected control counts or scoreboards, and before N [on CHIPS] [PATTERN] or at BIT",
                          self.generate(FORMATS + wrong + "\n").stderr)

    def test_in_the_own_word(self):
        made = self.accepted(self.OWN + self.ROW)
        self.assertIn(" { 0x3, HW_SCHED_SCOREBOARDS, 0, 21, 105, 126, 0, 0, 0 },\n", made)
        self.assertIn(", { 105, 21 },\n", made)
        self.assertNotIn(", { 105, 21 },\n", self.accepted(HEAD + self.ROW.replace("=", "?")))

    def test_drawn_elsewhere(self):
        sentence = "row a: '=' is drawn in bits {}; the scheduling bits of this ISA's instructions are {}"
        self.refused(self.OWN + self.ROW.replace("??=", "=??", 1), "row a", sentence.format("127, 124:105", "125:105"))
        self.refused(self.OWN + self.ROW.replace("=", "?"), "row a", sentence.format("none", "125:105"))
        self.refused(HEAD + self.ROW, "row a", sentence.format("125:105", "none"))


    def test_which_scheduling_bits_an_instruction_has(self):
        strict = self.OWN.replace("at 105", "at 105 strict merged two")
        self.assertIn("HW_SETS_ANY", self.accepted(self.OWN + self.ROW))
        made = self.accepted(strict + self.ROW)
        self.assertIn("HW_SETS_FIXED", made)
        self.assertIn(" { 0x3, HW_SCHED_SCOREBOARDS, 0, 21, 105, 126, 2, 0, 0 },\n", made)
        self.assertIn("HW_SETS_READ", self.accepted(strict + self.ROW.replace("  do", "  sets read\n  do")))
        self.assertIn("expected sets never or both or write or read or none",
                      self.generate(strict + self.ROW.replace("  do", "  sets one\n  do")).stderr)

    def test_scheduling_bits_of_some_chips(self):
        strict = self.OWN.replace("at 105", "at 105 strict")
        made = self.accepted(strict + self.ROW.replace("  do", "  sets read on two\n  do"))
        self.assertEqual((made.count("HW_SETS_FIXED"), made.count("HW_SETS_READ")), (1, 1))
        made = self.accepted(strict + self.ROW.replace("  do", "  sets both\n  sets read on two\n  do"))
        self.assertEqual((made.count("HW_SETS_BOTH"), made.count("HW_SETS_READ")), (1, 1))
        self.assertIn("'three'", self.generate(strict + self.ROW.replace("  do", "  sets read on three\n  do")).stderr)


class Include(IsaTest):
    def write(self, name, text):
        with open(os.path.join(self.folder.name, name), "w", encoding="utf-8") as file:
            file.write(text)

    def test_a_file_in_two_parts(self):
        head, _, row = FORMATS.partition("row add")
        self.write("rows.isa", "row add" + row)
        self.assertEqual(self.accepted(head + "include rows.isa\n"), self.accepted(FORMATS))

    def test_errors_name_the_part(self):
        self.write("rows.isa", "\nrow\n")
        done = self.generate(FORMATS + "include rows.isa\n")
        self.assertTrue(done.stderr.startswith(os.path.join(self.folder.name, "rows.isa") + ":2: "), done.stderr)

    def test_a_part_that_is_not_there(self):
        missing = os.path.join(self.folder.name, "rows.isa")
        self.refused(FORMATS + "include rows.isa\n", "include", f"there is no {missing}")

    def test_a_part_twice(self):
        self.write("rows.isa", "")
        done = self.generate(FORMATS + "include rows.isa\ninclude rows.isa\n")
        self.assertIn("rows.isa is included twice", done.stderr)


if __name__ == "__main__":
    unittest.main()
