# SPDX-License-Identifier: MIT
"""nvdisasm and halfwarp as functions from words to texts.

A list of words is written as code: of 16 bytes each from sm_70 on, and before that of 8 bytes with a control word in
front of every three.  Words keep their places, since the text of a jump depends on the address.
"""
import json
import re
import struct
import subprocess
import tempfile

CONTROL = 0x001F8000FC0007E0    # of Maxwell, three times: no stall, no barrier, nothing waited for
COMPLAINT = re.compile(r"nvdisasm error\s*: (.*) at address 0x([0-9a-f]+)")
DUAL = re.compile(r"^\{\s*")         # in front of the first of two that are issued together
LINE = re.compile(r"\s*/\*([0-9a-f]{4,})\*/\s+(.*?);")


class Short:
    """Words of 64 bits (sm_50 to sm_62)."""
    bits = 64
    nop = 0x50B0000000070F00

    @staticmethod
    def stops(_):
        return False

    @staticmethod
    def address(index):
        return index // 3 * 32 + 8 + index % 3 * 8

    def code(self, words):
        filled = words + [self.nop] * (-len(words) % 3)
        return b"".join(struct.pack("<4Q", CONTROL, *filled[i:i + 3]) for i in range(0, len(filled), 3))


class Long:
    """Words of 128 bits (from sm_70 on)."""
    bits = 128
    nop = 0x000FC000000000000000000000007918

    @staticmethod
    def stops(word):
        """Whether nvdisasm gives up at the word: ALD and AST of a register that are physical and of a patch at once."""
        return word & 0xFFF in (0x321, 0x322) and word >> 91 & 1 == 0 and word >> 76 & 3 == 3 and word >> 74 & 3 == 0 \
            and word >> 24 & 0xFF != 0xFF

    @staticmethod
    def address(index):
        return index * 16

    @staticmethod
    def code(words):
        return b"".join(word.to_bytes(16, "little") for word in words)


def layout_of(target):
    return Long() if int(target.removeprefix("sm_")) >= 70 else Short()


class Nvdisasm:
    def __init__(self, path, target):
        self.path = path
        self.name = target.replace("_", "").upper()
        self.layout = layout_of(target)

    def _run(self, words):
        """What one run prints: lines by index, complaints by index, and whether it went through."""
        with tempfile.NamedTemporaryFile(suffix=".bin") as file:
            file.write(self.layout.code(words))
            file.flush()
            done = subprocess.run([self.path, "-b", self.name, file.name], capture_output=True, text=True,
                                  errors="replace", check=False)
        index = {self.layout.address(i): i for i in range(len(words))}
        complaints = {index[int(address, 16)]: what for what, address in COMPLAINT.findall(done.stderr + done.stdout)
                      if int(address, 16) in index}
        texts = {}
        for line in done.stdout.splitlines():
            match = LINE.match(line)
            if match and int(match[1], 16) in index:
                texts[index[int(match[1], 16)]] = DUAL.sub("", match[2])
        return texts, complaints, done.returncode == 0

    def texts(self, words):
        """Texts and complaints by index; an accepted word for which nothing is printed is in neither.

        nvdisasm lists a number of complaints a run and prints nothing then: what it complains about is replaced by
        NOP until nothing is left.  Where it stops without naming the place, halves are tried."""
        complaints = {i: "stops" for i, word in enumerate(words) if self.layout.stops(word)}
        tried = [self.layout.nop if i in complaints else word for i, word in enumerate(words)]
        while True:
            texts, found, complete = self._run(tried)
            found = {i: what for i, what in found.items() if i not in complaints}
            if not found and complete:
                return {i: text for i, text in texts.items() if i not in complaints}, complaints
            if not found:
                return self._halves(tried, complaints)
            for i, what in found.items():
                complaints[i] = what
                tried[i] = self.layout.nop

    def _halves(self, words, complaints):
        here = [i for i in range(len(words)) if words[i] != self.layout.nop]
        if len(here) <= 1:
            return {}, complaints | {i: "stops" for i in here}
        texts = {}
        for half in (set(here[:len(here) // 2]), set(here[len(here) // 2:])):
            some, found = self.texts([word if i in half else self.layout.nop for i, word in enumerate(words)])
            texts |= {i: text for i, text in some.items() if i in half}
            complaints = complaints | found
        return texts, complaints


class Halfwarp:
    def __init__(self, path, target):
        self.path = path
        self.target = target
        self.layout = layout_of(target)

    def texts(self, words):
        digits = self.layout.bits // 4
        lines = "".join(f"{word:0{digits}x} {self.layout.address(i):x}\n" for i, word in enumerate(words))
        done = subprocess.run([self.path, "dis", "--isa", self.target, "--words", "-"], input=lines,
                              capture_output=True, text=True, check=True)
        return done.stdout.splitlines()

    def pictures(self):
        """Of each mnemonic, the pictures of its forms, high bit first."""
        done = subprocess.run([self.path, "isa", "--isa", self.target, "--json"], capture_output=True, text=True,
                              check=True)
        of = {}
        for form in json.loads(done.stdout):
            if len(form["picture"]) == self.layout.bits:
                of.setdefault(form["mnemonic"], []).append(form["picture"])
        return of
