/* SPDX-License-Identifier: MIT */
/* What the process of a kernel and that of the compiler say to each other, over a socket that is the
 * compiler's standard input.  The compiler begins with a greeting; until then the socket is its standard
 * error, too, so that who started it reads what the loader says where LLVM's library is missing.  Then, any
 * number of times: a question, and its request's bytes; an answer, and an object file or what went wrong. */
#ifndef HW_JIT_REQUEST_JIT_PROTOCOL_H
#define HW_JIT_REQUEST_JIT_PROTOCOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HW_JIT_GREETING "\1hw-jit\n" /* which no complaint begins with */
struct hw_jit_greeting {
    char begins[8]; /* HW_JIT_GREETING */
    char llvm[24];  /* its version */
};

#define HW_JIT_NAME 40
struct hw_jit_rpc_request {
    uint64_t size;          /* of the request */
    char name[HW_JIT_NAME]; /* for HALFWARP_JIT_DUMP */
};
#define HW_JIT_RPC_REQUEST_MAX (16u << 20)

struct hw_jit_rpc_reply {
    uint64_t size;   /* of what follows */
    uint64_t failed; /* then it is a sentence */
};
#define HW_JIT_RPC_REPLY_MAX (64u << 20)

/* All bytes, from a file or a socket; and to a socket, whose other end may be gone.  False: not so many. */
bool hw_jit_receive(int from, void *data, size_t size);
bool hw_jit_send(int to, const void *data, size_t size);

/* The function of an object file: from warp->next on, as in hw_compiled_code.run. */
#define HW_JIT_FUNCTION "hw_kernel"
/* Another one, which not every object file has: as in hw_stateless.run. */
#define HW_JIT_STATELESS "hw_stateless"

#endif
