#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Turn methods/*.methods into the C tables behind include/halfwarp/methods.h, and prove them sound on the way.

usage: methodgen.py -o DIRECTORY FILE.methods
Writes method_tables.c and method_numbers.h.  Exit status 1, with a sentence that names file and line, when a line is not
understood, when fields overlap or do not fit, or when two rows of an object take the same number or name.
"""
import argparse
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import method_forms
import method_rows
import method_tables


def generate(path, directory):
    methods = method_rows.read_methods(path)
    forms = method_forms.expand(methods)
    made = {"method_tables.c": method_tables.Tables(methods, forms).write(),
            "method_numbers.h": method_tables.Constants(forms).write()}
    for name, text in made.items():
        target = os.path.join(directory, name)
        with open(target + ".new", "w", encoding="utf-8") as out:
            out.write(text)
        os.replace(target + ".new", target)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-o", dest="directory", required=True)
    parser.add_argument("file")
    args = parser.parse_args()
    os.makedirs(args.directory, exist_ok=True)
    try:
        generate(args.file, args.directory)
    except method_rows.MethodError as error:
        print(f"methodgen: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
