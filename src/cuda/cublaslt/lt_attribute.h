/* SPDX-License-Identifier: MIT */
/* Attributes of descriptors: which there are, where a descriptor keeps them, and in how many bytes.
 *
 * A program gives numbers of 4 or 8 bytes; a descriptor may keep them in fewer, since it has to fit into what
 * headers of CUDA 11 reserve for it. */
#ifndef HW_CUDA_CUBLASLT_LT_ATTRIBUTE_H
#define HW_CUDA_CUBLASLT_LT_ATTRIBUTE_H

#include "cuda/cublaslt/cublaslt.h"

struct hw_lt_attribute {
    int number;
    unsigned char bytes, kept; /* for the program, and in the descriptor */
    size_t offset;
};

/* The body of a table's row. */
#define HW_LT_ATTRIBUTE(number, bytes, type, member)                              \
    {                                                                             \
        (number), (bytes), sizeof(((type *)NULL)->member), offsetof(type, member) \
    }

/* Set or get one of `count` attributes of an object of `size` bytes, or of NULL, which is wrong.  Getting
 * with no bytes says how many there are. */
cublasStatus_t hw_lt_set(const struct hw_lt_attribute *attributes, size_t count, void *object, size_t size,
                         int number, const void *value, size_t bytes);
cublasStatus_t hw_lt_get(const struct hw_lt_attribute *attributes, size_t count, const void *object,
                         size_t size, int number, void *value, size_t bytes, size_t *written);
/* The same for a value that a program gets: its bytes, wherever they come from. */
cublasStatus_t hw_lt_give(const void *from, size_t from_bytes, void *value, size_t bytes, size_t *written);

/* An object of its own with these bytes in `*to`; to be freed. */
cublasStatus_t hw_lt_create(void *to, const void *initial, size_t bytes);

#endif
