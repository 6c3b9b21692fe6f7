# SPDX-License-Identifier: MIT
"""Read groups: lines that rows share, and the conditions that stand in these lines and in the `for` lines of rows."""
import re

from likeness import Changes
from model import FORMATS, NONE, ROW, Conditions, Group


BETWEEN = re.compile(r"(?:(?<=\s)|^)\|(?=\s|$)")    # the texts of a line; `{.A|.B t}` is one element


def unquoted(text):
    """A part in double quotes, which keep blanks at its ends."""
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text


class Groups:
    """What the reader of notation.py knows of groups."""

    def top_group(self, text, words):
        """`group NAME [like OTHER a->b ...]`, or `group NAME: PART | PART ...`; without parts it has one of its own name"""
        self.row = None
        head, _, named = (text, "", "") if words[2:3] == ["like"] else text.partition(":")
        head = head.split()
        parts = [part.strip() for part in named.split("|")] if named else [head[1]]
        if head[1] in self.isa.groups:
            self.fail(f"group {head[1]} is declared twice")
        if head[1] in (ROW, FORMATS, NONE):
            self.fail(f"a group has the name '{head[1]}', which means something else in a `use` line")
        self.group = self.isa.groups[head[1]] = Group(head[1], parts, self.line)
        if head[2:3] == ["like"]:
            self.like_group(head)
        elif head[2:]:
            self.fail("expected: group NAME [like OTHER WORD->WORD ...], or group NAME: PART | PART ...")

    def like_group(self, head):
        if head[3] not in self.isa.groups:
            self.fail(f"'{head[3]}' is no group")
        changes, other = Changes(head[4:], self.fail), self.isa.groups[head[3]]
        self.group.parts = other.parts
        self.group.defaults = {changes.letters(letter): value for letter, value in other.defaults.items()}
        self.group.lines = [changes.line(line, self.field) for line in other.lines]
        for line in self.group.lines:
            line.used = True           # it may be like a group in what its rows do not have
        changes.check()

    def group_line(self, text):
        """`CONDITIONS : TEXT | TEXT ...`, a text for each part; or `default X=N ...`, as of rows"""
        if text.split()[0] == "default":
            self.group.defaults = self.defaults(text.split()[1:])
            return
        line = Conditions(self.line)
        head, colon, texts = f" {text} ".partition(" : ")
        self.conditions(line, head.split())
        texts = self.parts(texts) if colon else [""] * len(self.group.parts)
        if len(texts) != len(self.group.parts):
            self.fail(f"the line has {len(texts)} texts for {len(self.group.parts)} parts ({' | '.join(self.group.parts)})")
        line.parts = dict(zip(self.group.parts, texts))
        self.group.lines.append(line)

    def parts(self, texts):
        """`TEXT | TEXT ...`"""
        return [self.template(unquoted(part.strip())) for part in BETWEEN.split(texts)]

    def conditions(self, line, words):
        """What stands in a `for` line or a group's line before the text."""
        i = 0
        while i < len(words):
            if words[i] == "on":
                line.chips = self.chip_list(words[i + 1])
                i += 2
            elif words[i] == "in":
                line.formats = self.format_list(words[i + 1])
                i += 2
            elif words[i] == "use":
                line.uses = [name for name in words[i + 1].split(",") if name != NONE]
                i += 2
            elif words[i] == "set":
                line.mods = self.settings(words[i + 1:])
                break
            else:
                self.condition(line, words[i])
                i += 1

    def zero_of(self, letter):
        """The number of the register that is zero, in the bits of the field's usual place."""
        field = self.isa.fields.get(letter)
        if field is None or field.zero is None or not field.place:
            self.fail(f"'{letter}' is no field with a usual place and a register that is zero")
        return format(field.zero, f"0{len(field.place)}b")

    def condition(self, line, word):
        """`X@PLACE`, `X`, `@PLACE=BITS`: a field; `X=BITS`, `X!=BITS`: a constraint; `X@PLACE=BITS`: both.  BITS
        may be `zero`."""
        letters, sign, bits = re.match(r"(.[^!=]*)(!=|=|)(.*)$", word).groups()
        if letters == "op" and sign == "=":
            line.opcode = bits
            return
        if not sign or word.startswith("@"):
            line.fields.append(self.field(word))
            return
        if "@" in letters:
            line.fields.append(self.field(letters))
            letters = letters[0]
        if bits == "zero":
            bits = self.zero_of(letters)
        if sign == "!=":
            line.exclusions.append((letters, bits))
        else:
            line.choices.append((letters, bits.split("|")))
