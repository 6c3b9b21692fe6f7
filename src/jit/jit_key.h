/* SPDX-License-Identifier: MIT */
/* What decides the object code of a program, as bytes: programs with equal keys have the same code, in this
 * process and in others.
 *
 * It is the compiler itself, and what it is asked (jit/request/jit_request.h). */
#ifndef HW_JIT_JIT_KEY_H
#define HW_JIT_JIT_KEY_H

#include "jit/jit_hash.h"
#include "jit/request/jit_request.h"

struct hw_jit_key {
    uint8_t *bytes; /* the compiler's hash, then the request */
    size_t size;
    struct hw_jit_hash hash; /* of the bytes */
};

/* False: there is no memory. */
bool hw_jit_key_make(struct hw_jit_key *key, const struct hw_jit_request *request);
void hw_jit_key_clear(struct hw_jit_key *key);

bool hw_jit_key_equal(const struct hw_jit_key *a, const struct hw_jit_key *b);

/* A name for what has the key: a letter and 32 hexadecimal digits. */
#define HW_JIT_KEY_NAME 34
void hw_jit_key_name(const struct hw_jit_key *key, char name[HW_JIT_KEY_NAME]);

#endif
