# SPDX-License-Identifier: MIT
"""Factors of matrices, as Rodinia's gaussian and lud leave them: multiplied again they have to give the matrix.

The bound is that of elimination without pivots in any order of sums, with a multiplication and an addition rounded once
or twice (Higham, Accuracy and Stability of Numerical Algorithms, theorem 9.3): |A - LU| <= g |L||U| where
g = n u / (1 - n u), and u is half a unit of the last place of a 32-bit float."""

UNIT = 2.0 ** -24


def _objection(what, n, matrix, lower, upper):
    """matrix, upper: rows; lower: rows of multipliers, with ones beside them on the diagonal."""
    bound = (n + 1) * UNIT / (1 - (n + 1) * UNIT)
    columns = list(zip(*upper))
    for i in range(n):
        left = [*lower[i][:i], 1.0]
        for j, column in enumerate(columns):
            terms = [a * b for a, b in zip(left, column)]
            # written so that a NaN is beyond the bound
            if not abs(sum(terms) - matrix[i][j]) <= bound * sum(map(abs, terms)):
                return f"{what}: row {i}, column {j} is {sum(terms):.9g} where the matrix has {matrix[i][j]:.9g}"
    return None


def _rows(values, n):
    return [list(values[i * n:(i + 1) * n]) for i in range(n)]


def _upper(rows):
    return [[0.0] * i + row[i:] for i, row in enumerate(rows)]


def factors(matrix, factored):
    """Both factors lie in the matrix's place."""
    n = round(len(matrix) ** 0.5)
    rows = _rows(factored, n)
    return _objection("L times U", n, _rows(matrix, n), rows, _upper(rows))


def elimination(matrix, right, multipliers, eliminated, right_eliminated):
    """Multipliers lie apart, and the right side went through the same."""
    n = len(right)
    upper = [[*row, value] for row, value in zip(_upper(_rows(eliminated, n)), right_eliminated)]
    whole = [[*row, value] for row, value in zip(_rows(matrix, n), right)]
    return _objection("multipliers times what is left", n, whole, _rows(multipliers, n), upper)
