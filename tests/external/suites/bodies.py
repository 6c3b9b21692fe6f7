# SPDX-License-Identifier: MIT
"""Barnes and Hut's method in doubles, and the plain sum over all pairs: the references for LonestarGPU's bh.

The program moves bodies by steps of 0.025 with forces softened by 0.05, and prints only the first body; all come from
record.c.  Its tree is determined by where the bodies are: cubes halved until each holds one body.  A warp walks it for
32 bodies that are neighbours in the order of the tree, and takes a cell as one mass if it is far from all of them: its
parent cube's side is at most half the distance.  That gives two bounds:

- Against the same method in doubles, what is left is rounding.  A step changes a velocity by 0.025 a; velocities of
  about 1 are rounded to 6e-8 twice a step, which is some 5e-6 of that, and sums of some 700 terms are rounded to about
  as much: NEAR.  A cell at nearly the limit distance may be opened by one and not by the other: up to 32 bodies, which
  share the decision, then have one cell's force with another's error, FLIPPED.  A place has that, and is itself rounded
  once a step, ROUNDED.
- Against all pairs the method itself is off.  A cell with side s is at distance d >= 4 s, so its bodies are within
  r = s sqrt(3) / 2 of its middle.  Taking them as a point leaves out 3 (r/d)^2 of their force at the very worst, a
  seventh, for two bodies in opposite corners; next to nothing where they fill the cube.  The signs of several hundred cells
  differ, and near bodies, which are exact, pull most.  METHOD bounds the root of the mean square; it was 3e-4.
"""

from math import sqrt

STEP, SOFTENING, OPENING = 0.025, 0.05 ** 2, 0.5
NEAR, FLIPPED, WARP = 1e-5, 2e-3, 32
ROUNDED = 2.0 ** -24
METHOD = 2e-3


class Cell:
    """A cube with more than one body, or the root: `places` has cells and numbers of bodies, by octant."""

    def __init__(self, bodies, centre, half, mass, at):
        octants = [[] for _ in range(8)]
        for body in bodies:
            octants[sum((centre[k] < at[body][k]) << k for k in range(3))].append(body)
        self.places = []
        for number, inside in enumerate(octants):
            if len(inside) == 1:
                self.places.append(inside[0])
            elif inside:
                middle = [centre[k] + half * (0.5 if number >> k & 1 else -0.5) for k in range(3)]
                self.places.append(Cell(inside, middle, half / 2, mass, at))
        self.mass = sum(mass[body] for body in bodies)
        self.at = [sum(mass[body] * at[body][k] for body in bodies) / self.mass for k in range(3)]

    def order(self):
        for place in self.places:
            if isinstance(place, Cell):
                yield from place.order()
            else:
                yield place


def _pull(force, here, there, mass):
    x, y, z = there[0] - here[0], there[1] - here[1], there[2] - here[2]
    square = x * x + y * y + z * z + SOFTENING
    pull = mass / (square * sqrt(square))
    force[0] += x * pull
    force[1] += y * pull
    force[2] += z * pull


def _far(cell, here, limit):
    return sum((cell.at[k] - here[k]) ** 2 for k in range(3)) + SOFTENING >= limit


def _walk(cell, side, lanes, at, mass, force):
    """Forces of what is in `cell` on the bodies `lanes`; `side` is that of the cell."""
    limit = (side / OPENING) ** 2 + SOFTENING
    for place in cell.places:
        if not isinstance(place, Cell):
            for lane in lanes:
                _pull(force[lane], at[lane], at[place], mass[place])
        elif all(_far(place, at[lane], limit) for lane in lanes):
            for lane in lanes:
                _pull(force[lane], at[lane], place.at, place.mass)
        else:
            _walk(place, side / 2, lanes, at, mass, force)


def by_tree(mass, at):
    low, high = ([end(place[k] for place in at) for k in range(3)] for end in (min, max))
    half = max(b - a for a, b in zip(low, high)) / 2
    root = Cell(range(len(at)), [(a + b) / 2 for a, b in zip(low, high)], half, mass, at)
    order = list(root.order())
    force = [[0.0] * 3 for _ in at]
    for first in range(0, len(order), WARP):
        _walk(root, 2 * half, order[first:first + WARP], at, mass, force)
    return force


def by_pairs(mass, at):
    force = [[0.0] * 3 for _ in at]
    for body, here in enumerate(at):
        for other, there in enumerate(at):
            _pull(force[body], here, there, mass[other])
    return force


def simulate(forces, mass, at, velocity, steps):
    """Places, velocities and forces at the end, as leapfrog takes them."""
    at, velocity, old = [list(p) for p in at], [list(v) for v in velocity], None
    for _ in range(steps):
        force = forces(mass, at)
        for body, (place, speed, pull) in enumerate(zip(at, velocity, force)):
            for k in range(3):
                if old:
                    speed[k] += (pull[k] - old[body][k]) * STEP / 2
                half = speed[k] + pull[k] * STEP / 2
                place[k] += half * STEP
                speed[k] = half + pull[k] * STEP / 2
        old = force
    return at, velocity, old


def _distances(one, other):
    return [sqrt(sum((a - b) ** 2 for a, b in zip(p, q))) for p, q in zip(one, other)]


def _mean_square(values):
    return sqrt(sum(value * value for value in values) / len(values))


def _method_objection(what, off):
    far = sum(not value <= NEAR for value in off)
    if far <= WARP and all(value <= FLIPPED for value in off):
        return None
    return (f"{what} differ from Barnes and Hut's method: {far} of {len(off)} bodies by more than {NEAR:g} of what forces "
            f"changed, the worst by {max(off):.2g}")


def objection(start, end, steps):
    """start: mass, places, velocities; end: places, velocities."""
    right_at, right_velocity, force = simulate(by_tree, *start, steps)
    change = _mean_square([sqrt(sum(f * f for f in pull)) for pull in force]) * STEP * steps
    velocities = [d / change for d in _distances(end[1], right_velocity)]
    rounding = [steps * ROUNDED * sqrt(sum(p * p for p in place)) for place in right_at]
    places = [(0.0 if d <= allowed else d - allowed) / (change * STEP * steps)
              for d, allowed in zip(_distances(end[0], right_at), rounding)]
    found = _method_objection("velocities", velocities) or _method_objection("places", places)
    if found:
        return found
    off = _mean_square(_distances(end[1], simulate(by_pairs, *start, steps)[1])) / change
    return None if off <= METHOD else f"velocities differ from the sum over pairs by {off:.2g} of what forces changed"
