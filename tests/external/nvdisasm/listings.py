#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compare halfwarp's listings of cubins with those of NVIDIA's nvdisasm, run as a black box.

    listings.py --count 100 kernel.cubin folder libtorch_cuda.so

Compared are the functions and their order, names within code, each instruction's text with its labels and symbols, the
control-flow graph, and in functions without calls the live registers.  Differences are counted by kind with examples.
The exit status is 1 if any is left that settled.tsv does not explain.  README.md says more.
"""
import argparse
import collections
import concurrent.futures
import os
import re
import shutil
import sys
import tempfile
from pathlib import Path

import compare
from disassembled_files import Halfwarp, Nvdisasm
from function_code import is_call

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from cubins import HOPPER_TO_BLACKWELL, Cubins, call  # noqa: E402

COUNTED = ("files", "functions", "instructions", "texts", "graphs", "edges", "read and written", "live functions",
           "live sets")

SHOWN_UNIFORM = 63                      # nvdisasm's columns end with UR62
STACK = 1 << 1
ARGUMENTS = 0xFFF0                      # R4 to R15: of a function's results and arguments nvdisasm assumes nothing


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("sources", nargs="+", type=Path, help="cubins, folders of them, programs and libraries")
    parser.add_argument("--nvdisasm", default=os.environ.get("NVDISASM") or shutil.which("nvdisasm"),
                        help="left out: $NVDISASM, or the one on PATH")
    parser.add_argument("--halfwarp", default=os.environ.get("HALFWARP", "build/halfwarp"))
    parser.add_argument("--targets", default=HOPPER_TO_BLACKWELL, help="of programs and libraries")
    parser.add_argument("--count", type=int, default=100, help="cubins of each source at most")
    parser.add_argument("--largest", type=int, default=1 << 40, help="bytes of a cubin, once unpacked")
    parser.add_argument("--seed", default="55")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--examples", type=int, default=2)
    parser.add_argument("--only", default="", help="a regular expression: show differences of these kinds alone")
    options = parser.parse_args()
    if not options.nvdisasm:
        parser.error("there is no nvdisasm: --nvdisasm PATH, or a package such as nvidia-cuda-nvdisasm")
    return options


class Comparison:
    """The differences between both views of one cubin."""

    def __init__(self, name, target):
        self.name, self.target = name, target
        self.settled = compare.Settled(compare.SETTLED, target)
        self.count = collections.Counter()
        self.differences = []               # (kind, what)

    def add(self, kind, what):
        self.differences.append((kind, f"{self.name}: {what}"))

    def see(self, ours, theirs):
        self.count["files"] += 1
        if [code.name for code in ours] != [code.name for code in theirs]:
            self.add("functions", f"{[code.name for code in ours]} for {[code.name for code in theirs]}")
        named = {code.name: code for code in ours}
        for code in theirs:
            if code.name in named:
                self.count["functions"] += 1
                self._see_texts(named[code.name], code)
                self._see_graph(named[code.name], code)
                self._see_live(named[code.name], code)

    def _see_texts(self, ours, theirs):
        if ours.names != theirs.names:
            self.add("names", f"{ours.name}: {sorted(ours.names ^ theirs.names)}")
        # nvdisasm leaves out padding, and some of the code that is never reached.
        for address in sorted(ours.reached() - theirs.text.keys()):
            if ours.text[address] != "NOP":
                self.add(f"nvdisasm leaves out: {compare.mnemonic(ours.text[address])}", where(ours, address))
        for address, text in sorted(theirs.text.items()):
            self.count["instructions"] += 1
            self._see_text(where(ours, address), compare.plain(ours.text.get(address, "")), compare.plain(text))

    def _see_text(self, where, ours, theirs):
        if ours == theirs:
            self.count["texts"] += 1
        elif not self.settled.text(ours, theirs):
            self.add(f"text: {compare.mnemonic(theirs)}: {compare.difference(ours, theirs)}", f"{where}: {ours} | {theirs}")

    def _see_graph(self, ours, theirs):
        our_blocks, our_edges = ours.flow()
        their_blocks, their_edges = theirs.flow()
        self.count["edges"] += len(their_edges)
        self.count["graphs"] += our_edges == their_edges and our_blocks == their_blocks
        for whose, edges in (("ours", our_edges - their_edges), ("theirs", their_edges - our_edges)):
            for last, to in sorted(edges):
                self.add(f"edge of {whose} alone: {compare.mnemonic(theirs.text.get(last, '?'))}",
                         f"{ours.name}: {last:#x} to {to:#x}")
        if our_edges == their_edges:
            for first, last in sorted(our_blocks ^ their_blocks):
                self.add("block", f"{ours.name}: {first:#x} to {last:#x}")

    def _see_live(self, ours, theirs):
        """Marks of the instructions that are reached.  What code with calls keeps alive is not compared: of calls
        nvdisasm assumes other things."""
        has_calls = theirs.has_calls()
        addresses = [address for address in sorted(ours.reached() & theirs.reached())
                     if not (has_calls and is_call(theirs.text[address]))]
        self.count["live functions"] += not has_calls
        for kind in ("GPR", "PRED", "UGPR", "UPRED"):
            shown = (1 << SHOWN_UNIFORM) - 1 if kind == "UGPR" else -1
            explained = self._see_marks(ours, theirs, kind, addresses, shown)
            if not has_calls:
                self._see_alive(ours, theirs, kind, addresses, shown & ~explained)

    def _see_marks(self, ours, theirs, kind, addresses, shown):
        """What is read and written.  Returns the registers of which that differs somewhere."""
        different = 0
        for address in addresses:
            mine, other = ours.live_at(address, kind), theirs.live_at(address, kind)
            wrong = ((mine.reads ^ other.reads) | (mine.writes ^ other.writes)) & shown
            self.count["read and written"] += 1
            different |= wrong
            if wrong and not self.settled.validity("marks", f"{kind}: {theirs.text[address]}"):
                self.add(f"read and written: {kind}: {compare.mnemonic(theirs.text[address])}",
                         f"{where(ours, address)}: {theirs.text[address]}: {numbers(wrong)}")
        return different

    def _see_alive(self, ours, theirs, kind, addresses, shown):
        """What is alive, of the registers of which all agree when they are read and written."""
        exact = None
        for address in addresses:
            mine, other = ours.live_at(address, kind).alive & shown, theirs.live_at(address, kind).alive & shown
            self.count["live sets"] += 1
            if mine == other:
                continue
            if exact is None:
                exact, by_blocks = (theirs.alive_by_marks(kind, blocks_end) for blocks_end in (False, True))
            guarded = mine & ~other & exact[address] & ~by_blocks[address]
            self.settled.count["what is alive before a write under a guard, which ends it for nvdisasm"] += bool(guarded)
            if ours.is_function:
                mine, other = mine & ~ARGUMENTS, other & ~ARGUMENTS
            if kind == "GPR" and other & ~mine & STACK:
                self.settled.count["the stack's pointer, which nvdisasm keeps alive to the end of all code"] += 1
                other &= ~STACK
            if wrong := (mine ^ other) & ~guarded:
                self.add(f"alive: {kind}: {compare.mnemonic(theirs.text[address])}",
                         f"{where(ours, address)}: {theirs.text[address]}: {numbers(wrong)}")


def where(code, address):
    return f"{code.name[-40:]}+{address:#x}"


def numbers(mask):
    return " ".join(str(number) for number in range(mask.bit_length()) if mask >> number & 1)


def compare_file(options, name, data):
    with tempfile.NamedTemporaryFile(suffix=".cubin") as file:
        file.write(data)
        file.flush()
        listed = call(options.halfwarp, "dis", file.name).split("\n", 1)[0]
        target = re.match(r"sm_\d+", listed.removeprefix(".target "))[0]
        comparison = Comparison(name, target)
        try:
            comparison.see(Halfwarp(options.halfwarp, file.name).functions, Nvdisasm(options.nvdisasm, file.name).functions)
        except ValueError as error:
            comparison.add("a tool stops", str(error))
    return comparison


def chosen(options):
    for source in options.sources:
        cubins = Cubins(options.halfwarp, source, options.targets.split(","))
        for choice in cubins.sample(options.seed, options.count, options.largest):
            yield f"{choice[0].name}" + ("" if choice[1] is None else f" entry {choice[1]}"), cubins.bytes(choice)


def main():
    options = arguments()
    count, kinds, examples = collections.defaultdict(collections.Counter), collections.Counter(), {}
    explained = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for comparison in pool.map(lambda choice: compare_file(options, *choice), chosen(options)):
            count[comparison.target] += comparison.count
            explained += comparison.settled.count
            for kind, what in comparison.differences:
                kinds[kind] += 1
                examples.setdefault(kind, []).append(what)
    for kind, number in kinds.most_common():
        if re.search(options.only, kind):
            print(f"{number:8} {kind}")
            for what in examples[kind][:options.examples]:
                print("             " + what.replace("\n", "\n                 "))
    for why, number in explained.most_common():
        print(f"{number:8} explained: {why}")
    print("target", *COUNTED, sep="\t")
    for target in sorted(count):
        print(target, *(count[target][column] for column in COUNTED), sep="\t")
    return 1 if kinds else 0


if __name__ == "__main__":
    sys.exit(main())
