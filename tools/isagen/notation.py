# SPDX-License-Identifier: MIT
"""Read a .isa file: the notation of isa/README.md, into plain Python objects.

Nothing is checked here beyond syntax; expand.py multiplies the rows out and prove.py checks them.
"""
import os
import re

from enums import read_enum
from likeness import Changes
from model import PROGRAMS, SETS, Alternative, Case, Control, Field, Format, Isa, IsaError, Line
from places import PLACE, Word, read_field, read_place
from rows import Rows


def strip_comment(line):
    """Remove a comment: `#` at the line's begin or behind a blank, but not inside double quotes."""
    quoted = False
    for i, c in enumerate(line):
        if c == '"':
            quoted = not quoted
        elif c == "#" and not quoted and (i == 0 or line[i - 1].isspace()):
            return line[:i]
    return line


class Reader(Rows):
    def __init__(self, path):
        self.isa = Isa(path)
        self.line = Line(path, 0)
        self.row = None
        self.alternative = None
        self.operand = None
        self.group = None
        self.chips_below = None        # those of the rows below, to the end of the file, or None: all

    def fail(self, sentence):
        raise IsaError(f"{self.line}: {sentence}")

    def template(self, text):
        """A text in which a field alone, `{D}`, is what its statement says: `{reg32 D}`."""
        return re.sub(r"\{(\S)(?=[ }])", lambda match: "{" + self.primitive_of(match.group(1)), text)

    def primitive_of(self, name):
        field = self.isa.fields.get(name)
        if field is None or not field.primitive:
            return name
        if name in self.isa.operands or name in self.isa.enums:
            self.fail(f"'{name}' is an operand or an enum, and field '{name}' is {field.primitive}: the text may mean either")
        return f"{field.primitive} {name}"

    def settings(self, words):
        """`name=value ...`"""
        for word in words:
            if "=" not in word:
                self.fail(f"expected modifier=value, found '{word}'")
        return [tuple(word.split("=", 1)) for word in words]

    def read(self):
        self.read_file(self.isa.path)
        for row in self.isa.rows:
            if not row.alternatives:
                row.alternatives.append(Alternative(row, row.line))
        return self.isa

    def read_file(self, path):
        around, self.chips_below = self.chips_below, None
        with open(path, encoding="utf-8") as file:
            begun = ""
            for number, raw in enumerate(file, 1):
                text = begun + (strip_comment(raw).strip() if begun else strip_comment(raw).rstrip())
                if not begun:
                    self.line = Line(path, number)
                begun = text[:-1] if text.endswith("\\") else ""
                if text.strip() and not begun:
                    self.read_line(text)
            if begun:
                self.fail("the file ends behind a line that '\\' continues")
        self.chips_below = around

    def read_line(self, text):
        try:
            self.statement(text, indented=text[0].isspace())
        except (IndexError, ValueError):
            self.fail(f"'{text.strip()}' is not complete; isa/README.md shows how it is written")

    def statement(self, text, indented):
        words = text.split()
        if not indented:
            self.operand = self.alternative = self.group = None
            handler = getattr(self, "top_" + words[0], None)
            if handler is None:
                self.fail(f"'{words[0]}' begins no statement")
            handler(text, words)
        elif self.operand is not None:
            self.operand_case(text.strip())
        elif self.group is not None:
            self.group_line(text.strip())
        elif self.row is not None:
            self.row_line(text.strip(), words)
        else:
            self.fail("an indented line belongs to a row, a group or an operand, and none is open")

    # ---- statements at the left margin
    def top_isa(self, text, words):
        self.isa.name = words[1]

    def top_include(self, text, words):
        path = os.path.join(os.path.dirname(self.line.path), words[1])
        if path in self.isa.files:
            self.fail(f"{words[1]} is included twice")
        if not os.path.exists(path):
            self.fail(f"there is no {path}")
        self.isa.files.append(path)
        self.row, here = None, self.line
        self.read_file(path)
        self.row = self.operand = self.alternative = self.group = None
        self.line = here

    def top_control(self, text, words):
        """`control KIND before N [on CHIPS] [PATTERN]`, or `control KIND at BIT [strict [merged CHIPS]]`"""
        kind, where, number, rest = words[1], words[2], int(words[3]), words[4:]
        if kind not in Control.BITS or where not in ("before", "at"):
            self.fail(f"expected control {' or '.join(Control.BITS)}, and before N [on CHIPS] [PATTERN] or at BIT")
        if where == "at":
            strict = rest[:1] == ["strict"]
            merged = self.chip_list(rest[2]) if rest[1:2] == ["merged"] else ()
            self.isa.control = Control(kind, self.isa.sets["all"], first=number, merged=merged, strict=strict)
            return
        chips = self.isa.sets["all"]
        if rest[:1] == ["on"]:
            chips, rest = self.chip_list(rest[1]), rest[2:]
        pattern = self.pattern(" ".join(rest), "_") if rest else "_" * 64
        drawn = pattern.strip("01")
        if len(pattern) != 64 or set(drawn) != {"_"}:
            self.fail("a control word is drawn with 64 characters: scheduling bits _ side by side, fixed 0 and 1 around them")
        control = Control(kind, chips, number, pattern)
        if number * control.bits > len(drawn):
            self.fail(f"{number} instructions with {control.bits} bits each need {number * control.bits} bits, not {len(drawn)}")
        self.isa.control = control

    def top_timing(self, text, words):
        """`timing FILE [on CHIPS]`"""
        path = os.path.join(os.path.dirname(self.line.path), words[1])
        if not os.path.exists(path):
            self.fail(f"there is no {path}")
        for chip in self.chip_list(words[3]) if words[2:3] == ["on"] else self.isa.sets["all"]:
            if chip in self.isa.timings:
                self.fail(f"{chip} has its latencies from {os.path.basename(self.isa.timings[chip])}")
            self.isa.timings[chip] = path

    def top_short(self, text, words):
        bit, value = words[1].split("=")
        self.isa.short = int(bit), int(value)
        if self.isa.short[0] > 7 or self.isa.short[1] > 1:
            self.fail(f"'{words[1]}' is no bit of an instruction's first byte with its value, as in 0=0")

    def top_word(self, text, words):
        """`word BITS opcode PLACE`"""
        match = re.match(rf"word (\d+) opcode ({PLACE})$", text)
        if not match:
            self.fail("expected: word BITS opcode HIGH:LOW")
        self.isa.bits, self.isa.opcode = int(match.group(1)), read_place(match.group(2))

    def top_prefix(self, text, words):
        self.isa.prefixes.append((words[1], text.split(None, 2)[2]))

    def top_suffix(self, text, words):
        self.isa.suffix = (words[1], text.split(None, 2)[2])

    def top_format(self, text, words):
        """`format NAME [on CHIPS] [dont_care CHIPS] PATTERN [X=SLOT ...]`; fields by their places may stand for the pattern"""
        name, rest, chips = words[1], words[2:], {"on": None, "dont_care": []}
        while rest and rest[0] in chips:
            chips[rest[0]], rest = self.chip_list(rest[1]), rest[2:]
        is_slot = re.compile(r"\S=[\d-]$").match
        drawn = [word for word in rest if not is_slot(word)]
        slots = self.slots([word for word in rest if is_slot(word)])
        if name in self.isa.formats:
            self.fail(f"format {name} is declared twice")
        by_place = not any("_" in word for word in drawn)
        pattern = self.pattern_of(drawn) if by_place else self.pattern(" ".join(drawn), "_")
        self.isa.formats[name] = Format(name, pattern, slots, chips["on"], chips["dont_care"])

    def top_formats(self, text, words):
        """`formats NAME = FORMAT ...`"""
        if len(words) < 4 or words[2] != "=":
            self.fail("expected: formats NAME = FORMAT ...")
        if words[1] in self.isa.formats or words[1] in self.isa.format_sets:
            self.fail(f"there is a format or a set of formats named {words[1]} already")
        self.isa.format_sets[words[1]] = self.format_list(",".join(words[3:]))

    def pattern_of(self, fields):
        """The pattern of a format that is written as fields: they, the scheduling bits, and `_` elsewhere."""
        if self.isa.bits is None:
            self.fail("fields have places in words: a `word` statement must say how many bits these have")
        own = self.isa.control.own() if self.isa.control else 0
        word = Word("".join("=" if own >> bit & 1 else "_" for bit in reversed(range(self.isa.bits))), self.fail)
        for field in fields:
            word.draw(self.field(field))
        return "".join(reversed(word.bits))

    def field(self, word):
        field = read_field(self.isa, word)
        if field is None:
            self.fail(f"'{word}' is no field: expected X, X@HIGH:LOW or @HIGH:LOW=BITS")
        if isinstance(field, str):
            self.fail(field)
        return field

    def on_chips(self, words):
        """The words before `on CHIPS` at the end, and the chips, or None."""
        return (words[:-2], self.chip_list(words[-1])) if words[-2:-1] == ["on"] else (words, None)

    def slots(self, words):
        return {letter: None if slot == "-" else int(slot) for letter, slot in self.settings(words)}

    def top_chips(self, text, words):
        self.isa.chips = words[1:]
        self.isa.sets["all"] = list(words[1:])

    def top_alias(self, text, words):
        for alias in words[2:]:
            self.isa.aliases[alias] = self.known_chip(words[1])

    def top_programs(self, text, words):
        self.isa.programs = PROGRAMS    # a type that is none is told as such
        self.isa.programs = self.program_list(",".join(words[1:]))

    def top_dialect(self, text, words):
        if words[1] != "nv-4.2":
            self.fail("the only older dialect of listings is nv-4.2")
        self.isa.old_dialect = [self.known_chip(c) for c in words[2:]]

    def top_set(self, text, words):
        """`set NAME = CHIP ...`, where a set may stand for its chips; without any, NAME is of another ISA with the same rows"""
        self.isa.sets[words[1]] = self.chip_list(",".join(words[3:])) if words[3:] else []
        self.isa.shares_rows |= not words[3:]

    def top_on(self, text, words):
        """`on CHIPS`: the rows below are only there, if they do not say it themselves"""
        self.chips_below = self.chip_list(words[1])

    def top_sets(self, text, words):
        """`sets WHICH CLASS ...`: what rows of these timing classes set, if they do not say it themselves"""
        for name in words[2:]:
            if name in self.isa.class_sets:
                self.fail(f"what {name} sets is given twice")
            self.isa.class_sets[name] = self.which_set(words[1])

    def which_set(self, word):
        if word not in SETS:
            self.fail(f"expected sets {' or '.join(SETS)}")
        return word

    def known_chip(self, name):
        if name not in self.isa.chips:
            self.fail(f"'{name}' is no chip of this ISA ({' '.join(self.isa.chips)})")
        return name

    def top_field(self, text, words):
        match = re.match(rf'field (\S) (\S+)\s+"([^"]*)"(?: is (\w+))?(?: at ({PLACE}))?(?: default (\d+))?(?: never (\d+))?( spare)?'
                         r'(?: zero (\d+))?(?: slot (\d))?( wrapped)?( uniform)?$', text)
        if not match:
            self.fail('expected: field X name "what it is" [is PRIMITIVE] [at PLACE] [default N] [never N] [spare] [zero N] [slot N] [wrapped] [uniform]')
        char, name, what, primitive, place, default, never, spare, zero, slot, wrapped, uniform = match.groups()
        if char in self.isa.fields:
            self.fail(f"field '{char}' is declared twice")
        never, zero, slot = (None if number is None else int(number) for number in (never, zero, slot))
        self.isa.fields[char] = Field(char, name, what, primitive, read_place(place) if place else None, int(default or 0), never,
                                        bool(spare), zero, slot, bool(wrapped), bool(uniform))

    def top_enum(self, text, words):
        read_enum(self.isa, text, self.settings, self.fail)

    def top_reserved(self, text, words):
        """`reserved TEXT`: what values without an entry print, in enums below that say nothing else"""
        self.isa.reserved = words[1]

    def top_operand(self, text, words):
        """`operand NAME CASE`, or `operand NAME like OTHER a->b ...`; further cases on indented lines"""
        self.row = None
        name, rest = text.split(None, 2)[1], text.split(None, 2)[2]
        self.operand = self.isa.operands.setdefault(name, [])
        self.copied = []
        if words[2] != "like":
            self.operand_case(rest)
            return
        if words[3] not in self.isa.operands:
            self.fail(f"'{words[3]}' is no operand")
        changes = Changes(words[4:], self.fail)
        self.copied = [changes.case(case) for case in self.isa.operands[words[3]]]
        self.operand += self.copied
        changes.check()

    def operand_case(self, text):
        condition, arrow, primitive = text.partition("->")
        if not arrow:
            self.fail("expected: [constraints] -> primitive letters")
        constraints, programs, formats = [], None, None
        for word in condition.split():
            if word.startswith("@"):
                programs = self.program_list(word[1:])
            elif word.startswith("in="):
                formats = self.format_list(word[3:])
            else:
                constraints.append(self.constraint(word))
        for case in self.copied:           # a case of its own stands for those of the other in its formats
            case.formats = [name for name in case.formats or [] if name not in (formats or [])]
        words = primitive.split()
        self.operand.append(Case(constraints, programs, formats, words[0], list("".join(words[1:]))))

    def format_list(self, text):
        names = []
        for name in text.split(","):
            names += self.isa.format_sets.get(name, [name])
        for name in names:
            if name not in self.isa.formats:
                self.fail(f"'{name}' is no format ({' '.join(self.isa.formats)})")
        return names

    def constraint(self, word):
        match = re.match(r"(\w+)(=|!=)([01]+)$", word)
        if not match or (match.group(2) == "!=" and len(match.group(1)) not in (1, len(match.group(3)))):
            self.fail(f"expected letters=bits or letters!=bits, found '{word}'")
        return match.groups()

    def program_list(self, text):
        programs = text.split(",")
        for program in programs:
            if program not in self.isa.programs:
                self.fail(f"'{program}' is no program type ({' '.join(self.isa.programs)})")
        return programs

    def chip_list(self, text):
        chips = []
        for name in text.split(","):
            chips += self.isa.sets[name] if name in self.isa.sets else [self.known_chip(name)]
        return chips


def read_isa(path):
    return Reader(path).read()
