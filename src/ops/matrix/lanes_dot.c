/* SPDX-License-Identifier: MIT */
/* Dot products of a row of a with the eight columns of b, vectorised: the steps of dot.c, without branches.
 *
 * The sum of a block is an integer of less than 32 bits times a power of two, so a double holds it, and its
 * bits are cut or rounded there.  Columns where a value is special, or where the result of a block is no
 * normal number of its format, are left to the reference.
 *
 * These are vectors of the compilers' own, as loops of eight are unrolled before their vectorisers see them;
 * where the host's are shorter the compiler divides them. */
#include "ops/inline.h"
#include "ops/lanes/lanes.h"
#include "ops/matrix/dot_matrix.h"
#include "ops/matrix/dot_terms.h"

#define EIGHT_OF(type) type __attribute__((vector_size(HW_DOT_COLUMNS * sizeof(type))))
typedef EIGHT_OF(int32_t) words; /* a comparison gives -1 and 0 */
typedef EIGHT_OF(uint32_t) bit_words;
typedef EIGHT_OF(float) singles;
typedef EIGHT_OF(int64_t) longs;
typedef EIGHT_OF(double) doubles;

/* Eight numbers: significand * 2^(exponent - bits of fraction). */
struct eight_numbers {
    words significand, exponent;
};

/* Eight elements of a format, with so many bits of fraction in the end; `special` becomes other than 0 where
 * one is infinite or NaN. */
HW_INLINE void unpack(const struct hw_dot_format *format, const uint32_t *elements, bool negated,
                      unsigned wanted, struct eight_numbers *to, words *special)
{
    const uint32_t fraction = format->fraction, width = fraction + format->exponent, hidden = 1u << fraction;
    const int32_t greatest = (1 << format->exponent) - 1,
                  first_special =
                      (int32_t)(format->infinity ? (uint32_t)greatest << fraction : (1u << width) - 1);
    bit_words bits;

    memcpy(&bits, elements, sizeof bits);
    bits >>= format->below;
    const bit_words size = bits & ((1u << width) - 1), field = size >> fraction;
    const words normal = field != 0, other = size != 0;
    const words significand =
        (words)(((size & (hidden - 1)) | (hidden & (bit_words)normal)) << (wanted - fraction));
    const words sign = -(words)((bits >> width & 1) ^ (uint32_t)negated);
    to->significand = (significand ^ sign) - sign;
    to->exponent =
        (((words)field + (~normal & 1) - (greatest >> 1)) & other) | (HW_DOT_ZERO_EXPONENT & ~other);
    *special |= (words)size >= first_special;
}

/* --- results --- */

#define DOUBLE_FRACTION     52
#define DOUBLE_BIAS         1023
#define DOUBLE_SIGN         INT64_MIN
#define DOUBLE_OF(exponent) ((int64_t)(DOUBLE_BIAS + (exponent)) << DOUBLE_FRACTION)

/* The bits of sum * 2^scale as doubles. */
HW_INLINE void to_doubles(const words *sum, const words *scale, longs *bits)
{
    const longs power = __builtin_convertvector(*scale + DOUBLE_BIAS, longs) << DOUBLE_FRACTION;

    *bits = (longs)(__builtin_convertvector(*sum, doubles) * (doubles)power);
}

/* The numbers of a block, cut to `kept` bits of fraction. */
HW_INLINE void to_singles(const words *sum, const words *scale, unsigned kept, words *c, words *special)
{
    longs bits;

    to_doubles(sum, scale, &bits);
    bits &= -((int64_t)1 << (DOUBLE_FRACTION - kept));
    const longs size = bits & ~DOUBLE_SIGN;
    *c = (words) __builtin_convertvector((doubles)bits, singles);
    *special |=
        __builtin_convertvector((size != 0) & ((size < DOUBLE_OF(-126)) | (size >= DOUBLE_OF(128))), words);
}

/* The numbers of a block, rounded to the nearest half. */
HW_INLINE void to_halves(const words *sum, const words *scale, words *c, words *special)
{
    const unsigned behind = DOUBLE_FRACTION - 10;
    longs bits;

    to_doubles(sum, scale, &bits);
    const longs size = bits & ~DOUBLE_SIGN, other = size != 0;
    const longs rounded = size + (((int64_t)1 << (behind - 1)) - 1) + (size >> behind & 1);
    const longs half = (rounded >> behind) - (DOUBLE_OF(-15) >> behind);
    *c = __builtin_convertvector((half | (bits >> 48 & 0x8000)) & other, words);
    *special |=
        __builtin_convertvector(other & ((size < DOUBLE_OF(-14)) | (rounded >= DOUBLE_OF(16))), words);
}

/* --- sums --- */

/* hw_dot_shifted of eight. */
HW_INLINE void shift(words *significand, const words *right)
{
    const words sign = *significand >> 31, count = *right + HW_DOT_LEFT, far = count > 31;
    const bit_words magnitude = (bit_words)((*significand ^ sign) - sign) << HW_DOT_LEFT;

    *significand = ((words)(magnitude >> (bit_words)((count & ~far) | (31 & far))) ^ sign) - sign;
}

HW_INLINE void raise_to(words *greatest, const words *value)
{
    const words more = *value > *greatest;

    *greatest = (*value & more) | (*greatest & ~more);
}

/* What a row is added up from. */
struct sum_terms {
    const int32_t *significand, *exponent; /* of a */
    const struct eight_numbers *b;
    const uint8_t *b_row; /* in b, by element of a; NULL: the same */
};

HW_INLINE const struct eight_numbers *met(const struct sum_terms *terms, unsigned k)
{
    return &terms->b[terms->b_row ? terms->b_row[k] : k];
}

/* Add `count` products from the first on to c; the sum is sum * 2^scale. */
HW_INLINE void add_block(const struct sum_terms *terms, unsigned first, unsigned count, int32_t fraction,
                         const struct eight_numbers *c, words *sum, words *scale)
{
    words aligned = (words){0} + HW_DOT_LEAST_EXPONENT, total = c->significand, right;

    raise_to(&aligned, &c->exponent);
    for (unsigned k = first; k < first + count; k++) {
        const words exponent = met(terms, k)->exponent + terms->exponent[k];
        raise_to(&aligned, &exponent);
    }
    right = aligned - c->exponent + (HW_DOT_C_FRACTION - fraction);
    shift(&total, &right);
    for (unsigned k = first; k < first + count; k++) {
        words product = met(terms, k)->significand * terms->significand[k];
        right = aligned - met(terms, k)->exponent + (2 * HW_DOT_FRACTION - fraction - terms->exponent[k]);
        shift(&product, &right);
        total += product;
    }
    *sum = total;
    *scale = aligned - fraction;
}

/* The columns of a row that are left. */
static uint8_t add_row(const struct hw_dot_matrices *m, const struct sum_terms *terms, const words *special,
                       uint32_t c_and_result[HW_DOT_COLUMNS])
{
    const struct hw_dot_format *format = hw_dot_format_of(m->c_type), *after = hw_dot_format_of(m->type);
    words result, left = *special, before;
    uint8_t columns = 0;

    memcpy(&before, c_and_result, sizeof before);
    result = before;
    for (unsigned first = 0; first < m->depth; first += m->rules->block) {
        const unsigned rest = m->depth - first, count = rest < m->rules->block ? rest : m->rules->block;
        struct eight_numbers c;
        words sum, scale;

        unpack(format, (const uint32_t *)&result, false, HW_DOT_C_FRACTION, &c, &left);
        add_block(terms, first, count, m->rules->fraction, &c, &sum, &scale);
        if (after->type == HW_TYPE_F16)
            to_halves(&sum, &scale, &result, &left);
        else
            to_singles(&sum, &scale, m->rules->kept, &result, &left);
        format = after;
    }
    const words kept = left != 0;
    result = (before & kept) | (result & ~kept);
    memcpy(c_and_result, &result, sizeof result);
    for (unsigned n = 0; n < HW_DOT_COLUMNS; n++)
        columns |= (uint8_t)((kept[n] & 1) << n);
    return columns;
}

void HW_LANE_FUNCTIONS(dot)(struct hw_dot_matrices *m, uint8_t left[HW_DOT_ROWS])
{
    const struct hw_dot_format *of_a = hw_dot_format_of(m->a_type), *of_b = hw_dot_format_of(m->b_type);
    struct eight_numbers b[HW_DOT_DEPTH], part;
    words of_columns = {0};

    for (unsigned k = 0; k < m->b_depth; k++)
        unpack(of_b, m->b[k], m->b_negated, HW_DOT_FRACTION, &b[k], &of_columns);
    for (unsigned number = 0; number < m->rows; number++) {
        int32_t significand[HW_DOT_DEPTH], exponent[HW_DOT_DEPTH], any = 0;
        const struct sum_terms row = {significand, exponent, b, m->sparse ? m->b_row[number] : NULL};
        words special = {0};

        for (unsigned k = 0; k < m->depth; k += HW_DOT_COLUMNS) {
            unpack(of_a, &m->a[number][k], m->a_negated, HW_DOT_FRACTION, &part, &special);
            memcpy(&significand[k], &part.significand, sizeof part.significand);
            memcpy(&exponent[k], &part.exponent, sizeof part.exponent);
        }
        for (unsigned n = 0; n < HW_DOT_COLUMNS; n++)
            any |= special[n];
        special = of_columns | any;
        left[number] = add_row(m, &row, &special, m->c[number]);
    }
}
