/* SPDX-License-Identifier: MIT */
/* The RPC client sends requests to the process of the compiler.  The first request starts the process.  It
 * exits when idle; the next request starts it again.  Threads take turns.  A child of fork starts a process
 * of its own. */
#ifndef HW_JIT_JIT_CLIENT_H
#define HW_JIT_JIT_CLIENT_H

#include <halfwarp/status.h>

#include "cache/cache_key.h"
#include "jit/request/jit_protocol.h"

#define HW_JIT_VERSION sizeof((struct hw_jit_greeting *)0)->llvm

/* The version of its LLVM.  An error says why there is no compiler, or none that runs. */
hw_status hw_jit_client_version(char version[HW_JIT_VERSION], struct hw_error *error);

/* Have the request of a key compiled to an object file, which the caller frees. */
hw_status hw_jit_client_compile(const struct hw_cache_key *key, uint8_t **object, size_t *size,
                                struct hw_error *error);

#endif
