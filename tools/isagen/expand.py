# SPDX-License-Identifier: MIT
"""Multiply the rows of a .isa file out into forms: one form has one fixed pattern and fixed operand kinds.

A row's `for` alternatives and the cases of the operand classes in its text fix letters of its pattern;
every combination that does not contradict itself is a form.  Letters that no operand of the form
reads become `?` (or `-`, `+` where the row says `ignore` or the letter is `spare`).
"""
import itertools
import re

from items import cases_of, fail, letter_slots, make_items, split_template
from model import IsaError, MARKS, OLDER, PROGRAMS, SYNTAXES


class Form:
    def __init__(self, row, alternative):
        self.row, self.alternative = row, alternative
        self.name = None
        self.pattern = None
        self.never = []                  # [(mask, value)]: words that belong to other forms
        self.chips, self.programs = None, None
        self.mods = []
        self.items = {}                  # syntax -> [Item]
        self.excluded = []               # [(letters, their widths, value)]: values that no instruction has


class Fixing:
    """Letters of a pattern fixed to bits, and exclusions, as operands and alternatives demand."""

    def __init__(self):
        self.bits = {}                   # (letter, occurrence) -> '0'/'1'
        self.never = []
        self.programs = set(PROGRAMS)

    def copy(self):
        other = Fixing()
        other.bits, other.never, other.programs = dict(self.bits), list(self.never), set(self.programs)
        return other

    def apply(self, letters, bits, widths):
        """letters=bits: one letter with all its bits, or several letters with one bit each."""
        if len(letters) == 1 and widths.get(letters, 0) not in (0, len(bits)):
            return False
        for slot, bit in zip(letter_slots(letters, bits), bits):
            if self.bits.setdefault(slot, bit) != bit:
                return False
        return True

    def consistent(self):
        """False when an exclusion is hit; exclusions that can no longer be hit are dropped."""
        kept = []
        for letters, bits in self.never:
            known = [self.bits.get((c, 0)) for c in letters]
            if all(k == b for k, b in zip(known, bits)):
                return False
            if not any(k is not None and k != b for k, b in zip(known, bits)):
                kept.append((letters, bits))
        self.never = kept
        return bool(self.programs)


def letter_widths(pattern):
    widths = {}
    for c in pattern:
        if c not in MARKS:
            widths[c] = widths.get(c, 0) + 1
    return widths


def operand_names(template, isa):
    names = []
    for kind, value in split_template(template):
        if kind == "elem" and value[0] in isa.operands and value[0] not in names:
            names.append(value[0])
    return names


def expand_lanes(isa, row):
    forms = []
    row.drawn = {c for alternative in row.alternatives for drawing in alternative.drawings for c in drawing.pattern}
    for alternative in row.alternatives:
        drawings = alternative.drawings
        if not drawings:
            fail(isa, alternative.line, f"row {row.name} has no pattern")
        text = {s: alternative.text.get(s, row.text.get(s)) for s in SYNTAXES}
        for older, newer in zip(OLDER, ["text"] + OLDER):
            text[older] = text[older] or text[newer]
        for drawing in drawings:
            forms += expand_drawing(isa, row, alternative, drawing, text)
    if not forms:
        isa.leave_out(row.line, f"row {row.name} has no possible form")
    row.all_read = letters_read(isa, row, forms)
    number_forms(row, forms)
    return forms


def with_common_parts(isa, template, widths):
    """The template with the ISA's suffix behind the mnemonic (unless it places it itself), and its prefix.  Behind
    the mnemonic is a blank, or `testonly`, which brings its own."""
    if isa.suffix and isa.suffix[0] in widths and isa.suffix[1] not in template:
        head = re.match(r"([^ {]|\{(?!testonly)[^}]*\})*", template).group()
        template = head + isa.suffix[1] + template[len(head):]
    for letter, prefix in isa.prefixes:
        if letter in widths:
            template = prefix + template
    return template


def expand_drawing(isa, row, alternative, drawing, text):
    forms = []
    widths = letter_widths(drawing.pattern)
    for syntax in ["text"] + OLDER:
        text = {**text, syntax: with_common_parts(isa, text[syntax], widths)}
    check_letters(isa, row, alternative, drawing, text["text"], widths)
    for combination in itertools.product(*[[(l, v) for v in vs] for l, vs in alternative.choices]):
        start = Fixing()
        start.never += alternative.exclusions
        if all(start.apply(l, v, widths) for l, v in combination):
            forms += expand_operands(isa, row, alternative, drawing, text, start, widths)
        else:
            fail(isa, alternative.line, f"row {row.name}: 'for {combination}' contradicts its pattern")
    return forms


def choices_of(isa, alternative, format, template):
    """(how it is written, letters, bits) of everything that chooses between the forms of an alternative."""
    for letters, values in alternative.choices:
        for bits in values:
            yield f"'for {letters}={bits}'", letters, bits
    for letters, bits in alternative.exclusions:
        yield f"'for {letters}!={bits}'", letters, bits
    for name in operand_names(template, isa):
        for case in cases_of(isa, name, format):
            for letters, sign, bits in case.constraints:
                yield f"operand {name} ({letters}{sign}{bits})", letters, bits


def choice_complaint(isa, letters, bits, widths):
    """What is wrong with letters=bits in a pattern with these letters, or None."""
    for letter in letters:
        if letter not in isa.fields:
            return f"names '{letter}', which is no declared field"
        if letter not in widths:
            return f"needs the letter '{letter}', which the pattern lacks"
        if len(letters) > 1 and widths[letter] != 1:
            return f"takes one bit of each letter, but '{letter}' has {widths[letter]}"
    if len(bits) != (widths[letters] if len(letters) == 1 else len(letters)):
        return f"has {len(bits)} bits; its letters have another number in the pattern"
    return None


def check_letters(isa, row, alternative, drawing, template, widths):
    """Letters that choose between forms must be in the pattern, or the choice would fix nothing there."""
    for what, letters, bits in choices_of(isa, alternative, drawing.format, template):
        complaint = choice_complaint(isa, letters, bits, widths)
        if complaint:
            fail(isa, alternative.line, f"row {row.name}: {what} {complaint}")
    slots = {letter for _, slots in row.slots for letter in slots}
    for letter in {*row.defaults, *slots, *row.keep, *row.ignore} - row.drawn:
        isa.leave_out(row.line, f"row {row.name}: 'default', 'slot', 'keep' and 'ignore' name letters of the pattern; "
                                f"it has no '{letter}'")


def letters_read(isa, row, forms):
    """Every letter that some form of the row reads, or that chooses between its forms."""
    read = set(row.keep) | set(row.ignore)
    for form in forms:
        read |= form.used | form.used_spare
    for alternative in row.alternatives:
        for letters, _ in alternative.choices + alternative.exclusions:
            read |= set(letters)
        for name in operand_names(alternative.text.get("text", row.text.get("text")), isa):
            for case in isa.operands[name]:
                for letters, _, _ in case.constraints:
                    read |= set(letters)
    return read


def expand_operands(isa, row, alternative, drawing, text, start, widths):
    names = operand_names(text["text"], isa)
    forms = []
    for name in names:
        if not cases_of(isa, name, drawing.format):
            where = f"format {drawing.format.name}" if drawing.format else "a whole pattern"
            fail(isa, alternative.line, f"row {row.name}: operand {name} has no case in {where}")
    for cases in itertools.product(*[cases_of(isa, n, drawing.format) for n in names]):
        fixing = start.copy()
        ok = True
        for case in cases:
            for letters, sign, bits in case.constraints:
                if sign == "=":
                    ok = ok and fixing.apply(letters, bits, widths)
                else:
                    fixing.never.append((letters, bits))
            if case.programs is not None:
                fixing.programs &= set(case.programs)
        if row.programs is not None:
            fixing.programs &= set(row.programs)
        if ok and fixing.consistent():
            form = make_form(isa, row, alternative, drawing, text, fixing, dict(zip(names, cases)))
            forms += [form] if form.chips else []   # a format's chips and an alternative's may have none in common
    return forms


def make_form(isa, row, alternative, drawing, text, fixing, cases):
    form = Form(row, alternative)
    pattern = drawing.pattern
    form.format = drawing.format
    form.drawn = row.drawn
    widths = letter_widths(pattern)
    form.kinds = [case.primitive for case in cases.values()]
    form.programs = [p for p in isa.programs if p in fixing.programs]
    form.chips = [c for c in isa.chips
                  if all(chips is None or c in chips for chips in (row.chips, alternative.chips, form.format and form.format.chips))]
    form.mods = row.mods + alternative.mods
    # NVIDIA's text decides what is a field; letters that only decuda's text reads stay spare bits of the form
    form.used, form.used_spare = set(row.keep), set()
    for syntax in SYNTAXES:
        if text[syntax] is not None:
            used = form.used if syntax == "text" else set() if syntax in OLDER else form.used_spare
            form.items[syntax] = make_items(isa, form, syntax, text[syntax], fixing, widths, cases, used)
            if syntax in OLDER and used - form.used:
                fail(isa, alternative.line, f"row {row.name}: its text in {syntax} reads '{''.join(sorted(used - form.used))}', "
                                            f"which its newest text does not")
    used = form.used
    form.pattern = fix_pattern(pattern, isa, row, fixing, used)
    form.source = pattern
    form.dont_care = [c for c in form.chips if form.format and c in form.format.dont_care]
    exclusions = list(fixing.never)
    for letter in sorted(used & set(widths)):
        if isa.fields[letter].never is not None:
            exclusions.append((letter, format(isa.fields[letter].never, f"0{widths[letter]}b")))
    form.never = [exclusion_mask(pattern, letters, bits) for letters, bits in exclusions]
    for letters, sizes, value in form.excluded:
        form.never.append(joined_mask(pattern, letters, sizes, value))
    form.never = list(dict.fromkeys(form.never))
    return form


def exclusion_mask(pattern, letters, bits):
    """letters!=bits as (mask, value) over the whole word."""
    mask = value = 0
    slots = letter_slots(letters, bits)
    seen = {}
    for index, c in enumerate(pattern):
        occurrence = seen.get(c, 0)
        seen[c] = occurrence + 1
        if (c, occurrence) in slots:
            bit = 1 << (len(pattern) - 1 - index)
            mask |= bit
            if bits[slots.index((c, occurrence))] == "1":
                value |= bit
    return mask, value


def joined_mask(pattern, letters, sizes, value):
    """The same of the value of several letters whose bits are joined, the first ones highest."""
    mask = bits = 0
    for letter, size in zip(reversed(letters), reversed(sizes)):
        part = exclusion_mask(pattern, letter, format(value & (1 << size) - 1, f"0{size}b"))
        mask, bits, value = mask | part[0], bits | part[1], value >> size
    return mask, bits


def fix_pattern(pattern, isa, row, fixing, used):
    """Fixed letters become bits; letters that nothing reads become `?`, or ignored bits: the row's default where the row
    ignores them, and any default where they are spare."""
    widths, seen, bits = letter_widths(pattern), {}, []
    for c in pattern:
        if c in MARKS:
            bits.append(c)
            continue
        index = seen.get(c, 0)
        seen[c] = index + 1
        if (c, index) in fixing.bits:
            bits.append(fixing.bits[(c, index)])
        elif c in used:
            bits.append(c)
        else:
            value = row.defaults.get(c, 0 if c in row.ignore else isa.fields[c].default)
            preset = value >> (widths[c] - 1 - index) & 1
            bits.append("-+"[preset] if c in row.ignore or isa.fields[c].spare else "?")
    return "".join(bits)


def number_forms(row, forms):
    """Names: the row's, with the operand kinds' initials where it has several forms."""
    if len(forms) == 1:
        forms[0].name = row.name
        return
    taken = {}
    formats = any(form.format for form in forms)
    for form in forms:
        kinds = "".join(k[0] for k in form.kinds if k not in ("dst32", "dst16", "guard", "condout", "flow"))
        initials = form.format.name if form.format else "" if formats else kinds
        name = f"{row.name}.{initials}" if initials else row.name
        taken[name] = taken.get(name, 0) + 1
        form.name = name if taken[name] == 1 else f"{name}{taken[name]}"


def expand(isa):
    forms = []
    for row in isa.rows:
        forms += expand_lanes(isa, row)
    if not forms:
        raise IsaError(f"{isa.path}: it has no rows")
    return forms
