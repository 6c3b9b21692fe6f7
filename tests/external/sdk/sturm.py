# SPDX-License-Identifier: MIT
"""Whether eigenvalues of a symmetric tridiagonal matrix are right, without computing them again.

eigenvalues compares with reference data at its usual size only, and prints FAILED at all others, whatever it
computed.  It writes the matrix and its eigenvalues, and a Sturm count says how many eigenvalues of a matrix lie below
a number: of the i-th, i at the most, and a little above it, more than i.
"""

import re

# The program's precision is 1e-5; the matrix is written with six digits.
DIFFERENCE = 5e-5


def _vectors(path):
    """The vectors of a MATLAB text: NAME = [ numbers ];"""
    return {name: [float(number) for number in numbers.replace(",", " ").split()]
            for name, numbers in re.findall(r"(\w+)\s*=\s*\[([^\]]*)\]", path.read_text())}


def _below(diagonal, squares, value):
    """How many eigenvalues are below `value`: the negative pivots of the matrix less value times one."""
    count = 0
    pivot = 1.0
    for entry, square in zip(diagonal, squares):
        pivot = entry - value - square / (pivot or 1e-30)
        count += pivot < 0
    return count


def objection(path):
    """None when the eigenvalues in the file are those of the matrix in it, else a sentence."""
    vectors = _vectors(path)
    diagonal, values = vectors["d"], vectors["eigvals"]
    squares = [0.0] + [entry * entry for entry in vectors["s"]]
    if not len(diagonal) == len(values) == len(squares):
        return f"{path.name}: a matrix of {len(diagonal)} rows has {len(values)} eigenvalues"
    for place, value in enumerate(values):
        low = _below(diagonal, squares, value - DIFFERENCE)
        high = _below(diagonal, squares, value + DIFFERENCE)
        if not low <= place < high:
            return f"{path.name}: {value:g} is not eigenvalue {place} of its matrix, but between {low} and {high}"
    return None
