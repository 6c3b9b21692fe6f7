# SPDX-License-Identifier: MIT
"""Build the decision tree that finds a form from a word.

A node looks at up to six adjacent bits and chooses a child by their value; a leaf lists the few forms
that are left, which the decoder tests one by one.  A form that does not fix a node's bits stands under
every child that it may belong to.
"""
from collections import Counter

LEAF_SIZE = 3
MAX_BITS = 6


def looked_at(form):
    """The bits that a node may look at: not those that some chips ignore, which are compared at the leaf."""
    return form.mask & ~form.dont_care_mask


class Tree:
    def __init__(self):
        self.nodes = []      # (shift, bits, first child) or (0, 0, index into leaves)
        self.leaves = []     # form numbers, each list closed by -1


def split(forms, shift, bits):
    children = [[] for _ in range(1 << bits)]
    field = ((1 << bits) - 1) << shift
    for number, form in forms:
        free = ~looked_at(form) & field
        base = form.value & field
        sub = free
        while True:                        # every value of the bits that the form leaves open
            children[(base | sub) >> shift].append((number, form))
            if sub == 0:
                break
            sub = (sub - 1) & free
    return children


def candidates(forms, used):
    """Bit positions that at least one form fixes and no ancestor has looked at."""
    mask = 0
    for _, form in forms:
        mask |= looked_at(form)
    mask &= ~used
    return [b for b in range(128) if mask >> b & 1]


def child_sizes(groups, bits):
    """How many forms `split` would put into each child.  groups: (mask, value) of the bits -> number of forms."""
    sizes = [0] * (1 << bits)
    for (mask, value), count in groups.items():
        free = ~mask & ((1 << bits) - 1)
        sub = free
        while True:
            sizes[value | sub] += count
            if sub == 0:
                break
            sub = (sub - 1) & free
    return sizes


def best_split(forms, used):
    best = None
    bits = candidates(forms, used)
    for start in bits:
        # Many forms are alike in six bits: they are looked at once for a start, not for each width.
        most = (1 << MAX_BITS) - 1
        alike = Counter((looked_at(f) >> start & most, f.value >> start & most) for _, f in forms)
        for width in range(1, MAX_BITS + 1):
            if any(start + i not in bits for i in range(width)):
                break
            groups = Counter()
            for (mask, value), count in alike.items():
                groups[mask & (1 << width) - 1, value & (1 << width) - 1] += count
            sizes = child_sizes(groups, width)
            if sum(sizes) > 4 * len(forms):
                break
            cost = sum(size ** 2 for size in sizes) / len(forms) + 0.02 * (1 << width)
            if best is None or cost < best[0]:
                best = (cost, start, width)
    return best


def build(forms):
    """forms: [(number, form)] -> Tree; node 0 is the root."""
    tree = Tree()
    tree.nodes.append(None)
    grow(tree, 0, forms, 0)
    return tree


def grow(tree, index, forms, used):
    chosen = best_split(forms, used) if len(forms) > LEAF_SIZE else None
    children = split(forms, *chosen[1:]) if chosen else []
    if chosen is None or max(len(c) for c in children) == len(forms):
        tree.nodes[index] = (0, 0, len(tree.leaves))
        tree.leaves += [number for number, _ in forms] + [-1]
        return
    _, shift, width = chosen
    first = len(tree.nodes)
    tree.nodes[index] = (shift, width, first)
    tree.nodes += [None] * len(children)
    field = ((1 << width) - 1) << shift
    for i, child in enumerate(children):
        grow(tree, first + i, child, used | field)
