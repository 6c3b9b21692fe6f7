# SPDX-License-Identifier: MIT
"""Unfold the rows that are written as blocks into alternatives with whole patterns and whole texts.

Such a row has an opcode (`op`) in place of patterns, and may use groups (`use`).  An alternative is a combination of one
line of each group, one `for` line of the row and a format.  A combination whose chips, formats or letters contradict each
other does not exist; a line that is in no combination is an error.
"""
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
        other = Combination(self.chips, [format], self.lines)
        other.__dict__ = {**self.__dict__, "formats": [format]}
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


def unfold_combination(isa, row, combination):
    line = next(line for line in combination.lines if isinstance(line, Alternative))
    alternative = Alternative(row, line.line)

    def fail(sentence):
        raise IsaError(f"{line.line}: row {row.name}: {sentence}")

    alternative.choices, alternative.exclusions = list(combination.choices.items()), combination.exclusions
    alternative.chips, alternative.mods = combination.chips, combination.mods
    alternative.text = {s: with_parts(line.text.get(s, row.text.get(s)), combination.parts, fail) for s in SYNTAXES}
    if alternative.text["text"] is None:
        fail("it has no text")
    chosen = [c for letters, _ in alternative.choices + alternative.exclusions for c in letters]
    for name in combination.formats:
        opcode, fields = row.opcodes[name]
        letters = chosen + letters_of(isa, alternative.text["text"], isa.formats[name])
        pattern = draw(isa, isa.formats[name], combination.opcode or opcode, fields + combination.fields, letters, fail)
        alternative.drawings.append(Drawing(pattern, isa.formats[name]))
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


def unfold_row(isa, row):
    check_uses(isa, row)
    for name in row.uses:
        if name in isa.groups:
            row.defaults = {**isa.groups[name].defaults, **row.defaults}
    if any(line.drawings for line in [row] + row.alternatives):
        raise IsaError(f"{row.line}: row {row.name}: it has an opcode ('op') and a pattern, too")
    found = combinations(row, isa.groups, Combination(row.chips or isa.chips, list(row.opcodes)))
    unfolded = [unfold_combination(isa, row, combination) for combination in found]
    for line in row.alternatives:
        if not line.used:
            raise IsaError(f"{line.line}: row {row.name}: nothing of the groups that it uses goes with this line")
    row.alternatives, row.text = unfolded, {}


def check_drawn(row):
    """A row that is drawn takes nothing of what only blocks have."""
    for line in [row] + row.alternatives:
        if line.uses:
            raise IsaError(f"{line.line}: row {row.name}: it uses groups, but has no opcode ('op')")
    for line in row.alternatives:
        if line.fields or line.formats or line.opcode:
            raise IsaError(f"{line.line}: row {row.name}: 'for' has places, formats or an opcode, but the row has no opcode ('op')")


def check_groups(isa):
    for group in isa.groups.values():
        if not group.used:
            raise IsaError(f"{group.line}: group {group.name}: no row uses it")
        for line in group.lines:
            if not line.used:
                raise IsaError(f"{line.line}: group {group.name}: no row has a combination with this line")


def unfold(isa):
    for row in isa.rows:
        if row.opcodes:
            unfold_row(isa, row)
        else:
            check_drawn(row)
    check_groups(isa)
