# SPDX-License-Identifier: MIT
"""The code of a section as a disassembler shows it: instructions, names, control flow, live registers."""
import bisect
import collections
import functools
import operator
import re

CALL = re.compile(r"^(?:@!?U?P\w+ )?(?:CALL|CAL|JCAL)\b")

GUARD = re.compile(r"^@!?(U?)P")


def union(masks):
    return functools.reduce(operator.or_, masks, 0)


def is_call(text):
    return bool(CALL.match(text))


def mask_of(marks, wanted):
    """The registers that have one of some marks, as bits."""
    return int("".join("1" if mark in wanted else "0" for mark in reversed(marks)) or "0", 2)


class Live:
    """Of one kind of registers at an instruction: what is read, written, and alive."""

    def __init__(self, marks):
        self.reads, self.writes, self.alive = (mask_of(marks, wanted) for wanted in ("vx", "^x", "v^x:"))


NOTHING = Live("")


class FunctionCode:
    def __init__(self, name, is_function):
        self.name = name
        self.is_function = is_function      # and no kernel; halfwarp says so
        self.text = {}          # by address
        self.names = set()      # (address, name of a function)
        self.live = {}          # by address: a Live of each kind of register
        self.blocks = {}        # by the first address of a block: the last
        self.successors = {}    # by the first address of a block: first addresses
        self._addresses = []

    def has_calls(self):
        return any(is_call(text) for text in self.text.values())

    def entries(self):
        return {0} | {address for address, _ in self.names}

    def _graph(self):
        """Successors of the blocks that are reached, without edges of calls: code goes on behind them."""
        following = dict(zip(sorted(self.text), sorted(self.text)[1:]))
        graph, queue = {}, [entry for entry in self.entries() if entry in self.blocks]
        while queue:
            first = queue.pop()
            if first in graph:
                continue
            last = self.blocks[first]
            graph[first] = {to for to in self.successors.get(first, ())
                            if not is_call(self.text.get(last, "")) or to == following.get(last)}
            queue += [to for to in graph[first] if to in self.blocks]
        return graph, following

    def flow(self):
        """Blocks as (first, last) and edges as (last, first).  Of two, of which one only follows the other, one is made:
        nvdisasm begins blocks at labels that nothing jumps to."""
        graph, _ = self._graph()
        into = collections.Counter(to for successors in graph.values() for to in successors)
        blocks = {first: (self.blocks[first], graph[first]) for first in graph}
        for first in sorted(graph):
            while first in blocks:
                to = next(iter(blocks[first][1]), None)
                if len(blocks[first][1]) != 1 or to not in blocks or into[to] != 1 or to == first or to in self.entries():
                    break
                blocks[first] = blocks.pop(to)
        return ({(first, last) for first, (last, _) in blocks.items()},
                {(last, to) for last, successors in blocks.values() for to in successors})

    def reached(self):
        """Addresses of the blocks that are reached."""
        graph, _ = self._graph()
        firsts = sorted(graph)
        return {address for address in self.text
                if (number := bisect.bisect(firsts, address)) and address <= self.blocks[firsts[number - 1]]}

    def live_at(self, address, kind):
        return (self.live[address] or {}).get(kind, NOTHING)

    def alive_by_marks(self, kind, blocks_end):
        """What is alive at each instruction (in front of it or behind it), from what the instructions read and write.  A
        write under a guard keeps what was alive before.  With `blocks_end` as nvdisasm takes it (measured): a uniform
        guard does not keep it, and no write does from the beginning of its block on, if no read is in the block."""
        graph, _ = self._graph()
        before, alive_at, changed = {}, {}, True
        while changed:
            changed = False
            for first in sorted(graph, reverse=True):
                alive = behind = union(before.get(successor, 0) for successor in graph[first])
                inside = written = 0
                for address in self._backward(first):
                    live = self.live_at(address, kind)
                    guard = GUARD.match(self.text[address])
                    ends = 0 if guard and not (blocks_end and guard[1]) else live.writes
                    alive_at[address] = alive | live.reads | live.writes
                    alive, inside = alive & ~ends | live.reads, inside & ~ends | live.reads
                    written |= live.writes
                alive = inside | behind & ~written if blocks_end else alive
                changed |= before.get(first) != alive
                before[first] = alive
        return alive_at

    def _backward(self, first):
        addresses = self._sorted()
        begin = bisect.bisect_left(addresses, first)
        return reversed(addresses[begin:bisect.bisect_right(addresses, self.blocks[first])])

    def _sorted(self):
        if len(self._addresses) != len(self.text):
            self._addresses = sorted(self.text)
        return self._addresses
