#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What a drop-in library exports, made of its table of names (src/cuda/ROOM/NAME.exports).

A library of a toolkit has every name that NVIDIA's has, so that programs load.  A line of the table is one name:

    NAME FIRST LAST [pointer]

FIRST and LAST are toolkits, such as 11.0; LAST is - for a name that is still there.  `pointer` says that the
function returns a pointer, and NULL where it does nothing.  Text behind # is for readers.

Two files are made for a toolkit.  FILE.c has a weak function for each name, which calls FUNCTION: that says once that
the name is not implemented, and gives the status to return.  Where there is a real function of that name, the linker
takes that one.  FILE.map is the linker's version script."""
import argparse
import re
import sys
from pathlib import Path

LINE = re.compile(r"([A-Za-z_]\w*)\s+(\d+(?:\.\d+)?)\s+(\d+(?:\.\d+)?|-)(?:\s+(pointer))?$")
HEAD = """/* Made by tools/exportgen of {table}. */
int {function}(const char *library, const char *name, unsigned char *told);

#define STUB(name)                                                        \\
    __attribute__((weak, visibility("default"))) int name(void)           \\
    {{                                                                     \\
        static unsigned char told;                                        \\
        return {function}("{library}", #name, &told); \\
    }}
#define STUB_OF_POINTER(name)                                             \\
    __attribute__((weak, visibility("default"))) void *name(void)         \\
    {{                                                                     \\
        static unsigned char told;                                        \\
        {function}("{library}", #name, &told);        \\
        return (void *)0;                                                 \\
    }}
"""


def version(text):
    major, _, minor = text.partition(".")
    return int(major), int(minor or 0)


def read(path):
    """The lines of a table: {name: (first toolkit, last toolkit or None, whether it returns a pointer)}."""
    found = {}
    for number, line in enumerate(Path(path).read_text().splitlines(), 1):
        line = line.partition("#")[0].strip()
        match = LINE.match(line)
        if line and not match:
            sys.exit(f"{path}:{number}: not `NAME FIRST LAST [pointer]`: {line}")
        if line and match[1] in found:
            sys.exit(f"{path}:{number}: {match[1]} has a line already")
        if line:
            found[match[1]] = (version(match[2]), None if match[3] == "-" else version(match[3]), bool(match[4]))
    return found


def names_of(table, toolkit):
    """The names that some toolkit of that major version has, up to that one, and whether each returns a pointer."""
    return {name: pointer for name, (first, last, pointer) in table.items()
            if first <= toolkit and (last is None or last[0] >= toolkit[0])}


def stubs(names, arguments):
    head = HEAD.format(table=Path(arguments.table).name, function=arguments.function, library=arguments.library)
    return head + "".join(f"{'STUB_OF_POINTER' if pointer else 'STUB'}({name})\n"
                          for name, pointer in sorted(names.items()))


def version_script(names, node):
    return f"{node + ' ' if node else ''}{{\n    global:\n" + "".join(
        f"        {name};\n" for name in sorted(names)) + "    local: *;\n};\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("table")
    parser.add_argument("--toolkit", required=True, help="such as 11.8: the newest whose names the library has")
    parser.add_argument("--library", required=True, help="its file name, for the sentence")
    parser.add_argument("--function", required=True, help="what a stub calls")
    parser.add_argument("--node", default="", help="the version of its symbols; none by default")
    parser.add_argument("-o", "--output", required=True, help="FILE of FILE.c and FILE.map")
    arguments = parser.parse_args()
    names = names_of(read(arguments.table), version(arguments.toolkit))
    Path(arguments.output + ".c").write_text(stubs(names, arguments))
    Path(arguments.output + ".map").write_text(version_script(names, arguments.node))


if __name__ == "__main__":
    main()
