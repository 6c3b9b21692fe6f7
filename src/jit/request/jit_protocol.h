/* SPDX-License-Identifier: MIT */
/* The RPC protocol between the client and the process of the compiler uses a socket, the compiler's standard
 * input.  The compiler sends a greeting first.  Until then the socket is its standard error, too, so that the
 * client reads the loader's message if LLVM's library is missing.  Then the client sends any number of
 * requests: a header and the bytes of the request.  For each, the compiler sends a reply: a header, and an
 * object file or an error message. */
#ifndef HW_JIT_REQUEST_JIT_PROTOCOL_H
#define HW_JIT_REQUEST_JIT_PROTOCOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HW_JIT_GREETING "\1hw-jit\n" /* no error message begins so */
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
    uint64_t size;   /* of the bytes that follow */
    uint64_t failed; /* nonzero: the bytes are an error message */
};
#define HW_JIT_RPC_REPLY_MAX (64u << 20)

/* Receive all bytes from a file or a socket; send all to a socket, whose other end may be closed.  False:
 * fewer were transferred. */
bool hw_jit_receive(int from, void *data, size_t size);
bool hw_jit_send(int to, const void *data, size_t size);

/* The kernel function of an object file, which runs from warp->next on: hw_compiled_code.run. */
#define HW_JIT_FUNCTION "hw_kernel"
/* The function for stateless warps, which not every object file has: hw_stateless.run. */
#define HW_JIT_STATELESS "hw_stateless"

#endif
