/* SPDX-License-Identifier: MIT */
/* References for products of matrices: how mma instructions deal elements out to lanes, and what their sums
 * come to.  Both are written after the documents again, apart from the emulator: layouts after the formulas
 * of the PTX ISA, sums in binary64 after arXiv 2511.10909. */
#ifndef HW_TESTS_PROGRAMS_TENSOR_H
#define HW_TESTS_PROGRAMS_TENSOR_H

#include <stdbool.h>
#include <stdint.h>

#define TENSOR_LANES 32
#define TENSOR_DEPTH 256

/* A kind of float: bits, fraction, exponent, where its lowest bit is, and whether it has no infinity. */
struct tensor_float {
    unsigned bits, fraction, exponent, below;
    bool finite;
};
extern const struct tensor_float float_half, float_bfloat, float_tf32, float_single, float_e4m3, float_e5m2;

/* The sum of products, in blocks; the result is a half or a single, of which `lost` bits are zero. */
struct tensor_rules {
    const struct tensor_float *a, *b;
    unsigned block;
    int fraction;
    unsigned lost;
};
uint32_t tensor_sum(const struct tensor_rules *rules, const uint32_t *a, const uint32_t *b, unsigned count,
                    uint32_t c, bool half);

/* An mma instruction: elements of a and b, shape, registers of a lane. */
struct tensor_shape {
    unsigned bits, rows, depth;
    unsigned a_words, b_words, c_words;
};

/* The elements that a warp's words are; a lane has the words of a, b and c, and `stride` words in all. */
struct tensor_matrices {
    uint32_t a[16][TENSOR_DEPTH], b[8][TENSOR_DEPTH]; /* rows of a, columns of b */
    uint32_t c[16][8];
};
void tensor_take(const struct tensor_shape *shape, bool half, const uint32_t *words,
                 struct tensor_matrices *found);

/* A result as the words of the lanes. */
void tensor_give(const struct tensor_shape *shape, bool half, uint32_t d[16][8], uint32_t *words);

#endif
