#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Puts the C sources of targets together, several in a file that includes them, for builds that are only tested.

Starting the compiler and reading headers takes longer than what most of our files hold.  The compiler reads a batch as
one unit, so a name at file scope must mean one thing in all its files, and a file's macros end with it.  Names are
found as clang-format leaves them: what begins a line is at file scope.

The input has a line for each source: its target, its compile options, its definitions and its path, with tabs between.
The output is a folder of batches, and in batches.cmake which sources of a target each stands for."""
import argparse
import re
from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = (ROOT / "src", ROOT / "include", ROOT / "tests")  # of headers
LINES = 4000  # of a batch at most, so that there is something for each processor

COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
# It may begin a line that is at file scope.
ATTRIBUTE = re.compile(r"__attribute__\s*\(\((?:[^()]|\([^()]*\))*\)\)\s*")
FUNCTION = re.compile(r"^\w[^(=;{}]*?\b(\w+)\s*\(", re.M)
OWN_FUNCTION = re.compile(r"^(?:static|HW_INLINE)\b[^(=;{]*?\b(\w+)\s*\(", re.M)
STAMPED = re.compile(r"^[A-Z][A-Z0-9_]*\((\w+)", re.M)  # a function, by a macro
TYPE = re.compile(r"^(?:typedef |static |const )*(?:struct|union|enum)\s+(\w+)\s*\{", re.M)
TYPEDEF = re.compile(r"^(?:__extension__ )?typedef\b(?:[^{;(]*|[^{;(]*\{[^}]*\}\s*)\b(\w+)\s*;", re.M)
AFTER_BRACES = re.compile(r"^\} *(\w+)", re.M)  # a typedef, or an object of a type without a name
OBJECTS = re.compile(r"^static\b([^(=;{]*(?:=[^;]*)?);", re.M)
NESTED = re.compile(r"\{[^{}]*\}|\([^()]*\)|\[[^][]*\]")
ENUM = re.compile(r"^(?:typedef )?enum\b[^{;]*\{(.*?)\}", re.M | re.S)
MACRO = re.compile(r"^\s*#\s*define\s+(\w+)", re.M)
UNDEFINED = re.compile(r"^\s*#\s*undef\s+(\w+)", re.M)
INCLUDE = re.compile(r"^\s*#\s*include\b(?: *\"(.*)\")?", re.M)
COMMON_NAMES = re.compile(r"<sys/socket\.h>")  # declares words that our files use for their own
PASTED = re.compile(r"^\s*static\b.*##", re.M)


@dataclass(frozen=True)
class Source:
    """A file, and what it brings to file scope; each name with the file that it is from, as headers bring theirs."""
    lines: int
    words: frozenset
    names: dict
    macros: dict   # that stay: of headers
    passing: list  # macros of its own
    alone: bool    # these are for what it includes, or make names that are not known here, as some headers do


def without_nested(code):
    """Code without what is in braces or brackets."""
    while (less := NESTED.sub("", code)) != code:
        code = less
    return code


def names_of(code, is_header):
    """What is declared at file scope; of other functions than its own, a file that is no header only defines some."""
    names = set()
    for kind in (FUNCTION if is_header else OWN_FUNCTION, STAMPED, TYPE, TYPEDEF, AFTER_BRACES):
        names |= set(kind.findall(code))
    for objects in OBJECTS.findall(code):
        names |= set(re.findall(r"(\w+)\s*(?:=[^,]*)?(?:,|$)", without_nested(objects)))
    for body in ENUM.findall(code):
        names |= set(re.findall(r"(?:^|,)\s*(\w+)", body))
    return names


@cache
def read(path):
    code = ATTRIBUTE.sub("", COMMENT.sub(" ", path.read_text(encoding="utf-8")))
    is_header = path.suffix == ".h"
    macros = list(MACRO.finditer(code))
    includes = list(INCLUDE.finditer(code))
    passing = list(dict.fromkeys(macro.group(1) for macro in macros))
    staying = set(passing) - set(UNDEFINED.findall(code)) if is_header else ()
    found = Source(
        lines=code.count("\n"), words=frozenset(re.findall(r"\w+", code)),
        names=dict.fromkeys(names_of(code, is_header), path),
        macros=dict.fromkeys(staying, path), passing=passing,
        alone=bool(PASTED.search(code) or COMMON_NAMES.search(code)
                   or macros and includes and macros[0].start() < includes[-1].start()))
    for header in headers(path, [include.group(1) for include in includes]):
        found.names.update(read(header).names)
        found.macros.update(read(header).macros)
    return found


def headers(path, names):
    """The headers of ours among those that a file includes."""
    for name in filter(None, names):
        places = (folder / name for folder in (path.parent, *FOLDERS))
        yield from (place for place in places if place.is_file())


def meet(one, other):
    """Whether a name means two things in these files."""
    return (any(other.names.get(name, path) != path for name, path in one.names.items())
            or spoils(one, other) or spoils(other, one))


def spoils(one, other):
    """Whether a macro that one file's headers bring is a word of the other's, which does not mean the macro."""
    return any(name in other.words and other.macros.get(name) != path for name, path in one.macros.items())


def batches_of(paths):
    """First fit: files stay with their neighbours, and a name that is new moves few of them."""
    batches = []
    for path in paths:
        source = read(path)
        for batch in batches:
            members = [read(member) for member in batch]
            if not source.alone and sum(member.lines for member in members) + source.lines <= LINES \
                    and not any(member.alone or meet(member, source) for member in members):
                batch.append(path)
                break
        else:
            batches.append([path])
    return batches


def text_of(batch, definitions):
    lines = ["/* Made by tools/batchgen.  Do names of two files meet here?  Configure again, and they are parted. */"]
    for path in batch:
        given = [definition.partition("=") for definition in definitions[path]]
        lines += [f"#define {name} {value if equals else 1}" for name, equals, value in given]
        lines.append(f'#include "{path}"')
        lines += [f"#undef {name}" for name in (*(name for name, _, _ in given), *read(path).passing)]
    return "\n".join(lines) + "\n"


def write(path, text):
    """Leave a file alone that is as it should be: nothing is compiled anew for it."""
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description="Put the C sources of targets together.")
    parser.add_argument("list", type=Path, help="lines of TARGET, OPTIONS, DEFINITIONS and PATH, with tabs between")
    parser.add_argument("-o", "--output", type=Path, required=True, help="the folder of what is made")
    arguments = parser.parse_args()

    groups = defaultdict(list)  # (target, compile options) -> paths
    definitions = {}
    for line in arguments.list.read_text(encoding="utf-8").splitlines():
        target, options, defined, path = line.split("\t")
        groups[target, options].append(Path(path))
        definitions[Path(path)] = [definition for definition in defined.split(";") if definition]
    arguments.output.mkdir(exist_ok=True)
    commands = []
    for (target, options), paths in groups.items():
        for batch in batches_of(paths):
            if len(batch) > 1:
                made = arguments.output / f"{target}_{batch[0].stem}.c"
                write(made, text_of(batch, definitions))
                commands.append(f'hw_batch({target} "{made}" "{options}" {" ".join(map(str, batch))})')
    write(arguments.output / "batches.cmake", "\n".join(commands) + "\n")


if __name__ == "__main__":
    main()
