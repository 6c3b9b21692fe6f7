# SPDX-License-Identifier: MIT
"""Rows as blocks: fields by their places, groups of lines that rows share, and `like`; what is made of them, and what is
refused."""
import re
import unittest

from generate import IsaTest

HEAD = """\
isa toy
chips one two three
set late = two three
word 32 opcode 5:0
field D dst   "destination register" at 31:28
field A src1  "source 1" at 27:24
field B src2  "source 2" at 23:20
field L lit   "literal"
field p pred  "predicate" at 9:6 default 7 spare
field m neg   "negate" at 19
field n neg2  "negate source 2"
field s sat   "saturate"
field k kind  "kind"
enum sat  0 "" | 1 ".SAT" sat=1
enum kind 0 ".A" | 1 ".B"
format r @5:4=00 n@18
format l @5:4=01 L@23:20
formats any = r l
operand b in=r -> reg32 B
          in=l -> imm L
"""
ADD = """\
row add alu "add"
  op any=3
  do iadd
  text ADD {reg32 D}, {reg32 A neg=m}, {b neg=n}
"""
GROUP = """\
group mode: name | last
  on one      : .ONE      |
  on late s@9 : {sat s}.X | , {reg32 A}
"""
USER = """\
row add alu "add"
  op r=3
  use mode
  do iadd
  text ADD<name> {reg32 D}<last>
"""


class Blocks(IsaTest):
    def forms(self, text):
        """(name, pattern, chips) of each form that `text` makes."""
        made = self.accepted(text)
        rows = re.findall(r'^    \{ \d+ /\* (\S+) \*/, .* /\* ([^*]{32}) \*/, HW_ISA_TOY,\n'
                          r'      4, HW_OP_\w+, HW_CLASS_\w+, (0x[0-9a-f]+)', made, re.MULTILINE)
        return [(name, pattern, int(chips, 16)) for name, pattern, chips in rows]

    def patterns(self, text):
        return [pattern for _, pattern, _ in self.forms(text)]


class Places(Blocks):
    def test_fields_that_a_text_reads_stand_in_their_usual_places(self):
        self.assertEqual(self.forms(HEAD + ADD), [("add.r", "DDDDAAAABBBBmn????????????000011", 7),
                                                  ("add.l", "DDDDAAAALLLLm?????????????010011", 7)])

    def test_a_field_in_another_place(self):
        moved = ADD.replace("any=3", "any=3 A@15:12")
        self.assertEqual(self.patterns(HEAD + moved)[0], "DDDD????BBBBmn??AAAA??????000011")

    def test_a_field_in_pieces(self):
        pieces = ADD.replace("any=3", "any=3 A@27:26,16,6")
        self.assertEqual(self.patterns(HEAD + pieces)[1], "DDDDAA??LLLLm??A?????????A010011")

    def test_fixed_and_ignored_bits(self):
        fixed = ADD.replace("any=3", "any=3 @17:14=01-+")
        self.assertEqual(self.patterns(HEAD + fixed)[0], "DDDDAAAABBBBmn01-+????????000011")

    def test_a_named_field_is_drawn_though_this_text_does_not_read_it(self):
        """`p` is spare with a default of 7: bits that the chip ignores."""
        row = ADD.replace("op any=3", "op r=3 p s@17").replace(
            "  text ADD", "  for s=0  text ADD {psrc p}, {reg32 D}\n  for s=1  text ADD")
        self.assertEqual([p[22:26] for p in self.patterns(HEAD + row)], ["pppp", "-+++"])

    def test_an_opcode_fills_what_is_free(self):
        row = ADD.replace("op any=3", "op r=3").replace("  text", "  for @3:2=10  text").replace("{b neg=n}", "{reg32 B}")
        self.assertEqual(self.patterns(HEAD + row)[0][-6:], "001011")

    def test_opcode_of_a_line(self):
        row = ADD.replace("op any=3", "op r=3") + "  for k@15=0 op=5\n  for k@15=1\n"
        self.assertEqual([p[-6:] for p in self.patterns(HEAD + row)], ["000101", "000011"])

    def test_scheduling_bits_are_drawn_in_formats(self):
        text = HEAD.replace("word 32 opcode 5:0", "control scoreboards at 7\nword 32 opcode 5:0").replace("at 31:28", "at 6")
        text = text.replace("at 27:24", "at 30").replace("at 23:20", "at 28").replace("at 19", "at 29").replace("n@18", "n@31").replace(" L@23:20", "")
        self.assertEqual(self.patterns(text + ADD.replace("any=3", "r=3"))[0], "nAmB" + "=" * 21 + "D000011")

    def refused_place(self, words, sentence):
        self.refused(HEAD + ADD.replace("any=3", "any=3 " + words), "row add", "row add: " + sentence)

    def test_fields_that_overlap(self):
        self.refused_place("s@24", "the field 'A' at 27:24 overlaps 's' in bit 24")
        self.refused_place("s@18", "the field 's' at 18 overlaps 'n' in bit 18")
        self.refused_place("s@17 @17=1", "fixed bits at 17 overlap 's' in bit 17")

    def test_a_field_in_two_places(self):
        self.refused_place("A@23:20 A@15:12", "the field 'A' is at two places: 23:20 and 15:12")

    def test_bits_that_the_word_lacks(self):
        self.refused_place("s@40", "the field 's' at 40: the word has 32 bits")

    def test_no_opcode(self):
        for opcode in "13", "x":
            self.refused(HEAD + ADD.replace("any=3", "any=" + opcode), "row add",
                         f"row add: the opcode '{opcode}' is no hexadecimal number of 4 bits")

    def refused_field(self, word, sentence):
        self.refused(HEAD + ADD.replace("any=3", "any=3 " + word), "  op", sentence)

    def test_no_field(self):
        self.refused_field("LL@3", "'LL@3' is no field: expected X, X@HIGH:LOW or @HIGH:LOW=BITS")
        self.refused_field("Q@3", "'Q' is no declared field")
        self.refused_field("L", "field 'L' has no usual place: write L@HIGH:LOW")
        self.refused_field("@3:0=01", "'@3:0=01' has 4 places and 2 bits")

    def test_two_opcodes_in_a_format(self):
        self.refused(HEAD + ADD.replace("  do", "  op l=4\n  do"), "  op l", "row add: it has two opcodes in format l")

    def test_an_opcode_and_a_pattern(self):
        self.refused(HEAD + ADD.replace("  do", "  " + "?" * 32 + "\n  do"), "row add",
                     "row add: it has an opcode ('op') and a pattern, too")

    def test_no_word(self):
        self.refused(HEAD.replace("word 32 opcode 5:0\n", "") + ADD, "format r",
                     "fields have places in words: a `word` statement must say how many bits these have")
        self.refused(HEAD.replace("opcode 5:0", "opcode x"), "word", "expected: word BITS opcode HIGH:LOW")

    def test_formats_by_a_name(self):
        again = "there is a format or a set of formats named {} already"
        self.refused(HEAD + "formats any = l\n", "formats any = l", again.format("any"))
        self.refused(HEAD + "formats r = l\n", "formats r = l", again.format("r"))
        self.refused(HEAD + "formats both r l\n", "formats both", "expected: formats NAME = FORMAT ...")
        self.refused(HEAD + "formats both = r q\n", "formats both", "'q' is no format (r l)")


class Groups(Blocks):
    def test_a_line_for_some_chips(self):
        self.assertEqual(self.forms(HEAD + GROUP + USER), [("add.r", "DDDD?????????????" + "?" * 9 + "000011", 1),
                                                           ("add.r2", "DDDDAAAA??????????????s???000011", 6)])

    def test_sets_of_sets(self):
        text = (HEAD + GROUP + USER).replace("word", "set most = one late\nword").replace("  use", "  on most\n  use")
        self.assertEqual([chips for _, _, chips in self.forms(text)], [1, 6])

    def test_every_combination(self):
        """What `use` names last changes fastest; the row's own lines change slowest where it does not name them."""
        groups = "group first: x\n  k@9=0 : 0\n  k@9=1 : 1\ngroup second: y\n  s@8=0 : 0\n  s@8=1 : 1\n"
        row = 'row t alu "t"\n  op any=3\n  use {}\n  do nop\n  for m=0  text T{} {{reg32 D}}\n  for m=1  text T{} {{reg32 D}}\n'

        def order(use):
            return [p[12] + p[22] + p[23] + p[27] for p in self.patterns(HEAD + groups + row.format(use, "", ""))]

        self.assertEqual(order("first second")[:6], ["0000", "0001", "0010", "0011", "0100", "0101"])
        self.assertEqual(order("second for first")[:6], ["0000", "0001", "0100", "0101", "1000", "1001"])
        self.assertEqual(order("in first second for")[:5], ["0000", "1000", "0010", "1010", "0100"])

    def test_groups_of_a_line(self):
        row = USER.replace("  use mode\n", "").replace("  text ADD<name> {reg32 D}<last>", "  for m=0 use mode  text ADD<name> {reg32 D}<last>\n"
                                                       "  for m=1 use none  text ADD.M {reg32 D}")
        self.assertEqual([(p[12], chips) for _, p, chips in self.forms(HEAD + GROUP + row)], [("0", 1), ("0", 6), ("1", 7)])

    def test_lines_that_contradict_each_other_are_no_combination(self):
        text = HEAD + "group g\n  k@9=0\n  k@9=1\n" + USER.replace("mode", "g").replace(
            "  text ADD<name> {reg32 D}<last>", "  for k=1  text ADD.ONE {reg32 D}\n  for k=0  text ADD.NIL {reg32 D}")
        self.assertEqual([p[22] for p in self.patterns(text)], ["1", "0"])

    def test_parts_in_quotes_keep_their_blanks(self):
        made = self.accepted(HEAD + 'group a: x\n  : "{reg32 A}, "\n' + USER.replace("mode", "a").replace(
            "<name> {reg32 D}<last>", " <x>{reg32 D}"))
        self.assertIn('"ADD "', made)
        self.assertIn('", "', made)

    def test_a_group_with_one_text(self):
        self.accepted(HEAD + "group way\n  s@9=0 : .X\n  s@9=1 : .Y\n" + USER.replace("mode", "way").replace(
            "<name> {reg32 D}<last>", "<way> {reg32 D}"))

    def test_defaults(self):
        made = self.accepted(HEAD + "group way\n  default L=5\n  L@9:6 : {imm L}\n" + USER.replace("mode", "way").replace(
            "<name> {reg32 D}<last>", " <way>"))
        self.assertRegex(made, r"/\* lit \*/, 4, 1, \{ \{ 6, 4 \} \}, 5u,")

    def test_constraint_and_place_at_once(self):
        text = HEAD + USER.replace("  use mode\n", "").replace("  text ADD<name> {reg32 D}<last>",
                                                               "  for k@9:8!=01  text ADD.K {reg32 D}\n  for k@9:8=01  text ADD {reg32 D}")
        self.assertEqual([p[22:24] for p in self.patterns(text)], ["??", "01"])

    def test_a_line_goes_on(self):
        text = (HEAD + GROUP + USER).replace("<name> {reg32 D}", "<name> \\\n    {reg32 \\ # its result\n D}")
        self.assertEqual(self.accepted(text), self.accepted(HEAD + GROUP + USER))
        self.assertIn("the file ends behind a line that '\\' continues", self.generate(HEAD + "format z \\\n").stderr)

    def test_no_such_group(self):
        self.refused(HEAD + GROUP + USER.replace("mode", "mood"), "row add", "row add: 'mood' is no group (mode)")
        self.refused(HEAD + USER, "row add", "row add: 'mode' is no group (there is none)")

    def test_no_such_part(self):
        self.refused(HEAD + GROUP + USER.replace("<last>", "<lost>"), "row add",
                     "row add: the text has <lost>, which no group that it uses gives (name last)")

    def test_rows_that_are_drawn_may_use_groups(self):
        row = USER.replace("  op r=3\n", "  in r s@@@@@@@@@@@@@@@@@@@@@@@@@@@DDDD\n".replace("@", "?")).replace("<last>", "")
        group = GROUP.replace(" s@9", "")
        self.assertEqual([p[-8:] + str(chips) for _, p, chips in self.forms(HEAD.replace("format r @5:4=00 n@18", "format r " + "_" * 32)
                                                                          .replace(" L@23:20", "") + group + row)],
                         ["????DDDD1", "????DDDD6"])

    def test_places_need_an_opcode(self):
        row = USER.replace("  op r=3\n  use mode\n", "  " + "?" * 32 + "\n")
        for condition in "s@9", "op=2", "@9=0":
            self.refused(HEAD + row.replace("  text ADD<name> {reg32 D}<last>", f"  for {condition} text ADD"), "  for",
                         "row add: it has patterns, so no fields by their places and no opcode")
        self.refused(HEAD + row.replace("  text ADD<name> {reg32 D}<last>", "  for in r text ADD"), "  for",
                     "row add: this line is in no combination with the row's groups and formats")

    def test_no_text(self):
        self.refused(HEAD + USER.split("  use")[0] + "  do iadd\n", "row add", "row add has no text")

    def test_a_line_of_a_row_in_no_combination(self):
        row = USER.replace("  text ADD<name> {reg32 D}<last>", "  for s=0  text ADD {reg32 D}\n  for s=1  text ADD.S {reg32 D}")
        self.refused(HEAD + "group g\n  s@9=0\n" + row.replace("mode", "g"), "  for s=1",
                     "row add: this line is in no combination with the row's groups and formats")

    def test_a_line_of_a_group_in_no_combination(self):
        self.refused(HEAD + GROUP + USER.replace("  use", "  on one\n  use"), "  on late",
                     "group mode: no row has a combination with this line")

    def test_a_group_that_no_row_uses(self):
        self.refused(HEAD + GROUP + ADD, "group mode", "group mode: no row uses it")
        self.refused(HEAD + GROUP + "group other like mode\n" + USER, "group other", "group other: no row uses it")

    def test_texts_for_each_part(self):
        self.refused(HEAD + GROUP.replace(".ONE      |", ".ONE") + USER, "  on one",
                     "the line has 1 texts for 2 parts (name | last)")

    def test_heads_of_groups(self):
        self.refused(HEAD + GROUP + "group mode: x\n  : Y\n", "group mode: x", "group mode is declared twice")
        for name in "for", "in", "none":
            self.refused(HEAD + f"group {name}: x\n", f"group {name}",
                         f"a group has the name '{name}', which means something else in a `use` line")
        self.refused(HEAD + "group mode x\n", "group mode",
                     "expected: group NAME [like OTHER WORD->WORD ...], or group NAME: PART | PART ...")

    def test_an_indented_line(self):
        self.refused(HEAD.replace("formats any", "formats any = r l\n  x\nformats all"), "  x",
                     "an indented line belongs to a row, a group or an operand, and none is open")

    def test_a_format_that_its_chips_lack(self):
        """What a line draws for some chips needs no room in a format of others."""
        text = HEAD + "format o on one @15=1\n" + GROUP.replace("on late s@9", "on late s@15") + USER.replace("op r=3", "op r=3 o=23")
        self.assertEqual([chips for _, _, chips in self.forms(text)], [1, 1, 6])


class Parts(Blocks):
    """What `for` lines give to the text of their row."""
    ROW = """\
row add alu "add"
  op r=3
  do iadd
  text ADD<1> {reg32 D}<2>
  for m=0         : .A | , {reg32 A}
  for m=1 on late : {sat s}.B |
"""
    SAME = ROW.replace("  text ADD<1> {reg32 D}<2>\n", "").replace(": .A | , {reg32 A}", "text ADD.A {reg32 D}, {reg32 A}").replace(
        ": {sat s}.B |", "text ADD{sat s}.B {reg32 D}")

    def test_parts(self):
        head = HEAD.replace('"saturate"', '"saturate" at 17')
        self.assertEqual(self.accepted(head + self.ROW), self.accepted(head + self.SAME))

    def test_a_part_too_many_or_few(self):
        self.refused(HEAD + self.ROW.replace("<2>", ""), "  for m=0", "row add: the text has no <2>, which this line gives")
        self.refused(HEAD + self.ROW.replace("{sat s}.B |", ".B"), "  for m=1", "row add: the text has <2>, which no group that it uses gives (1)")


class Alone(Blocks):
    """`{D}` is the primitive that the statement of field D names, with its marks, and in what is `like` the line, too."""
    HEAD = HEAD.replace('"source 1"', '"source 1" is reg32').replace('"literal"', '"literal" is imm')

    def test_a_field_alone(self):
        group = "group source: source\n  in r : {A neg=m}\n  in l : {L}\n"
        row = "row add alu \"add\"\n  op any=3\n  use source\n  do iadd\n  text ADD {reg32 D}, <source>\n"
        self.assertEqual(self.elements(self.HEAD + group + row), self.elements(
            HEAD + group.replace("{A ", "{reg32 A ").replace("{L}", "{imm L}") + row))

    def test_changed_words(self):
        group = "group source: source\n  : {A}\n"
        rows = "row add alu \"add\"\n  op r=3\n  use source\n  do iadd\n  text ADD {reg32 D}, <source>\n"
        other = "group wide like source reg32->reg64\n" + rows.replace("row add", "row wide").replace("r=3", "r=4").replace("use source", "use wide")
        self.assertEqual([kind for kind in self.elements(self.HEAD + group + rows + other) if kind == "reg64"], ["reg64"])

    def elements(self, text):
        """The kinds of the elements of all texts."""
        return re.findall(r"HW_ELEMENT_(\w+)", self.accepted(text))

    def test_two_things_of_one_name(self):
        head = self.HEAD.replace("operand b", "operand A")
        self.refused(head + ADD.replace("{b neg=n}", "{A}"), "  text",
                     "'A' is an operand or an enum, and field 'A' is reg32: the text may mean either")


class Like(Blocks):
    def test_a_group_with_other_words(self):
        """A field, a field in another place, a field with its place, a primitive, an enum."""
        group = "group one: x\n  k@9=0 s@8 L@19:16 : {kind m}{reg32 A neg=n}{sat s}{imm L}\n"
        other = "group other like one A->B s->s@7 L@19:16->L@17:14 kind->sat\n"
        rows = 'row a alu "a"\n  op r=1\n  use one\n  do nop\n  text A<x>\nrow b alu "b"\n  op r=2\n  use other\n  do nop\n  text B<x>\n'
        rows = rows.replace("r=1", "r=1").replace("{kind m}", "")
        text = HEAD.replace("format r @5:4=00 n@18", "format r @5:4=00 n@20").replace("at 23:20", "at 31:28").replace("at 19", "at 13")
        made = self.patterns(text + group + other + rows)
        self.assertEqual(made, ["????AAAA???nLLLL??m???0s??000001", "BBBB???????n??LLLLm???0?s?000010"])

    def test_an_operand_with_other_words_and_a_case_of_its_own(self):
        other = "operand c like b imm->simm\n          in=r -> reg64 B\n"
        made = self.accepted(HEAD + other + ADD + ADD.replace("row add", "row more").replace("any=3", "any=4").replace("{b ", "{c "))
        self.assertEqual([made.count(f"HW_ELEMENT_{kind}, 1") for kind in ("imm", "simm", "reg64")], [1, 1, 1])

    def test_nothing_to_be_like(self):
        self.refused(HEAD + "group g like h A->B\n", "group g", "'h' is no group")
        self.refused(HEAD + "operand c like h A->B\n", "operand c", "'h' is no operand")

    def test_words_that_are_not_there(self):
        self.refused(HEAD + "operand c like b reg64->reg32\n", "operand c", "there is no 'reg64' to be changed")
        self.refused(HEAD + "operand c like b reg64\n", "operand c", "expected WORD->WORD, found 'reg64'")
        self.refused(HEAD + "group g: x\n  : {imm L}\ngroup h like g A->B\n", "group h", "there is no 'A' to be changed")


if __name__ == "__main__":
    unittest.main()
