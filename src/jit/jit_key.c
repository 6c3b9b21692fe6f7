/* SPDX-License-Identifier: MIT */
/* The key of compiled code is the compiler's hash and the bytes of the request. */
#include "jit/jit_key.h"

#include <stdlib.h>
#include <string.h>

#include "jit/jit_locate.h"

bool hw_jit_key_make(struct hw_cache_key *key, const struct hw_jit_request *request)
{
    const struct hw_cache_hash *compiler = hw_jit_compiler_hash();
    size_t size;
    uint8_t *asked = hw_jit_request_write(request, &size);

    *key = (struct hw_cache_key){.size = sizeof *compiler + size};
    key->bytes = asked ? malloc(key->size) : NULL;
    if (key->bytes) {
        memcpy(key->bytes, compiler, sizeof *compiler);
        memcpy(key->bytes + sizeof *compiler, asked, size);
        key->hash = hw_cache_hash_of(key->bytes, key->size);
    }
    free(asked);
    return key->bytes != NULL;
}
