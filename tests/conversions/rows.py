# SPDX-License-Identifier: MIT
"""All conversions of cuda_fp16.h, cuda_bf16.h and cuda_fp8.h: the C expression of each, and what it must give.

A thread has the inputs of FIELDS, in the variables of the kernels of kernels.py; a row is an expression of these, the
type of its result, and a function from the thread's inputs to the result's bits, None for a NaN of any bits."""
import numbers_exact as exact
from numbers_exact import BF16, E4M3, E5M2, F16, F32, F64

# What a thread reads: name, struct code, C type of the variable.
FIELDS = (("x", "f"), ("y", "f"), ("d", "d"), ("h", "I"), ("b", "I"), ("q", "I"), ("i", "i"), ("l", "q"))

ROUNDINGS = ("rn", "rz", "rd", "ru")
# Types of integers: the name in the functions, the C type, an expression of the thread's.
NUMBERS = (("int", "int", "i"), ("uint", "unsigned", "(unsigned)i"), ("short", "short", "(short)i"),
           ("ushort", "unsigned short", "(unsigned short)i"), ("ll", "long long", "l"),
           ("ull", "unsigned long long", "(unsigned long long)l"))
HALVES = {"low": "__ushort_as_half((unsigned short)h)", "high": "__ushort_as_half((unsigned short)(h >> 16))"}
BFLOATS = {"low": "__ushort_as_bfloat16((unsigned short)b)", "high": "__ushort_as_bfloat16((unsigned short)(b >> 16))"}
PARTS = (("low", 0), ("high", 16))


def part_of(name, shift):
    return lambda t: t[name] >> shift & 0xffff


class Rows:
    def __init__(self):
        self.rows = []

    def add(self, expression, result, value):
        self.rows.append((expression, result, value))

    def narrowed(self, expression, to, source, rounding="rn"):
        """A number of the thread, as `source` gives it, rounded into a format."""
        self.add(expression, to, lambda t: exact.narrow(source(t), to, rounding))


def floats(rows, to, word, raw):
    """Floats, doubles and integers to one of the formats of 16 bits, and back."""
    short = "bfloat16" if to is BF16 else "half"
    pair = "bfloat162" if to is BF16 else "half2"
    for variable in ("x", "y"):
        for rounding in ROUNDINGS:
            rows.narrowed(f"__float2{short}_{rounding}({variable})", to, exact.of(variable, F32), rounding)
    rows.narrowed(f"__float2{short}(x)", to, exact.of("x", F32))
    rows.narrowed(f"__double2{short}(d)", to, exact.of("d", F64))
    for part, other in (("low", "x"), ("high", "y")):
        rows.narrowed(f"__{part}2{short}(__floats2{pair}_rn(x, y))", to, exact.of(other, F32))
        rows.narrowed(f"__{part}2{short}(__float2{pair}_rn(x))", to, exact.of("x", F32))
    for kind, ctype, variable in NUMBERS:
        for rounding in ROUNDINGS:
            rows.narrowed(f"__{kind}2{short}_{rounding}({variable})", to, exact.of_integer(variable, ctype), rounding)
    for part, shift in PARTS:
        bits = part_of(word, shift)
        rows.add(raw[part], to, bits)
        rows.add(f"__{short}2float({raw[part]})", F32, lambda t, bits=bits: exact.narrow(exact.value(bits(t), to), F32))
        for kind, ctype, _ in NUMBERS:
            for rounding in ROUNDINGS:
                rows.add(f"__{short}2{kind}_{rounding}({raw[part]})", ctype,
                         lambda t, bits=bits, ctype=ctype, rounding=rounding:
                         exact.to_integer(exact.value(bits(t), to), ctype, rounding))
        for kind in ("char", "uchar"):
            ctype = "unsigned char" if kind == "uchar" else "signed char"
            rows.add(f"__{short}2{kind}_rz({raw[part]})", ctype,
                     lambda t, bits=bits, ctype=ctype: exact.to_integer(exact.value(bits(t), to), ctype, "rz"))
        for function, rounding in (("hrint", "rn"), ("hceil", "ru"), ("hfloor", "rd"), ("htrunc", "rz")):
            rows.add(f"{function}({raw[part]})", to,
                     lambda t, bits=bits, rounding=rounding: exact.integral(bits(t), to, rounding))


def bytes_(rows):
    """The two formats of 8 bits: from all formats, one and two at a time, and to halves and floats."""
    for name, to in (("E4M3", E4M3), ("E5M2", E5M2)):
        for saturation in ("__NV_SATFINITE", "__NV_NOSAT"):
            how, limit = f"{saturation}, __NV_{name}", saturation == "__NV_SATFINITE"

            def add(expression, source, to=to, limit=limit):
                rows.add(expression, to, lambda t: exact.narrow_byte(source(t), to, limit))
            add(f"__nv_cvt_float_to_fp8(x, {how})", exact.of("x", F32))
            add(f"__nv_cvt_double_to_fp8(d, {how})", exact.of("d", F64))
            for part, shift in PARTS:
                half, bfloat = part_of("h", shift), part_of("b", shift)
                add(f"__nv_cvt_halfraw_to_fp8({HALVES[part]}, {how})", lambda t, half=half: exact.value(half(t), F16))
                add(f"__nv_cvt_bfloat16raw_to_fp8({BFLOATS[part]}, {how})",
                    lambda t, bfloat=bfloat: exact.value(bfloat(t), BF16))
            for shift, variable in ((0, "x"), (8, "y")):
                of_half, of_bfloat = part_of("h", 2 * shift), part_of("b", 2 * shift)
                add(f"(unsigned char)(__nv_cvt_float2_to_fp8x2(make_float2(x, y), {how}) >> {shift})",
                    exact.of(variable, F32))
                halves = f"__halves2half2({HALVES['low']}, {HALVES['high']})"
                bfloats = f"__halves2bfloat162({BFLOATS['low']}, {BFLOATS['high']})"
                add(f"(unsigned char)(__nv_cvt_halfraw2_to_fp8x2({halves}, {how}) >> {shift})",
                    lambda t, of=of_half: exact.value(of(t), F16))
                add(f"(unsigned char)(__nv_cvt_bfloat16raw2_to_fp8x2({bfloats}, {how}) >> {shift})",
                    lambda t, of=of_bfloat: exact.value(of(t), BF16))
        for byte in range(4):
            bits = (lambda t, byte=byte: t["q"] >> 8 * byte & 0xff)
            one = f"(unsigned char)(q >> {8 * byte})"
            two = f"__nv_cvt_fp8x2_to_halfraw2((unsigned short)(q >> {16 * (byte // 2)}), __NV_{name})"
            rows.add(f"__half(__nv_cvt_fp8_to_halfraw({one}, __NV_{name}))", F16,
                     lambda t, bits=bits, to=to: exact.narrow(exact.value(bits(t), to), F16))
            rows.add(f"__half(__{('low', 'high')[byte % 2]}2half({two}))", F16,
                     lambda t, bits=bits, to=to: exact.narrow(exact.value(bits(t), to), F16))


def mixed(rows):
    """What compilers fold a conversion into."""
    for part, shift in PARTS:
        bits = part_of("h", shift)
        rows.add(f"__hadd(__float2half_rz(x), {HALVES[part]})", F16,
                 lambda t, bits=bits: exact.plus(exact.narrow(exact.of("x", F32)(t), F16, "rz"), bits(t), F16))
        rows.add(f"__hmul(__float2half_rz(y), {HALVES[part]})", F16,
                 lambda t, bits=bits: exact.times(exact.narrow(exact.of("y", F32)(t), F16, "rz"), bits(t), F16))
    rows.add("__float2half_rn(__half2float(__float2half_rz(x)))", F16,
             lambda t: exact.narrow(exact.of("x", F32)(t), F16, "rz"))


def all_rows():
    rows = Rows()
    floats(rows, F16, "h", HALVES)
    floats(rows, BF16, "b", BFLOATS)
    bytes_(rows)
    mixed(rows)
    return rows.rows
