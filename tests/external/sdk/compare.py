# SPDX-License-Identifier: MIT
"""Compares what a run wrote with the reference data of the SDK, which real GPUs wrote.

A rule says how far each value may be off, and what part of all values may be further off; what the arithmetic
allows for each program is said in references.tsv.
"""

import array
import re


def _pixels(path):
    """The bytes of a binary PGM or PPM behind its head, which is three numbers after the magic."""
    data = path.read_bytes()
    head = re.match(rb"P[56]\s+(?:#[^\n]*\n\s*)*(\d+)\s+(?:#[^\n]*\n\s*)*(\d+)\s+(?:#[^\n]*\n\s*)*(\d+)\s", data)
    if not head:
        raise ValueError(f"{path.name} is no binary PGM or PPM")
    return data[head.end():]


def _floats(path):
    """32-bit floats as they lie in the file."""
    values = array.array("f")
    values.frombytes(path.read_bytes())
    return values


def _numbers(path):
    """All numbers of a text, except in lines that begin with a #."""
    lines = (line for line in path.read_text().splitlines() if not line.lstrip().startswith("#"))
    return [float(word) for line in lines for word in line.split()]


READERS = {"pnm": _pixels, "bytes": lambda path: path.read_bytes(), "float": _floats, "numbers": _numbers}


def files(rule, written, reference):
    """None when the two agree by the rule, else a sentence."""
    kind, _, count = rule.kind.partition(":")
    ours, theirs = (READERS[kind](path)[:int(count) if count else None] for path in (written, reference))
    if len(ours) != len(theirs):
        return f"{written.name} has {len(ours)} values, its reference {len(theirs)}"
    if ours == theirs:
        return None
    # Written so that a NaN is beyond every difference.
    beyond = sum(1 for a, b in zip(ours, theirs) if not abs(a - b) <= rule.difference)
    if beyond <= rule.fraction * len(ours):
        return None
    worst = max(abs(a - b) for a, b in zip(ours, theirs))
    return (f"{written.name}: {beyond} of {len(ours)} values are off by more than {rule.difference:g}, "
            f"the worst by {worst:g}")
