/* SPDX-License-Identifier: MIT */
/* Elements of 64 or 128 bits between memory, where the words of a lane are side by side, and registers, where
 * the lanes of a word are.
 *
 * A group is as many lanes as a vector has words.  Their elements are two or four vectors, which become a
 * vector of each word, or the other way round, with shuffles only.  Whole vectors are stored: what is stored
 * in parts and loaded as a whole soon has to be waited for. */
#ifndef HW_OPS_LANES_LANES_WIDE_H
#define HW_OPS_LANES_LANES_WIDE_H

#include "ops/lanes/lanes_gather.h"

#define GROUP      (VECTOR_BYTES / 4) /* lanes */
#define MOST_WORDS 4
#define OCTET      8 /* lanes; of those side by side elements often are */

/* Numbers of a shuffle of two vectors, by their words: every second from 0 on, or from 1 on; of the lower, or
 * higher, halves in turn.  And the same of pairs of words. */
#if VECTOR_BYTES == 64
#define WORDS_0_2  0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30
#define WORDS_1_3  1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31
#define LOW_WORDS  0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23
#define HIGH_WORDS 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31
#define PAIRS_0_2  0, 2, 4, 6, 8, 10, 12, 14
#define PAIRS_1_3  1, 3, 5, 7, 9, 11, 13, 15
#define LOW_PAIRS  0, 8, 1, 9, 2, 10, 3, 11
#define HIGH_PAIRS 4, 12, 5, 13, 6, 14, 7, 15
#elif VECTOR_BYTES == 32
#define WORDS_0_2  0, 2, 4, 6, 8, 10, 12, 14
#define WORDS_1_3  1, 3, 5, 7, 9, 11, 13, 15
#define LOW_WORDS  0, 8, 1, 9, 2, 10, 3, 11
#define HIGH_WORDS 4, 12, 5, 13, 6, 14, 7, 15
#define PAIRS_0_2  0, 2, 4, 6
#define PAIRS_1_3  1, 3, 5, 7
#define LOW_PAIRS  0, 4, 1, 5
#define HIGH_PAIRS 2, 6, 3, 7
#else
#define WORDS_0_2  0, 2, 4, 6
#define WORDS_1_3  1, 3, 5, 7
#define LOW_WORDS  0, 4, 1, 5
#define HIGH_WORDS 2, 6, 3, 7
#define PAIRS_0_2  0, 2
#define PAIRS_1_3  1, 3
#define LOW_PAIRS  0, 2
#define HIGH_PAIRS 1, 3
#endif

typedef uint64_t pairs __attribute__((vector_size(VECTOR_BYTES), may_alias));
typedef uint32_t loose_vector __attribute__((vector_size(VECTOR_BYTES), may_alias, aligned(1)));

/* Elements of a group become the words of its lanes, which begin with `first`, of registers from `reg` on. */
static inline void split_words(const vector *element, unsigned words, lanes *reg, unsigned first)
{
    vector pair[MOST_WORDS] = {element[0], element[1]}; /* words 0 and 1 of each half, and words 2 and 3 */

    if (words == 4) {
        const pairs a = (pairs)element[0], b = (pairs)element[1], c = (pairs)element[2],
                    d = (pairs)element[3];

        pair[0] = (vector)__builtin_shufflevector(a, b, PAIRS_0_2);
        pair[1] = (vector)__builtin_shufflevector(c, d, PAIRS_0_2);
        pair[2] = (vector)__builtin_shufflevector(a, b, PAIRS_1_3);
        pair[3] = (vector)__builtin_shufflevector(c, d, PAIRS_1_3);
    }
    for (unsigned i = 0; i < words; i += 2) {
        *(vector *)(void *)(reg[i].lane + first) = __builtin_shufflevector(pair[i], pair[i + 1], WORDS_0_2);
        *(vector *)(void *)(reg[i + 1].lane + first) =
            __builtin_shufflevector(pair[i], pair[i + 1], WORDS_1_3);
    }
}

/* The opposite: from registers, the first of which is at `reg`. */
static inline void join_words(const uint32_t *reg, unsigned words, unsigned first, vector *element)
{
    vector pair[MOST_WORDS];

    for (unsigned i = 0; i < words; i += 2) {
        const vector a = *(const vector *)(const void *)(reg + HW_LANES * i + first),
                     b = *(const vector *)(const void *)(reg + HW_LANES * (i + 1) + first);

        pair[i] = __builtin_shufflevector(a, b, LOW_WORDS);
        pair[i + 1] = __builtin_shufflevector(a, b, HIGH_WORDS);
    }
    element[0] = pair[0];
    element[1] = pair[1];
    if (words == 4) {
        const pairs a = (pairs)pair[0], b = (pairs)pair[1], c = (pairs)pair[2], d = (pairs)pair[3];

        element[0] = (vector)__builtin_shufflevector(a, c, LOW_PAIRS);
        element[1] = (vector)__builtin_shufflevector(a, c, HIGH_PAIRS);
        element[2] = (vector)__builtin_shufflevector(b, d, LOW_PAIRS);
        element[3] = (vector)__builtin_shufflevector(b, d, HIGH_PAIRS);
    }
}

/* --- elements at any addresses --- */

typedef uint64_t two_pairs __attribute__((vector_size(16), may_alias));
#if VECTOR_BYTES > 16
typedef uint64_t four_pairs __attribute__((vector_size(32), may_alias));
#endif

/* 16 bytes: of two lanes, or of one. */
static inline two_pairs two_pairs_at(const uint8_t *base, const uint32_t *address, unsigned words)
{
    uint64_t low, high;
    two_pairs both;

    if (words == 4) {
        memcpy(&both, base + address[0], sizeof both);
        return both;
    }
    memcpy(&low, base + address[0], sizeof low);
    memcpy(&high, base + address[1], sizeof high);
    return (two_pairs){low, high};
}

#if VECTOR_BYTES > 16
static inline four_pairs four_pairs_at(const uint8_t *base, const uint32_t *address, unsigned words)
{
    return __builtin_shufflevector(two_pairs_at(base, address, words),
                                   two_pairs_at(base, address + 4 / words, words), 0, 1, 2, 3);
}
#endif

/* A vector of the elements of lanes whose addresses begin there. */
static inline vector vector_at(const uint8_t *base, const uint32_t *address, unsigned words)
{
#if VECTOR_BYTES == 64
    return (vector)__builtin_shufflevector(four_pairs_at(base, address, words),
                                           four_pairs_at(base, address + 8 / words, words), 0, 1, 2, 3, 4, 5,
                                           6, 7);
#elif VECTOR_BYTES == 32
    return (vector)four_pairs_at(base, address, words);
#else
    return (vector)two_pairs_at(base, address, words);
#endif
}

typedef uint32_t octet __attribute__((vector_size(4 * OCTET), may_alias));
typedef uint32_t loose_octet __attribute__((vector_size(4 * OCTET), aligned(1), may_alias));

static inline bool is_all_zero(const octet *words)
{
#ifdef __AVX2__
    return _mm256_testz_si256((__m256i)*words, (__m256i)*words) != 0;
#else
    uint32_t any = 0;

    for (unsigned i = 0; i < OCTET; i++)
        any |= (*words)[i];
    return any == 0;
#endif
}

/* Whether in each octet of lanes the elements are side by side.  So the lanes of a vector's are. */
static inline bool octets_step(const lanes *address, uint32_t step)
{
    const uint32_t *offset = address->lane;
    octet off = {0};

    if (offset[1] - offset[0] != step || offset[HW_LANES - 1] - offset[HW_LANES - 2] != step)
        return false;
    for (unsigned first = 0; first < HW_LANES; first += OCTET)
        off |= *(const octet *)(const void *)(offset + first) - offset[first] -
               step * (octet){0, 1, 2, 3, 4, 5, 6, 7};
    return is_all_zero(&off);
}

/* Registers of words, of the elements of all lanes. */
static inline void gather_wide(const uint8_t *base, const lanes *address, unsigned words, lanes *reg)
{
    const bool side_by_side = octets_step(address, 4 * words);

    for (unsigned first = 0; first < HW_LANES; first += GROUP) {
        vector element[MOST_WORDS] = {{0}}; /* for gcc, which does not see that all are set */

        for (unsigned i = 0; i < words; i++) {
            const uint32_t *offset = address->lane + first + i * (GROUP / words);

            element[i] = side_by_side ? (vector) * (const loose_vector *)(const void *)(base + *offset)
                                      : vector_at(base, offset, words);
        }
        split_words(element, words, reg, first);
    }
}

/* Those that are all side by side. */
static inline void load_wide(const uint8_t *from, unsigned words, lanes *reg)
{
    for (unsigned first = 0; first < HW_LANES; first += GROUP) {
        vector element[MOST_WORDS] = {{0}}; /* for gcc, which does not see that all are set */

        for (unsigned i = 0; i < words; i++)
            element[i] = (vector)((const loose_vector *)(const void *)(from + 4 * words * first))[i];
        split_words(element, words, reg, first);
    }
}

static inline void store_wide_words(uint8_t *to, unsigned words, const uint32_t *reg)
{
    for (unsigned first = 0; first < HW_LANES; first += GROUP) {
        vector element[MOST_WORDS] = {{0}}; /* for gcc, which does not see that all are set */

        join_words(reg, words, first, element);
        for (unsigned i = 0; i < words; i++)
            ((loose_vector *)(void *)(to + 4 * words * first))[i] = (loose_vector)element[i];
    }
}

#endif
