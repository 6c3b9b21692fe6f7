# SPDX-License-Identifier: MIT
"""The items of a text: what a template in braces becomes in one form."""
import re

from model import Enum, IsaError

MARKS = ("neg", "abs", "inv")


class Item:
    """One element of a form's text: a literal, a modifier table, or an operand primitive."""

    def __init__(self, kind, text="", enum=None, letters=(), marks=None, widths=()):
        self.kind, self.text, self.enum = kind, text, enum
        self.letters = list(letters)     # letter, or an int where the form fixes it
        self.widths = list(widths)       # of the letters, in bits
        self.marks = marks or {}         # neg/abs/inv -> letter, or 1


def fail(isa, line, sentence):
    raise IsaError(f"{line}: {sentence}")


def split_template(template):
    """'A{b c} d' -> [('lit','A'), ('elem',['b','c']), ('lit',' d')]"""
    parts = []
    for piece in re.split(r"(\{[^}]*\})", template):
        if piece.startswith("{"):
            parts.append(("elem", piece[1:-1].split()))
        elif piece:
            parts.append(("lit", piece))
    return parts


def letter_slots(letters, bits):
    """The bits that a constraint names: (letter, occurrence in the pattern)."""
    return [(letters, i) for i in range(len(bits))] if len(letters) == 1 else [(c, 0) for c in letters]


def cases_of(isa, operand, format):
    """The cases of an operand that can hold in a format (None: the row's pattern is whole)."""
    return [case for case in isa.operands[operand] if case.formats is None or (format and format.name in case.formats)]


def fixed_value(letter, fixing, widths):
    """The letter's value when every bit of it is fixed, else None."""
    bits = [fixing.bits.get((letter, i)) for i in range(widths.get(letter, 0))]
    if not bits or None in bits:
        return None
    return int("".join(bits), 2)


def make_items(isa, form, syntax, template, fixing, widths, cases, used):
    items = []
    for kind, value in split_template(template):
        if kind == "lit":
            items.append(Item("literal", text=value))
            continue
        (name, _, table), args = value[0].partition(":"), value[1:]
        letters, marks = element_args(form, args, fixing, widths)
        marks = {mark: letter for mark, letter in marks.items() if letter == 1 or stands(form, letter, widths)}
        if name in isa.operands:
            case = cases[name] if name in cases else only_case(isa, form, name, fixing)
            letters, (name, _, table) = case.letters, case.primitive.partition(":")
        values = []
        for letter in letters + [m for m in marks.values() if m != 1]:
            if letter not in isa.fields:
                fail(isa, form.alternative.line, f"row {form.row.name}: '{letter}' is no declared field")
            if letter not in widths:
                fail(isa, form.alternative.line, f"row {form.row.name}: the text uses '{letter}', which its pattern lacks")
            used.add(letter)
        for letter in letters:
            value = fixed_value(letter, fixing, widths)
            values.append(letter if value is None else value)
        sizes = [widths[letter] for letter in letters]
        if name in isa.enums:
            items.append(enum_item(isa, form, isa.enums[name].spelt(syntax).filled(sum(sizes)), letters, values, sizes))
        elif is_choice(name):
            items.append(enum_item(isa, form, choice(isa, form, name, values, sizes), letters, values, sizes))
        else:
            if table and table not in isa.enums:
                fail(isa, form.alternative.line, f"row {form.row.name}: '{table}' is no enum")
            enum = isa.enums[table].spelt(syntax) if table else None
            form.excluded += [(letters[-1:], sizes[-1:], value) for value in (enum.never if enum else [])]
            items.append(Item(name, letters=values, marks=marks, widths=sizes, enum=enum))
    return merge_literals(items)


def is_choice(name):
    """Whether the name of an element is a list of texts: `.A`, `.A|.B`, `|.B`."""
    return name.startswith(".") or "|" in name


def choice(isa, form, name, values, sizes):
    """The enum that a list of texts is: one for each value that the form leaves open, or that of 1 alone."""
    texts = name.split("|") if "|" in name else ["", name]
    if len(texts) != 1 << sum(sizes) and any(isinstance(value, str) for value in values):
        fail(isa, form.alternative.line, f"row {form.row.name}: '{name}' has {len(texts)} texts for the {1 << sum(sizes)} values of its field")
    if name not in isa.choices:
        isa.choices[name] = enum = Enum(name)
        enum.table = f"choice_{len(isa.choices)}"
        enum.entries = {value: (text, []) for value, text in enumerate(texts)}
    return isa.choices[name]


def stands(form, letter, widths):
    """Whether a mark's letter counts: one that another format of the row has, and this one lacks, is not there."""
    return letter in widths or not form.format or letter not in form.drawn


def only_case(isa, form, name, fixing):
    """The case of an operand that the newest text does not name: the first that holds in the form."""
    for case in cases_of(isa, name, form.format):
        known = [[fixing.bits.get((c, i)) for c, i in letter_slots(letters, bits)] for letters, _, bits in case.constraints]
        if all((got == list(bits)) == (sign == "=") for got, (_, sign, bits) in zip(known, case.constraints)):
            return case
    fail(isa, form.alternative.line, f"row {form.row.name}: no case of operand {name} holds; its newest text does not name it")


def element_args(form, args, fixing, widths):
    """The letters of an element and its marks.  `neg@k=10` is the mark where the form fixes k to that value;
    `~K` is the letter only where NVIDIA's text does not read it."""
    letters, marks = [], {}
    for arg in args:
        key, _, letter = arg.partition("=")
        mark, conditional, condition = key.partition("@")
        if conditional:
            if fixed_value(condition, fixing, widths) == int(letter, 2):
                marks[mark] = 1
        elif key in MARKS:
            marks[key] = letter or 1
        elif arg.startswith("~"):
            letters += [c for c in arg[1:] if c not in form.used]
        else:
            letters += list(arg)
    return letters, marks


def element_letters(args):
    """All letters that an element may read: of its operand and of its marks."""
    letters = []
    for arg in args:
        key, _, letter = arg.partition("=")
        mark, _, condition = key.partition("@")
        letters += list(condition or letter) if mark in MARKS else [] if arg.startswith("~") else list(arg)
    return letters


def enum_item(isa, form, enum, letters, values, sizes):
    """A modifier of one letter, or of several whose bits are joined, high ones first.  Without a letter it is
    always its text for 0 (`{d_round ~K}` where K is something else), but its aliases are read."""
    name = enum.name
    form.excluded += [(letters, sizes, value) for value in enum.never if any(isinstance(v, str) for v in values)]
    if letters and max(enum.entries) >> sum(sizes):
        fail(isa, form.alternative.line, f"row {form.row.name}: enum {name} has the value {max(enum.entries)}, "
                                         f"which does not fit the {sum(sizes)} bits of '{''.join(letters)}'")
    if not letters or not all(isinstance(v, int) for v in values):
        return Item("enum", enum=enum, letters=values, widths=sizes)
    value = 0
    for v, size in zip(values, sizes):
        value = value << size | v
    if value not in enum.entries:
        fail(isa, form.alternative.line, f"row {form.row.name}: enum {name} has no value {value}")
    text, mods = enum.entries[value]
    if (name, value) not in form.__dict__.setdefault("seen", set()):
        form.seen.add((name, value))
        form.mods = form.mods + mods + ([(enum.raw_mod, str(value))] if enum.raw_mod else [])
    return Item("literal", text=text)


def merge_literals(items):
    merged = []
    for item in items:
        if item.kind == "literal" and merged and merged[-1].kind == "literal":
            merged[-1] = Item("literal", text=merged[-1].text + item.text)
        elif item.kind != "literal" or item.text:
            merged.append(item)
    return merged
