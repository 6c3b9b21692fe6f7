#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Packs of fuzzers' inputs: tests/fuzz/corpus/NAME.pack holds all that is kept for tests/fuzz/fuzz_NAME.c.

    tests/fuzz/pack.py list NAME               the inputs and their sizes
    tests/fuzz/pack.py unpack NAME FOLDER      each input to a file in FOLDER
    tests/fuzz/pack.py pack NAME FOLDER        the pack is the files of FOLDER from now on
    tests/fuzz/pack.py add NAME FILE...        the pack gets these files too

`tests/fuzz/run --keep NAME` adds what fuzzing has found; `make test` replays every pack (tests/fuzz/replay.c).

A pack is a line `halfwarp fuzz inputs 1`, and then for each input, ordered by name, a line `SIZE NAME`, its SIZE
bytes and a line's end.  A name is letters, digits, `_`, `-` and `.` (libFuzzer's is the SHA-1 of the input).  The same
inputs always make the same bytes, and an input that comes or goes leaves the bytes of the others as they are, so that
git stores little more than the difference."""
import argparse
import re
import sys
from pathlib import Path

CORPUS = Path(__file__).resolve().parent / "corpus"
MAGIC = b"halfwarp fuzz inputs 1\n"
HEAD = re.compile(rb"(0|[1-9][0-9]{0,6}) ([A-Za-z0-9_][A-Za-z0-9_.-]{0,63})\n")
LARGEST = 1 << 20  # replay.c has the same limit


class PackError(Exception):
    """What is wrong with a pack or with an input that should go into one."""


def read(data):
    """The inputs of a pack as a list of (name, bytes)."""
    if not data.startswith(MAGIC):
        raise PackError("is no pack of inputs: its first line is another")
    inputs, at = [], len(MAGIC)
    while at < len(data):
        head = HEAD.match(data, at)
        if not head:
            raise PackError(f"byte {at}: expected a line `SIZE NAME`")
        size, name = int(head[1]), head[2].decode()
        end = head.end() + size
        if size > LARGEST:
            raise PackError(f"byte {at}: {name} has {size} bytes; at most {LARGEST} are allowed")
        if data[end:end + 1] != b"\n":
            raise PackError(f"byte {at}: {name} does not end after {size} bytes")
        if inputs and inputs[-1][0] >= name:
            raise PackError(f"byte {at}: {name} stands after {inputs[-1][0]}; inputs are ordered by name")
        inputs.append((name, data[head.end():end]))
        at = end + 1
    return inputs


def write(inputs):
    """The bytes of a pack of (name, bytes)."""
    parts = [MAGIC]
    for name, data in sorted(inputs):
        parts.append(b"%d %s\n%s\n" % (len(data), name.encode(), data))
    packed = b"".join(parts)
    read(packed)  # names and sizes are allowed, and no name is there twice
    return packed


def path_of(name):
    return CORPUS / f"{name}.pack"


def inputs_of(name):
    """What is kept for a fuzzer: nothing, where it has no pack yet."""
    path = path_of(name)
    try:
        return read(path.read_bytes()) if path.exists() else []
    except PackError as error:
        raise PackError(f"{path}: {error}") from None


def unpack(name, folder):
    folder.mkdir(parents=True, exist_ok=True)
    for file, data in inputs_of(name):
        (folder / file).write_bytes(data)


def pack(name, inputs):
    CORPUS.mkdir(exist_ok=True)
    path_of(name).write_bytes(write(inputs))


def files(paths):
    return [(path.name, path.read_bytes()) for path in paths]


def main():
    parser = argparse.ArgumentParser(description="Look into the packs of fuzzers' inputs, and change them.")
    commands = parser.add_subparsers(dest="command", required=True)
    for command, what, count in (("list", None, 0), ("unpack", "folder", None), ("pack", "folder", None),
                                 ("add", "file", "+")):
        words = commands.add_parser(command)
        words.add_argument("name", help="of the fuzzer")
        if what:
            words.add_argument(what, type=Path, nargs=count)
    arguments = parser.parse_args()
    name = arguments.name
    if arguments.command == "list":
        for file, data in inputs_of(name):
            print(f"{len(data):8} {file}")
    elif arguments.command == "unpack":
        unpack(name, arguments.folder)
    elif arguments.command == "pack":
        pack(name, files(arguments.folder.iterdir()))
    else:
        pack(name, {**dict(inputs_of(name)), **dict(files(arguments.file))}.items())


if __name__ == "__main__":
    try:
        main()
    except (PackError, OSError) as error:
        sys.exit(f"pack: {error}")
