# SPDX-License-Identifier: MIT
"""Runs the kernels of kernels.py in a cubin and compares each result with rows.py."""
import random
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

from kernels import ROOM, WAYS, has_all, kernels
from rows import FIELDS

THREADS = 96
LAUNCHES = 6  # of a kernel whose inputs are parameters
RAW = {"f": "u32", "d": "u64", "I": "u32", "i": "s32", "q": "s64"}  # types of parameters: floats are bits
# Singles at the ends of the ranges of the formats, and between their numbers.
SINGLES = (0x00000000, 0x00000001, 0x007fffff, 0x00800000, 0x33000000, 0x33000001, 0x33800000, 0x387fc000, 0x387fe000,
           0x38800000, 0x3a800000, 0x3b000000, 0x3b800000, 0x3c800000, 0x3f800000, 0x3f801000, 0x3f802001, 0x3f808000,
           0x3f818000, 0x43df0000, 0x43e00000, 0x43e80000, 0x43e80001, 0x43f00000, 0x47600000, 0x47700000, 0x477fe000,
           0x477fefff, 0x477ff000, 0x477fffff, 0x47800000, 0x7f7f7fff, 0x7f7f8000, 0x7f7fffff, 0x7f800000, 0x7fc00000)
HALVES = (0x0000, 0x0001, 0x03ff, 0x0400, 0x3800, 0x3c00, 0x3c01, 0x3e00, 0x4100, 0x5bf8, 0x5c00, 0x5e80, 0x77ff,
          0x7800, 0x7bff, 0x7c00, 0x7fff)
BFLOATS = (0x0000, 0x0001, 0x007f, 0x0080, 0x3f00, 0x3f80, 0x3f81, 0x3fc0, 0x4020, 0x43df, 0x43e8, 0x4760, 0x4770,
           0x4f00, 0x5f00, 0x7f7f, 0x7f80, 0x7fff)
NUMBERS = (0, 1, -1, 255, 256, 257, 2049, 4097, 65504, 65519, 65520, 0x7fff, -0x8000, (1 << 24) + 1, 0x7fffffff,
           -(1 << 31), (1 << 25) + 3)


def threads():
    """The inputs of each thread: floats as bits."""
    chance = random.Random(36)

    def single():
        if chance.random() < 0.5:
            return chance.choice(SINGLES) | chance.getrandbits(1) << 31
        return chance.getrandbits(23) | chance.randrange(96, 146) << 23 | chance.getrandbits(1) << 31

    def pair(ends):
        def half():
            return chance.choice(ends) | chance.getrandbits(1) << 15 if chance.random() < 0.5 else chance.getrandbits(16)
        return half() | half() << 16

    def double():
        bits, = struct.unpack("<Q", struct.pack("<d", struct.unpack("<f", struct.pack("<I", single()))[0]))
        return bits ^ chance.choice((0, 0, 1, 1 << 20))

    def number(bits):
        wide = chance.choice(NUMBERS) if chance.random() < 0.5 else chance.getrandbits(bits) >> chance.randrange(bits)
        return wide if -(1 << (bits - 1)) <= wide < 1 << (bits - 1) else wide - (1 << bits)
    return [{"x": single(), "y": single(), "d": double(), "h": pair(HALVES), "b": pair(BFLOATS),
             "q": chance.getrandbits(32), "i": number(32), "l": number(64)} for _ in range(THREADS)]


def packed(inputs):
    code = "<" + "".join({"f": "I", "d": "Q"}.get(code, code) for _, code in FIELDS)
    return b"".join(struct.pack(code, *(t[name] for name, _ in FIELDS)) for t in inputs)


def is_nan(bits, result):
    top = (1 << (result.bits - 1)) - 1
    if not result.infinite:
        return bits & top == top
    return bits & top > top - (1 << result.fraction) + 1


def base_of(name):
    return name.removesuffix("_packed").removesuffix("_constant")


class Check:
    def __init__(self, halfwarp):
        self.halfwarp, self.inputs, self.expected = halfwarp, threads(), {}
        self.kernels = {name: (size, rows) for name, _, size, rows in kernels()}

    def wanted(self, name):
        if name not in self.expected:
            _, rows = self.kernels[name]
            self.expected[name] = [[value(t) for _, _, value in rows] for t in self.inputs]
        return self.expected[name]

    def launch(self, cubin, name, block, inputs):
        """What a launch writes, or what the command says."""
        size, _ = self.kernels[base_of(name)]
        with tempfile.TemporaryDirectory() as folder:
            source, out = Path(folder, "in"), Path(folder, "out")
            source.write_bytes(packed(self.inputs))
            arguments = inputs or ("--arg", f"buf:in={source.stat().st_size}:{source}")
            done = subprocess.run([self.halfwarp, "run", cubin, "-k", name, "--strict", "--block", str(block),
                                   *arguments, "--arg", f"buf:out={block * ROOM * size}", "--print", f"out={out}"],
                                  stdin=subprocess.DEVNULL, capture_output=True, text=True)
            return done.stderr if done.returncode else out.read_bytes()

    def wrong(self, cubin, name, without=frozenset()):
        """What is wrong with a kernel, as lines; `without` these functions, which its toolkit lacks."""
        if not name.endswith("_constant"):
            return self.compare(name, self.launch(cubin, name, THREADS, ()), self.inputs, without)
        lines = []
        for t in self.inputs[:LAUNCHES]:
            arguments = [f"--arg={RAW[code]}:{t[field]}" for field, code in FIELDS]
            lines += self.compare(name, self.launch(cubin, name, 1, arguments), [t], without)
        return lines

    def compare(self, name, made, inputs, without):
        if isinstance(made, str):
            return [f"{name}: {made.strip()}"]
        base = base_of(name)
        (size, rows), lines = self.kernels[base], []
        for thread, t in enumerate(inputs):
            row = self.wanted(base)[self.inputs.index(t)]
            for place, (bits, (expression, result, _)) in enumerate(zip(row, rows)):
                at = (thread * ROOM + place) * size
                came = int.from_bytes(made[at:at + size], "little")
                if has_all(expression, without) and came != bits and not (bits is None and is_nan(came, result)):
                    lines.append(f"{name}: {expression}: {came:#x}, expected {bits if bits is None else hex(bits)}, of "
                                 f"{ {k: hex(v) for k, v in t.items()} }")
        return lines

    def names(self):
        return [name + way for name in self.kernels for way in WAYS]


def main():
    if len(sys.argv) < 3:
        sys.exit("usage: check.py HALFWARP CUBIN...    (cubins with all kernels, as `build --target` makes them)")
    check, wrong = Check(sys.argv[1]), 0
    for cubin in sys.argv[2:]:
        lines = [line for name in check.names() for line in check.wrong(cubin, name)]
        print(f"{cubin}: {len(check.names())} kernels, {len(lines)} results are wrong", *lines[:20], sep="\n  ")
        wrong += len(lines)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
