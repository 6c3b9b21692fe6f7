/* SPDX-License-Identifier: MIT */
/* A hash of bytes in 128 bits, by which code and files are told apart.  It is made for accidents, not against
 * forgers: who could write into the cache's folder could as well write into the program. */
#ifndef HW_JIT_JIT_HASH_H
#define HW_JIT_JIT_HASH_H

#include <stddef.h>
#include <stdint.h>

struct hw_jit_hash {
    uint64_t word[2];
};

struct hw_jit_hash hw_jit_hash_of(const void *data, size_t size);

#endif
