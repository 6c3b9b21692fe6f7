#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the functions of a drop-in library of its table, src/cuda/ROOM/NAME.api (table.py says how to read one).

    exportgen.py calls TABLE -o FOLDER/NAME             NAME.h, prototypes of all functions, and NAME.c, those that the
                                                        table makes
    exportgen.py exports TABLE --toolkit ... -o FILE    FILE.c, stubs of the functions that a toolkit's library has and
                                                        that nobody has written, and FILE.map, the linker's version
                                                        script: all its names
    exportgen.py entries TABLE -o FILE                  rows of functions by name, for cuGetProcAddress
    exportgen.py inject TABLES -o FILE                  rows of functions that HALFWARP_FAIL can make fail
    exportgen.py page TABLES -o FILE                    a page: the functions that nobody has written, library by library
    exportgen.py list TABLES                            how many functions each makes, how many are written by hand, and
                                                        how many nobody has written

A stub calls FUNCTION, which says once that the name is not implemented, and gives the status to return."""
import argparse
from pathlib import Path

import write
from table import Table, version


def make_calls(arguments):
    table, path = Table(arguments.table), Path(arguments.output)
    path.with_name(path.name + ".h").write_text(write.header(table, path.name))
    path.with_name(path.name + ".c").write_text(write.calls(table))


def make_exports(arguments):
    table, toolkit = Table(arguments.table), version(arguments.toolkit)
    Path(arguments.output + ".c").write_text(write.stubs(table, toolkit, arguments.library, arguments.function))
    Path(arguments.output + ".map").write_text(write.version_script(table, toolkit, arguments.node))


def make_entries(arguments):
    Path(arguments.output).write_text(write.entries(Table(arguments.table)))


def make_inject(arguments):
    Path(arguments.output).write_text(write.injectable([Table(path) for path in arguments.tables]))


def make_page(arguments):
    Path(arguments.output).write_text(write.page([Table(path) for path in arguments.tables]))


def print_list(arguments):
    print("table            made  by hand  not written")
    for path in arguments.tables:
        functions = list(Table(path).functions.values())
        made, absent = sum(bool(f.body) for f in functions), sum(f.arguments is None for f in functions)
        print(f"{Path(path).stem:<15}{made:>6}{len(functions) - made - absent:>9}{absent:>13}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    calls = commands.add_parser("calls", help="the functions and their prototypes")
    calls.set_defaults(make=make_calls)
    exports = commands.add_parser("exports", help="stubs and version script of one toolkit's library")
    exports.set_defaults(make=make_exports)
    exports.add_argument("--toolkit", required=True, help="such as 11.8: the newest whose names the library has")
    exports.add_argument("--library", required=True, help="its file name, for the sentence")
    exports.add_argument("--function", required=True, help="what a stub calls")
    exports.add_argument("--node", default="", help="the version of its symbols; none by default")
    entries = commands.add_parser("entries", help="functions by name")
    entries.set_defaults(make=make_entries)
    for command in (calls, exports, entries):
        command.add_argument("table")
        command.add_argument("-o", "--output", required=True)
    page = commands.add_parser("page", help="a page of the functions that nobody has written")
    page.set_defaults(make=make_page)
    inject = commands.add_parser("inject", help="functions that can be made to fail")
    inject.set_defaults(make=make_inject)
    for command in (page, inject):
        command.add_argument("tables", nargs="+")
        command.add_argument("-o", "--output", required=True)
    listed = commands.add_parser("list", help="the tables in numbers")
    listed.set_defaults(make=print_list)
    listed.add_argument("tables", nargs="+")
    arguments = parser.parse_args()
    arguments.make(arguments)


if __name__ == "__main__":
    main()
