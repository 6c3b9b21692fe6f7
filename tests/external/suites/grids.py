# SPDX-License-Identifier: MIT
"""Programs that walk over grids: Rodinia's srad_v2, hotspot, pathfinder and nw."""

import ctypes
import random

SRAD_DIFFERENCE = 2e-6


def _single(value):
    return ctypes.c_float(value).value


def _speckle(image, columns, top, bottom, left, right):
    """q0 squared as the program's host code has it, in 32-bit floats: the difference in it loses digits that the kernels
    then work with."""
    total = squares = 0.0
    count = (bottom - top + 1) * (right - left + 1)
    for i in range(top, bottom + 1):
        for j in range(left, right + 1):
            value = image[i * columns + j]
            total = _single(total + value)
            squares = _single(squares + _single(value * value))
    mean = _single(total / count)
    variance = _single(_single(squares / count) - _single(mean * mean))
    return _single(variance / _single(mean * mean))


def _diffusion(here, differences, q0):
    """The coefficient of speckle reducing anisotropic diffusion (Yu and Acton 2002, equations 31 and 33)."""
    gradient = sum(d * d for d in differences) / (here * here)
    laplacian = sum(differences) / here
    q = (0.5 * gradient - laplacian * laplacian / 16) / (1 + 0.25 * laplacian) ** 2
    return min(1.0, max(0.0, 1 / (1 + (q - q0) / (q0 * (1 + q0)))))


def srad(image, rows, columns, speckle, rate):
    """The image after one iteration, in doubles."""
    q0 = _speckle(image, columns, *speckle)
    coefficient, differences = [], []
    for i in range(rows):
        for j in range(columns):
            here = image[i * columns + j]
            around = ((max(i - 1, 0), j), (min(i + 1, rows - 1), j), (i, max(j - 1, 0)), (i, min(j + 1, columns - 1)))
            north, south, west, east = differences_here = [image[y * columns + x] - here for y, x in around]
            differences.append((north, south, west, east))
            coefficient.append(_diffusion(here, differences_here, q0))
    result = []
    for k, (north, south, west, east) in enumerate(differences):
        below = coefficient[k + columns] if k + columns < rows * columns else coefficient[k]
        beside = coefficient[k + 1] if (k + 1) % columns else coefficient[k]
        divergence = coefficient[k] * (north + west) + below * south + beside * east
        result.append(image[k] + 0.25 * rate * divergence)
    return result


def srad_objection(iterations, rows, columns, speckle, rate):
    """iterations: the image before and after each.  q is a difference whose terms have a few roundings each, 1e-7 of
    about 1; dividing by q0 (some 0.1) makes it 1e-6 in a coefficient, and four of them times differences of at most 1.7
    times a rate of a quarter of 0.5 make some 1e-6 of a pixel; twice that is allowed."""
    for number, (before, after) in enumerate(iterations):
        expected = srad(before, rows, columns, speckle, rate)
        for k, (got, right) in enumerate(zip(after, expected)):
            if not abs(got - right) <= SRAD_DIFFERENCE:
                return f"iteration {number}: the pixel in row {k // columns}, column {k % columns} is {got:.9g}, not {right:.9g}"
    return None


def write_numbers(path, count, low, high):
    """Numbers for hotspot, a line each."""
    chance = random.Random(path.name)
    path.write_text("".join(f"{chance.uniform(low, high):.6f}\n" for _ in range(count)))


def _hotspot_step(heat, power, edge):
    """One step of a chip of 16 by 16 mm, 0.5 mm thick, cooled to 80 degrees at its surface; the program's constants."""
    side = 0.016 / edge
    capacity = 0.5 * 1.75e6 * 0.0005 * side * side
    along, through = side / (2 * 100 * 0.0005 * side), 0.0005 / (100 * side * side)
    step = 0.001 / (3e6 / (0.5 * 0.0005 * 1.75e6))
    result = []
    for i in range(edge):
        for j in range(edge):
            here = heat[i * edge + j]
            around = ((max(i - 1, 0), j), (min(i + 1, edge - 1), j), (i, max(j - 1, 0)), (i, min(j + 1, edge - 1)))
            flow = sum(heat[y * edge + x] - here for y, x in around) / along
            result.append(here + step / capacity * (power[i * edge + j] + flow + (80 - here) / through))
    return result


def hotspot_objection(heat, power, edge, steps, after):
    """Each step rounds a temperature and smaller sums: four units of its last place are allowed a step."""
    heat = list(heat)
    for _ in range(steps):
        heat = _hotspot_step(heat, power, edge)
    for k, (got, right) in enumerate(zip(after, heat)):
        if not abs(got - right) <= 4 * steps * 2.0 ** -24 * right:
            return f"the temperature in row {k // edge}, column {k % edge} is {got:.9g}, not {right:.9g}"
    return None


def pathfinder(costs, columns):
    """The least cost of a way from the first row to each place of the last; ways go straight or a place aside."""
    best = list(costs[:columns])
    for first in range(columns, len(costs), columns):
        around = [best[0], *best, best[-1]]
        best = [costs[first + j] + min(around[j:j + 3]) for j in range(columns)]
    return best


def alignment(scores, matrix, width, penalty):
    """Needleman and Wunsch: the first row and column of the matrix are given."""
    matrix = list(matrix)
    for i in range(1, width):
        for j in range(1, width):
            k = i * width + j
            matrix[k] = max(matrix[k - width - 1] + scores[k], matrix[k - 1] - penalty, matrix[k - width] - penalty)
    return matrix


def equal(what, got, expected):
    wrong = [k for k, pair in enumerate(zip(got, expected)) if pair[0] != pair[1]]
    if len(got) != len(expected) or wrong:
        return f"{what}: {len(wrong)} of {len(expected)} numbers are wrong, the first number {wrong[0] if wrong else 'none'}"
    return None
