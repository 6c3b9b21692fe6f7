# SPDX-License-Identifier: MIT
"""The programs, their arguments, and how each one's results are checked.

A check gets a Result and returns None, or a sentence."""

import re
import shlex
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import bodies
import copies
import graphs
import grids
import linear

NEVER = 2147483647  # Parboil's level of a node that was not reached


@dataclass
class Result:
    arguments: list[str]
    folder: Path  # what the program wrote
    copies: list[copies.Copy]

    def last(self, count, size):
        """Of the last copies from the device that are as large, `count`."""
        found = [copy for copy in copies.outputs(self.copies) if len(copy.data) == size]
        if len(found) < count:
            raise ValueError(f"{len(found)} copies of {size} bytes came from the device, {count} were expected")
        return found[-count:]


@dataclass
class Program:
    name: str
    arguments: str
    check: Callable[[Result], str | None]

    def words(self):
        return shlex.split(self.arguments)


def _inputs(result, count):
    found = copies.inputs(result.copies)
    if len(found) < count:
        raise ValueError(f"{len(found)} copies went to the device, {count} were expected")
    return found[:count]


def rodinia_bfs(result):
    lines = re.findall(r"^(\d+)\) cost:(-?\d+)$", (result.folder / "result.txt").read_text(), re.M)
    return graphs.objection(result.folder / result.arguments[0], -1, [int(cost) for _, cost in lines])


def parboil_bfs(result):
    lines = (result.folder / "levels.txt").read_text().splitlines()[1:]
    return graphs.objection(result.folder / result.arguments[1], NEVER, [int(line.split()[1]) for line in lines])


def srad(result):
    rows, columns, *speckle = map(int, result.arguments[:6])
    rate, count = float(result.arguments[6]), int(result.arguments[7])
    before, after = copies.inputs(result.copies), copies.outputs(result.copies)
    if not len(before) == len(after) == count:
        return f"{len(after)} iterations came back, {count} were expected"
    pairs = [(one.floats(), other.floats()) for one, other in zip(before, after)]
    return grids.srad_objection(pairs, rows, columns, speckle, rate)


def gaussian(result):
    _, matrix, right = _inputs(result, 3)
    multipliers, eliminated = result.last(2, len(matrix.data))
    return linear.elimination(matrix.floats(), right.floats(), multipliers.floats(), eliminated.floats(),
                              result.last(1, len(right.data))[0].floats())


def lud(result):
    matrix, = _inputs(result, 1)
    return linear.factors(matrix.floats(), result.last(1, len(matrix.data))[0].floats())


def hotspot(result):
    heat, power = _inputs(result, 2)
    edge, steps = int(result.arguments[0]), int(result.arguments[2])
    after = result.last(1, len(heat.data))[0]
    return grids.hotspot_objection(heat.floats(), power.floats(), edge, steps, after.floats())


def pathfinder(result):
    first, others = _inputs(result, 2)
    best = result.last(1, len(first.data))[0].ints()
    return grids.equal("costs", best, grids.pathfinder([*first.ints(), *others.ints()], len(best)))


def needle(result):
    scores, matrix = _inputs(result, 2)
    width, penalty = int(result.arguments[0]) + 1, int(result.arguments[1])
    expected = grids.alignment(scores.ints(), matrix.ints(), width, penalty)
    got = result.last(1, len(matrix.data))[0].ints()
    return grids.equal("scores", got, expected)


def barnes_hut(result):
    count, steps = int(result.arguments[0]), int(result.arguments[1])
    start, end = copies.inputs(result.copies), copies.outputs(result.copies)
    runs = len(end) // 7
    if runs != 3 or len(start) != 21:
        return f"{runs} of 3 runs came to their end"
    for run in range(runs):
        mass, *moving = (copy.floats() for copy in start[7 * run:7 * run + 7])
        error, *moved = end[7 * run:7 * run + 7]
        if error.ints()[0] or len(mass) != count:
            return f"run {run} ends with error {error.ints()[0]} of the program's own"
        vectors = [list(zip(*rows)) for rows in (moving[:3], moving[3:], [copy.floats() for copy in moved[:3]],
                                                  [copy.floats() for copy in moved[3:]])]
        objection = bodies.objection((mass, *vectors[:2]), vectors[2:], steps)
        if objection:
            return f"run {run}: {objection}"
    return None


PROGRAMS = (
    Program("rodinia_srad_v2", "128 96 0 31 0 31 0.5 2", srad),
    Program("rodinia_bfs", "graph65536.txt", rodinia_bfs),
    Program("rodinia_gaussian", "-s 100", gaussian),
    Program("rodinia_lud", "-s 64", lud),
    Program("rodinia_hotspot", "64 2 5 heat4096.txt power4096.txt out.txt", hotspot),
    Program("rodinia_pathfinder", "1000 100 20", pathfinder),
    Program("rodinia_nw", "256 10", needle),
    Program("parboil_bfs", "-i graph1000.txt -o levels.txt", parboil_bfs),
    Program("parboil_bfs", "-i graph4096.txt -o levels.txt", parboil_bfs),
    Program("parboil_bfs", "-i graph65536.txt -o levels.txt", parboil_bfs),
    Program("lonestar_bh", "1000 2 0", barnes_hut),
    Program("lonestar_bh_kepler", "1000 2 0", barnes_hut),
)
