# SPDX-License-Identifier: MIT
"""Numbers of short formats, exactly: what bits mean, and rounding into a format (IEEE 754; PTX ISA, cvt).

A value is "nan", or a pair of its sign (0, 1) and its size: a Fraction, or None for infinity."""
import struct
from collections import namedtuple
from fractions import Fraction

# `infinite`: the largest exponent is for infinities and NaNs; else only the largest number is a NaN.
Format = namedtuple("Format", "name bits fraction bias infinite")
F16, BF16 = Format("F16", 16, 10, 15, True), Format("BF16", 16, 7, 127, True)
F32, F64 = Format("F32", 32, 23, 127, True), Format("F64", 64, 52, 1023, True)
E5M2, E4M3 = Format("E5M2", 8, 2, 15, True), Format("E4M3", 8, 3, 7, False)

# C types: bits, signed.
INTEGERS = {"int": (32, True), "unsigned": (32, False), "short": (16, True), "unsigned short": (16, False),
            "long long": (64, True), "unsigned long long": (64, False), "signed char": (8, True),
            "unsigned char": (8, False)}


def value(bits, of):
    sign, size = bits >> (of.bits - 1) & 1, bits & (1 << (of.bits - 1)) - 1
    exponent, fraction = size >> of.fraction, size & (1 << of.fraction) - 1
    if of.infinite and exponent == (1 << (of.bits - 1 - of.fraction)) - 1:
        return "nan" if fraction else (sign, None)
    if not of.infinite and size == (1 << (of.bits - 1)) - 1:
        return "nan"
    if exponent == 0:
        return sign, Fraction(fraction) * Fraction(2) ** (1 - of.bias - of.fraction)
    return sign, Fraction(fraction + (1 << of.fraction)) * Fraction(2) ** (exponent - of.bias - of.fraction)


def rounded(size, sign, rounding):
    """A Fraction to a whole number."""
    low = size.numerator // size.denominator
    rest = size - low
    if rounding == "rn":
        return low + (rest > Fraction(1, 2) or (rest == Fraction(1, 2) and low & 1))
    return low + (rest > 0 and rounding == ("rd" if sign else "ru"))


def largest(to):
    """The bits of the largest number."""
    return (1 << (to.bits - 1)) - 1 - ((1 << to.fraction) if to.infinite else 1)


def narrow(number, to, rounding="rn"):
    """The bits of a value in a format that has infinities."""
    if number == "nan":
        return None
    sign, size = number
    top, infinity = sign << (to.bits - 1), largest(to) + 1
    if not size:
        return top | (infinity if size is None else 0)
    exponent = size.numerator.bit_length() - size.denominator.bit_length()  # of its leading one, or one above
    exponent = max(exponent - (size < Fraction(2) ** exponent), 1 - to.bias)
    units = rounded(size / Fraction(2) ** (exponent - to.fraction), sign, rounding)
    bits = units + ((exponent - 1 + to.bias) << to.fraction)  # the leading one adds 1 to the exponent
    if bits >= infinity:
        away = rounding == "rn" or rounding == ("rd" if sign else "ru")
        bits = infinity if away else infinity - 1
    return top | bits


def narrow_byte(number, to, limit):
    """To nearest; beyond the largest: the largest with `limit`, else infinity, or a NaN where there is none."""
    if number == "nan":
        return None
    sign, size = number
    wide = Format("wide", 16, to.fraction, to.bias, True)  # as if the exponents went on
    bits = narrow(number, wide) & 0x7fff if size is not None else 1 << 14
    if bits <= largest(to):
        return sign << 7 | bits
    if limit:
        return sign << 7 | largest(to)
    return sign << 7 | largest(to) + 1 if to.infinite else None


def to_integer(number, ctype, rounding):
    """Clamped; a NaN gives 0, or where 64 bits are asked for only the highest bit."""
    bits, signed = INTEGERS[ctype]
    least, most = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if signed else (0, (1 << bits) - 1)
    if number == "nan":
        return 1 << 63 if bits == 64 else 0
    sign, size = number
    whole = (most if not sign else least) if size is None else rounded(size, sign, rounding) * (-1 if sign else 1)
    return wrap(min(max(whole, least), most), bits)


def integral(bits, of, rounding):
    number = value(bits, of)
    if number == "nan":
        return None
    sign, size = number
    return bits if size is None else narrow((sign, Fraction(rounded(size, sign, rounding))), of)


def wrap(number, bits):
    return number & (1 << bits) - 1


def signed(number):
    return (1, Fraction(-number)) if number < 0 else (0, Fraction(number))


def of(name, form):
    """A thread's float or double."""
    code, word = ("<f", "<I") if form is F32 else ("<d", "<Q")
    return lambda t: value(t[name], form)


def of_integer(expression, ctype):
    """A thread's integer as a type."""
    bits, is_signed = INTEGERS[ctype]
    name = expression[-1]

    def get(t):
        number = wrap(t[name], bits)
        return signed(number - (1 << bits) if is_signed and number >> (bits - 1) else number)
    return get


def plus(a, b, of_format):
    x, y = value(a, of_format) if a is not None else "nan", value(b, of_format)
    if x == "nan" or y == "nan":
        return None
    if x[1] is None or y[1] is None:
        if x[1] is None and y[1] is None and x[0] != y[0]:
            return None
        return a if x[1] is None else b
    total = (-x[1] if x[0] else x[1]) + (-y[1] if y[0] else y[1])
    sign = x[0] & y[0] if total == 0 else total < 0
    return narrow((int(sign), abs(total)), of_format)


def times(a, b, of_format):
    x, y = value(a, of_format) if a is not None else "nan", value(b, of_format)
    if x == "nan" or y == "nan":
        return None
    sign = x[0] ^ y[0]
    if x[1] is None or y[1] is None:
        return None if x[1] == 0 or y[1] == 0 else narrow((sign, None), of_format)
    return narrow((sign, x[1] * y[1]), of_format)
