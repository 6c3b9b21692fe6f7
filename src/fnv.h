/* SPDX-License-Identifier: MIT */
/* FNV-1a of 64 bits (G. Fowler, L. C. Noll, K.-P. Vo): a hash that finds changes, not attacks. */
#ifndef HW_FNV_H
#define HW_FNV_H

#include <stddef.h>
#include <stdint.h>

#define HW_FNV_BEGIN UINT64_C(0xcbf29ce484222325)

/* The hash of what `hash` is of, with these bytes behind it; HW_FNV_BEGIN is that of nothing. */
static inline uint64_t hw_fnv(uint64_t hash, const void *bytes, size_t size)
{
    const unsigned char *byte = bytes;

    for (size_t i = 0; i < size; i++)
        hash = (hash ^ byte[i]) * UINT64_C(0x100000001b3);
    return hash;
}

#endif
