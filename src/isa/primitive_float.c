/* Literals that are floats, doubles and halves, of which a word holds the upper bits.
 *
 * They are written as NVIDIA's disassembler does: 20 digits as %g has them, beyond 1e9 as %e, infinities with
 * a sign and a blank behind.  A NaN's text does not tell its bits, so they are noted behind the instruction.
 * Before CUDA 5 they are written as their bits; decimal numbers are read all the same. */
#include "isa/decimal.h"
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

/* Prints and says whether the text tells all the bits. */
static bool print_float(struct hw_printer *p, uint64_t bits, unsigned bytes)
{
    double value = float_value(bits, bytes);
    uint64_t sign = 1ull << (8 * bytes - 1);
    if (isfinite(value)) {
        char text[40];
        int length = hw_decimal_write(text, sizeof text, fabs(value) >= 1e9 ? "%.20e" : "%.20g", value);
        hw_put_text(p, text, (size_t)length);
        return true;
    }
    hw_put(p, bits & sign ? '-' : '+');
    if (isinf(value))
        hw_put_literal(p, "INF ");
    else if (bytes == 8 && !(bits & quiet_bit[bytes]))
        hw_put_literal(p, "SNAN ");
    else
        hw_put_literal(p, "QNAN "); /* of floats and halves whatever the kind */
    return isinf(value) || (bits & ~sign) == (infinity_bits[bytes] | quiet_bit[bytes]);
}

static bool take_special(struct hw_parser *p, uint64_t *bits, unsigned bytes)
{
    const char *start = p->at;
    *bits = infinity_bits[bytes] | (*start == '-' ? 1ull << (8 * bytes - 1) : 0);
    p->at += *start == '-' || *start == '+';
    if (p->at > start && hw_take_word(p, "INF"))
        return true;
    if (p->at > start && hw_take_word(p, "QNAN"))
        return *bits |= quiet_bit[bytes], true;
    if (p->at > start && hw_take_word(p, "SNAN"))
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

bool hw_take_float(struct hw_parser *p, unsigned bytes, unsigned shift, uint64_t *bits)
{
    hw_skip_blanks(p);
    const char *digits = p->at + (*p->at == '-' || *p->at == '+');
    char *end;
    if (take_special(p, bits, bytes))
        return true;
    if ((!isdigit((unsigned char)*digits) && *digits != '.') || digits[1] == 'x' || digits[1] == 'X')
        return hw_expect(p, "a decimal number");
    if (!number_bits(p->at, &end, bytes, bits) || *bits & ((1ull << shift) - 1))
        return hw_expect_range(p, "a number of which the field holds all bits");
    p->at = end - (end[-1] == '.'); /* the point of a suffix, as in 4000.NEG */
    return true;
}

/* The field's bits are the upper ones of the number; a NaN that its text does not tell is annotated. */
static void print_upper(struct hw_printer *p, const struct hw_element *item, unsigned bytes)
{
    if (p->old)
        hw_put_hex(p, hw_show(p, item, 0));
    else if (print_float(p, hw_arg_of(p->insn, item, 0) << (8 * bytes - item->arg[0].bits), bytes))
        (void)hw_show(p, item, 0);
}

/* Whether a float's bits stand here. */
static bool as_bits(struct hw_parser *p)
{
    hw_skip_blanks(p);
    return p->old && p->at[0] == '0' && (p->at[1] == 'x' || p->at[1] == 'X');
}

static bool parse_upper(struct hw_parser *p, const struct hw_element *item, unsigned bytes)
{
    uint64_t bits;
    if (as_bits(p))
        return hw_parse_integer(p, item, HW_LITERAL_BITS);
    unsigned shift = 8 * bytes - item->arg[0].bits;
    return hw_take_float(p, bytes, shift, &bits) && hw_give(p, item, 0, bits >> shift);
}

static void view_upper(const struct hw_insn *insn, const struct hw_element *item, struct hw_view *view,
                       unsigned bytes)
{
    hw_view_literal(view, (int64_t)(hw_arg_of(insn, item, 0) << (8 * bytes - item->arg[0].bits)), bytes);
}

#define UPPER(name, bytes)                   \
    HW_PRINT(name)                           \
    {                                        \
        print_upper(p, item, bytes);         \
    }                                        \
    HW_PARSE(name)                           \
    {                                        \
        return parse_upper(p, item, bytes);  \
    }                                        \
    HW_VIEW(name)                            \
    {                                        \
        view_upper(insn, item, view, bytes); \
    }

UPPER(float20, 4)
UPPER(float32, 4)
UPPER(double20, 8)

/* A conversion's, by the source's type code: a half has the low 16 of the 20 bits, which are noted if there
 * are more. */
static unsigned source_bytes(const struct hw_insn *insn, const struct hw_element *item)
{
    static const uint8_t bytes[4] = {4, 2, 4, 8};
    return bytes[hw_arg_of(insn, item, 1) & 3];
}

HW_PRINT(floattype2)
{
    unsigned bytes = source_bytes(p->insn, item);
    uint64_t bits = hw_arg_of(p->insn, item, 0);
    if (bytes != 2 || p->old)
        print_upper(p, item, bytes);
    else if (print_float(p, bits & 0xffff, 2) && !(bits >> 16))
        (void)hw_show(p, item, 0);
}
HW_PARSE(floattype2)
{
    unsigned bytes = source_bytes(p->insn, item);
    uint64_t bits;
    if (bytes != 2 || as_bits(p))
        return parse_upper(p, item, bytes);
    return hw_take_float(p, 2, 0, &bits) && hw_give(p, item, 0, bits);
}
HW_VIEW(floattype2)
{
    unsigned bytes = source_bytes(insn, item);
    if (bytes != 2)
        view_upper(insn, item, view, bytes);
    else
        hw_view_literal(view, (int64_t)(hw_arg_of(insn, item, 0) & 0xffff), 2);
}

/* ---------------------------------------------------------------- two halves, the high one first */

static void print_halves(struct hw_printer *p, uint64_t high, uint64_t low, bool told[2])
{
    told[0] = print_float(p, high, 2);
    hw_put_comma(p);
    told[1] = print_float(p, low, 2);
}

static bool take_halves(struct hw_parser *p, unsigned shift, uint64_t *high, uint64_t *low)
{
    return hw_take_float(p, 2, shift, high) &&
           (hw_take_comma(p) || hw_expect(p, "a comma and the low half")) && hw_take_float(p, 2, shift, low);
}

/* Ten bits: the sign, which binary16 has a bit higher than where the others end, and nine upper bits. */
static uint64_t widen(uint64_t ten)
{
    return (ten >> 9) << 15 | (ten & 511) << 6;
}

static uint64_t shorten(uint64_t half)
{
    return (half >> 15) << 9 | (half >> 6 & 511);
}

HW_PRINT(halves10)
{
    bool told[2];
    print_halves(p, widen(hw_arg_of(p->insn, item, 0)), widen(hw_arg_of(p->insn, item, 1)), told);
    for (unsigned i = 0; i < 2; i++)
        if (told[i])
            (void)hw_show(p, item, i);
}
HW_PARSE(halves10)
{
    uint64_t high, low;
    return take_halves(p, 6, &high, &low) && hw_give(p, item, 0, shorten(high)) &&
           hw_give(p, item, 1, shorten(low));
}
HW_VIEW(halves10)
{
    hw_view_literal(view, (int64_t)(widen(hw_arg_of(insn, item, 0)) << 16 | widen(hw_arg_of(insn, item, 1))),
                    4);
}

HW_PRINT(halves32)
{
    uint64_t both = hw_arg_of(p->insn, item, 0);
    bool told[2];
    print_halves(p, both >> 16, both & 0xffff, told);
    if (told[0] && told[1])
        (void)hw_show(p, item, 0);
}
HW_PARSE(halves32)
{
    uint64_t high, low;
    return take_halves(p, 0, &high, &low) && hw_give(p, item, 0, high << 16 | low);
}
HW_VIEW(halves32)
{
    hw_view_literal(view, (int64_t)hw_arg_of(insn, item, 0), 4);
}
