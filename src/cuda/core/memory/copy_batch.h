/* SPDX-License-Identifier: MIT */
/* Several copies in one call, and copies with attributes (CUDA 12.8 on).  Both interfaces have these
 * structures alike.  ("cudaMemcpyBatchAsync", "cudaMemcpy3DBatchAsync" of the CUDA Runtime API.) */
#ifndef HW_CUDA_CORE_MEMORY_COPY_BATCH_H
#define HW_CUDA_CORE_MEMORY_COPY_BATCH_H

#include "cuda/core/cuda_core.h"
#include "cuda/core/memory/memory_abi.h"

/* When the source is read: in order of the stream, before the call returns, or at any time. */
enum hw_copy_source { HW_COPY_SOURCE_IN_STREAM = 1, HW_COPY_SOURCE_IN_CALL, HW_COPY_SOURCE_ANY };

/* The locations are hints, which mean nothing where memory does not move; so does the one flag. */
struct hw_copy_attributes {
    int source;
    struct hw_location from, to;
    unsigned flags;
};

/* Lines of bytes.  Attributes hold from the copy on whose index stands in `first`. */
struct hw_copy_batch {
    void *const *to;
    const void *const *from;
    const size_t *bytes;
    size_t count;
    const struct hw_copy_attributes *attributes;
    const size_t *first;
    size_t attribute_count;
};

enum { HW_COPY_MEMORY = 1, HW_COPY_ARRAY };

/* One end of a box.  All sizes count elements: of the array that takes part, else bytes.  0: as the box. */
struct hw_copy_operand {
    int type;
    union {
        struct {
            void *pointer;
            size_t row_length, layer_height;
            struct hw_location location;
        } memory;
        struct {
            struct cudaArray *array;
            size_t x, y, z;
        } array;
    };
};

struct hw_copy_box {
    struct hw_copy_operand from, to;
    struct cudaExtent extent;
    int source;
    unsigned flags;
};

_Static_assert(sizeof(struct hw_copy_attributes) == 24, "cudaMemcpyAttributes");
_Static_assert(sizeof(struct hw_copy_operand) == 40, "cudaMemcpy3DOperand");
_Static_assert(sizeof(struct hw_copy_box) == 112, "cudaMemcpy3DBatchOp");

#pragma GCC visibility push(default)

/* All are checked before the first is begun.  `failed`, where it is not NULL, becomes the index of the one
 * that is wrong, or SIZE_MAX.  The stream may not be the legacy default one. */
cudaError_t hw_cuda_copy_batch(const struct hw_copy_batch *batch, size_t *failed, cudaStream_t stream);
cudaError_t hw_cuda_copy_boxes(size_t count, const struct hw_copy_box *boxes, size_t *failed,
                               unsigned long long flags, cudaStream_t stream);
/* A single one (CUDA 13.2), in any stream. */
cudaError_t hw_cuda_copy_with(void *to, const void *from, size_t bytes,
                              const struct hw_copy_attributes *attributes, cudaStream_t stream);
cudaError_t hw_cuda_copy_box_with(const struct hw_copy_box *box, unsigned long long flags,
                                  cudaStream_t stream);

#pragma GCC visibility pop
#endif
