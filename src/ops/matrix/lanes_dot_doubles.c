/* SPDX-License-Identifier: MIT */
/* Matrix products of doubles, rounded to nearest, vectorised over the lanes that have the results.
 *
 * A NaN among the operands of a multiply-add makes a NaN of all that follows, so the products without a NaN
 * among their results are those of the host.  Which NaN comes out otherwise is left to the lane function of
 * DFMA; so is all of it if the host has no fused multiply-add. */
#include "ops/lanes/lanes_wide.h"
#include "ops/matrix/dot_matrix.h"
#include "ops/matrix/lanes_fragments.h"
#include "ops/scalar/fp64.h"

#ifdef __FMA__
#define DOUBLES (VECTOR_BYTES / 8)
#define PAIR    2 /* words of a double */

typedef double doubles __attribute__((vector_size(VECTOR_BYTES), may_alias));

/* A double of each lane. */
typedef struct {
    _Alignas(64) uint64_t lane[HW_LANES];
} wide;

HW_INLINE doubles doubles_at(const uint64_t *lane)
{
    return *(const doubles *)(const void *)lane;
}

/* From a pair of registers, or arrays in their place; `flip` changes signs. */
HW_INLINE void join_pairs(const uint32_t *reg, uint64_t flip, wide *to)
{
    for (unsigned first = 0; first < HW_LANES; first += VECTOR_WORDS) {
        vector element[MOST_WORDS] = {{0}}; /* for gcc, which does not see that they are set */

        join_words(reg, PAIR, first, element);
        for (unsigned i = 0; i < PAIR; i++)
            *(pairs *)(void *)(to->lane + first + i * DOUBLES) = (pairs)element[i] ^ flip;
    }
}

HW_INLINE void split_pairs(const wide *from, uint32_t *reg)
{
    for (unsigned first = 0; first < HW_LANES; first += VECTOR_WORDS) {
        const vector element[PAIR] = {*(const vector *)(const void *)(from->lane + first),
                                      *(const vector *)(const void *)(from->lane + first + DOUBLES)};

        split_words(element, PAIR, (lanes *)(void *)reg, first);
    }
}

/* to[n] has double n of each quad in all lanes of the quad. */
HW_INLINE void spread_doubles(const uint64_t *lane, doubles to[QUAD])
{
    const doubles from = doubles_at(lane);

#if VECTOR_BYTES == 64
    to[0] = (doubles)_mm512_permutex_pd((__m512d)from, 0x00);
    to[1] = (doubles)_mm512_permutex_pd((__m512d)from, 0x55);
    to[2] = (doubles)_mm512_permutex_pd((__m512d)from, 0xaa);
    to[3] = (doubles)_mm512_permutex_pd((__m512d)from, 0xff);
#else
    to[0] = (doubles)_mm256_permute4x64_pd((__m256d)from, 0x00);
    to[1] = (doubles)_mm256_permute4x64_pd((__m256d)from, 0x55);
    to[2] = (doubles)_mm256_permute4x64_pd((__m256d)from, 0xaa);
    to[3] = (doubles)_mm256_permute4x64_pd((__m256d)from, 0xff);
#endif
}

/* a * b + c; four doubles of b go to each quad. */
HW_INLINE doubles multiply_add(const doubles *a, const uint64_t *b, const doubles *c)
{
    const __m256d four = *(const __m256d *)(const void *)b;
#if VECTOR_BYTES == 64
    return (doubles)_mm512_fmadd_pd((__m512d)*a, _mm512_broadcast_f64x4(four), (__m512d)*c);
#else
    return (doubles)_mm256_fmadd_pd((__m256d)*a, four, (__m256d)*c);
#endif
}

bool HW_LANE_FUNCTIONS(dot_doubles)(const struct hw_dot_fragments *f, hw_lanes d[HW_DOT_RESULTS])
{
    const uint64_t flip = f->a_negated != f->b_negated ? HW_FP64_SIGN : 0;
    lanes ordered[PAIR];
    wide a, b, sum[PARITIES];
    pairs nan = {0};

    for (unsigned i = 0; i < PAIR; i++)
        order_columns(f->b[i], &ordered[i]);
    join_pairs(ordered->lane, 0, &b);
    join_pairs(*f->a, flip, &a);
    for (unsigned odd = 0; odd < PARITIES; odd++)
        join_pairs(f->c[PAIR * odd], f->c_negated ? HW_FP64_SIGN : 0, &sum[odd]);
    for (unsigned l = 0; l < HW_LANES; l += DOUBLES) {
        doubles rows[QUAD];

        spread_doubles(a.lane + l, rows);
        for (unsigned odd = 0; odd < PARITIES; odd++) {
            doubles total = doubles_at(sum[odd].lane + l);

            for (unsigned n = 0; n < QUAD; n++)
                total = multiply_add(&rows[n], b.lane + ordered_index(n, odd), &total);
            nan |= (pairs)(total != total);
            *(doubles *)(void *)(sum[odd].lane + l) = total;
        }
    }
    for (unsigned odd = 0; odd < PARITIES; odd++)
        split_pairs(&sum[odd], d[PAIR * odd]);
    for (unsigned i = 0; i < DOUBLES; i++)
        if (nan[i])
            return false;
    return true;
}
#else
bool HW_LANE_FUNCTIONS(dot_doubles)(const struct hw_dot_fragments *f, hw_lanes d[HW_DOT_RESULTS])
{
    (void)f;
    (void)d;
    return false;
}
#endif
