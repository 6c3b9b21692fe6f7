#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Write the manual of one ISA as Markdown from what `halfwarp isa --json` says: manual.py NAME <JSON >NAME.md.

A section an instruction, in the order of the .isa file; under it each form with its bits drawn in bytes.
Forms that differ only in what their operands are (register, memory, constant) stand under one heading."""
import json
import os
import re
import sys
from itertools import groupby

HEADER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "src", "isa", "timing_classes.h")


def read_units():
    """What the units do: their name -> a line of HW_UNITS."""
    with open(HEADER, encoding="utf-8") as file:
        table = file.read().partition("#define HW_TIMING_CLASSES")[0]
    return dict(re.findall(r'\bX\(\w+,\s*"([^"]+)",\s*"([^"]+)"\)', table))


UNITS = read_units()


def drawing(picture):
    """32 bits a line, in bytes, with the numbers of the first bits."""
    for start in range(0, len(picture), 32):
        top = len(picture) - 1 - start
        yield "bit " + "".join(f"{top - at:<9}" for at in (0, 8, 16)) + str(top - 24)
        yield "    " + " ".join(picture[start + at:start + at + 8] for at in (0, 8, 16, 24))


def form_text(form):
    fields = ", ".join(f"{f['letter']} {f['name']} {f['bits'].replace(', ', '+')}" for f in form["fields"])
    chips = ", ".join(f"{chip} ({programs})" for chip, programs in form["chips"].items())
    lines = [f"**`{form['example']}`** is `{form['encoding']}` (form `{form['name']}`)", "", "```",
             *drawing(form["picture"]), "```", ""]
    lines += [f"- fields: {fields}"] if fields else []
    lines += [f"- operands: {', '.join(form['operands'])}"] if form["operands"] else []
    lines += [f"- on {chips}", ""]
    return lines


def same_kind(form):
    return form["mnemonic"], form["summary"], form["unit"]


def section(forms):
    first = forms[0]
    operands = f" {first['operation_operands']}" if first["operation_operands"] else ""
    lines = [f"### {first['mnemonic']}: {first['summary']}", "",
             f"Unit: {UNITS.get(first['unit'], first['unit'])}. Condition code written: {first['writes_condition_code']}. "
             f"Operation `{first['operation']}{operands}`: {first['operation_does']}.", ""]
    for form in forms:
        lines += form_text(form)
    return lines


def contents(forms):
    lines = []
    for unit in dict.fromkeys(form["unit"] for form in forms):
        names = dict.fromkeys(form["mnemonic"] for form in forms if form["unit"] == unit)
        lines.append(f"- {UNITS.get(unit, unit)}: {', '.join(names)}")
    return lines


def main():
    forms = json.load(sys.stdin)
    print(f"# The instructions of {sys.argv[1]}", "",
          f"{len(forms)} forms, made from isa/{sys.argv[1]}.isa by `make docs`. In the pictures 0 and 1 are fixed, letters are "
          "fields, `-` and `+` are bits that the chip ignores (assembled as 0 and 1), and of `?` nobody knows what they do.",
          "", *contents(forms), "", sep="\n")
    for _, group in groupby(forms, key=same_kind):
        print("\n".join(section(list(group))))


if __name__ == "__main__":
    main()
