/* SPDX-License-Identifier: MIT */
/* See lt_attribute.h.  Numbers are little-endian: the low bytes come first. */
#include "cuda/cublaslt/lt_attribute.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* NULL: there is no such attribute in an object of that size. */
static const struct hw_lt_attribute *find(const struct hw_lt_attribute *attributes, size_t count, size_t size,
                                          int number)
{
    for (size_t i = 0; i < count; i++)
        if (attributes[i].number == number && attributes[i].offset + attributes[i].kept <= size)
            return &attributes[i];
    return NULL;
}

/* A number of `bytes` bytes, with its sign. */
static int64_t number_at(const void *at, size_t bytes)
{
    uint64_t number = 0;

    memcpy(&number, at, bytes);
    return bytes == 8 ? (int64_t)number : (int64_t)(number << (64 - 8 * bytes)) >> (64 - 8 * bytes);
}

cublasStatus_t hw_lt_set(const struct hw_lt_attribute *attributes, size_t count, void *object, size_t size,
                         int number, const void *value, size_t bytes)
{
    const struct hw_lt_attribute *attribute = find(attributes, count, size, number);

    if (!object || !value || !attribute || bytes != attribute->bytes)
        return CUBLAS_STATUS_INVALID_VALUE;
    const int64_t given = number_at(value, bytes);
    if (number_at(&given, attribute->kept) != given)
        return CUBLAS_STATUS_INVALID_VALUE;
    memcpy((char *)object + attribute->offset, &given, attribute->kept);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t hw_lt_give(const void *from, size_t from_bytes, void *value, size_t bytes, size_t *written)
{
    if (bytes == 0 ? !written : !value || bytes != from_bytes)
        return CUBLAS_STATUS_INVALID_VALUE;
    if (bytes > 0)
        memcpy(value, from, bytes);
    if (written)
        *written = from_bytes;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t hw_lt_get(const struct hw_lt_attribute *attributes, size_t count, const void *object,
                         size_t size, int number, void *value, size_t bytes, size_t *written)
{
    const struct hw_lt_attribute *attribute = find(attributes, count, size, number);

    if (!object || !attribute)
        return CUBLAS_STATUS_INVALID_VALUE;
    const int64_t kept = number_at((const char *)object + attribute->offset, attribute->kept);
    return hw_lt_give(&kept, attribute->bytes, value, bytes, written);
}

cublasStatus_t hw_lt_create(void *to, const void *initial, size_t bytes)
{
    void *made = to ? malloc(bytes) : NULL;

    if (!to)
        return CUBLAS_STATUS_INVALID_VALUE;
    if (!made)
        return CUBLAS_STATUS_ALLOC_FAILED;
    memcpy(made, initial, bytes);
    memcpy(to, &made, sizeof made);
    return CUBLAS_STATUS_SUCCESS;
}
