/* SPDX-License-Identifier: MIT */
/* For those who want to know what compiling takes: the file that HALFWARP_JIT_TIMES names gets a line for
 * each kernel that is compiled. */
#ifndef HW_JIT_COMPILER_JIT_STATISTICS_H
#define HW_JIT_COMPILER_JIT_STATISTICS_H

#include "jit/compiler/jit_build.h"

enum hw_jit_phase {
    HW_JIT_PHASE_WRAP,     /* make the functions of operations */
    HW_JIT_PHASE_READ,     /* the lane functions that these call */
    HW_JIT_PHASE_SIMPLIFY, /* LLVM's passes over them */
    HW_JIT_PHASE_FLOW,     /* build the program of them */
    HW_JIT_PHASE_OPTIMIZE, /* LLVM's passes over it */
    HW_JIT_PHASE_EMIT,     /* machine code */
    HW_JIT_PHASES
};

struct hw_jit_statistics {
    double begin; /* of the phase at hand */
    double phase[HW_JIT_PHASES];
    unsigned wrapped, optimized; /* instructions of LLVM: of what is inlined, and of the whole in the end */
};

void hw_jit_statistics_begin(struct hw_jit_statistics *statistics);
/* A phase has ended; the next one begins. */
void hw_jit_statistics_note(struct hw_jit_statistics *statistics, enum hw_jit_phase phase);
void hw_jit_statistics_tell(const struct hw_jit_statistics *statistics, const struct hw_jit_build *build,
                            const char *name, size_t bytes);

/* The instructions of a function. */
unsigned hw_jit_size_of(LLVMValueRef function);

#endif
