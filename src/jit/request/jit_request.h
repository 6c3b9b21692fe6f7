/* SPDX-License-Identifier: MIT */
/* A compile request is serialised to bytes: all that decides the code, and no address of a process.
 *
 * Equal requests have the same code, so the bytes are also the key by which code is cached. */
#ifndef HW_JIT_REQUEST_JIT_REQUEST_H
#define HW_JIT_REQUEST_JIT_REQUEST_H

#include <halfwarp/status.h>

#include <stddef.h>

#include "engine/compiler_interface.h"
#include "jit/request/jit_unit.h"
#include "ops/select/alu.h"

struct hw_jit_request {
    enum hw_code_warps lanes;
    enum hw_host_level level;
    bool is_baseline; /* code generation has no optimisations */
    bool has_lines;   /* the object has a line table, in which micro-operations are numbered from 1 on */
    struct hw_jit_unit unit;
};

/* The bytes, which the caller frees; NULL: there is no memory. */
uint8_t *hw_jit_request_write(const struct hw_jit_request *request, size_t *size);

/* Read a request; clear its unit with hw_jit_unit_clear, also on failure.  Bytes of another version, and
 * bytes that are no request, are refused. */
hw_status hw_jit_request_read(struct hw_jit_request *request, const uint8_t *bytes, size_t size,
                              struct hw_error *error);

#endif
