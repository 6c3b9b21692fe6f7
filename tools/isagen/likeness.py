# SPDX-License-Identifier: MIT
"""`like OTHER a->b ...`: a row, group, operand or enum that is another one with some words changed.

A word of one character is a letter, changed wherever the other reads it (`X->Y@HI:LO`: to a letter in another place);
`X@HI:LO` is a field; every other word is the name of a primitive, enum, operand, group or modifier, or a mnemonic.
"""
import copy
import re

from items import MARKS
from model import PART
from places import bit_names

MNEMONIC = re.compile(r"\w+")


class Changes:
    """`named`: lists of words (`words NAME = a->b ...`), of which not all must be there to be changed."""

    def __init__(self, words, fail, named=None):
        self.words, self.made, self.fail = {}, set(), fail
        for name in [word for word in words if word in (named or {})]:
            self.words.update(named[name])
            self.made.update(named[name])
        for word in [word for word in words if word not in (named or {})]:
            self.made.discard(word.partition("->")[0])
            before, arrow, after = word.partition("->")
            if not arrow or not before or not after:
                fail(f"expected WORD->WORD, found '{word}'")
            self.words[before] = after

    def word(self, word):
        if word in self.words:
            self.made.add(word)
        return self.words.get(word, word)

    def letters(self, letters):
        return "".join(self.word(letter)[0] for letter in letters)

    def name(self, name):
        """`primitive:enum`, either of which may change."""
        return ":".join(self.word(part) for part in name.split(":"))

    def argument(self, argument):
        """Letters of an element, or a mark with its letter."""
        mark, equals, letters = argument.partition("=")
        if mark.partition("@")[0] in MARKS or PART.match(mark):
            return mark + equals + self.letters(letters)
        return self.letters(argument)

    def template(self, template):
        def element(match):
            name, *arguments = match.group(1).split()
            return "{" + " ".join([self.name(name)] + [self.argument(a) for a in arguments]) + "}"
        return re.sub(r"\{([^}]*)\}", element, template)

    def field(self, field, read):
        """`read` makes a field of a word."""
        if field.letter is None:
            return field
        word = f"{field.letter}@{bit_names(field.bits)}"
        if word in self.words:
            return read(self.word(word))
        letter = self.word(field.letter)
        return read(letter if "@" in letter else f"{letter}@{bit_names(field.bits)}")

    def line(self, line, read):
        """A line of a group."""
        other = copy.copy(line)
        other.choices = [(self.letters(letters), values) for letters, values in line.choices]
        other.exclusions = [(self.letters(letters), value) for letters, value in line.exclusions]
        other.fields = [self.field(field, read) for field in line.fields]
        chosen = "".join(letters for letters, _ in line.choices + line.exclusions)
        other.fields += [read(after) for before, after in self.words.items() if before in chosen and "@" in after]
        other.mods = [tuple(self.word(f"{mod}={value}").split("=")) for mod, value in line.mods]
        other.parts = {name: self.template(template) for name, template in line.parts.items()}
        return other

    def text(self, template):
        """A text of a row: its mnemonic may change, too."""
        return MNEMONIC.sub(lambda match: self.word(match.group()), self.template(template), count=1)

    def row(self, row, other, read):
        """What a row has from the other one: all but its chips, opcodes and scoreboards."""
        row.op, row.mods = other.op, list(other.mods)
        row.uses = [self.word(name) for name in other.uses]
        row.defaults = {self.letters(letter): value for letter, value in other.defaults.items()}
        row.slots = [(chips, {self.letters(letter): slot for letter, slot in slots.items()}) for chips, slots in other.slots]
        row.keep, row.ignore = self.letters(other.keep), self.letters(other.ignore)
        row.text = {syntax: self.text(template) for syntax, template in other.text.items()}
        for line in other.alternatives:
            mine = self.line(line, read)
            mine.row, mine.uses = row, line.uses and [self.word(name) for name in line.uses]
            mine.text = {syntax: self.text(template) for syntax, template in line.text.items()}
            row.alternatives.append(mine)
        self.check()

    def case(self, case):
        """A case of an operand."""
        other = copy.copy(case)
        other.constraints = [(self.letters(letters), sign, bits) for letters, sign, bits in case.constraints]
        other.primitive, other.letters = self.name(case.primitive), list(self.letters(case.letters))
        return other

    def settings(self, settings):
        """What an entry of an enum sets."""
        return [(self.word(modifier), value) for modifier, value in settings]

    def check(self):
        for word in self.words:
            if word not in self.made:
                self.fail(f"there is no '{word}' to be changed")
