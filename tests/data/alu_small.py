#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compute tests/data/alu_small.tsv: a few hundred arithmetic instructions with their results.

This is a second implementation of the Tesla generation's arithmetic, written with exact rational
numbers where src/ops works on bit patterns, so that a mistake would have to be made twice.
Run it without arguments to rewrite the table; with --check it only compares.
"""
import math
import pathlib
import re
import sys
from fractions import Fraction

HERE = pathlib.Path(__file__).resolve().parent
NAN, INF, SIGN = 0x7FFFFFFF, 0x7F800000, 0x80000000
M32 = 0xFFFFFFFF
RN, RM, RP, RZ = range(4)
rows = []


def emit(unit, name, chip, word0, word1, text, sources, cond_in, result, cond_out):
    sources = (list(sources) + [0, 0])[:3]
    columns = [unit, name, chip, f"{word0:08x}", "" if word1 is None else f"{word1:08x}", text]
    columns += [f"{s:x}" for s in sources] + [f"{cond_in:x}", result, cond_out]
    rows.append("\t".join(columns))


# Rounding: a rational number to an integer multiple of a unit.

def round_to(x, unit, mode):
    q = x / unit
    low = math.floor(q)
    rest = q - low
    if mode == RN:
        up = rest > Fraction(1, 2) or (rest == Fraction(1, 2) and low % 2)
    elif mode == RM:
        up = False
    elif mode == RP:
        up = rest > 0
    else:
        up = rest > 0 and x < 0
    return (low + up) * unit


def exponent(x):
    e = math.frexp(float(x))[1] - 1 if 1e-300 < abs(x) < 1e300 else 0
    while abs(x) >= Fraction(2) ** (e + 1):
        e += 1
    while abs(x) < Fraction(2) ** e:
        e -= 1
    return e


# Single precision.

def flush(bits):
    return bits if bits & INF else bits & SIGN


def is_nan(bits):
    return bits & 0x7FFFFFFF > INF


def number(bits):
    """Value of a finite single, denormals counting as zero."""
    bits = flush(bits)
    e = bits >> 23 & 255
    m = 0 if e == 0 else bits & 0x7FFFFF | 0x800000
    return (-1) ** (bits >> 31) * Fraction(m) * Fraction(2) ** (e - 150)


def special(bits):
    return bits & INF == INF


def encode(x, zero_sign, mode=RN):
    """Round to 24 bits with any exponent, then flush or overflow."""
    if x == 0:
        return zero_sign
    sign = SIGN if x < 0 else 0
    x = round_to(x, Fraction(2) ** (exponent(x) - 23), mode)
    e = exponent(x)
    if e < -126:
        return sign
    if e > 127:
        return sign | (INF if mode == RN else INF - 1)
    return sign | (e + 127) << 23 | int(abs(x) / Fraction(2) ** (e - 23)) & 0x7FFFFF


def fadd(a, b, mode=RN):
    a, b = flush(a), flush(b)
    if is_nan(a) or is_nan(b) or (special(a) and special(b) and a != b):
        return NAN
    if special(a) or special(b):
        return a if special(a) else b
    zero = a & b & SIGN if number(a) == 0 and number(b) == 0 else 0
    return encode(number(a) + number(b), zero, mode)


def fmul(a, b, mode=RN):
    a, b = flush(a), flush(b)
    sign = (a ^ b) & SIGN
    if is_nan(a) or is_nan(b):
        return NAN
    if special(a) or special(b):
        return NAN if number(a) == 0 and not special(a) or number(b) == 0 and not special(b) else sign | INF
    return encode(number(a) * number(b), sign, mode)


def fmad(a, b, c):
    a, b, c = flush(a), flush(b), flush(c)
    if any(special(x) or x & 0x7FFFFFFF == 0 for x in (a, b, c)):
        return fadd(fmul(a, b), c)
    p = number(a) * number(b)
    p = round_to(p, Fraction(2) ** (exponent(p) - 23), RZ)
    s = p + number(c)
    if s == 0:
        return 0
    e, sign = exponent(s), SIGN if s < 0 else 0
    unit = Fraction(2) ** (e - 27)
    kept = math.floor(abs(s) / unit)
    if abs(s) != kept * unit:
        kept |= 1                                   # sticky
    if e < -126:
        kept >>= -126 - e
        e = -126
    kept = round_to(Fraction(kept), Fraction(16), RN)
    value = kept * Fraction(2) ** (e - 27)
    return encode((-1 if sign else 1) * value, sign) if value >= Fraction(2) ** -126 else sign


def saturate(x):
    if is_nan(x):
        return x
    return 0 if x & SIGN else min(x, 0x3F800000)


def float_flags(x):
    if is_nan(x):
        return 3
    return 1 if x & 0x7FFFFFFF == 0 else 2 if x & SIGN else 0


def relation(a, b):
    a, b = flush(a), flush(b)
    if is_nan(a) or is_nan(b):
        return 8
    x, y = (math.copysign(math.inf, 1 - 2 * (v >> 31)) if special(v) else number(v) for v in (a, b))
    return 1 if x < y else 2 if x == y else 4


EDGES = [0, SIGN, 1, 0x807FFFFF, 0x00800000, 0x80800000, 0x00800001, 0x00FFFFFF, 0x3F7FFFFF, 0x3F800000, 0xBF800000,
         0x3F800001, 0x4B800001, 0x7F7FFFFF, 0xFF7FFFFF, INF, INF | SIGN, 0x7F800001, 0xFFFFFFFF]


def pairs(step):
    everything = [(a, b) for a in EDGES for b in EDGES]
    return everything[::step]


def floats():
    for a, b in pairs(9):
        for mode, w0 in ((RN, 0xB000081D), (RZ, 0xB003081D)):
            r = fadd(a, b, mode)
            emit("fp", "fadd", "g80", w0, 0x000187C0, "fadd r7, r4, r6", (a, 0, b), 0, f"{r:08x}", f"{float_flags(r):x}")
    for a, b in pairs(11):
        r = fmul(a, b)
        emit("fp", "fmul", "g80", 0xC005081D, 0x001007C0, "fmul.sat before the GT200", (a, b), 0, f"{r:08x}", f"{float_flags(r):x}")
        r = saturate(r)
        emit("fp", "fmul", "g200", 0xC005081D, 0x001007C0, "fmul.sat", (a, b), 0, f"{r:08x}", f"{float_flags(r):x}")
    near = [(0x3F800001, 0x3F800001, 0xBF800002), (0x3F800001, 0x3F800001, 0), (0x3FFFFFFF, 0x3FFFFFFF, 0x33800000),
            (0x1F800000, 0x1F800000, 0x00800000), (0x1F800000, 0x20000000, 0x80800001), (0x20000000, 0x1FFFFFFF, 0x80800000),
            (0x7F000000, 0x40000000, 0xFF7FFFFF), (0x7F000000, 0x40800000, 0xFF000000), (0x00800001, 0xB43386EE, SIGN),
            (0x3F800003, 0x3F800005, 0x4B800000), (0x01000001, 0x3EFFFFFF, 0x80800000), (0x00800000, 0x3F800000, 0x80FFFFFF)]
    for a, b, c in near + [(a, b, EDGES[(i * 7) % len(EDGES)]) for i, (a, b) in enumerate(pairs(8))]:
        r = fmad(a, b, c)
        emit("fp", "fmad", "g80", 0xE005081D, 0x000187C0, "fmad r7, r4, r5, r6", (a, b, c), 0, f"{r:08x}", f"{float_flags(r):x}")
    for i, (a, b) in enumerate(pairs(10)):
        holds = relation(a, b) & (i % 16)
        emit("fp", "fset", "g80", 0xB005081D, 0x600007C0 | (i % 16) << 14, f"fset, mask {i % 16}", (a, b), 0,
             f"{M32 if holds else 0:08x}", "2" if holds else "1")


# Integers.

def add_flags(x, y, carry, bits, sat):
    mask, top = (1 << bits) - 1, 1 << (bits - 1)
    signed = lambda v: v - (1 << bits) if v & top else v
    total, s = x + y + carry, signed(x) + signed(y) + carry
    overflow = not -top <= s < top
    r = total & mask
    if sat and overflow:
        r = top if s < 0 else top - 1
    return r, (r == 0) | (r & top != 0) << 1 | (total > mask) << 2 | overflow << 3


def integers():
    values = [0, 1, 2, 0x7FFF, 0x8000, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFE, M32]
    for i, (a, b) in enumerate([(a, b) for a in values for b in values][::3]):
        k, sat, c = i % 4, i >> 2 & 1, i % 3 << 1
        for bits, w0, w1 in ((32, 0x2040081D, 0x040187C0), (16, 0x20401039, 0x000307C0)):
            mask = (1 << bits) - 1
            w0 = w0 & ~0x10400000 | (k >> 1) << 28 | (k & 1) << 22
            x, y = a & mask, b & mask
            r, flags = add_flags(x ^ mask * (k == 2), y ^ mask * (k == 1), c >> 2 & 1 if k == 3 else k in (1, 2), bits, sat)
            emit("int", "iadd", "g80", w0, w1 | sat << 27, f"iadd.{bits} combination {k} sat {sat}", (a, 0, b), c,
                 f"{r:08x}", f"{flags:x}")
    for a, b in [(0x80000001, n) for n in (0, 1, 2, 31, 32, 33, 127, M32)] + [(0x40000000, 1), (0xC0000000, 1)]:
        r = a << b & M32 if b < 32 else 0
        flags = (r == 0) | r >> 31 << 1 | (0 < b < 32 and a >> (32 - b) & 1) << 2 | (b == 1 and (r ^ a) >> 31) << 3
        emit("int", "shift", "g80", 0x3005081D, 0xC40007C0, "shl", (a, b), 0, f"{r:08x}", f"{flags:x}")
        s = a - (1 << 32) if a >> 31 else a
        r = s >> min(b, 40) & M32
        flags = (r == 0) | r >> 31 << 1 | (0 < b < 32 and a >> (b - 1) & 1) << 2 | (b == 1 and (r ^ a) >> 31) << 3
        emit("int", "shift", "g80", 0x3005081D, 0xEC0007C0, "shr.s32", (a, b), 0, f"{r:08x}", f"{flags:x}")
    for a, b in [(x, y) for x in (0, 1, 0x7FFFFF, 0x800000, 0xFFFFFF, 0x81234567) for y in (1, 0x800000, 0xABFFFFFF)]:
        for s, high in ((0, 0), (0, 1), (1, 0), (1, 1)):
            x, y = (v & 0xFFFFFF for v in (a, b))
            if s:
                x, y = (v - (1 << 24) if v >> 23 else v for v in (x, y))
            r = x * y >> (16 if high else 0) & M32
            emit("int", "imul", "g80", 0x4005081D, 0x000107C0 | s << 15 | high << 14, f"imul 24 bits, signed {s} high {high}",
                 (a, b), 0, f"{r:08x}", f"{(r == 0) | r >> 31 << 1:x}")
    for a, b, c in [(a, b, 5) for a in values for b in (0, 1, M32)][::2]:
        r, flags = add_flags(abs(a - b) & M32, c, 0, 32, False)
        emit("int", "isad", "g80", 0x5005081D, 0x040187C0, "isad.u32", (a, b, c), 0, f"{r:08x}", f"{flags:x}")


# Conversions.

def conversions():
    for a in EDGES + [0x4EFFFFFF, 0x4F000000, 0xCF000000, 0xCF000001, 0x4F7FFFFF, 0x4F800000, 0x40200000, 0xC0200000, 0x3F000000]:
        for mode in range(4):
            for low, high, w1 in ((-(1 << 31), (1 << 31) - 1, 0x8C0047C0), (0, M32, 0x840047C0)):
                if is_nan(a):
                    r = 0
                elif special(a):
                    r = low if a & SIGN else high
                else:
                    r = max(low, min(high, int(round_to(number(a), Fraction(1), mode))))
                r &= M32
                emit("fp", "cvt.f2i", "g80", 0xA000081D, w1 | mode << 17, f"f2i, rounding {mode}", (a,), 0, f"{r:08x}",
                     f"{(r == 0) | r >> 31 << 1:x}")
    for a in (0, 1, 0xFFFFFF, 0x1000001, 0x1000003, 0x7FFFFFFF, 0x80000000, 0x80000001, M32):
        for mode in range(4):
            for signed, w1 in ((0, 0x440047C0), (1, 0x440147C0)):
                x = a - (1 << 32) if signed and a >> 31 else a
                r = 0
                if x:
                    y = round_to(Fraction(x), Fraction(2) ** max(0, exponent(Fraction(x)) - 23), mode)
                    r = encode(y, 0)
                emit("fp", "cvt.i2f", "g80", 0xA000081D, w1 | mode << 17, f"i2f, signed {signed} rounding {mode}", (a,), 0,
                     f"{r:08x}", f"{float_flags(r):x}")


# Special functions: the published table method; the tables themselves are read from the C source.

def tables():
    text = (HERE / "../../src/ops/scalar/sfu_tables.c").read_text()
    found = {}
    for name, body in re.findall(r"hw_sfu_(\w+) = \{(.*?)\n\};", text, re.S):
        found[name] = {c: [int(n) for n in re.findall(r"-?\d+", part)] for c, part in re.findall(r"\.(\w) = \{(.*?)\}", body, re.S)}
    return found


def square(v):
    return sum(v >> (18 - i) for i in range(17) if v >> i & 1) >> 1


def functions():
    rcp, ex2 = tables()["rcp"], tables()["ex2"]
    for x in [e for e in EDGES if e] + [0x40400000, 0xC0490FDB, 0x7E800001, 0x00812345]:
        f = flush(x)
        i, r, e = x >> 16 & 127, x & 0xFFFF, x >> 23 & 255
        if is_nan(x):
            result = NAN
        elif special(x) or e == 0:
            result = x & SIGN | (0 if e else INF)
        else:
            q = square(2 * r)
            m = rcp["a"][i] * 8192 + rcp["b"][i] * r + rcp["c"][i] * q + 0x47E7 >> 15
            result = encode(Fraction(m) * Fraction(2) ** (253 - e - 150), 0) | f & SIGN
        emit("sfu", "rcp", "g80", 0x90000209, 0x00000780, "rcp", (x,), 0, f"{result:08x}", "")
    for p in (0, SIGN, 0x00800000, 0x80800000, 0x00400000, 0x80400000, 0x01234567, 0x81234567, 0x3F800000, 0xBF800001,
              0x40000000, 0x40800000, 0xC0800000, 0x3FFFFFFF, 0xBFFFFFFF):
        x = Fraction(p & 0x3FFFFFFF, 1 << 23) * (-1) ** (p >> 31)
        n, f = math.floor(x), p & 0x7FFFFF
        f = f if not p & SIGN else 0 if f == 0 else ~f & 0x7FFFFF
        i, r = f >> 17, f & 0x1FFFF
        m = ex2["a"][i] * 8192 + ex2["b"][i] * r + ex2["c"][i] * square(r) + 0x77E2 >> 15
        result = encode(Fraction(m) * Fraction(2) ** (n - 23), 0)
        if p & 0x40000000:
            result = NAN if not p & 0x800000 else 0 if p & SIGN else INF
        emit("sfu", "ex2", "g80", 0x90000209, 0xC0000780, "ex2", (p,), 0, f"{result:08x}", "")


# Doubles: Python's own are IEEE, and exact rationals round for the other modes.

def doubles():
    values = [0x3FF0000000000000, 0x3FF0000000000001, 0xBFEFFFFFFFFFFFFF, 0x0010000000000000, 0x000FFFFFFFFFFFFF, 1,
              0x7FEFFFFFFFFFFFFF, 0x4340000000000001, 0xC33FFFFFFFFFFFFF]
    for i, (a, b) in enumerate([(a, b) for a in values for b in values][::2]):
        c, mode = values[(i * 5) % len(values)], i % 4
        x, y, z = (rational(v) for v in (a, b, c))
        r = encode64(x * y + z, mode)
        emit("fp64", "dfma", "g200", 0xE0060829, 0x400207C0 | mode << 22, f"dfma, rounding {mode}", (a, b, c), 0, f"{r:016x}",
             f"{2 if r >> 63 else 1 if r == 0 else 0:x}")


def rational(v):
    e, m = v >> 52 & 2047, v & (1 << 52) - 1
    return (-1) ** (v >> 63) * Fraction(m | (e > 0) << 52) * Fraction(2) ** (max(e, 1) - 1075)


def encode64(x, mode):
    if x == 0:
        return 1 << 63 if mode == RM else 0
    sign = (x < 0) << 63
    y = round_to(x, Fraction(2) ** (max(exponent(x), -1022) - 52), mode)
    if abs(y) >= Fraction(2) ** 1024:
        away = mode == RN or mode == (RM if x < 0 else RP)
        return sign | (0x7FF0000000000000 if away else 0x7FEFFFFFFFFFFFFF)
    if y == 0:
        return sign
    e = max(exponent(y), -1022)
    m = int(abs(y) / Fraction(2) ** (e - 52))
    return sign | ((e + 1023) << 52 if m >> 52 else 0) | m & (1 << 52) - 1


def main():
    for section in (floats, integers, conversions, functions, doubles):
        section()
    header = "# Arithmetic of the Tesla generation, computed by alu_small.py.\n"
    header += "# unit name chip word0 word1 text src1 src2 src3 cc_in result cc_out, split by tabs\n"
    text = header + "\n".join(rows) + "\n"
    path = HERE / "alu_small.tsv"
    if "--check" in sys.argv:
        sys.exit(path.read_text() != text)
    path.write_text(text)
    print(f"{len(rows)} rows")


main()
