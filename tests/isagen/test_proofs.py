# SPDX-License-Identifier: MIT
"""The build-time proofs: what is unsound is refused, with a sentence that names file, line, row and bits."""
import glob
import os
import unittest

from generate import ADD, HEAD, ROOT, IsaTest, isagen


class Sound(IsaTest):
    def test_small_isa(self):
        made = self.accepted(HEAD + ADD)
        self.assertIn("const struct hw_isa hw_isa_toy = {", made)
        self.assertIn('"0001sm\\?\\?DDDDDDDDAAAAAAAABBBBBBBB"', made)

    def test_the_same_twice(self):
        self.assertEqual(self.accepted(HEAD + ADD), self.accepted(HEAD + ADD))

    def test_every_isa_of_the_repository(self):
        folder = os.path.join(ROOT, "isa")
        for name in sorted(n for n in os.listdir(folder) if n.endswith(".isa")):
            with self.subTest(name):
                done = isagen(os.path.join(folder, name), self.folder.name)
                self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_no_line_is_longer_than_a_screen(self):
        for path in glob.glob(os.path.join(ROOT, "isa", "**", "*.isa"), recursive=True):
            with open(path, encoding="utf-8") as file:
                self.assertEqual([line for line in file if len(line.rstrip("\n")) > 140], [], path)

    def test_rows_of_other_chips_and_programs_may_overlap(self):
        other = ADD.replace("row add", "row other")
        self.accepted(HEAD + ADD.replace("  do", "  on one\n  do") + other.replace("  do", "  on two\n  do"))
        self.accepted(HEAD + ADD.replace("  do", "  on all cp\n  do") + other.replace("  do", "  on all vp,fp\n  do"))

    def test_an_exclusion_makes_room(self):
        """`never 3` of the letter x leaves the words with xx = 3 to another row."""
        self.accepted(HEAD + 'row a alu "a"\n  0001 xx ' + "?" * 26 + "\n  do nop\n  text A{flow x}\n"
                      'row b alu "b"\n  0001 11 ' + "?" * 26 + "\n  do nop\n  text B\n")


    def test_exclusions_that_only_together_leave_nothing(self):
        rows = "".join(f'row {n} alu "{n}"\n  0001 s ' + "?" * 19 + f" LLLLLLLL\n  do nop\n  text {n.upper()} {{{f}}}\n"
                       for n, f in (("a", "zero"), ("b", "one")))
        self.accepted(HEAD + "operand zero s!=1 -> imm L\noperand one s!=0 -> imm L\n" + rows)


class Overlap(IsaTest):
    def test_two_rows(self):
        text = HEAD + ADD + ('row sub alu "subtract"\n  00?1 1 ??? DDDDDDDD AAAAAAAA BBBBBBBB\n  do iadd\n'
                             "  text SUB {reg32 D}, {reg32 A}, {reg32 B}\n")
        self.refused(text, "row sub", f"row sub overlaps row add (line {self.line_of(text, 'row add')}): both accept the "
                     "word 0x18000000, they agree in all bits that both fix (31:30, 28)")

    def test_nothing_fixed(self):
        text = HEAD + 'row a alu "a"\n  ' + "?" * 32 + "\n  do nop\n  text A\n" + ADD
        self.refused(text, "row add", f"row add overlaps row a (line {self.line_of(text, 'row a ')}): both accept the "
                     "word 0x10000000, they agree in all bits that both fix (none)")

    def test_alternatives_of_one_row(self):
        text = HEAD + ('row a alu "a"\n  do nop\n  for s=0\n  0001 s?? ' + "?" * 25 + "\n    text A\n"
                       "  for s=1\n  0001 ?s? " + "?" * 25 + "\n    text A.SAT\n")
        self.refused(text, "  for s=1", f"row a2 overlaps row a (line {self.line_of(text, '  for s=0')}): both accept the "
                     "word 0x14000000, they agree in all bits that both fix (31:28)")

    def test_behind_an_exclusion(self):
        """The word in the message is one that both really accept: xx = 0 here, not the excluded 3."""
        text = HEAD + ('row a alu "a"\n  0001 xx ' + "?" * 26 + "\n  do nop\n  text A{flow x}\n"
                       'row b alu "b"\n  0001 ?? ' + "?" * 26 + "\n  do nop\n  text B\n")
        self.refused(text, "row b", f"row b overlaps row a (line {self.line_of(text, 'row a ')}): both accept the "
                     "word 0x10000000, they agree in all bits that both fix (31:28)")

class Bits(IsaTest):
    def test_width(self):
        self.refused(HEAD + ADD.replace("?? D", "? D"), "row add",
                     "row add: the pattern has 31 bits; it must have 32, 64 or 128")

    def test_a_bit_without_an_owner(self):
        self.refused(HEAD + ADD.replace("{reg32 B}", "{reg32 A}"), "row add",
                     "row add: nothing owns bits 7:0: the pattern names them, but no operand, modifier or constraint "
                     "of the row reads them")

    def test_the_length_must_show_in_bit_0(self):
        text = HEAD + ADD + 'row long alu "long"\n  ' + "0" * 4 + "?" * 59 + "1\n  do nop\n  text LONG\n"
        self.refused(text, "row add", "row add: bit 0 tells the length, so it must be fixed at 0 in a pattern of 32 bits; "
                     "it is 'B'")

    def test_the_length_may_show_in_another_bit(self):
        short = ADD.replace("BBBBBBBB", "BBBB1BBB")
        long = 'row long alu "long"\n  ' + "0" * 60 + "0???\n  do nop\n  text LONG\n"
        self.refused(HEAD + "short 3=1\n" + ADD + long, "row add", "row add: bit 3 tells the length, so it must be fixed at "
                     "1 in a pattern of 32 bits; it is 'B'")
        self.refused(HEAD + "short 8=1\n" + short + long, "short", "'8=1' is no bit of an instruction's first byte with its "
                     "value, as in 0=0")
        self.assertIn(", 4, 8, 8, 8, ", self.accepted(HEAD + "short 3=1\n" + short + long))

    def test_pieces(self):
        self.refused(HEAD + ADD.replace("DDDDDDDD AAAAAAAA BBBBBBBB", "DADADADA DADADADA BBBBBBBB"), "row add",
                     "row add: field 'D' lies in 8 pieces; 3 is the most")

    def test_fields(self):
        letters = "abcdefghijklnopqrtuvwyzEF"
        head = HEAD + "".join(f'field {c} f{c} "field"\n' for c in letters)
        row = ('row many alu "many"\n  0001 ' + letters + "???\n  do nop\n  text MANY "
               + ", ".join(f"{{imm {c}}}" for c in letters) + "\n")
        self.refused(head + row, "row many", "row many: it has more than 24 fields (HW_MAX_FIELDS)")


class Words(IsaTest):
    def test_unknown_letter_in_a_pattern(self):
        text = HEAD + ADD.replace("?? DD", "Z? DD")
        self.refused(text, "  0001", "row add: the pattern has 'Z', which is no declared field and not one of 0 1 - + ? = .")

    def test_letter_that_the_pattern_lacks(self):
        self.refused(HEAD + ADD.replace("{reg32 B}", "{reg32 B}, {imm L}"), "row add",
                     "row add: the text uses 'L', which its pattern lacks")

    def test_undeclared_letter_in_a_text(self):
        self.refused(HEAD + ADD.replace("{reg32 B}", "{reg32 Z}"), "row add", "row add: 'Z' is no declared field")

    def test_duplicate_name(self):
        text = HEAD + ADD + ADD.replace("0001", "0010")
        first = self.line_of(text, "row add")
        done = self.generate(text)
        self.assertEqual(done.stderr, f"{self.path}:{first + 4}: row add: the name is taken by line {first}\n")

    def test_enum_without_the_value(self):
        self.refused(HEAD.replace(' | 1 ".SAT" sat=1', "") + ADD.replace("text", "for s=1 text"), "  for",
                     "row add: enum sat has no value 1")

    def test_enum_wider_than_its_field(self):
        self.refused(HEAD.replace("1 \".SAT\"", "2 \".SAT\"") + ADD, "row add",
                     "row add: enum sat has the value 2, which does not fit the 1 bits of 's'")

    def test_enum_declared_twice(self):
        self.refused(HEAD + 'enum  sat 0 ""\n' + ADD, "enum  sat", "enum sat is declared twice")

    def test_enum_value_twice(self):
        self.refused(HEAD + 'enum other 0 "" | 0 ".X"\n' + ADD, "enum other", "enum other has two entries for the value 0")

    def test_operand_without_its_letter(self):
        text = HEAD + "operand w m!=1 -> reg32 A\n" + ADD.replace("reg32 A neg=m", "w").replace(" m ", " ? ")
        self.refused(text, "row add", "row add: operand w (m!=1) needs the letter 'm', which the pattern lacks")

    def test_choice_of_another_width(self):
        self.refused(HEAD + ADD.replace("text", "for s=01 text"), "  for",
                     "row add: 'for s=01' has 2 bits; its letters have another number in the pattern")

    def test_exclusion_of_an_absent_letter(self):
        self.refused(HEAD + ADD.replace("text", "for L!=1 text"), "  for",
                     "row add: 'for L!=1' needs the letter 'L', which the pattern lacks")

    def test_several_letters_take_a_bit_each(self):
        self.refused(HEAD + ADD.replace("text", "for sD=01 text"), "  for",
                     "row add: 'for sD=01' takes one bit of each letter, but 'D' has 8")

    def test_unknown_primitive(self):
        self.refused(HEAD + ADD.replace("{reg32 B}", "{reg23 B}"), "row add",
                     "row add: 'reg23' is no enum, no operand and no primitive of src/isa/primitives.h")

    def test_unknown_operation(self):
        self.refused(HEAD + ADD.replace("iadd", "addi"), "row add",
                     "row add: 'addi' is no operation of include/halfwarp/operations.h")

    def test_no_operation(self):
        self.refused(HEAD + ADD.replace("  do iadd type=U32\n", ""), "row add",
                     "row add: it has no `do`, and 'add' is no operation of include/halfwarp/operations.h")

    def test_operation_of_the_rows_name(self):
        made = self.accepted(HEAD + ADD.replace("row add", "row iadd").replace("  do iadd type=U32\n", ""))
        self.assertEqual(made.count("HW_OP_IADD"), 1)

    def test_unknown_modifier(self):
        self.refused(HEAD + ADD.replace("type=", "kind="), "row add",
                     "row add: 'kind' is no modifier of include/halfwarp/modifiers.h")

    def test_unknown_type(self):
        self.refused(HEAD + ADD.replace("U32", "U33"), "row add",
                     "row add: 'U33' is no value of the modifier type: modifiers.h has no HW_TYPE_U33")

    def test_unknown_chip(self):
        self.refused(HEAD + ADD.replace("  do", "  on three\n  do"), "  on", "'three' is no chip of this ISA (one two)")

    def test_default_of_an_absent_letter(self):
        self.refused(HEAD + ADD.replace("  do", "  default L=1\n  do"), "row add",
                     "row add: 'default', 'slot', 'keep' and 'ignore' name letters of the pattern; it has no 'L'")

    def test_row_without_pattern_or_text(self):
        lines = ADD.splitlines(keepends=True)
        self.refused(HEAD + lines[0] + "".join(lines[2:]), "row add", "row add has no pattern")
        self.refused(HEAD + "".join(lines[:3]), "row add", "row add has no text")

    def test_statements_that_are_none(self):
        self.refused(HEAD + "rwo add\n", "rwo", "'rwo' begins no statement")
        self.refused("enum\n" + HEAD, "enum", "'enum' is not complete; isa/README.md shows how it is written")

    def test_no_rows(self):
        done = self.generate(HEAD)
        self.assertEqual((done.returncode, done.stderr), (1, f"{self.path}: it has no rows\n"))


if __name__ == "__main__":
    unittest.main()
