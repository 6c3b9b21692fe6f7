"""Build the decision tree that finds a form from a word.

A node looks at up to six adjacent bits and chooses a child by their value; a leaf lists the few forms
that are left, which the decoder tests one by one.  A form that does not fix a node's bits stands under
every child that it may belong to.
"""

LEAF_SIZE = 3
MAX_BITS = 6


class Tree:
    def __init__(self):
        self.nodes = []      # (shift, bits, first child) or (0, 0, index into leaves)
        self.leaves = []     # form numbers, each list closed by -1


def split(forms, shift, bits):
    children = [[] for _ in range(1 << bits)]
    field = ((1 << bits) - 1) << shift
    for number, form in forms:
        free = ~form.mask & field
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
        mask |= form.mask
    mask &= ~used
    return [b for b in range(128) if mask >> b & 1]


def best_split(forms, used):
    best = None
    bits = candidates(forms, used)
    for start in bits:
        for width in range(1, MAX_BITS + 1):
            if any(start + i not in bits for i in range(width)):
                break
            field = ((1 << width) - 1) << start
            spread = sum(1 << bin(~f.mask & field).count("1") for _, f in forms)
            if spread > 4 * len(forms):
                break
            children = split(forms, start, width)
            cost = sum(len(c) ** 2 for c in children) / len(forms) + 0.02 * (1 << width)
            if best is None or cost < best[0]:
                best = (cost, start, width, children)
    return best


def build(forms):
    """forms: [(number, form)] -> Tree; node 0 is the root."""
    tree = Tree()
    tree.nodes.append(None)
    grow(tree, 0, forms, 0)
    return tree


def grow(tree, index, forms, used):
    chosen = best_split(forms, used) if len(forms) > LEAF_SIZE else None
    if chosen is None or max(len(c) for c in chosen[3]) == len(forms):
        tree.nodes[index] = (0, 0, len(tree.leaves))
        tree.leaves += [number for number, _ in forms] + [-1]
        return
    _, shift, width, children = chosen
    first = len(tree.nodes)
    tree.nodes[index] = (shift, width, first)
    tree.nodes += [None] * len(children)
    field = ((1 << width) - 1) << shift
    for i, child in enumerate(children):
        grow(tree, first + i, child, used | field)
