# SPDX-License-Identifier: MIT
"""Rows multiplied out: a form is a row as some objects have it, without the fields and values that only others have.
And the proofs: what a form says of its bits makes sense, no two forms of an object take the same number or name."""
from dataclasses import dataclass, replace

from method_rows import WHOLE, MethodError, resolve

TEXT = 512            # HW_METHOD_TEXT
CHANNEL_END = 0x100   # the channel's own methods are below


@dataclass
class Form:
    row: object
    objects: tuple    # names
    chips: tuple
    fields: list


def fail(part, sentence):
    raise MethodError(f"{part.place}: {part.name or 'the word'}: {sentence}")


def where(methods, row, words):
    """The objects and chips that `on` names."""
    objects = {name: content for name, content in methods.objects.items() if content[1] in row.kinds}
    chips = [word for word in words if word.rstrip("-").partition(":")[0] in methods.chips]
    others = [word for word in words if word not in chips]

    def unknown(name):
        raise MethodError(f"{row.place}: {row.name}: {name!r} is neither a chip nor an object that has the row")
    return (resolve(others, list(objects), unknown) if others else dict.fromkeys(objects),
            resolve(chips, list(methods.chips), unknown) if chips else dict.fromkeys(methods.chips))


def fields_of(methods, row, name):
    """The fields that a row has in one object, with the values that they have there."""
    found = []
    for part in row.fields:
        if name in where(methods, row, part.on)[0]:
            values = [value for value in part.values if not value.on or name in value.on]
            found.append(replace(part, values=values))
    return found


def expand_row(methods, row):
    objects, chips = where(methods, row, row.on)
    if not objects:
        fail(row, "no object has it")
    forms = []
    for name in objects:
        fields = fields_of(methods, row, name)
        same = next((form for form in forms if form.fields == fields), None)
        if same:
            same.objects += (name,)
        else:
            forms.append(Form(row, (name,), tuple(chips), fields))
    return forms


def expand(methods):
    forms = [form for row in methods.rows for form in expand_row(methods, row)]
    for form in forms:
        check_fields(form)
        check_text(form)
    check_numbers(methods, forms)
    return forms


# ---- one form
def check_fields(form):
    names = {}
    for part in form.fields:
        if part.name in names:
            fail(part, f"{form.row.name} has a field of this name already ({names[part.name].place})")
        names[part.name] = part
    for part in form.fields:
        if part.when:
            check_condition(part, names)
        check_range(part)
        check_values(part)
    for index, part in enumerate(form.fields):
        for other in form.fields[:index]:
            if mask(part) & mask(other) and not exclusive(part, other):
                fail(part, f"overlaps {other.name} ({other.place}) in bits {bits_of(mask(part) & mask(other))}")


def mask(part):
    return ((1 << part.bits) - 1) << part.low


def bits_of(word):
    return ", ".join(str(bit) for bit in range(32) if word >> bit & 1)


def exclusive(part, other):
    """Whether one field is there only where the other is not."""
    return part.when and other.when and part.when[0] == other.when[0] and part.when[1] != other.when[1]


def check_condition(part, names):
    decider = names.get(part.when[0])
    if not decider or decider.when:
        fail(part, f"there is no field {part.when[0]} that could decide whether it is there")
    condition_value(part, decider)


def condition_value(part, decider):
    """The number that `when FIELD=VALUE` compares with."""
    for value in decider.values:
        if value.name == part.when[1]:
            return value.value
    if part.when[1].isdigit() and int(part.when[1]) < 1 << decider.bits:
        return int(part.when[1])
    return fail(part, f"{decider.name} has no value {part.when[1]}")


def check_range(part):
    top = (1 << part.bits) - 1
    if part.most != WHOLE and not part.least <= part.most <= top:
        fail(part, f"takes {part.least} to {part.most}, which {part.bits} bits do not hold")
    if part.align and (part.align & part.align - 1 or part.align > top or part.least % part.align):
        fail(part, f"cannot be aligned to {part.align}: expected a power of two that the bits hold, and that divides the least value")
    if part.kind in ("float", "handle") and part.bits != 32:
        fail(part, f"a {part.kind} has 32 bits")


def check_values(part):
    if part.kind == "enum" and not part.values:
        fail(part, "an enum without values")
    names, numbers = {}, {}
    for value in part.values:
        if value.value >= 1 << part.bits:
            raise MethodError(f"{value.place}: {value.name} is {value.value:#x}, which the {part.bits} bits of {part.name or 'the word'} do not hold")
        for table, key in (names, value.name), (numbers, value.value):
            if key in table:
                raise MethodError(f"{value.place}: {value.name} and {table[key].name} of {part.name or 'the word'} are the same name or value")
            table[key] = value


def longest(part):
    """Characters that a field takes as text, with a blank behind it."""
    value = max([11, *(len(one.name) for one in part.values)])   # -2147483648, or nine digits with sign, point, exponent
    return len(part.name) + 1 + max(value, 15 if part.kind == "float" else 0) + 1


def check_text(form):
    length = sum(longest(part) for part in form.fields) + len("?=0xffffffff")
    if length >= TEXT:
        fail(form.row, f"its value may take {length} characters; HW_METHOD_TEXT is {TEXT}")


# ---- all forms
def check_numbers(methods, forms):
    taken = {name: ({}, {}) for name in methods.objects}
    for form in forms:
        for name in form.objects:
            numbers, names = taken[name]
            for spelled in (form.row.name, *form.row.aliases):
                if spelled in names:
                    fail(form.row, f"{name} has a method {spelled} already ({names[spelled].place})")
                names[spelled] = form.row
            is_channel = methods.objects[name][1] == "channel"
            for number in form.row.numbers():
                if (number < CHANNEL_END) != is_channel:
                    fail(form.row, f"{number:#06x} is not a number for {name}: those below {CHANNEL_END:#x} are the channel's")
                if number in numbers:
                    other = numbers[number]
                    fail(form.row, f"takes {number:#06x} of {name}, which {other.name} has ({other.place})")
                numbers[number] = form.row
