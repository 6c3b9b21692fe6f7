# SPDX-License-Identifier: MIT
"""Rows that are like another with some words changed; what they have from it, and what is refused."""
import unittest

from generate import IsaTest

HEAD = """\
isa toy
chips one two
word 32 opcode 5:0
field D dst "destination register" is reg32 at 31:28
field A src "source" is reg32 at 27:24
field d udst "uniform destination" is reg32 at 31:28 uniform
field a usrc "uniform source" is reg32 at 27:24 uniform
field n neg "negate" at 10
field k kind "kind"
enum kind .A | .B
format r
format u @6=1
words uniform = D->d A->a sign->usign
group sign: sign
  on one : {A}
  on two : {A neg=n}
group usign like sign A->a
row use alu "both groups"
  op r=9
  use sign
  do mov
  text USE <sign>
row uuse alu "both groups"
  op u=8
  use usign
  do mov
  text UUSE <sign>
"""
ROW = """\
row add alu "add"
  op r=1 k@9
  use sign
  default k=1
  do iadd type=U32
  text ADD{kind k}.X {D}, <sign>
"""
TWIN = """\
row uadd alu.uniform "add"
  op u=2 k@9
  use usign
  default k=1
  do iadd type=U32
  text UADD{kind k}.X {d}, <sign>
"""
LIKE = """\
row uadd alu.uniform like add ADD->UADD uniform
  op u=2 k@9
"""


class LikeRows(IsaTest):
    def same(self, made, written):
        self.assertEqual(self.accepted(HEAD + ROW + made), self.accepted(HEAD + ROW + written))

    def test_a_row_like_another(self):
        self.same(LIKE, TWIN)

    def test_lines_of_its_own(self):
        """They stand for the other's: all `use` and `for` lines, too."""
        self.same(LIKE + "  use none\n  do mov\n  default k=0\n  text UADD{kind k} {d}, {a}\n",
                  TWIN.replace("  use usign\n", "").replace("iadd type=U32", "mov").replace("k=1", "k=0").replace(".X {d}, <sign>", " {d}, {a}"))
        fors = "  for k=0 : .C\n  for k=1 : .D\n"
        row = ROW.replace("{kind k}", "<1>")
        self.assertEqual(self.accepted(HEAD + row + fors + LIKE), self.accepted(HEAD + row + fors + TWIN.replace("{kind k}", "<1>") + fors))
        self.assertEqual(self.accepted(HEAD + row + fors + LIKE + "  for k=0 : .E\n"),
                         self.accepted(HEAD + row + fors + TWIN.replace("{kind k}", "<1>") + "  for k=0 : .E\n"))

    def test_what_it_says_of_itself(self):
        self.same(LIKE.replace("like", '"add uniformly" like'), TWIN.replace('"add"', '"add uniformly"'))

    def test_a_word_of_its_own_comes_before_the_list(self):
        self.same(LIKE.replace("uniform\n  op", "uniform sign->sign\n  op"), TWIN.replace("usign", "sign"))

    def test_chips_and_scoreboards_are_not_copied(self):
        self.assertEqual(self.accepted(HEAD + ROW + "  on one\n" + LIKE), self.accepted(HEAD + ROW + "  on one\n" + TWIN))
        strict = HEAD.replace("word 32 opcode 5:0", "control scoreboards at 40 strict\nword 64 opcode 5:0")
        self.assertEqual(self.accepted(strict + ROW + "  sets both\n" + LIKE), self.accepted(strict + ROW + "  sets both\n" + TWIN))

    def test_what_is_refused(self):
        self.refused(HEAD + ROW + LIKE.replace("like add", "like sub"), "row uadd", "'sub' is no row above")
        self.refused(HEAD + ROW + LIKE.replace("ADD->UADD", "SUB->USUB"), "row uadd", "there is no 'SUB' to be changed")
        self.refused(HEAD + "words uniform = X->Y\n" + ROW, "words uniform = X", "expected: words NAME = WORD->WORD ..., once")
        self.refused(HEAD + "row uadd alu\n", "row uadd",
                     "expected: row NAME CLASS \"what it does\", or row NAME CLASS [\"what it does\"] like OTHER [WORD->WORD ...]")


if __name__ == "__main__":
    unittest.main()
