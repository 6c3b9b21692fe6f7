/* SPDX-License-Identifier: MIT */
/* From a program to an object file, by LLVM.
 *
 * Any number of threads may do that at once; each has an LLVM context of its own. */
#ifndef HW_JIT_JIT_COMPILE_H
#define HW_JIT_JIT_COMPILE_H

#include <llvm-c/Core.h>

#include "jit/jit_shape.h"

/* The object file, with a function of that name; NULL with the error told.  The shape changes. */
LLVMMemoryBufferRef hw_jit_compile(const struct hw_compiler_source *source, struct hw_jit_shape *shape,
                                   const char *name, struct hw_error *error);

/* For those who want to see it: the folder that HALFWARP_JIT_DUMP names gets LLVM's text and the object file
 * of all that is compiled.  NULL: nobody wants to. */
const char *hw_jit_dump_folder(void);

#endif
