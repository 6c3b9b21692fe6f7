# SPDX-License-Identifier: MIT
"""Read rows: their heads, which may be `like` another row, and their lines."""
import re

from groups import Groups
from likeness import Changes
from model import MARKS, NONE, SETS, SYNTAXES, Alternative, Drawing, Row


class Rows(Groups):
    """What the reader of notation.py knows of rows."""

    def top_words(self, text, words):
        """`words NAME = WORD->WORD ...`"""
        if words[2] != "=" or words[1] in self.isa.words:
            self.fail("expected: words NAME = WORD->WORD ..., once")
        self.isa.words[words[1]] = Changes(words[3:], self.fail).words

    def top_row(self, text, words):
        """`row NAME CLASS "what it does"`, or `row NAME CLASS ["what it does"] like OTHER WORD->WORD ...`"""
        match = re.match(r'row (\S+) (\S+)(?: "([^"]*)")?(?: like (\S+)(.*))?$', text)
        if not match or match.group(3) is match.group(4) is None:
            self.fail('expected: row NAME CLASS "what it does", or row NAME CLASS ["what it does"] like OTHER [WORD->WORD ...]')
        name, timing, what, other, changes = match.groups()
        self.row = Row(name, timing, what, self.line)
        if other:
            self.like_row(other, changes.split())
        self.row.chips = self.chips_below
        self.row.sets = [(None, self.isa.class_sets[timing])] if timing in self.isa.class_sets else []
        self.isa.rows.append(self.row)

    def like_row(self, name, changes):
        """What lines of its own do not say, a row has from the other one."""
        other = next((row for row in self.isa.rows if row.name == name), None)
        if other is None:
            self.fail(f"'{name}' is no row above")
        self.row.summary = self.row.summary or other.summary
        Changes(changes, self.fail, self.isa.words).row(self.row, other, self.field)
        self.row.copied = {"use", "for"}

    def not_copied(self, word):
        """The row's own first line with this word stands for those that it has from another row."""
        if word in self.row.copied:
            self.row.copied.remove(word)
            self.row.uses = [] if word == "use" else self.row.uses
            self.row.alternatives = [] if word == "for" else self.row.alternatives

    # ---- lines of a row
    def row_line(self, text, words):
        row, target = self.row, self.alternative or self.row
        if words[0] == "do":
            row.op, row.says_op, row.mods = words[1], True, self.settings(words[2:])
        elif words[0] in SYNTAXES:
            target.text[words[0]] = self.template(text.split(None, 1)[1]) if len(words) > 1 else ""
        elif words[0] == "on":
            row.chips = self.chip_list(words[1])
            if len(words) > 2:
                row.programs = self.program_list(words[2])
        elif words[0] == "as":
            row.assembled = self.chip_list(words[1])
        elif words[0] == "sets":
            words, chips = self.on_chips(words)
            row.sets.append((chips, self.which_set(words[1])))
        elif words[0] == "slot":
            words, chips = self.on_chips(words)
            row.slots.append((chips, self.slots(words[1:])))
        elif words[0] == "in":
            self.draw_in_formats(target, words)
        elif words[0] == "op":
            self.read_opcodes(words[1:])
        elif words[0] == "use":
            self.not_copied("use")
            row.uses += [name for name in words[1:] if name != NONE]
        elif words[0] == "default":
            row.defaults = self.defaults(words[1:])
        elif words[0] == "keep":
            row.keep = words[1:]
        elif words[0] == "ignore":
            row.ignore = words[1:]
        elif words[0] == "for":
            self.open_alternative(text, words)
        else:
            target.drawings = [Drawing(self.pattern(text))]

    def defaults(self, words):
        return {letter: int(value) for letter, value in self.settings(words)}

    def draw_in_formats(self, target, words):
        """`in r,c BITS`: one pattern in each of these formats."""
        drawn = self.pattern(" ".join(words[2:]))
        for name in self.format_list(words[1]):
            format = self.isa.formats[name]
            pattern = format.fill(drawn)
            if pattern is None:
                self.fail(f"row {self.row.name}: the pattern has {len(drawn)} bits; format {name} leaves "
                          f"{format.pattern.count('_')} to be drawn")
            target.drawings.append(Drawing(pattern, format))

    def read_opcodes(self, words):
        """`op FORMATS=OPCODE ... [FIELDS]`"""
        fixed = [word for word in words if "=" in word and not word.startswith("@")]
        fields = [self.field(word) for word in words if word not in fixed]
        for word in fixed:
            names, opcode = word.split("=")
            for name in self.format_list(names):
                if name in self.row.opcodes:
                    self.fail(f"row {self.row.name}: it has two opcodes in format {name}")
                self.row.opcodes[name] = opcode, fields

    def pattern(self, text, more=""):
        bits = re.sub(r"[\s|]", "", text)
        for c in bits:
            if c not in MARKS + more and c not in self.isa.fields:
                what = f"row {self.row.name}: the" if self.row else "the"
                self.fail(f"{what} pattern has '{c}', which is no declared field and not one of {' '.join(MARKS)}")
        return bits

    def open_alternative(self, text, words):
        head, keyword, template = text.partition(" text ")
        if not keyword:
            head, colon, parts = f"{text} ".partition(" : ")
        self.not_copied("for")
        self.alternative = Alternative(self.row, self.line)
        self.row.alternatives.append(self.alternative)
        self.conditions(self.alternative, head.split()[1:])
        if not keyword and colon:
            self.alternative.parts = {str(number): part for number, part in enumerate(self.parts(parts), 1)}
        if keyword:
            self.alternative.text["text"] = self.template(template.strip())
