/* SPDX-License-Identifier: MIT */
/* This file prints and parses floats, doubles and halves.
 *
 * The text is that of NVIDIA's disassembler: 20 digits as %g writes them, beyond 1e9 as %e does, infinities
 * with a sign before and a blank behind. */
#include "decimal.h"
#include "isa/primitive_parts.h"

#include <ctype.h>
#include <math.h>

/* The bits of infinity and the one that makes a NaN quiet; +QNAN is assembled as both. */
static const uint64_t infinity_bits[] = {[2] = 0x7c00, [4] = 0x7f800000, [8] = 0x7ff0000000000000};
static const uint64_t quiet_bit[] = {[2] = 0x200, [4] = 0x400000, [8] = 0x8000000000000};

static double half_value(uint64_t bits)
{
    int exponent = (int)(bits >> 10 & 31), fraction = (int)(bits & 1023);
    double size = exponent == 31 ? (fraction ? NAN : INFINITY)
                  : exponent     ? ldexp(1024 + fraction, exponent - 25)
                                 : ldexp(fraction, -24);
    return bits >> 15 ? -size : size;
}

static double float_value(uint64_t bits, unsigned bytes)
{
    if (bytes == 2)
        return half_value(bits);
    double value;
    float single;
    uint32_t word = (uint32_t)bits;
    memcpy(&value, &bits, sizeof value);
    memcpy(&single, &word, sizeof single);
    return bytes == 8 ? value : (double)single;
}

bool hw_append_float(struct hw_printer *p, uint64_t bits, unsigned bytes)
{
    double value = float_value(bits, bytes);
    uint64_t sign = 1ull << (8 * bytes - 1);
    if (isfinite(value)) {
        char text[40];
        int length = hw_decimal_write(text, sizeof text, fabs(value) >= 1e9 ? "%.20e" : "%.20g", value);
        hw_append_text(p, text, (size_t)length);
        return true;
    }
    hw_append_char(p, bits & sign ? '-' : '+');
    if (isinf(value))
        hw_append_literal(p, "INF ");
    else if (bytes == 8 && !(bits & quiet_bit[bytes]))
        hw_append_literal(p, "SNAN ");
    else
        hw_append_literal(p, "QNAN "); /* of floats and halves whatever the kind */
    return isinf(value) || (bits & ~sign) == (infinity_bits[bytes] | quiet_bit[bytes]);
}

static bool take_special(struct hw_parser *p, uint64_t *bits, unsigned bytes)
{
    const char *start = p->at;
    *bits = infinity_bits[bytes] | (*start == '-' ? 1ull << (8 * bytes - 1) : 0);
    p->at += *start == '-' || *start == '+';
    if (p->at > start && hw_accept_word(p, "INF"))
        return true;
    if (p->at > start && hw_accept_word(p, "QNAN"))
        return *bits |= quiet_bit[bytes], true;
    if (p->at > start && hw_accept_word(p, "SNAN"))
        return *bits |= quiet_bit[bytes] >> 1, true;
    p->at = start;
    return false;
}

/* The bits of the half that is exactly this number; false when there is none. */
static bool half_bits(double value, uint64_t *bits)
{
    double size = fabs(value);
    int exponent;
    if (!(size < 65536))
        return false;
    double fraction = ldexp(frexp(size, &exponent), 11); /* 1024 to 2047, where it is a normal half's */
    *bits = size < ldexp(1, -14) ? (uint64_t)ldexp(size, 24)
                                 : (uint64_t)(exponent + 14) << 10 | ((uint64_t)fraction & 1023);
    if (half_value(*bits) != size)
        return false;
    *bits |= signbit(value) ? 0x8000 : 0;
    return true;
}

/* Whether a number became infinite or 0 because the format has none of its size. */
static bool is_beyond(double value, const char *text, const char *end)
{
    size_t zeros = strspn(text, "+-.0");
    return isinf(value) || (value == 0 && text + zeros < end && isdigit((unsigned char)text[zeros]));
}

/* The bits of the number nearest to the text; a half must be exact. */
static bool number_bits(const char *text, char **end, unsigned bytes, uint64_t *bits)
{
    double value = hw_decimal_double(text, end);
    if (bytes == 2)
        return half_bits(value, bits);
    if (bytes == 8) {
        memcpy(bits, &value, sizeof value);
        return !is_beyond(value, text, *end);
    }
    float single = hw_decimal_float(text, end);
    uint32_t word;
    memcpy(&word, &single, sizeof word);
    *bits = word;
    return !is_beyond((double)single, text, *end);
}

bool hw_accept_float(struct hw_parser *p, unsigned bytes, unsigned shift, uint64_t *bits)
{
    hw_skip_blanks(p);
    const char *digits = p->at + (*p->at == '-' || *p->at == '+');
    char *end;
    if (take_special(p, bits, bytes)) {
        p->at += p->at[0] == ' ' && p->at[1] == '.'; /* a suffix of the operand follows the blank */
        return true;
    }
    if ((!isdigit((unsigned char)*digits) && *digits != '.') || digits[1] == 'x' || digits[1] == 'X')
        return hw_expect(p, "a decimal number");
    if (!number_bits(p->at, &end, bytes, bits) || *bits & ((1ull << shift) - 1))
        return hw_expect_range(p, "a number of which the field holds all bits");
    p->at = end - (end[-1] == '.'); /* the point of a suffix, as in 4000.NEG */
    return true;
}
