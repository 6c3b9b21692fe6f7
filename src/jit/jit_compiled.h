/* SPDX-License-Identifier: MIT */
/* The compiler of hot kernels, as the engine sees it.
 *
 * LLVM makes the code in a process of its own, a program that lies with the libraries (jit_locate.c): so
 * nothing that LLVM does, or fails at, touches the process in which kernels run.  Any thread may call these.
 */
#ifndef HW_JIT_JIT_COMPILED_H
#define HW_JIT_JIT_COMPILED_H

#include <halfwarp/status.h>

#include "jit/request/jit_unit.h"
#include "machine/memory/memory_table.h"
#include "machine/stateless.h"

struct hw_warp;

/* A program to compile, and the tables by which the compiler recognizes what a micro-operation is. */
struct hw_compile_input {
    const struct hw_program *program;
    enum hw_code_warps lanes;
    bool ids_in_r0; /* as in the program's kernel ABI */
    const struct hw_alu_table *arithmetic;
    const struct hw_memory_table *memory;
};

struct hw_compiled_code {
    /* Run a warp from warp->next on as far as it can: not at all where `entry` says so, and where a loop's
     * counters are not the same in all lanes (compiler/jit_even.h).  It returns where the interpreter has to
     * go on, at warp->next, or where the warp leaves: then the event is HW_EVENT_STOP. */
    void (*run)(struct hw_warp *warp);
    const uint8_t *entry; /* by index */
    struct hw_stateless stateless;
};

/* Whether a program has no more than so many micro-operations. */
hw_status hw_jit_fits(const struct hw_program *program, uint32_t most, struct hw_error *error);

/* Code for a program, which may take seconds.  Free it with hw_jit_free. */
hw_status hw_jit_compile(const struct hw_compile_input *source, struct hw_compiled_code **compiled,
                         struct hw_error *error);
void hw_jit_free(struct hw_compiled_code *compiled);

#endif
