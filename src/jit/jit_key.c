/* SPDX-License-Identifier: MIT */
/* See jit_key.h.  The bytes begin with the compiler's hash. */
#include "jit/jit_key.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "jit/jit_find.h"

bool hw_jit_key_make(struct hw_jit_key *key, const struct hw_jit_request *request)
{
    const struct hw_jit_hash *compiler = hw_jit_compiler_hash();
    size_t size;
    uint8_t *asked = hw_jit_request_write(request, &size);

    *key = (struct hw_jit_key){.size = sizeof *compiler + size};
    key->bytes = asked ? malloc(key->size) : NULL;
    if (key->bytes) {
        memcpy(key->bytes, compiler, sizeof *compiler);
        memcpy(key->bytes + sizeof *compiler, asked, size);
        key->hash = hw_jit_hash_of(key->bytes, key->size);
    }
    free(asked);
    return key->bytes != NULL;
}

void hw_jit_key_clear(struct hw_jit_key *key)
{
    free(key->bytes);
    *key = (struct hw_jit_key){.bytes = NULL};
}

bool hw_jit_key_equal(const struct hw_jit_key *a, const struct hw_jit_key *b)
{
    return a->size == b->size && memcmp(&a->hash, &b->hash, sizeof a->hash) == 0 &&
           memcmp(a->bytes, b->bytes, a->size) == 0;
}

void hw_jit_key_name(const struct hw_jit_key *key, char name[HW_JIT_KEY_NAME])
{
    snprintf(name, HW_JIT_KEY_NAME, "k%016" PRIx64 "%016" PRIx64, key->hash.word[0], key->hash.word[1]);
}
