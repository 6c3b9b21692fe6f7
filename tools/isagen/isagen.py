#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Turn .isa files into the C tables of src/isa/tables.h, and prove them sound on the way.

usage: isagen.py -o DIRECTORY FILE.isa...
Writes isa_NAME.c for each file.  Exit status 1, with a sentence that names file, line, row and bits,
when a pattern has the wrong width, a bit without an owner, or rows that overlap.
"""
import argparse
import io
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import blocks
import emit
import expand
import model
import notation
import prove
import timing
import vocabulary


def read_timings(isa, forms, words):
    """The .timing files of an instruction set: path -> what it says."""
    timings = {path: timing.read_timing(path, words) for path in dict.fromkeys(isa.timings.values())}
    for chip, path in isa.timings.items():
        timing.check_complete(timings[path], {form.row.timing for form in forms if chip in form.chips})
    return timings


def generate(path, directory):
    isa = notation.read_isa(path)
    blocks.unfold(isa)
    words = vocabulary.Vocabulary()
    vocabulary.check_names(isa, words)
    forms = expand.expand(isa)
    vocabulary.check(isa, forms, words)
    prove.prove(isa, forms)
    timings = read_timings(isa, forms, words)
    target = os.path.join(directory, f"isa_{isa.name}.c")
    table = io.StringIO()
    emit.Emitter(isa, forms, table).emit(timings, words.classes)
    with open(target + ".new", "w", encoding="utf-8") as out:
        out.write(table.getvalue())
    os.replace(target + ".new", target)
    return isa


def check_left_out(isas):
    """What none of the ISAs has that share a file: it is a fault there."""
    for isa in isas:
        for (line, complaint), path in isa.left_out.items():
            sharing = [other for other in isas if other is isa or path in other.files]
            if all((line, complaint) in other.left_out for other in sharing):
                raise model.IsaError(f"{line}: {complaint}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-o", dest="directory", required=True)
    parser.add_argument("files", nargs="+")
    args = parser.parse_args()
    os.makedirs(args.directory, exist_ok=True)
    try:
        check_left_out([generate(path, args.directory) for path in args.files])
    except model.IsaError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
