# SPDX-License-Identifier: MIT
"""The words that a .isa file may use, read from the headers that define them.

Operations come from include/halfwarp/operations.h, modifiers and types from include/halfwarp/modifiers.h,
primitives from src/isa/primitives.h, timing classes from src/isa/timing_classes.h; so a misspelt one is reported with
file and line, not by the C compiler.
"""
import os
import re

from model import ENUM_VALUES, IsaError

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
HEADERS = ("include/halfwarp/operations.h", "include/halfwarp/modifiers.h", "src/isa/primitives.h",
           "src/isa/timing_classes.h")


def read_headers():
    text = ""
    for header in HEADERS:
        with open(os.path.join(ROOT, header), encoding="utf-8") as file:
            text += file.read()
    return text


def x_macro(text, macro):
    """The names in `#define MACRO(X) X(name...) \\ ...`, which ends on the first line without a backslash."""
    body = re.search(rf"#define {macro}\(X\)(.*?[^\\])\n", text, re.DOTALL).group(1)
    return set(re.findall(r"\bX\((\w+)", body))


class Vocabulary:
    def __init__(self):
        text = read_headers()
        self.operations = x_macro(text, "HW_OPERATIONS")
        self.modifiers = x_macro(text, "HW_MODIFIERS")
        self.primitives = x_macro(text, "HW_PRIMITIVES")
        body = re.search(r"#define HW_TIMING_CLASSES\(X\)(.*?[^\\])\n", text, re.DOTALL).group(1)
        self.classes = {name: constant for constant, name in re.findall(r'\bX\((\w+),\s*"([^"]+)"', body)}
        self.constants = set(re.findall(r"\bHW_(?:TYPE|ROUND|LOGIC)_\w+", text))

    def setting(self, modifier, value):
        """What is wrong with modifier=value, or None."""
        if modifier.upper() not in self.modifiers:
            return f"'{modifier}' is no modifier of include/halfwarp/modifiers.h"
        prefix = ENUM_VALUES.get(modifier)
        if prefix and prefix + value not in self.constants:
            return f"'{value}' is no value of the modifier {modifier}: modifiers.h has no {prefix}{value}"
        if not prefix and not value.isdigit():
            return f"the modifier {modifier} takes a number, not '{value}'"
        return None

    def complaints(self, form):
        if form.row.op.upper() not in self.operations:
            unsaid = "" if form.row.says_op else "it has no `do`, and "
            yield f"{unsaid}'{form.row.op}' is no operation of include/halfwarp/operations.h"
        if form.row.timing not in self.classes:
            yield f"'{form.row.timing}' is no timing class of src/isa/timing_classes.h"
        for modifier, value in form.mods:
            yield self.setting(modifier, value)
        for items in form.items.values():
            for item in items:
                if item.enum:
                    for _, settings in item.enum.entries.values():
                        for modifier, value in settings:
                            yield self.setting(modifier, value)
                if item.kind not in ("enum", "literal") and item.kind not in self.primitives:
                    yield f"'{item.kind}' is no enum, no operand and no primitive of src/isa/primitives.h"


def check_names(isa, vocabulary):
    """An element is found by its name alone, so no name may stand for two things."""
    for name in isa.enums:
        taken = "an operand" if name in isa.operands else "a primitive" if name in vocabulary.primitives else None
        if taken:
            raise IsaError(f"{isa.path}: enum {name} has the name of {taken}")


def check(isa, forms, vocabulary):
    for name in isa.class_sets:
        if name not in vocabulary.classes:
            raise IsaError(f"{isa.path}: '{name}' in a `sets` line is no timing class of src/isa/timing_classes.h")
    for form in forms:
        for complaint in filter(None, vocabulary.complaints(form)):
            raise IsaError(f"{form.alternative.line}: row {form.name}: {complaint}")
