/* SPDX-License-Identifier: MIT */
/* Words of a and b are brought to the lanes that multiply them: those that have the result.
 *
 * Four lanes, a quad, have the words of a row of a and the same row of the result, of which lane l of the
 * quad has columns 2 * l and 2 * l + 1.  So a word of a goes to its whole quad, and words of four columns of
 * b, all even or all odd, go to each quad. */
#ifndef HW_OPS_MATRIX_LANES_FRAGMENTS_H
#define HW_OPS_MATRIX_LANES_FRAGMENTS_H

#include "ops/inline.h"
#include "ops/lanes/lanes.h"
#include "ops/matrix/fragment_layout.h"

#ifdef __SSE2__
#include <immintrin.h>
#endif

#define VECTOR_WORDS (VECTOR_BYTES / 4)
#define QUAD         HW_LANES_OF_LINE
#define PARITIES     2 /* even and odd columns */

typedef int32_t words __attribute__((vector_size(VECTOR_BYTES), may_alias)); /* a comparison gives -1 and 0 */
typedef float singles __attribute__((vector_size(VECTOR_BYTES), may_alias));
typedef uint32_t quad __attribute__((vector_size(4 * QUAD), may_alias));

HW_INLINE vector load_vector(const uint32_t *lane)
{
    return *(const vector *)(const void *)lane;
}

HW_INLINE words where(words condition, words yes, words no)
{
    return (yes & condition) | (no & ~condition);
}

/* to[n] has word n of each quad in all lanes of the quad. */
#if VECTOR_BYTES == 64
#define OF_QUADS(n) \
    n, n, n, n, 4 + n, 4 + n, 4 + n, 4 + n, 8 + n, 8 + n, 8 + n, 8 + n, 12 + n, 12 + n, 12 + n, 12 + n
#elif VECTOR_BYTES == 32
#define OF_QUADS(n) n, n, n, n, 4 + n, 4 + n, 4 + n, 4 + n
#else
#define OF_QUADS(n) n, n, n, n
#endif
HW_INLINE void spread_quads(const vector *from, vector to[QUAD])
{
    to[0] = __builtin_shufflevector(*from, *from, OF_QUADS(0));
    to[1] = __builtin_shufflevector(*from, *from, OF_QUADS(1));
    to[2] = __builtin_shufflevector(*from, *from, OF_QUADS(2));
    to[3] = __builtin_shufflevector(*from, *from, OF_QUADS(3));
}

/* Four words go to each quad. */
HW_INLINE vector repeat_quad(const uint32_t *word)
{
#if VECTOR_BYTES == 64
    return (vector)_mm512_broadcast_i32x4(*(const __m128i *)(const void *)word);
#elif VECTOR_BYTES == 32
    return (vector)_mm256_broadcastsi128_si256(*(const __m128i *)(const void *)word);
#else
    return load_vector(word);
#endif
}

/* The order of a register of b in which repeat_quad takes it: at 8 * n + 4 * odd the words n of columns
 * odd, 2 + odd, 4 + odd, 6 + odd. */
HW_INLINE void order_columns(const uint32_t *reg, lanes *to)
{
#if VECTOR_BYTES == 64
    const vector low = load_vector(reg), high = load_vector(reg + VECTOR_WORDS);

    *(vector *)(void *)to->lane =
        __builtin_shufflevector(low, high, 0, 8, 16, 24, 4, 12, 20, 28, 1, 9, 17, 25, 5, 13, 21, 29);
    *(vector *)(void *)(to->lane + VECTOR_WORDS) =
        __builtin_shufflevector(low, high, 2, 10, 18, 26, 6, 14, 22, 30, 3, 11, 19, 27, 7, 15, 23, 31);
#else
    const quad *from = (const quad *)(const void *)reg;
    quad *ordered = (quad *)(void *)to->lane;

    for (unsigned odd = 0; odd < PARITIES; odd++) {
        const quad a = from[odd], b = from[2 + odd], c = from[4 + odd], d = from[6 + odd];
        const quad ab = __builtin_shufflevector(a, b, 0, 4, 1, 5),
                   cd = __builtin_shufflevector(c, d, 0, 4, 1, 5),
                   ab2 = __builtin_shufflevector(a, b, 2, 6, 3, 7),
                   cd2 = __builtin_shufflevector(c, d, 2, 6, 3, 7);

        ordered[odd] = __builtin_shufflevector(ab, cd, 0, 1, 4, 5);
        ordered[2 + odd] = __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
        ordered[4 + odd] = __builtin_shufflevector(ab2, cd2, 0, 1, 4, 5);
        ordered[6 + odd] = __builtin_shufflevector(ab2, cd2, 2, 3, 6, 7);
    }
#endif
}

/* Where word n of the columns begins there. */
HW_INLINE unsigned ordered_index(unsigned n, unsigned odd)
{
    return n * PARITIES * QUAD + odd * QUAD;
}

#endif
