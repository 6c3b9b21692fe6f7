# SPDX-License-Identifier: MIT
"""Graphs for the breadth-first searches of Rodinia and Parboil, and the levels that a queue gives."""

import random
from collections import deque


def write(path, nodes, degree=6):
    """A random directed graph in the text that both programs read: each node's first edge and their number, the source,
    the edges' targets with their costs, which are 1."""
    chance = random.Random(nodes)
    edges = [[chance.randrange(nodes) for _ in range(chance.randint(1, degree))] for _ in range(nodes)]
    first, lines = 0, [str(nodes)]
    for targets in edges:
        lines.append(f"{first} {len(targets)}")
        first += len(targets)
    lines += ["", "0", "", str(first)]
    lines += [f"{target} 1" for targets in edges for target in targets]
    path.write_text("\n".join(lines) + "\n")


def levels(path, unreached):
    """Each node's distance from the source, by a queue."""
    numbers = iter(map(int, path.read_text().split()))
    spans = [(next(numbers), next(numbers)) for _ in range(next(numbers))]
    source = next(numbers)
    targets = [(next(numbers), next(numbers))[0] for _ in range(next(numbers))]
    level = [unreached] * len(spans)
    level[source] = 0
    queue = deque([source])
    while queue:
        node = queue.popleft()
        first, count = spans[node]
        for target in targets[first:first + count]:
            if level[target] == unreached:
                level[target] = level[node] + 1
                queue.append(target)
    return level


def objection(graph, unreached, got):
    expected = levels(graph, unreached)
    if list(got) == expected:
        return None
    wrong = [node for node, pair in enumerate(zip(got, expected)) if pair[0] != pair[1]]
    return f"{len(wrong)} of {len(expected)} levels are wrong, the first that of node {wrong[0]}" if wrong else \
        f"{len(got)} levels of {len(expected)} nodes"
