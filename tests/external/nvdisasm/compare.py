#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compare halfwarp's reading of random words with that of NVIDIA's nvdisasm, run as a black box.

    compare.py --target sm_75 --count 100000 --words SHARED/corpus/words/sm_75.txt
    compare.py --target sm_100 --every --words SHARED/corpus/words/sm_100.txt

Of each word: do both take it for an instruction, and do both print the same text?  Differences are counted by kind (the
operation and what differs) with examples; those that settled.tsv explains are counted apart.  The exit status is 1 if
any other is left.  README.md says more.
"""
import argparse
import collections
import itertools
import os
import re
import shutil
import sys

import disassemblers
import words as random_words

BATCH = 6000
HERE = os.path.dirname(os.path.abspath(__file__))


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--nvdisasm", default=os.environ.get("NVDISASM") or shutil.which("nvdisasm"),
                        help="left out: $NVDISASM, or the one on PATH")
    parser.add_argument("--halfwarp", default=os.environ.get("HALFWARP", "build/halfwarp"))
    parser.add_argument("--target", default="sm_75")
    parser.add_argument("--count", type=int, default=20000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--words", help="known words, some of which are tried with bits flipped")
    parser.add_argument("--every", action="store_true",
                        help="compare all of the known words as they are, and no others; a note of ours is a difference, too")
    parser.add_argument("--examples", type=int, default=2)
    parser.add_argument("--only", help="a regular expression: show differences of these operations alone")
    options = parser.parse_args()
    if not options.nvdisasm:
        parser.error("there is no nvdisasm: --nvdisasm PATH, or a package such as nvidia-cuda-nvdisasm")
    if options.every and not options.words:
        parser.error("--every: of which words? --words FILE")
    return options


def plain(text):
    """Text as it is compared: without notes, one blank where there are several, none at the end."""
    return re.sub(r"\s+", " ", text.split(" # ")[0]).strip(" ;")


def variants(pattern, replacement, text):
    """Texts with any of the pattern's matches replaced."""
    found = [text]
    for match in reversed(list(pattern.finditer(text))):
        found += [one[:match.start()] + match.expand(replacement) + one[match.end():] for one in found]
    return found


class Settled:
    """The explained differences: rows of settled.tsv for a target.

    kind `text`: nvdisasm's text with matches of the pattern replaced is ours.  kind `ours` and `theirs`: who alone takes
    the word for an instruction, and a pattern of the text that is there.  kind `silent`: nvdisasm accepts the word, but
    prints nothing; the pattern is of our text."""

    def __init__(self, path, target):
        self.rules = collections.defaultdict(list)
        with open(path, encoding="utf-8") as file:
            for line in file:
                if line.strip() and line[0] != "#":
                    kind, targets, pattern, replacement, why = line.rstrip("\n").split("\t")
                    if targets == "all" or target in targets.split(","):
                        self.rules[kind].append((re.compile(pattern), replacement, why))
        self.count = collections.Counter()

    def text(self, ours, theirs):
        reached, before = {theirs: []}, 0
        while ours not in reached and len(reached) > before:     # a text may need rows in another order, or one row twice
            before = len(reached)
            for pattern, replacement, why in self.rules["text"]:
                for text, used in list(reached.items()):
                    for changed in variants(pattern, replacement, text):
                        reached.setdefault(changed, used + [why])
        self.count.update(reached.get(ours, []))
        return ours in reached

    def validity(self, kind, text):
        for pattern, _, why in self.rules[kind]:
            if pattern.search(text):
                self.count[why] += 1
                return True
        return False


def mnemonic(text):
    parts = [part for part in text.split() if not part.startswith("@")]
    return parts[0].split(".")[0] if parts else "?"


def difference(ours, theirs):
    """The first place where the texts differ, with numbers made alike."""
    pieces = [re.findall(r"[.\[(|-]?[^\s.,\[\](){}|+-]+|\S", re.sub(r"\b(0x[0-9a-f]+|[0-9]+)\b", "N", text))
              for text in (ours, theirs)]
    for a, b in itertools.zip_longest(*pieces, fillvalue=""):
        if a != b:
            return f"`{a}` for `{b}`"
    return "numbers" if ours != theirs else "nothing"


class Report:
    def __init__(self, options):
        self.examples, self.every = options.examples, options.every
        self.only = re.compile(options.only or "")
        self.settled = Settled(os.path.join(HERE, "settled.tsv"), options.target)
        self.count = collections.Counter()
        self.example = collections.defaultdict(list)
        self.words = self.valid = self.validity = self.both = self.text = 0

    def _add(self, kind, what):
        self.count[kind] += 1
        if len(self.example[kind]) < self.examples:
            self.example[kind].append(what)

    def see(self, digits, ours, theirs, complaint):
        """One word: our text, theirs (None: nothing is printed), or why theirs is no instruction."""
        known = not ours.startswith(".word")
        self.words += 1
        self.valid += complaint is None
        if known and complaint is None and theirs is not None:
            self.validity += 1
            self._see_texts(digits, ours, plain(theirs))
        elif known == (complaint is None and theirs is not None):
            self.validity += 1
        elif known and complaint:
            if not self.settled.validity("ours", ours):
                self._add(f"ours alone: {mnemonic(ours)}: {complaint}", f"{digits} {ours}")
        elif complaint is None and theirs is None:
            if not self.settled.validity("silent", ours):
                self._add(f"not printed: {mnemonic(ours)}", f"{digits} {ours}")
        elif not self.settled.validity("theirs", theirs):
            self._add(f"theirs alone: {mnemonic(theirs)}", f"{digits} {theirs}")

    def _see_texts(self, digits, ours, theirs):
        self.both += 1
        if self.every and " # " in ours:
            self._add(f"note: {mnemonic(theirs)}: {ours.split(' # ')[1].split(' 0x')[0]}", f"{digits} {ours}")
        ours = plain(ours)
        if ours == theirs:
            self.text += 1
        elif not self.settled.text(ours, theirs):
            self._add(f"text: {mnemonic(theirs)}: {difference(ours, theirs)}", f"{digits} {ours} | {theirs}")

    def show(self, target):
        for kind, count in self.count.most_common():
            if self.only.search(kind):
                print(f"{count:8} {kind}")
                for what in self.example[kind]:
                    print(f"             {what}")
        for why, count in self.settled.count.most_common():
            print(f"{count:8} explained: {why}")
        print(f"{target}: {self.words} words, {self.valid} valid to nvdisasm; validity equal for {self.validity}; "
              f"text equal for {self.text} of {self.both}; {sum(self.count.values())} differences not explained")


def main():
    options = arguments()
    halfwarp = disassemblers.Halfwarp(options.halfwarp, options.target)
    nvdisasm = disassemblers.Nvdisasm(options.nvdisasm, options.target)
    known = random_words.read(options.words) if options.words else []
    source = iter(known if options.every else random_words.Words(halfwarp, known, options.seed))
    count = len(known) if options.every else options.count
    report = Report(options)
    digits = halfwarp.layout.bits // 4
    while report.words < count:
        words = list(itertools.islice(source, min(BATCH, count - report.words)))
        ours = halfwarp.texts(words)
        texts, complaints = nvdisasm.texts(words)
        for i, word in enumerate(words):
            report.see(f"{word:0{digits}x}", ours[i], texts.get(i), complaints.get(i))
    report.show(options.target)
    return 1 if report.count else 0


if __name__ == "__main__":
    sys.exit(main())
