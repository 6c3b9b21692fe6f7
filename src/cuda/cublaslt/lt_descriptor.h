/* SPDX-License-Identifier: MIT */
/* The descriptors of cuBLASLt.  A header of CUDA 11 reserves 64 bytes for each, of CUDA 11.7 96 for a
 * product; members behind these are missing in such a one. */
#ifndef HW_CUDA_CUBLASLT_LT_DESCRIPTOR_H
#define HW_CUDA_CUBLASLT_LT_DESCRIPTOR_H

#include "cuda/cublaslt/cublaslt.h"

struct hw_lt_layout {
    cudaDataType type;
    cublasLtOrder_t order;
    uint64_t rows, columns;
    int64_t ld, stride, plane;
    int32_t count;
    uint32_t listed; /* batches are in a list of addresses */
};

struct hw_lt_product {
    uint16_t size; /* of this object */
    uint16_t epilogue;
    uint8_t compute, scale; /* types */
    uint8_t mode;           /* of pointers */
    uint8_t transa, transb, transc;
    uint8_t fill;
    int8_t fast;
    int8_t aux_type, bias_type; /* -1: that of D */
    int8_t modes[4];            /* of scales */
    int32_t multiprocessors;
    const void *bias;
    int64_t bias_stride;
    const void *aux;
    int64_t aux_ld, aux_stride;
    int64_t alpha_stride;
    const void *scales[4]; /* for A, B, C and D */
    const void *d_largest;
    const void *aux_scale, *aux_largest;
};
_Static_assert(offsetof(struct hw_lt_product, scales) <= 96, "what all programs of CUDA 11 have is there");

struct hw_lt_transform {
    cudaDataType scale;
    cublasLtPointerMode_t mode;
    cublasOperation_t transa, transb;
};

struct hw_lt_preference {
    uint64_t workspace, implementations;
    uint32_t search, reductions, alignments[4];
    float waves;
    uint32_t modes, epilogues; /* masks, of CUDA 11 */
    uint8_t math, gauss;
    int16_t multiprocessors;
};
_Static_assert(sizeof(struct hw_lt_layout) <= 64 && sizeof(struct hw_lt_preference) <= 64, "they fit");

/* All of a product's description; what a smaller one does not have is zero. */
struct hw_lt_product hw_lt_product_of(const struct hw_lt_product *product);

#endif
