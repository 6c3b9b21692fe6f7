# SPDX-License-Identifier: MIT
"""Unfold rows into alternatives with whole patterns and whole texts: rows may use groups, and have an opcode in place of
patterns.

An alternative is a combination of one line of each group (`use`), one `for` line of the row and a format.  A combination
whose chips, formats or letters contradict each other does not exist; a line that is in no combination of any ISA with
the row is an error.
"""
import copy

from model import FORMATS, PART, ROW, SYNTAXES, Alternative, Drawing, IsaError
from places import draw, letters_of


class Combination:
    """Lines of groups and of a row, and what they say together."""

    def __init__(self, chips, formats, lines=()):
        self.chips, self.formats, self.lines = chips, formats, list(lines)
        self.choices, self.exclusions = {}, []   # letters -> values, [(letters, value)]
        self.fields, self.mods = [], []
        self.parts, self.opcode = {}, None

    def joined(self, line):
        """This and one more line, or None if they contradict each other."""
        other = Combination([chip for chip in self.chips if line.chips is None or chip in line.chips],
                            [name for name in self.formats if line.formats is None or name in line.formats],
                            self.lines + [line])
        other.choices = dict(self.choices)
        for letters, values in line.choices:
            before = other.choices.get(letters, values)
            other.choices[letters] = [value for value in values if value in before]
        other.exclusions = self.exclusions + line.exclusions
        other.fields, other.mods = self.fields + line.fields, self.mods + line.mods
        other.parts, other.opcode = {**self.parts, **line.parts}, line.opcode or self.opcode
        possible = other.chips and other.formats and all(other.choices.values())
        return other if possible else None

    def within(self, format):
        """This in one of its formats."""
        other = copy.copy(self)
        other.formats = [format]
        return other


def combinations(row, groups, start):
    """All of a row, in the order in which the parser tries them: what `use` names last changes fastest, and the row's own
    lines change slowest unless it says otherwise."""
    if ROW in row.uses:
        return multiplied([start], row.uses, row, groups)
    found = []
    for line in row.alternatives:
        joined = start.joined(line)
        found += multiplied([joined] if joined else [], row.uses if line.uses is None else line.uses, row, groups)
    return found


def multiplied(found, uses, row, groups):
    for name in uses:
        chosen = []
        for combination in found:
            if name == FORMATS:
                chosen += [combination.within(format) for format in combination.formats]
                continue
            for line in row.alternatives if name == ROW else groups[name].lines:
                chosen.append(combination.joined(line))
        found = [combination for combination in chosen if combination]
    return found


def with_parts(template, parts, fail):
    """The template with `<name>` replaced by the text that a line of a group gives."""
    while template and PART.search(template):
        name = PART.search(template).group(1)
        if name not in parts:
            fail(f"the text has <{name}>, which no group that it uses gives ({' '.join(parts) or 'none'})")
        template = template.replace(f"<{name}>", parts[name])
    return template


def check_own_parts(line, row, fail):
    """What a `for` line gives must stand in the row's text."""
    for part in line.parts:
        if f"<{part}>" not in line.text.get("text", row.text.get("text")):
            fail(f"the text has no <{part}>, which this line gives")


def with_opcode(isa, row, line, combination, alternative, fail):
    """The patterns of a row that has an opcode, one for each format."""
    chosen = [c for letters, _ in alternative.choices + alternative.exclusions for c in letters]
    for name in combination.formats:
        if not set(combination.chips) & set(combination.chips if isa.formats[name].chips is None else isa.formats[name].chips):
            continue                   # what the lines draw may be for chips whose formats have room for it
        opcode, fields = row.opcodes[name]
        letters = chosen + letters_of(isa, alternative.text["text"], isa.formats[name])
        pattern = draw(isa, isa.formats[name], combination.opcode or opcode, fields + combination.fields, letters, fail)
        yield Drawing(pattern, isa.formats[name])


def drawn(isa, row, line, combination, alternative, fail):
    """The patterns that the row draws, in these formats."""
    if combination.fields or combination.opcode:
        fail("it has patterns, so no fields by their places and no opcode")
    return [drawing for drawing in line.drawings or row.drawings if name_of(drawing) in combination.formats]


def name_of(drawing):
    return drawing.format.name if drawing.format else None


def unfold_combination(isa, row, combination):
    line = next(line for line in combination.lines if isinstance(line, Alternative))
    alternative = Alternative(row, line.line)

    def fail(sentence):
        raise IsaError(f"{line.line}: row {row.name}: {sentence}")

    alternative.choices, alternative.exclusions = list(combination.choices.items()), combination.exclusions
    alternative.chips, alternative.mods = combination.chips, combination.mods
    alternative.text = {s: with_parts(line.text.get(s, row.text.get(s)), combination.parts, fail) for s in SYNTAXES}
    if alternative.text["text"] is None:
        raise IsaError(f"{line.line}: row {row.name} has no text")
    check_own_parts(line, row, fail)
    patterns = with_opcode if row.opcodes else drawn
    alternative.drawings = list(patterns(isa, row, line, combination, alternative, fail))
    for line in combination.lines:
        line.used = True
    return alternative


def check_uses(isa, row):
    """Every group that a row names is there."""
    for line in [row] + row.alternatives:
        for name in line.uses or []:
            if name not in isa.groups and name not in (ROW, FORMATS):
                raise IsaError(f"{line.line}: row {row.name}: '{name}' is no group ({' '.join(isa.groups) or 'there is none'})")
            if name in isa.groups:
                isa.groups[name].used = True


def scheduled_apart(row, chips):
    """The chips, apart where other scoreboards or other slots of the operand cache are the row's."""
    apart = {}
    for chip in chips:
        apart.setdefault((row.sets_on(chip), tuple(row.slots_on(chip).items())), []).append(chip)
    return apart.values()


def unfold_row(isa, row):
    check_uses(isa, row)
    for name in row.uses:
        if name in isa.groups:
            row.defaults = {**isa.groups[name].defaults, **row.defaults}
    drawings = [drawing for line in [row] + row.alternatives for drawing in line.drawings]
    if drawings and row.opcodes:
        raise IsaError(f"{row.line}: row {row.name}: it has an opcode ('op') and a pattern, too")
    formats = list(row.opcodes) or [name_of(drawing) for drawing in drawings] or [None]
    found = []
    for chips in scheduled_apart(row, isa.chips if row.chips is None else row.chips):
        found += combinations(row, isa.groups, Combination(chips, list(dict.fromkeys(formats))))
    unfolded = [unfold_combination(isa, row, combination) for combination in found]
    for line in row.alternatives:
        if not line.used:
            isa.leave_out(line.line, f"row {row.name}: this line is in no combination with the row's groups and formats")
    row.alternatives = [alternative for alternative in unfolded if alternative.drawings or not row.opcodes]
    row.drawings, row.text = [], {}


def check_groups(isa):
    for group in isa.groups.values():
        if not group.used:
            isa.leave_out(group.line, f"group {group.name}: no row uses it")
        for line in group.lines:
            if not line.used:
                isa.leave_out(line.line, f"group {group.name}: no row has a combination with this line")


def unfold(isa):
    for row in isa.rows:
        unfold_row(isa, row)
    isa.rows = [row for row in isa.rows if row.alternatives]   # a row may be of chips that another ISA has
    check_groups(isa)
