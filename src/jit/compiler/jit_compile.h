/* SPDX-License-Identifier: MIT */
/* From a program to an object file, by LLVM.
 *
 * Any number of threads may do that at once; each has an LLVM context of its own. */
#ifndef HW_JIT_COMPILER_JIT_COMPILE_H
#define HW_JIT_COMPILER_JIT_COMPILE_H

#include <llvm-c/Core.h>

#include "jit/request/jit_request.h"

/* The bytes of a request.  `name` is the kernel's for those who want to see it: the folder that
 * HALFWARP_JIT_DUMP names gets LLVM's text and the object file of all that is compiled. */
struct hw_jit_asked {
    const uint8_t *bytes;
    size_t size;
    const char *name;
};

/* The object file, with the function HW_JIT_FUNCTION; NULL with the error told.  What LLVM may have got wrong
 * for AVX-512 (jit_ternary.h) is made for AVX2. */
LLVMMemoryBufferRef hw_jit_make_object(const struct hw_jit_asked *asked, struct hw_error *error);

#endif
