/* SPDX-License-Identifier: MIT */
/* The key of compiled code is what decides it: the compiler itself and the request
 * (jit/request/jit_request.h). */
#ifndef HW_JIT_JIT_KEY_H
#define HW_JIT_JIT_KEY_H

#include "cache/cache_key.h"
#include "jit/request/jit_request.h"

/* Its bytes are the compiler's hash, then the request.  False: there is no memory. */
bool hw_jit_key_make(struct hw_cache_key *key, const struct hw_jit_request *request);

#endif
