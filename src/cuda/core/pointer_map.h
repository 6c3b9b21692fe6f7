/* SPDX-License-Identifier: MIT */
/* A table from pointers to pointers: for things that host code names by an address, and for our own
 * handles. */
#ifndef HW_CUDA_CORE_POINTER_MAP_H
#define HW_CUDA_CORE_POINTER_MAP_H

#include <stdbool.h>
#include <stddef.h>

#pragma GCC visibility push(default)

struct hw_cuda_slot {
    const void *key; /* NULL: empty */
    void *value;
};

/* Empty when it is all zero. */
struct hw_cuda_pointer_map {
    struct hw_cuda_slot *slot;
    size_t capacity, count; /* a power of two; keys */
};

/* Set a key's value, neither of which may be NULL; false when there is no memory. */
bool hw_cuda_pointer_map_put(struct hw_cuda_pointer_map *table, const void *key, void *value);
void *hw_cuda_pointer_map_get(const struct hw_cuda_pointer_map *table, const void *key); /* NULL: none */
void hw_cuda_pointer_map_remove(struct hw_cuda_pointer_map *table, const void *key);
void hw_cuda_pointer_map_clear(struct hw_cuda_pointer_map *table);

#pragma GCC visibility pop

#endif
