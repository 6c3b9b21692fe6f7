# SPDX-License-Identifier: MIT
"""Writes what is made of a table: plain C that can be read, searched and stepped through."""
import re
import textwrap
from dataclasses import replace

from table import argument_names

COLUMNS = 110
MADE = "/* Made by tools/exportgen of {table}. */\n"
STUB = """\
__attribute__((weak, visibility("default"))) int {name}(void)
{{
    static unsigned char told;

    return {function}("{library}", "{name}", &told);
}}
"""


PAGE_HEAD = """\
# Functions that are not written

Each library exports all functions that NVIDIA's has. This page lists those of the newest toolkit that
nobody has written yet. Such a function does nothing: it says once on standard error that it is not
implemented, and returns its library's number for "not supported". Forms of a function that differ only in
their ending (`_ptsz`, `_64`) are counted, and listed as one.

`tools/exportgen/exportgen.py page` makes the page from the tables of functions (`src/cuda/*/*.api`).
"""


def wrapped(text, indent):
    """A line of C, broken behind commas and blanks where it is too long."""
    lines = []
    while len(text) > COLUMNS:
        place = max(text.rfind(", ", 0, COLUMNS), text.rfind("( ", 0, COLUMNS))
        place = place + 1 if place > len(indent) else text.rfind(" ", len(indent), COLUMNS)
        if place <= len(indent):
            break
        lines.append(text[:place].rstrip())
        text = indent + text[place:].lstrip()
    return "\n".join([*lines, text])


def prototype(function):
    space = "" if function.result.endswith("*") else " "
    return f"{function.result}{space}{function.name}({function.arguments or 'void'})"


def definition(function):
    unused = [f"    (void){name};\n" for name in argument_names(function.arguments)
              if not re.search(rf"\b{name}\b", function.body)]
    body = "\n".join(wrapped("    " + line, " " * 8) if line else "" for line in function.body.split("\n"))
    return f"{wrapped(prototype(function), ' ' * 4)}\n{{\n{''.join(unused)}{body}\n}}\n"


ENTRY = """\
{prototype}
    HW_API_ENTRY({name});
{definition}
{{
    static struct hw_inject_site site = {{.function = "{name}"}};
    const struct hw_injected *injected = hw_inject_on ? hw_inject_call(&site) : NULL;

    if (injected)
        return ({result}){function}(injected);
    return {name}({arguments});
}}
"""


def entry(table, function):
    """What programs call of a function that may be made to fail."""
    called = replace(function, name=f"hw_entry_{function.name}")
    text = wrapped(prototype(called), " " * 4)
    return ENTRY.format(prototype=text, definition=text, name=function.name, function=table.inject[1], result=function.result,
                        arguments=wrapped(", ".join(argument_names(function.arguments)), " " * 8))


def declaration(table, function):
    body = f" HW_API_BODY({function.name})" if table.fails(function) else ""
    return wrapped(prototype(function) + body + ";", " " * 4) + "\n"


def header(table, name):
    library = re.sub(r"\W", "_", name).upper()
    shared = "".join(f"#define HW_{library}_{word} {arguments}\n" for word, arguments in table.shared.items())
    workers = "".join(wrapped(worker + ";", " " * 4) + "\n" for worker in table.workers.values())
    prototypes = "".join(declaration(table, function)
                         for function in table.functions.values() if function.arguments is not None)
    shared = ('#include "cuda/inject/api_body.h"\n\n' if table.inject else "") + shared
    return (MADE.format(table=table.path.name) + f"#ifndef HW_GENERATED_API_{library}_H\n#define HW_GENERATED_API_{library}_H\n\n"
            f"{shared}{workers}\n#pragma GCC visibility push(default)\n\n{prototypes}\n#pragma GCC visibility pop\n#endif\n")


def calls(table):
    uses = "".join(f"#include {include}\n" for include in table.uses)
    if table.inject:
        uses = f'#include "cuda/core/log/log_injected.h"\n#include "{table.inject[0]}"\n' + uses
    made = [definition(function) for function in table.functions.values() if function.body]
    made += [entry(table, function) for function in table.functions.values() if table.fails(function)]
    return MADE.format(table=table.path.name) + f"{uses}\n" + "\n".join(made)


def stubs(table, toolkit, library, function):
    names = sorted(made.name for made in table.functions.values() if made.arguments is None and made.is_of(toolkit))
    return (MADE.format(table=table.path.name) +
            f"int {function}(const char *library, const char *name, unsigned char *told);\n\n" +
            "\n".join(STUB.format(name=name, library=library, function=function) for name in names))


def version_script(table, toolkit, node):
    names = sorted(function.name for function in table.functions.values() if function.is_of(toolkit))
    return f"{node + ' ' if node else ''}{{\n    global:\n" + "".join(
        f"        {name};\n" for name in names) + "    local: *;\n};\n"


def entries(table):
    """Rows {toolkit, name that is asked for, function, whether it is for per-thread default streams}, in that order."""
    functions = [(function.first, function.name) for function in table.functions.values() if function.by_name]
    rows = [(first, re.sub(r"(_v\d)?(_ptds|_ptsz)?$", "", name), name) for first, name in functions]
    rows += [(first, *(name.split("=") * 2)[:2]) for name, first in table.entries]
    return MADE.format(table=table.path.name) + "".join(
        f'{{{major * 1000 + minor * 10}, "{asked}", "{name}", {"true" if name.endswith(("_ptds", "_ptsz")) else "false"}}},\n'
        for (major, minor), asked, name in sorted(rows, key=lambda row: (row[0], row[2])))


def injectable(tables):
    """Rows {name, whose statuses, status} of the functions that can be made to fail."""
    rows = {}
    for table in tables:
        for function in table.functions.values():
            if table.fails(function):
                rows[function.name] = f"HW_INJECT_{table.inject[3]}, {table.status_of(function)}"
    return MADE.format(table="all tables") + "".join(f'{{"{name}", {row}}},\n' for name, row in sorted(rows.items()))


def absent_names(table):
    """The functions of the newest toolkit that nobody has written, one name for a function and its forms."""
    names = {name for name, function in table.functions.items() if function.arguments is None and not function.last}
    endings = "|".join(map(re.escape, sorted({*table.forms, "_ptsz", "_ptds"}, key=len, reverse=True)))
    return sorted(name for name in names
                  if not (re.search(rf"({endings})$", name) and re.sub(rf"({endings})$", "", name) in names))


def page(tables):
    lines = [PAGE_HEAD]
    for table in tables:
        functions = [function for function in table.functions.values() if not function.last]
        names = absent_names(table)
        done = sum(function.arguments is not None for function in functions)
        lines.append(f"\n## lib{table.path.stem}\n\n{done} of {len(functions)} functions and forms are written."
                     f"{' The others:' if names else ''}\n")
        if names:
            lines.append(textwrap.fill(", ".join(f"`{name}`" for name in names), 100, break_long_words=False,
                                       break_on_hyphens=False) + "\n")
    return "\n".join(lines).replace("\n\n\n", "\n\n")
