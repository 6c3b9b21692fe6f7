/* SPDX-License-Identifier: MIT */
/* The examples' work in plain C, one element after another: what results are checked against, and what the
 * benchmarks are measured against. */
#ifndef EXAMPLES_HOST_H
#define EXAMPLES_HOST_H

#include <stdint.h>

/* Names: host_saxpy and so on compute what Tesla's chips compute, to the last bit.  The benchmarks compile
 * the same file three times more: with FUSED_FMAD as fused_saxpy and so on, which is what chips from Maxwell
 * on compute; with PLAIN_FMAD as plain_saxpy and so on, where a multiply-add is a * b + c; and with that and
 * NATIVE as native_saxpy and so on, for all that this processor can. */
#if defined(NATIVE)
#define HOST(name) native_##name
#elif defined(PLAIN_FMAD)
#define HOST(name) plain_##name
#elif defined(FUSED_FMAD)
#define HOST(name) fused_##name
#else
#define HOST(name) host_##name
#endif

#define HOST_FUNCTIONS(NAME)                                                                      \
    void NAME(saxpy)(uint32_t n, float a, const float *x, float *y);                              \
    void NAME(matmul)(uint32_t n, const float *a, const float *b, float *c);                      \
    void NAME(mandelbrot)(uint32_t width, uint32_t height, uint32_t limit, float left, float top, \
                          float step, uint8_t *out);                                              \
    void NAME(hash)(uint32_t n, uint32_t rounds, uint32_t * out);                                 \
    uint32_t NAME(sum)(uint32_t n, const uint32_t *in);                                           \
    void NAME(histogram)(uint32_t words, const uint32_t *in, uint32_t bins[256]);                 \
    float NAME(fmad)(float a, float b, float c)

#define HOST_EXACT(name)  host_##name
#define HOST_FUSED(name)  fused_##name
#define HOST_PLAIN(name)  plain_##name
#define HOST_NATIVE(name) native_##name
HOST_FUNCTIONS(HOST_EXACT);
HOST_FUNCTIONS(HOST_FUSED);
HOST_FUNCTIONS(HOST_PLAIN);
HOST_FUNCTIONS(HOST_NATIVE);

#endif
