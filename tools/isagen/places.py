# SPDX-License-Identifier: MIT
"""Fields by their places: the bits that a row names in place of drawing a pattern, put into a whole pattern.

A field is a letter and the bits where it stands (`X@80:79`, or `L@84:80,74:72` in pieces, the highest first), a letter
alone (`C`: where its `field` statement says that it usually stands) or fixed bits (`@80=0`, `@88:86=0?+`).
"""
import re

from items import cases_of, element_letters, split_template

PLACE = r"\d+(?::\d+)?(?:,\d+(?::\d+)?)*"
FIELD = re.compile(rf"(\S)@({PLACE})$")
FIXED = re.compile(rf"@({PLACE})=([-01+?.]+)$")


class PlacedField:
    """`letter` at `bits`, the highest first; or, where it is None, `drawn` there."""

    def __init__(self, letter, bits, drawn=None):
        self.letter, self.bits = letter, bits
        self.drawn = drawn or letter * len(bits)


def read_place(text):
    """'80:79,72' -> [80, 79, 72]."""
    bits = []
    for piece in text.split(","):
        high, _, low = piece.partition(":")
        bits += range(int(high), int(low or high) - 1, -1)
    return bits


def read_field(isa, word):
    """The field that a word names, None if it names none, or a sentence that says what is wrong with it."""
    fixed, placed = FIXED.match(word), FIELD.match(word)
    if fixed:
        bits = read_place(fixed.group(1))
        if len(bits) != len(fixed.group(2)):
            return f"'{word}' has {len(bits)} places and {len(fixed.group(2))} bits"
        return PlacedField(None, bits, fixed.group(2))
    if not placed and len(word) != 1:
        return None
    letter = word[0]
    if letter not in isa.fields:
        return f"'{letter}' is no declared field"
    bits = read_place(placed.group(2)) if placed else isa.fields[letter].place
    return PlacedField(letter, bits) if bits else f"field '{letter}' has no usual place: write {letter}@HIGH:LOW"


def bit_names(bits):
    """[80, 79, 72] -> '80:79,72'."""
    pieces = []
    for bit in bits:
        if pieces and pieces[-1][1] == bit + 1:
            pieces[-1][1] = bit
        else:
            pieces.append([bit, bit])
    return ",".join(f"{high}:{low}" if high != low else f"{high}" for high, low in pieces)


class Word:
    """A pattern that is being filled: bit number -> what is drawn there; `_` is free."""

    def __init__(self, pattern, fail):
        self.bits, self.fail = list(reversed(pattern)), fail
        self.placed = {}                 # letter -> bits: fields that the pattern has got

    def draw(self, field):
        """A field.  Named twice in one place it is the same field; a letter of the pattern gets these bits, too."""
        what, overlaps = (f"the field '{field.letter}'", "overlaps") if field.letter else ("fixed bits", "overlap")
        for bit, c in zip(field.bits, field.drawn):
            if bit >= len(self.bits):
                self.fail(f"{what} at {bit_names(field.bits)}: the word has {len(self.bits)} bits")
            if self.bits[bit] not in ("_", c):
                self.fail(f"{what} at {bit_names(field.bits)} {overlaps} '{self.bits[bit]}' in bit {bit}")
        if field.letter and self.placed.setdefault(field.letter, field.bits) != field.bits:
            self.fail(f"{what} is at two places: {bit_names(self.placed[field.letter])} and {bit_names(field.bits)}")
        for bit, c in zip(field.bits, field.drawn):
            self.bits[bit] = c

    def draw_opcode(self, text, place):
        """The opcode, in hexadecimal, into those bits of its place that are free."""
        free = [bit for bit in place if self.bits[bit] == "_"]
        if not re.match(r"[0-9a-f]+$", text) or int(text, 16) >> len(free):
            self.fail(f"the opcode '{text}' is no hexadecimal number of {len(free)} bits")
        for bit, c in zip(free, format(int(text, 16), f"0{len(free)}b")):
            self.bits[bit] = c

    def pattern(self):
        """The whole, where nothing is drawn `?`."""
        return "".join(reversed(self.bits)).replace("_", "?")


def letters_of(isa, template, format):
    """The letters that a text reads in a format, and those that choose the cases of its operands there."""
    letters = []
    for kind, value in split_template(template):
        if kind == "elem":
            letters += element_letters(value[1:])
            if value[0] in isa.operands:
                for case in cases_of(isa, value[0], format):
                    letters += case.letters + [c for constrained, _, _ in case.constraints for c in constrained]
    return letters


def draw(isa, format, opcode, fields, letters, fail):
    """A whole pattern: the format's bits, these fields, the opcode, and where they usually stand the letters that the
    text reads and nothing has drawn yet."""
    word = Word(format.pattern, fail)
    for field in fields:
        word.draw(field)
    word.draw_opcode(opcode, isa.opcode)
    for letter in letters:
        if letter in isa.fields and isa.fields[letter].place and letter not in word.bits:
            word.draw(PlacedField(letter, isa.fields[letter].place))
    return word.pattern()
