/* SPDX-License-Identifier: MIT */
/* Matrix products of floats, vectorised over the lanes that have the results: the steps of dot.c, without
 * branches.
 *
 * A number is a significand and an exponent, both as singles.  A product of two significands is exact: they
 * have 11 bits at most.  So is its product with a power of two, which puts the last bit that counts at 1;
 * what it loses where it becomes denormal is below 1.  The conversion to an integer cuts it there.  The sum
 * of a block is an integer, which is rounded in the bits of a single.  Half of Hopper's block, of eight
 * products, still has less than 32 bits; where the sum of both halves has more, it is left to the reference.
 *
 * Results with a special value in their row or column, and those that are no normal number of their format,
 * are left to the reference. */
#include "ops/matrix/dot_matrix.h"
#include "ops/matrix/dot_terms.h"
#include "ops/matrix/lanes_fragments.h"
#include "ops/scalar/fp32.h"

#define MOST_ELEMENTS  4 /* of a word */
#define MOST_NUMBERS   (HW_DOT_REGISTERS * MOST_ELEMENTS)
#define SINGLE_BIAS    127
#define BITS_OF(power) ((SINGLE_BIAS + (power)) << HW_DOT_C_FRACTION) /* of 2^power */

HW_INLINE singles larger(const singles *x, const singles *y)
{
#if VECTOR_BYTES == 64
    return (singles)_mm512_max_ps((__m512)*x, (__m512)*y);
#elif VECTOR_BYTES == 32
    return (singles)_mm256_max_ps((__m256)*x, (__m256)*y);
#elif defined(__SSE2__)
    return (singles)_mm_max_ps((__m128)*x, (__m128)*y);
#else
    return (singles)where(*x > *y, (words)*x, (words)*y);
#endif
}

/* --- numbers --- */

/* How elements are unpacked that begin so many bits above the lowest of their word. */
struct unpacking {
    unsigned shift, fraction, width; /* the sign is at `width` */
    int32_t first_special, bias;
    float unit; /* the last bit of a significand */
    uint32_t flip;
};

HW_INLINE struct unpacking unpacking_of(unsigned type, unsigned element, bool negated)
{
    const struct hw_dot_format format = hw_dot_format_of(type);
    const unsigned width = format.fraction + format.exponent;
    const int32_t greatest = (1 << format.exponent) - 1;

    return (struct unpacking){
        .shift = format.below + element * (width + 1),
        .fraction = format.fraction,
        .width = width,
        .first_special = format.infinity ? greatest << format.fraction : (1 << width) - 1,
        .bias = greatest >> 1,
        .unit = 1.0f / (float)(1u << format.fraction),
        .flip = negated ? HW_FP32_SIGN : 0,
    };
}

/* An element of each word; `special` becomes other than 0 where one is infinite or NaN. */
HW_INLINE void unpack(const struct unpacking *how, const vector *word, singles *significand,
                      singles *exponent, words *special)
{
    const uint32_t hidden = 1u << how->fraction;
    const vector bits = *word >> how->shift, size = bits & ((1u << how->width) - 1),
                 field = size >> how->fraction;
    const words denormal = field == 0, zero = size == 0;
    const words magnitude = (words)((size & (hidden - 1)) | (hidden & ~(vector)denormal));
    const vector sign = ((bits << (31 - how->width)) & HW_FP32_SIGN) ^ how->flip;

    *significand = (singles)((vector)(__builtin_convertvector(magnitude, singles) * how->unit) ^ sign);
    *exponent = __builtin_convertvector(
        where(zero, (words){0} + HW_DOT_ZERO_EXPONENT, (words)field - denormal - how->bias), singles);
    *special |= (words)size >= how->first_special;
}

/* --- sums --- */

/* The term significand * 2^exponent in units of the last bit that counts, cut to an integer. */
HW_INLINE words cut_term(const singles *significand, const singles *exponent, const singles *last)
{
#if VECTOR_BYTES == 64
    return __builtin_convertvector(
        (singles)_mm512_scalef_ps((__m512)*significand, (__m512)(*exponent - *last)), words);
#else
    /* The exponent's bits are the last ones of a sum with 2^23. */
    const singles least = (singles){0} + 0x1p23f, biased = *exponent - (*last - (0x1p23f + SINGLE_BIAS));
    const singles power = (singles)((vector)larger(&biased, &least) << HW_DOT_C_FRACTION);

    return __builtin_convertvector(*significand * power, words);
#endif
}

/* --- results --- */

/* The first integer that becomes 2^31 as a single. */
#define MOST_MAGNITUDE 0x7fffffc0

/* A sum as a single but for its sign: cut, or with its last bit set if bits were lost. */
HW_INLINE words single_of_sum(const words *magnitude, bool odd)
{
    const words near = (words) __builtin_convertvector(*magnitude, singles);
    const words cut = near + (__builtin_convertvector((singles)near, words) > *magnitude);

    if (!odd)
        return cut;
    return cut | ((__builtin_convertvector((singles)cut, words) != *magnitude) & 1);
}

/* The sum of a block, as bits of a result; `left` becomes other than 0 where that is neither a normal number
 * nor zero. */
HW_INLINE words result_of(const words *sum, const singles *last, bool half, unsigned kept, words *left)
{
    const words sign = *sum >> 31, magnitude = (*sum ^ sign) - sign, other = magnitude != 0;
    const words number = single_of_sum(&magnitude, half), scale = __builtin_convertvector(*last, words);
    const words field = (number >> HW_DOT_C_FRACTION) + scale;
    const words size = (words)((vector)number + ((vector)scale << HW_DOT_C_FRACTION));

    *left |= other & ((field < 1) | (field >= 2 * SINGLE_BIAS + 1));
    *left |= (magnitude < 0) | (magnitude >= MOST_MAGNITUDE);
    if (half) {
        const words rounded = (words)((vector)size + 0xfff + ((vector)size >> 13 & 1)),
                    normal = (rounded >> 13) - (BITS_OF(-15) >> 13);
        const words units = (words)((singles)size + 0.5f) - BITS_OF(-1); /* of 2^-24 */

        *left |= other & (rounded >= BITS_OF(16));
        return (where(size < BITS_OF(-14), units, normal) | (sign & 0x8000)) & other;
    }
    return ((size & -(1 << (HW_DOT_C_FRACTION - kept))) | (sign & INT32_MIN)) & other;
}

/* --- products --- */

/* What there is code with constants for: types of elements, how many are in a word, and whether c and the
 * result are halves or singles. */
struct element_kind {
    unsigned a_type, b_type, elements;
    bool half;
};

/* Terms of even and of odd columns.  Both are computed at once, since each step waits for the one before. */
struct terms {
    singles significand[PARITIES], exponent[PARITIES];
};

/* A row of a for each quad, ready for multiplication: word n of element number i is in 4 * i + n. */
struct rows {
    singles significand[MOST_NUMBERS * QUAD], exponent[MOST_NUMBERS * QUAD];
    words special;
};

/* The columns of b, as order_columns orders their words. */
struct columns {
    lanes significand[MOST_NUMBERS], exponent[MOST_NUMBERS];
    lanes special;
};

HW_INLINE void unpack_columns(const struct hw_dot_fragments *f, const struct element_kind *kind,
                              struct columns *b)
{
    struct unpacking how[MOST_ELEMENTS];

    for (unsigned e = 0; e < kind->elements; e++)
        how[e] = unpacking_of(kind->b_type, e, f->b_negated);
    memset(&b->special, 0, sizeof b->special);
    for (unsigned i = 0; i < f->registers; i++) {
        lanes ordered;

        order_columns(f->b[i], &ordered);
        for (unsigned l = 0; l < HW_LANES; l += VECTOR_WORDS) {
            const vector word = load_vector(ordered.lane + l);
            words special = {0};

            for (unsigned e = 0; e < kind->elements; e++)
                unpack(&how[e], &word, (singles *)(void *)(b->significand[i * kind->elements + e].lane + l),
                       (singles *)(void *)(b->exponent[i * kind->elements + e].lane + l), &special);
            *(words *)(void *)(b->special.lane + l) |= special;
        }
    }
}

HW_INLINE void unpack_rows(const struct hw_dot_fragments *f, const struct element_kind *kind, unsigned half,
                           unsigned first, struct rows *a)
{
    struct unpacking how[MOST_ELEMENTS];
    words special = {0};
    vector any[QUAD];

    for (unsigned e = 0; e < kind->elements; e++)
        how[e] = unpacking_of(kind->a_type, e, f->a_negated);
    for (unsigned i = 0; i < f->registers; i++) {
        const vector word = load_vector(f->a[2 * i + half] + first);

        for (unsigned e = 0; e < kind->elements; e++) {
            const unsigned number = (i * kind->elements + e) * QUAD;
            singles significand, exponent;

            unpack(&how[e], &word, &significand, &exponent, &special);
            spread_quads((const vector *)&significand, (vector *)&a->significand[number]);
            spread_quads((const vector *)&exponent, (vector *)&a->exponent[number]);
        }
    }
    spread_quads((const vector *)&special, any);
    a->special = (words)(any[0] | any[1] | any[2] | any[3]);
}

/* Where a column has a special value. */
HW_INLINE words special_columns(const struct columns *b, unsigned odd)
{
    vector any = {0};

    for (unsigned n = 0; n < QUAD; n++)
        any |= repeat_quad(b->special.lane + ordered_index(n, odd));
    return (words)any;
}

/* Add products, in units of 2^last: those of `registers` from element number `first` of each word on. */
HW_INLINE void add_products_of(const struct rows *a, const struct columns *b, unsigned elements,
                               unsigned first, unsigned registers, const singles last[PARITIES],
                               words sum[PARITIES])
{
    const unsigned count = QUAD * elements;

    for (unsigned from = QUAD * first; from < QUAD * first + registers * count; from += count)
        for (unsigned k = 0; k < count; k++)
            for (unsigned odd = 0; odd < PARITIES; odd++) {
                const unsigned n = ordered_index(k % QUAD, odd), number = from / QUAD + k / QUAD;
                const singles exponent =
                    a->exponent[from + k] + (singles)repeat_quad(b->exponent[number].lane + n);
                const singles product =
                    a->significand[from + k] * (singles)repeat_quad(b->significand[number].lane + n);

                sum[odd] += cut_term(&product, &exponent, &last[odd]);
            }
}

/* One block: that of `registers` from element number `first` of each word on.  The sum with c is sum *
 * 2^last, in even and odd columns; `beyond` becomes negative where it has more than 32 bits. */
HW_INLINE void add_block(const struct rows *a, const struct columns *b, unsigned elements, unsigned first,
                         unsigned registers, const struct terms *c, float fraction, words sum[PARITIES],
                         singles last[PARITIES], words beyond[PARITIES])
{
    const unsigned count = QUAD * elements;
    singles aligned[PARITIES];

    for (unsigned odd = 0; odd < PARITIES; odd++) {
        const singles least = (singles){0} + HW_DOT_LEAST_EXPONENT;

        aligned[odd] = larger(&least, &c->exponent[odd]);
    }
    for (unsigned from = QUAD * first; from < QUAD * first + registers * count; from += count)
        for (unsigned k = 0; k < count; k++)
            for (unsigned odd = 0; odd < PARITIES; odd++) {
                const uint32_t *of_b =
                    b->exponent[from / QUAD + k / QUAD].lane + ordered_index(k % QUAD, odd);
                const singles exponent = a->exponent[from + k] + (singles)repeat_quad(of_b);

                aligned[odd] = larger(&aligned[odd], &exponent);
            }
    for (unsigned odd = 0; odd < PARITIES; odd++) {
        last[odd] = aligned[odd] - fraction;
        sum[odd] = cut_term(&c->significand[odd], &c->exponent[odd], &last[odd]);
    }
    add_products_of(a, b, elements, first, registers - registers / 2, last, sum);
    if (registers > 1) {
        words rest[PARITIES] = {{0}};

        add_products_of(a, b, elements, first + (registers - registers / 2) * elements, registers / 2, last,
                        rest);
        for (unsigned odd = 0; odd < PARITIES; odd++) {
            const words total = (words)((vector)sum[odd] + (vector)rest[odd]);

            beyond[odd] |= ((sum[odd] ^ total) & (rest[odd] ^ total)) >> 31;
            sum[odd] = total;
        }
    }
}

/* All blocks of the results of some lanes. */
HW_INLINE void add_blocks(const struct hw_dot_fragments *f, const struct element_kind *kind,
                          const struct rows *a, const struct columns *b, words result[PARITIES],
                          words left[PARITIES])
{
    const struct unpacking how = unpacking_of(kind->half ? HW_TYPE_F16 : HW_TYPE_F32, 0, false);

    for (unsigned first = 0; first < f->registers; first += f->block) {
        struct terms c;
        words sum[PARITIES];
        singles last[PARITIES];

        for (unsigned odd = 0; odd < PARITIES; odd++)
            unpack(&how, (const vector *)&result[odd], &c.significand[odd], &c.exponent[odd], &left[odd]);
        add_block(a, b, kind->elements, first * kind->elements, f->block, &c, f->fraction, sum, last, left);
        for (unsigned odd = 0; odd < PARITIES; odd++)
            result[odd] = result_of(&sum[odd], &last[odd], kind->half, f->kept, &left[odd]);
    }
}

/* The accumulators of some lanes. */
HW_INLINE void load_results(const struct hw_dot_fragments *f, bool half, unsigned rows, unsigned first,
                            words result[PARITIES])
{
    for (unsigned odd = 0; odd < PARITIES; odd++)
        if (half)
            result[odd] = (words)(load_vector(f->c[rows] + first) >> (16 * odd) & 0xffff);
        else
            result[odd] = (words)load_vector(f->c[PARITIES * rows + odd] + first);
}

HW_INLINE void store_results(bool half, unsigned rows, unsigned first, const words result[PARITIES],
                             hw_lanes *d)
{
    if (half) {
        *(words *)(void *)(d[rows] + first) = result[0] | result[1] << 16;
        return;
    }
    for (unsigned odd = 0; odd < PARITIES; odd++)
        *(words *)(void *)(d[PARITIES * rows + odd] + first) = result[odd];
}

HW_INLINE void multiply(const struct hw_dot_fragments *f, struct element_kind kind, hw_lanes *d,
                        uint32_t *left)
{
    lanes is_left[HW_DOT_RESULTS];
    struct columns b;

    unpack_columns(f, &kind, &b);
    for (unsigned rows = 0; rows < HW_DOT_RESULTS / PARITIES; rows++)
        for (unsigned first = 0; first < HW_LANES; first += VECTOR_WORDS) {
            words result[PARITIES], left_here[PARITIES];
            struct rows a;

            unpack_rows(f, &kind, rows, first, &a);
            load_results(f, kind.half, rows, first, result);
            for (unsigned odd = 0; odd < PARITIES; odd++)
                left_here[odd] = a.special | special_columns(&b, odd);
            add_blocks(f, &kind, &a, &b, result, left_here);
            store_results(kind.half, rows, first, result, d);
            for (unsigned odd = 0; odd < PARITIES; odd++)
                *(words *)(void *)(is_left[PARITIES * rows + odd].lane + first) = left_here[odd];
        }
    for (unsigned i = 0; i < HW_DOT_RESULTS; i++)
        left[i] = lanes_with_sign(is_left[i].lane);
}

void HW_LANE_FUNCTIONS(dot_floats)(const struct hw_dot_fragments *f, hw_lanes d[HW_DOT_RESULTS],
                                   uint32_t left[HW_DOT_RESULTS])
{
    const bool half = f->d_type == HW_TYPE_F16;

    if (f->a_type == HW_TYPE_F16 && half)
        multiply(f, (struct element_kind){HW_TYPE_F16, HW_TYPE_F16, 2, true}, d, left);
    else if (f->a_type == HW_TYPE_F16)
        multiply(f, (struct element_kind){HW_TYPE_F16, HW_TYPE_F16, 2, false}, d, left);
    else if (f->a_type == HW_TYPE_BF16)
        multiply(f, (struct element_kind){HW_TYPE_BF16, HW_TYPE_BF16, 2, false}, d, left);
    else if (f->a_type == HW_TYPE_TF32)
        multiply(f, (struct element_kind){HW_TYPE_TF32, HW_TYPE_TF32, 1, false}, d, left);
    else if (half)
        multiply(f, (struct element_kind){f->a_type, f->b_type, 4, true}, d, left);
    else
        multiply(f, (struct element_kind){f->a_type, f->b_type, 4, false}, d, left);
}

/* --- lane by lane --- */

HW_INLINE words add_products(const struct hw_dot_products *p, unsigned first, bool c_half, bool d_half,
                             words *left)
{
    const struct unpacking of_a = unpacking_of(HW_TYPE_F16, 0, p->a_negated),
                           of_b = unpacking_of(HW_TYPE_F16, 0, p->b_negated),
                           of_c = unpacking_of(c_half ? HW_TYPE_F16 : HW_TYPE_F32, 0, false);
    const vector c = load_vector(p->c + first);
    singles significand[HW_DOT_PRODUCTS + 1], exponent[HW_DOT_PRODUCTS + 1];
    singles aligned = (singles){0} + HW_DOT_LEAST_EXPONENT;
    words sum = {0};

    *left = (words){0};
    unpack(&of_c, &c, &significand[HW_DOT_PRODUCTS], &exponent[HW_DOT_PRODUCTS], left);
    for (unsigned k = 0; k < HW_DOT_PRODUCTS; k++) {
        const vector a = load_vector(p->a[k] + first), b = load_vector(p->b[k] + first);
        singles b_significand, b_exponent;

        unpack(&of_a, &a, &significand[k], &exponent[k], left);
        unpack(&of_b, &b, &b_significand, &b_exponent, left);
        significand[k] *= b_significand;
        exponent[k] += b_exponent;
    }
    for (unsigned k = 0; k <= HW_DOT_PRODUCTS; k++)
        aligned = larger(&aligned, &exponent[k]);
    aligned -= (float)p->fraction;
    for (unsigned k = 0; k <= HW_DOT_PRODUCTS; k++)
        sum += cut_term(&significand[k], &exponent[k], &aligned);
    return result_of(&sum, &aligned, d_half, p->kept, left);
}

void HW_LANE_FUNCTIONS(dot_products)(const struct hw_dot_products *p, hw_lanes d, uint32_t *left)
{
    const bool c_half = p->c_type == HW_TYPE_F16, d_half = p->d_type == HW_TYPE_F16;
    lanes is_left;

    for (unsigned first = 0; first < HW_LANES; first += VECTOR_WORDS) {
        words *left_here = (words *)(void *)(is_left.lane + first);
        words *result = (words *)(void *)(d + first);

        if (c_half)
            *result = d_half ? add_products(p, first, true, true, left_here)
                             : add_products(p, first, true, false, left_here);
        else
            *result = d_half ? add_products(p, first, false, true, left_here)
                             : add_products(p, first, false, false, left_here);
    }
    *left = lanes_with_sign(is_left.lane);
}
