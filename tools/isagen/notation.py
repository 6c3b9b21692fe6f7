# SPDX-License-Identifier: MIT
"""Read a .isa file: the notation of isa/README.md, into plain Python objects.

Nothing is checked here beyond syntax; expand.py multiplies the rows out and prove.py checks them.
"""
import os
import re

from model import (Alternative, Case, Control, Drawing, Enum, Isa, IsaError, Layout, Letter, Line, MARKS, OLDER, PROGRAMS, Row,
                   SETS, SYNTAXES)


def strip_comment(line):
    """Remove a `#` comment, but not a `#` inside double quotes."""
    quoted = False
    for i, c in enumerate(line):
        if c == '"':
            quoted = not quoted
        elif c == "#" and not quoted:
            return line[:i]
    return line


def parse_mods(words, where):
    mods = []
    for word in words:
        if "=" not in word:
            raise IsaError(f"{where}: expected modifier=value, found '{word}'")
        mods.append(tuple(word.split("=", 1)))
    return mods


class Reader:
    def __init__(self, path):
        self.isa = Isa(path)
        self.line = Line(path, 0)
        self.row = None
        self.alternative = None
        self.family = None

    def fail(self, sentence):
        raise IsaError(f"{self.line}: {sentence}")

    def read(self):
        self.read_file(self.isa.path)
        for row in self.isa.rows:
            if not row.alternatives:
                row.alternatives.append(Alternative(row, row.line))
        return self.isa

    def read_file(self, path):
        with open(path, encoding="utf-8") as file:
            for number, raw in enumerate(file, 1):
                self.line = Line(path, number)
                text = strip_comment(raw).rstrip()
                if text.strip():
                    self.read_line(text)

    def read_line(self, text):
        try:
            self.statement(text, indented=text[0].isspace())
        except (IndexError, ValueError):
            self.fail(f"'{text.strip()}' is not complete; isa/README.md shows how it is written")

    def statement(self, text, indented):
        words = text.split()
        if not indented:
            self.family = self.alternative = None
            handler = getattr(self, "top_" + words[0], None)
            if handler is None:
                self.fail(f"'{words[0]}' begins no statement")
            handler(text, words)
        elif self.family is not None:
            self.family_case(text.strip())
        elif self.row is not None:
            self.row_line(text.strip(), words)
        else:
            self.fail("an indented line belongs to a row or a family, and none is open")

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
        self.row = self.family = self.alternative = None
        self.line = here

    def top_control(self, text, words):
        """`control KIND before N [on CHIPS] [PICTURE]`, or `control KIND at BIT [strict [merged CHIPS]]`"""
        kind, where, number, rest = words[1], words[2], int(words[3]), words[4:]
        if kind not in Control.BITS or where not in ("before", "at"):
            self.fail(f"expected control {' or '.join(Control.BITS)}, and before N [on CHIPS] [PICTURE] or at BIT")
        if where == "at":
            strict = rest[:1] == ["strict"]
            merged = self.chip_list(rest[2]) if rest[1:2] == ["merged"] else ()
            self.isa.control = Control(kind, self.isa.sets["all"], first=number, merged=merged, strict=strict)
            return
        chips = self.isa.sets["all"]
        if rest[:1] == ["on"]:
            chips, rest = self.chip_list(rest[1]), rest[2:]
        picture = self.picture(" ".join(rest), "_") if rest else "_" * 64
        drawn = picture.strip("01")
        if len(picture) != 64 or set(drawn) != {"_"}:
            self.fail("a control word is drawn with 64 characters: scheduling bits _ side by side, fixed 0 and 1 around them")
        control = Control(kind, chips, number, picture)
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

    def top_prefix(self, text, words):
        self.isa.prefixes.append((words[1], text.split(None, 2)[2]))

    def top_suffix(self, text, words):
        self.isa.suffix = (words[1], text.split(None, 2)[2])

    def top_layout(self, text, words):
        """`layout NAME [on CHIPS] [loose CHIPS] PICTURE [X=SLOT ...]`"""
        name, rest, chips = words[1], words[2:], {"on": None, "loose": []}
        while rest and rest[0] in chips:
            chips[rest[0]], rest = self.chip_list(rest[1]), rest[2:]
        is_slot = re.compile(r"\S=[\d-]$").match
        drawn = " ".join(word for word in rest if not is_slot(word))
        slots = self.slots([word for word in rest if is_slot(word)])
        if name in self.isa.layouts:
            self.fail(f"layout {name} is declared twice")
        self.isa.layouts[name] = Layout(name, self.picture(drawn, "_"), slots, chips["on"], chips["loose"])

    def slots(self, words):
        return {letter: None if slot == "-" else int(slot) for letter, slot in parse_mods(words, str(self.line))}

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
        self.isa.sets[words[1]] = [self.known_chip(c) for c in words[3:]]

    def known_chip(self, name):
        if name not in self.isa.chips:
            self.fail(f"'{name}' is no chip of this ISA ({' '.join(self.isa.chips)})")
        return name

    def top_letter(self, text, words):
        match = re.match(r'letter (\S) (\S+)\s+"([^"]*)"(?: default (\d+))?(?: never (\d+))?( spare)?'
                         r'(?: zero (\d+))?(?: slot (\d))?( wrapped)?( uniform)?$', text)
        if not match:
            self.fail('expected: letter X name "what it is" [default N] [never N] [spare] [zero N] [slot N] [wrapped] [uniform]')
        char, name, what, default, never, spare, zero, slot, wrapped, uniform = match.groups()
        if char in self.isa.letters:
            self.fail(f"letter '{char}' is declared twice")
        never, zero, slot = (None if number is None else int(number) for number in (never, zero, slot))
        self.isa.letters[char] = Letter(char, name, what, int(default or 0), never, bool(spare), zero, slot, bool(wrapped),
                                        bool(uniform))

    def top_enum(self, text, words):
        enum = Enum(words[1])
        if enum.name in self.isa.enums:
            self.fail(f"enum {enum.name} is declared twice")
        body = text.split(None, 2)[2]
        raw = re.match(r'(.*"\s*):\s*(\w+)\s*$', body)
        if raw:
            body, enum.raw_mod = raw.group(1), raw.group(2)
        for entry in body.split("|"):
            if re.match(r"\s*\d+ never\s*$", entry):
                enum.never.append(int(entry.split()[0]))
                continue
            match = re.match(r'\s*(\d+) "([^"]*)"((?: (?:or|nv-4\.[02]) "[^"]*")*)\s*(.*)$', entry)
            if not match:
                self.fail(f'expected: VALUE "text" [or "alias"] [nv-4.2 "text"] [modifier=value], found \'{entry.strip()}\'')
            mods = parse_mods(match.group(4).split(), str(self.line))
            value = int(match.group(1))
            if value in enum.entries:
                self.fail(f"enum {enum.name} has two entries for the value {value}")
            if len(mods) > 2:
                self.fail(f"enum {enum.name}: the entry for {value} sets {len(mods)} modifiers; 2 is the most")
            enum.entries[value] = (match.group(2), mods)
            for word, other in re.findall(r'(\S+) "([^"]*)"', match.group(3)):
                if word == "or":
                    enum.aliases.append((value, other))
                else:
                    enum.older.setdefault(word, {})[value] = other
        self.check_spellings(enum)
        self.isa.enums[enum.name] = enum

    def check_spellings(self, enum):
        """In each dialect a text must tell the value."""
        for dialect in OLDER:
            texts = [text for text, _ in enum.spelt(dialect).entries.values()]
            for text in enum.older.get(dialect, {}).values():
                if texts.count(text) > 1:
                    self.fail(f"enum {enum.name}: two values are '{text}' in {dialect}")

    def top_family(self, text, words):
        self.row = None
        name, rest = text.split(None, 2)[1], text.split(None, 2)[2]
        self.family = self.isa.families.setdefault(name, [])
        self.family_case(rest)

    def family_case(self, text):
        condition, arrow, primitive = text.partition("->")
        if not arrow:
            self.fail("expected: [constraints] -> primitive letters")
        constraints, programs, layouts = [], None, None
        for word in condition.split():
            if word.startswith("@"):
                programs = self.program_list(word[1:])
            elif word.startswith("in="):
                layouts = self.layout_list(word[3:])
            else:
                constraints.append(self.constraint(word))
        words = primitive.split()
        self.family.append(Case(constraints, programs, layouts, words[0], list("".join(words[1:]))))

    def layout_list(self, text):
        names = text.split(",")
        for name in names:
            if name not in self.isa.layouts:
                self.fail(f"'{name}' is no layout ({' '.join(self.isa.layouts)})")
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

    def top_row(self, text, words):
        match = re.match(r'row (\S+) (\S+) "([^"]*)"$', text)
        if not match:
            self.fail('expected: row NAME CLASS "what it does"')
        self.row = Row(*match.groups(), self.line)
        self.isa.rows.append(self.row)

    # ---- lines of a row
    def row_line(self, text, words):
        row, target = self.row, self.alternative or self.row
        if words[0] == "do":
            row.op, row.mods = words[1], parse_mods(words[2:], str(self.line))
        elif words[0] in SYNTAXES:
            target.text[words[0]] = text.split(None, 1)[1] if len(words) > 1 else ""
        elif words[0] == "on":
            row.chips = self.chip_list(words[1])
            if len(words) > 2:
                row.programs = self.program_list(words[2])
        elif words[0] == "as":
            row.assembled = self.chip_list(words[1])
        elif words[0] == "sets":
            if words[1] not in SETS:
                self.fail(f"expected sets {' or '.join(SETS)}")
            row.sets = words[1]
        elif words[0] == "slot":
            row.slots = self.slots(words[1:])
        elif words[0] == "in":
            self.draw_in_layouts(target, words)
        elif words[0] == "default":
            row.defaults = {k: int(v) for k, v in parse_mods(words[1:], str(self.line))}
        elif words[0] == "keep":
            row.keep = words[1:]
        elif words[0] == "ignore":
            row.ignore = words[1:]
        elif words[0] == "for":
            self.open_alternative(text, words)
        else:
            target.drawings = [Drawing(self.picture(text))]

    def draw_in_layouts(self, target, words):
        """`in r,c BITS`: one picture in each of these layouts."""
        drawn = self.picture(" ".join(words[2:]))
        for name in self.layout_list(words[1]):
            layout = self.isa.layouts[name]
            picture = layout.fill(drawn)
            if picture is None:
                self.fail(f"row {self.row.name}: the picture has {len(drawn)} bits; layout {name} leaves "
                          f"{layout.picture.count('_')} to be drawn")
            target.drawings.append(Drawing(picture, layout))

    def picture(self, text, more=""):
        bits = re.sub(r"[\s|]", "", text)
        for c in bits:
            if c not in MARKS + more and c not in self.isa.letters:
                what = f"row {self.row.name}: the" if self.row else "the"
                self.fail(f"{what} picture has '{c}', which is no declared letter and not one of {' '.join(MARKS)}")
        return bits

    def open_alternative(self, text, words):
        head, keyword, template = text.partition(" text ")
        self.alternative = Alternative(self.row, self.line)
        self.row.alternatives.append(self.alternative)
        words, i = head.split(), 1
        while i < len(words):
            if words[i] == "on":
                self.alternative.chips = self.chip_list(words[i + 1])
                i += 2
            elif words[i] == "set":
                self.alternative.mods = parse_mods(words[i + 1:], str(self.line))
                break
            elif "!=" in words[i]:
                self.alternative.exclusions.append(tuple(words[i].split("!=", 1)))
                i += 1
            else:
                letters, _, values = words[i].partition("=")
                self.alternative.choices.append((letters, values.split("|")))
                i += 1
        if keyword:
            self.alternative.text["text"] = template.strip()


def read_isa(path):
    return Reader(path).read()
